//! What is stored of an article, and what is known of the page that is judged.

use super::privacy::public;
use super::standing::{Withheld, is_variant};
use offprint::internals::address;
use offprint::{Fingerprint, Metadata};
use serde::Deserialize;
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// What the store holds of an article, under each of its keys.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    /// Random name of the record.
    pub id: String,
    /// What its page says of it, its address, and when the worker first saw it; of an imported record,
    /// what it was imported with. The canonical address is there only if it is on another host; author
    /// and language are not stored.
    #[serde(flatten)]
    pub metadata: Metadata,
    /// When it was imported, if it was: no register here saw what it says of the time before.
    #[serde(default)]
    pub imported: Option<String>,
    /// Whether the register found nothing like it that came before. Then its own word is enough when it is seen again.
    #[serde(default)]
    pub alone: bool,
    /// The registrable domain of its address by the Public Suffix List: a fact that comes with the
    /// record and is not stored, since the list changes.
    #[serde(skip)]
    pub domain: Option<String>,
    /// Its fingerprint.
    pub fingerprint: Fingerprint,
}

/// What is stored, in the form that stores of all releases hold. Written by hand: what `serde`
/// flattens it writes through a map, which makes the WebAssembly larger.
impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let metadata = &self.metadata;
        let mut object = serializer.serialize_struct("Record", 11)?;
        let if_known = |object: &mut S::SerializeStruct, name, value: &Option<String>| match value {
            Some(value) => object.serialize_field(name, value),
            None => object.skip_field(name),
        };
        object.serialize_field("id", &self.id)?;
        object.serialize_field("url", self.url())?;
        object.serialize_field("title", &metadata.title)?;
        if_known(&mut object, "canonical", &metadata.canonical)?;
        if_known(&mut object, "site", &metadata.site)?;
        object.serialize_field("credit", &metadata.credit)?;
        object.serialize_field("published", &metadata.published)?;
        object.serialize_field("firstSeen", self.first_seen())?;
        if_known(&mut object, "imported", &self.imported)?;
        match self.alone {
            true => object.serialize_field("alone", &true)?,
            false => object.skip_field("alone")?,
        }
        object.serialize_field("fingerprint", &self.fingerprint)?;
        object.end()
    }
}

/// The page that is being judged: what of an [`Article`](offprint::Article) matters here.
#[derive(Debug, Clone, Default)]
pub struct Candidate {
    /// What the page says of itself, and the address it goes by, see [`Standing`](super::Standing).
    pub metadata: Metadata,
    /// The registrable domain of that address by the Public Suffix List.
    pub domain: Option<String>,
    /// Why it is not registered, whatever it is; `None` if it may be.
    pub withheld: Option<Withheld>,
    /// Its fingerprint, if there was enough body.
    pub fingerprint: Option<Fingerprint>,
    /// What [`digest`](super::digest) says of it.
    pub digest: Option<String>,
}

impl Candidate {
    /// The address it goes by.
    pub fn url(&self) -> &str {
        self.metadata.url.as_deref().unwrap_or_default()
    }

    /// The address it states, if that is on another host.
    fn elsewhere(&self) -> Option<String> {
        let stated = self.metadata.canonical.as_deref().filter(|stated| {
            let host = address::host(stated);
            host.is_some() && host != address::host(self.url())
        });
        stated.map(|stated| public(stated, false))
    }

    /// What is stored of it.
    pub(super) fn record(&self, fingerprint: &Fingerprint, now: &str, id: &str) -> Record {
        Record {
            id: id.to_owned(),
            metadata: Metadata {
                canonical: self.elsewhere(),
                first_seen: Some(now.to_owned()),
                ..self.metadata.clone()
            },
            imported: None,
            alone: false,
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

    /// When the worker first saw it, or what it was imported with.
    pub fn first_seen(&self) -> &str {
        self.metadata.first_seen.as_deref().unwrap_or_default()
    }

    /// Since when the register knows it: its word on what was first. What an import says of the time
    /// before is somebody's word.
    pub fn since(&self) -> &str {
        self.imported.as_deref().unwrap_or(self.first_seen())
    }

    /// What is known of it to tell which of two articles is the original.
    pub(super) fn evidence(&self) -> Metadata {
        Metadata {
            first_seen: Some(self.since().to_owned()),
            ..self.metadata.clone()
        }
    }

    /// Whether the address is this page's, in whatever variant: without `www.`, with a slash behind.
    pub(super) fn is_variant_of(&self, url: &str, domain: Option<&str>) -> bool {
        self.url() == url || is_variant(self.url(), url, [self.domain.as_deref(), domain])
    }
}

impl From<&Record> for Candidate {
    fn from(record: &Record) -> Candidate {
        Candidate {
            metadata: record.metadata.clone(),
            domain: record.domain.clone(),
            withheld: None,
            fingerprint: Some(record.fingerprint.clone()),
            digest: None,
        }
    }
}
