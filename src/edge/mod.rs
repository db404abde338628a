//! What the edge worker decides: who asks, whether the page is read, and how it is answered.
//!
//! The worker gathers facts, moves bytes and carries the decisions out; nothing here does I/O.
//! Every decision fails open: what is not understood is forwarded untouched.

mod decide;
mod reading;
mod record;
mod register;

pub use decide::{Decision, Policy, TAKES_BACK, decide, read_keys};
pub use reading::{HOLD_BYTES, Reading, Request, Response, reading};
pub use record::{Candidate, Record};
pub use register::{
    ADDRESS, Claim, Link, Outcome, Settled, TEXT, bounded, claim, settle, shard, shards,
};
