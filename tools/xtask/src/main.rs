//! The things one does with this repository: `cargo xtask wasm`, `test`, `demo`, `site`, `extension`, `fuzz`,
//! `audit`, `semver`, `miri`, `reproduce`, `gate`, `evaluate`, `bench` and `terms`.

mod audit;
mod bench;
mod browsers;
mod demo;
mod eval;
mod extension;
mod fuzz;
mod javascript;
mod node;
mod python;
mod run;
mod test;
mod toolchain;
mod wasm;

use std::process::ExitCode;

use anyhow::{Context, Result, bail};

const USAGE: &str = "\
usage: cargo xtask <verb>

  wasm   build the WebAssembly package into pkg/dist
  test   run everything that must pass before a change is merged
  demo   run the edge worker and the demo site on this machine;
         takes --worker-port, --site-port, --page-port and --policy (JSON)
  site   write the demo site with all it loads into target/site, for any static host
  extension  build the browser extension into extension/dist, for Chromium and Firefox
  fuzz   [SECONDS] [TARGET …]: give each fuzz target that long, add its executions to docs/fuzzing.md,
         and hold the WebAssembly to the native program on the pages found
  audit  licences, sources and known faults of the crates (cargo-deny), signatures of the npm packages
  semver  [REVISION]: whether the core's public items changed since a release, or a commit, as its version
         says (cargo-semver-checks)
  miri   run the tests of what decodes under Miri
  reproduce  build the WebAssembly twice from nothing, and compare
  gate   FOLDER: measure how well the articles of labelled pages are read and, with labelled
         pairs, how well copies are told; write docs/extraction.md and docs/verdict.md, and
         fail if a figure is below its floor;
         takes --cross-validate, and --record [--lower] to make the figures the floors
  evaluate  FOLDER: set all methods side by side on labelled pairs; write docs/methods.md
         and the figures and plots in docs/methods/
  bench  FOLDER: how fast the pages in it are read, and in how much memory, beside others; write
         docs/speed.md; takes --rounds N, --python PROGRAM and --node FOLDER, see tools/bench/README.md
  terms  FOLDER: count in how many texts each term stands, and write the tables in crates/baselines/src/methods/idf;
         the folder holds .txt files, and .jsonl files of lines {\"text\"}";

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
    let here = std::env::current_dir().context("this folder is gone")?;
    // Every path in this program is relative to the root of the repository, but for those given to it.
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    std::env::set_current_dir(root).with_context(|| format!("cannot enter {root}"))?;

    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["wasm"] => wasm::build(),
        ["test"] => test::all(),
        ["extension"] => extension::build(),
        ["demo", ref flags @ ..] => demo::serve(flags),
        ["site"] => demo::write_site(),
        ["audit"] => audit::audit(),
        ["semver"] => audit::semver(None),
        ["semver", revision] => audit::semver(Some(revision)),
        ["miri"] => audit::miri(),
        ["reproduce"] => audit::reproduce(),
        ["fuzz", ref words @ ..] => fuzz::run_targets(words),
        ["gate", folder, ref flags @ ..] => eval::gate(&here.join(folder), flags),
        ["evaluate", folder] => eval::evaluate(&here.join(folder)),
        ["evaluate"] => bail!("evaluate needs the folder of the labelled pairs\n\n{USAGE}"),
        ["gate"] => bail!("gate needs the folder of the labelled pages\n\n{USAGE}"),
        ["bench", folder, ref flags @ ..] => bench::bench(&here.join(folder), flags),
        ["bench"] => bail!("bench needs a folder of pages\n\n{USAGE}"),
        ["terms", folder] => eval::terms(&here.join(folder)),
        ["terms"] => bail!("terms needs the folder of the texts\n\n{USAGE}"),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        [] => bail!("no verb given\n\n{USAGE}"),
        _ => bail!("`{}` is not a verb\n\n{USAGE}", words.join(" ")),
    }
}
