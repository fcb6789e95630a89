//! The callback interface that the command line used before [`Reader`]. To be deleted together with
//! its last caller; new code uses [`Reader`].

use std::io::{self, BufRead};
use std::ops::ControlFlow;

use super::by_id;
use super::detect::recognize;
use super::line::LineReader;
pub use super::line::Table as Column;
use super::puzzle_format::{PuzzleFormat, ReadOptions, Record};
use super::reader::Reader;
use crate::board::BoxShape;

/// Receives the records of an input; it may end the reading.
pub type Each<'a> = &'a mut dyn FnMut(Record<'_>) -> ControlFlow<()>;

impl dyn PuzzleFormat {
    /// Calls `each` with every record of the input, in order.
    ///
    /// # Errors
    /// Errors of the input.
    pub fn read(
        &self,
        input: &mut dyn BufRead,
        options: &ReadOptions,
        each: Each<'_>,
    ) -> io::Result<()> {
        forward(Reader::new(input, ReadOptions { format: by_id(self.id()), ..*options }), each)
    }
}

/// Continues to read lines after that many others, the first puzzle of which is a 9x9 one.
///
/// # Errors
/// Errors of the input.
pub fn read_on(
    input: &mut dyn BufRead,
    lines_before: u64,
    column: Option<&Column>,
    each: Each<'_>,
) -> io::Result<()> {
    let options = ReadOptions { shape: Some(BoxShape::NINE), ..ReadOptions::default() };
    let parser = Box::new(LineReader::resume(column.cloned()));
    forward(Reader::resume(input, options, lines_before, parser), each)
}

/// Whether an input that begins with these bytes looks like any of the formats.
pub fn looks_like_any(head: &[u8]) -> bool {
    recognize(head, None).is_some()
}

fn forward(mut reader: Reader<&mut dyn BufRead>, each: Each<'_>) -> io::Result<()> {
    while let Some(record) = reader.next() {
        if each(record?).is_break() {
            break;
        }
    }
    Ok(())
}
