//! Puzzle formats: reading and writing puzzles as text, and pictures and pages of them.
//!
//! [`Reader`] reads an input of any length, record by record, and detects its format. A format is
//! one entry of [`FORMATS`].

mod alphabet;
pub mod block;
mod candidates;
mod carries;
mod csv;
mod detect;
mod draw;
pub mod dualsudoku;
mod edges;
mod error;
pub mod export;
mod extra;
mod foreign;
mod hodoku;
mod json;
mod lewis;
pub mod line;
mod lines;
mod link;
mod link_error;
mod lookalike;
mod notes;
mod object;
mod opensudoku;
pub mod pencilmark;
mod puzzle_format;
mod reader;
mod row;
mod row_text;
mod sdk;
mod sdm;
mod sdx;
mod session;
mod solution;
mod ss;
mod symbol;
mod utf16;
mod variant;

pub use block::Block;
pub use candidates::Candidates;
pub use carries::{Carries, LeftOut, Sizes};
pub use csv::Csv;
pub use detect::{FORMATS, by_file_name, by_id, detect};
pub use draw::{drawn, drawn_cells};
pub use dualsudoku::DualSudoku;
pub use error::{ParseError, ParseErrorKind, Unrepresentable};
pub use extra::{Detail, Details, Extra};
pub use foreign::Foreign;
pub use hodoku::Hodoku;
pub use json::Json;
pub use lewis::{Lewis, LloydAmos};
pub use line::Line;
pub use lines::LONGEST_LINE;
pub use link::{FPuzzles, SudokuPad, holds_link};
pub use link_error::LinkError;
pub use opensudoku::OpenSudoku;
pub use pencilmark::Pencilmark;
pub use puzzle_format::{LONGEST_TEXT, Likelihood, PuzzleFormat, ReadOptions, Record};
pub use quadrille_core::text::text_of_puzzle;
pub use reader::{PlainLines, Reader, read_one, read_text};
pub use sdk::Sdk;
pub use sdm::Sdm;
pub use sdx::Sdx;
pub use ss::Ss;
pub use variant::Variant;

#[cfg(test)]
mod tests;
