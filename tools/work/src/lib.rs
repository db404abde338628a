//! Counts work in instructions of WebAssembly. Unlike time, the count is the same on every machine, however busy it is,
//! and includes the code of the standard library and of other crates. What only native builds have, such as the vector
//! instructions of `memchr`, is replaced by what WebAssembly has.
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

/// Work that is counted, with its input ready.
pub type Work = Box<dyn FnOnce()>;

/// Work that could grow faster than its input.
pub struct Case {
    pub name: String,
    /// The length of the short input, in bytes or articles. Larger: slower, but the growth is closer to showing.
    pub length: usize,
    prepare: Box<dyn Fn(usize) -> Work>,
}

impl Case {
    /// `input` makes an input of a length, and `work` is counted.
    fn new<I: 'static>(
        name: impl Into<String>,
        length: usize,
        input: impl Fn(usize) -> I + 'static,
        work: fn(I),
    ) -> Self {
        let prepare = move |length| -> Work {
            let input = input(length);
            Box::new(move || work(input))
        };
        Self { name: name.into(), length, prepare: Box::new(prepare) }
    }

    /// The work on an input of this length.
    pub fn prepare(&self, length: usize) -> Work {
        (self.prepare)(length)
    }
}
