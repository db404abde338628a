//! The results for two articles, in the sentences that the site and the MCP server have, too.

use offprint::compare::{Change, Likely, Original, Reason, Rewriting, Telling, Which};
use std::collections::HashMap;
use std::sync::LazyLock;

/// The English phrases by their keys. The file is a module of the site, `www/relation-words.js`.
static PHRASES: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let all = include_str!("words.js");
    let english = all.split("  zh: {").next().unwrap_or_default();
    let entries = english.split(",\n").filter_map(|entry| {
        let (key, text) = entry.split_once("':")?;
        let (_, key) = key.split_once('\'')?;
        Some((key, text.trim().trim_matches('\'')))
    });
    entries.collect()
});

/// The phrase of a key with this value in it; a key without a phrase stands for itself.
fn phrase(key: &str, value: &str) -> String {
    let phrase = PHRASES.get(key).copied().unwrap_or(key);
    match phrase.split_once('{').zip(phrase.split_once('}')) {
        Some(((before, _), (_, after))) => format!("{before}{value}{after}"),
        None => phrase.to_owned(),
    }
}

/// How the first was changed in the second, as one sentence.
pub fn changes(changes: &[Change]) -> String {
    if changes.is_empty() {
        return phrase("changes.none", "");
    }
    let changes: Vec<String> = changes.iter().map(change).collect();
    phrase("changes.some", &changes.join(&phrase("changes.and", "")))
}

/// That two pages have one address.
pub fn version() -> String {
    phrase("changes.version", "")
}

fn change(change: &Change) -> String {
    let key = format!("change.{}", change.kind.name());
    phrase(&key, &format!("{:.0} %", change.share * 100.0))
}

/// Which one is the original, and every reason, one per line.
pub fn original(original: &Original) -> Vec<String> {
    let mut answer = phrase(&format!("original.{}", original.which.name()), "");
    if original.which != Which::Unsaid {
        let confidence = phrase("original.confidence", &original.confidence.to_string());
        answer = format!("{answer} {confidence}.");
    }
    let reasons = original.reasons.iter().map(reason);
    std::iter::once(answer).chain(reasons).collect()
}

fn reason(reason: &Reason) -> String {
    let side = phrase(&format!("for.{}", reason.speaks_for.name()), "");
    let ground = phrase(&format!("ground.{}", reason.ground.name()), "");
    format!("  {side}: {ground} ({})", reason.weight)
}

/// Whether one of two articles that are not copies reports the other in other words.
pub fn rewriting(rewriting: &Rewriting) -> String {
    let key = match (rewriting.verdict, rewriting.likely) {
        (Telling::Unknown, Some(Likely::Perhaps)) => "perhaps",
        (verdict, _) => verdict.name(),
    };
    phrase(&format!("rewritten.{key}"), "")
}

#[cfg(test)]
mod tests {
    use super::PHRASES;
    use offprint::compare::{ChangeKind, Ground, Which};

    #[test]
    fn every_value_has_a_phrase() {
        for (of, names) in [
            ("change", ChangeKind::NAMES),
            ("changes", &["none", "some", "and", "version"]),
            ("for", &["first", "second"]),
            ("ground", Ground::NAMES),
            ("original", Which::NAMES),
            ("original", &["confidence"]),
            (
                "rewritten",
                &["rewritten", "independent", "perhaps", "unknown"],
            ),
        ] {
            for name in names {
                let key = format!("{of}.{name}");
                let phrase = PHRASES.get(&*key).copied().unwrap_or_default();
                assert!(
                    !phrase.is_empty() && !phrase.contains('\''),
                    "{key}: {phrase}"
                );
            }
        }
    }
}
