//! Commands that play DualSudoku, one file each, and what they share.

pub(crate) mod agents;
pub(crate) mod analyse;
pub(crate) mod bots;
pub(crate) mod check_bot;
pub(crate) mod engine;
pub(crate) mod r#match;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod ratings;
mod recorder;
mod records;
pub(crate) mod replay;
mod results;
mod series;
mod setup;
pub(crate) mod tournament;

pub(crate) use bots::become_guard;
pub(crate) use setup::no_result;
