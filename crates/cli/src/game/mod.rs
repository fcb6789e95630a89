//! Commands that play DualSudoku, one file each.

pub(crate) mod agents;
pub(crate) mod analyse;
pub(crate) mod check_bot;
mod drawing;
pub(crate) mod engine;
mod human;
pub(crate) mod perft;
pub(crate) mod play;
mod record;
pub(crate) mod replay;
mod screen;
mod setup;
pub(crate) mod tournament;
