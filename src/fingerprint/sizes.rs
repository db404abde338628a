//! How much of an article a fingerprint keeps.

/// Feature codes kept. Larger: more evidence to show, at two bytes each.
pub const MAX_CODES: usize = 8;

/// Samples kept of an ordinary article. Larger: what two texts share and where they differ is measured more finely, at
/// two and a half bytes per sample.
pub const SAMPLES: u32 = 160;

/// Samples kept of the longest articles.
pub const MAX_SAMPLES: u32 = 248;

/// Fewest distinct shingles of a recognizable body. Larger: more short notices are `unknown`; smaller: chance and
/// boilerplate decide about them.
pub const MIN_SHINGLES: usize = 40;

/// Keys written for one article.
pub const WRITE_KEYS: usize = 4;
