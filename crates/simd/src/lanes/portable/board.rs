//! A whole board, for single puzzles.

use super::Portable;
use crate::board::stamp_board;
use crate::lanes::nine::nine_vectors;

nine_vectors! { $ [] }
stamp_board! { Portable, }
