//! Fits the models to labelled pages and pairs, and measures how well they do.
//!
//! A folder holds sets of pages: `SET/pages/ID.html`, `SET/gold/ID.txt`, and `SET/meta.jsonl` with
//! `id`, `lang` and `host` of each. Cross-validation keeps the pages of a site in one part, so that it shows what to
//! expect on other sites.

mod bench;
mod boost;
mod cleaning;
mod documents;
mod files;
mod floors;
mod fold;
mod forms;
mod gate;
mod kinds;
mod labels;
mod markdown;
mod measure;
mod meta;
mod methods;
mod open_sets;
mod origins;
mod pairs;
mod rarities;
mod results;
mod rewrites;
#[path = "../../../tests/common/score.rs"]
mod score;
mod sets;
mod structure;
mod terms;
mod verdict;
mod wcxb;
mod worst;

use anyhow::{Result, bail, ensure};
use boost::Example;
use measure::Page;
use offprint::internals::model::{Tree, pack, trees as in_use};
use std::path::Path;

const USAGE: &str = "\
usage: cargo research <verb>

  data FOLDER
      fetch the openly licensed sets of labeled pages by git, at pinned commits
  gate FOLDER
      measure how well articles are read and, given labeled pairs, how well copies are distinguished from other
      articles; fail if a figure is below its floor; takes --cross-validate, and --record [--lower] to make the
      figures the floors
  meta FOLDER
      measure how often titles, authors and days of publication are right, as gate does; takes --record [--lower], and
      --peers FILE … with what others state (see docs/extraction.md)
  measure FOLDER
      print how well articles are read; takes --cross-validate
  scores FOLDER
      print F1 of each page
  worst FOLDER [SET]
      list the pages that are read worst, and what lost or spoilt their text; takes --cross-validate
  fold FOLDER
      measure how well lists of results are folded, from pages and from snippets
  origins FOLDER
      print how often the number of independent origins, and the original, is right on labeled reprints
  structure FOLDER SCORERS
      measure how much structure of articles is kept, here and by other programs; SCORERS holds score_markdown.py and
      score_structure.py; takes --python PROGRAM (see docs/markup.md)
  forms [FOLDER]
      make texts of one form, such as weather reports, and print how they are judged; takes --record
  evaluate FOLDER
      compare all methods on labeled pairs
  rewrites FOLDER
      measure how well articles in other words are distinguished from reports of the same event; takes --fit, which
      fits the model of that and writes it into src/compare/data instead
  bench FOLDER
      measure how fast the pages in the folder are read and in how much memory, here and by other programs; takes
      --rounds N, --python PROGRAM and --node FOLDER (see docs/speed.md)

  fit FOLDER, kinds FOLDER
      fit the model of the body, or that of page kinds, to labeled pages
  terms FOLDER, rarities FOLDER
      count in how many texts each term, or each fact, occurs, and write the tables of the methods, or of src/facts; the
      texts are .txt files, and .jsonl files of lines {\"text\"}
  render
      fill the figures of research/results into the documents, which the verbs above do when they have measured";

/// Parts of the cross-validation.
const FOLDS: u64 = 10;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        ["render"] => documents::render(),
        _ => {
            let outcome = run(&arguments);
            // Results may be recorded even if a figure is below its floor.
            documents::render()?;
            outcome
        }
    }
}

fn run(arguments: &[String]) -> Result<()> {
    let [verb, rest @ ..] = arguments else {
        bail!("no verb was given\n\n{USAGE}");
    };
    if verb == "forms" {
        return forms::report(rest);
    }
    let [folder, words @ ..] = rest else {
        bail!("`{verb}` needs a folder\n\n{USAGE}");
    };
    let folder = Path::new(folder);
    match (verb.as_str(), words) {
        ("bench", words) => bench::measure(folder, words),
        ("data", []) => open_sets::fetch(folder),
        ("evaluate", []) => methods::evaluate(folder),
        ("fold", []) => fold::measure(folder),
        ("kinds", []) => kinds::fit(folder),
        ("origins", []) => origins::report(folder),
        ("rarities", []) => rarities::write(folder),
        ("terms", []) => terms::write(folder),
        ("fit", []) => fit(&pages(folder)?),
        ("scores", []) => {
            sets::print_each(&pages(folder)?);
            Ok(())
        }
        ("meta", words) => meta(folder, words),
        ("rewrites", words) => rewrites::report(folder, words),
        ("structure", words) => structure::run(folder, words),
        ("worst", words) => worst(folder, words),
        ("gate" | "measure", words) => {
            let flags = gate::Flags::read(words)?;
            let pages = pages(folder)?;
            let models = Models::fitted(&pages, flags.cross_validate)?;
            match verb.as_str() {
                "gate" => gate(folder, &pages, &models, flags),
                _ => {
                    measure(&pages, &models);
                    Ok(())
                }
            }
        }
        _ => bail!("`{}` is not a verb with its arguments\n\n{USAGE}", arguments.join(" ")),
    }
}

fn pages(folder: &Path) -> Result<Vec<Page>> {
    let pages = sets::load(folder)?;
    ensure!(!pages.is_empty(), "no pages with gold texts in {}", folder.display());
    Ok(pages)
}

fn measure(pages: &[Page], models: &Models) {
    sets::report(&measure::sets(pages, |_| in_use()));
    if models.0.is_some() {
        println!("\ncross-validated by site:");
        sets::report(&measure::sets(pages, |site| models.for_site(site)));
    }
}

fn gate(folder: &Path, pages: &[Page], models: &Models, flags: gate::Flags) -> Result<()> {
    let measured = gate::Measured {
        sets: measure::sets(pages, |_| in_use()),
        by_site: flags.cross_validate.then(|| measure::sets(pages, |site| models.for_site(site))),
        page_types: wcxb::page_types(pages),
        cleaning: cleaning::measured(pages)?,
        bad: worst::bad(pages, |page| page.kept(in_use()))?,
        verdict: verdict::measure(folder, &|site| models.unseen(site))?,
        origins: origins::measure(folder)?,
        rewrites: rewrites::figures(folder)?,
        meta: meta::measured(folder)?,
    };
    gate::hold(&measured, flags)
}

/// `meta FOLDER [--record [--lower]] [--peers FILE …]`.
fn meta(folder: &Path, words: &[String]) -> Result<()> {
    let mut parts = words.splitn(2, |word| word == "--peers");
    let flags = gate::Flags::read(parts.next().unwrap_or_default())?;
    let peers = parts.next().map(|files| meta::peers(folder, files));
    gate::hold_meta(&meta::measured(folder)?, peers.transpose()?, flags)
}

/// `worst FOLDER [SET] [--cross-validate]`.
fn worst(folder: &Path, words: &[String]) -> Result<()> {
    let (by_site, names): (Vec<_>, Vec<_>) = words.iter().partition(|word| *word == "--cross-validate");
    let set = match names[..] {
        [] => None,
        [name] if !name.starts_with('-') => Some(name.as_str()),
        _ => bail!("{names:?}: give one set, --cross-validate or both"),
    };
    let pages = pages(folder)?;
    let models = Models::fitted(&pages, !by_site.is_empty())?;
    worst::report(&pages, set, |page| page.kept(models.for_site(page.site)))
}

fn fit(pages: &[Page]) -> Result<()> {
    let trees = trees(pages, |_| true)?;
    println!("on the pages it was fitted to (measure --cross-validate measures others):");
    sets::report(&measure::sets(pages, |_| &trees));
    results::write("src/extract/data/trees.bin", pack(&trees))
}

/// For cross-validation, a model for each tenth of the sites, fitted to the others.
struct Models(Option<Vec<Vec<Tree>>>);

impl Models {
    fn fitted(pages: &[Page], cross_validate: bool) -> Result<Models> {
        let fold = |fold| trees(pages, |site| site % FOLDS != fold);
        let folds = cross_validate.then(|| (0..FOLDS).map(fold).collect());
        Ok(Models(folds.transpose()?))
    }

    /// The model that has seen no page of a site.
    fn unseen(&self, site: u64) -> Option<&[Tree]> {
        self.0.as_ref().map(|folds| &folds[(site % FOLDS) as usize][..])
    }

    /// The same, or the model in use.
    fn for_site(&self, site: u64) -> &[Tree] {
        self.unseen(site).unwrap_or(in_use())
    }
}

/// The model fitted to the chosen sites. Every page weighs the same. Weighting sets by the root of their size reads no
/// kind of page better, and pairs of news worse.
fn trees(pages: &[Page], chosen: impl Fn(u64) -> bool) -> Result<Vec<Tree>> {
    let chosen = pages.iter().filter(|page| chosen(page.site));
    let examples: Vec<Example> = chosen.flat_map(Page::examples).collect();
    boost::fit(&examples)
}
