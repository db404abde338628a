//! Reading a page.

use super::{js_error, keys_of, option, set, to_js, to_js_error};
use js_sys::{Reflect, Uint8Array};
#[cfg(feature = "markup")]
use offprint::Structure;
use offprint::{ReadOptions, SiteMemory};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// Reads one page, chunk by chunk.
#[wasm_bindgen]
pub struct Reader {
    /// `None` after the end.
    pub(super) inner: Option<offprint::Reader>,
    /// The finished part of the cleaned page, if it is requested.
    cleaned: Rc<RefCell<Vec<u8>>>,
    explain: bool,
}

#[wasm_bindgen]
impl Reader {
    /// A reader for one page.
    #[wasm_bindgen(constructor)]
    pub fn new(options: JsValue) -> Result<Reader, JsValue> {
        let mut read = ReadOptions::new();
        read.content_type = text(&options, "contentType")?;
        read.url = text(&options, "url")?;
        read.max_bytes = count(&options, "maxBytes")?.unwrap_or(read.max_bytes);
        #[cfg(feature = "markup")]
        {
            read.markup = flag(&options, "markup")?;
            read.without = structures(&options)?;
        }
        let cleaned = Rc::new(RefCell::new(Vec::new()));
        let inner = if flag(&options, "clean")? {
            let sink = Rc::clone(&cleaned);
            offprint::Reader::with_sink(read, move |bytes| {
                sink.borrow_mut().extend_from_slice(bytes);
            })
        } else {
            offprint::Reader::new(read)
        };
        Ok(Reader { inner: Some(inner), cleaned, explain: flag(&options, "explain")? })
    }

    /// Reads the next bytes; returns the finished part of the cleaned page.
    pub fn write(&mut self, bytes: &[u8]) -> Result<Uint8Array, JsValue> {
        self.inner.as_mut().ok_or_else(finished)?.feed(bytes);
        Ok(Uint8Array::from(&self.cleaned.take()[..]))
    }

    /// Ends the page and returns the article. If the memory of its site is given, it is used to judge the page, and
    /// `siteMemory` is the memory with this page added.
    pub fn end(&mut self, site: Option<Uint8Array>) -> Result<JsValue, JsValue> {
        let mut site = site.map(site_memory).transpose()?;
        let page = self.inner.take().ok_or_else(finished)?.end_page();
        let (article, seen) = match &site {
            Some(site) => page.article_with_site(site),
            None => (page.article(), SiteMemory::default()),
        };
        let object = to_js(&article)?;
        let keys = article.fingerprint.as_ref().map(keys_of);
        set(&object, "keys", to_js(&keys.unwrap_or_default()))?;
        #[cfg(feature = "edge")]
        set(&object, "digest", to_js(&offprint_edge::digest(&article)))?;
        #[cfg(feature = "edge")]
        if article.unavailable_after.is_some() {
            set(&object, "unavailableAfter", to_js(&article.unavailable_after))?;
        }
        if self.explain {
            set(&object, "candidates", to_js(&article.candidates))?;
            set(&object, "blocks", to_js(&article.blocks))?;
        }
        if let Some(site) = &mut site {
            site.remember(&seen);
            let bytes = Uint8Array::from(&site.to_bytes()[..]);
            set(&object, "siteMemory", Ok(bytes.into()))?;
        }
        let rest = self.cleaned.take();
        if !rest.is_empty() {
            Reflect::set(&object, &"rest".into(), &Uint8Array::from(&rest[..]))?;
        }
        Ok(object)
    }
}

/// The reader was used again after its end.
pub(super) fn finished() -> JsValue {
    let what = "this reader has ended; make a new one for each page";
    js_error("finished", what)
}

/// The memory of a site; empty bytes are an empty memory.
pub(super) fn site_memory(bytes: Uint8Array) -> Result<SiteMemory, JsValue> {
    match bytes.length() {
        0 => Ok(SiteMemory::default()),
        _ => SiteMemory::from_bytes(&bytes.to_vec()).map_err(to_js_error),
    }
}

// Options are read one by one: `serde` would add 8 KiB to the module for these few. `pkg/api.js` refuses unknown names.

fn text(options: &JsValue, name: &str) -> Result<Option<String>, JsValue> {
    option(options, name).map(|value| value.as_string().ok_or_else(|| not(name, "text"))).transpose()
}

/// A property that is true or false; false if it is missing.
fn flag(options: &JsValue, name: &str) -> Result<bool, JsValue> {
    option(options, name).map_or(Ok(false), |value| value.as_bool().ok_or_else(|| not(name, "true or false")))
}

/// A property that is a number of things.
pub(super) fn count(options: &JsValue, name: &str) -> Result<Option<usize>, JsValue> {
    let Some(value) = option(options, name) else {
        return Ok(None);
    };
    let number = value.as_f64().unwrap_or(f64::NAN);
    // A value that is not an integer of this type changes when it is converted.
    let count = number as u32;
    let is_whole = f64::from(count) == number;
    if is_whole { Ok(Some(count as usize)) } else { Err(not(name, "a whole number below 4,294,967,296")) }
}

#[cfg(feature = "markup")]
fn structures(options: &JsValue) -> Result<Vec<Structure>, JsValue> {
    let refusal = || not("without", "a list of `links`, `images` and `tables`");
    let structure = |value: JsValue| Structure::from_name(&value.as_string()?);
    let Some(list) = option(options, "without") else {
        return Ok(Vec::new());
    };
    let list = list.dyn_into::<js_sys::Array>().map_err(|_| refusal())?;
    let structures = list.iter().map(|value| structure(value).ok_or_else(refusal));
    structures.collect()
}

fn not(name: &str, kind: &str) -> JsValue {
    js_error("options", &format!("options: {name} is not {kind}"))
}
