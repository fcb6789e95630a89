//! File writing that survives crashes, second writers and hostile directories.
//!
//! Everything that Quadrille writes to a named file goes through one of two types:
//!
//! - [`AppendFile`], for files that grow (logs, records): it has one writer at a time, a failed
//!   write leaves nothing behind, and what was appended is on disk at known moments.
//! - [`Replacement`], for files that are written as a whole (pages, tables, results): the new
//!   content appears under the final name at once and complete, or not at all.
//!
//! What is larger than memory, and nobody is to find later, is [sorted](Sorter) and [kept](Rows) in
//! files without a name; [`Firsts`] drops repeats with both.
//!
//! Both types of named files work on plain files only. Directories, devices, FIFOs and sockets are refused by name, and
//! links are followed or refused as the caller says ([`Links`]).

mod append;
mod disk;
mod firsts;
mod place;
mod replace;
mod spill;

pub use append::AppendFile;
pub use firsts::Firsts;
pub use place::{Error, Links, require_plain};
pub use replace::Replacement;
pub use spill::{Record, RowReader, Rows, Sorter};

#[cfg(test)]
mod tests;
