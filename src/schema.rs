//! The fields of articles and verdicts, each listed once. The structs, their JSON, tables, and the types of other
//! languages are made from these lists. The fields of an article are in `src/metadata/mod.rs` and `src/article.rs`, the
//! fields of a verdict next to the code in `src/compare/` that fills them in.

use serde::{Deserialize, Deserializer};

/// A field of an article or a verdict in its serialized form: in JSON, in tables, in JavaScript and in Python.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Field {
    /// Its name in JSON.
    pub name: &'static str,
    /// The type of its values.
    pub kind: Kind,
    /// Whether it can be null.
    pub nullable: bool,
    /// Whether it is written only on request, or only if it is known.
    pub optional: bool,
    /// What it means.
    pub meaning: &'static str,
}

impl Field {
    /// The name of its column in tables, `word_count` for `wordCount`. Lists of objects have no column; neither do
    /// HTML, which the Markdown column replaces, and `firstSeen`, which only stored articles have.
    ///
    /// ```
    /// use offprint::Article;
    /// let column = |name| Article::FIELDS.iter().find(|field| field.name == name)?.column();
    /// assert_eq!(column("wordCount").as_deref(), Some("word_count"));
    /// assert_eq!(column("related"), None);
    /// ```
    pub fn column(&self) -> Option<String> {
        if matches!(self.kind, Kind::List(_)) || ["firstSeen", "html"].contains(&self.name) {
            return None;
        }
        Some(Field::snake_case(self.name))
    }

    /// The name of a JSON field as tables and Python write it.
    ///
    /// ```
    /// use offprint::schema::Field;
    /// assert_eq!(Field::snake_case("wordCount"), "word_count");
    /// assert_eq!(Field::snake_case("word_count"), "word_count");
    /// ```
    pub fn snake_case(name: &str) -> String {
        let mut snake = String::new();
        for c in name.chars() {
            if c.is_ascii_uppercase() {
                snake.push('_');
            }
            snake.push(c.to_ascii_lowercase());
        }
        snake
    }
}

/// The type of the values of a [`Field`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// Any text.
    Text,
    /// One of these texts.
    OneOf(&'static [&'static str]),
    /// A whole number, 0 or more.
    Number,
    /// Any number.
    Decimal,
    /// True or false.
    Flag,
    /// A list of texts.
    Texts,
    /// A list of objects of this type.
    List(&'static str),
    /// Two objects of this type.
    Pair(&'static str),
    /// An object of this type.
    Object(&'static str),
}

/// A Rust type that a field can have.
pub(crate) trait Value {
    const KIND: Kind;
    const NULLABLE: bool = false;
}

macro_rules! values {
    ($($type:ty => $kind:expr;)+) => {
        $(impl Value for $type {
            const KIND: Kind = $kind;
        })+
    };
}

values! {
    String => Kind::Text;
    &'static str => Kind::Text;
    bool => Kind::Flag;
    Vec<String> => Kind::Texts;
    u8 => Kind::Number;
    u32 => Kind::Number;
    f64 => Kind::Decimal;
}

impl<T: Value> Value for Option<T> {
    const KIND: Kind = T::KIND;
    const NULLABLE: bool = true;
}

/// A struct that a field can contain, alone or in a list.
pub(crate) trait Object {
    const NAME: &'static str;
}

impl<T: Object> Value for T {
    const KIND: Kind = Kind::Object(T::NAME);
}

impl<T: Object> Value for Vec<T> {
    const KIND: Kind = Kind::List(T::NAME);
}

impl<T: Object> Value for [T; 2] {
    const KIND: Kind = Kind::Pair(T::NAME);
}

/// A field with this name, type and meaning. A meaning of several lines is joined into one text.
pub(crate) const fn field<T: Value>(name: &'static str, meaning: &'static str) -> Field {
    Field { name, kind: T::KIND, nullable: T::NULLABLE, optional: false, meaning: meaning.trim_ascii_start() }
}

/// An enumeration whose values are serialized as these names.
macro_rules! names {
    (
        $(#[$attribute:meta])*
        pub enum $type:ident {
            $($(#[$of_value:meta])* $value:ident = $name:literal,)+
        }
    ) => {
        $(#[$attribute])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
        )]
        pub enum $type {
            $($(#[$of_value])* #[serde(rename = $name)] $value,)+
        }

        impl $type {
            /// The names of the values, as serialized.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// The name of this value.
            pub const fn name(self) -> &'static str {
                $type::NAMES[self as usize]
            }

            /// The value with this name, if it is one of [`NAMES`](Self::NAMES).
            #[allow(dead_code, reason = "some that are not public are only written")]
            pub fn from_name(name: &str) -> Option<$type> {
                match name {
                    $($name => Some($type::$value),)+
                    _ => None,
                }
            }
        }

        impl crate::schema::Value for $type {
            const KIND: crate::schema::Kind = crate::schema::Kind::OneOf($type::NAMES);
        }
    };
}
pub(crate) use names;

/// A struct with its JSON and the list of its fields. The fields of the part marked `flatten` are written among its
/// own, but are listed only in that part.
macro_rules! object {
    (
        $(#[$attribute:meta])*
        pub struct $type:ident {
            $(flatten $part:ident: $part_type:ty = $of_part:literal;)?
            $(
                $(#[doc = $meaning:literal])+
                $(#[serde($($how:tt)+)])?
                $name:ident $written:literal: $of:ty;
            )+
        }
    ) => {
        $(#[$attribute])*
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        // Crates of this repository may list its fields.
        #[cfg_attr(not(feature = "internals"), non_exhaustive)]
        pub struct $type {
            $(#[doc = $of_part] #[serde(flatten)] pub $part: $part_type,)?
            $(
                $(#[doc = $meaning])+
                #[serde(rename = $written $(, $($how)+)?)]
                pub $name: $of,
            )+
        }

        impl $type {
            /// Its own fields, in the order in which they are written.
            pub const FIELDS: &'static [crate::schema::Field] =
                &[$(crate::schema::field::<$of>($written, concat!($($meaning),+))),+];
        }

        impl crate::schema::Object for $type {
            const NAME: &'static str = stringify!($type);
        }
    };
}
pub(crate) use object;

/// A value that may be null or missing.
pub(crate) fn or_default<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Default + Deserialize<'de>,
    D: Deserializer<'de>,
{
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}
