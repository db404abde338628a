//! The methods by name.

use clap::ValueEnum;

/// A method of comparison, as the user names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Name {
    /// Offprint's own fingerprint
    Offprint,
    /// The ten characters around the first full stop (Peng et al., after Zhang et al.)
    FeatureCode,
    /// The same, and the lengths may differ by a tenth
    FeatureCodeLength,
}

/// Runs an expression with the method of a name: each has a type of its own.
macro_rules! with_method {
    ($name:expr, $method:ident => $run:expr) => {{
        use offprint::methods::{FeatureCode, Offprint};
        match $name {
            crate::method::Name::Offprint => {
                let $method = Offprint;
                $run
            }
            crate::method::Name::FeatureCode => {
                let $method = FeatureCode::default();
                $run
            }
            crate::method::Name::FeatureCodeLength => {
                let $method = FeatureCode::with_length();
                $run
            }
        }
    }};
}
pub(crate) use with_method;
