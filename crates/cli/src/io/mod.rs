//! Streams, files and signals.

pub(crate) mod bounded;
mod compressed;
pub(crate) mod files;
pub(crate) mod input;
mod interrupt;
pub(crate) mod messages;
pub(crate) mod output;
pub(crate) mod progress;
pub(crate) mod streams;
pub(crate) mod table;

pub(crate) use interrupt::{LONG_PATIENCE, PATIENCE};
