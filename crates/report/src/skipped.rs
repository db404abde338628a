//! Files of a folder that are not pages, reported in one line.

use super::Plain;
use offprint::media_type;
use std::collections::BTreeMap;

/// Kinds of files that are named; the rest are counted.
const NAMED: usize = 6;
/// Longest file ending that is printed, in bytes.
const ENDING: usize = 12;

/// Files that were skipped, by kind.
///
/// ```
/// let mut skipped = offprint_report::Skipped::default();
/// assert_eq!(skipped.line("pages"), None);
/// skipped.add("a/x.css", b"p {}");
/// skipped.add("b.css", b"");
/// skipped.add("photo.html.bak", b"\xFF\xD8\xFF\xE0");
/// let line = "skipped 3 files that are not pages, pages: 2 .css (a/x.css …), 1 image/jpeg (photo.html.bak)";
/// assert_eq!(skipped.line("pages").as_deref(), Some(line));
/// ```
#[derive(Debug, Default)]
pub struct Skipped {
    /// How many of each kind, and the first of them by its path.
    kinds: BTreeMap<String, (usize, String)>,
}

impl Skipped {
    /// Counts a file by its path in the folder and its first bytes.
    pub fn add(&mut self, path: &str, start: &[u8]) {
        let kind = match (media_type(start), ending(path)) {
            // A file without a signature is better described by its name.
            (None | Some("application/octet-stream"), Some(ending)) => ending.to_owned(),
            (Some(media_type), _) => media_type.to_owned(),
            (None, None) => "without an ending".to_owned(),
        };
        self.count(kind, path);
    }

    /// Counts an entry that is not a regular file: a pipe, a socket, a device.
    pub fn add_special(&mut self, path: &str) {
        self.count("special".to_owned(), path);
    }

    fn count(&mut self, kind: String, path: &str) {
        let kind = self.kinds.entry(kind);
        let (count, example) = kind.or_insert_with(|| (0, path.to_owned()));
        *count += 1;
        if path < example.as_str() {
            path.clone_into(example);
        }
    }

    /// The line about them; `None` if no file was skipped.
    pub fn line(&self, folder: &str) -> Option<String> {
        let mut kinds: Vec<_> = self.kinds.iter().collect();
        kinds.sort_by_key(|&(_, &(count, _))| std::cmp::Reverse(count));
        let all: usize = kinds.iter().map(|&(_, &(count, _))| count).sum();
        let most_frequent = kinds.iter().take(NAMED).map(|(kind, (count, example))| {
            let more = if *count > 1 { " …" } else { "" };
            format!("{count} {kind} ({}{more})", Plain(example))
        });
        let mut named: Vec<String> = most_frequent.collect();
        let others: usize = kinds.iter().skip(NAMED).map(|&(_, &(count, _))| count).sum();
        if others > 0 {
            named.push(format!("{others} of other kinds"));
        }
        let what = match all {
            0 => return None,
            1 => "1 file that is not a page".to_owned(),
            all => format!("{all} files that are not pages"),
        };
        Some(format!("skipped {what}, {folder}: {}", named.join(", ")))
    }
}

/// The ending of a file's name, with its dot, if it has one of the usual kind.
fn ending(path: &str) -> Option<&str> {
    let name = path.rsplit(['/', '\\']).next()?;
    let at = name.rfind('.').filter(|&at| at > 0)?;
    let mut letters = name[at + 1..].bytes();
    let usual = name.len() - at <= ENDING && letters.all(|byte| byte.is_ascii_alphanumeric());
    (usual && name.len() > at + 1).then(|| &name[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_kinds_are_counted() {
        let mut skipped = Skipped::default();
        for kind in 0..9 {
            for _ in kind..9 {
                skipped.add(&format!("f.k{kind}"), b"text");
            }
        }
        skipped.add_special("pipe\u{1B}.html");
        let line = skipped.line("x").expect("some were skipped");
        assert!(line.starts_with("skipped 46 files that are not pages, x: 9 .k0 (f.k0 …), 8 .k1"), "{line}");
        assert!(line.ends_with(", 7 of other kinds"), "{line}");
    }

    #[test]
    fn determines_kinds_by_bytes_or_else_by_name() {
        let kind = |path: &str, start: &[u8]| {
            let mut skipped = Skipped::default();
            skipped.add(path, start);
            skipped.line("x").expect("one was skipped").replace(&format!(" ({path})"), "")
        };
        let binary = [1; 200];
        for (path, start, reason) in [
            ("README", &b"text"[..], "without an ending"),
            (".hidden", b"text", "without an ending"),
            ("a.b c", b"text", "without an ending"),
            ("a/b.dir/c", b"text", "without an ending"),
            ("x.bin", &binary, ".bin"),
            ("x", &binary, "application/octet-stream"),
            ("x.html", b"GIF89a", "image/gif"),
        ] {
            assert_eq!(kind(path, start), format!("skipped 1 file that is not a page, x: 1 {reason}"));
        }
    }
}
