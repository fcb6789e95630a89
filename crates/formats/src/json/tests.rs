use quadrille_core::Cell;

use super::super::tests::{records, said};
use super::super::{Details, Reader, detect};
use super::*;

const NINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn read(text: &str) -> Vec<String> {
    said(&Json, text.as_bytes(), &ReadOptions::default())
}

fn rows(cell: impl Fn(char) -> String, separator: &str) -> Vec<String> {
    NINE.as_bytes()
        .chunks(9)
        .map(|row| row.iter().map(|&c| cell(char::from(c))).collect::<Vec<_>>().join(separator))
        .collect()
}

#[test]
fn puzzles_are_found_wherever_they_are() {
    let number = |c: char| if c == '.' { "0".to_owned() } else { c.to_string() };
    let null = |c: char| if c == '.' { "null".to_owned() } else { c.to_string() };
    let quoted = |c: char| format!("\"{c}\"");
    let blank = |c: char| if c == '.' { "\"\"".to_owned() } else { format!("\"{c}\"") };
    let grid = |rows: Vec<String>| {
        format!("[{}]", rows.iter().map(|r| format!("[{r}]")).collect::<Vec<_>>().join(",\n"))
    };
    let numbers = grid(rows(number, ", "));
    let pretty = numbers.replace(", ", ",\n   ").replace('[', "[\n").replace(']', "\n]");
    let flat = format!("[{}]", rows(null, ",").join(","));
    let strings = format!("[\"{}\"]", rows(|c| c.to_string(), "").join("\",\n\""));
    let lines = rows(|c| c.to_string(), "").join("\\n");
    for (text, count) in [
        (format!("{{\"puzzle\":\"{NINE}\"}}\n# x\n\n{{\"puzzle\":\"{NINE}\"}}"), 2),
        (format!("{{\n  \"puzzle\": \"{NINE}\"\n}}\n"), 1),
        (format!("[{{\"puzzle\": \"{NINE}\"}}, {{\"quiz\": \"{NINE}\"}}]"), 2),
        (
            format!(
                "{{\"count\":2,\"puzzles\":[{{\"puzzle\":\"{NINE}\",\"solution\":\"{SOLVED}\"}},{{\"solution\":\"{SOLVED}\",\"question\":\"{NINE}\"}}]}}"
            ),
            2,
        ),
        (format!("[\"{NINE}\",\n\"{NINE}\"]"), 2),
        (format!("\"{NINE}\"\n\"{NINE}\"\n"), 2),
        (format!("{{\"puzzles\":[\"{NINE}\",\"{NINE}\"],\"solutions\":[\"{SOLVED}\"]}}"), 2),
        (numbers.clone(), 1),
        (pretty.clone(), 1),
        (format!("{{\"grid\":{numbers}}}"), 1),
        (format!("{{\"grid\":{pretty},\"solution\":{numbers}}}"), 1),
        (format!("{{\"puzzles\":[{numbers},{numbers}]}}"), 2),
        (format!("[{pretty},{pretty}]"), 2),
        (flat.clone(), 1),
        (format!("[{flat},{flat},{flat}]"), 3),
        (format!("{{\"board\":{flat}}}"), 1),
        (grid(rows(null, ",")), 1),
        (grid(rows(quoted, ",")), 1),
        (grid(rows(blank, ", ")), 1),
        (strings.clone(), 1),
        (format!("{{\"puzzle\":{strings}}}"), 1),
        (format!("{{\"puzzle\":\"{lines}\"}}"), 1),
        (
            format!(
                "{{\"newboard\":{{\"grids\":[{{\"value\":{numbers},\"solution\":{numbers},\"difficulty\":\"Hard\"}}],\"results\":1}}}}"
            ),
            1,
        ),
        (
            format!(
                "{{\"tags\":[\"easy\",\"new\"],\"meta\":[{{\"a\":1}}],\"puzzle\":\"17 {NINE} 9.0\",\"size\":[9,9]}}"
            ),
            1,
        ),
        (format!("{{\"id\":\"x\",\"data\":\"{NINE}\"}}"), 1),
    ] {
        assert_eq!(read(&text), vec![NINE; count], "{text}");
        let detected = detect(text.as_bytes(), None);
        let options = ReadOptions::default();
        assert_eq!(
            said(detected, text.as_bytes(), &options),
            vec![NINE; count],
            "{detected:?} {text}"
        );
    }
    let four = "[[1,0,0,0],[0,0,1,2],[0,0,0,0],[0,0,0,4]]";
    let list = "[\"1.....12.......4\",\"1...............\"]";
    assert_eq!(read(four), ["1.....12.......4"]);
    assert_eq!(read(list), ["1.....12.......4", "1..............."]);
    assert_eq!(read("[1,0,0,0,0,0,1,2,0,0,0,0,0,0,0,4]"), ["1.....12.......4"]);
}

#[test]
fn details_entries_and_notes_are_read_and_written() {
    let puzzle: Puzzle = "1.........2.....".parse().unwrap();
    let mut entries = Grid::empty(puzzle.shape());
    entries.set(Cell::new(1), Digit::new(1));
    let mut notes = CandidateSet::none(puzzle.shape());
    notes.set(Cell::new(2), DigitSet::from_bits(0b1010));
    let mut details = Details::default();
    details.push(Detail::Title, "\"\\\u{e9}\n\u{1f600}");
    details.push(Detail::Comment, "a");
    details.push(Detail::Comment, "b");
    let extra = Extra { entries: Some(entries), candidates: Some(notes), details };
    let mut text = String::new();
    assert!(Json.write(&puzzle, &extra, &mut text).unwrap().is_empty());
    assert_eq!(
        text,
        "{\"puzzle\":\"1.........2.....\",\"entries\":\".1..............\",\
         \"candidates\":\".........2.4....................................................\",\
         \"title\":\"\\\"\\\\\u{e9}\\n\u{1f600}\",\"comment\":[\"a\",\"b\"]}\n"
    );
    assert_eq!(records(&Json, &text), [(puzzle, extra)]);
    let found = records(
        &Json,
        &format!(
            "{{\"rating\":9.1,\"difficulty\":\"hard\",\"author\":null,\"puzzle\":\"{NINE}\"}}"
        ),
    );
    let details: Vec<_> = found[0].1.details.iter().collect();
    assert_eq!(details, [(Detail::Rating, "9.1"), (Detail::Level, "hard")]);
}

#[test]
fn faults_are_placed() {
    let short = &NINE[1..];
    for (text, expected) in [
        (format!("{{\"puzzle\":\"{short}\"}}"), vec!["1:12: 80 cells, expected 81: no board has 80, the nearest is 9x9".to_owned()]),
        (format!("[\n\"{NINE}\",\n  \"{short}\"]"), vec![NINE.to_owned(), "3:4: 80 cells, expected 81".to_owned()]),
        ("[[1,0,0,0],[0,0,1,2],[0,0,0],[0,0,0,4]]".into(), vec!["1:23: 3 cells in the row, expected 4".into()]),
        ("[[1,0,0,0],[0,0,1,2],[0,0,0,7],[0,0,0,4]]".into(), vec!["1:29: 7 is not a valid digit on a 4x4 board: 1-4, or . 0 * _ - for empty".into()]),
        ("[[1,0,0,1],[0,0,1,2],[0,0,0,0],[0,0,0,4]]".into(), vec!["1:9: r1c1 and r1c4 both hold 1 in row 1".into()]),
        (r#"["1..1","....","....","...."]"#.into(), vec!["1:6: r1c1 and r1c4 both hold 1 in row 1".into()]),
        (r#"["1...","...1","...1","...."]"#.into(), vec!["1:20: r2c4 and r3c4 both hold 1 in column 4".into()]),
        (format!("{{\"name\":\"x\"}}\n{{\"puzzle\":\"{NINE}\"}}"), vec!["1:1: this is JSON; write an object on each line, with the cells as text in a field `puzzle`".into(), NINE.into()]),
        (format!("{{\"puzzle\":\"{NINE}\"\n"), vec!["1:94: ends here, expected the end of the JSON".into()]),
        (format!("{{\"puzzle\" \"{NINE}\"}}\n{{\"puzzle\":\"{NINE}\"}}"), vec!["1:11: `\"`, expected a colon".into(), NINE.into()]),
        (format!("[\n\"{NINE}\"\n\"{NINE}\"]\n\"{NINE}\""), vec![NINE.into(), "3:1: `\"`, expected a comma, or the end of the list or object".into()]),
        (format!("{{\"puzzle\":\"{NINE}\",\"cages\":[{{\"cells\":[1]}}]}}"), vec!["1:103: this is a killer sudoku (cages); Quadrille solves classic puzzles only".into()]),
        (format!("{{\"puzzle\":\"{NINE}\",\"cages\":[]}}"), vec![NINE.into()]),
        ("[".repeat(100), vec!["1:65: `[`, expected lists and objects that nest 64 deep at most".into()]),
        (format!("{{\"puzzle\":\"12\n{{\"puzzle\":\"{NINE}\"}}"), vec!["1:11: `\"`, expected a quote at the end of the line or before".into(), NINE.into()]),
        ("hello".into(), vec!["1:1: `hello`, expected an object or a list".into()]),
        (format!("{{\"puzzle\":\"{NINE}\",\"entries\":\"12\"}}"), vec!["1:106: `12`, expected a symbol for each of 81 cells".into()]),
        ("[]\n{}\n[[]]".into(), vec!["2:1: this is JSON; write an object on each line, with the cells as text in a field `puzzle`".into()]),
    ] {
        assert_eq!(read(&text), expected, "{text}");
    }
}

/// A document on one line is read in pieces.
#[test]
fn a_long_line_is_read_in_pieces() {
    let object = format!("{{\"puzzle\":\"{NINE}\",\"solution\":\"{SOLVED}\"}}");
    let text = format!("{{\"puzzles\":[{}]}}", vec![object; 3000].join(", "));
    assert_eq!(read(&text), vec![NINE; 3000]);
    let long = format!("{{\"x\":\"{}\",\"puzzle\":\"{NINE}\"}}", "y".repeat(300_000));
    assert_eq!(read(&long), [NINE]);
}

/// Lines are plain if `next` returns a record with the same puzzle; and bare if with nothing else.
#[test]
fn plain_lines_may_hold_details_and_bare_lines_none() {
    let count = |fields: &str| {
        let line = format!("{{\"puzzle\":\"{NINE}\"{fields}}}\n");
        let text = line.repeat(10);
        let mut reader = Reader::new(text.as_bytes(), ReadOptions::default());
        reader.next().unwrap().unwrap().puzzle.unwrap();
        let plain = reader.plain_lines().map_or(0, Iterator::count);
        (plain, reader.bare_lines().map_or(0, Iterator::count))
    };
    assert_eq!(count(""), (9, 9));
    assert_eq!(count(",\"line\":3,\"solution\":\"\""), (9, 9));
    assert_eq!(count(",\"author\":\"x\""), (9, 0));
    assert_eq!(count(",\"rating\":1.2,\"Source\":null"), (9, 0));
    let entries = format!(",\"entries\":\"{}\"", ".".repeat(81));
    assert_eq!(count(&entries), (0, 0));
    // The line is an error.
    let line = format!("{{\"puzzle\":\"{NINE}\"}}\n");
    let text = format!("{line}{}{line}", line.replace('}', ",\"x\":\"\u{7}\"}"));
    let mut reader = Reader::new(text.as_bytes(), ReadOptions::default());
    reader.next().unwrap().unwrap().puzzle.unwrap();
    assert_eq!(reader.plain_lines().map_or(0, Iterator::count), 0);
    assert!(reader.next().unwrap().unwrap().puzzle.is_err());
}

/// Bare lines are read without tokens where the shape is known; `mixed_sizes` leaves it open.
#[test]
fn bare_lines_are_read_like_all_others() {
    let line = |fields: &str| format!("{{{fields}}}\n");
    let puzzle = format!("\"puzzle\":\"{NINE}\"");
    let mut text = line(&puzzle);
    for fields in [
        puzzle.clone(),
        format!(" {puzzle} , \"line\" : 3 "),
        format!("\"quiz\":\"{SOLVED}\",{puzzle}"),
        format!("{puzzle},\"quiz\":\"{SOLVED}\""),
        format!("\"solution\":\"{SOLVED}\",\"givens\":\"{NINE}\""),
        format!("{puzzle},\"author\":\"x\""),
        format!("{puzzle},\"killer\":\"x\""),
        format!("{puzzle},\"line\":"),
        format!("{puzzle}}},{{{puzzle}"),
        puzzle.replacen('3', "5", 1),
        puzzle.replacen('3', "A", 1),
        puzzle.replacen('3', "", 1),
        puzzle.replacen("puzzle", "pu\\u007azle", 1),
    ] {
        text += &line(&fields);
        text += &line(&puzzle);
    }
    let records = |mixed_sizes| {
        let options = ReadOptions { mixed_sizes, ..Default::default() };
        let mut reader = Reader::new(text.as_bytes(), options);
        let mut records = Vec::new();
        while let Some(record) = reader.next() {
            let record = record.unwrap();
            let puzzle = record.puzzle.map_err(|error| (error.line, error.column));
            records.push((record.line, record.text.map(str::to_owned), puzzle, record.extra));
        }
        records
    };
    assert_eq!(records(false), records(true));
    assert!(records(false).len() > 26);
}
