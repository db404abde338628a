//! The output of `fold`: a sentence and a list for people, an object for programs.

use super::{Form, print_line, printed};
use offprint::index::{FoldedResults, GroupedResult, Likeness, SearchResult};
use serde::Serialize;
use std::fmt::{self, Write};

/// [`FoldedResults`] with ids instead of positions.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report<'a> {
    sentence: &'a str,
    independent_origins: usize,
    groups: Vec<Group<'a>>,
    unread: Vec<&'a str>,
}

#[derive(Serialize)]
struct Group<'a> {
    representative: &'a str,
    source: Option<&'a str>,
    confidence: u8,
    others: Vec<Other<'a>>,
}

#[derive(Serialize)]
struct Other<'a> {
    result: &'a str,
    of: &'a str,
    likeness: Likeness,
    score: f64,
}

/// A folded list, each result with its id.
///
/// ```
/// use offprint::index::{SearchResult, fold};
/// use offprint_report::{Form, folded};
/// let (ids, results) = (["a".to_owned()], [SearchResult::default()]);
/// let output = folded(&ids, &results, &fold(&results), Form::Plain);
/// let sentence = "1 result goes back to 1 independent origin; 1 was judged by title and snippet alone.";
/// assert_eq!(output, format!("{sentence}\n\na\n"));
/// ```
pub fn folded(ids: &[String], results: &[SearchResult], found: &FoldedResults, form: Form) -> String {
    let one = |result: usize| &*ids[result];
    let other = |other: &GroupedResult| Other {
        result: one(other.result),
        of: one(other.of),
        likeness: other.likeness,
        score: other.score,
    };
    let groups = found.groups.iter().map(|group| Group {
        representative: one(group.representative),
        source: group.source.as_deref(),
        confidence: group.confidence,
        others: group.others.iter().map(other).collect(),
    });
    let report = Report {
        sentence: &found.sentence,
        independent_origins: found.independent_origins,
        groups: groups.collect(),
        unread: found.unread.iter().map(|&result| one(result)).collect(),
    };
    printed(form, &report, |out| print(&report.groups, found, results, out))
}

fn print(groups: &[Group], found: &FoldedResults, results: &[SearchResult], out: &mut String) -> fmt::Result {
    writeln!(out, "{}", found.sentence)?;
    let title = |result: usize| match &*results[result].record.metadata.title {
        "" => String::new(),
        title => format!("  {title}"),
    };
    for (group, found_group) in groups.iter().zip(&found.groups) {
        let first = found_group.representative;
        writeln!(out)?;
        print_line(&format!("{}{}", group.representative, title(first)), out)?;
        for (other, at) in group.others.iter().zip(&found_group.others) {
            let mut output = format!("  {:<9}  {:.3}  ", other.likeness.name(), other.score);
            output += other.result;
            output += &title(at.result);
            if at.of != first {
                write!(output, "  (of {})", other.of)?;
            }
            print_line(&output, out)?;
        }
    }
    Ok(())
}
