//! What precedes the body in Markdown, for programs: the article's metadata as YAML.

use crate::metadata::Metadata;
use std::fmt::Write;

/// Title, author, date and address, as far as they are known, between lines of `---`; empty if none is.
pub fn front_matter(metadata: &Metadata) -> String {
    let title = Some(metadata.title.clone()).filter(|title| !title.is_empty());
    let url = metadata.url.as_ref().or(metadata.canonical.as_ref());
    let authors = Some(metadata.authors.join(", ")).filter(|names| !names.is_empty());
    let fields = [("title", title), ("author", authors), ("date", metadata.published.clone()), ("url", url.cloned())];
    let mut out = String::new();
    for (name, value) in fields {
        if let Some(value) = value {
            out.extend([name, ": ", &quoted(&value), "\n"]);
        }
    }
    if out.is_empty() { out } else { format!("---\n{out}---\n\n") }
}

/// A text between double quotes, in which YAML gives no character but `"` and `\` a meaning.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            // Those that YAML counts as line breaks, or does not allow.
            c if c.is_control() || "\u{2028}\u{2029}\u{FEFF}\u{FFFE}\u{FFFF}".contains(c) => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_quoted() {
        let metadata = Metadata {
            title: "No: \"ferry\" # to\\Skarn\n---".to_owned(),
            published: Some("yesterday".to_owned()),
            url: Some("https://news.example/ferry".to_owned()),
            ..Metadata::default()
        };
        assert_eq!(
            front_matter(&metadata),
            "---\ntitle: \"No: \\\"ferry\\\" # to\\\\Skarn\\u000A---\"\ndate: \"yesterday\"\n\
             url: \"https://news.example/ferry\"\n---\n\n"
        );
        // Every such text is one of JSON, too.
        for text in ["", "é水😀", "\u{85}\u{2028}\t'%@`&*!|>"] {
            assert_eq!(serde_json::from_str::<String>(&quoted(text)).unwrap(), text);
        }
        assert_eq!(front_matter(&Metadata::default()), "");
    }
}
