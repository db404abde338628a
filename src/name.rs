//! Names and other short texts in serialized data.

use serde::de::{Deserialize, Deserializer, Error};

/// A name known at build time. The alias keeps `serde` from borrowing it from its input.
pub(crate) type Name = &'static str;

/// Serializes a type as the text that it displays, and reads it back with [`FromStr`](std::str::FromStr).
macro_rules! serde_as_text {
    ($type:ty) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use serde_as_text;

/// Deserializes one of these names and rejects all others.
pub(crate) fn one_of<'de, D: Deserializer<'de>>(
    deserializer: D,
    names: impl IntoIterator<Item = Name>,
) -> Result<Name, D::Error> {
    let found = String::deserialize(deserializer)?;
    let known = names.into_iter().find(|name| *name == found);
    known.ok_or_else(|| D::Error::custom(format_args!("`{found}` is not a name that this release knows")))
}
