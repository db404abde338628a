//! The gain from remembering the other pages of a host ([`SiteMemory`]): the pages of each host, in the order of the
//! stream, are read without a memory, with that of the pages before, and with that of all of them.

use crate::files::{bytes_of, lines};
use crate::markdown::{part, row, table};
use crate::measure::{parsed, site_of};
use crate::pairs::rates::{Row, Scores};
use crate::pairs::sets::{self, Arriving, Docs, REPRINTS, Source};
use crate::pairs::{sign, stream};
use anyhow::Result;
use offprint::index::Limits;
use offprint::internals::block;
use offprint::internals::make;
use offprint::internals::model::{self, Tree};
use offprint::internals::verdict::THRESHOLDS;
use offprint::{ReadOptions, SiteMemory};
use offprint_methods::methods::Offprint;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// The pages of a host that are known when a page is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    Nothing,
    /// The pages before.
    Before,
    /// All of them.
    All,
}

impl Known {
    const EACH: [Known; 3] = [Known::Nothing, Known::Before, Known::All];

    fn name(self) -> &'static str {
        match self {
            Known::Nothing => "without",
            Known::Before => "in order of arrival",
            Known::All => "second pass",
        }
    }

    /// Reads the pages of a host, each with a memory.
    fn read<P, T>(self, pages: &[P], read: impl Fn(&P, &SiteMemory) -> (T, SiteMemory)) -> Vec<T> {
        let mut site = SiteMemory::default();
        if self == Known::All {
            let nothing = SiteMemory::default();
            pages.iter().for_each(|page| site.remember(&read(page, &nothing).1));
        }
        let one = |page| {
            let (made, seen) = read(page, &site);
            if self == Known::Before {
                site.remember(&seen);
            }
            made
        };
        pages.iter().map(one).collect()
    }
}

/// The model that reads the pages of a site.
pub type ModelOf<'a> = dyn Fn(u64) -> &'a [Tree] + Sync + 'a;

/// Prints the gain on the reprints of a folder.
pub fn report(folder: &Path, model_of: &ModelOf) -> Result<()> {
    let mut lines = Vec::new();
    for set in REPRINTS {
        if folder.join(set).is_dir() {
            lines.extend(reprints(&folder.join(set), set, model_of)?);
        }
    }
    let head =
        ["set", "memory", "same", "partial", "any reuse", "false positives", "classes wrong", "stream P", "stream R"];
    println!("{}", table(&head, lines));
    Ok(())
}

/// How well the reprints of a set are recognised. Its pages arrive in the order of the stream; those that are only in pairs
/// follow.
fn reprints(folder: &Path, name: &str, model_of: &ModelOf) -> Result<Vec<Vec<String>>> {
    let sources: Vec<Source> = lines(&folder.join("docs.jsonl"))?;
    let arriving: Vec<Arriving> = lines(&folder.join("stream.jsonl"))?;
    let places = arriving.iter().enumerate().map(|(at, page)| (&*page.id, at));
    let places: HashMap<&str, usize> = places.collect();
    let mut hosts: BTreeMap<&str, Vec<(&str, block::Page)>> = BTreeMap::new();
    for Source { id, host, .. } in &sources {
        let html = bytes_of(&folder.join(format!("pages/{id}.html")))?;
        hosts.entry(host).or_default().push((id, parsed(&html)));
    }
    for pages in hosts.values_mut() {
        pages.sort_by_key(|(id, _)| (places.get(id).copied().unwrap_or(usize::MAX), *id));
    }
    let hosts: Vec<(&str, Vec<(&str, block::Page)>)> = hosts.into_iter().collect();
    let line = |known: Known| {
        let of_host = |(host, pages): &(&str, Vec<(&str, block::Page)>)| {
            let trees = model_of(site_of(host));
            known.read(pages, |(id, page), site| {
                let scores = |evidence: &[_]| model::scores_by(trees, evidence);
                let (article, seen) = make::article_by(page, &ReadOptions::new(), &scores, Some(site));
                (((*id).to_owned(), article), seen)
            })
        };
        let docs = Docs::of(hosts.par_iter().flat_map_iter(of_host).collect());
        let pairs = sets::pairs(&folder.join("pairs.jsonl"), &docs)?;
        let rows: Vec<Row> = pairs.iter().map(|pair| (pair, pair.verdict(&THRESHOLDS))).collect();
        let signatures = sign(&docs.docs, &Offprint);
        let of = stream::run(&arriving, &docs, signatures, &Offprint, Limits::default())?;
        let Scores { same, partial, reuse, false_positives } = Scores::of(&rows);
        let cells = [
            known.name().to_owned(),
            part(same),
            part(partial),
            part(reuse),
            format!("{false_positives:.4}"),
            format!("{} of {}", of.wrong_classes, of.classes),
            part(of.precision),
            part(of.recall),
        ];
        Ok(row(format!("`{name}`"), cells))
    };
    Known::EACH.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use offprint::internals::test_text::sentences;

    #[test]
    fn each_page_is_read_by_what_is_known_of_its_host() {
        let page = |first: u32| {
            let paragraph = |n| format!("<p>{}</p>", sentences(n..n + 5));
            let paragraphs: String = (0..4).map(|n| paragraph(first + 5 * n)).collect();
            parsed(format!("<article>{paragraphs}</article>").as_bytes())
        };
        let pages = [0, 100, 200].map(page);
        let read = |page: &block::Page, site: &SiteMemory| {
            let (_, seen) = make::article_by(page, &ReadOptions::new(), &model::scores, Some(site));
            (site.to_bytes().len() / 8, seen)
        };
        let known = |known: Known| known.read(&pages, read);
        assert_eq!(known(Known::Nothing), [0, 0, 0]);
        assert_eq!(known(Known::Before), [0, 4, 8]);
        assert_eq!(known(Known::All), [12, 12, 12]);
    }
}
