//! Fits the models to labelled pages and pairs, and measures how well they do.
//!
//! The folder holds sets of pages: `SET/pages/ID.html`, `SET/gold/ID.txt`, and `SET/meta.jsonl` with
//! `id`, `lang` and `host` of each. `fit` writes `src/extract/data/trees.bin`; `measure` prints precision,
//! recall and F1 of each set for the model in use, and by cross-validation, with the pages of a site always in
//! one part, which is what to expect on sites not seen. `worst` lists the
//! pages that are read worst, and why. `gate` also measures the verdict, and holds the figures against those
//! recorded before. `fit-verdict` prints what other thresholds of the verdict would gain. `evaluate` sets all methods
//! side by side.
//!
//! `favor` measures what precision and recall move when one of them is favoured.
//! `cleaning` measures what is left of pages without their noise, and `meta` how often titles, authors and days are right;
//! `gate` does both, too.
//!
//! `data` fetches openly licensed sets. `origins` prints how often the number of independent origins is right, and
//! `site-memory` the gain from remembering the other pages of a host. `rewrites` measures how well articles in other
//! words are recognised, and with `--fit` fits the model of that. `terms` and `rarities` need texts only, and write the
//! tables of how rare terms and facts are.
//!
//! `structure` measures how much structure of articles is kept. `forms` needs no folder: it makes texts of one form, such
//! as weather reports, and prints how they are judged.
//!
//! `gate`, `cleaning`, `evaluate`, `fold`, `kinds`, `meta`, `rewrites` and `structure` record what they measure
//! in `research/results/` and render the documents, which `render` does alone.

mod boost;
mod cleaning;
mod documents;
mod figures;
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
mod site;
mod structure;
mod terms;
mod verdict;
mod wcxb;
mod worst;

use anyhow::{Context, Result, bail, ensure};
use boost::Example;
use measure::Page;
use offprint::internals::model::{Tree, pack, trees as in_use};
use offprint::{Favor, ReadOptions};
use std::path::Path;

/// Parts of the cross-validation.
const FOLDS: u64 = 10;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let outcome = if arguments == ["render"] { Ok(()) } else { run(&arguments) };
    // Results may be recorded even if a figure is below its floor.
    documents::render()?;
    outcome
}

fn run(arguments: &[String]) -> Result<()> {
    if let [verb, rest @ ..] = arguments
        && verb == "forms"
    {
        return forms::report(rest);
    }
    let [verb, folder, flags @ ..] = arguments else {
        bail!(
            "usage: offprint-eval cleaning|data|favor|fit|fit-verdict|fold|kinds|measure|meta|worst|gate|evaluate|origins|\
             rarities|rewrites|site-memory|structure|terms FOLDER, or offprint-eval forms|render"
        );
    };
    match (verb.as_str(), flags) {
        ("data", []) => return open_sets::fetch(Path::new(folder)),
        ("kinds", []) => return kinds::fit(Path::new(folder)),
        ("evaluate", []) => return methods::evaluate(Path::new(folder)),
        ("origins", []) => return origins::report(Path::new(folder)),
        ("terms", []) => return terms::write(Path::new(folder)),
        ("rarities", []) => return rarities::write(Path::new(folder)),
        ("fold", []) => return fold::measure(Path::new(folder)),
        ("meta", flags) => return meta(Path::new(folder), flags),
        ("rewrites", flags) => return rewrites::report(Path::new(folder), flags),
        ("structure", flags) => return structure::run(Path::new(folder), flags),
        ("worst", _) => return worst(folder, flags),
        ("data" | "evaluate" | "fold" | "kinds" | "origins" | "rarities" | "terms", _) => {
            bail!("{verb} takes no flags")
        }
        _ => {}
    }
    let flags = gate::Flags::read(flags)?;
    let pages = sets::load(Path::new(folder))?;
    ensure!(!pages.is_empty(), "no pages with gold texts in {folder}");
    match verb.as_str() {
        "measure" => {
            sets::report(&measure::sets(&pages, |_| in_use()));
            if flags.cross_validate {
                println!("\ncross-validated by site:");
                sets::report(&cross_validated(&pages)?);
            }
        }
        "favor" => {
            for favor in [Favor::Balance, Favor::Precision, Favor::Recall] {
                println!("\n--favor {}:", favor.name());
                let options = ReadOptions::new().favor(favor);
                sets::report(&measure::sets_with(&options, &pages, |_| in_use()));
            }
        }
        "cleaning" => gate::hold_cleaning(&cleaning::measured(&pages)?, flags)?,
        "fit" => fit(&pages)?,
        "site-memory" => {
            let halves = flags.cross_validate.then(|| halves(&pages)).transpose()?;
            let by_site = |site: u64| halves.as_ref().map(|halves| &halves[(site % 2) as usize][..]);
            site::report(Path::new(folder), &pages, &|site| by_site(site).unwrap_or(in_use()))?;
        }
        "gate" | "fit-verdict" => {
            let folds = flags.cross_validate.then(|| folds(&pages)).transpose()?;
            let model_of = |site: u64| folds.as_ref().map(|folds| &folds[(site % FOLDS) as usize][..]);
            if verb == "fit-verdict" {
                return verdict::fit_thresholds(Path::new(folder), &model_of);
            }
            let by_site = |site| model_of(site).unwrap_or_default();
            let measured = gate::Measured {
                sets: measure::sets(&pages, |_| in_use()),
                by_site: flags.cross_validate.then(|| measure::sets(&pages, by_site)),
                kinds: wcxb::Confusion::of(&pages),
                cleaning: cleaning::measured(&pages)?,
                bad: worst::bad(&pages, |page| page.kept(in_use()))?,
                verdict: verdict::measure(Path::new(folder), &model_of)?,
                origins: origins::measure(Path::new(folder))?,
                rewrites: rewrites::figures(Path::new(folder))?,
                meta: meta::measured(Path::new(folder))?,
            };
            gate::hold(&measured, flags)?;
        }
        other => {
            bail!(
                "{other}: give cleaning, data, favor, fit, fit-verdict, fold, kinds, measure, meta, worst, gate, evaluate, \
                 origins, rarities, rewrites, short, site-memory, structure or terms"
            )
        }
    }
    Ok(())
}

/// `meta FOLDER [--record [--lower]] [--peers FILE …]`.
fn meta(folder: &Path, words: &[String]) -> Result<()> {
    let mut parts = words.splitn(2, |word| word == "--peers");
    let flags = gate::Flags::read(parts.next().unwrap_or_default())?;
    let peers = parts.next().map(|files| meta::peers(folder, files));
    gate::hold_meta(&meta::measured(folder)?, peers.transpose()?, flags)
}

/// `worst FOLDER [SET] [--cross-validate]`.
fn worst(folder: &str, flags: &[String]) -> Result<()> {
    let (by_site, names): (Vec<_>, Vec<_>) = flags.iter().partition(|flag| *flag == "--cross-validate");
    let set = match names[..] {
        [] => None,
        [name] if !name.starts_with('-') => Some(name.as_str()),
        _ => bail!("{names:?}: give one set, --cross-validate or both"),
    };
    let pages = sets::load(Path::new(folder))?;
    if !by_site.is_empty() {
        let folds = folds(&pages)?;
        worst::report(&pages, set, |page| page.kept(&folds[(page.site % FOLDS) as usize]))
    } else {
        worst::report(&pages, set, |page| page.kept(in_use()))
    }
}

fn fit(pages: &[Page]) -> Result<()> {
    let trees = trees(pages, |_| true)?;
    println!("on the pages it was fitted to (measure --cross-validate measures others):");
    sets::report(&measure::sets(pages, |_| &trees));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../src/extract/data/trees.bin");
    std::fs::write(path, pack(&trees)).with_context(|| format!("cannot write {path}"))
}

/// The pages of each site, read by a model that has seen none of that site.
fn cross_validated(pages: &[Page]) -> Result<measure::Sets> {
    let folds = folds(pages)?;
    Ok(measure::sets(pages, |site| &folds[(site % FOLDS) as usize]))
}

/// A model for each tenth of the sites, fitted to the others.
fn folds(pages: &[Page]) -> Result<Vec<Vec<Tree>>> {
    let fold = |fold| trees(pages, |site| site % FOLDS != fold);
    (0..FOLDS).map(fold).collect()
}

/// A model for each half of the sites, fitted to the other.
fn halves(pages: &[Page]) -> Result<Vec<Vec<Tree>>> {
    (0..2).map(|half| trees(pages, |site| site % 2 != half)).collect()
}

/// The model fitted to the chosen sites. Every page weighs the same: to weigh sets by the root of their size reads no
/// kind of page better, and pairs of news worse.
fn trees(pages: &[Page], chosen: impl Fn(u64) -> bool) -> Result<Vec<Tree>> {
    let chosen = pages.iter().filter(|page| chosen(page.site));
    let examples: Vec<Example> = chosen.flat_map(Page::examples).collect();
    boost::fit(&examples)
}
