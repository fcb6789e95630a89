//! Limits on what is kept in memory as a whole.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use quadrille_engine::Puzzle;

use crate::failure::Failure;

/// Maximum number of bytes of a text that is read as a whole.
const MOST: u64 = 1 << 30;
/// Maximum number of cells of all puzzles that are kept: three million 9x9 boards, about a gigabyte.
const MOST_CELLS: usize = 1 << 28;

/// Reads the text of a file.
pub(crate) fn text_of(path: impl AsRef<Path>) -> io::Result<String> {
    read(File::open(path)?)
}

/// Reads the text of a stream.
pub(crate) fn read(stream: impl Read) -> io::Result<String> {
    up_to(MOST, stream)
}

fn up_to(most: u64, stream: impl Read) -> io::Result<String> {
    let mut text = String::new();
    if stream.take(most + 1).read_to_string(&mut text)? as u64 > most {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("longer than {most} bytes"),
        ));
    }
    Ok(text)
}

/// The number of cells of all puzzles that are kept.
#[derive(Default)]
pub(crate) struct Kept(usize);

impl Kept {
    /// Counts one more puzzle.
    pub(crate) fn add(&mut self, puzzle: &Puzzle) -> Result<(), Failure> {
        self.0 += puzzle.shape().cells();
        if self.0 <= MOST_CELLS {
            return Ok(());
        }
        Err(Failure::usage(format!(
            "more than {MOST_CELLS} cells of puzzles, the maximum to keep in memory; take some of the \
             puzzles, as with `shuf -n 100000 FILE`"
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::{BoxShape, Grid};

    #[test]
    fn endless_text_is_refused() {
        assert_eq!(up_to(5, &b"text\n"[..]).unwrap(), "text\n");
        let error = up_to(5, &b"text\n\n"[..]).unwrap_err();
        assert_eq!(error.to_string(), "longer than 5 bytes");
        assert!(up_to(1000, io::repeat(b'.')).is_err());
    }

    #[test]
    fn only_so_many_puzzles_are_kept() {
        let empty = Puzzle::try_from(Grid::empty(BoxShape::NINE)).unwrap();
        let mut kept = Kept(MOST_CELLS - 2 * 81);
        assert!(kept.add(&empty).is_ok() && kept.add(&empty).is_ok());
        assert!(kept.add(&empty).is_err());
    }
}
