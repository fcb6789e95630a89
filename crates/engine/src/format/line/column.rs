//! The column of a table in which its puzzles stand, where the header names it: in
//! `solution,puzzle` what comes first on a line is not what is to be solved.

use std::ops::Range;

use super::header::{is_header, name_in};

/// Names of such columns, in any case of letters; of several in one header the first of these.
const NAMES: [&str; 8] =
    ["puzzle", "puzzles", "quiz", "quizzes", "board", "boards", "grid", "grids"];

/// What parts the fields of a line.
const SEPARATORS: [u8; 3] = *b",;\t";

/// Where the puzzles of a table stand.
///
/// A line may have more fields than there are names, because somebody did not quote a comma; as the
/// ones too many may be anywhere, the puzzle is looked for in so many fields more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    name: String,
    index: usize,
    /// How many columns have names.
    columns: usize,
    separator: u8,
}

impl Column {
    /// The column that a line names, if it is the header of a table: the one called `puzzle`,
    /// `quiz`, `board` or `grid`, or more than one of them.
    ///
    /// ```
    /// use quadrille_engine::format::line::Column;
    /// assert!(Column::of_header(b"quizzes,solutions").is_some_and(|column| column.is_first()));
    /// assert!(Column::of_header(b"Solution;Puzzle").is_some_and(|column| !column.is_first()));
    /// assert!(Column::of_header(b"id,givens").is_none());
    /// ```
    pub fn of_header(line: &[u8]) -> Option<Self> {
        let separator = separator_of(line)?;
        if !is_header(line) {
            return None;
        }
        let fields = fields(line, separator);
        let find = |name: &&str| {
            let is_it = |field: &Range<usize>| {
                name_in(&line[field.clone()]).eq_ignore_ascii_case(name.as_bytes())
            };
            fields.iter().position(is_it)
        };
        let index = NAMES.iter().find_map(find)?;
        let name = String::from_utf8_lossy(name_in(&line[fields[index].clone()])).into_owned();
        Some(Self { name, index, columns: filled(line, &fields), separator })
    }

    /// Whether the puzzle is the first on its line.
    pub fn is_first(&self) -> bool {
        self.index == 0
    }

    /// As the header has it.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The part of a line in which its puzzle stands; where the line ends, if it ends before.
    pub(super) fn part_of(&self, line: &[u8]) -> Result<Range<usize>, usize> {
        let fields = fields(line, self.separator);
        let Some(first) = fields.get(self.index) else { return Err(line.trim_ascii_end().len()) };
        let more = filled(line, &fields).saturating_sub(self.columns);
        Ok(first.start..fields[self.index + more].end)
    }
}

/// Whether that is the name of a column of puzzles.
pub(super) fn is_known(name: &[u8]) -> bool {
    NAMES.iter().any(|known| name.eq_ignore_ascii_case(known.as_bytes()))
}

/// What parts the fields of a line: of those that may, what it has most of.
pub(super) fn separator_of(line: &[u8]) -> Option<u8> {
    let count = |separator: &u8| memchr::memchr_iter(*separator, line).count();
    SEPARATORS.into_iter().filter(|separator| count(separator) > 0).max_by_key(count)
}

/// The fields of a line. What stands in quotes is one field, whatever is in it; a quote in there is
/// written twice.
pub(super) fn fields(line: &[u8], separator: u8) -> Vec<Range<usize>> {
    let mut fields = Vec::new();
    let mut start = 0;
    loop {
        let end = start + field_length(&line[start..], separator);
        fields.push(start..end);
        if end == line.len() {
            return fields;
        }
        start = end + 1;
    }
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

/// How many fields there are, but for empty ones at the end.
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
    fn fields_are_parted_outside_of_quotes() {
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
            let column = Column::of_header(header.as_bytes());
            assert_eq!(column.map(|column| column.index), index, "{header}");
        }
    }

    #[test]
    fn a_field_too_many_widens_the_search() {
        let column = Column::of_header(b"name,puzzle,rating,").unwrap();
        let part = |line: &str| column.part_of(line.as_bytes()).map(|part| line[part].to_owned());
        assert_eq!(part("a,b,c").as_deref(), Ok("b"));
        assert_eq!(part("a,b,c,,,").as_deref(), Ok("b"));
        assert_eq!(part("a,b").as_deref(), Ok("b"));
        assert_eq!(part("a,b,c,d,e").as_deref(), Ok("b,c,d"));
        assert_eq!(part("a,,").as_deref(), Ok(""));
        assert_eq!(part("abc "), Err(3));
        assert_eq!(part("\"a,b\",c,d").as_deref(), Ok("c"));
    }
}
