//! The extractors by name.

use clap::{Args, ValueEnum};
use offprint_baselines::extractors::Extractor;

/// Options that the npm program has not, since all of its help is this program's.
pub const ONLY: &str = "Only in the native program";

/// How the article of a page is found, in every command that reads pages.
#[derive(Args)]
pub struct Choice {
    /// How to find the article on a page; texts are taken as they are
    #[arg(
        long = "extractor",
        value_enum,
        value_name = "NAME",
        help_heading = ONLY,
        default_value = "offprint"
    )]
    pub name: Name,
}

/// An extractor, as the user names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Name {
    /// Offprint's own: rules, then a model that judges block by block
    Offprint,
    /// Its rules without the model
    Rules,
    /// All text of the page, by regular expressions one after the other
    NoHtml,
    /// The largest group of text in one format, without links (Liu et al.)
    FormatGroup,
    /// The element with most text in least markup
    TextDensity,
}

impl Choice {
    /// The extractor of that name.
    pub fn extractor(&self) -> Extractor {
        match self.name {
            Name::Offprint => Extractor::Offprint,
            Name::Rules => Extractor::Rules,
            Name::NoHtml => Extractor::NoHtml,
            Name::FormatGroup => Extractor::FormatGroup,
            Name::TextDensity => Extractor::TextDensity,
        }
    }
}
