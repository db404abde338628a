//! Programs in other languages call the library as its documentation describes.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

const HEADER: &str = include_str!("../include/offprint.h");
const SOURCE: &str = include_str!("../src/lib.rs");

fn page(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../tests/pages/{name}/page.html"))
}

/// The folder in which cargo puts libraries for tests.
fn built() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    test.parent().unwrap().to_owned()
}

fn verdict_of(command: &mut Command) -> Value {
    let output = command.output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn the_header_names_every_function() {
    let names = |text: &str, before: &str| -> Vec<String> {
        let mut names: Vec<String> = text
            .split(before)
            .skip(1)
            .filter_map(|rest| Some(format!("offprint_{}", rest.split_once('(')?.0)))
            .collect();
        names.sort();
        names
    };
    let declared = HEADER.lines().filter(|line| line.ends_with(");"));
    let declared = declared.collect::<Vec<_>>().join("\n");
    assert_eq!(
        names(&declared, "offprint_"),
        names(SOURCE, "extern \"C\" fn offprint_")
    );
}

#[cfg(unix)]
#[test]
fn a_program_in_c_reads_and_compares() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let pages = [page("zh-dam-original"), page("zh-dam-abridged")];
    let [library, archive] =
        ["so", "a"].map(|ending| built().join(format!("liboffprint_capi.{ending}")));
    for (name, linked) in [("shared", library), ("static", archive)] {
        let linked = match linked.exists() {
            true => linked,
            // The name on macOS.
            false => linked.with_extension("dylib"),
        };
        let program = folder.join(format!("embed-{name}"));
        let compiled = Command::new("cc")
            .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-I"])
            .arg(here.join("include"))
            .arg(here.join("tests/embed.c"))
            .arg(linked)
            .args(["-o".as_ref(), program.as_os_str()])
            .args(["-lpthread", "-ldl", "-lm"])
            .status()
            .expect("a C compiler, called cc");
        assert!(compiled.success());
        let mut command = Command::new(&program);
        let verdict = verdict_of(command.args(&pages).env("LD_LIBRARY_PATH", built()));
        assert_eq!(verdict["verdict"], "partial", "{name}");
        assert!(verdict["evidence"].as_array().unwrap().len() > 3);

        let run = |paths: &[&str]| {
            let mut command = Command::new(&program);
            let output = command.args(paths).env("LD_LIBRARY_PATH", built());
            let output = output.output().unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            (output.status.code(), said)
        };
        for paths in [&[][..], &["page.html"], &["a", "b", "c"]] {
            let (code, said) = run(paths);
            assert_eq!(code, Some(2), "{said}");
            assert!(
                said.starts_with("usage: ") && said.ends_with(" PAGE PAGE\n"),
                "{said}"
            );
        }
        let (code, said) = run(&["missing.html", "missing.html"]);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.starts_with("missing.html: "), "{said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_in_python_reads_and_compares() {
    let library = built().join("liboffprint_capi.so");
    let mut command = Command::new("python3");
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/embed.py"));
    let pages = [page("zh-dam-original"), page("zh-dam-abridged")];
    let verdict = verdict_of(command.arg(library).args(pages));
    assert_eq!(verdict["verdict"], "partial");
}
