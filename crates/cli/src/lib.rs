//! The part of Offprint's command line that other programs can use: its index in a file.

pub mod failure;
pub mod gzip;
pub mod index;
