//! The weights of the model of page kinds. Made by `cargo run --release -p offprint-eval -- kinds FOLDER`; do
//! not edit.

use crate::extract::kinds::Weights;

pub const WEIGHTS: Weights = Weights { base: [0; 6], level: [[0; 6]; 46], present: [[0; 6]; 46] };
