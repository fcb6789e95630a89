//! Tables: what the names in a header say about the columns. In `solution,puzzle` the first grid of a
//! line is not the one to solve.

use std::ops::Range;

use super::super::error::ParseErrorKind;
use super::super::foreign::is_like_cells;
use super::super::variant::{Variant, is_nothing};
use super::header::{is_header, name_in};
use crate::board::BoxShape;

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

/// Bytes that may separate the fields of a line.
const SEPARATORS: [u8; 3] = *b",;\t";

/// The columns of a table, as far as its header names them.
///
/// A line may have more fields than there are names, because of commas that nobody quoted. They may
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
    /// use quadrille_engine::format::line::Table;
    /// assert!(Table::of_header(b"quizzes,solutions").is_some_and(|table| table.is_first()));
    /// assert!(Table::of_header(b"Solution;Puzzle").is_some_and(|table| !table.is_first()));
    /// assert!(Table::of_header(b"id,rating").is_none());
    /// ```
    pub fn of_header(line: &[u8]) -> Option<Self> {
        let separator = separator_of(line)?;
        if !is_header(line) {
            return None;
        }
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
        for &(index, variant) in &self.variants {
            if let Some(field) = field_at(line, self.separator, index)
                && !is_nothing(&line[field.clone()])
            {
                return Err((field.start, ParseErrorKind::Variant(variant)));
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

    /// The fields of a line that hold solutions, unless the column of the puzzles is known.
    pub(super) fn solutions_in(&self, line: &[u8]) -> Vec<Range<usize>> {
        if self.puzzle.is_some() {
            return Vec::new();
        }
        let field = |named: &Named| field_at(line, self.separator, named.index);
        self.solutions.iter().filter_map(field).collect()
    }

    /// The name of a column of solutions.
    pub(super) fn solution_name(&self) -> Option<&str> {
        self.solutions.first().map(|named| named.name.as_str())
    }
}

/// What the name of a column, or of a field of a JSON object, says.
pub(super) enum Kind {
    /// It may hold puzzles; the less the number, the more likely.
    Puzzle(usize),
    Solution,
    Variant(Variant),
    Other,
}

pub(super) fn kind_of(name: &[u8]) -> Kind {
    let words: Vec<String> = name
        .split(|byte| !byte.is_ascii_alphabetic())
        .map(|word| String::from_utf8_lossy(word).to_ascii_lowercase())
        .collect();
    let find = |known: &[&str]| known.iter().position(|known| words.iter().any(|w| w == known));
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

/// Whether that is the name of a column of puzzles.
pub(super) fn is_known(name: &[u8]) -> bool {
    NAMES.iter().any(|known| name.eq_ignore_ascii_case(known.as_bytes()))
}

/// What separates the fields of a line: of the possible bytes, the one it has most of.
pub(super) fn separator_of(line: &[u8]) -> Option<u8> {
    let count = |separator: &u8| memchr::memchr_iter(*separator, line).count();
    SEPARATORS.into_iter().filter(|separator| count(separator) > 0).max_by_key(count)
}

/// The fields of a line. Text in quotes is one field, whatever is in it; a quote in it is written
/// twice.
pub(super) fn fields(line: &[u8], separator: u8) -> Vec<Range<usize>> {
    each_field(line, separator).collect()
}

/// The field of that number, from 0.
fn field_at(line: &[u8], separator: u8, index: usize) -> Option<Range<usize>> {
    each_field(line, separator).nth(index)
}

fn each_field(line: &[u8], separator: u8) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = Some(0);
    std::iter::from_fn(move || {
        let from = start?;
        let end = from + field_length(&line[from..], separator);
        start = (end < line.len()).then_some(end + 1);
        Some(from..end)
    })
}

fn field_length(rest: &[u8], separator: u8) -> usize {
    let up_to_separator = || memchr::memchr(separator, rest).unwrap_or(rest.len());
    quoted_length(rest, separator).unwrap_or_else(up_to_separator)
}

/// The length of a field that is all in quotes, but for blanks.
fn quoted_length(rest: &[u8], separator: u8) -> Option<usize> {
    let blanks = |from: usize| rest[from..].iter().take_while(|&&byte| byte == b' ').count();
    let mut at = blanks(0);
    if rest.get(at) != Some(&b'"') {
        return None;
    }
    loop {
        at += 1 + memchr::memchr(b'"', &rest[at + 1..])? + 1;
        if rest.get(at) != Some(&b'"') {
            break;
        }
    }
    at += blanks(at);
    rest.get(at).is_none_or(|&byte| byte == separator).then_some(at)
}

/// How many fields there are, not counting empty ones at the end.
fn filled(line: &[u8], fields: &[Range<usize>]) -> usize {
    let is_filled = |field: &Range<usize>| !line[field.clone()].trim_ascii().is_empty();
    fields.iter().rposition(is_filled).map_or(0, |last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(line: &str, separator: u8) -> Vec<&str> {
        fields(line.as_bytes(), separator).into_iter().map(|field| &line[field]).collect()
    }

    #[test]
    fn fields_are_separated_outside_of_quotes() {
        assert_eq!(texts("a,b,", b','), ["a", "b", ""]);
        assert_eq!(texts("", b','), [""]);
        assert_eq!(texts("a;b,c", b';'), ["a", "b,c"]);
        assert_eq!(texts(r#""a, ""b"", c" , "d""#, b','), [r#""a, ""b"", c" "#, r#" "d""#]);
        assert_eq!(texts("\"a\tb\"\tc", b'\t'), ["\"a\tb\"", "c"]);
        // Quotes that open or close nothing are text.
        assert_eq!(texts(r#"a "b,c" d,e"#, b','), [r#"a "b"#, r#"c" d"#, "e"]);
        assert_eq!(texts(r#""a,b"#, b','), [r#""a"#, "b"]);
        assert_eq!(texts(r#""a,b"c,d"#, b','), [r#""a"#, r#"b"c"#, "d"]);
        assert_eq!(texts(r#""a"",b",c"#, b','), [r#""a"",b""#, "c"]);
        assert_eq!(texts(r#""",a"#, b','), [r#""""#, "a"]);
        assert_eq!(texts(r#"","x"#, b','), [r#"""#, r#""x"#]);
    }

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
}
