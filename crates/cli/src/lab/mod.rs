//! Commands that compare search algorithms, one file each.

mod adapters;
pub(crate) mod algorithms;
pub(crate) mod check_algorithm;
pub(crate) mod compare;
pub(crate) mod explain;
pub(crate) mod merge;
pub(crate) mod programs;
mod published;
mod puzzle_set;
pub(crate) mod report;
mod report_directory;
pub(crate) mod trace_replay;
pub(crate) mod tune;
