//! The result in one sentence.

use super::{ClusterEvidence, Origin, Origins};

/// The numbers of pages and origins in one sentence.
pub(super) fn describe(found: &Origins) -> String {
    let unknown = found.unknown.len();
    let judged: usize = found.origins.iter().map(|origin| origin.pages.len()).sum();
    let all = judged + unknown;
    let pages = if all == 1 { "page" } else { "pages" };
    let mut sentence = match found.origins.first() {
        None => return format!("No comparable articles ({all} {pages})."),
        Some(_) if judged == 1 => "Only 1 page has an article, and there is nothing to compare it with".to_owned(),
        Some(_) if found.origins.len() == judged => {
            format!("All {judged} pages are independent")
        }
        Some(Origin { source, pages: of, evidence, .. }) => {
            let one = if evidence.contains(&ClusterEvidence::Publisher) { "publisher" } else { "report" };
            // Keeps it to one line, whatever the page contains.
            let by = source.as_ref().map(|source| {
                let source: Vec<&str> = source.split_whitespace().collect();
                let before = if one == "report" { " by " } else { ", " };
                before.to_owned() + &source.join(" ")
            });
            let (others, rest) = (found.origins.len() - 1, judged - of.len());
            let mut sentence = format!("{} of {all} pages go back to one {one}{}", of.len(), by.unwrap_or_default());
            let rewritten = rewritten(found, of);
            if rewritten > 0 {
                sentence += &format!(", {rewritten} of them in other words");
            }
            if others == rest && others > 0 {
                sentence += &format!("; {others} {} independent", if others == 1 { "is" } else { "are" });
            } else if others > 0 {
                sentence += &format!("; {rest} others go back to {others} more");
            }
            sentence
        }
    };
    if unknown > 0 {
        sentence += &format!("; {unknown} could not be judged");
    }
    sentence + "."
}

/// How many of these pages rewrite another one.
fn rewritten(found: &Origins, pages: &[usize]) -> usize {
    let links = || found.rewritings.iter().map(|link| link.rewriting);
    let mut is_rewriting = vec![false; links().max().map_or(0, |last| last + 1)];
    links().for_each(|page| is_rewriting[page] = true);
    pages.iter().filter(|&&page| is_rewriting.get(page) == Some(&true)).count()
}
