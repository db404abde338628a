//! How texts of one form are judged: such as weather reports, which share phrases and differ in figures, names and days.
//!
//! Texts are made from the templates in `research/eval/forms/`, the same ones on every run. The first half of the forms of
//! each kind is there to fit to ("fit"), the other to measure on ("held"). A folder may hold more: `forms/docs.jsonl` and
//! `forms/pairs.jsonl`, with `label`, `kind` and `update` of each pair.

mod alter;
mod random;
mod template;

use crate::pairs::sets::{Docs, lines};
use crate::results::record;
use anyhow::{Context, Result, bail};
use offprint::compare::Verdict;
use offprint::{Fingerprint, compare};
use random::Random;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use template::{Form, Kind, Templates, Text};

/// The flag that writes the figures to the results.
const RECORD: &str = "--record";
/// Texts of each form; all are compared with each other.
const TEXTS: usize = 8;
/// Of these, how many are also altered.
const ALTERED: usize = 2;
/// Copies of each long article.
const ARTICLE_COPIES: usize = 10;
const VERDICTS: [Verdict; 4] = [Verdict::Same, Verdict::Partial, Verdict::Different, Verdict::Unknown];

#[derive(Serialize)]
struct Doc {
    id: String,
    title: String,
    text: String,
}

#[derive(Serialize)]
struct Pair {
    a: String,
    b: String,
    /// How the second was made.
    label: &'static str,
    /// The kind of form, or `articles`.
    kind: String,
    /// "fit" or "held".
    half: &'static str,
    update: bool,
    /// Verdicts that are right.
    allowed: &'static [&'static str],
}

/// Made texts and pairs of them.
#[derive(Default)]
struct Made {
    docs: Vec<Doc>,
    pairs: Vec<Pair>,
}

impl Made {
    fn of(templates: &Templates) -> Result<Made> {
        let mut made = Made::default();
        for kind in &templates.kinds {
            for (at, form) in kind.forms.iter().enumerate() {
                made.add_form(templates, kind, form, half(at, kind.forms.len()))?;
            }
        }
        for (at, article) in templates.articles.iter().enumerate() {
            let half = half(at, templates.articles.len());
            let id = made.add(format!("articles-{}", at + 1), article);
            for copy in 0..ARTICLE_COPIES {
                let name = format!("{id}-lies-{copy}");
                let altered = alter::digits(article, 3, &mut Random::of(&name));
                let b = made.add(name, &altered);
                made.pair(&id, &b, "lies", "articles", half);
            }
        }
        Ok(made)
    }

    fn add_form(&mut self, templates: &Templates, kind: &Kind, form: &Form, half: &'static str) -> Result<()> {
        let mut ids: Vec<String> = Vec::new();
        for number in 0..TEXTS {
            let text = templates.fill(form, number, 0)?;
            let id = self.add(format!("{}-{number}", form.id), &text);
            for other in &ids {
                self.pair(other, &id, "other", &kind.name, half);
            }
            if number < ALTERED {
                for (label, at, altered) in altered(kind, &text, &id) {
                    let b = self.add(format!("{id}-{label}-{at}"), &altered);
                    self.pair(&id, &b, label, &kind.name, half);
                }
                // Nobody dies again the next day.
                if !kind.name.ends_with("obituary") {
                    let b = self.add(format!("{id}-update"), &templates.fill(form, number, 1)?);
                    self.pair(&id, &b, "update", &kind.name, half);
                }
            }
            ids.push(id);
        }
        Ok(())
    }

    /// Adds a text, and returns its id.
    fn add(&mut self, id: String, text: &Text) -> String {
        self.docs.push(Doc { id: id.clone(), title: text.title.clone(), text: text.body.clone() });
        id
    }

    fn pair(&mut self, a: &str, b: &str, label: &'static str, kind: &str, half: &'static str) {
        self.pairs.push(Pair {
            a: a.to_owned(),
            b: b.to_owned(),
            label,
            kind: kind.to_owned(),
            half,
            update: label == "update",
            allowed: allowed(label),
        });
    }

    fn write(&self, folder: &Path) -> Result<()> {
        std::fs::create_dir_all(folder)?;
        write_lines(&folder.join("docs.jsonl"), &self.docs)?;
        write_lines(&folder.join("pairs.jsonl"), &self.pairs)
    }

    /// Prints how the pairs are judged; returns the figures by label, and those of other texts by kind.
    fn judge(&self) -> [Table; 2] {
        let docs = self.docs.par_iter().map(|doc| {
            let fingerprint = Fingerprint::of(&doc.title, &doc.text);
            (doc.id.as_str(), fingerprint)
        });
        let docs: HashMap<&str, Option<Fingerprint>> = docs.collect();
        let judged: Vec<(&Pair, Verdict)> = self
            .pairs
            .par_iter()
            .map(|pair| {
                let [a, b] = [&pair.a, &pair.b].map(|id| docs[id.as_str()].as_ref());
                (pair, compare(a, b).verdict)
            })
            .collect();
        println!("{} texts, {} pairs\n", self.docs.len(), self.pairs.len());
        let mut labels = Table::default();
        let mut kinds = Table::default();
        for (pair, verdict) in judged {
            let is_right = pair.allowed.contains(&verdict.name());
            labels.count(format!("{:<9}{}", pair.label, pair.half), verdict, is_right);
            if pair.label == "other" {
                kinds.count(pair.kind.clone(), verdict, is_right);
            }
        }
        labels.print("pairs");
        println!();
        kinds.print("other, by kind");
        [labels, kinds]
    }
}

fn half(at: usize, of: usize) -> &'static str {
    if at < of.div_ceil(2) { "fit" } else { "held" }
}

/// The verdicts that are right.
fn allowed(label: &str) -> &'static [&'static str] {
    match label {
        "other" => &["different", "unknown"],
        "update" => &["partial", "different", "unknown"],
        "cut" | "extended" | "edited" => &["same", "partial"],
        _ => &["same"],
    }
}

/// What else is made of a text: a label, a number, and the text.
fn altered(kind: &Kind, text: &Text, id: &str) -> Vec<(&'static str, usize, Text)> {
    let is_english = kind.name.starts_with("en");
    let mut random = Random::of(id);
    let mut texts = vec![
        ("copy", 0, alter::furnish(text, is_english, &mut random)),
        ("cut", 0, alter::cut(text, &mut random)),
        ("extended", 0, alter::extend(text, &kind.filler, &mut random)),
        ("edited", 0, alter::edit(text, is_english, &mut random)),
    ];
    texts.extend((1..=3).map(|figures| ("typos", figures, alter::digits(text, figures, &mut random))));
    let units = (0..alter::STYLES).filter_map(|style| Some(("units", style, alter::units(text, style)?)));
    texts.extend(units);
    texts
}

/// How the pairs of a name are judged.
#[derive(Serialize)]
struct Row {
    name: String,
    pairs: usize,
    same: f64,
    partial: f64,
    different: f64,
}

/// What is recorded.
#[derive(Serialize)]
struct Figures {
    made: Vec<Row>,
    kinds: Vec<Row>,
    real: Vec<Row>,
}

/// How often pairs of each name have each verdict, and how many are judged wrongly.
#[derive(Default)]
struct Table(BTreeMap<String, ([usize; VERDICTS.len()], usize)>);

impl Table {
    fn count(&mut self, name: String, verdict: Verdict, is_right: bool) {
        let (verdicts, wrong) = self.0.entry(name).or_default();
        if let Some(place) = VERDICTS.iter().position(|&known| known == verdict) {
            verdicts[place] += 1;
        }
        *wrong += usize::from(!is_right);
    }

    /// The shares of all names.
    fn rows(&self) -> Vec<Row> {
        let row = |(name, (verdicts, _)): (&String, &([usize; VERDICTS.len()], usize))| {
            let pairs: usize = verdicts.iter().sum();
            let [same, partial, different, _] = verdicts.map(|count| count as f64 / pairs as f64);
            Row { name: name.split_whitespace().collect::<Vec<_>>().join(", "), pairs, same, partial, different }
        };
        self.0.iter().map(row).collect()
    }

    fn print(&self, title: &str) {
        let names = VERDICTS.map(Verdict::name).map(|name| format!("{name:>11}"));
        println!("{title:<16}{:>7}{}{:>9}", "pairs", names.concat(), "wrong");
        for (name, (verdicts, wrong)) in &self.0 {
            let pairs: usize = verdicts.iter().sum();
            let share = |&count: &usize| format!("{:>10.1}%", 100.0 * count as f64 / pairs as f64);
            let shares: String = verdicts.iter().map(share).collect();
            println!("{name:<16}{pairs:>7}{shares}{wrong:>9}");
        }
    }
}

fn write_lines(path: &Path, rows: &[impl Serialize]) -> Result<()> {
    let rows: Vec<String> = rows.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
    std::fs::write(path, rows.join("\n") + "\n").with_context(|| format!("cannot write {}", path.display()))
}

/// Prints how pairs of real texts of one form are judged: whether one is a later edition of the other or not, they are
/// not the same.
fn print_set(folder: &Path) -> Result<Table> {
    #[derive(Deserialize)]
    struct Labelled {
        a: String,
        b: String,
        kind: String,
        update: bool,
    }
    let docs = Docs::of_texts(&folder.join("docs.jsonl"))?;
    let rows: Vec<Labelled> = lines(&folder.join("pairs.jsonl"))?;
    let mut labels = Table::default();
    let mut kinds = Table::default();
    for row in rows {
        let a = docs.docs[docs.place(&row.a)?].fingerprint.as_ref();
        let b = docs.docs[docs.place(&row.b)?].fingerprint.as_ref();
        let verdict = compare(a, b).verdict;
        let label = if row.update { "update" } else { "other" };
        let is_right = allowed(label).contains(&verdict.name());
        labels.count(label.to_owned(), verdict, is_right);
        kinds.count(format!("{} {label}", row.kind), verdict, is_right);
    }
    println!();
    labels.print(&folder.display().to_string());
    println!();
    kinds.print("by kind");
    Ok(labels)
}

/// Prints how the pairs are judged, those that are made and those of a folder; `--write` also writes the made ones, and
/// `--record` the figures.
pub fn report(arguments: &[String]) -> Result<()> {
    let (folder, out) = match arguments {
        [] => (None, None),
        [flag, out] if flag == "--write" => (None, Some(out)),
        [folder] => (Some(folder), None),
        [folder, flag] if flag == RECORD => (Some(folder), None),
        [folder, flag, out] if flag == "--write" => (Some(folder), Some(out)),
        _ => bail!("usage: offprint-eval forms [FOLDER] [--record | --write DIR]"),
    };
    let templates = Templates::load(&crate::results::path("research/eval/forms"))?;
    let made = Made::of(&templates)?;
    if let Some(out) = out {
        made.write(Path::new(out))?;
    }
    let [labels, kinds] = made.judge();
    let Some(folder) = folder else { return Ok(()) };
    let real = print_set(&Path::new(folder).join("forms"))?;
    if arguments.iter().any(|argument| argument == RECORD) {
        let [made, kinds, real] = [labels, kinds, real].map(|table| table.rows());
        record("forms", &Figures { made, kinds, real })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use offprint::internals::hash::{hash, hash_str};

    fn templates() -> Templates {
        Templates::load(&crate::results::path("research/eval/forms")).expect("templates")
    }

    /// Texts may be compared with those made elsewhere: when templates change on purpose, so does this hash.
    #[test]
    fn every_run_makes_the_same_texts() {
        let made = Made::of(&templates()).unwrap();
        let docs = made.docs.iter().flat_map(|doc| [&doc.id, &doc.title, &doc.text]);
        let pairs = made.pairs.iter().flat_map(|pair| [&pair.a, &pair.b]);
        let found = hash(docs.chain(pairs).map(|text| hash_str(text)));
        assert_eq!(found, 0x5241_A8A7_868D_AE64, "{found:#X}");
    }

    #[test]
    fn every_slot_is_filled() {
        for doc in Made::of(&templates()).unwrap().docs {
            for text in [&doc.title, &doc.text] {
                assert!(!text.is_empty(), "{}", doc.id);
                assert!(!text.contains(['{', '}', '@']), "{}: {text}", doc.id);
            }
        }
    }

    #[test]
    fn other_texts_of_a_form_share_no_place() {
        let templates = templates();
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
        let templates = templates();
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
