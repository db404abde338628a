//! What `cargo publish` will ask of this crate, as far as it can be asked without publishing: the core must be
//! in the registry first, in the version that this crate names.

use std::process::Command;

fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        // One of its own: the test runs under cargo, which holds a lock on the other.
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
fn both_crates_can_be_packed() {
    cargo(&[
        "package",
        "-p",
        "offprint",
        "-p",
        "offprint-cli",
        "--no-verify",
        "--offline",
        "--allow-dirty",
    ]);
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
fn the_core_is_wanted_in_the_version_that_is_here() {
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
    let wanted = package("offprint-cli")["dependencies"].as_array().unwrap();
    let wanted = wanted
        .iter()
        .find(|dependency| dependency["name"] == "offprint")
        .unwrap();
    let here = package("offprint")["version"].as_str().unwrap();
    assert_eq!(wanted["req"], format!("^{here}"));
    for name in ["offprint", "offprint-cli"] {
        for field in ["description", "license", "readme"] {
            assert!(package(name)[field].is_string(), "{field} of {name}");
        }
    }
}
