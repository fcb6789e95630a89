//! What is asked, and of which boards.

use serde_json::{Map, Value};

use crate::program::{PUZZLE, SOLUTION};

/// A question in JSON without its puzzle, and the arguments that ask it on the command line: none if
/// no command does.
pub(super) struct Asked {
    pub(super) json: &'static str,
    pub(super) arguments: &'static [&'static str],
}

const fn asked(json: &'static str, arguments: &'static [&'static str]) -> Asked {
    Asked { json, arguments }
}

pub(super) static QUESTIONS: &[Asked] = &[
    asked(r#"{"call":"solve"}"#, &["solve"]),
    asked(r#"{"call":"solve","solutions":2}"#, &["solve", "--solutions=2"]),
    asked(r#"{"call":"solve","solutions":5}"#, &["solve", "--solutions=5"]),
    asked(r#"{"call":"solve","algorithm":"dfs-column"}"#, &["solve", "--with=dfs-column"]),
    asked(
        r#"{"call":"solve","algorithm":"norvig","seed":7}"#,
        &["solve", "--with=norvig", "--seed=7"],
    ),
    // It is soon stuck.
    asked(r#"{"call":"solve","algorithm":"hill-climbing"}"#, &["solve", "--with=hill-climbing"]),
    asked(r#"{"call":"count"}"#, &["count"]),
    asked(r#"{"call":"count","limit":0}"#, &["count", "--limit=0"]),
    asked(r#"{"call":"count","limit":5}"#, &["count", "--limit=5"]),
    asked(
        r#"{"call":"count","limit":5,"estimate":100,"seed":3}"#,
        &["count", "--limit=5", "--estimate=100", "--seed=3"],
    ),
    asked(r#"{"call":"check"}"#, &["check"]),
    asked(
        r#"{"call":"check","redundant":true,"candidates":true}"#,
        &["check", "--redundant", "--candidates"],
    ),
    asked(
        r#"{"call":"check","backdoors":1,"unavoidable":4}"#,
        &["check", "--backdoors=1", "--unavoidable=4"],
    ),
    asked(r#"{"call":"check","depth":true,"braids":true}"#, &["check", "--depth", "--braids"]),
    asked(r#"{"call":"candidates"}"#, &[]),
    asked(r#"{"call":"candidates","direct":true,"with_entries":true}"#, &[]),
    asked(r#"{"call":"canon"}"#, &["canon"]),
    asked(r#"{"call":"canon","form":"string"}"#, &["canon", "--form=string"]),
    asked(r#"{"call":"rate"}"#, &["rate"]),
    asked(r#"{"call":"rate","profile":"hodoku"}"#, &["rate", "--profile=hodoku"]),
    asked(r#"{"call":"hint"}"#, &["hint"]),
    asked(r#"{"call":"hint","level":1}"#, &["hint", "--level=1"]),
    asked(
        r#"{"call":"hint","level":4,"profile":"se121","lang":"fr"}"#,
        &["hint", "--level=4", "--profile=se121", "--lang=fr"],
    ),
    asked(r#"{"call":"explain"}"#, &["explain"]),
    // Those of other profiles have many more techniques, and take seconds.
    asked(
        r#"{"call":"explain","all":true,"profile":"se121"}"#,
        &["explain", "--all", "--profile=se121"],
    ),
    asked(r#"{"call":"explain","lang":"fr"}"#, &["explain", "--lang=fr"]),
    asked(r#"{"call":"explain","with_entries":true}"#, &[]),
    asked(r#"{"call":"convert","to":"line"}"#, &["convert", "--to=line"]),
    asked(r#"{"call":"convert","to":"sdk"}"#, &["convert", "--to=sdk"]),
    asked(r#"{"call":"convert","to":"opensudoku"}"#, &["convert", "--to=opensudoku"]),
    asked(r#"{"call":"convert","to":"svg"}"#, &["convert", "--to=svg"]),
    asked(r#"{"call":"convert","to":"booklet"}"#, &[]),
];

impl Asked {
    /// Returns the fields of the question.
    pub(super) fn fields(&self) -> Map<String, Value> {
        serde_json::from_str(self.json).unwrap()
    }

    /// Returns the question about a puzzle, with time that is never short.
    pub(super) fn about(&self, puzzle: Value) -> Value {
        let mut fields = self.fields();
        if fields["call"] != "convert" {
            fields.insert("ms".to_owned(), 60_000.into());
        }
        fields.insert("puzzle".to_owned(), puzzle);
        fields.into()
    }

    /// Returns the question about the puzzles of a text.
    pub(super) fn about_lines(&self, text: &str) -> Value {
        let mut fields = self.fields();
        fields.insert("text".to_owned(), text.into());
        fields.into()
    }
}

/// A board by name, as text.
pub(super) struct Board {
    pub(super) name: &'static str,
    pub(super) text: String,
    /// Whether it is a line like `PUZZLE`, so that it can stand in one text with others.
    pub(super) is_line: bool,
}

/// Thirteen solutions.
const SEVERAL: &str =
    ".3..7....6...95....98....6.8...6...3...8.3..17...2...6.6....28....419..5....8..7.";
const SIXTEEN: &str = concat!(
    "9..1F.E.5GD.A6.8.BA761423.89..G..G6.38.CA4F1.B..C.FE9.5..2.BD.31",
    "..E3.7C.6B.8..5.1C..5..9F734G26.87.FG62..A..1.D3.95.BA.3ED.2.7C4",
    "21..E.98..A.C3..64.B..7..9ED2.FGA.38.26DGC.FB.E7.E9.C4GB..7358..",
    "B..5..3E.6C.4..A.D1975..4F.G..82.A8C4..G1.2E.F9.3.G4..1..85A7D.E",
);

/// The boards.
pub(super) fn boards() -> Vec<Board> {
    let line = |name, text: &str| Board { name, text: text.to_owned(), is_line: true };
    let file = |name, text: String| Board { name, text, is_line: false };
    // A line of a HoDoKu library, in which `+` is before entries, and ruled out candidates follow.
    let begun = |begin: &str, notes: &str| format!(":0000:x:{begin}{}:{notes}:::", &PUZZLE[3..]);
    let rows = |puzzle: &str| {
        let rows = puzzle.as_bytes().chunks(9).map(|row| str::from_utf8(row).unwrap());
        rows.map(|row| format!("{row}\n")).collect::<String>()
    };
    let sdk =
        format!("[Puzzle]\n{}[State]\n{}", rows(PUZZLE), rows(&PUZZLE.replacen("53.", "534", 1)));
    let marks = |cell: char| "123456789".replace(|digit| cell != '.' && digit != cell, ".");
    vec![
        line("proper", PUZZLE),
        line(
            "minimal",
            "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
        ),
        line("several", SEVERAL),
        line("no solution", &PUZZLE.replacen("53.", "531", 1)),
        line("conflict", &PUZZLE.replacen("53", "55", 1)),
        file("begun", begun("53+4", "114 218 997")),
        file("begun wrongly", begun("53+1", "")),
        file("entries in conflict", begun("53+5", "")),
        file("begun, on rows", sdk),
        line("4x4", "1234341221.....1"),
        line("4x4, several", "1..............."),
        line("4x4, conflict", "11.............."),
        line("6x6", ".......21..65....34.2..5...3..15...."),
        line("16x16", SIXTEEN),
        line("edges", "1............... edges=r1c1-r1c2"),
        file("pencilmarks", SEVERAL.chars().map(marks).collect()),
        line("80 cells", &PUZZLE[1..]),
        file("empty", String::new()),
        file("blank lines", " \n\n".to_owned()),
        line("hidden characters", &PUZZLE.replacen("53.", "53\u{202e}", 1)),
        file("hidden author", format!("#Aa\u{202e}b\u{1b}[2J\n{}", rows(PUZZLE))),
        line("complete", SOLUTION),
    ]
}
