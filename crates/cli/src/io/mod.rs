//! Streams, files and signals.

pub(crate) mod blocks;
pub(crate) mod bounded;
pub(crate) mod buffers;
pub(crate) mod files;
pub(crate) mod input;
mod interrupt;
pub(crate) mod line_ends;
pub(crate) mod messages;
pub(crate) mod output;
mod progress;
mod room;
pub(crate) mod table;

pub(crate) use interrupt::{LONG_PATIENCE, PATIENCE};
