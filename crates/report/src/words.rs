//! The results for two articles, in the sentences that the site and the MCP server also use.

use offprint::compare::{Change, Likelihood, Original, Reason, RewriteVerdict, Rewriting};
use std::collections::HashMap;
use std::sync::LazyLock;

/// The phrases by their keys, which `shared/relation-words.js` also reads.
static PHRASES: LazyLock<HashMap<&str, &str>> =
    LazyLock::new(|| serde_json::from_str(include_str!("data/phrases.json")).expect("the file is an object of texts"));

/// The phrase of a key with this value in it; a key without a phrase stands for itself.
pub fn phrase(key: &str, value: &str) -> String {
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

fn change(change: &Change) -> String {
    let key = format!("change.{}", change.kind.name());
    phrase(&key, &format!("{:.0} %", change.share * 100.0))
}

/// Which one is the original, and every reason, one per line.
pub fn original(original: &Original) -> Vec<String> {
    let answer = match original.which {
        Some(which) => {
            let answer = phrase(&format!("original.{}", which.name()), "");
            let confidence = phrase("original.confidence", &original.confidence.to_string());
            format!("{answer} {confidence}.")
        }
        None => phrase("original.undetermined", ""),
    };
    let reasons = original.reasons.iter().map(reason);
    std::iter::once(answer).chain(reasons).collect()
}

fn reason(reason: &Reason) -> String {
    let side = phrase(&format!("for.{}", reason.favors.name()), "");
    let evidence = phrase(&format!("reason.{}", reason.evidence.name()), "");
    format!("  {side}: {evidence} ({})", reason.weight)
}

/// Whether one of two articles that are not copies reports the other in other words.
pub fn rewriting(rewriting: &Rewriting) -> String {
    let key = match (rewriting.verdict, rewriting.likelihood) {
        (RewriteVerdict::Unknown, Some(Likelihood::Medium)) => "medium",
        (verdict, _) => verdict.name(),
    };
    phrase(&format!("rewritten.{key}"), "")
}

#[cfg(test)]
mod tests {
    use super::PHRASES;
    use offprint::compare::{ChangeKind, OriginEvidence, Which};

    #[test]
    fn every_value_has_a_phrase() {
        for (of, names) in [
            ("change", ChangeKind::NAMES),
            ("changes", &["none", "some", "and", "version"]),
            ("for", &["first", "second"]),
            ("reason", OriginEvidence::NAMES),
            ("original", Which::NAMES),
            ("original", &["undetermined", "confidence"]),
            ("rewritten", &["rewritten", "independent", "medium", "unknown"]),
        ] {
            for name in names {
                let key = format!("{of}.{name}");
                let phrase = PHRASES.get(&*key).copied().unwrap_or_default();
                assert!(!phrase.is_empty(), "{key}");
            }
        }
    }
}
