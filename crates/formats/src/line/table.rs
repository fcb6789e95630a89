//! Tables: what the names in a header say about the columns. In `solution,puzzle` the first grid of a
//! line is not the one to solve.

use std::ops::Range;

use quadrille_core::BoxShape;

use super::super::error::ParseErrorKind;
use super::super::foreign::is_like_cells;
use super::super::variant::{Variant, has_word, is_nothing};
use super::fields::{SEPARATORS, field_at, fields, filled, separator_of};

/// Names of columns of puzzles, in any case; of several in one header the first of these.
const NAMES: [&str; 8] =
    ["puzzle", "puzzles", "quiz", "quizzes", "board", "boards", "grid", "grids"];

/// Words in the names of columns that may hold puzzles, or something else: `givens` may be their
/// number.
const WORDS: [&str; 24] = [
    "puzzle",
    "puzzles",
    "quiz",
    "quizzes",
    "unsolved",
    "givens",
    "sudoku",
    "sudokus",
    "question",
    "questions",
    "problem",
    "problems",
    "clues",
    "start",
    "initial",
    "board",
    "boards",
    "grid",
    "grids",
    "input",
    "task",
    "cells",
    "clue",
    "given",
];

/// Words in the names of columns that hold solutions.
const SOLUTION_WORDS: [&str; 10] = [
    "solution",
    "solutions",
    "solved",
    "answer",
    "answers",
    "result",
    "results",
    "completed",
    "complete",
    "filled",
];

/// The longest name of a column, in bytes.
const LONGEST_NAME: usize = 40;

/// The columns of a table that its header names.
///
/// A line may have more fields than there are names, because of unquoted commas. They may
/// be anywhere, so the puzzle is looked for in as many fields more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The column of the puzzles.
    puzzle: Option<Named>,
    /// Columns that may be the one of the puzzles, most likely first; the first row decides.
    candidates: Vec<Named>,
    /// Columns of solutions.
    solutions: Vec<Named>,
    /// Columns that only variants have.
    variants: Vec<(usize, Variant)>,
    /// How many columns have names.
    columns: usize,
    separator: u8,
}

/// A column with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Named {
    index: usize,
    name: String,
}

impl Table {
    /// The table of which a line is the header, if the header says anything about puzzles.
    ///
    /// ```
    /// use quadrille_formats::line::Table;
    /// assert!(Table::of_header(b"quizzes,solutions").is_some_and(|table| table.is_first()));
    /// assert!(Table::of_header(b"Solution;Puzzle").is_some_and(|table| !table.is_first()));
    /// assert!(Table::of_header(b"id,rating").is_none());
    /// ```
    pub fn of_header(line: &[u8]) -> Option<Self> {
        if !is_header(line) {
            return None;
        }
        let separator = match separator_of(line) {
            Some(separator) => separator,
            // Without a header, the lines are puzzles.
            None if matches!(kind_of(name_in(line)), Kind::Puzzle(_)) => return None,
            None => SEPARATORS[0],
        };
        let fields = fields(line, separator);
        let mut table = Self {
            puzzle: None,
            candidates: Vec::new(),
            solutions: Vec::new(),
            variants: Vec::new(),
            columns: filled(line, &fields),
            separator,
        };
        let mut ranked = Vec::new();
        for (index, field) in fields.iter().enumerate() {
            let name = name_in(&line[field.clone()]);
            let named = Named { index, name: String::from_utf8_lossy(name).into_owned() };
            match kind_of(name) {
                Kind::Puzzle(rank) => ranked.push((rank, named)),
                Kind::Solution => table.solutions.push(named),
                Kind::Variant(variant) => table.variants.push((index, variant)),
                Kind::Other => {}
            }
        }
        ranked.sort_by_key(|&(rank, _)| rank);
        table.candidates = ranked.iter().map(|(_, named)| named.clone()).collect();
        if ranked.first().is_some_and(|&(rank, _)| rank < NAMES.len()) {
            table.puzzle = table.candidates.drain(..).next();
        }
        let says_nothing = table.puzzle.is_none()
            && table.candidates.is_empty()
            && table.solutions.is_empty()
            && table.variants.is_empty();
        (!says_nothing).then_some(table)
    }

    /// Whether a puzzle at the start of a line is the puzzle of the line.
    pub fn is_first(&self) -> bool {
        let is_first = match &self.puzzle {
            Some(puzzle) => puzzle.index == 0,
            None => self.candidates.is_empty() && self.solutions.is_empty(),
        };
        is_first && self.variants.is_empty()
    }

    /// Whether the header names the column of the puzzles, without help of the rows.
    pub(super) fn names_puzzles(&self) -> bool {
        self.puzzle.is_some()
    }

    /// The name of the column of puzzles, as the header has it.
    pub(super) fn name(&self) -> Option<&str> {
        self.puzzle.as_ref().map(|puzzle| puzzle.name.as_str())
    }

    /// Chooses among the columns that may hold the puzzles, by the first row.
    pub(super) fn settle(&mut self, line: &[u8]) {
        if self.candidates.is_empty() {
            return;
        }
        let fields = fields(line, self.separator);
        let holds_cells = |named: &Named| {
            let field = fields.get(named.index).cloned().unwrap_or_default();
            let text = name_in(&line[field]);
            text.len() >= BoxShape::MIN_SIDE.pow(2) && is_like_cells(text)
        };
        self.puzzle = std::mem::take(&mut self.candidates).into_iter().find(holds_cells);
    }

    /// The part of a line in which its puzzle is.
    ///
    /// # Errors
    /// If the line ends before, or is a variant: what is wrong and where.
    pub(super) fn part_of(&self, line: &[u8]) -> Result<Range<usize>, (usize, ParseErrorKind)> {
        if !self.variants.is_empty() {
            let fields = fields(line, self.separator);
            for &(index, variant) in &self.variants {
                if let Some(field) = fields.get(index)
                    && !is_nothing(&line[field.clone()])
                {
                    return Err((field.start, ParseErrorKind::Variant(variant)));
                }
            }
        }
        let Some(puzzle) = &self.puzzle else { return Ok(0..line.len()) };
        let Some(first) = field_at(line, self.separator, puzzle.index) else {
            let wanted = format!("the column `{}`", puzzle.name).into();
            return Err((line.trim_ascii_end().len(), ParseErrorKind::Missing { wanted }));
        };
        // Usually there are no more separators than names, quoted or not.
        if memchr::memchr_iter(self.separator, line).count() < self.columns {
            return Ok(first);
        }
        let fields = fields(line, self.separator);
        let more = filled(line, &fields).saturating_sub(self.columns);
        Ok(first.start..fields[puzzle.index + more].end)
    }

    /// The fields of a line that hold solutions, in order, unless the column of the puzzles is known.
    pub(super) fn solutions_in(&self, line: &[u8]) -> Vec<Range<usize>> {
        if self.puzzle.is_some() || self.solutions.is_empty() {
            return Vec::new();
        }
        let fields = fields(line, self.separator);
        self.solutions.iter().filter_map(|named| fields.get(named.index).cloned()).collect()
    }

    /// The name of a column of solutions.
    pub(super) fn solution_name(&self) -> Option<&str> {
        self.solutions.first().map(|named| named.name.as_str())
    }
}

/// What the name of a column, or of a field of a JSON object, says.
pub(crate) enum Kind {
    /// It may hold puzzles; the less the number, the more likely.
    Puzzle(usize),
    Solution,
    Variant(Variant),
    Other,
}

pub(crate) fn kind_of(name: &[u8]) -> Kind {
    if name.len() > LONGEST_NAME {
        return Kind::Other;
    }
    let find = |known: &[&str]| known.iter().position(|known| has_word(name, known));
    if let Some(rank) = NAMES.iter().position(|known| name.eq_ignore_ascii_case(known.as_bytes())) {
        return Kind::Puzzle(rank);
    }
    if find(&SOLUTION_WORDS).is_some() {
        return Kind::Solution;
    }
    if let Some(variant) = Variant::of_field(name) {
        return Kind::Variant(variant);
    }
    find(&WORDS).map_or(Kind::Other, |rank| Kind::Puzzle(NAMES.len() + rank))
}

/// Whether that is the name of a column of puzzles or of solutions.
fn is_known(name: &[u8]) -> bool {
    let mut known = NAMES.iter().chain(&["solution", "solutions"]);
    known.any(|known| name.eq_ignore_ascii_case(known.as_bytes()))
}

/// Whether a line, without its end, reads like the names of columns: fields separated by commas,
/// semicolons or tabs, in double quotes or not, each a name or empty. A single name may mean
/// anything, unless it is that of a column of puzzles or of solutions.
///
/// ```
/// use quadrille_formats::line::is_header;
/// assert!(is_header(b"quizzes,solutions"));
/// assert!(!is_header(b"1...........4..,1342"));
/// ```
pub fn is_header(line: &[u8]) -> bool {
    let Some(separator) = separator_of(line) else { return is_known(name_in(line)) };
    let mut names = 0;
    let all = fields(line, separator).into_iter().all(|field| {
        let name = name_in(&line[field]);
        names += usize::from(!name.is_empty());
        // Names in other scripts are names too.
        let begins = |byte: &u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
        name.len() <= LONGEST_NAME && name.first().is_none_or(begins)
    });
    all && names > 0
}

/// A field without blanks and quotes around it.
pub(super) fn name_in(field: &[u8]) -> &[u8] {
    let field = field.trim_ascii();
    let inner = field.strip_prefix(b"\"").and_then(|field| field.strip_suffix(b"\""));
    inner.map_or(field, <[u8]>::trim_ascii)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::holds_puzzle;

    #[test]
    fn the_most_telling_name_is_taken() {
        for (header, index) in [
            ("solution,puzzle", Some(1)),
            ("quizzes,solutions", Some(0)),
            ("SOLUTION;PUZZLE;RATING", Some(1)),
            ("id\tGrid\tanswer", Some(1)),
            ("board,quiz", Some(1)),
            ("grid,Puzzle,puzzle", Some(1)),
            ("\"name\", \" puzzle \"", Some(1)),
            ("\"puzzle, solved\",quiz", Some(1)),
            (",quiz,", Some(1)),
            ("id,puzzle number", None),
            ("puzzle", None),
            ("1,puzzle", None),
            ("puzzle,1", None),
        ] {
            let puzzle = Table::of_header(header.as_bytes()).and_then(|table| table.puzzle);
            assert_eq!(puzzle.map(|puzzle| puzzle.index), index, "{header}");
        }
    }

    #[test]
    fn a_field_too_many_widens_the_search() {
        let table = Table::of_header(b"name,puzzle,rating,").unwrap();
        let part = |line: &str| {
            table.part_of(line.as_bytes()).map(|part| line[part].to_owned()).map_err(|(at, _)| at)
        };
        assert_eq!(part("a,b,c").as_deref(), Ok("b"));
        assert_eq!(part("a,b,c,,,").as_deref(), Ok("b"));
        assert_eq!(part("a,b").as_deref(), Ok("b"));
        assert_eq!(part("a,b,c,d,e").as_deref(), Ok("b,c,d"));
        assert_eq!(part("a,,").as_deref(), Ok(""));
        assert_eq!(part("abc "), Err(3));
        assert_eq!(part("\"a,b\",c,d").as_deref(), Ok("c"));
    }

    #[test]
    fn the_first_row_settles_names_that_may_mean_anything() {
        let (puzzle, solved) = (".".repeat(81), "1".repeat(81));
        for (header, row, index) in [
            ("solution,givens", format!("{solved},{puzzle}"), Some(1)),
            ("id,solution,unsolved", format!("1,{solved},{puzzle}"), Some(2)),
            ("solutions,sudoku", format!("{solved},{puzzle}"), Some(1)),
            ("givens,solution,start", format!("30,{solved},{puzzle}"), Some(2)),
            ("solution grid,Initial Grid", format!("{solved},{puzzle}"), Some(1)),
            ("clues,cells", format!("30,{puzzle}"), Some(1)),
            ("id,puzzle number", format!("1,{puzzle}"), Some(1)),
            ("id,puzzle number,x", format!("1,2,{puzzle}"), None),
        ] {
            let mut table = Table::of_header(header.as_bytes()).unwrap();
            assert!(!table.is_first(), "{header}");
            table.settle(row.as_bytes());
            assert_eq!(table.puzzle.map(|puzzle| puzzle.index), index, "{header}");
        }
    }

    #[test]
    fn names_of_columns_are_told_from_puzzles() {
        for header in [
            "quizzes,solutions",
            "puzzle,solution",
            "id,puzzle,solution,clues,difficulty",
            "Puzzle,Solution,Solve History,Time (milliseconds),Givens,Difficulty,",
            "\"id\",\"puzzle\"",
            " id , puzzle ",
            "Unnamed: 0,quizzes",
            ",puzzle",
            "puzzle\tsolution",
            "solution;puzzle;",
            "puzzle;Time, s",
            "\"id\",\"puzzle, by id\"",
            "Puzzle",
            "\"quizzes\"",
            "R\u{e4}tsel,L\u{f6}sung",
            "\u{554f}\u{984c},\u{89e3}",
        ] {
            assert!(is_header(header.as_bytes()) && !holds_puzzle(header.as_bytes()), "{header}");
        }
        let letters = ["ABCDEFGHIJ"; 10].concat();
        for line in [
            "",
            ",",
            "\"\",\"\"",
            "sudokus",
            ";",
            "the puzzles of march",
            "puzzle,1",
            "1,puzzle",
            ".,puzzle",
            &format!("{letters},solution"),
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7,x",
        ] {
            assert!(!is_header(line.as_bytes()), "{line}");
        }
    }
}
