//! Names that are known when the library is built, read back from what it has written.

use serde::de::{Deserialize, Deserializer, Error};

/// Such a name. The alias keeps `serde` from borrowing it of what it reads.
pub(crate) type Name = &'static str;

/// One of these names; any other is refused.
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
