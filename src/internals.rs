//! Items beyond the public ones, for the research, fuzzing and tests of this repository. Published packages do not
//! enable them, and they may change in any version.

macro_rules! open {
    ($($name:ident: $($path:ident)::+;)+) => {
        $(pub mod $name {
            pub use crate::$($path)::+::*;
        })+
    };
}

open! {
    charset: decode::charset;
    entity: decode::entity;
    media_type: decode::media_type;
    block: parse::block;
    characters: parse::characters;
    head: parse::head;
    json_ld: parse::json_ld;
    noise: parse::noise;
    signs: parse::signs;
    stream: parse::stream;
    tag: parse::tag;
    block_features: extract::block_features;
    body: extract::body;
    byline: extract::byline;
    kind_features: extract::kind_features;
    kinds: extract::kinds;
    lines: extract::lines;
    page_type: extract::page_type;
    quality: extract::quality;
    anatomy: fingerprint::anatomy;
    features: fingerprint::features;
    rarity: facts::rarity;
    rewriting: compare::rewriting;
    source: compare::source;
    filter: index::filter;
    sizes: fingerprint::sizes;
    facts: facts::find;
    sketch: facts::sketch;
    changes: compare::changes;
    original: compare::original;
    verdict: compare::verdict;
    address: address;
    date: metadata::date;
    title: metadata::title;
    hash: hash;
    made_up: made_up;
    normal: text;
    script: text::script;
    store: index::store;
}

/// The model of bodies.
pub mod model {
    pub use crate::extract::model::*;
    pub use crate::extract::tree::*;
    pub use crate::extract::trees::TREES;
}

/// Parts of private look-ups.
pub mod private {
    use crate::Fingerprint;
    use crate::index::private::{self, Ending};

    /// The endings of a fingerprint's keys, in the order to request them.
    pub fn endings(fingerprint: &Fingerprint, digits: usize, most: usize) -> Vec<Ending> {
        private::endings(fingerprint, digits, most)
    }
}

/// Ways to make articles from pages other than [`crate::Reader`].
pub mod make {
    use crate::Article;
    use crate::ReadOptions;
    use crate::SiteMemory;
    use crate::extract::body::Body;
    use crate::extract::model::Scores;
    use crate::parse::{Page, Parser};
    use crate::text::NormalText;

    /// The blocks of a page.
    pub fn page(html: &[u8], options: &ReadOptions) -> Page {
        let mut parser = Parser::new(options, None);
        parser.write(html);
        parser.end()
    }

    /// The article of a page, given scores of its blocks and a memory of its site; and the record of the page for that
    /// memory.
    pub fn article_by(
        page: &Page,
        url: Option<String>,
        scores: &Scores,
        site: Option<&SiteMemory>,
    ) -> (Article, SiteMemory) {
        Article::of_by(page, url, scores, site)
    }

    /// The article of a page whose headline and body are known.
    pub fn article_of_body(
        page: &Page,
        title: String,
        body: &Body,
        url: Option<String>,
    ) -> Article {
        Article::of_body(page, title, body, url)
    }

    /// An article from its metadata, its text, and the part of the text to compare.
    pub fn article_stated(
        page: &Page,
        title: String,
        text: String,
        compared: NormalText,
        quality: u8,
        url: Option<String>,
    ) -> Article {
        Article::stated(page, title, text, compared, quality, url)
    }
}
