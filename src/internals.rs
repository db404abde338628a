//! Items beyond the public ones, for this repository's other crates, research, fuzzing and tests. They may change in
//! any version.

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
    block: parse::block;
    head: parse::head;
    json_ld: parse::json_ld;
    languages: languages;
    block_features: extract::block_features;
    body: extract::body;
    about: extract::about;
    lines: extract::lines;
    make: reader::make;
    page_features: extract::page_type::features;
    page_model: extract::page_type::model;
    page_type: extract::page_type;
    quality: extract::quality;
    layout_map: fingerprint::layout_map;
    features: fingerprint::features;
    rarity: facts::rarity;
    changes: compare::changes;
    rewriting: compare::rewriting;
    source: compare::source;
    fold: index::fold::written;
    facts: facts::find;
    sketch: facts::sketch;
    original: compare::original;
    verdict: compare::verdict;
    address: address;
    date: metadata::date;
    headline: metadata::headline;
    title: metadata::title;
    hash: hash;
    positions: positions;
    test_text: test_text;
    normal: text;
    script: text::script;
}

/// The model of bodies.
pub mod model {
    pub use crate::extract::model::*;
    pub use crate::extract::tree::*;
}
