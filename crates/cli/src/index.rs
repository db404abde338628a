//! The index that outlives the run; the one that does not is the library's.

mod file;

pub use file::{OnFile, report_panics_as_damage};
