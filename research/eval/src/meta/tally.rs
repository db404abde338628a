//! What is right on the pages of a set.

use super::rules::{alike, folded, is_title, names};
use super::{Gold, Stated};
use serde::{Deserialize, Serialize};

/// How many of how many.
#[derive(Debug, Clone, Copy, Default)]
struct Share {
    hits: usize,
    of: usize,
}

impl Share {
    fn add(&mut self, hits: impl IntoIterator<Item = bool>) {
        for hit in hits {
            self.hits += usize::from(hit);
            self.of += 1;
        }
    }

    /// `None` if there is nothing to judge.
    fn value(self) -> Option<f64> {
        (self.of > 0).then(|| self.hits as f64 / self.of as f64)
    }
}

/// What is right on the pages of a set.
#[derive(Default)]
pub struct Tally {
    titles: Share,
    /// Stated names that are right, and names that are stated.
    stated: Share,
    named: Share,
    days: Share,
    wrong_days: Share,
    missing_days: Share,
}

impl Tally {
    pub fn add(&mut self, gold: &Gold, stated: &Stated) {
        if !gold.title.is_empty() {
            let title = stated.title.as_deref().unwrap_or_default();
            self.titles.add([is_title(&gold.title, title)]);
        }
        if let Some(authors) = &gold.authors {
            let authors: Vec<String> =
                authors.iter().map(|name| folded(name)).filter(|name| !name.is_empty()).collect();
            let stated = names(stated.author.as_ref());
            let is_of = |name: &String, others: &[String]| others.iter().any(|o| alike(name, o));
            self.stated.add(stated.iter().map(|name| is_of(name, &authors)));
            self.named.add(authors.iter().map(|name| is_of(name, &stated)));
        }
        if !gold.date.is_empty() {
            let day: String = stated.date.iter().flat_map(|date| date.chars()).take(10).collect();
            self.days.add([day == gold.date]);
            self.wrong_days.add([!day.is_empty() && day != gold.date]);
            self.missing_days.add([day.is_empty()]);
        }
    }

    pub fn row(&self, set: &str, tool: &str) -> Row {
        let [precision, recall] = [self.stated, self.named].map(|share| share.value().unwrap_or(0.0));
        let f1 = 2.0 * precision * recall / (precision + recall).max(1e-9);
        let is_judged = self.named.of > 0;
        Row {
            set: set.to_owned(),
            tool: tool.to_owned(),
            titles: self.titles.of,
            title: self.titles.value(),
            authors: self.named.of,
            author_precision: is_judged.then_some(precision),
            author_recall: is_judged.then_some(recall),
            author_f1: is_judged.then_some(f1),
            days: self.days.of,
            day: self.days.value(),
            day_wrong: self.wrong_days.value(),
            day_missing: self.missing_days.value(),
        }
    }
}

/// A line of `research/results/meta.json`: one extractor on one set. Figures of what a set does not judge are `None`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Row {
    pub set: String,
    pub tool: String,
    pub titles: usize,
    pub title: Option<f64>,
    pub authors: usize,
    pub author_precision: Option<f64>,
    pub author_recall: Option<f64>,
    pub author_f1: Option<f64>,
    pub days: usize,
    pub day: Option<f64>,
    pub day_wrong: Option<f64>,
    pub day_missing: Option<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_wrong_is_not_what_is_missing() {
        let gold = json!({
            "id": "a", "set": "s", "title": "No ferry to Skarn", "authors": ["Ada Holm", "Per Lind"], "date": "2026-03-12"
        });
        let gold: Gold = serde_json::from_value(gold).unwrap();
        let unjudged: Gold = serde_json::from_value(json!({"id": "b", "set": "s"})).unwrap();
        let mut tally = Tally::default();
        for (author, date) in [
            (Some("Ada Holm, Eva Sand, Harbour Daily"), Some("2026-03-12T09:00Z")),
            (Some("Lind"), Some("2026-03-13")),
            (None, None),
        ] {
            let stated = json!({"id": "a", "tool": "t", "title": "No ferry", "author": author, "date": date});
            let stated: Stated = serde_json::from_value(stated).unwrap();
            tally.add(&gold, &stated);
            tally.add(&unjudged, &stated);
        }
        let row = tally.row("s", "t");
        assert_eq!((row.titles, row.title), (3, Some(0.0)));
        // Two of four stated names are right, and two of six names are found.
        assert_eq!((row.authors, row.author_precision), (6, Some(0.5)));
        assert_eq!(row.author_recall, Some(1.0 / 3.0));
        assert_eq!((row.days, row.day), (3, Some(1.0 / 3.0)));
        assert_eq!([row.day_wrong, row.day_missing], [Some(1.0 / 3.0); 2]);
    }
}
