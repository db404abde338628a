//! The measurements in `research/results/*.json`.

use crate::files::{self, text_of};
use anyhow::{Context, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use std::path::PathBuf;

/// The folder of all results.
pub const RESULTS: &str = "research/results";

/// A file of the repository.
pub fn path(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(name)
}

/// Writes a file of the repository.
pub fn write(name: &str, bytes: impl AsRef<[u8]>) -> Result<()> {
    files::write(&path(name), bytes)
}

/// The results of a name.
pub fn results<T: DeserializeOwned>(name: &str) -> Result<T> {
    let path = path(&format!("{RESULTS}/{name}.json"));
    serde_json::from_str(&text_of(&path)?).with_context(|| path.display().to_string())
}

/// Writes results.
pub fn record(name: &str, results: &impl Serialize) -> Result<()> {
    let file = format!("{RESULTS}/{name}.json");
    save(&file, results)?;
    println!("{file}");
    Ok(())
}

/// Writes a file of JSON.
pub fn save(name: &str, content: &impl Serialize) -> Result<()> {
    let json = rounded(serde_json::to_value(content)?);
    write(name, pretty(&json, 0) + "\n")
}

/// Figures to four places: more would change on every run.
pub fn rounded(json: Json) -> Json {
    match json {
        Json::Array(items) => items.into_iter().map(rounded).collect(),
        Json::Object(items) => items.into_iter().map(|(key, item)| (key, rounded(item))).collect(),
        Json::Number(number) if number.is_f64() => {
            let figure = number.as_f64().unwrap_or_default();
            // No −0.
            Json::from((figure * 10_000.0).round() / 10_000.0 + 0.0)
        }
        other => other,
    }
}

/// JSON with one line for each list or object that holds no other.
fn pretty(json: &Json, depth: usize) -> String {
    let nested = |item: &Json| matches!(item, Json::Array(_) | Json::Object(_));
    let lines = |open: char, items: Vec<String>, close: char| {
        let [outer, inner] = [depth, depth + 1].map(|depth| "  ".repeat(depth));
        let items: Vec<String> = items.into_iter().map(|item| inner.clone() + &item).collect();
        format!("{open}\n{}\n{outer}{close}", items.join(",\n"))
    };
    let below = |item: &Json| pretty(item, depth + 1);
    match json {
        Json::Array(items) if items.iter().any(nested) => lines('[', items.iter().map(below).collect(), ']'),
        Json::Object(items) if items.values().any(nested) => {
            let item = |(key, item): (&String, &Json)| format!("{}: {}", Json::from(key.as_str()), below(item));
            lines('{', items.iter().map(item).collect(), '}')
        }
        flat => flat.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn json_is_rounded_and_has_a_line_for_each_record() {
        let json = rounded(json!({"rows": [{"a": 1.0 / 3.0}, {"a": -0.000_001}], "n": 5}));
        assert_eq!(pretty(&json, 0), "{\n  \"n\": 5,\n  \"rows\": [\n    {\"a\":0.3333},\n    {\"a\":0.0}\n  ]\n}");
    }
}
