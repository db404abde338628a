//! What is stored of an article, and what is known of the page that is judged.

use super::privacy::{public, public_address};
use crate::address;
use crate::fingerprint::Fingerprint;
use crate::original::Facts;
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
    /// When the worker first saw it: UTC, ISO 8601, so that text order is time order.
    pub first_seen: String,
    /// Its fingerprint.
    pub fingerprint: Fingerprint,
}

/// The page that is being judged: the fields of an [`Article`](crate::Article) that matter here.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// The address it was asked for.
    pub url: String,
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
    /// The address the page goes by.
    pub(super) fn address(&self) -> String {
        public_address(&self.url, self.canonical.as_deref())
    }

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
            url: self.address(),
            title: self.title.clone(),
            canonical: self.elsewhere(),
            site: self.site.clone(),
            credit: self.credit.clone(),
            published: self.published.clone(),
            first_seen: now.to_owned(),
            fingerprint: fingerprint.clone(),
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
            first_seen: Some(record.first_seen.clone()),
        }
    }
}
