//! What `cargo publish` will demand of this crate, as far as it can be checked without publishing: the crates that it
//! depends on must be in the registry first, in the versions that it names.

use std::process::Command;

/// The crates that are published, in the order in which they must be.
const PUBLISHED: [&str; 3] = ["offprint", "offprint-report", "offprint-cli"];

fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        // A separate target folder: the test runs under cargo, which holds a lock on the other.
        .env(
            "CARGO_TARGET_DIR",
            concat!(env!("CARGO_TARGET_TMPDIR"), "/package"),
        )
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_crates_can_be_packed() {
    let packages = PUBLISHED.into_iter().flat_map(|name| ["-p", name]);
    let flags = ["--no-verify", "--offline", "--allow-dirty"];
    let arguments: Vec<&str> = ["package"]
        .into_iter()
        .chain(packages)
        .chain(flags)
        .collect();
    cargo(&arguments);
    let list = cargo(&[
        "package",
        "-p",
        "offprint-cli",
        "--list",
        "--offline",
        "--allow-dirty",
    ]);
    for file in [
        "Cargo.toml",
        "README.md",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "src/main.rs",
    ] {
        assert!(list.lines().any(|line| line == file), "{file} in {list}");
    }
    assert!(!list.contains("tests/"), "{list}");
}

#[test]
fn each_crate_wants_the_others_in_the_version_that_is_here() {
    let metadata = cargo(&[
        "metadata",
        "--no-deps",
        "--offline",
        "--format-version",
        "1",
    ]);
    let metadata: serde_json::Value = serde_json::from_str(&metadata).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let package = |name: &str| {
        packages
            .iter()
            .find(|package| package["name"] == name)
            .unwrap()
    };
    for (i, name) in PUBLISHED.into_iter().enumerate() {
        for dependency in package(name)["dependencies"].as_array().unwrap() {
            // Dependencies of tests are left out of what is published.
            let path = dependency["path"].is_string() && dependency["kind"].is_null();
            let wanted = dependency["name"].as_str().unwrap();
            if path {
                assert!(PUBLISHED[..i].contains(&wanted), "{name} wants {wanted}");
                let here = package(wanted)["version"].as_str().unwrap();
                assert_eq!(
                    dependency["req"],
                    format!("^{here}"),
                    "{name} wants {wanted}"
                );
            }
        }
        for field in ["description", "license"] {
            assert!(package(name)[field].is_string(), "{field} of {name}");
        }
    }
}
