//! What the programs here share.

/// The version of an extractor that these programs are built with.
pub fn locked(name: &str) -> Option<&'static str> {
    let entry = format!("name = \"{name}\"\nversion = \"");
    let (_, package) = include_str!("../../../Cargo.lock").split_once(&entry)?;
    Some(package.split_once('"')?.0)
}
