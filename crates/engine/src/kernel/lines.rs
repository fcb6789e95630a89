//! The fast path for text: lines that hold a plain 9x9 puzzle and nothing else.
//!
//! Such lines go to the kernel as they are, without a [`Puzzle`](crate::Puzzle) in between. All
//! other lines (comments, further fields, other shapes, conflicts) are for the readers of
//! [`format`](mod@crate::format) and [`solve::many`](crate::solve::many):
//!
//! ```
//! use quadrille_engine::{Meter, kernel::lines};
//!
//! let mut text = &b"\
//! 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
//! 000000010400000000020000000000050407008000300001090000300400200050100000000806000\r
//! The end.
//! "[..];
//! let answers = lines::solve(text, 2, &mut Meter::unlimited());
//! assert_eq!((answers.len(), answers.bytes()), (2, 165));
//! for line in answers.iter() {
//!     assert_eq!((line.count, line.exact), (1, true));
//! }
//! text = &text[answers.bytes()..];
//! assert_eq!(text, b"The end.\n");
//! ```

use crate::board::is_free_of_conflict;
use crate::control::{Meter, Stop};

use super::batch::{self, BATCH, Boards, Receiver};

/// Maximum number of lines that one call of [`solve`] takes.
pub const MAX_LINES: usize = BATCH;

/// The answers to the lines at the start of a text.
pub struct Answers<'t> {
    puzzles: Vec<&'t [u8; 81]>,
    /// Where each line ends in the text, line end included.
    ends: Vec<usize>,
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
    /// The length of the line in bytes, line end included.
    pub bytes: usize,
    /// Number of solutions found, each validated; at most the limit.
    pub count: u64,
    /// Whether these are all.
    pub exact: bool,
    /// The first of them, as ASCII digits.
    pub solution: Option<&'a [u8; 81]>,
    /// Why the search ended, as in [`solve::Answer`](crate::solve::Answer).
    pub stop: Stop,
}

/// Searches the puzzles at the start of a text for up to `limit` solutions each (0 = all).
///
/// Takes lines as long as they are plain, up to [`MAX_LINES`]: 81 symbols, of which `1` to `9` are
/// givens and `.0*_-` empty cells, without conflict, then a line feed, maybe after a carriage
/// return. The answers are those of [`solve::many`](crate::solve::many): each line gets the limits
/// of the meter to itself, and counters add up. Each solution passed
/// [`validate_nine`](crate::validate_nine).
pub fn solve<'t>(text: &'t [u8], limit: u64, meter: &mut Meter<'_>) -> Answers<'t> {
    let (mut puzzles, mut ends) = (Vec::new(), Vec::new());
    let mut end = 0;
    while puzzles.len() < MAX_LINES
        && let Some((puzzle, bytes)) = plain_line(&text[end..])
    {
        end += bytes;
        puzzles.push(puzzle);
        ends.push(end);
    }
    let open = Found { count: 0, stop: Stop::Cancelled, first: [0; 81] };
    let mut solving = Solving { found: vec![open; puzzles.len()] };
    batch::solve_boards(Boards::Texts(&puzzles), limit, meter, &mut solving);
    Answers { puzzles, ends, found: solving.found }
}

impl Answers<'_> {
    /// Returns the number of lines; 0 when the text does not start with a plain line.
    pub fn len(&self) -> usize {
        self.puzzles.len()
    }

    /// Returns whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.puzzles.is_empty()
    }

    /// Returns the length of all lines in bytes.
    pub fn bytes(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Returns the answers in the order of the lines.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = LineAnswer<'_>> {
        self.found.iter().enumerate().map(|(index, found)| LineAnswer {
            puzzle: self.puzzles[index],
            bytes: self.ends[index] - index.checked_sub(1).map_or(0, |before| self.ends[before]),
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

/// Returns the puzzle at the start of a text, if its first line is plain, with the length of the
/// line.
fn plain_line(text: &[u8]) -> Option<(&[u8; 81], usize)> {
    let (cells, rest) = text.split_first_chunk::<81>()?;
    let bytes = match rest {
        [b'\n', ..] => 82,
        [b'\r', b'\n', ..] => 83,
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
