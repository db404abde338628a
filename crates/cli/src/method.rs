//! The methods by name.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use offprint_baselines::methods::Name;

/// Reads the name of a method, and lists them in the help.
pub fn by_name() -> impl TypedValueParser<Value = Name> {
    let values = Name::ALL
        .iter()
        .map(|name| PossibleValue::new(name.as_str()).help(name.about()));
    PossibleValuesParser::new(values).try_map(|name| name.parse())
}
