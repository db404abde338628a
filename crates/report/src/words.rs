//! The results for two articles, in plain sentences.

use super::name;
use offprint::compare::{Change, ChangeKind};
use offprint::compare::{OriginEvidence, Original, Reason, Which};

/// How the first was changed in the second, as one sentence.
pub fn changes(changes: &[Change]) -> String {
    let said: Vec<String> = changes.iter().map(change).collect();
    match said.split_last() {
        None => "No long passage appears in only one of them.".to_owned(),
        Some((last, [])) => format!("The second {last}."),
        Some((last, before)) => format!("The second {} and {last}.", before.join(", ")),
    }
}

fn change(change: &Change) -> String {
    let share = format!("{:.0} %", change.share * 100.0);
    match change.kind {
        ChangeKind::HeadCut => format!("lacks the head of the first ({share} of it)"),
        ChangeKind::MiddleCut => format!("lacks passages inside the first ({share})"),
        ChangeKind::TailCut => format!("lacks the tail of the first ({share} of it)"),
        ChangeKind::HeadAdded => format!("has a head of its own ({share} of it)"),
        ChangeKind::Inserted => format!("has passages of its own inside ({share})"),
        ChangeKind::TailAdded => format!("has a tail of its own ({share} of it)"),
        ChangeKind::UncertainCut => {
            format!(
                "lacks text of the first that may not belong to the article ({share}, not counted)"
            )
        }
        ChangeKind::UncertainAdded => {
            format!("has text of its own that may not belong to the article ({share}, not counted)")
        }
        ChangeKind::Contained => format!("is contained in the first (by {share})"),
        ChangeKind::Contains => format!("contains the first (by {share})"),
        ChangeKind::OneForm => format!(
            "is written by the same form, with other facts: they agree {share} as often as the other text"
        ),
        ChangeKind::Overlap => format!("overlaps with it ({share} of one of them)"),
    }
}

/// Which one is the original, and every reason, one per line.
pub fn original(original: &Original) -> Vec<String> {
    let answer = match original.which {
        None => "Original: undetermined.".to_owned(),
        Some(which) => format!(
            "The {} is the original, confidence {} of 100.",
            name(which),
            original.confidence
        ),
    };
    let reasons = original.reasons.iter().map(reason);
    std::iter::once(answer).chain(reasons).collect()
}

fn reason(reason: &Reason) -> String {
    let (this, other) = match reason.favors {
        Which::First => ("first", "second"),
        Which::Second => ("second", "first"),
    };
    let found = match reason.evidence {
        OriginEvidence::CanonicalAddress => format!("the {other} states its address as its own"),
        OriginEvidence::CanonicalSite => {
            format!("the {other} states an address on its site as its own")
        }
        OriginEvidence::Credit => format!("the {other} credits its site"),
        OriginEvidence::Title => format!("the headline of the {other} says that it is a reprint"),
        OriginEvidence::Published => "it was published earlier".to_owned(),
        OriginEvidence::Longer => format!("it holds the {other} and more"),
    };
    format!("  for the {this}: {found} ({})", reason.weight)
}
