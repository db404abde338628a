//! The stored record of an article, and the facts of the page that is judged.

use super::canonical_url::Withheld;
use super::privacy::public;
use super::url::{Address, is_variant};
use offprint::internals::address;
use offprint::{Fingerprint, Metadata};
use serde::ser::{SerializeStruct, Serializer};
use serde::{Deserialize, Serialize};

/// The prefix of records and of keys of texts: the version of the fingerprint, so that versions are never mixed.
pub const FINGERPRINTS: &str = "fp4/";

/// The record of an article in the store, under each of its keys.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    /// Random name of the record.
    pub id: String,
    /// What its page states, its address, and when the worker first saw it; for an imported record, the values of the
    /// import. The canonical address is present only if it is on another host; author and language are not stored.
    #[serde(flatten)]
    pub metadata: Metadata,
    /// When it was imported, if it was. No register here saw the page before that time.
    #[serde(default)]
    pub imported: Option<String>,
    /// Whether the register found no similar article when it was registered. Then this record is enough when the page,
    /// or a copy of it, is seen again.
    #[serde(default)]
    pub unique: bool,
    /// Whether, when it was registered, it shared much of its text with an earlier article of another site. If so, it
    /// is no evidence that its page had that text first.
    #[serde(default)]
    pub derived: bool,
    /// What came before it at its address; `None` for the first version of a story.
    #[serde(default)]
    pub story: Option<Story>,
    /// Whether its page states its address as its own.
    #[serde(default)]
    pub states_itself: bool,
    /// The registrable domain of its address by the Public Suffix List. It is added to the record and not stored, since
    /// the list changes.
    #[serde(skip)]
    pub domain: Option<String>,
    /// Its fingerprint.
    pub fingerprint: Fingerprint,
}

/// The life of a page up to one version of its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Story {
    /// Id of the first version.
    pub first: String,
    /// The number of this version; the first is 1.
    pub version: u32,
    /// Earlier texts of the page, at most [`EARLIER`]: the first one and the latest.
    pub earlier: Vec<Earlier>,
}

/// An earlier text of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Earlier {
    /// Since when the register has known it.
    pub since: String,
    /// Whether it shared much of its text with an earlier article of another site.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub derived: bool,
    /// Its fingerprint.
    pub fingerprint: Fingerprint,
}

/// The most earlier texts that a record holds. Larger: a page that loses its beginning as it grows, such as a live
/// blog, is protected from its copies for longer; smaller: records are shorter.
pub const EARLIER: usize = 3;

/// The record in the form that stores of all releases hold. It is written by hand: `serde` writes flattened fields
/// through a map, which makes the WebAssembly larger.
impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let metadata = &self.metadata;
        let mut object = serializer.serialize_struct("Record", 15)?;
        object.serialize_field("id", &self.id)?;
        object.serialize_field("url", self.url())?;
        object.serialize_field("title", &metadata.title)?;
        known(&mut object, "canonical", &metadata.canonical)?;
        known(&mut object, "site", &metadata.site)?;
        object.serialize_field("credit", &metadata.credit)?;
        known(&mut object, "creditPlace", &metadata.credit_place)?;
        object.serialize_field("published", &metadata.published)?;
        object.serialize_field("firstSeen", self.first_seen())?;
        known(&mut object, "imported", &self.imported)?;
        for (name, holds) in [("unique", self.unique), ("derived", self.derived), ("statesItself", self.states_itself)]
        {
            if holds { object.serialize_field(name, &true)? } else { object.skip_field(name)? }
        }
        known(&mut object, "story", &self.story)?;
        object.serialize_field("fingerprint", &self.fingerprint)?;
        object.end()
    }
}

fn known<S: SerializeStruct>(to: &mut S, name: &'static str, value: &Option<impl Serialize>) -> Result<(), S::Error> {
    match value {
        Some(value) => to.serialize_field(name, value),
        None => to.skip_field(name),
    }
}

/// The judged page: the parts of an [`Article`](offprint::Article) that matter here.
#[derive(Debug, Clone, Default)]
pub struct Candidate {
    /// What the page states, and the address it goes by; see [`CanonicalUrl`](super::CanonicalUrl).
    pub metadata: Metadata,
    /// The registrable domain of that address by the Public Suffix List.
    pub domain: Option<String>,
    /// Whether it states its address as its own.
    pub states_itself: bool,
    /// Why it is not registered, whatever the verdict; `None` if it may be.
    pub withheld: Option<Withheld>,
    /// Its fingerprint, if the body was long enough.
    pub fingerprint: Option<Fingerprint>,
    /// Its [`digest`](super::digest).
    pub digest: Option<String>,
}

impl Candidate {
    /// The address it goes by.
    pub fn url(&self) -> &str {
        self.metadata.url.as_deref().unwrap_or_default()
    }

    /// Its address, as compared with others of its site.
    pub(super) fn address(&self) -> Address<'_> {
        Address { url: self.url(), states_itself: self.states_itself, title: &self.metadata.title }
    }

    /// The address it states, if that is on another host.
    fn elsewhere(&self) -> Option<String> {
        let stated = self.metadata.canonical.as_deref().filter(|stated| {
            let host = address::host(stated);
            host.is_some() && host != address::host(self.url())
        });
        stated.map(|stated| public(stated, false))
    }

    /// The record to store for it.
    pub fn record(&self, fingerprint: &Fingerprint, now: &str, id: &str) -> Record {
        Record {
            id: id.to_owned(),
            metadata: Metadata {
                canonical: self.elsewhere(),
                first_seen: Some(now.to_owned()),
                ..self.metadata.clone()
            },
            imported: None,
            unique: false,
            derived: false,
            story: None,
            states_itself: self.states_itself,
            domain: self.domain.clone(),
            fingerprint: fingerprint.clone(),
        }
    }
}

impl Record {
    /// Address of the article.
    pub fn url(&self) -> &str {
        self.metadata.url.as_deref().unwrap_or_default()
    }

    /// Its address, as compared with others of its site.
    pub(super) fn address(&self) -> Address<'_> {
        Address { url: self.url(), states_itself: self.states_itself, title: &self.metadata.title }
    }

    /// When the worker first saw it, or the time in its import.
    pub fn first_seen(&self) -> &str {
        self.metadata.first_seen.as_deref().unwrap_or_default()
    }

    /// Since when the register has known it; this determines which page was first. What an import states about the time
    /// before is only a claim.
    pub fn since(&self) -> &str {
        self.imported.as_deref().unwrap_or(self.first_seen())
    }

    /// The story of the next version of its page.
    pub(super) fn next(&self) -> Story {
        let mut story =
            self.story.clone().unwrap_or_else(|| Story { first: self.id.clone(), version: 1, earlier: Vec::new() });
        story.version = story.version.saturating_add(1);
        story.earlier.push(Earlier {
            since: self.since().to_owned(),
            derived: self.derived,
            fingerprint: self.fingerprint.clone(),
        });
        if story.earlier.len() > EARLIER {
            // The first one stays.
            story.earlier.drain(1..story.earlier.len() + 1 - EARLIER);
        }
        story
    }

    /// Whether the address is this page's, in any variant: without `www.`, with a trailing slash.
    pub(super) fn is_variant_of(&self, url: &str, domain: Option<&str>) -> bool {
        self.url() == url || is_variant(self.url(), url, [self.domain.as_deref(), domain])
    }
}

impl From<&Record> for Candidate {
    fn from(record: &Record) -> Candidate {
        Candidate {
            metadata: record.metadata.clone(),
            domain: record.domain.clone(),
            states_itself: record.states_itself,
            withheld: None,
            fingerprint: Some(record.fingerprint.clone()),
            digest: None,
        }
    }
}
