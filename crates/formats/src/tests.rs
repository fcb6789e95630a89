//! What all formats share: lines, binary data, detection.

use std::io::{self, BufRead, Read};

use quadrille_core::Puzzle;

use super::*;

/// Every record as text: a good puzzle on one line, an error as `LINE:COLUMN: message`.
pub(super) fn said(
    format: &'static dyn PuzzleFormat,
    text: &[u8],
    options: &ReadOptions,
) -> Vec<String> {
    read_text(format, text, options)
        .into_iter()
        .map(|puzzle| match puzzle {
            Ok(puzzle) => puzzle.to_string(),
            Err(error) => format!("{}:{}: {error}", error.line, error.column),
        })
        .collect()
}

/// Every good record with what it holds besides the puzzle; panics at a bad one.
pub(super) fn records(format: &'static dyn PuzzleFormat, text: &str) -> Vec<(Puzzle, Extra)> {
    let mut records = Vec::new();
    each(format, &mut text.as_bytes(), &mut |record| {
        let puzzle = record.puzzle.unwrap_or_else(|error| panic!("{error}: {text}"));
        records.push((puzzle, record.extra.map_or_else(Extra::default, |extra| *extra)));
    })
    .unwrap();
    records
}

/// Calls a function with every record.
pub(super) fn each(
    format: &'static dyn PuzzleFormat,
    input: &mut dyn BufRead,
    take: &mut dyn FnMut(Record<'_>),
) -> io::Result<()> {
    let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
    let mut reader = Reader::new(input, options);
    while let Some(record) = reader.next() {
        take(record?);
    }
    Ok(())
}

const FOUR: &str = "1...........4...";

#[test]
fn nothing_is_one_error_in_every_format() {
    for format in FORMATS {
        for text in ["", "\n\n", "\r\n", "# only a comment\n", "\u{feff}", "\u{feff}# x"] {
            let said = said(*format, text.as_bytes(), &ReadOptions::default());
            assert_eq!(said, ["1:1: empty: no puzzle in it"], "{} {text:?}", format.id());
        }
    }
}

#[test]
fn binary_data_is_one_error() {
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0\n\n\n\n12.. \0\n";
    let gzip = [&b"\x1f\x8b\x08\x00"[..], &[0xAA; 3000], b"\n\n\n\0\n"].concat();
    let zeros = vec![0; 300_000];
    for format in FORMATS {
        for (data, expected) in [
            (&png[..], "this is a PNG image; type the puzzle in as text"),
            (&gzip, "this is gzip data; decompress it first"),
            (&zeros, "binary data (byte 0x00), not text; unpack or convert it first"),
            (
                &b"12\x8134\n\0\n"[..],
                "binary data (byte 0x81), not text; unpack or convert it first",
            ),
        ] {
            let said = said(*format, data, &ReadOptions::default());
            assert_eq!(said.len(), 1);
            let (_, message) = said[0].split_once(": ").unwrap();
            assert_eq!(message, expected, "{}", format.id());
        }
    }
}

#[test]
fn bad_bytes_behind_good_puzzles_cost_one_line_each() {
    let text = format!("{FOUR}\n12\0.\n{FOUR}\nx\u{7f}\n{FOUR} \u{1}\n{FOUR}\n");
    let said = said(&Line, text.as_bytes(), &ReadOptions::default());
    assert_eq!(
        said,
        [
            FOUR,
            "2:3: byte 0x00 is not text; write the line in UTF-8",
            FOUR,
            "4:2: byte 0x7F is not text; write the line in UTF-8",
            "5:18: byte 0x01 is not text; write the line in UTF-8",
            FOUR
        ]
    );
}

#[test]
fn long_lines_are_skipped_without_being_held() {
    let long = "1".repeat(1_000_000);
    let text = format!("{FOUR}\n{long}\n{FOUR}\n# {long}\r\n{FOUR}");
    let options = ReadOptions::default();
    let too_long = "the line is longer than 64 KiB; put each puzzle on a line of its own";
    let expected =
        [FOUR, &format!("2:65537: {too_long}"), FOUR, &format!("4:65537: {too_long}"), FOUR];
    assert_eq!(said(&Line, text.as_bytes(), &options), expected);
    // The same through a small buffer.
    let mut found = Vec::new();
    let mut input = io::BufReader::with_capacity(7, text.as_bytes());
    each(&Line, &mut input, &mut |record| found.push((record.line, record.puzzle.is_ok())))
        .unwrap();
    assert_eq!(found, [(1, true), (2, false), (3, true), (4, false), (5, true)]);
}

#[test]
fn the_longest_line_is_just_accepted() {
    for (extra, fine) in [(0, true), (1, false)] {
        for end in ["", "\n", "\r\n"] {
            for capacity in [1 << 20, 1000] {
                let text = format!("{FOUR}{}{end}", " ".repeat(LONGEST_LINE - 16 + extra));
                let mut input = io::BufReader::with_capacity(capacity, text.as_bytes());
                let mut good = Vec::new();
                each(&Line, &mut input, &mut |record| good.push(record.puzzle.is_ok())).unwrap();
                assert_eq!(good, [fine], "{extra} {end:?} {capacity}");
            }
        }
    }
}

/// A pipe through which the pieces of a text arrive one at a time; asking it for more than was
/// expected would block.
struct Pipe {
    pieces: Vec<&'static str>,
    /// How many pieces may be read.
    allowed: std::rc::Rc<std::cell::Cell<usize>>,
    read: usize,
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        assert!(self.read < self.allowed.get(), "the reader would wait after {} pieces", self.read);
        let piece = self.pieces.get(self.read).copied().unwrap_or_default();
        self.read += 1;
        buffer[..piece.len()].copy_from_slice(piece.as_bytes());
        Ok(piece.len())
    }
}

#[test]
fn records_from_a_slow_pipe_are_returned_at_once() {
    const MARKS: &str = "1234123412341234123412341234123412341234123412341234123412341234\n";
    // The pieces that arrive, and after how many each record is due.
    for (pieces, due) in [
        (vec!["1...........4...\n", "..", "1.............\n", "bad\n"], vec![1, 3, 4]),
        (vec!["# c\n", "\n", "1...........4...\r", "\n1...............\r\n", "\n"], vec![3, 4]),
        (vec!["a,b\n", "1...........4...,x\n", "1...............,y\n"], vec![2, 3]),
        (vec!["1..", ".\n...2\n", "3...\n", "...4\n", "1...\n....\n", "....\n....\n"], vec![4, 6]),
        (vec!["53..7....\n", "6..195...\n", "bad\n\n", "1"], vec![3]),
        (vec![MARKS, MARKS], vec![1, 2]),
        (vec!["4\n", "0 - 0 + 3 + 0\n", "- - - -\n", "x\n", "\n"], vec![4]),
        (vec!["1...........4...\n1...............\n"], vec![1, 1]),
        // Nothing shows after a bad line, so the next one is waited for.
        (vec!["bad\n", "1...........4...\n", "1...............\n"], vec![2, 2, 3]),
    ] {
        for capacity in [64, 4096] {
            if pieces.iter().any(|piece| piece.len() > capacity) {
                continue;
            }
            let allowed = std::rc::Rc::new(std::cell::Cell::new(0));
            let pipe = Pipe { pieces: pieces.clone(), allowed: allowed.clone(), read: 0 };
            let input = io::BufReader::with_capacity(capacity, pipe);
            let mut reader = Reader::new(input, ReadOptions::default());
            for &pieces in &due {
                allowed.set(pieces);
                assert!(reader.next().unwrap().is_ok());
                assert!(reader.plain_lines().is_none());
            }
        }
    }
}

/// The line and the puzzle of each record, through the plain lines where there are any, and how many
/// of them there were.
fn by_plain_lines(text: &str, capacity: usize) -> (Vec<(u64, Option<Puzzle>)>, usize) {
    let mut reader = reader_of(text, capacity);
    let (mut found, mut taken) = (Vec::new(), 0);
    loop {
        let first = reader.lines_read() + 1;
        if let Some(mut plain) = reader.plain_lines() {
            let before = found.len();
            for (puzzle, line) in plain.by_ref().zip(first..) {
                found.push((line, Some(puzzle.puzzle())));
            }
            let (bytes, lines) = (plain.bytes(), found.len() - before);
            reader.skip_plain(bytes, lines as u64);
            taken += lines;
        }
        let Some(record) = reader.next() else { return (found, taken) };
        let record = record.unwrap();
        found.push((record.line, record.puzzle.ok()));
    }
}

/// The same, only through `next`.
fn by_next(text: &str, capacity: usize) -> Vec<(u64, Option<Puzzle>)> {
    let mut reader = reader_of(text, capacity);
    let mut found = Vec::new();
    while let Some(record) = reader.next() {
        let record = record.unwrap();
        found.push((record.line, record.puzzle.ok()));
    }
    found
}

fn reader_of(text: &str, capacity: usize) -> Reader<io::BufReader<&[u8]>> {
    let input = io::BufReader::with_capacity(capacity, text.as_bytes());
    Reader::new(input, ReadOptions::default())
}

const NINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

#[test]
fn plain_lines_are_those_that_next_returns() {
    let conflict = format!("55{}", &NINE[2..]);
    let long = " x".repeat(60);
    let mut text = format!("# c\n{NINE}\n");
    for (index, end) in
        ["\n", "\r\n", "\n", "\r\n", "\r", "\n"].iter().cycle().take(3000).enumerate()
    {
        text += match index * 7919 % 23 {
            0 => &conflict,
            1 => "bad",
            2 => "",
            3 => "# comment",
            4 | 5 => "  ",
            6 => SOLVED,
            _ => "",
        };
        text += if index * 7919 % 23 == 4 { "17 " } else { "" };
        if index * 7919 % 23 > 6 || matches!(index * 7919 % 23, 4 | 5) {
            text += NINE;
            // Ignored, but for the edges, which conflict, and what is too long.
            text += ["", "", " 9.0", ",x;y", "\t# note", " edges=r1c1-r1c2"][index % 6];
            text += if index % 61 == 0 { &long } else { "" };
        }
        text += end;
    }
    for (header, capacity, plain) in [
        ("", 88 << 10, true),
        ("", 1000, true),
        ("", 100, false),
        ("puzzle\n", 500, true),
        ("puzzle,x\n", 500, true),
        ("x,puzzle\n1,", 500, false),
    ] {
        let text = format!("{header}{text}");
        let (found, taken) = by_plain_lines(&text, capacity);
        assert!(found == by_next(&text, capacity));
        assert_eq!(taken > 500, plain, "{header} {capacity}: {taken}");
    }
}

#[test]
fn plain_lines_of_tables_and_pencilmarks_are_those_that_next_returns() {
    let map = "123456789".repeat(9);
    let conflict = format!("55{}", &NINE[2..]);
    let filler = NINE.replace('.', "x");
    let zeros = NINE.replace('.', "0");
    let listed: Vec<String> = NINE.chars().map(String::from).collect();
    let listed = listed.join(",");
    let marks: String = NINE
        .bytes()
        .flat_map(|cell| {
            (b'1'..=b'9').map(move |d| if cell == b'.' || cell == d { d } else { b'.' })
        })
        .map(char::from)
        .collect();
    let wrong_marks = marks.replacen("....5....", "....4....", 1);
    let bad_marks = format!("....5........5....{}", &marks[18..]);
    let rows = |row: &str, with: &[&str]| {
        let mut rows: String = with.iter().map(|with| row.replace("{}", with) + "\n").collect();
        for number in 0..40 {
            rows += &(row.replace("{}", [NINE, &zeros][number % 2]) + "\r\n");
        }
        rows
    };
    let odd = [
        NINE,
        SOLVED,
        &conflict,
        &filler,
        &map,
        &zeros,
        &NINE[1..],
        "bad",
        "",
        &listed,
        "1...........4...",
        "# 1",
        "\"",
        "a\u{7}",
        "edges=r1c1-r1c2",
        "\u{e9}",
    ];
    for header in [
        "",
        "puzzle,solution",
        "solution,puzzle",
        "id,puzzle,note",
        "id,solution",
        "a,givens,b",
        "\"id\",\"puzzle\"",
        "x;puzzle;y",
        "id\tpuzzle\tsolution",
        "puzzle,cages",
        "a,b,c",
    ] {
        for (row, plain) in [
            ("1,{},x".to_owned(), "id,puzzle,note"),
            ("{},1".to_owned(), "puzzle,solution"),
            ("17,4.5,{}".to_owned(), ""),
            (format!("{SOLVED},{{}}"), "solution,puzzle"),
            (format!("{{}},{SOLVED}"), "puzzle,solution"),
            (format!("7\t{{}}\t{SOLVED}"), "id\tpuzzle\tsolution"),
            (format!("{{}},{map}"), "none"),
            (format!("{map},{{}},x"), "none"),
            ("{};{};{}".to_owned(), "none"),
            ("\"1\",\"{}\"".to_owned(), "\"id\",\"puzzle\""),
            ("a;{};b".to_owned(), "x;puzzle;y"),
            ("1,{},x,y,z,\"a,b\"".to_owned(), ""),
            ("3 {} edges=r1c1-r1c3".to_owned(), "none"),
            ("{\"id\":7,\"puzzle\":\"{}\"}".to_owned(), ""),
            ("# {}".to_owned(), "none"),
        ] {
            for start in [NINE, SOLVED, "1...........4..."] {
                let text = format!("{header}\n{}", rows(&row, &[&[start], &odd[..]].concat()));
                let (found, taken) = by_plain_lines(&text, 1 << 20);
                assert_eq!(found, by_next(&text, 1 << 20), "{text}");
                if plain == header && start != odd[10] {
                    assert!(taken >= 40, "{taken}: {text}");
                }
            }
        }
    }
    let ends = ["", " 9.0", " edges=r1c1-r1c3", "x", "\t# x", "5"];
    let ended: Vec<String> = ends.iter().map(|end| format!("{marks}{end}")).collect();
    let ended: Vec<&str> = ended.iter().map(String::as_str).collect();
    let mut text = rows("{}", &ended).replace(NINE, &marks).replace(&zeros, &marks);
    text += &format!("{wrong_marks}\n{bad_marks}\n{marks}\n\n#\n{NINE}\n{marks}\n");
    let (found, taken) = by_plain_lines(&text, 1 << 20);
    assert_eq!(found, by_next(&text, 1 << 20));
    assert!(taken > 40, "{taken}");
}

/// The lines of a text, the slow and obvious way.
fn lines_of(text: &str) -> Vec<String> {
    let mut lines: Vec<String> =
        text.replace("\r\n", "\n").replace('\r', "\n").split('\n').map(String::from).collect();
    // What ends with a line end has no empty line behind it.
    lines.pop_if(|last| last.is_empty());
    lines
}

#[test]
fn lines_end_with_any_line_end() {
    let symbols = ["a", "\r", "\n", "bc"];
    for number in 0..4_usize.pow(6) {
        let digits = (0..6).map(|place| number / 4_usize.pow(place) % 4);
        let text: String = digits.map(|digit| symbols[digit]).collect();
        for capacity in [1, 2, 3, 100] {
            let mut input = io::BufReader::with_capacity(capacity, text.as_bytes());
            let mut lines = lines::Lines::new(&mut input);
            let mut found = Vec::new();
            while let Some((number, line)) = lines.next().unwrap() {
                let lines::RawLine::Whole { line, .. } = line else { panic!("{text:?}") };
                found.push(String::from_utf8(line.to_vec()).unwrap());
                assert_eq!(number, found.len() as u64);
            }
            assert_eq!(found, lines_of(&text), "{text:?} by {capacity}");
        }
    }
}

#[test]
fn files_of_old_macintoshes_are_read_in_every_format() {
    let row = |text: &str| text.replace('\n', "\r");
    let marks = "1234".repeat(16);
    let bad = "12..\n";
    for (text, format, good) in [
        (format!("# two\n{FOUR}\n\n{FOUR}\n{bad}"), "line", 2),
        (format!("a,b\n{FOUR},x\n{FOUR},y\n{bad}"), "line", 2),
        (format!("{marks}\n{marks}\n{bad}"), "pencilmark", 2),
        ("1...\n...2\n3...\n...4\n\n1...\n....\n....\n....\n".to_string() + bad, "block", 2),
        ("4\n0 - 0 + 3 + 0\n- - - -\n0 + 2 + 0 - 0\n+ + - +\n2 + 0 - 0 + 3\n- - - -\n4 + 0 + 2 + 0\n".to_string() + bad, "dualsudoku", 1),
    ] {
        assert_eq!(detect(row(&text).as_bytes(), None).id(), format, "{text}");
        let format = by_id(format).unwrap();
        let said = |text: &str| said(format, text.as_bytes(), &ReadOptions::default());
        let expected = said(&text);
        assert_eq!(expected.iter().filter(|line| !line.contains(": ")).count(), good, "{text}");
        assert_eq!(expected.len(), good + 1, "{expected:?}");
        assert_eq!(said(&row(&text)), expected);
    }
}

/// An input that never ends and is no text.
struct Endless;

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        buffer.fill(0);
        Ok(buffer.len())
    }
}

#[test]
fn an_endless_input_without_lines_ends() {
    for format in FORMATS {
        let mut count = 0;
        let mut input = io::BufReader::new(Endless);
        each(*format, &mut input, &mut |record| {
            count += 1;
            assert!(record.puzzle.unwrap_err().is_of_whole_input());
        })
        .unwrap();
        assert_eq!(count, 1);
    }
}

/// An input that is interrupted at every other step, then breaks.
struct Broken {
    text: &'static [u8],
    interrupt: bool,
}

impl Read for Broken {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupt = !self.interrupt;
        match self.text.len() {
            0 => Err(io::Error::other("unplugged")),
            _ if self.interrupt => Err(io::ErrorKind::Interrupted.into()),
            _ => self.text.read(buffer),
        }
    }
}

#[test]
fn errors_of_the_input_come_through_and_interruptions_do_not() {
    let broken = Broken { text: b"1...........4...\n", interrupt: false };
    let mut input = io::BufReader::with_capacity(5, broken);
    let mut count = 0;
    let read = each(&Line, &mut input, &mut |record| count += usize::from(record.puzzle.is_ok()));
    assert_eq!(read.unwrap_err().to_string(), "unplugged");
    assert_eq!(count, 1);
}

#[test]
fn an_error_of_the_input_is_the_last_record() {
    let broken = Broken { text: b"1...........4...\n1...........4..", interrupt: false };
    let mut reader = Reader::new(io::BufReader::new(broken), ReadOptions::default());
    assert!(reader.next().unwrap().unwrap().puzzle.is_ok());
    assert!(reader.next().unwrap().is_err());
    assert!(reader.next().is_none());
}

#[test]
fn records_carry_line_and_text() {
    let text = format!("\u{feff}# x\r\n\r\n  {FOUR} 9.0 \r\nbad\r\n{FOUR} {}", "z".repeat(2000));
    let mut seen = Vec::new();
    each(&Line, &mut text.as_bytes(), &mut |record| {
        seen.push((record.line, record.text.map(str::to_string)));
    })
    .unwrap();
    let some = |text: &str| Some(text.to_string());
    assert_eq!(seen, [(3, some("1...........4... 9.0")), (4, some("bad")), (5, None)]);
}

#[test]
fn detection_looks_inside() {
    let nine = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let rows: Vec<&str> =
        nine.as_bytes().chunks(9).map(|r| std::str::from_utf8(r).unwrap()).collect();
    let block = rows.join("\n");
    let spaced: String = rows.iter().map(|r| r.replace("", " ") + "\n").collect();
    let bordered = "+---+---+---+\n|53.|.7.|...|\n|6..|195|...|\n";
    let simple = "*-----------*\n|53.|.7.|...|\n|6..|195|...|\n";
    let euler = format!("Grid 01\n{}\nGrid 02\n{}\n", block.replace('.', "0"), block);
    let sixteen_line = "1234............\n............4321\n";
    let sixteen_rows = "1.3.5.7.9.B.D.F.\n.2.4.6.8.A.C.E.G\n";
    let numbers = "1 . 3 . 5 . 7 . 9 . 11 . 13 . 15 .\n. 2 . 4 . 6 . 8 . 10 . 12 . 14 . 16\n";
    let dual = "4\n0 - 0 + 3 + 0\n-   -   -   -\n";
    let cases: &[(&str, Option<&str>, &str)] = &[
        (nine, None, "line"),
        (&format!("# c\n\n{nine} 9.0/1.2\n"), Some("x.txt"), "line"),
        (&format!("17:{nine}"), Some("x.sdm"), "sdm"),
        (&block, None, "block"),
        (&block, Some("x.sdk"), "sdk"),
        (&spaced, None, "block"),
        (bordered, None, "block"),
        (simple, Some("a.ss"), "ss"),
        (&euler, Some("p096_sudoku.txt"), "block"),
        (sixteen_line, None, "line"),
        (sixteen_rows, None, "block"),
        (numbers, None, "block"),
        (dual, Some("dualsudoku_4x4.txt"), "dualsudoku"),
        ("9\n7 0 0 0 0 6 0 0 0\n+   -   -   -   +   -   -   -   -\n", None, "dualsudoku"),
        ("1...\n...2\n3...\n...4\n", None, "block"),
        ("", None, "line"),
        ("", Some("x.sdk"), "sdk"),
        ("prose that is no puzzle\nat all\n", None, "line"),
        ("prose that is no puzzle\nat all\n", Some("x.txt"), "line"),
        ("01 1...............\n02 1...............\n", None, "line"),
        (&format!("{}\n{nine}\n", &nine[1..]), Some("x.txt"), "line"),
        ("80 cells\n", Some("x.SDK"), "sdk"),
    ];
    for (head, name, expected) in cases {
        let hint = name.and_then(by_file_name);
        assert_eq!(detect(head.as_bytes(), hint).id(), *expected, "{head:?} {name:?}");
    }
    assert_eq!(detect(b"\xff\xfe\0\0", None).id(), "line");
}

#[test]
fn ids_are_unique_and_found() {
    for format in FORMATS {
        assert_eq!(by_id(format.id()).unwrap().id(), format.id());
        assert_eq!(FORMATS.iter().filter(|other| other.id() == format.id()).count(), 1);
    }
    assert!(by_id("nothing").is_none());
}
