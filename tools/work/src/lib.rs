//! Counts work in instructions of WebAssembly: unlike time, they are the same on every machine, however busy it is, and
//! all code counts, that of the standard library and of other crates too. What only native builds hold, such as the
//! vector instructions of `memchr`, is replaced by what WebAssembly has.
//!
//! This crate is compiled twice. For WebAssembly, it holds the core and what it is to do; natively, the machine that
//! runs that module. `cargo xtask test core` builds the module and runs the tests.

mod cases;
#[cfg(not(target_arch = "wasm32"))]
mod machine;
#[cfg(target_arch = "wasm32")]
mod module;

pub use cases::{cases, controls};
#[cfg(not(target_arch = "wasm32"))]
pub use machine::Machine;

/// What is counted; its input is ready.
pub type Work = Box<dyn FnOnce()>;

/// Work that could grow faster than its input.
pub struct Case {
    pub name: String,
    /// Of the short input, in bytes or articles. Larger: slower, and nearer to where the growth shows.
    pub length: usize,
    prepare: Box<dyn Fn(usize) -> Work>,
}

impl Case {
    fn new<W: FnOnce() + 'static>(
        name: impl Into<String>,
        length: usize,
        prepare: impl Fn(usize) -> W + 'static,
    ) -> Self {
        Self { name: name.into(), length, prepare: Box::new(move |length| Box::new(prepare(length))) }
    }

    /// The work on an input of this length.
    pub fn prepare(&self, length: usize) -> Work {
        (self.prepare)(length)
    }
}
