//! A whole board, for single puzzles.

use super::Avx2;
use crate::board::stamp_board;
use crate::lanes::nine::nine_vectors;

nine_vectors! { $ [#[target_feature(enable = "avx2")]] }
stamp_board! { Avx2, #[target_feature(enable = "avx2")] }
