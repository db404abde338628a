//! Reads the statements in the head of a page.

use super::Collector;
use crate::parse::head::{self, Fact, Precedence};
use crate::parse::start_tag::TagReader;

impl Collector {
    pub(super) fn meta(&mut self, read: &TagReader<'_, '_, '_>) {
        let key = ["property", "name", "itemprop"]
            .iter()
            .find_map(|name| read.value(name));
        let Some(key) = key else {
            return;
        };
        if let Some(fact) = head::fact_of_meta(&key)
            && let Some(content) = read.text("content")
        {
            self.statements.note(fact, Precedence::Meta, content);
        } else if head::is_for_robots(&key)
            && let Some(content) = read.text("content")
        {
            self.page.head.noindex |= head::says_noindex(&content);
        } else if let gate @ [_, ..] = head::gate_of_meta(&key)
            && let Some(content) = read.text("content")
            && gate.iter().any(|value| content.eq_ignore_ascii_case(value))
        {
            self.statements.note_gate();
        } else if let Some(content) = read.value("content") {
            self.page.signs.note_meta(&key, &content);
        }
    }

    /// An `itemprop` whose value is in another attribute.
    pub(super) fn item_property(&mut self, read: &TagReader<'_, '_, '_>) {
        let fact = read
            .value("itemprop")
            .and_then(|properties| head::fact_of_property(&properties));
        let value = || read.text("content").or_else(|| read.text("datetime"));
        if let Some(fact) = fact
            && let Some(value) = value()
        {
            self.statements.note(fact, Precedence::ItemProp, value);
        }
    }

    pub(super) fn link_element(&mut self, read: &TagReader<'_, '_, '_>) {
        let rel = read.value("rel").unwrap_or_default();
        let is = |name: &str| {
            let mut names = rel.split_ascii_whitespace();
            names.any(|rel| rel.eq_ignore_ascii_case(name))
        };
        let fact = match () {
            () if is("canonical") => Fact::Canonical,
            () if is("icon") => Fact::Favicon,
            () => return,
        };
        if let Some(href) = read.text("href") {
            self.statements.note(fact, Precedence::Link, href);
        }
    }
}
