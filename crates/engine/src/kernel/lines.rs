//! The fast path for text: plain 9x9 lines go to the kernel without a [`Puzzle`] in between.
//!
//! [`Reader::plain_lines`](crate::format::Reader::plain_lines) says which lines are plain. All others
//! are for [`Reader::next`](crate::format::Reader::next) and [`solve::many`](crate::solve::many):
//!
//! ```
//! use quadrille_engine::format::{ReadOptions, Reader};
//! use quadrille_engine::{Meter, kernel::lines::Lines};
//!
//! let text = "\
//! id,puzzle
//! 1,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
//! 2,000000010400000000020000000000050407008000300001090000300400200050100000000806000
//! 3,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7.
//! ";
//! let mut reader = Reader::new(text.as_bytes(), ReadOptions::default());
//! // The first puzzle shows that the boards are 9x9.
//! assert!(reader.next().unwrap()?.puzzle.is_ok());
//! let lines = Lines::take(reader.plain_lines().expect("the rest is buffered"));
//! reader.skip_plain(lines.bytes(), lines.len() as u64);
//! let counts: Vec<u64> =
//!     lines.solve(2, &mut Meter::unlimited()).iter().map(|answer| answer.count).collect();
//! assert_eq!(counts, [1, 1]);
//! assert!(reader.next().is_none());
//! # Ok::<(), std::io::Error>(())
//! ```

use quadrille_simd::Masks;

use crate::board::{BoxShape, CandidateSet, DigitSet, Edges, Puzzle};
use crate::control::{Meter, Stop};
use crate::format::{PlainLines, PlainPuzzle};

use super::batch::{self, BATCH, Boards, Receiver};

/// Maximum number of lines that [`Lines::take`] takes.
pub const MAX_LINES: usize = BATCH;

/// Plain lines, copied so that another thread can solve them.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    cells: Vec<[u8; 81]>,
    /// The pencilmarks, if these are the lines of a file of such; then there are no `cells`.
    masks: Vec<Masks>,
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
#[derive(Clone, Copy, Debug)]
pub struct LineAnswer<'a> {
    lines: &'a Lines,
    index: usize,
    /// Number of solutions found, each validated; at most the limit.
    pub count: u64,
    /// Whether these are all.
    pub exact: bool,
    /// The first of them, as ASCII digits.
    pub solution: Option<&'a [u8; 81]>,
    /// Why the search ended, as in [`solve::Answer`](crate::solve::Answer).
    pub stop: Stop,
}

impl LineAnswer<'_> {
    /// Returns the puzzle as text, as [`Puzzle`] displays it.
    pub fn puzzle(&self) -> String {
        if let Some(masks) = self.lines.masks.get(self.index) {
            let cells = masks.map(|mask| DigitSet::from_bits(mask.into()));
            let marks = CandidateSet::from_cells(BoxShape::NINE, cells.into());
            let puzzle = Puzzle::from_marks(marks, Edges::none());
            return puzzle.expect("plain lines are free of conflicts").to_string();
        }
        let symbol = |&cell: &u8| if matches!(cell, b'1'..=b'9') { cell.into() } else { '.' };
        self.lines.cells[self.index].iter().map(symbol).collect()
    }
}

impl Lines {
    /// Takes up to [`MAX_LINES`] lines.
    pub fn take(mut plain: PlainLines<'_>) -> Self {
        let mut lines = Self::default();
        while lines.len() < MAX_LINES
            && let Some(puzzle) = plain.next()
        {
            match puzzle {
                PlainPuzzle::Cells(cells) => lines.cells.push(*cells),
                PlainPuzzle::Masks(masks) => lines.masks.push(masks),
            }
        }
        assert!(lines.cells.is_empty() || lines.masks.is_empty(), "a file has one format");
        lines.bytes = plain.bytes();
        lines
    }

    /// Returns the number of lines.
    pub fn len(&self) -> usize {
        self.cells.len() + self.masks.len()
    }

    /// Returns whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
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
        let texts: Vec<&[u8; 81]> = self.cells.iter().collect();
        let is_text = self.masks.is_empty();
        let boards = if is_text { Boards::Texts(&texts) } else { Boards::Masks(&self.masks) };
        let open = Found { count: 0, stop: Stop::Cancelled, first: [0; 81] };
        let mut solving = Solving { found: vec![open; self.len()] };
        batch::solve_boards(boards, limit, meter, &mut solving);
        Answers { lines: self, found: solving.found }
    }
}

impl Answers<'_> {
    /// Returns the answers in the order of the lines.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = LineAnswer<'_>> {
        self.found.iter().enumerate().map(|(index, found)| LineAnswer {
            lines: self.lines,
            index,
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
