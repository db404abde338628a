//! Decoding by the platform, in builds that leave the tables of East Asia out.

use crate::{CoderResult, Encoding, Kind};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    type TextDecoder;

    #[wasm_bindgen(constructor, catch)]
    fn new(label: &str) -> Result<TextDecoder, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn decode(this: &TextDecoder, bytes: &[u8], options: &JsValue) -> Result<String, JsValue>;
}

/// The platform's decoder for one text. Where the platform has none for a charset, whatever is not
/// ASCII is replaced, so that such a page counts as unreadable.
pub(crate) struct Platform(Option<TextDecoder>);

impl Platform {
    /// `None` for what needs no platform.
    pub(crate) fn new(encoding: &'static Encoding) -> Option<Platform> {
        let by_platform = matches!(
            encoding.kind,
            Kind::Gb18030
                | Kind::Big5
                | Kind::EucJp
                | Kind::Iso2022Jp
                | Kind::ShiftJis
                | Kind::EucKr
        );
        by_platform.then(|| Platform(TextDecoder::new(encoding.name).ok()))
    }

    pub(crate) fn decode(
        &mut self,
        bytes: &[u8],
        out: &mut [u8],
        last: bool,
    ) -> (CoderResult, usize, usize, bool) {
        // A byte becomes three at most, and so do three that may be held.
        let read = bytes.len().min((out.len() / 3).saturating_sub(3));
        let whole = read == bytes.len();
        let text = self.text(&bytes[..read], last && whole);
        out[..text.len()].copy_from_slice(text.as_bytes());
        let result = match whole {
            true => CoderResult::InputEmpty,
            false => CoderResult::OutputFull,
        };
        (result, read, text.len(), text.contains('\u{FFFD}'))
    }

    fn text(&self, bytes: &[u8], last: bool) -> String {
        let options = js_sys::Object::new();
        // Setting a property of a fresh object cannot fail.
        let _ = js_sys::Reflect::set(&options, &"stream".into(), &(!last).into());
        let decoder = self.0.as_ref();
        decoder
            .and_then(|decoder| decoder.decode(bytes, &options).ok())
            .unwrap_or_else(|| bytes.iter().copied().map(ascii).collect())
    }
}

fn ascii(byte: u8) -> char {
    match byte.is_ascii() {
        true => byte.into(),
        false => '\u{FFFD}',
    }
}
