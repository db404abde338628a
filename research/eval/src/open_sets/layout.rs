//! Sets in folders.

use crate::files::{bytes_of, write};
use crate::measure::{Gold, Place};
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Writes the sets as folders of this folder.
pub fn lay_out(folder: &Path, places: &[&Place]) -> Result<()> {
    let mut lists: BTreeMap<&str, String> = BTreeMap::new();
    for Place { set, meta, html, gold } in places {
        let set_folder = folder.join(set);
        let id = &meta.id;
        let text = match gold {
            Gold::File(path) => bytes_of(path)?,
            Gold::Text(text) => text.clone().into_bytes(),
        };
        write(&set_folder.join(format!("pages/{id}.html")), bytes_of(html)?)?;
        write(&set_folder.join(format!("gold/{id}.txt")), text)?;
        let list = lists.entry(set).or_default();
        writeln!(list, "{}", serde_json::to_string(meta)?)?;
    }
    for (set, list) in lists {
        write(&folder.join(set).join("meta.jsonl"), list)?;
    }
    Ok(())
}

pub fn remove(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot remove {}", folder.display()))
    } else {
        Ok(())
    }
}
