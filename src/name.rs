//! Names known at build time, read back from serialized data.

use serde::de::{Deserialize, Deserializer, Error};

/// A name known at build time. The alias keeps `serde` from borrowing it from its input.
pub(crate) type Name = &'static str;

/// Deserializes one of these names and rejects all others.
pub(crate) fn one_of<'de, D: Deserializer<'de>>(
    deserializer: D,
    names: impl IntoIterator<Item = Name>,
) -> Result<Name, D::Error> {
    let found = String::deserialize(deserializer)?;
    let known = names.into_iter().find(|name| *name == found);
    known.ok_or_else(|| {
        D::Error::custom(format_args!("`{found}` is no name that this release knows"))
    })
}
