//! Quadrille solves, checks and compares Sudoku puzzles of every box shape.
//!
//! This package re-exports the engine and holds the binary `quadrille`. The engine is four crates:
//! `quadrille-core` (boards, solvers, limits) is here at the top, `quadrille-formats` is [`format`](mod@format),
//! `quadrille-logic` is [`logic`] and `quadrille-generate` is [`generate`]. With the features `lab` and
//! `arena` it also re-exports the search laboratory and the arena for the two-player game DualSudoku. A
//! library user who needs no binary depends on
//! `quadrille = { version = "0.1", default-features = false }`.
//!
//! ```
//! use quadrille::logic::{Profile, rate};
//! use quadrille::{Meter, Puzzle, solve};
//!
//! let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle: Puzzle = text.parse()?;
//! let solution = solve::first(&puzzle).expect("it has one");
//! assert_eq!(&solution.to_string()[..9], "534678912");
//!
//! let profile = Profile::by_id("se121").expect("it comes with the engine");
//! assert_eq!(rate(&puzzle, &profile, &mut Meter::unlimited()).rating, 12); // 1.2: easy
//! # Ok::<(), quadrille::TextError>(())
//! ```
//!
//! # The ten types to know
//!
//! - [`BoxShape`] is the shape of a board; a [`Grid`] of it may hold anything, a [`Puzzle`] has no
//!   conflict, a [`Solution`] is valid.
//! - [`solve::Solver`] is one of the exact solvers; [`solve::many`] is the fastest way to them. A
//!   [`Meter`] limits and counts every search.
//! - [`format::Reader`] reads puzzles of any format from an input of any length.
//! - [`logic::Profile`] is an order of techniques with ratings, by which [`logic::rate`] rates puzzles
//!   and a [`logic::Walk`] solves them step by step.
//! - [`generate::puzzle::Generator`] makes puzzles.

#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct ReadMe;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/rust.md")]
struct FromRust;

#[cfg(all(doctest, feature = "lab"))]
#[doc = include_str!("../../../docs/guide/write-an-algorithm.md")]
struct WriteAnAlgorithm;

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
