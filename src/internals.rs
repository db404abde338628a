//! What the tools and the other crates of this repository use beside the public items. No version
//! promises that it stays.

pub mod charset {
    pub use crate::decode::charset::*;
}
pub mod entity {
    pub use crate::decode::entity::*;
}
pub mod html {
    pub use crate::parse::html::*;
    #[cfg(not(target_arch = "wasm32"))]
    pub use crate::parse::visit::*;
}
pub mod head {
    pub use crate::parse::head::*;
}
pub mod json_ld {
    pub use crate::parse::json_ld::*;
}
pub mod made_up {
    pub use crate::made_up::*;
}
pub mod address {
    pub use crate::metadata::address::*;
}
pub mod title {
    pub use crate::metadata::title::*;
}
pub mod body {
    pub use crate::extract::body::*;
}
pub mod byline {
    pub use crate::extract::byline::*;
}
pub mod block_features {
    pub use crate::extract::block_features::*;
}
pub mod model {
    pub use crate::extract::model::*;
    pub use crate::extract::tree::*;
    pub use crate::extract::trees::TREES;
}
pub mod lines {
    pub use crate::extract::lines::*;
}
pub mod kind_features {
    pub use crate::extract::kind_features::*;
}
pub mod kinds {
    pub use crate::extract::kinds::*;
}
pub mod page_type {
    pub use crate::extract::page_type::*;
}
pub mod quality {
    pub use crate::extract::quality::*;
}
pub mod features {
    pub use crate::fingerprint::features::*;
}
pub mod rarity {
    pub use crate::facts::keys_of;
    pub use crate::facts::rarity::*;
}
pub mod rewriting {
    pub use crate::compare::rewriting::{MEASURES, NAMES, measures};
}
pub mod source {
    pub use crate::compare::source::*;
}
pub mod hash {
    pub use crate::hash::*;
}
