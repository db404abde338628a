//! Offprint for C, and for languages that call C. `include/offprint.h` documents the functions for their callers.

use offprint::compare::ArticleRecord;
use offprint::index::{SearchResult, fold};
use offprint::{Article, Fingerprint, ReadOptions};
use serde::Serialize;
use std::any::Any;
use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_char};
use std::panic::{UnwindSafe, catch_unwind};
use std::{ptr, slice};

#[derive(Debug, Serialize)]
struct Failure {
    code: &'static str,
    message: String,
}

impl Failure {
    fn json(&self) -> serde_json::Result<String> {
        serde_json::to_string(&BTreeMap::from([("error", self)]))
    }
}

impl From<offprint::Error> for Failure {
    fn from(error: offprint::Error) -> Failure {
        Failure { code: error.code(), message: error.to_string() }
    }
}

fn misuse(message: impl Into<String>) -> Failure {
    Failure { code: "misuse", message: message.into() }
}

/// Wraps the result of a call. A panic, which is a bug in this library, ends the call and nothing else.
fn json_result<T: Serialize>(call: impl FnOnce() -> Result<T, Failure> + UnwindSafe) -> *mut c_char {
    let made = catch_unwind(|| match call() {
        Ok(value) => serde_json::to_string(&value),
        Err(failure) => failure.json(),
    })
    .unwrap_or_else(|panic| {
        let reason = panic_message(&*panic);
        let message = format!("a bug in Offprint; please report it ({reason})");
        let code = "panic";
        Failure { code, message }.json()
    });
    let text = made.ok().and_then(|json| CString::new(json).ok());
    text.map_or(ptr::null_mut(), CString::into_raw)
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message")
}

/// The text at a pointer, or `None` for NULL.
///
/// # Safety
/// The pointer is NULL, or points to bytes that end with a zero and outlive the text.
#[allow(unsafe_code)]
unsafe fn text<'a>(pointer: *const c_char) -> Result<Option<&'a str>, Failure> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: It is not NULL, and the caller guarantees the rest.
    let text = unsafe { CStr::from_ptr(pointer) }.to_str();
    text.map(Some).map_err(|_| misuse("a fingerprint, the options or the results are not UTF-8"))
}

/// Reads a page. `include/offprint.h` has the details.
///
/// # Safety
/// `page` points to `length` bytes, or is NULL if the page is empty. `options` is NULL or points to bytes that end with
/// a zero.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn offprint_read(page: *const u8, length: usize, options: *const c_char) -> *mut c_char {
    json_result(|| {
        if page.is_null() && length > 0 || isize::try_from(length).is_err() {
            let what = "page is NULL but length is not 0, or length is too large";
            return Err(misuse(what));
        }
        let page = if page.is_null() {
            &[]
        } else {
            // SAFETY: It is not NULL, its length is possible, and the caller guarantees the bytes.
            unsafe { slice::from_raw_parts(page, length) }
        };
        // SAFETY: The caller guarantees it.
        let options = match unsafe { text(options) }? {
            None => ReadOptions::new(),
            Some(json) => serde_json::from_str(json).map_err(|error| misuse(format!("invalid options: {error}")))?,
        };
        Ok(offprint::read(page, options))
    })
}

/// Compares two articles or fingerprints. `include/offprint.h` has the details.
///
/// # Safety
/// Each is NULL or points to bytes that end with a zero.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn offprint_compare(a: *const c_char, b: *const c_char) -> *mut c_char {
    json_result(|| {
        // SAFETY: The caller guarantees both.
        let sides = [unsafe { text(a) }?, unsafe { text(b) }?];
        let [a, b] = sides.map(record);
        Ok(a?.compare(&b?))
    })
}

/// The record of a fingerprint, or of an article in JSON.
fn record(text: Option<&str>) -> Result<ArticleRecord, Failure> {
    match text {
        None => Ok(ArticleRecord::default()),
        Some(json) if json.starts_with('{') => {
            let article: Article =
                serde_json::from_str(json).map_err(|error| misuse(format!("invalid article: {error}")))?;
            Ok(ArticleRecord::from(&article))
        }
        Some(fingerprint) => Ok(ArticleRecord::from(fingerprint.parse::<Fingerprint>()?)),
    }
}

/// Folds a list of results. `include/offprint.h` has the details.
///
/// # Safety
/// `results` is NULL or points to bytes that end with a zero.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn offprint_fold(results: *const c_char, rewrites: bool) -> *mut c_char {
    json_result(|| {
        // SAFETY: The caller guarantees it.
        let json = unsafe { text(results) }?.unwrap_or("[]");
        let mut results: Vec<SearchResult> =
            serde_json::from_str(json).map_err(|error| misuse(format!("invalid results: {error}")))?;
        if rewrites {
            results = results.into_iter().map(SearchResult::with_facts).collect();
        }
        Ok(fold(&results))
    })
}

/// Frees a string that one of the functions above returned.
///
/// # Safety
/// `json` is NULL, or was returned by one of them and has not been freed yet.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn offprint_free(json: *mut c_char) {
    if !json.is_null() {
        // SAFETY: `json_result` made it by `CString::into_raw`.
        drop(unsafe { CString::from_raw(json) });
    }
}

/// The version of this library, as a static string.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn offprint_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_ends_the_call_and_is_reported() {
        let pointer = json_result::<()>(|| panic!("a \"fault\""));
        // Takes ownership back, as `offprint_free` does.
        #[allow(unsafe_code)]
        // SAFETY: `json_result` made it by `CString::into_raw`.
        let json = unsafe { CString::from_raw(pointer) }.into_string().unwrap();
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["error"]["code"], "panic");
        assert!(json["error"]["message"].as_str().unwrap().contains("a \"fault\""));
    }
}
