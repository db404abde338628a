//! How much structure is kept of articles, each read by a model that saw no page of its site, and by other extractors.

use crate::files::{self, bytes_of};
use crate::measure::{self, Page};
use crate::results::record;
use crate::sets;
use anyhow::{Context, Result, bail, ensure};
use offprint::internals::model::Tree;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// What `research/results/structure.json` holds.
#[derive(Serialize, Deserialize)]
pub struct Extractors {
    /// Markdown compared with the Markdown that the pages were made from.
    markdown: Vec<Markdown>,
    /// Elements of the pages.
    elements: Vec<Elements>,
    pages: Pages,
}

/// Means over the pages that have the kind: 1 − edit distance, or F1 over all pages.
#[derive(Serialize, Deserialize)]
struct Markdown {
    system: String,
    text: f64,
    code: f64,
    table: f64,
    formula: f64,
    headings: f64,
    items: f64,
}

/// F1 over all pages; of images, recall.
#[derive(Serialize, Deserialize)]
struct Elements {
    system: String,
    headings: f64,
    list_items: f64,
    table_rows: f64,
    code: f64,
    links: f64,
    images: f64,
}

/// How many pages have each kind.
#[derive(Serialize, Deserialize)]
struct Pages {
    markdown: BTreeMap<String, usize>,
    elements: BTreeMap<String, usize>,
}

/// A line of the file of a set.
#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    markdown: String,
    html: String,
}

/// `structure FOLDER SCORERS [--python PROGRAM]`.
pub fn run(folder: &Path, flags: &[String]) -> Result<()> {
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    let (scorers, python) = match flags[..] {
        [scorers] => (scorers, "python3"),
        [scorers, "--python", python] => (scorers, python),
        _ => bail!("structure: give FOLDER SCORERS [--python PROGRAM]"),
    };
    for scorer in ["score_markdown.py", "score_structure.py"] {
        let path = Path::new(scorers).join(scorer);
        ensure!(path.is_file(), "{} is missing", path.display());
    }
    let pages = sets::load(folder)?;
    let models = crate::Models::fitted(&pages, true)?;
    let out = tempfile::tempdir()?;
    write(&pages, out.path(), |site| models.for_site(site))?;
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/structure.py");
    let paths = [Path::new(script), folder, Path::new(scorers), out.path()];
    let output = Command::new(python).args(paths).output().with_context(|| format!("{python} cannot be started"))?;
    ensure!(output.status.success(), "structure.py failed: {}", String::from_utf8_lossy(&output.stderr));
    record("structure", &serde_json::from_slice::<Extractors>(&output.stdout)?)
}

/// Writes the Markdown and HTML of every page of the folder `wide` to `OUT/SET.jsonl`.
fn write<'a>(pages: &[Page], out: &Path, trees: impl Fn(u64) -> &'a [Tree] + Sync) -> Result<()> {
    let line = |page: &Page| -> Result<(String, String)> {
        let html = bytes_of(&page.path)?;
        let article = measure::structured(&html, trees(page.site));
        let markup = article.markup.unwrap_or_default();
        let line = Line { id: &page.id, markdown: markup.markdown, html: markup.html };
        Ok((page.set.clone(), serde_json::to_string(&line)? + "\n"))
    };
    let wide = pages.par_iter().filter(|page| measure::is_wide(&page.set));
    let mut sets: BTreeMap<String, String> = BTreeMap::new();
    for (set, line) in wide.map(line).collect::<Result<Vec<_>>>()? {
        *sets.entry(set).or_default() += &line;
    }
    sets.iter().try_for_each(|(set, lines)| files::write(&out.join(format!("{}.jsonl", measure::set_name(set))), lines))
}
