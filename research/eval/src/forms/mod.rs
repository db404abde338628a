//! Measures the verdicts on texts of one form, such as weather reports, which share phrases and differ in figures,
//! names and days.
//!
//! Texts are made from the templates in `research/eval/forms/`, the same ones on every run. The first half of the forms
//! of each kind is for fitting ("fit"), the other half for measuring ("held"). A folder may hold more:
//! `forms/docs.jsonl` and `forms/pairs.jsonl`, with `update` of each pair.

mod alter;
mod random;
mod template;

use crate::files::lines;
use crate::markdown::{part, row, table};
use crate::pairs::rates::Shares;
use crate::pairs::sets::Docs;
use crate::pairs::verdict;
use crate::results::record;
use anyhow::{Result, bail};
use offprint::Fingerprint;
use offprint::compare::Verdict;
use random::Random;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use template::{Form, Kind, Templates, Text};

/// Texts of each form; all are compared with each other.
const TEXTS: usize = 8;
/// How many of these are also altered.
const ALTERED: usize = 2;

/// Two made texts by their places.
struct Pair {
    a: usize,
    b: usize,
    /// How the second was made.
    label: &'static str,
    /// "fit" or "held".
    half: &'static str,
}

/// Made texts, each with its id, and pairs of them.
#[derive(Default)]
struct Made {
    docs: Vec<(String, Text)>,
    pairs: Vec<Pair>,
}

impl Made {
    fn new(templates: &Templates) -> Result<Made> {
        let mut made = Made::default();
        for kind in &templates.kinds {
            for (at, form) in kind.forms.iter().enumerate() {
                made.add_form(templates, kind, form, half(at, kind.forms.len()))?;
            }
        }
        Ok(made)
    }

    fn add_form(&mut self, templates: &Templates, kind: &Kind, form: &Form, half: &'static str) -> Result<()> {
        let mut others: Vec<usize> = Vec::new();
        for number in 0..TEXTS {
            let text = templates.fill(form, number, 0)?;
            let id = format!("{}-{number}", form.id);
            let a = self.add(id.clone(), text.clone());
            self.pairs.extend(others.iter().map(|&other| Pair { a: other, b: a, label: "other", half }));
            if number < ALTERED {
                for (label, at, altered) in altered(kind, &text, &id) {
                    let b = self.add(format!("{id}-{label}-{at}"), altered);
                    self.pairs.push(Pair { a, b, label, half });
                }
                // Nobody dies again the next day.
                if !kind.name.ends_with("obituary") {
                    let b = self.add(format!("{id}-update"), templates.fill(form, number, 1)?);
                    self.pairs.push(Pair { a, b, label: "update", half });
                }
            }
            others.push(a);
        }
        Ok(())
    }

    /// Adds a text, and returns its place.
    fn add(&mut self, id: String, text: Text) -> usize {
        self.docs.push((id, text));
        self.docs.len() - 1
    }

    /// How the pairs are judged, by label and half.
    fn judged(&self) -> Judged {
        let fingerprints = self.docs.par_iter().map(|(_, text)| Fingerprint::new(&text.title, &text.body));
        let fingerprints: Vec<Option<Fingerprint>> = fingerprints.collect();
        let mut judged = Judged::default();
        for pair in &self.pairs {
            let verdict = verdict(fingerprints[pair.a].as_ref(), fingerprints[pair.b].as_ref());
            judged.add(format!("{}, {}", pair.label, pair.half), pair.label, verdict);
        }
        judged
    }
}

fn half(at: usize, of: usize) -> &'static str {
    if at < of.div_ceil(2) { "fit" } else { "held" }
}

/// Whether a verdict is right.
fn is_right(label: &str, verdict: Verdict) -> bool {
    match label {
        "other" => verdict < Verdict::Partial,
        "update" => verdict != Verdict::Same,
        "cut" | "extended" | "edited" => verdict >= Verdict::Partial,
        _ => verdict == Verdict::Same,
    }
}

/// Altered copies of a text, each with a label and a number.
fn altered(kind: &Kind, text: &Text, id: &str) -> Vec<(&'static str, usize, Text)> {
    let is_english = kind.name.starts_with("en");
    let mut random = Random::new(id);
    let mut texts = vec![
        ("copy", 0, alter::furnish(text, is_english, &mut random)),
        ("cut", 0, alter::cut(text, &mut random)),
        ("extended", 0, alter::extend(text, &kind.filler, &mut random)),
        ("edited", 0, alter::edit(text, is_english, &mut random)),
    ];
    texts.extend((1..=3).map(|figures| ("typos", figures, alter::digits(text, figures, &mut random))));
    texts
}

/// The verdicts on the pairs of each name, and how many are wrong.
#[derive(Default)]
struct Judged(BTreeMap<String, (Vec<Verdict>, usize)>);

/// How the pairs of a name are judged.
#[derive(Serialize, Deserialize)]
struct Row {
    name: String,
    pairs: usize,
    same: f64,
    partial: f64,
    different: f64,
}

impl Judged {
    fn add(&mut self, name: String, label: &str, verdict: Verdict) {
        let (verdicts, wrong) = self.0.entry(name).or_default();
        verdicts.push(verdict);
        *wrong += usize::from(!is_right(label, verdict));
    }

    fn rows(&self) -> Vec<Row> {
        let row = |(name, (verdicts, _)): (&String, &(Vec<Verdict>, usize))| {
            let Shares { n, same, partial, different, .. } = Shares::new(verdicts);
            Row { name: name.clone(), pairs: n, same, partial, different }
        };
        self.0.iter().map(row).collect()
    }

    fn print(&self, title: &str) {
        let line = |(name, (verdicts, wrong)): (&String, &(Vec<Verdict>, usize))| {
            let Shares { n, same, partial, different, unknown } = Shares::new(verdicts);
            let shares = [same, partial, different, unknown].map(part);
            row(name.as_str(), [n.to_string()].into_iter().chain(shares).chain([wrong.to_string()]))
        };
        let head = [title, "pairs", "same", "partial", "different", "unknown", "wrong"];
        println!("{}", table(&head, self.0.iter().map(line)));
    }
}

/// How pairs of real texts of one form are judged. Whether or not one is a later edition of the other, they are not the
/// same.
fn real(folder: &Path) -> Result<Judged> {
    #[derive(Deserialize)]
    struct Labelled {
        a: String,
        b: String,
        update: bool,
    }
    let docs = Docs::of_texts(&folder.join("docs.jsonl"))?;
    let rows: Vec<Labelled> = lines(&folder.join("pairs.jsonl"))?;
    let mut judged = Judged::default();
    for row in rows {
        let verdict = docs.verdict([docs.place(&row.a)?, docs.place(&row.b)?]);
        let label = if row.update { "update" } else { "other" };
        judged.add(label.to_owned(), label, verdict);
    }
    Ok(judged)
}

/// `research/results/forms.json`.
#[derive(Serialize, Deserialize)]
pub struct Figures {
    made: Vec<Row>,
    real: Vec<Row>,
}

/// Prints how the pairs are judged, those that are made and those of a folder; `--record` records the figures.
pub fn report(arguments: &[String]) -> Result<()> {
    let (folder, is_recorded) = match arguments {
        [] => (None, false),
        [folder] => (Some(folder), false),
        [folder, flag] if flag == "--record" => (Some(folder), true),
        _ => bail!("usage: offprint-eval forms [FOLDER [--record]]"),
    };
    let made = Made::new(&templates()?)?;
    let judged = made.judged();
    judged.print("made");
    let Some(folder) = folder else { return Ok(()) };
    let real = real(&Path::new(folder).join("forms"))?;
    real.print("real");
    if is_recorded {
        record("forms", &Figures { made: judged.rows(), real: real.rows() })?;
    }
    Ok(())
}

fn templates() -> Result<Templates> {
    Templates::load(&crate::results::path("research/eval/forms"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use offprint::internals::hash::{hash, hash_str};

    /// Texts may be compared with those made elsewhere: when templates change on purpose, so does this hash.
    #[test]
    fn every_run_makes_the_same_texts() {
        let made = Made::new(&templates().unwrap()).unwrap();
        let docs = made.docs.iter().flat_map(|(id, text)| [id, &text.title, &text.body]);
        let pairs = made.pairs.iter().flat_map(|pair| [&made.docs[pair.a].0, &made.docs[pair.b].0]);
        let found = hash(docs.chain(pairs).map(|text| hash_str(text)));
        assert_eq!(found, 0xD43A_5E2F_A271_FCF9, "{found:#X}");
    }

    #[test]
    fn every_slot_is_filled() {
        for (id, text) in Made::new(&templates().unwrap()).unwrap().docs {
            for text in [text.title, text.body] {
                assert!(!text.is_empty(), "{id}");
                assert!(!text.contains(['{', '}', '@']), "{id}: {text}");
            }
        }
    }

    #[test]
    fn other_texts_of_a_form_share_no_place() {
        let templates = templates().unwrap();
        for form in templates.kinds.iter().flat_map(|kind| &kind.forms) {
            let texts: Vec<Text> = (0..TEXTS).map(|number| templates.fill(form, number, 0).unwrap()).collect();
            for (at, text) in texts.iter().enumerate() {
                for (_, other) in texts.iter().enumerate().filter(|&(other, _)| other != at) {
                    let shared =
                        text.places.iter().find(|&place| other.title.contains(place) || other.body.contains(place));
                    assert_eq!(shared, None, "{}", form.id);
                }
            }
        }
    }

    #[test]
    fn alterations_change_what_they_should() {
        let templates = templates().unwrap();
        for kind in &templates.kinds {
            assert!(kind.forms.len() >= 6, "{}", kind.name);
            for form in &kind.forms {
                let text = templates.fill(form, 0, 0).unwrap();
                let chars = text.body.chars().count() as f64;
                for (label, number, altered) in altered(kind, &text, &form.id) {
                    let share = altered.body.chars().count() as f64 / chars;
                    let context = format!("{}-{label}-{number}: {share}", form.id);
                    let is_right = match label {
                        "cut" => text.body.starts_with(&altered.body) && (0.59..0.76).contains(&share),
                        "extended" => altered.body.starts_with(&text.body) && (1.3..1.61).contains(&share),
                        "copy" => altered.body.contains(&text.body),
                        "typos" => {
                            let pairs = text.body.bytes().zip(altered.body.bytes());
                            pairs.filter(|(old, new)| old != new).count() == number
                        }
                        _ => altered.body != text.body && (0.85..1.15).contains(&share),
                    };
                    assert!(is_right, "{context}");
                }
                let next = templates.fill(form, 0, 1).unwrap();
                assert_eq!(next.places, text.places, "{}", form.id);
                assert_ne!(next.body, text.body, "{}", form.id);
            }
        }
    }
}
