//! What the edge worker decides: who asks, whether the page is read, and how it is answered.
//!
//! The worker gathers facts, moves bytes and carries the decisions out; nothing here does I/O.
//! Every decision fails open: what is not understood is forwarded untouched.

mod answer;
mod classify;
mod decide;
mod gateway;
mod policy;
mod price;
mod privacy;
mod ranges;
mod reading;
mod record;
mod register;
mod robots;
mod settings;
mod signature;
mod standing;
mod value;

pub use answer::{Answer, Visit, answer, outright, to_origin, unchanged};
pub use classify::{Agents, Asker, Class, Listed, Proof, Ranged, Who, classify};
pub use decide::{CLAIM, Decision, Finding, TAKES_BACK, decide, digest, read_keys};
pub use gateway::{Gateway, MAX_REDIRECTS, Refusal, check_directory, check_type};
pub use offprint::internals::head::says_noindex;
pub use policy::{Action, Order, Page, Place, Policy, Rule, SURE};
pub use price::Price;
pub use privacy::{SessionCookies, holds_session, public_address};
pub use ranges::{Range, is_public};
pub use reading::{HOLD_BYTES, Plan, Reading, Request, Response, Unread, plan};
pub use record::{Candidate, Record};
pub use register::{
    ADDRESS, Claim, Link, Outcome, Settled, TEXT, bounded, claim, settle, shard, shards,
};
pub use robots::{ROBOTS_BYTES, robots_allow};
pub use settings::Settings;
pub use signature::{Signature, SignedRequest, signature};
pub use standing::{Addresses, PageFacts, Standing, Withheld, is_same_page};
pub use value::{Fault, Value};
