//! Reading a page.

use super::{js_error, keys_of, option, set, to_js, to_js_error};
use js_sys::{Reflect, Uint8Array};
use offprint::{Error, ReadOptions, SiteMemory};
use wasm_bindgen::prelude::*;

/// Reads one page, chunk by chunk.
#[wasm_bindgen]
pub struct Reader {
    /// Empty after the end.
    pub(super) inner: Option<offprint::Reader>,
    explain: bool,
}

#[wasm_bindgen]
impl Reader {
    /// A reader for one page.
    #[wasm_bindgen(constructor)]
    pub fn new(options: JsValue) -> Result<Reader, JsValue> {
        let explain = flag(&options, "explain")?;
        let options = ReadOptions {
            content_type: text(&options, "contentType")?,
            url: text(&options, "url")?,
            clean: flag(&options, "clean")?,
            max_bytes: count(&options, "maxBytes")?.unwrap_or(ReadOptions::default().max_bytes),
            #[cfg(feature = "markup")]
            markup: flag(&options, "markup")?,
        };
        Ok(Reader {
            inner: Some(offprint::Reader::new(options)),
            explain,
        })
    }

    /// Reads the next bytes; returns what is ready of the cleaned page.
    pub fn write(&mut self, bytes: &[u8]) -> Result<Uint8Array, JsValue> {
        let reader = self
            .inner
            .as_mut()
            .ok_or(Error::Finished)
            .map_err(to_js_error)?;
        let cleaned = reader.write(bytes).map_err(to_js_error)?;
        Ok(Uint8Array::from(&cleaned[..]))
    }

    /// Ends the page and returns the article. Given the memory of its site, it is judged by that, too; `siteMemory` is
    /// then the memory with this page.
    pub fn end(&mut self, site: Option<Uint8Array>) -> Result<JsValue, JsValue> {
        let mut site = site.map(site_memory).transpose()?;
        let mut reader = self
            .inner
            .take()
            .ok_or(Error::Finished)
            .map_err(to_js_error)?;
        let (article, seen) = reader.end_by(site.as_ref()).map_err(to_js_error)?;
        let object = to_js(&article)?;
        let keys = article.fingerprint.as_ref().map(keys_of);
        set(&object, "keys", to_js(&keys.unwrap_or_default()))?;
        #[cfg(feature = "edge")]
        set(&object, "digest", to_js(&offprint_edge::digest(&article)))?;
        if self.explain {
            set(&object, "blocks", to_js(&article.blocks))?;
        }
        if let Some(site) = &mut site {
            site.remember(&seen);
            let bytes = Uint8Array::from(&site.to_bytes()[..]);
            set(&object, "siteMemory", Ok(bytes.into()))?;
        }
        let rest = reader.take_rest();
        if !rest.is_empty() {
            Reflect::set(&object, &"rest".into(), &Uint8Array::from(&rest[..]))?;
        }
        Ok(object)
    }
}

/// The memory of a site; no bytes are an empty one.
pub(super) fn site_memory(bytes: Uint8Array) -> Result<SiteMemory, JsValue> {
    match bytes.length() {
        0 => Ok(SiteMemory::default()),
        _ => SiteMemory::from_bytes(&bytes.to_vec()).map_err(to_js_error),
    }
}

// Options are read one by one: to have `serde` do it for these few takes 8 KiB of the module. Names that there are
// none of are refused in `pkg/api.js`.

fn text(options: &JsValue, name: &str) -> Result<Option<String>, JsValue> {
    let text = |value: JsValue| value.as_string().ok_or_else(|| not(name, "text"));
    option(options, name).map(text).transpose()
}

fn flag(options: &JsValue, name: &str) -> Result<bool, JsValue> {
    let flag = |value: JsValue| value.as_bool().ok_or_else(|| not(name, "true or false"));
    option(options, name).map_or(Ok(false), flag)
}

fn count(options: &JsValue, name: &str) -> Result<Option<usize>, JsValue> {
    let count = |value: JsValue| {
        let number = value.as_f64().unwrap_or(f64::NAN);
        // What is no such number is another after it was one.
        let count = number as u32;
        (f64::from(count) == number)
            .then_some(count as usize)
            .ok_or_else(|| not(name, "a whole number below 4,294,967,296"))
    };
    option(options, name).map(count).transpose()
}

fn not(name: &str, kind: &str) -> JsValue {
    js_error("options", &format!("options: {name} is not {kind}"))
}
