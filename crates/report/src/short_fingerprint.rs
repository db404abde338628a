//! The output on two short fingerprints.

use super::{Form, Plain, name, printed, short};
use offprint::compare::{ShortComparison, Verdict};
use offprint::{Article, Fingerprint, ShortFingerprint};
use std::fmt::Write;

/// The output of `compare` on two short fingerprints, each with its name, and their verdict.
///
/// ```
/// use offprint::compare::Verdict;
/// use offprint_report::{Form, short_comparison};
/// let (verdict, text) = short_comparison([("a.html", None), ("b.html", None)], Form::Plain);
/// assert_eq!(verdict, Verdict::Unknown);
/// assert!(text.starts_with("unknown, by short fingerprints\n"));
/// ```
pub fn short_comparison(
    sides: [(&str, Option<&ShortFingerprint>); 2],
    form: Form,
) -> (Verdict, String) {
    let comparison = ShortComparison::of(sides[0].1, sides[1].1);
    let text = printed(form, &comparison, |out| {
        writeln!(out, "{}, by short fingerprints\n", name(comparison.verdict))?;
        for (side, short_fingerprint) in sides {
            let none = match short_fingerprint {
                None => "  no fingerprint",
                Some(_) => "",
            };
            writeln!(out, "{}{none}", Plain(&short(side)))?;
        }
        let Some(ratio) = comparison.length_ratio else {
            return Ok(());
        };
        writeln!(out, "\n{}.", agreement(&comparison))?;
        writeln!(
            out,
            "The longer is {ratio:.2} times as long as the shorter."
        )?;
        match comparison.verdict {
            Verdict::Unknown => writeln!(out, "That does not decide it: compare the pages."),
            _ => Ok(()),
        }
    });
    (comparison.verdict, text)
}

/// The short fingerprint of an article.
pub fn short_of(article: &Article) -> Option<ShortFingerprint> {
    article.fingerprint.as_ref().map(Fingerprint::short)
}

/// How many sentence ends of two articles agree: the part of the evidence that a reader can check.
pub fn sentence_ends(articles: [&Article; 2]) -> String {
    let [a, b] = articles.map(short_of);
    agreement(&ShortComparison::of(a.as_ref(), b.as_ref()))
}

fn agreement(comparison: &ShortComparison) -> String {
    match (comparison.agreeing, comparison.compared) {
        (1, compared) => format!("1 of {compared} sentence ends agrees"),
        (agreeing, compared) => format!("{agreeing} of {compared} sentence ends agree"),
    }
}
