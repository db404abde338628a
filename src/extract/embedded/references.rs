//! Resolves data whose values refer to each other by number into ordinary JSON.
//!
//! Nuxt (`__NUXT_DATA__`, the form of devalue) and React Router (turbo-stream) write all values into one list, and
//! objects and lists in it hold the indices of their values: `[{"title":1},"The dam"]`. React Router also refers to
//! keys by number: `{"_2":1}`. Each object and list is written out once, at its first reference, so cycles end and the
//! output is not much longer than the input.

use crate::parse::block::MAX_DATA;
use crate::parse::json::{Reader, Value};

/// Most values that are read. Larger: the articles of more pages are read, and any page can take eight more bytes of
/// memory for each value.
const MAX_VALUES: usize = 1 << 16;
/// Brackets nested deeper than this are written as `null`.
const MAX_DEPTH: u32 = 64;
/// Longest text that is written out at every reference, in bytes: equal texts share a number, such as the title of an
/// article and of its page.
const MAX_REPEATED_BYTES: usize = 256;
/// Most bytes that are written out.
const MAX_WRITTEN: usize = 2 * MAX_DATA;

/// The resolved data; `None` if its values do not refer to each other by number.
pub fn resolved(text: &str) -> Option<String> {
    let values = values(text);
    let mut resolver = Resolver { is_written: vec![false; values.len()], values, out: String::new() };
    if !resolver.is_root() {
        return None;
    }
    resolver.write(0, 0);
    Some(resolver.out)
}

/// The raw values of a list; empty if it is not a list.
fn values(text: &str) -> Vec<&str> {
    let mut reader = Reader::new(text, MAX_DEPTH);
    let mut values = Vec::new();
    if let Value::List = reader.value() {
        while values.len() < MAX_VALUES && reader.next_item() {
            values.push(reader.skip_value());
        }
    }
    values
}

struct Resolver<'a> {
    values: Vec<&'a str>,
    is_written: Vec<bool>,
    out: String,
}

impl Resolver<'_> {
    /// Whether the first value is an object of numbers, or a wrapper around one: `["Reactive",1]`.
    fn is_root(&self) -> bool {
        let (mut numbers, mut others) = (0, 0);
        let root = self.values.first().copied().unwrap_or_default();
        members(root, &mut |key, value| match value.as_bytes() {
            // Negative numbers represent `undefined` and the like.
            [b'-', ..] => {}
            [b'"', ..] if key.is_none() => {}
            _ if number(value).is_some_and(|number| number < self.values.len()) => numbers += 1,
            _ => others += 1,
        });
        root.starts_with(['{', '[']) && numbers > 0 && others == 0
    }

    fn write(&mut self, number: usize, depth: u32) {
        let raw = self.values.get(number).copied().unwrap_or("null");
        let is_nested = raw.starts_with(['{', '[']);
        let once = is_nested || raw.len() > MAX_REPEATED_BYTES;
        if self.out.len() > MAX_WRITTEN
            || is_nested && depth == MAX_DEPTH
            || once && std::mem::replace(&mut self.is_written[number], true)
        {
            self.out.push_str("null");
        } else if is_nested {
            self.write_members(raw, depth + 1);
        } else {
            self.out.push_str(raw);
        }
    }

    fn write_members(&mut self, raw: &str, depth: u32) {
        let (open, close) = if raw.starts_with('{') { ('{', '}') } else { ('[', ']') };
        self.out.push(open);
        members(raw, &mut |key, value| {
            if let Some(key) = key {
                let named = key
                    .strip_prefix('_')
                    .and_then(number)
                    .and_then(|number| self.values.get(number))
                    .and_then(|name| name.strip_prefix('"')?.strip_suffix('"'));
                self.out.push('"');
                self.out.push_str(named.filter(|name| name.len() <= MAX_REPEATED_BYTES).unwrap_or(key));
                self.out.push_str("\":");
            }
            match number(value) {
                Some(number) => self.write(number, depth),
                // The name of a wrapper, such as `Reactive`, or `undefined`.
                None => self.out.push_str("null"),
            }
            self.out.push(',');
        });
        self.out.push(close);
    }
}

/// A whole number, 0 or more.
fn number(value: &str) -> Option<usize> {
    let digits = value.bytes().try_fold(0usize, |number, byte| {
        let digit = byte.is_ascii_digit().then(|| usize::from(byte - b'0'))?;
        number.checked_mul(10)?.checked_add(digit)
    });
    digits.filter(|_| !value.is_empty())
}

/// Calls `each` with the raw values of an object or list, and with the keys of an object.
#[inline(never)]
fn members<'a>(raw: &'a str, each: &mut dyn FnMut(Option<&'a str>, &'a str)) {
    let mut reader = Reader::new(raw, MAX_DEPTH);
    match reader.value() {
        Value::Object => {
            while let Some(key) = reader.key() {
                each(Some(key), reader.skip_value());
            }
        }
        Value::List => {
            while reader.next_item() {
                each(None, reader.skip_value());
            }
        }
        Value::Text(_) | Value::Other => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn values_are_written_where_they_are_referred_to() {
        for (text, expected) in [
            (
                r#"[["Reactive",1],{"a":2,"b":3,"c":-1},"x \"y\"",[2,4],true]"#,
                r#"[null,{"a":"x \"y\"","b":["x \"y\"",true,],"c":null,},]"#,
            ),
            (
                r#" [ {"_1":2, "_3" : -5} , "title", "The dam", "none", ["D",7] ] "#,
                r#"{"title":"The dam","none":null,}"#,
            ),
        ] {
            assert_eq!(resolved(text).as_deref(), Some(expected));
        }
    }

    #[test]
    fn other_data_is_left_as_it_is() {
        for text in [
            "",
            "[",
            "[]",
            "{}",
            "[1,2,3]",
            r#"[{"a":1}]"#,
            r#"[{"a":7},"x"]"#,
            r#"[{"a":"x"},"y"]"#,
            r#"[{"a":1.5},"y"]"#,
            r#"[{"a":1,"b":null},"y"]"#,
            r#"[["a","b"],"c"]"#,
            r#"{"a":1}"#,
        ] {
            assert_eq!(resolved(text), None, "{text}");
        }
    }

    #[test]
    fn hostile_data_is_read_to_its_end() {
        let own = r#"[{"a":0,"b":1},[0,1,1]]"#;
        assert_eq!(resolved(own).as_deref(), Some(r#"{"a":null,"b":[null,null,null,],}"#));
        let huge = r#"[{"a":1},[99999999999999999999999,4294967296,18446744073709551615]]"#;
        assert_eq!(resolved(huge).as_deref(), Some(r#"{"a":[null,null,null,],}"#));
        // Each value is nested in the one before it.
        let deep: String = (1..5000).map(|n| format!("{{\"a\":{n}}},")).collect();
        let deep = resolved(&format!("[{deep}\"end\"]")).expect("numbers");
        assert!(deep.matches('{').count() == MAX_DEPTH as usize && !deep.contains("end"));
        // Each refers to the next one twice.
        let wide: String = (1..5000).map(|n| format!("[{n},{n}],")).collect();
        assert!(resolved(&format!("[{{\"a\":1}},{wide}\"end\"]")).is_some_and(|out| out.len() < 50_000));
        // All refer to one text.
        for size in [MAX_REPEATED_BYTES - 2, 100_000] {
            let text = "x".repeat(size);
            let many = "2,".repeat(60_000);
            let out = resolved(&format!("[{{\"a\":1}},[{many}],\"{text}\"]")).expect("numbers");
            assert!(out.len() <= MAX_WRITTEN + 5 * 60_000 + MAX_REPEATED_BYTES, "{}", out.len());
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_to_its_end(text in r#"[\[{]{0,2}[\[\]{}",:0-9_\-a水\\ ]{0,60}"#) {
            resolved(&text);
        }
    }
}
