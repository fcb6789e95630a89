//! Commands that compare search algorithms, one file each.

pub(crate) mod algorithms;
pub(crate) mod compare;
mod published;
pub(crate) mod replay_trace;
pub(crate) mod report;
mod report_directory;
pub(crate) mod tune;
