//! What is known of the articles seen so far: in memory, or in a file that outlives the run.

mod file;

pub use file::OnFile;

use crate::failure::Failure;
use offprint::dedupe::{InMemory, Index};

/// An index that a run may leave behind.
pub trait Kept<S>: Index<S> {
    /// Makes what was added last, whatever happens afterwards.
    fn save(&mut self) -> Result<(), Failure>;
}

/// Ends with the run.
impl<S> Kept<S> for InMemory<S> {
    fn save(&mut self) -> Result<(), Failure> {
        Ok(())
    }
}
