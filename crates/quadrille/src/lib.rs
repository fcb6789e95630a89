//! Quadrille solves, checks and compares Sudoku puzzles of every box shape.
//!
//! This package re-exports the engine, `quadrille-engine`, and holds the binary `quadrille`. With
//! the features `lab` and `arena` it also re-exports the search laboratory and the arena for the
//! two-player game DualSudoku. A library user who needs no binary depends on
//! `quadrille = { version = "0.1", default-features = false }`.

#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct ReadMe;

pub use quadrille_engine::*;

#[cfg(feature = "arena")]
pub use quadrille_arena as arena;
#[cfg(feature = "cli")]
pub use quadrille_cli as cli;
#[cfg(feature = "lab")]
pub use quadrille_lab as lab;
