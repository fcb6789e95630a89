//! Quadrille solves, checks and compares Sudoku puzzles of every box shape.
//!
//! This package re-exports the engine and holds the binary `quadrille`. The engine is four crates:
//! `quadrille-core` (boards, solvers, limits) is here at the top, `quadrille-formats` is [`format`](mod@format),
//! `quadrille-logic` is [`logic`] and `quadrille-generate` is [`generate`]. With the features `lab` and
//! `arena` it also re-exports the search laboratory and the arena for the two-player game DualSudoku. A
//! library user who needs no binary depends on
//! `quadrille = { version = "0.1", default-features = false }`.

#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct ReadMe;

pub use quadrille_core::*;
pub use quadrille_formats as format;
pub use quadrille_formats::export;
pub use quadrille_generate as generate;
pub use quadrille_logic as logic;

#[cfg(feature = "arena")]
pub use quadrille_arena as arena;
#[cfg(feature = "cli")]
pub use quadrille_cli as cli;
#[cfg(feature = "lab")]
pub use quadrille_lab as lab;
