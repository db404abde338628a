//! What is stored of an article, and what is known of the page that is judged.

use super::privacy::public;
use super::standing::{Withheld, is_variant};
use offprint::compare::Facts;
use offprint::fingerprint::Fingerprint;
use offprint::internals::address;
use serde::{Deserialize, Serialize};

/// What the store holds of an article, under each of its keys.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    /// Random name of the record.
    pub id: String,
    /// Address of the article.
    pub url: String,
    /// Its headline.
    #[serde(default)]
    pub title: String,
    /// The address it states for itself, if that is on another host.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub canonical: Option<String>,
    /// The site's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    /// The source it credits.
    #[serde(default)]
    pub credit: Option<String>,
    /// When it was published, as the page writes it.
    #[serde(default)]
    pub published: Option<String>,
    /// When the worker first saw it: UTC, ISO 8601, so that text order is time order. Of an imported
    /// record, what it was imported with.
    pub first_seen: String,
    /// When it was imported, if it was: no register here saw what it says of the time before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imported: Option<String>,
    /// The registrable domain of its address by the Public Suffix List: a fact that comes with the
    /// record and is not stored, since the list changes.
    #[serde(skip)]
    pub domain: Option<String>,
    /// Its fingerprint.
    pub fingerprint: Fingerprint,
}

/// The page that is being judged: the fields of an [`Article`](offprint::Article) that matter here.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// The address it goes by, see [`Standing`](super::Standing).
    pub url: String,
    /// The registrable domain of that address by the Public Suffix List.
    #[serde(default)]
    pub domain: Option<String>,
    /// Why it is not registered, whatever it is; `None` if it may be.
    #[serde(skip)]
    pub withheld: Option<Withheld>,
    /// The address it states for itself.
    #[serde(default)]
    pub canonical: Option<String>,
    /// Its headline.
    #[serde(default)]
    pub title: String,
    /// The site's name.
    #[serde(default)]
    pub site: Option<String>,
    /// The source it credits.
    #[serde(default)]
    pub credit: Option<String>,
    /// When it was published, as the page writes it.
    #[serde(default)]
    pub published: Option<String>,
    /// Its fingerprint, if there was enough body.
    pub fingerprint: Option<Fingerprint>,
    /// What [`digest`](super::digest) says of it.
    #[serde(default)]
    pub digest: Option<String>,
}

impl Candidate {
    /// The address it states, if that is on another host.
    fn elsewhere(&self) -> Option<String> {
        let stated = self.canonical.as_deref().filter(|stated| {
            let host = address::host(stated);
            host.is_some() && host != address::host(&self.url)
        });
        stated.map(|stated| public(stated, false))
    }

    /// What is stored of it.
    pub(super) fn record(&self, fingerprint: &Fingerprint, now: &str, id: &str) -> Record {
        Record {
            id: id.to_owned(),
            url: self.url.clone(),
            title: self.title.clone(),
            canonical: self.elsewhere(),
            site: self.site.clone(),
            credit: self.credit.clone(),
            published: self.published.clone(),
            first_seen: now.to_owned(),
            imported: None,
            domain: self.domain.clone(),
            fingerprint: fingerprint.clone(),
        }
    }
}

impl Record {
    /// Since when the register knows it: its word on what was first. What an import says of the time
    /// before is somebody's word.
    pub fn since(&self) -> &str {
        self.imported.as_deref().unwrap_or(&self.first_seen)
    }

    /// Whether the address is this page's, in whatever variant: without `www.`, with a slash behind.
    pub(super) fn is_variant_of(&self, url: &str, domain: Option<&str>) -> bool {
        self.url == url || is_variant(&self.url, url, [self.domain.as_deref(), domain])
    }
}

impl From<&Record> for Candidate {
    fn from(record: &Record) -> Candidate {
        Candidate {
            url: record.url.clone(),
            domain: record.domain.clone(),
            withheld: None,
            canonical: record.canonical.clone(),
            title: record.title.clone(),
            site: record.site.clone(),
            credit: record.credit.clone(),
            published: record.published.clone(),
            fingerprint: Some(record.fingerprint.clone()),
            digest: None,
        }
    }
}

impl From<&Record> for Facts {
    fn from(record: &Record) -> Facts {
        Facts {
            url: Some(record.url.clone()),
            canonical: record.canonical.clone(),
            title: Some(record.title.clone()),
            site: record.site.clone(),
            credit: record.credit.clone(),
            published: record.published.clone(),
            first_seen: Some(record.since().to_owned()),
        }
    }
}
