//! Reads files and folders, and writes files.

use anyhow::{Context, Result};
use flate2::read::GzDecoder;
use serde::de::DeserializeOwned;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The bytes of a file, unpacked if it ends in `.gz`.
pub fn bytes_of(path: &Path) -> Result<Vec<u8>> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    if path.extension().is_none_or(|ending| ending != "gz") {
        return Ok(bytes);
    }
    let mut unpacked = Vec::new();
    let read = GzDecoder::new(&bytes[..]).read_to_end(&mut unpacked);
    read.with_context(|| format!("cannot unpack {}", path.display()))?;
    Ok(unpacked)
}

pub fn text_of(path: &Path) -> Result<String> {
    String::from_utf8(bytes_of(path)?).with_context(|| format!("{} is not UTF-8", path.display()))
}

/// The objects of a file of lines.
pub fn lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    let rows = serde_json::Deserializer::from_slice(&bytes_of(path)?).into_iter().collect::<Result<_, _>>();
    rows.with_context(|| path.display().to_string())
}

/// Writes a file, and the folders above it.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
    std::fs::create_dir_all(path.parent().unwrap_or(path))
        .and_then(|()| std::fs::write(path, bytes))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// What is in a folder, sorted.
pub fn paths_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    paths.sort();
    Ok(paths)
}

/// The files of a folder that have this ending, each with its name before it.
pub fn named(folder: &Path, ending: &str) -> Result<Vec<(String, PathBuf)>> {
    let name = |path: PathBuf| Some((name_of(&path).strip_suffix(ending)?.strip_suffix('.')?.to_owned(), path));
    Ok(paths_in(folder)?.into_iter().filter_map(name).collect())
}

pub fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Bytes as `gzip` packs them.
#[cfg(test)]
pub fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    flate2::read::GzEncoder::new(bytes, flate2::Compression::fast()).read_to_end(&mut packed).expect("bytes in memory");
    packed
}
