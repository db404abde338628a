//! What must hold for every article, whatever its text: it is the same as itself, even in an index, and it is found in
//! a text that contains it, in either order.

use crate::pairs::sets::Docs;
use anyhow::{Result, ensure};
use offprint::compare::{ArticleRecord, Verdict};
use offprint::index::{InMemory, Index};
use offprint::{Article, Fingerprint, compare};
use rayon::prelude::*;

/// Fails unless the invariants hold for all documents.
pub fn check(docs: &Docs) -> Result<()> {
    let with_next = docs.docs.par_iter().zip(docs.docs.par_iter().skip(1));
    with_next.try_for_each(|(doc, next)| is_found_in_more(doc, next))?;
    docs.docs.par_iter().try_for_each(is_the_same_as_itself)
}

/// The verdict on an article and itself. The rest of a gated one is unknown.
fn on_itself(doc: &Article) -> Verdict {
    if doc.gated { Verdict::Partial } else { Verdict::Same }
}

fn is_the_same_as_itself(doc: &Article) -> Result<()> {
    let Some(fingerprint) = &doc.fingerprint else {
        return Ok(());
    };
    let found = compare(fingerprint, fingerprint).verdict;
    let mut index = InMemory::new();
    let record = ArticleRecord::from(fingerprint.clone());
    let mut arrived = |id| index.insert(id, &record).map(|insertion| insertion.judgement);
    arrived("first")?;
    let again = arrived("again")?;
    for (way, found) in [("compared", found), ("in an index", again.verdict)] {
        ensure!(found == on_itself(doc), "{way}, {:?} is {} to itself", doc.metadata.title, found.name());
    }
    Ok(())
}

/// The text of the document, and the same with as much of another text after it.
fn is_found_in_more(doc: &Article, next: &Article) -> Result<()> {
    let title = &doc.metadata.title;
    let Some(text) = Fingerprint::new(title, &doc.text) else {
        return Ok(());
    };
    let added: String = next.text.chars().take(doc.text.chars().count()).collect();
    let Some(more) = Fingerprint::new(title, &format!("{}\n{added}", doc.text)) else {
        return Ok(());
    };
    let [there, back] =
        [compare(&text, &more), compare(&more, &text)].map(|comparison| (comparison.verdict, comparison.score));
    ensure!(there == back, "the order of the two matters for {title:?}: {there:?}, {back:?}");
    ensure!(there.0 >= Verdict::Partial, "{title:?} is {} to a text that begins with it", there.0.name());
    Ok(())
}
