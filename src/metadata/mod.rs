//! Everything known of an article apart from its text ([`Metadata`]), and how its dates and addresses are parsed.

pub(crate) mod candidate;
pub(crate) mod date;
pub(crate) mod headline;
pub(crate) mod title;

use crate::schema::{self, Field, Kind, Value, names};
use date::Found;
use serde::{Deserialize, Serialize};

names! {
    /// Where a page credits its source.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum CreditPlace {
        /// In its head.
        Head = "head",
        /// In a line above the body, or at its start.
        Top = "top",
        /// Below the body, or in its last lines, where a reader may have written it.
        End = "end",
    }
}

/// A field that only stored articles have.
const FIRST_SEEN: &str = "firstSeen";

/// Generates the struct, its JSON and the list of its fields from one list.
macro_rules! metadata {
    ($(
        $(#[doc = $meaning:literal])+
        $name:ident $written:literal: $type:ty;
    )+) => {
        /// Everything known of an article apart from its text. Articles contain it, and so do records, rows and messages
        /// about them.
        ///
        /// The page itself states everything except its address and when it was first seen; nothing is verified.
        ///
        /// ```
        /// use offprint::Metadata;
        /// let mut metadata = Metadata::default();
        /// metadata.url = Some("https://news.example/ferry".to_owned());
        /// assert_eq!(metadata.source().as_deref(), Some("news.example"));
        /// ```
        #[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        // Crates of this repository may list its fields.
        #[cfg_attr(not(feature = "internals"), non_exhaustive)]
        pub struct Metadata {
            $(
                $(#[doc = $meaning])+
                #[serde(rename = $written, default, deserialize_with = "schema::or_default")]
                pub $name: $type,
            )+
        }

        impl Metadata {
            /// The fields, in the order in which they are written.
            pub const FIELDS: &'static [Field] =
                &[$(Field {
                    optional: matches!($written.as_bytes(), b"firstSeen"),
                    ..schema::field::<$type>($written, concat!($($meaning),+))
                }),+];

            /// Calls `field` with the JSON name of each field that is a text. Lists stay empty.
            ///
            /// # Errors
            /// The first error of `field`.
            ///
            /// ```
            /// use offprint::Metadata;
            /// let known = |name: &str| Ok::<_, ()>((name == "site").then(|| "Daily".to_owned()));
            /// assert_eq!(Metadata::try_from_fn(known)?.site.as_deref(), Some("Daily"));
            /// # Ok::<(), ()>(())
            /// ```
            pub fn try_from_fn<E>(
                mut field: impl FnMut(&'static str) -> Result<Option<String>, E>,
            ) -> Result<Metadata, E> {
                let mut values: [Option<String>; Metadata::FIELDS.len()] = Default::default();
                for (value, field_type) in values.iter_mut().zip(Metadata::FIELDS) {
                    if field_type.kind != Kind::Texts {
                        *value = field(field_type.name)?;
                    }
                }
                let [$($name),+] = values;
                Ok(Metadata {
                    $($name: <$type as Text>::from_stated($name),)+
                })
            }

            /// Writes each field to an object; [`FIRST_SEEN`] only if it is known.
            pub(crate) fn write<O>(&self, object: &mut O) -> Result<(), O::Error>
            where
                O: serde::ser::SerializeStruct,
            {
                $(if $written != FIRST_SEEN || self.first_seen.is_some() {
                    object.serialize_field($written, &self.$name)?;
                })+
                Ok(())
            }
        }
    };
}

metadata! {
    /// Headline; empty if the page has none.
    title "title": String;
    /// Language, a BCP 47 primary tag; `und` where neither page nor script shows it.
    language "language": String;
    /// Source that the page credits, a name or a host: what its head states, else a line near the body.
    credit "credit": Option<String>;
    /// Where the credit stands: `head` in the page's head, `top` in a line above or at the start of the body, `end` below
    /// it or in its last lines.
    credit_place "creditPlace": Option<CreditPlace>;
    /// Other sources that it credits in the same place, such as the site it was copied through.
    via "via": Vec<String>;
    /// Its authors; no name contains a comma.
    authors "authors": Vec<String>;
    /// Name of the site: what the head states, else the last part of the page's title.
    site "site": Option<String>;
    /// When it was published, as ISO 8601, at most to the minute: with time of day and offset where the page states
    /// them.
    published "published": Option<String>;
    /// The same as the page writes it.
    published_text "publishedText": Option<String>;
    /// Canonical address that the page states, absolute if the page's own address is known.
    canonical "canonical": Option<String>;
    /// Address of the page.
    url "url": Option<String>;
    /// When it was first seen, in UTC, ISO 8601; absent unless the article was stored.
    first_seen "firstSeen": Option<String>;
    /// When it was last changed, as ISO 8601.
    modified "modified": Option<String>;
    /// What the page is about, in a sentence or two of its own.
    description "description": Option<String>;
    /// Address of its picture, absolute if the page's own address is known.
    image "image": Option<String>;
    /// Its keywords.
    tags "tags": Vec<String>;
    /// Address of the site's icon, absolute if the page's own address is known.
    favicon "favicon": Option<String>;
    /// Address of the next page of the same article, if its site splits it over several and the page's own address is
    /// known.
    next_page "nextPage": Option<String>;
}

trait Text: Value {
    fn from_stated(value: Option<String>) -> Self;
}

impl Text for String {
    fn from_stated(value: Option<String>) -> String {
        value.unwrap_or_default()
    }
}

impl Text for Vec<String> {
    fn from_stated(value: Option<String>) -> Vec<String> {
        Vec::from_iter(value)
    }
}

impl Text for Option<CreditPlace> {
    fn from_stated(value: Option<String>) -> Option<CreditPlace> {
        CreditPlace::from_name(&value?)
    }
}

impl Text for Option<String> {
    fn from_stated(value: Option<String>) -> Option<String> {
        value
    }
}

impl Metadata {
    /// When it was published, in minutes since the beginning of 1970.
    pub fn minutes(&self) -> Option<i64> {
        self.published_at().map(|found| found.minutes)
    }

    pub(crate) fn published_at(&self) -> Option<Found> {
        date::of_statement(self.published.as_deref()?, &self.language)
    }

    /// The metadata that the page states: without the time when it was first seen.
    pub(crate) fn stated(&self) -> Metadata {
        Metadata { first_seen: None, ..self.clone() }
    }

    /// The name of the site, otherwise the host of the page.
    pub fn source(&self) -> Option<String> {
        self.site.clone().or_else(|| self.host())
    }

    /// The host of the page: from its address, otherwise from the address it states.
    pub fn host(&self) -> Option<String> {
        [&self.url, &self.canonical].into_iter().find_map(|address| crate::address::site(address.as_deref()?))
    }
}
