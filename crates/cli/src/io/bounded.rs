//! Limits on what is kept in memory as a whole.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use quadrille_core::Puzzle;

use super::arguments::Inputs;
use crate::failure::Failure;

/// Maximum number of bytes of a text that is read as a whole.
const MOST: u64 = 1 << 30;
/// Maximum number of bytes of a specification, which takes long to parse.
const MOST_OF_SPEC: u64 = 1 << 20;
/// Bytes of a text that are read at once.
const PIECE: u64 = 1 << 20;
/// Maximum number of cells of all puzzles that are kept: three million 9x9 boards, about a gigabyte.
const MOST_CELLS: usize = 1 << 28;

/// Reads the text of a file.
pub(crate) fn text_of(path: impl AsRef<Path>) -> io::Result<String> {
    read(File::open(path)?)
}

/// Reads the text of a specification.
pub(crate) fn spec_of(path: &Path) -> io::Result<String> {
    up_to(MOST_OF_SPEC, File::open(path)?)
}

/// Reads the text of a stream.
pub(crate) fn read(stream: impl Read) -> io::Result<String> {
    up_to(MOST, stream)
}

fn up_to(most: u64, stream: impl Read) -> io::Result<String> {
    let mut stream = stream.take(most + 1);
    let mut text = Vec::new();
    let mut valid = 0;
    loop {
        let read = stream.by_ref().take(PIECE).read_to_end(&mut text)?;
        // Checked piece by piece, so that endless data that are not text end soon.
        match str::from_utf8(&text[valid..]) {
            Ok(_) => valid = text.len(),
            // A character continues in the next piece.
            Err(error) if error.error_len().is_none() && read > 0 => valid += error.valid_up_to(),
            Err(error) => return Err(io::Error::new(io::ErrorKind::InvalidData, error)),
        }
        if text.len() as u64 > most {
            return Err(io::Error::new(
                io::ErrorKind::FileTooLarge,
                format!("longer than {most} bytes"),
            ));
        }
        if read == 0 {
            return Ok(String::from_utf8(text).expect("checked above"));
        }
    }
}

/// The number of cells of all puzzles that are kept.
#[derive(Default)]
pub(crate) struct Kept(usize);

impl Kept {
    /// Counts one more puzzle.
    pub(crate) fn add(&mut self, puzzle: &Puzzle) -> Result<(), Failure> {
        self.0 += puzzle.shape().cells();
        if self.0 <= MOST_CELLS { Ok(()) } else { Err(Self::too_many()) }
    }

    /// Checks that there is room for the puzzles of inputs, where their number is known.
    pub(crate) fn expect(&self, inputs: &Inputs) -> Result<(), Failure> {
        if inputs.source_cells() <= MOST_CELLS as u64 { Ok(()) } else { Err(Self::too_many()) }
    }

    fn too_many() -> Failure {
        Failure::usage(format!(
            "more than {MOST_CELLS} cells of puzzles, the maximum to keep in memory; take some of the \
             puzzles, as with `shuf -n 100000 FILE`"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::{BoxShape, Grid};

    #[test]
    fn endless_text_is_refused() {
        assert_eq!(up_to(5, &b"text\n"[..]).unwrap(), "text\n");
        let error = up_to(5, &b"text\n\n"[..]).unwrap_err();
        assert_eq!(error.to_string(), "longer than 5 bytes");
        assert!(up_to(1000, io::repeat(b'.')).is_err());
        assert!(up_to(u64::MAX - 1, io::repeat(b'\xff')).is_err());
    }

    #[test]
    fn characters_may_be_cut_by_pieces() {
        let text = "größer ".repeat(300_000);
        for lead in ["", ".", "..", "..."] {
            let text = format!("{lead}{text}");
            assert_eq!(read(text.as_bytes()).unwrap(), text);
        }
        for bad in [&b"ab\xc3"[..], b"\xff", b"ab\xed\xa0\x80"] {
            let error = read(bad).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidData, "{error}");
        }
    }

    #[test]
    fn only_so_many_puzzles_are_kept() {
        let empty = Puzzle::try_from(Grid::empty(BoxShape::NINE)).unwrap();
        let mut kept = Kept(MOST_CELLS - 2 * 81);
        assert!(kept.add(&empty).is_ok() && kept.add(&empty).is_ok());
        assert!(kept.add(&empty).is_err());
    }
}
