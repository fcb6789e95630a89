//! The search laboratory of Quadrille: search algorithms on Sudoku, each faithful to its source or
//! repaired, all under the same limits and with one meaning of every counter.
//!
//! A configuration is an algorithm with parameters, named as on the command line. A run is a
//! function of its name, the puzzle, the seed and the limits:
//!
//! ```
//! use quadrille_core::{CancelFlag, Limits, NoClock, Puzzle, Status};
//! use quadrille_lab::Configuration;
//!
//! let puzzle: Puzzle =
//!     "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........".parse()?;
//! let tabu = Configuration::parse("tabu:start=givens")?;
//! let limits = Limits::nodes(10_000_000);
//! let outcome = tabu.run(&puzzle, 1, limits, &CancelFlag::new(), &NoClock, None)?;
//! assert_eq!(outcome.stop.status(), Status::Solved);
//! println!("{} after {} nodes", outcome.solution.unwrap(), outcome.counters[tabu.entry.nodes]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The ten types to know
//!
//! - [`Configuration`] runs an algorithm; [`Entry`] describes one, and is all that a new algorithm
//!   needs; [`registry::Key`] is a parameter of it. The algorithms are in [`algorithms::ENTRIES`].
//! - [`experiment::Experiment`] is configurations × puzzles × seeds; [`experiment::run_trials`] runs
//!   its trials on all cores and yields a [`experiment::TrialRow`] each;
//!   [`experiment::Table`] collects them.
//! - [`report::summarize`] makes a [`report::SummaryRow`] per configuration, for
//!   [`report::text_table`] with a [`report::TextStyle`] and for [`report::html_page`].
//! - [`trace::TraceWriter`] records a run.
//!
//! [`study`] keeps a comparison in a store as it is run, so that it can be continued, and [`tuning`]
//! finds good parameters. Algorithms are built from the parts in [`board`] and [`frontier`];
//! [`source`] makes puzzles, [`stats`] has the statistics, [`published`] the results of the five
//! reports that the lab reproduces.
//!
//! # Features
//!
//! All are on by default: `report` (specifications, logs, tables and the page), `parquet`, and `sat`
//! (the algorithm of that name). Without them, only small dependencies remain. Off by default are
//! `files`, which keeps a comparison in a directory, and `process`, which runs programs from outside.

pub mod algorithms;
pub mod board;
pub mod bounds;
pub mod checksum;
pub mod experiment;
pub mod features;
pub mod frontier;
mod heuristic;
pub mod process;
pub mod program;
#[cfg(feature = "report")]
pub mod published;
pub mod registry;
#[cfg(feature = "report")]
pub mod report;
pub mod source;
pub mod stats;
#[cfg(feature = "report")]
pub mod study;
pub mod trace;
#[cfg(feature = "report")]
pub mod tuning;

pub use registry::{Configuration, Entry, Family};
