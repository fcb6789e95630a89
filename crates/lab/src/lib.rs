//! The search laboratory of Quadrille: search algorithms on Sudoku, each faithful to its source or
//! repaired, all under one budget and one meaning of every counter.

pub mod board;
pub mod depth_first;
pub mod experiment;
pub mod frontier;
pub mod heuristic;
pub mod published;
pub mod registry;
pub mod report;
pub mod searchers;
pub mod source;
pub mod stats;
pub mod trace;
pub mod tuning;

pub use registry::{Entry, Family, Method};
