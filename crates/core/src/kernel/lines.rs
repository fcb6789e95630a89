//! The fast path for text: plain 9x9 lines go to the kernel without a [`Puzzle`] in between. The
//! readers of `quadrille-formats` say which lines of a file are plain.
//!
//! ```
//! use quadrille_core::Meter;
//! use quadrille_core::kernel::lines::Lines;
//!
//! let mut lines = Lines::default();
//! for text in [
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
//!     "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
//! ] {
//!     assert!(lines.push(text.as_bytes()));
//! }
//! let counts: Vec<u64> =
//!     lines.solve(2, &mut Meter::unlimited()).iter().map(|answer| answer.count).collect();
//! assert_eq!(counts, [1, 1]);
//! ```

use quadrille_simd::Masks;

use crate::board::{Puzzle, ValidNine};
use crate::control::{Meter, Stop};
use crate::text::BoardText;

use super::batch::{self, BATCH, Boards, Receiver};
use super::plain::Plain;
pub use super::plain::PlainPuzzle;

/// The number of lines at which solving them together is fastest.
pub const MAX_LINES: usize = BATCH;

/// Plain lines, copied so that another thread can solve them.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// `1` to `9`, and `.` for an empty cell.
    cells: Vec<[u8; 81]>,
    /// The pencilmarks, if these are the lines of a file of such; then there are no `cells`.
    masks: Vec<Masks>,
    /// All of them as they were written, if that is wanted.
    text: Vec<u8>,
}

/// The answers to some lines.
pub struct Answers<'l> {
    lines: &'l Lines,
    found: Vec<Found>,
    /// The first solutions of each line as ASCII digits, `kept` of each line.
    solutions: Vec<[u8; 81]>,
    kept: usize,
}

/// What the kernel found out about a line.
#[derive(Clone)]
struct Found {
    count: u64,
    nodes: u64,
    stop: Stop,
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
    /// The first two of them, as ASCII digits.
    pub solutions: &'a [[u8; 81]],
    /// Why the search ended, as in [`solve::Answer`](crate::solve::Answer).
    pub stop: Stop,
    /// Number of guesses tried.
    pub nodes: u64,
}

impl<'a> LineAnswer<'a> {
    /// Returns the puzzle.
    ///
    /// ```
    /// use quadrille_core::kernel::lines::Lines;
    /// use quadrille_core::{Grid, Meter};
    ///
    /// let mut lines = Lines::default();
    /// assert!(lines.push(&[b'.'; 81]));
    /// let answers = lines.solve(1, &mut Meter::unlimited());
    /// assert_eq!(answers.get(0).puzzle().givens(), &Grid::of_nine(&[0; 81]));
    /// ```
    pub fn puzzle(&self) -> Puzzle {
        self.lines.puzzle(self.index)
    }

    /// Returns the number of givens.
    pub fn givens(&self) -> usize {
        match self.lines.masks.get(self.index) {
            None => self.lines.cells[self.index].iter().filter(|&&cell| cell != b'.').count(),
            Some(masks) => masks.iter().filter(|mask| mask.is_power_of_two()).count(),
        }
    }

    /// Returns whether the puzzle has pencilmarks.
    pub fn has_marks(&self) -> bool {
        !self.lines.masks.is_empty() && self.puzzle().marks().is_some()
    }

    /// Returns the puzzle as text.
    pub fn text(&self) -> BoardText<'a> {
        self.lines.text(self.index)
    }
}

/// Returns the digit of a symbol, 0 for an empty cell.
fn digit_of(symbol: u8) -> u8 {
    if matches!(symbol, b'1'..=b'9') { symbol - b'0' } else { 0 }
}

impl Lines {
    /// Adds a 9x9 puzzle without edges and pencilmarks. Returns `false`, and adds nothing, if it is
    /// another one, or if these are lines of pencilmarks.
    ///
    /// ```
    /// use quadrille_core::Puzzle;
    /// use quadrille_core::kernel::lines::Lines;
    ///
    /// let mut lines = Lines::default();
    /// let small: Puzzle = "1...............".parse()?;
    /// assert!(!lines.push_puzzle(&small) && lines.is_empty());
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn push_puzzle(&mut self, puzzle: &Puzzle) -> bool {
        let is_plain = batch::supports(puzzle) && puzzle.marks().is_none();
        if !is_plain || !self.masks.is_empty() {
            return false;
        }
        let mut cells = [b'.'; 81];
        for (cell, given) in cells.iter_mut().zip(puzzle.givens().digits()) {
            *cell = given.map_or(b'.', |digit| b'0' + digit.get());
        }
        self.cells.push(cells);
        true
    }

    /// Adds a puzzle that is nothing but its 81 symbols. Returns `false`, and adds nothing, if the
    /// text is anything else, if its givens conflict, or if these are lines of pencilmarks.
    ///
    /// ```
    /// use quadrille_core::Meter;
    /// use quadrille_core::kernel::lines::Lines;
    ///
    /// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let mut lines = Lines::default();
    /// assert!(lines.push(text.as_bytes()));
    /// assert!(!lines.push(b"1..............."));
    /// let answers = lines.solve(2, &mut Meter::unlimited());
    /// assert_eq!(answers.iter().map(|answer| answer.count).collect::<Vec<_>>(), [1]);
    /// ```
    pub fn push(&mut self, text: &[u8]) -> bool {
        text.try_into()
            .ok()
            .and_then(PlainPuzzle::of_symbols)
            .is_some_and(|puzzle| self.add(puzzle))
    }

    /// Adds a puzzle. Returns `false`, and adds nothing, if others are written in another way.
    pub fn add(&mut self, puzzle: PlainPuzzle<'_>) -> bool {
        match puzzle.0 {
            Plain::Cells(cells) if self.masks.is_empty() => {
                self.cells.push(cells.map(|cell| if digit_of(cell) > 0 { cell } else { b'.' }));
            }
            Plain::Masks(masks) if self.cells.is_empty() => self.masks.push(masks),
            _ => return false,
        }
        true
    }

    /// Keeps the [`texts`](Self::texts) of the lines: all of them with their line ends, as they were
    /// written.
    pub fn keep_text(&mut self, text: &[u8]) {
        self.text = text.to_vec();
    }

    /// Returns the puzzle of a line.
    ///
    /// # Panics
    /// If there are not that many lines.
    ///
    /// ```
    /// use quadrille_core::kernel::lines::Lines;
    ///
    /// let mut lines = Lines::default();
    /// assert!(lines.push(&[b'.'; 81]));
    /// assert_eq!(lines.puzzle(0).givens().empty_cells().count(), 81);
    /// ```
    pub fn puzzle(&self, index: usize) -> Puzzle {
        let plain = match self.masks.get(index) {
            None => Plain::Cells(&self.cells[index]),
            Some(masks) => Plain::Masks(*masks),
        };
        PlainPuzzle(plain).puzzle()
    }

    /// Returns the puzzle of a line as text.
    ///
    /// # Panics
    /// If there are not that many lines.
    ///
    /// ```
    /// use quadrille_core::kernel::lines::Lines;
    ///
    /// let mut lines = Lines::default();
    /// assert!(lines.push(&[b'0'; 81]));
    /// assert_eq!(lines.text(0).as_bytes(), [b'.'; 81]);
    /// ```
    pub fn text(&self, index: usize) -> BoardText<'_> {
        let symbols = self.cells.get(index).map(BoardText::Symbols);
        symbols.unwrap_or_else(|| self.puzzle(index).to_string().into())
    }

    /// Returns the number of lines.
    ///
    /// ```
    /// use quadrille_core::kernel::lines::Lines;
    ///
    /// let mut lines = Lines::default();
    /// assert!(lines.push(&[b'.'; 81]));
    /// assert_eq!(lines.len(), 1);
    /// ```
    pub fn len(&self) -> usize {
        self.cells.len() + self.masks.len()
    }

    /// Returns whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the row-major digits of a line, 0 = empty; `None` if it is in a file of pencilmarks.
    pub fn digits(&self, index: usize) -> Option<[u8; 81]> {
        self.cells.get(index).map(|cells| cells.map(digit_of))
    }

    /// Returns the lines as they were written, without line ends and surrounding blanks; none if
    /// their text was not [kept](Self::keep_text).
    pub fn texts(&self) -> impl Iterator<Item = &[u8]> {
        // Without the empty one after the last line end.
        let text = self.text.strip_suffix(b"\n").unwrap_or(&self.text);
        let lines = if self.text.is_empty() { 0 } else { self.len() };
        text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).take(lines)
    }

    /// Searches each puzzle for up to `limit` solutions (0 = all).
    ///
    /// The answers are those of [`solve::many`](crate::solve::many): each line gets the limits of
    /// the meter to itself, and counters add up. Each solution passed
    /// [`validate_nine`](crate::validate_nine).
    ///
    /// ```
    /// use quadrille_core::Meter;
    /// use quadrille_core::kernel::lines::Lines;
    ///
    /// let mut lines = Lines::default();
    /// assert!(lines.push(&[b'.'; 81]));
    /// let answers = lines.solve(2, &mut Meter::unlimited());
    /// assert_eq!((answers.get(0).count, answers.get(0).exact), (2, false));
    /// ```
    pub fn solve(&self, limit: u64, meter: &mut Meter<'_>) -> Answers<'_> {
        let texts: Vec<&[u8; 81]> = self.cells.iter().collect();
        let is_text = self.masks.is_empty();
        let boards = if is_text { Boards::Texts(&texts) } else { Boards::Masks(&self.masks) };
        let kept = if limit == 1 { 1 } else { 2 };
        let mut answers = Answers {
            lines: self,
            found: vec![Found { count: 0, nodes: 0, stop: Stop::Cancelled }; self.len()],
            solutions: vec![[0; 81]; kept * self.len()],
            kept,
        };
        batch::solve_boards(boards, limit, meter, &mut answers);
        answers
    }
}

impl Answers<'_> {
    /// Returns the answers in the order of the lines.
    ///
    /// ```
    /// use quadrille_core::Meter;
    /// use quadrille_core::kernel::lines::Lines;
    ///
    /// let mut lines = Lines::default();
    /// assert!(lines.push(&[b'.'; 81]) && lines.push(&[b'.'; 81]));
    /// let answers = lines.solve(1, &mut Meter::unlimited());
    /// assert_eq!(answers.iter().filter(|answer| answer.count == 1).count(), 2);
    /// ```
    pub fn iter(&self) -> impl ExactSizeIterator<Item = LineAnswer<'_>> {
        (0..self.found.len()).map(|index| self.get(index))
    }

    /// Returns the answer to a line.
    ///
    /// # Panics
    /// If there are not that many lines.
    #[inline]
    pub fn get(&self, index: usize) -> LineAnswer<'_> {
        let found = &self.found[index];
        LineAnswer {
            lines: self.lines,
            index,
            count: found.count,
            exact: found.stop == Stop::ProvedNone,
            solutions: &self.solutions[self.kept * index..]
                [..self.kept.min(usize::try_from(found.count).unwrap_or(usize::MAX))],
            stop: found.stop,
            nodes: found.nodes,
        }
    }
}

impl Receiver for Answers<'_> {
    fn solution(&mut self, index: usize, nth: u64, valid: &ValidNine<'_>) {
        if nth < self.kept as u64 {
            let kept = &mut self.solutions[self.kept * index..][..self.kept];
            kept[nth as usize] = valid.figures();
            assert!(nth == 0 || kept[0] != kept[1], "solutions are found once");
        }
    }

    fn done(&mut self, index: usize, count: u64, stop: Stop, nodes: u64) {
        let found = &mut self.found[index];
        (found.count, found.stop, found.nodes) = (count, stop, nodes);
    }
}
