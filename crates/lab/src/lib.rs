//! The search laboratory of Quadrille: search algorithms on Sudoku, each faithful to its source or
//! repaired, all under one budget and one meaning of every counter.
//!
//! A configuration is named as on the command line, and a run of it is a function of its name, the puzzle,
//! the seed and the budget:
//!
//! ```
//! use quadrille_engine::{Limits, NoClock, Puzzle, Status};
//! use quadrille_lab::Configuration;
//!
//! let puzzle: Puzzle =
//!     "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........".parse()?;
//! let configuration = Configuration::parse("tabu:start=givens")?;
//! let outcome = configuration.run(&puzzle, 1, Limits::nodes(10_000_000), &NoClock, None);
//! assert_eq!(outcome.stop.status(), Status::Solved);
//! println!("{} after {} evaluations", outcome.solution.unwrap(), outcome.counters[configuration.entry.nodes]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to look
//!
//! - [`registry`]: what a [`Configuration`] is, its parameters, and what is known of it;
//!   [`algorithms`] holds them, a file each.
//! - [`source`]: puzzles by name; [`experiment`]: many runs in parallel, with a log that can be
//!   continued; [`report`] and [`stats`]: what came of them.
//! - [`trace`]: what happened in a run, kept and shown again; [`tuning`]: good parameters by racing;
//!   [`published`]: the five reports' own figures.
//! - [`board`], [`depth_first`], [`frontier`], [`heuristic`]: what algorithms are made of.

pub mod algorithms;
pub mod board;
pub mod depth_first;
pub mod experiment;
pub mod frontier;
pub mod heuristic;
#[cfg(feature = "report")]
pub mod published;
pub mod registry;
#[cfg(feature = "report")]
pub mod report;
pub mod source;
pub mod stats;
pub mod trace;
pub mod tuning;

pub use registry::{Configuration, Entry, Family};
