//! What takes the place of a puzzle in an input.

use std::sync::Arc;

use quadrille_formats::ParseError;

/// Something in an input that is not a puzzle, or an input that cannot be read.
pub(crate) struct BadInput {
    /// What is wrong, with its place: `FILE:LINE:COLUMN: what; what to do`.
    pub(crate) message: String,
    /// The record with its place in the output; `None` if the rest of the input is not read.
    pub(crate) record: Option<BadRecord>,
}

/// A record that is not a puzzle.
pub(crate) struct BadRecord {
    pub(crate) file: Arc<str>,
    pub(crate) line: u64,
    /// Its text, if that is short.
    pub(crate) text: Option<String>,
    pub(crate) error: ParseError,
}

impl BadInput {
    pub(super) fn unreadable(message: String) -> Box<Self> {
        Box::new(Self { message, record: None })
    }
}
