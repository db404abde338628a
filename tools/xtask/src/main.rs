//! The tasks of this repository, as `cargo xtask <verb>`.

mod audit;
mod bench;
mod debian;
mod demo;
mod engines;
mod eval;
mod fuzz;
mod javascript;
mod node;
mod python;
mod shown;
mod size;
mod test;
mod toolchain;
mod wasm;
mod words;
mod work;

use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use xshell::Shell;

const USAGE: &str = "\
usage: cargo xtask <verb>

  test [PART …]
      run everything that must pass before a change is merged, or only the named parts:
      core, tools, research, wasm, javascript, package, worker, mcp, extension, site, python, engines
  wasm
      build the WebAssembly package into pkg/dist
  wheel
      build the Python wheel for this machine, with the program in it, into target/wheels (maturin)
  npm FOLDER
      build the npm package and that of this machine's program into the folder, as they are published
  extension
      build the browser extension for Chromium and Firefox into extension/dist
  demo
      run the edge worker and the demo site on this machine;
      takes --worker-port, --site-port, --page-port and --policy (JSON)
  site
      write the demo site and all it loads into target/site, for any static host

  words
      check that no phrase of tools/words.txt is written in more places than the list allows
  size
      print the lines of each room and the words of the documents; fail if one is larger than tools/size.txt says
  work REASON
      measure what reading costs, in instructions and bytes, and add a line to tools/work/record.txt
  audit
      check the licenses, sources and known vulnerabilities of the crates (cargo-deny) and the signatures of the npm
      packages
  msrv
      check everything with the oldest Rust that Cargo.toml promises
  semver [REVISION]
      check that the core's version fits how its public items changed since a revision, or since the last release
      (cargo-semver-checks)
  miri
      run the tests of the decoders under Miri
  reproduce
      build the WebAssembly twice from scratch and compare
  fuzz [--fast] [SECONDS] [TARGET …]
      run each fuzz target that long and add its executions to CONTRIBUTING.md; then check that WebAssembly and the
      native program read the pages found alike; --fast gives twenty times as many pages, short ones, without a
      sanitizer, and leaves WebAssembly out

  methods compare A B | pairs DOCS PAIRS
      print the verdict of each method of the papers, of each baseline and of Offprint on two articles, or on the pairs
      of a list; --method NAME takes only this one

  data FOLDER
      fetch the openly licensed sets of labeled pages by git, at pinned commits, into folders that gate reads
  gate FOLDER
      measure how well the articles of labeled pages are read and, given labeled pairs, how well copies are
      distinguished from other articles; record the results, and fail if a figure is below its floor; takes
      --cross-validate, and --record [--lower] to make the figures the floors
  meta FOLDER
      measure how often titles, authors and days of publication are right, which gate does, too; takes --record [--lower],
      and --peers FILE … with what others state (see docs/extraction.md)
  measure FOLDER
      print how well the articles of labeled pages are read; takes --cross-validate
  worst FOLDER [SET]
      list the pages that are read worst, and what lost or spoilt their text; takes --cross-validate
  fold FOLDER
      measure how well lists of results are folded, from pages and from snippets, and record the results
  origins FOLDER
      print how often the number of independent origins is right on labeled reprints, and the original
  clusters FOLDER …
      print how well clusters of labeled pages are found: by the package, its npm sister, SQL, Spark, and MinHash of
      text-dedup and datatrove, with time and memory
  sizes NUMBER …
      print how copies are found in made-up collections of so many texts, with time and memory, here and by rensa, gaoya
      and datatrove, and draw docs/pictures/sizes.svg
  structure FOLDER SCORERS
      measure how much structure of articles is kept, here and by other programs, and record the results; SCORERS holds
      score_markdown.py and score_structure.py; takes --python PROGRAM (see docs/extraction.md)
  evaluate FOLDER
      compare all methods on labeled pairs, and record the results
  bench FOLDER
      measure how fast the pages in the folder are read and in how much memory, here and by other programs, and record
      the results; takes --rounds N, --python PROGRAM and --node FOLDER (see docs/speed.md)
  terms FOLDER
      count in how many texts each term occurs, and write the tables in research/methods/src/methods/idf;
      the texts are .txt files, and .jsonl files of lines {\"text\"}
  rarities FOLDER
      count in how many such texts each fact occurs, and write the table in src/facts/data
  rewrites FOLDER
      measure how well articles in other words are distinguished from reports of the same event, and record the
      results; takes --fit, which fits the model of that and writes it into src/compare/data instead
  render
      fill the figures of research/results into the documents";

fn main() -> ExitCode {
    match verb() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn verb() -> Result<()> {
    let here = std::env::current_dir().context("cannot find the current folder")?;
    // Every path in this program is relative to the root of the repository, except paths on the command line.
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    std::env::set_current_dir(root).with_context(|| format!("cannot enter {root}"))?;
    let sh = &Shell::new()?;

    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["test", ref parts @ ..] => test::test(sh, parts),
        ["wasm"] => work::build_modules(sh),
        ["work", ref words @ ..] => work::record(sh, &words.join(" ")),
        ["words"] => words::check(sh),
        ["size"] => size::check(sh),
        ["wheel"] => python::wheel(sh),
        ["npm", folder] => javascript::npm(sh, &here.join(folder)),
        ["extension"] => javascript::extension(sh),
        ["demo", ref flags @ ..] => demo::serve(sh, flags),
        ["site"] => demo::write_site(sh),
        ["audit"] => audit::audit(sh),
        ["msrv"] => toolchain::check_oldest(sh),
        ["semver"] => audit::semver(sh, None),
        ["semver", revision] => audit::semver(sh, Some(revision)),
        ["miri"] => audit::miri(sh),
        ["reproduce"] => audit::reproduce(sh),
        ["fuzz", ref words @ ..] => fuzz::run_targets(sh, words),
        [
            verb @ ("bench" | "clusters" | "data" | "evaluate" | "fold" | "gate" | "measure" | "meta" | "origins"
            | "rarities" | "rewrites" | "structure" | "terms" | "worst"),
        ] => bail!("`{verb}` needs a folder\n\n{USAGE}"),
        ["clusters", ref folders @ ..] => engines::clusters(sh, folders.iter().map(|path| here.join(path))),
        ["sizes", ref sizes @ ..] => engines::sizes(sh, sizes),
        ["render"] => eval::render(sh),
        ["methods", ref words @ ..] => eval::methods(sh, &here, words),
        ["bench", folder, ref flags @ ..] => bench::bench(sh, &here.join(folder), flags),
        // Their arguments are those of `research/eval/src/main.rs`.
        [
            "data" | "evaluate" | "fold" | "gate" | "measure" | "meta" | "origins" | "rarities" | "rewrites"
            | "structure" | "terms" | "worst",
            ..,
        ] => eval::eval(sh, &here, &words),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        [] => bail!("no verb was given\n\n{USAGE}"),
        _ => bail!("`{}` is not a verb\n\n{USAGE}", words.join(" ")),
    }
}
