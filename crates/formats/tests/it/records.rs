//! Reads a text as a user does.

use quadrille_core::Puzzle;
use quadrille_formats::{ParseError, ReadOptions, Reader, by_file_name};

/// The records of a text in a file with that name.
pub(crate) fn records(name: &str, bytes: &[u8]) -> Vec<Result<Puzzle, ParseError>> {
    let options = ReadOptions { hint: by_file_name(name), ..ReadOptions::default() };
    let mut reader = Reader::new(bytes, options);
    let mut records = Vec::new();
    while let Some(record) = reader.next() {
        records.push(record.expect("reading from memory cannot fail").puzzle);
    }
    records
}
