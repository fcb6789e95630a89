//! Streams, files and signals.

pub(crate) mod arguments;
pub(crate) mod asking;
pub(crate) mod at;
pub(crate) mod bad_input;
mod batch_size;
pub(crate) mod bounded;
pub(crate) mod classes;
pub(crate) mod compressed;
pub(crate) mod files;
pub(crate) mod flood;
pub(crate) mod input;
mod interrupt;
pub(crate) mod messages;
pub(crate) mod output;
pub(crate) mod progress;
pub(crate) mod sequence;
pub(crate) mod steps;
pub(crate) mod streams;
pub(crate) mod table;
pub(crate) mod text;

pub(crate) use interrupt::{LONG_PATIENCE, PATIENCE, survive_file_limit};
