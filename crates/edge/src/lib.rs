//! What the edge worker decides from fingerprints: which address a page goes by, how it compares with the known
//! articles, and which page had its text first.
//!
//! Nothing here does I/O or depends on HTTP, clients or settings: that is `worker/src`.

mod canonical_url;
mod decide;
mod keys;
mod link;
mod privacy;
mod record;
mod register;
mod url;

pub use canonical_url::{Addresses, CanonicalUrl, PageFacts, Place, Withheld, asks_out};
pub use decide::{CLAIM, Decision, Finding, RETRACTION_CONFIDENCE, Version, decide, digest, read_keys};
pub use keys::{Extent, Keys, LookUp, PACK_KEYS, digits, pack, record_name};
pub use link::canonical;
pub use privacy::{is_personal_address, public_address};
pub use record::{Candidate, EARLIER, Earlier, Record, Story};
pub use register::{ADDRESS, Claim, CopyEntry, Outcome, Settled, TEXT, bounded, claim, rank, settle, shard, shards};
pub use url::address_key;
