//! What is known of an article beside its text: [`Metadata`]. Here are also its dates: [`find`] takes one out of
//! a line, [`minutes`] makes it comparable, and [`iso`] writes it for programs.

pub(crate) mod address;
pub(crate) mod date;
pub(crate) mod title;

pub use date::{Found, find, iso, minutes};

use serde::{Deserialize, Deserializer, Serialize};

/// What is known of an article beside its text. Articles carry it, and so does whatever is kept or
/// handed on of one: records, rows, messages.
///
/// All of it is stated by the page itself, unverified. [`FIELDS`](Self::FIELDS) are its names wherever
/// it is written down: in JSON, in JavaScript and in Python.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Metadata {
    /// The headline; empty if there is none.
    #[serde(deserialize_with = "text_or_null")]
    pub title: String,
    /// The language, a BCP 47 primary tag; `und` where neither page nor script tells, empty where
    /// nobody asked.
    #[serde(deserialize_with = "text_or_null")]
    pub language: String,
    /// The source that the page credits, a name or a host: what [`Head::source`] states, else what a
    /// line near the body says.
    ///
    /// [`Head::source`]: crate::parse::Head::source
    pub credit: Option<String>,
    /// The author.
    pub author: Option<String>,
    /// The name of the site: what its head states, else the last part of its title.
    pub site: Option<String>,
    /// When it was published, as the page writes it: what [`Head::published`] states, else the time in
    /// a line before the body. [`minutes`] makes it comparable.
    ///
    /// [`Head::published`]: crate::parse::Head::published
    pub published: Option<String>,
    /// The canonical address that the page states, absolute if the page's own address is known.
    pub canonical: Option<String>,
    /// The address of the page.
    pub url: Option<String>,
    /// When it was first seen: UTC, ISO 8601, so that text order is time order. Only what is kept of
    /// an article has it.
    pub first_seen: Option<String>,
    /// When it was last changed, as the page states it.
    pub modified: Option<String>,
    /// What the page says in a sentence or two that it is about.
    pub description: Option<String>,
    /// The address of the picture that stands for it; absolute if the page's own address is known.
    pub image: Option<String>,
    /// Keywords, with commas between them.
    pub tags: Option<String>,
    /// The address of the icon of its site, likewise.
    pub favicon: Option<String>,
}

fn text_or_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

impl Metadata {
    /// The names of the fields.
    pub const FIELDS: [&str; 14] = [
        "title",
        "language",
        "credit",
        "author",
        "site",
        "published",
        "canonical",
        "url",
        "firstSeen",
        "modified",
        "description",
        "image",
        "tags",
        "favicon",
    ];

    /// Asks for each field by its name.
    ///
    /// # Errors
    /// The first of `field`.
    ///
    /// ```
    /// use offprint::metadata::Metadata;
    /// let known = |name: &str| Ok::<_, ()>((name == "site").then(|| "Daily".to_owned()));
    /// assert_eq!(Metadata::try_from_fn(known)?.site.as_deref(), Some("Daily"));
    /// # Ok::<(), ()>(())
    /// ```
    pub fn try_from_fn<E>(
        mut field: impl FnMut(&'static str) -> Result<Option<String>, E>,
    ) -> Result<Metadata, E> {
        let mut values: [Option<String>; Metadata::FIELDS.len()] = Default::default();
        for (value, name) in values.iter_mut().zip(Metadata::FIELDS) {
            *value = field(name)?;
        }
        let [
            title,
            language,
            credit,
            author,
            site,
            published,
            canonical,
            url,
            first_seen,
            modified,
            description,
            image,
            tags,
            favicon,
        ] = values;
        Ok(Metadata {
            title: title.unwrap_or_default(),
            language: language.unwrap_or_default(),
            credit,
            author,
            site,
            published,
            canonical,
            url,
            first_seen,
            modified,
            description,
            image,
            tags,
            favicon,
        })
    }

    /// When it was published, in minutes since the beginning of 1970.
    pub fn minutes(&self) -> Option<i64> {
        self.published.as_deref().and_then(minutes)
    }

    /// When it was published, as ISO 8601 ([`iso`]).
    pub fn published_time(&self) -> Option<String> {
        self.published.as_deref().and_then(iso)
    }

    /// When it was last changed, in the same way.
    pub fn modified_time(&self) -> Option<String> {
        self.modified.as_deref().and_then(iso)
    }

    /// The name of the site, else the host that the page stands on.
    pub fn source(&self) -> Option<String> {
        self.site.clone().or_else(|| self.host())
    }

    /// The host that the page stands on: that of its address, else of the address it states.
    pub(crate) fn host(&self) -> Option<String> {
        let host = |address: &Option<String>| address.as_deref().and_then(address::site);
        host(&self.url).or_else(|| host(&self.canonical))
    }
}
