//! Many articles, and which of them are copies of each other; see [`offprint::index`].

use super::origins::member;
use super::reader::count;
use super::{digest, to_js};
use offprint::compare::ArticleRecord;
use offprint::index::{dedupe, origins};
use offprint_report::Form;
use wasm_bindgen::prelude::*;

/// Many articles, to find which of them are copies of each other.
#[wasm_bindgen]
#[derive(Default)]
pub struct Collection {
    ids: Vec<String>,
    members: Vec<ArticleRecord>,
}

#[wasm_bindgen]
impl Collection {
    /// An empty collection.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Collection {
        Collection::default()
    }

    /// Adds an article, or its stored facts, under an id; returns its position among the others.
    pub fn add(&mut self, id: String, article: JsValue) -> Result<usize, JsValue> {
        let mut member = member(&article)?;
        // Articles with a fingerprint have no digest yet.
        member.digest = member.digest.or_else(|| digest(&article, &member.metadata.title));
        member.length = count(&article, "length")?.unwrap_or_default() as u32;
        self.members.push(member);
        self.ids.push(id);
        Ok(self.members.len() - 1)
    }

    /// When an article was published, in minutes since the beginning of 1970.
    pub fn minutes(&self, place: usize) -> Option<f64> {
        let minutes = self.members.get(place)?.metadata.minutes();
        minutes.map(|minutes| minutes as f64)
    }

    /// The site of an article, by its name or its host.
    pub fn source(&self, place: usize) -> Option<String> {
        self.members.get(place)?.metadata.source()
    }

    /// Which of the articles are the same, in the order in which they were added; see [`dedupe`].
    pub fn dedupe(&self) -> Result<JsValue, JsValue> {
        to_js(&dedupe(&self.members))
    }

    /// The results for the articles, each by its position.
    pub fn origins(&self) -> Result<JsValue, JsValue> {
        to_js(&origins(&self.members))
    }

    /// The origins as a table: CSV, or JSON.
    pub fn table(&self, json: bool) -> String {
        let form = Form::new(json, false);
        offprint_report::clusters(&self.ids, &self.members, &origins(&self.members), form)
    }
}
