//! An allocator that counts the allocations, and the bytes held at once.
//!
//! The counts are one set for the whole program, so a program measures on one thread only.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
static TIMES: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator, counting.
pub struct Counting;

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        took(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // During a move, both the old and the new block are held.
        took(size);
        HELD.fetch_sub(layout.size(), Relaxed);
        unsafe { System.realloc(at, layout, size) }
    }
}

fn took(bytes: usize) {
    TIMES.fetch_add(1, Relaxed);
    let held = HELD.fetch_add(bytes, Relaxed) + bytes;
    PEAK.fetch_max(held, Relaxed);
}

/// The most bytes held at once while `work` ran, beyond those held before; 0 unless [`Counting`] is
/// the global allocator.
pub fn peak<T>(work: impl FnOnce() -> T) -> (usize, T) {
    let before = HELD.load(Relaxed);
    PEAK.store(before, Relaxed);
    let result = work();
    (PEAK.load(Relaxed) - before, result)
}

/// The bytes still held after `work` ran, beyond those held before; 0 unless [`Counting`] is the
/// global allocator.
pub fn kept<T>(work: impl FnOnce() -> T) -> (usize, T) {
    let before = HELD.load(Relaxed);
    let result = work();
    (HELD.load(Relaxed).saturating_sub(before), result)
}

/// How often memory was allocated or reallocated while `work` ran; 0 unless [`Counting`] is the global
/// allocator.
pub fn allocations<T>(work: impl FnOnce() -> T) -> (usize, T) {
    let before = TIMES.load(Relaxed);
    let result = work();
    (TIMES.load(Relaxed) - before, result)
}
