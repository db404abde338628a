//! How published sets store pages and their main content.

use crate::files::{bytes_of, named};
use crate::measure::{Gold, Meta, Place};
use crate::wcxb;
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// How a repository stores pages and their main content.
pub enum Labels<'a> {
    /// One JSON object, by the id of the page, with its address and its text. Without a language, each page's text
    /// determines it and the set is called `NAME_LANGUAGE`.
    Object { file: &'a str, text: &'a str, pages: &'a str, ending: &'a str, lang: Option<&'a str> },
    /// Two folders, `ID.html` in one and `ID.txt` in the other. The sites are unknown: each page counts as one.
    Files { pages: &'a str, texts: &'a str, lang: &'a str },
    /// A split of WCXB, whose sets are called `wcxb_KIND`.
    Wcxb { split: &'a str },
}

impl Labels<'_> {
    /// Every page that has a label, whether its file is there or not.
    pub fn places(&self, repository: &Path, name: &str) -> Result<Vec<Place>> {
        match *self {
            Labels::Object { file, text, pages, ending, lang } => {
                let labels = bytes_of(&repository.join(file))?;
                let labels: BTreeMap<String, BTreeMap<String, serde_json::Value>> =
                    serde_json::from_slice(&labels).with_context(|| file.to_owned())?;
                let place = |(id, mut label): (String, BTreeMap<String, serde_json::Value>)| {
                    ensure!(is_file_name(&id), "{file}: {id} cannot name a file");
                    let mut string = |key: &str| {
                        let value = label.remove(key);
                        value.and_then(|value| String::deserialize(value).ok())
                    };
                    let gold = string(text).with_context(|| format!("{file}: {id} has no {text}"))?;
                    let url = string("url").unwrap_or_default();
                    let by_text = language(&gold);
                    Ok(Place {
                        set: lang.map_or_else(|| format!("{name}_{by_text}"), |_| name.to_owned()),
                        html: repository.join(pages).join(format!("{id}{ending}")),
                        gold: Gold::Text(gold),
                        meta: Meta {
                            id,
                            lang: lang.unwrap_or(by_text).to_owned(),
                            host: wcxb::host(&url).to_owned(),
                            page_type: None,
                        },
                    })
                };
                labels.into_iter().map(place).collect()
            }
            Labels::Files { pages, texts, lang } => {
                let place = |(id, text): (String, PathBuf)| Place {
                    set: name.to_owned(),
                    html: repository.join(pages).join(format!("{id}.html")),
                    gold: Gold::File(text),
                    meta: Meta { host: id.clone(), id, lang: lang.to_owned(), page_type: None },
                };
                Ok(named(&repository.join(texts), "txt")?.into_iter().map(place).collect())
            }
            Labels::Wcxb { split } => wcxb::places(&repository.join(split)),
        }
    }
}

/// The language of a text by its script, as far as the measures distinguish them.
fn language(text: &str) -> &'static str {
    let has = |from: char, to: char| text.chars().any(|c| (from..=to).contains(&c));
    if has('ぁ', 'ヿ') {
        "ja"
    } else if has('一', '鿿') {
        "zh"
    } else if has('\u{600}', '\u{6ff}') {
        "ar"
    } else {
        "en"
    }
}

fn is_file_name(id: &str) -> bool {
    !id.is_empty() && !id.contains(['/', '\\']) && !id.starts_with('.')
}
