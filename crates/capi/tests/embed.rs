//! Programs in other languages call the library as its documentation describes.

use serde_json::{Value, json};
use std::collections::HashMap;
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

fn json_of(command: &mut Command) -> Value {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
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
    let declared = HEADER.lines().filter(|line| line.ends_with(");")).collect::<Vec<_>>().join("\n");
    assert_eq!(names(&declared, "offprint_"), names(SOURCE, "extern \"C\" fn offprint_"));
}

/// `tests/embed.c`, compiled and linked with the library that cargo has built: dynamically if `ending` is `so`, or
/// statically if it is `a`.
#[cfg(unix)]
fn compiled(ending: &str) -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let library = built().join(format!("liboffprint_capi.{ending}"));
    let linked = if library.exists() {
        library
    } else {
        // The name on macOS.
        library.with_extension("dylib")
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let program = folder.join(format!("embed-{ending}-{}", std::process::id()));
    let status = Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-I"])
        .arg(here.join("include"))
        .arg(here.join("tests/embed.c"))
        .arg(linked)
        .args(["-o".as_ref(), program.as_os_str()])
        .args(["-lpthread", "-ldl", "-lm"])
        .status()
        .expect("a C compiler, called cc");
    assert!(status.success());
    program
}

#[cfg(unix)]
#[test]
fn a_program_in_c_works_with_the_shared_library() {
    check("so");
}

#[cfg(unix)]
#[test]
fn a_program_in_c_works_with_the_static_library() {
    check("a");
}

/// Runs the program in C, linked with the library of this ending.
#[cfg(unix)]
fn check(ending: &str) {
    let program = compiled(ending);
    let run = |words: &[&str]| {
        let mut command = Command::new(&program);
        command.args(words).env("LD_LIBRARY_PATH", built());
        command
    };
    gives_the_vectors(|words| json_of(&mut run(words)));
    let code = |words: &[&str]| run(words).output().unwrap().status.code();
    assert_eq!(code(&["misuse"]), Some(0));
    assert_eq!(code(&[]), Some(2), "how it is used");
    assert_eq!(code(&["read", "missing.html", "{}"]), Some(2));
    std::fs::remove_file(&program).unwrap();
}

/// Checks that a program gives the articles and verdicts of `tests/vectors.json`.
#[cfg(unix)]
fn gives_the_vectors(answer: impl Fn(&[&str]) -> Value) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let vectors = std::fs::read(root.join("tests/vectors.json")).unwrap();
    let vectors: Value = serde_json::from_slice(&vectors).unwrap();
    // The address and the fingerprint of each page.
    let mut read = HashMap::new();
    for vector in vectors["pages"].as_array().unwrap() {
        let [page, url, kind] = ["page", "url", "contentType"].map(|name| &vector[name]);
        let page = page.as_str().unwrap();
        let options = json!({ "url": url, "contentType": kind, "markup": true });
        let path = root.join(page);
        let article = answer(&["read", path.to_str().unwrap(), &options.to_string()]);
        assert_eq!(article, vector["article"], "{page}");
        let [url, fingerprint] = ["url", "fingerprint"].map(|name| {
            let text = article[name].as_str();
            text.unwrap_or_default().to_owned()
        });
        read.insert(page, (url, fingerprint));
    }
    let host = |url: &str| url.split('/').nth(2).map(str::to_owned);
    for vector in vectors["pairs"].as_array().unwrap() {
        let [a, b] = ["first", "second"].map(|name| vector[name].as_str().unwrap());
        let [(a_url, a), (b_url, b)] = [a, b].map(|page| &read[page]);
        // Pages of one site have another limit, and the library takes no addresses.
        if host(a_url) == host(b_url) {
            continue;
        }
        let mut expected = vector["verdict"].clone();
        for field in ["changes", "original", "version"] {
            expected.as_object_mut().unwrap().remove(field).unwrap();
        }
        assert_eq!(answer(&["compare", a, b]), expected);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_in_python_reads_and_compares() {
    let library = built().join("liboffprint_capi.so");
    let mut command = Command::new("python3");
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/embed.py"));
    let pages = [page("zh-dam-original"), page("zh-dam-abridged")];
    let verdict = json_of(command.arg(library).args(pages));
    assert_eq!(verdict["verdict"], "partial");
}
