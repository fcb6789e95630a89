//! The header of a table, on the first line: `quizzes,solutions`, or
//! `id;puzzle;solution;clues;difficulty`.
//!
//! A header cannot be mistaken for a puzzle: its names are too short for a board whose digits are
//! letters, and begin with a letter, as no smaller board does.

use super::table::{fields, is_known, separator_of};

/// The longest name of a column, in bytes.
const LONGEST_NAME: usize = 40;

/// Whether a line, without its end, reads like the names of columns: fields separated by commas,
/// semicolons or tabs, in double quotes or not, each a name or empty. A single name may mean
/// anything, unless it is that of a column of puzzles.
///
/// ```
/// use quadrille_engine::format::line::is_header;
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
    use crate::format::line::holds_puzzle;

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
