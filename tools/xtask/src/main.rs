//! The tasks of this repository, as `cargo xtask <verb>`.

mod audit;
mod debian;
mod demo;
mod engines;
mod fuzz;
mod javascript;
mod node;
mod python;
mod shown;
mod size;
mod test;
mod toolchain;
mod wasm;
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
      run each fuzz target that long; then check that WebAssembly and the native program read the pages found alike;
      --fast gives twenty times as many pages, short ones, without a sanitizer, and leaves WebAssembly out

What measures the product has a command of its own: `cargo research help`";

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
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        [] => bail!("no verb was given\n\n{USAGE}"),
        _ => bail!("`{}` is not a verb\n\n{USAGE}", words.join(" ")),
    }
}
