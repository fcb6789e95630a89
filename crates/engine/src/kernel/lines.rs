//! The fast path for text: lines that hold a plain 9x9 puzzle and nothing else.
//!
//! Such lines go to the kernel as they are, without a [`Puzzle`](crate::Puzzle) in between. All
//! other lines (comments, further fields, other shapes, conflicts) are for the readers of
//! [`format`](mod@crate::format) and [`solve::many`](crate::solve::many):
//!
//! ```
//! use quadrille_engine::{Meter, kernel::lines::Lines};
//!
//! let mut text = &b"\
//! 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
//! 000000010400000000020000000000050407008000300001090000300400200050100000000806000\r
//! The end.
//! "[..];
//! let lines = Lines::take(text);
//! assert_eq!((lines.len(), lines.bytes()), (2, 165));
//! for answer in lines.solve(2, &mut Meter::unlimited()).iter() {
//!     assert_eq!((answer.count, answer.exact), (1, true));
//! }
//! text = &text[lines.bytes()..];
//! assert_eq!(text, b"The end.\n");
//! ```

use crate::board::is_free_of_conflict;
use crate::control::{Meter, Stop};
use crate::format::line::is_ignored;

use super::batch::{self, BATCH, Boards, Receiver};

/// Maximum number of lines that [`Lines::take`] takes.
pub const MAX_LINES: usize = BATCH;

/// The plain lines at the start of a text, copied so that another thread can solve them.
#[derive(Clone, Debug)]
pub struct Lines {
    puzzles: Vec<[u8; 81]>,
    bytes: usize,
}

/// The answers to some lines.
pub struct Answers<'l> {
    lines: &'l Lines,
    found: Vec<Found>,
}

/// What the kernel found out about a line.
#[derive(Clone)]
struct Found {
    count: u64,
    stop: Stop,
    /// The first solution, as ASCII digits.
    first: [u8; 81],
}

/// The answer to one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineAnswer<'a> {
    /// The puzzle as the line gives it.
    pub puzzle: &'a [u8; 81],
    /// Number of solutions found, each validated; at most the limit.
    pub count: u64,
    /// Whether these are all.
    pub exact: bool,
    /// The first of them, as ASCII digits.
    pub solution: Option<&'a [u8; 81]>,
    /// Why the search ended, as in [`solve::Answer`](crate::solve::Answer).
    pub stop: Stop,
}

impl Lines {
    /// Takes lines from the start of a text as long as they are plain, up to [`MAX_LINES`]: 81
    /// symbols, of which `1` to `9` are givens and `.0*_-` empty cells, without conflict, then a
    /// line feed, maybe after a carriage return. A short text between, after a blank or a
    /// separator, is ignored, as the readers do.
    pub fn take(text: &[u8]) -> Self {
        let mut lines = Self { puzzles: Vec::new(), bytes: 0 };
        if plain_line(text).is_some() {
            lines.puzzles.reserve_exact(MAX_LINES.min(text.len() / 82));
        }
        while lines.puzzles.len() < MAX_LINES
            && let Some((puzzle, bytes)) = plain_line(&text[lines.bytes..])
        {
            lines.bytes += bytes;
            lines.puzzles.push(*puzzle);
        }
        lines
    }

    /// Returns the number of lines; 0 when the text does not start with a plain line.
    pub fn len(&self) -> usize {
        self.puzzles.len()
    }

    /// Returns whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.puzzles.is_empty()
    }

    /// Returns the length of all lines in bytes, line ends included.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Searches each puzzle for up to `limit` solutions (0 = all).
    ///
    /// The answers are those of [`solve::many`](crate::solve::many): each line gets the limits of
    /// the meter to itself, and counters add up. Each solution passed
    /// [`validate_nine`](crate::validate_nine).
    pub fn solve(&self, limit: u64, meter: &mut Meter<'_>) -> Answers<'_> {
        let puzzles: Vec<&[u8; 81]> = self.puzzles.iter().collect();
        let open = Found { count: 0, stop: Stop::Cancelled, first: [0; 81] };
        let mut solving = Solving { found: vec![open; puzzles.len()] };
        batch::solve_boards(Boards::Texts(&puzzles), limit, meter, &mut solving);
        Answers { lines: self, found: solving.found }
    }
}

impl Answers<'_> {
    /// Returns the answers in the order of the lines.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = LineAnswer<'_>> {
        self.lines.puzzles.iter().zip(&self.found).map(|(puzzle, found)| LineAnswer {
            puzzle,
            count: found.count,
            exact: found.stop == Stop::ProvedNone,
            solution: (found.count > 0).then_some(&found.first),
            stop: found.stop,
        })
    }
}

struct Solving {
    found: Vec<Found>,
}

impl Receiver for Solving {
    fn solution(&mut self, index: usize, nth: u64, digits: &[u8; 81]) {
        let (first, figures) = (&mut self.found[index].first, digits.map(|digit| b'0' + digit));
        match nth {
            0 => *first = figures,
            1 => assert!(*first != figures, "solutions are found once"),
            _ => {}
        }
    }

    fn done(&mut self, index: usize, count: u64, stop: Stop) {
        let found = &mut self.found[index];
        (found.count, found.stop) = (count, stop);
    }
}

/// Maximum length of what follows the puzzle on a line.
const LONGEST_REST: usize = 82;

/// Returns the puzzle at the start of a text, if its first line is plain, with the length of the
/// line.
fn plain_line(text: &[u8]) -> Option<(&[u8; 81], usize)> {
    let (cells, rest) = text.split_first_chunk::<81>()?;
    let bytes = match rest {
        [b'\n', ..] => 82,
        [b'\r', b'\n', ..] => 83,
        [b' ' | b'\t' | b',' | b';', ..] => {
            let end = memchr::memchr2(b'\n', b'\r', &rest[..rest.len().min(LONGEST_REST)])?;
            let ending = match &rest[end..] {
                [b'\n', ..] => 1,
                [b'\r', b'\n', ..] => 2,
                _ => return None,
            };
            if !is_ignored(&rest[..end]) {
                return None;
            }
            81 + end + ending
        }
        _ => return None,
    };
    // The low four bits of a symbol are the digit, or more than 9 for an empty cell.
    let fits = are_symbols(cells) && is_free_of_conflict(&cells.map(|symbol| symbol & 15));
    fits.then_some((cells, bytes))
}

fn are_symbols(cells: &[u8; 81]) -> bool {
    // Without an early exit these compile to vector code. Nearly all lines consist of digits and
    // full stops; `/` is the only byte between them.
    let usual = |byte: u8| matches!(byte, b'.'..=b'9') & (byte != b'/');
    let any = |byte: u8| byte.is_ascii_digit() | matches!(byte, b'.' | b'*' | b'_' | b'-');
    cells.iter().fold(true, |all, &byte| all & usual(byte))
        || cells.iter().fold(true, |all, &byte| all & any(byte))
}
