//! The three things one does with this repository: `cargo xtask wasm`, `test` and `demo`.

mod demo;
mod node;
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
  demo   run the edge worker and the demo page on this machine;
         takes --worker-port, --site-port, --page-port and --reprints annotate|answer";

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
    // Every path in this program is relative to the root of the repository.
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    std::env::set_current_dir(root).with_context(|| format!("cannot enter {root}"))?;

    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["wasm"] => wasm::build(),
        ["test"] => test::all(),
        ["demo", ref flags @ ..] => demo::serve(flags),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        [] => bail!("no verb given\n\n{USAGE}"),
        _ => bail!("`{}` is not a verb\n\n{USAGE}", words.join(" ")),
    }
}
