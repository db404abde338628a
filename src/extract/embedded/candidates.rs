//! The texts in data that may be the article.

use super::MIN_WEIGHT;
use super::prose::Prose;
use crate::article::TextSource;
use crate::decode::entity::{self, Context};
use crate::extract::lines;
use crate::parse::characters::find;

/// Shortest title that is searched for inside a longer one, in bytes.
const MIN_TITLE: usize = 12;

/// A text that may be the article.
pub(super) struct Candidate {
    pub title: Option<String>,
    pub agrees: bool,
    pub source: TextSource,
    pub prose: Prose,
}

/// The best candidates so far.
#[derive(Default)]
pub(super) struct Found {
    /// Folded forms of the article's title on the page.
    pub names: Vec<String>,
    /// The kind of data being searched.
    pub source: TextSource,
    /// The longest candidate whose title agrees with the page's.
    pub agreeing: Option<Candidate>,
    /// The longest of the other candidates.
    pub other: Option<Candidate>,
    /// The weight of the second longest of the others.
    pub rival: u32,
    /// Texts that other rows refer to, each kept until its first reference.
    pub texts: Vec<(String, String)>,
}

impl Found {
    /// Whether this is the article's title, or a part of it.
    pub fn agrees(&self, title: &str) -> bool {
        let title = lines::plain(&entity::decode(title, Context::Text));
        self.names.iter().any(|name| {
            let (short, long) = if name.len() < title.len() { (name, &title) } else { (&title, name) };
            short == long || short.len() >= MIN_TITLE && find(long, short).is_some()
        })
    }

    /// Considers a text, with its title, as the article.
    pub fn offer(&mut self, title: Option<&str>, prose: &Prose) {
        if prose.weight < MIN_WEIGHT {
            return;
        }
        let agrees = title.is_some_and(|title| self.agrees(title));
        let best = if agrees { &mut self.agreeing } else { &mut self.other };
        let held = best.as_ref().map_or(0, |best| best.prose.weight);
        if prose.weight <= held {
            if !agrees && prose.weight > self.rival && best.as_ref().is_none_or(|best| best.prose.parts != prose.parts)
            {
                self.rival = prose.weight;
            }
        } else if prose.is_prose() {
            if !agrees {
                self.rival = held;
            }
            *best =
                Some(Candidate { title: title.map(str::to_owned), agrees, source: self.source, prose: prose.clone() });
        }
    }
}
