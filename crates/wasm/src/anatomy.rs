//! Which parts of a text are in its fingerprint; see [`Anatomy`].

use super::{to_js, to_js_error};
use offprint::Fingerprint;
use offprint::positions::units_before;
use offprint_methods::anatomy::Anatomy;
use serde::Serialize;
use std::ops::Range;
use wasm_bindgen::prelude::*;

#[derive(Serialize)]
struct Shown {
    codes: Vec<Code>,
    keys: Vec<Key>,
    samples: Vec<Sample>,
    parts: Vec<Part>,
}

#[derive(Serialize)]
struct Code {
    before: Place,
    after: Place,
    kept: bool,
}

#[derive(Serialize)]
struct Key {
    key: String,
    written: bool,
    place: Option<Place>,
}

#[derive(Serialize)]
struct Sample {
    hash: u16,
    place: Option<Place>,
    doubtful: bool,
}

/// A part of the fingerprint's bytes.
#[derive(Serialize)]
struct Part {
    name: &'static str,
    end: usize,
}

/// A place in a text, in UTF-16 code units.
#[derive(Serialize)]
struct Place {
    start: usize,
    end: usize,
}

/// What a fingerprint in text form, if given, holds of a text.
#[wasm_bindgen]
pub fn anatomy(fingerprint: Option<String>, text: &str) -> Result<JsValue, JsValue> {
    let fingerprint = fingerprint.map(|text| text.parse::<Fingerprint>());
    let fingerprint = fingerprint.transpose().map_err(to_js_error)?;
    let found = Anatomy::of(fingerprint.as_ref(), text);
    let tokens = units_before(text, char::len_utf16);
    let place = |range: Range<usize>| Place {
        start: tokens[range.start],
        end: tokens[range.end],
    };
    to_js(&Shown {
        codes: found
            .codes
            .into_iter()
            .map(|code| Code {
                before: place(code.before),
                after: place(code.after),
                kept: code.kept,
            })
            .collect(),
        keys: found
            .keys
            .into_iter()
            .map(|key| Key {
                key: key.key,
                written: key.written,
                place: key.place.map(place),
            })
            .collect(),
        samples: found
            .samples
            .into_iter()
            .map(|sample| Sample {
                hash: sample.hash,
                place: sample.place.map(place),
                doubtful: sample.is_doubtful,
            })
            .collect(),
        parts: found
            .parts
            .into_iter()
            .map(|(part, end)| Part {
                name: part.name(),
                end,
            })
            .collect(),
    })
}
