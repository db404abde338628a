//! The part of Offprint's command line that other programs can use: its index in a file.

pub mod failure;
pub mod index;
pub mod packed;
