//! What stands on a line, and what is wrong with it.

use quadrille_core::{Cell, Rng};

use super::super::read_one;
use super::super::reader::Reader;
use super::super::tests::{each, said};
use super::*;

const NINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn read(text: &str) -> Vec<String> {
    said(&Line, text.as_bytes(), &ReadOptions::default())
}

fn read_as(shape: &str, text: &str) -> Vec<String> {
    let shape = Some(shape.parse().unwrap());
    said(&Line, text.as_bytes(), &ReadOptions { shape, ..Default::default() })
}

fn separated(by: &str) -> String {
    NINE.chars().map(String::from).collect::<Vec<_>>().join(by)
}

#[test]
fn every_symbol_for_empty() {
    for empty in ["0", "*", "_", "-"] {
        assert_eq!(read(&NINE.replace('.', empty)), [NINE]);
    }
    assert_eq!(read("0*_-.0*_-.0*_-.1"), ["...............1"]);
}

#[test]
fn what_stands_around_a_puzzle_is_passed_over() {
    let solution =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    for line in [
        format!("  {NINE}\t"),
        format!("00112233AABB {NINE} 9.0"),
        format!("0123456789abcdef {NINE}"),
        format!("0000000000001234 {NINE}"),
        format!("0000000000001234,{NINE}"),
        format!("{NINE} 9.0/1.2/1.2"),
        format!("{NINE} # fill=0 index=3"),
        format!("{NINE} #{solution}"),
        format!("{NINE},{solution}"),
        format!("{NINE} {solution} 0.5"),
        format!("17,{NINE},{solution},2.2"),
        format!("P {NINE}"),
        format!("7 3 {NINE} 4 5 6"),
        format!("{NINE};10"),
        format!("10;{NINE};{solution};2,2"),
        format!("\"ten; or so\";\"{NINE}\""),
        format!("\u{e4}\u{f6}\u{fc} {NINE} \u{1f600}"),
    ] {
        assert_eq!(read(&line), [NINE], "{line}");
    }
}

#[test]
fn other_encodings_may_stand_beside_the_puzzle() {
    let latin = [NINE.as_bytes(), b" J\xfcrgen\n# \xe4\n", NINE.as_bytes(), b" \xe4\n"].concat();
    assert_eq!(said(&Line, &latin, &ReadOptions::default()), [NINE, NINE]);
    let inside = [NINE.as_bytes(), b"\n5\xe4", &NINE.as_bytes()[2..]].concat();
    let expected = "2:2: byte 0xE4 is not text; write the line in UTF-8";
    assert_eq!(said(&Line, &inside, &ReadOptions::default()), [NINE, expected]);
}

#[test]
fn numbers_may_be_separated_on_any_side() {
    for by in [" ", ",", ", ", ";", "; ", "\t"] {
        assert_eq!(read(&separated(by)), [NINE], "{by:?}");
        assert_eq!(read(&format!("x {} 9.0", separated(by))), [NINE], "{by:?}");
    }
    assert_eq!(read(&format!("17,{},4", separated(" "))), [NINE]);
    assert_eq!(read(&format!("17 {} 4", separated(","))), [NINE]);
    assert_eq!(read(&format!("17;{};4", separated(","))), [NINE]);
    assert_eq!(read(&format!("17,{},4", separated(";"))), [NINE]);
    // A list, as programs write it, or one of lists.
    assert_eq!(read(&format!("[{}]", separated(", "))), [NINE]);
    let rows = separated(",");
    let rows: Vec<&str> =
        rows.as_bytes().chunks(18).map(|row| str::from_utf8(row).unwrap()).collect();
    let lists = format!("[[{}]]", rows.join("],[").replace(",]", "]"));
    assert_eq!(read(&lists), [NINE], "{lists}");
    assert_eq!(super::super::detect(lists.as_bytes(), None).id(), "line");
    assert_eq!(read(&format!("[\"{NINE}\", \"{SOLVED}\"]")), [NINE]);
    assert_eq!(read("1 . 0 _ - * 2 3 4 0 0 0 0 0 0 0"), ["1.....234......."]);
    let sixteen: Vec<String> = (0..256).map(|i| (i % 64).to_string()).collect();
    let sixteen = sixteen.join(" ").replace("17", "00");
    assert!(
        read(&sixteen)[0]
            .ends_with("is not a valid digit on a 16x16 board: 1-9 A-G, or . 0 * _ - for empty")
    );
}

#[test]
fn letters_serve_the_sides_up_to_35() {
    let mut text = ".".repeat(256);
    text.replace_range(0..3, "9AG");
    assert_eq!(read(&text), [text.clone()]);
    text.replace_range(5..6, "H");
    assert_eq!(
        read(&text),
        ["1:6: 'H' is not a valid digit on a 16x16 board: 1-9 A-G, or . 0 * _ - for empty"]
    );
    let mut text = ".".repeat(35 * 35);
    text.replace_range(7..8, "Z");
    assert_eq!(read(&text), [text]);
}

#[test]
fn comments_blank_lines_line_ends_and_a_mark_are_accepted() {
    let text = format!("\u{feff}{NINE}\r\n\r\n  # comment\r\n\t\r\n{NINE}\r\n{NINE}");
    assert_eq!(read(&text), [NINE; 3]);
}

#[test]
fn the_first_good_puzzle_fixes_the_shape() {
    let four = "1...............";
    let short = &NINE[1..];
    let text = format!("{short}\n{NINE}\n{short}\n{NINE}.\n{four}\n{NINE}\n");
    assert_eq!(
        read(&text),
        [
            "1:1: 80 cells, expected 81: no board has 80, the nearest is 9x9",
            NINE,
            "3:1: 80 cells, expected 81",
            "4:1: 82 cells, expected 81",
            "5:1: 16 cells, expected 81",
            NINE
        ]
    );
    let mixed = ReadOptions { mixed_sizes: true, ..Default::default() };
    assert_eq!(
        said(&Line, text.as_bytes(), &mixed),
        [
            "1:1: 80 cells, expected 81: no board has 80, the nearest is 9x9",
            NINE,
            "3:1: 80 cells, expected 81: no board has 80, the nearest is 9x9",
            "4:1: 82 cells, expected 81: no board has 82, the nearest is 9x9",
            four,
            NINE
        ]
    );
}

#[test]
fn a_given_shape_overrides() {
    let six = "1".to_string() + &".".repeat(35);
    let shapes = |text: &str, options: &ReadOptions| -> Vec<String> {
        super::super::read_text(&Line, text.as_bytes(), options)
            .into_iter()
            .map(|puzzle| puzzle.unwrap().shape().to_string())
            .collect()
    };
    assert_eq!(shapes(&six, &ReadOptions::default()), ["2x3"]);
    let shape = Some("3x2".parse().unwrap());
    assert_eq!(shapes(&six, &ReadOptions { shape, ..Default::default() }), ["3x2"]);
    let mixed = ReadOptions { shape, mixed_sizes: true, ..Default::default() };
    assert_eq!(shapes(&format!("{NINE}\n{six}"), &mixed), ["3x3", "3x2"]);
    assert_eq!(read_as("1x5", &".".repeat(25)), [".".repeat(25)]);
    assert_eq!(read_as("3x3", &six), ["1:1: 36 cells, expected 81"]);
}

#[test]
fn a_strange_symbol_is_named_where_it_stands() {
    let say = |symbol: &str| {
        let line = format!("id {}{symbol}{} 9.0", &NINE[..10], &NINE[11..]);
        read(&format!("{NINE}\n{line}"))[1].clone()
    };
    let allowed = "is not a valid digit on a 9x9 board: 1-9, or . 0 * _ - for empty";
    assert_eq!(say("A"), format!("2:14: 'A' {allowed}"));
    assert_eq!(say("x"), format!("2:14: 'x' {allowed}"));
    assert_eq!(say("\u{e4}"), format!("2:14: '\u{e4}' {allowed}"));
    // The same on a first line, and columns count characters.
    let line = format!("\u{e4}\u{e4} {}A{}", &NINE[..10], &NINE[11..]);
    assert_eq!(read(&line), [format!("1:14: 'A' {allowed}")]);
    assert_eq!(
        read("1 2 3 4 5 0 0 0 0 0 0 0 0 0 0 0"),
        ["1:9: 5 is not a valid digit on a 4x4 board: 1-4, or . 0 * _ - for empty"]
    );
}

/// A grid of which only the first row was seen when its format was asked for.
#[test]
fn rows_of_a_grid_that_begins_like_a_puzzle_say_how_to_read_it() {
    let four = "1..2........3...";
    let no = "is not a valid digit on a 4x4 board: 1-4, or . 0 * _ - for empty";
    let grid = "if this is a row of a 16x16 grid, read it in the format `block`";
    for (row, expected) in [
        (".5.............G", format!("2:2: '5' {no}; {grid}")),
        ("0 0 16 0 0 0 0 0 0 0 0 0 0 0 0 0", format!("2:5: 16 {no}; {grid}")),
        // No row of a 16x16 either, or of something else.
        (".5.............H", format!("2:2: '5' {no}")),
        (".5.............. 9.0", format!("2:2: '5' {no}")),
        (".5.............", "2:1: 15 cells, expected 16".to_string()),
    ] {
        assert_eq!(read(&format!("{four}\n{row}\n")), [four, &*expected], "{row}");
    }
    // Where the size is said, or a table has it, it is no grid.
    assert_eq!(
        read_as("2x2", &format!("{four}\n.5..............")),
        [four, &*format!("2:2: '5' {no}")]
    );
    let table = format!("puzzle\tx\n{four}\n.5..............");
    assert_eq!(read(&table), [four, &*format!("3:2: '5' {no}")]);
    let six = format!("1{}", ".".repeat(35));
    let said = read(&format!("{six}\n.Z{}", &six[2..]));
    assert!(
        said[1].ends_with("if this is a row of a 36x36 grid, read it in the format `block`"),
        "{said:?}"
    );
    // There is no 81x81.
    let nine = format!("{NINE}\nA{}", ".".repeat(80));
    let no = "is not a valid digit on a 9x9 board: 1-9, or . 0 * _ - for empty";
    assert_eq!(read(&nine), [NINE, &*format!("2:1: 'A' {no}")]);
    // What it says is what to do.
    let grid = format!("{four}\n.5.............G\n{}", "................\n".repeat(14));
    let read =
        super::super::read_text(&super::super::Block, grid.as_bytes(), &ReadOptions::default());
    assert!(read.len() == 1 && read[0].is_ok(), "{read:?}");
}

#[test]
fn equal_givens_are_named_at_the_second() {
    let line = format!("id {}5{}", &NINE[..8], &NINE[9..]);
    assert_eq!(read(&line), ["1:12: r1c1 and r1c9 both hold 5 in row 1"]);
    let line = format!("5 {}", &separated(" ")[2..]).replacen("5 3 . .", "5 3 . 5", 1);
    assert_eq!(read(&line), ["1:7: r1c1 and r1c4 both hold 5 in row 1"]);
}

#[test]
fn lines_without_a_puzzle_say_so() {
    for line in ["quizzes,solutions", "Hello, World", ",", ", ,", "x", "\u{e4}\u{f6}"] {
        let said = read(line);
        let message = "no puzzle in this line; start it with # if it is a comment";
        assert!(said.len() == 1 && said[0].ends_with(message), "{line}: {said:?}");
    }
    assert_eq!(
        read("53..7....")[0],
        "1:1: 9 cells, expected 16: no board has 9, the nearest is 4x4"
    );
    assert_eq!(
        read(&".".repeat(121))[0],
        "1:1: 121 cells, expected 100: only boxes of one row fit side 11; if that is meant, give the shape 1x11"
    );
    assert!(read_as("1x11", &".".repeat(121))[0].starts_with("..."));
    assert_eq!(read(&format!("{NINE}\n53..7...."))[1], "2:1: 9 cells, expected 81");
    let url =
        "https://example.org/a/long/path/with/more/letters/than/there/are/cells?and=a&long=query";
    let said = read(&format!("{NINE}\n{url} {}", &NINE[1..]));
    assert_eq!(said[1], "2:89: 80 cells, expected 81");
    let eighty: String = separated(" ")[2..].to_string();
    assert_eq!(read(&format!("{NINE}\n{eighty}"))[1], "2:1: 80 cells, expected 81");
}

#[test]
fn edges_are_read_back() {
    let shape = BoxShape::NINE;
    let pairs = [(2, 3), (3, 12), (79, 80)].map(|(a, b)| (Cell::new(a), Cell::new(b)));
    let givens = Grid::empty(shape);
    let puzzle = Puzzle::new(givens, Edges::new(shape, pairs).unwrap()).unwrap();
    let text = puzzle.to_string();
    assert!(text.ends_with(" edges=r1c3-r1c4,r1c4-r2c4,r9c8-r9c9"), "{text}");
    for line in [text.clone(), format!("id {text} 9.0 # x"), text.replace(" edges", ", 3 edges")] {
        assert_eq!(read(&line), [text.as_str()], "{line}");
        // With the shape fixed before, past the quick way for plain lines.
        assert_eq!(read(&format!("{NINE}\n{line}"))[1], text, "{line}");
    }
    assert_eq!(read(&format!("{} # edges=r1c1-r1c2", &text[..81])), [".".repeat(81)]);
}

#[test]
fn bad_edges_are_named_where_they_stand() {
    let with = |edges: &str| read(&format!("{NINE} edges={edges}"))[0].clone();
    let syntax = "is not an edge of a 9x9 board; write edges=r1c1-r1c2,r1c1-r2c1";
    assert_eq!(with("r1c3-r1c4,r1c9-r1c10"), format!("1:99: `r1c9-r1c10` {syntax}"));
    assert_eq!(with(""), format!("1:89: `` {syntax}"));
    assert_eq!(with("r1c3-r1c4,,"), format!("1:99: `` {syntax}"));
    assert_eq!(with("r0c1-r1c1"), format!("1:89: `r0c1-r1c1` {syntax}"));
    assert_eq!(with("r+1c1-r1c2"), format!("1:89: `r+1c1-r1c2` {syntax}"));
    assert_eq!(
        with("r1c3-r1c4,r1c1-r2c2"),
        "1:99: r1c1 and r2c2 are not adjacent; an edge joins neighbors in a row or column"
    );
    assert_eq!(
        with("r1c1-r1c2"),
        "1:2: r1c1 holds 5 and r1c2 holds 3: an edge requires consecutive digits"
    );
    // A line too short is reported for its cells, not for its edges.
    let short = format!("{NINE}\n{} edges={}", &NINE[1..], "r1c1-r1c2,".repeat(20));
    assert_eq!(read(&short)[1], "2:1: 80 cells, expected 81");
}

#[test]
fn large_boards_are_numbers() {
    let shape = BoxShape::new(6, 6).unwrap();
    let mut givens = Grid::empty(shape);
    givens.set(Cell::new(0), quadrille_core::Digit::new(36));
    givens.set(Cell::new(1295), quadrille_core::Digit::new(7));
    let puzzle = Puzzle::try_from(givens).unwrap();
    let mut text = String::new();
    Line.write(&puzzle, Extra::NONE, &mut text).unwrap();
    assert!(text.starts_with("36 . . ") && text.ends_with(" . 7\n"));
    assert_eq!(read(&text), [text.trim_end()]);
    assert_eq!(read(&".".repeat(1296))[0].len(), 2 * 1296 - 1);
}

#[test]
fn what_could_not_be_read_back_is_not_written() {
    let shape = BoxShape::new(7, 7).unwrap();
    let cells = quadrille_core::Geometry::of(shape).cells();
    let right =
        cells.clone().filter(|c| c.index() % 49 < 48).map(|c| (c, Cell::new(c.index() + 1)));
    let below = cells.filter(|c| c.index() < 48 * 49).map(|c| (c, Cell::new(c.index() + 49)));
    let edges = Edges::new(shape, right.chain(below)).unwrap();
    let puzzle = Puzzle::new(Grid::empty(shape), edges).unwrap();
    let mut text = "before".to_string();
    let refused = Line.write(&puzzle, Extra::NONE, &mut text).unwrap_err();
    assert!(matches!(refused, Unrepresentable::LineTooLong { .. }), "{refused}");
    assert_eq!(text, "before");
}

const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

#[test]
fn tables_are_read() {
    let zeros = NINE.replace('.', "0");
    let quoted = |fields: &[&str]| fields.iter().map(|f| format!("\"{f}\"")).collect::<Vec<_>>();
    for (header, row) in [
        ("quizzes,solutions", format!("{zeros},{SOLVED}")),
        ("puzzle,solution", format!("{NINE},{SOLVED}")),
        ("id,puzzle,solution,clues,difficulty", format!("1,{NINE},{SOLVED},30,0.0")),
        ("\"id\",\"puzzle\"", quoted(&["7", NINE]).join(",")),
        ("Puzzle , Rating", format!("{NINE} , 2.2")),
        ("puzzle\tsolution", format!("{NINE}\t{SOLVED}")),
        ("clues;puzzle;rating", format!("30;{NINE};2,2")),
        ("puzzle", NINE.to_string()),
        // What is in the other columns looks as much like a puzzle, and comes first.
        ("solution,puzzle", format!("{SOLVED},{NINE}")),
        ("SOLUTION;PUZZLE", format!("{SOLVED};{NINE}")),
        ("solved\tGrid\tseconds", format!("{SOLVED}\t{zeros}\t0.2")),
        ("id,solution,quiz", format!("1,{SOLVED},{NINE} # found, late")),
        ("\"solutions\", \"board\"", quoted(&[SOLVED, NINE]).join(", ")),
        ("seen,quizzes,", format!("\"{SOLVED},\"\"{SOLVED}\"\"\",{NINE},")),
        // Cells of a quoted field may be numbers; a board beside it is larger.
        ("layout,puzzle,rating", format!("{},\"{}\",2", ".".repeat(256), separated(","))),
        // QQWing, all columns.
        (
            "Puzzle,Solution,Solve History,Time (milliseconds),Givens,Singles,Difficulty,",
            format!("{NINE},{SOLVED},1. Mark only possibility,0.2,30,51,Simple,"),
        ),
        ("name,puzzle,comment", format!("\"a, \"\"b\"\"\",\"{NINE}\",\"1,2,3\"")),
    ] {
        let text = format!("\u{feff}# a table\r\n\r\n{header}\r\n\r\n{row}\r\n{row}\r\nx\r\n");
        let bad = match Table::of_header(header.as_bytes()) {
            Some(column) if column.is_first() => {
                let name = column.name().unwrap();
                format!(
                    "7:1: no puzzle in the column `{name}`; start the line with # if it is a comment"
                )
            }
            Some(column) => {
                format!("7:2: ends here, expected the column `{}`", column.name().unwrap())
            }
            None => "7:1: no puzzle in this line; start it with # if it is a comment".into(),
        };
        assert_eq!(read(&text), [NINE, NINE, &*bad], "{header}");
        let detected = super::super::detect(text.as_bytes(), None).id();
        let is_known = header == "puzzle" || Table::of_header(header.as_bytes()).is_some();
        assert_eq!(detected, if is_known { "csv" } else { "line" }, "{header}");
    }
    // gsf's taxonomy, which has no header.
    let row = format!("99480,0,M1.49,G1.2,{NINE},FN C28.m/S4.da,12");
    assert_eq!(read(&row), [NINE]);
}

#[test]
fn a_header_is_passed_over_only_before_puzzles() {
    let no = |line: usize| {
        format!("{line}:1: no puzzle in this line; start it with # if it is a comment")
    };
    let too_long = "2:65537: the line is longer than 64 KiB; put each puzzle on a line of its own";
    let short = "2:1: 80 cells, expected 81: no board has 80, the nearest is 9x9";
    for (text, expected) in [
        ("a,b".to_string(), vec![no(1)]),
        ("a,b\n\n# c\n".to_string(), vec![no(1)]),
        (format!("a,b\nc,d\n{NINE}"), vec![no(1), no(2), NINE.into()]),
        (format!("a,b\nrubbish\n{NINE}"), vec![no(1), no(2), NINE.into()]),
        (format!("a,b\n{}\n{NINE}", ".".repeat(70_000)), vec![no(1), too_long.into(), NINE.into()]),
        (format!("{NINE}\na,b\n{NINE}"), vec![NINE.into(), no(2), NINE.into()]),
        // Names without a separator may be the name of anything.
        (format!("sudokus\n{NINE}"), vec![no(1), NINE.into()]),
        // What follows tells a known name from prose.
        ("puzzles\n".to_string(), vec![no(1)]),
        (format!("puzzles\nrubbish\n{NINE}"), vec![no(1), no(2), NINE.into()]),
        (format!("{NINE}\npuzzles\n"), vec![NINE.into(), no(2)]),
        // What is bad below it is bad by itself.
        (format!("a,b\n{}\n{NINE}", &NINE[1..]), vec![short.into(), NINE.into()]),
        (
            format!("a,b\n5{}\n", &NINE[..80]),
            vec!["2:2: r1c1 and r1c2 both hold 5 in row 1".into()],
        ),
    ] {
        assert_eq!(read(&text), expected, "{text}");
    }
    let mut kept = 0;
    let read = each(&Line, &mut &b"a,b\n"[..], &mut |record| {
        kept += 1;
        assert_eq!((record.line, record.text), (1, Some("a,b")));
    });
    assert!(read.is_ok() && kept == 1);
}

/// Nothing but the column that the header names is ever taken for a puzzle, and what is wrong there
/// is reported where it is.
#[test]
fn errors_are_those_of_the_column() {
    let missing = "ends here, expected the column `puzzle`";
    let nothing = "no puzzle in the column `puzzle`; start the line with # if it is a comment";
    let conflict = "r1c1 and r1c2 both hold 5 in row 1";
    for (row, expected) in [
        (SOLVED.to_string(), format!("2:82: {missing}")),
        (format!("{SOLVED},,"), format!("2:83: {nothing}")),
        (format!("{SOLVED}, ,x"), format!("2:83: {nothing}")),
        (format!("{SOLVED},n/a,3"), format!("2:83: {nothing}")),
        (format!("{SOLVED}, {} ,3", &NINE[1..]), "2:84: 80 cells, expected 81".to_string()),
        (format!("{SOLVED},\"5{}\"", &NINE[..80]), format!("2:85: {conflict}")),
        (format!("\u{e4},5{}", &NINE[..80]), format!("2:4: {conflict}")),
        ("rubbish".to_string(), format!("2:8: {missing}")),
    ] {
        // The board is known from below, as it would be from a line above.
        let text = format!("solution,puzzle,rating\n{row}\n{SOLVED},{NINE},2\n");
        let nine = ReadOptions { shape: Some(BoxShape::NINE), ..Default::default() };
        assert_eq!(said(&Line, text.as_bytes(), &nine), [&*expected, NINE], "{row}");
    }
    // Alone, or before what is no text, a header is what it always was.
    let no = "1:1: no puzzle in this line; start it with # if it is a comment";
    assert_eq!(read("solution,puzzle\n\n# nothing\n"), [no]);
    let nul = format!("solution,puzzle\n{SOLVED},{NINE}\n\0\n");
    assert_eq!(read(&nul)[1], "3:1: byte 0x00 is not text; write the line in UTF-8");
    let latin = [b"name,puzzle\n\xe4,".as_slice(), &NINE.as_bytes()[1..], b"\n"].concat();
    let short = "2:3: 80 cells, expected 81: no board has 80, the nearest is 9x9";
    assert_eq!(said(&Line, &latin, &ReadOptions::default()), [short]);
}

#[test]
fn a_row_may_have_more_fields_than_names() {
    let edged = format!("{NINE} edges=r1c3-r1c4,r1c3-r2c3");
    for (header, row, expected) in [
        ("solution,puzzle", format!("{SOLVED},{edged}"), &*edged),
        (
            "solution,puzzle,edges",
            edged.replacen(' ', ",", 1).replacen('5', &format!("{SOLVED},5"), 1),
            &*edged,
        ),
        ("name,puzzle", format!("a, by b,{NINE}"), NINE),
        ("solution,puzzle,by", format!("{SOLVED},{NINE},a, b, c"), NINE),
        ("puzzle,rating", format!("{},2.5", separated(",")), NINE),
        ("solution;puzzle", format!("{SOLVED};{};", separated(";")), NINE),
    ] {
        assert_eq!(read(&format!("{header}\n{row}\n")), [expected], "{header}\n{row}");
    }
}

#[test]
fn only_quotes_in_pairs_are_passed_over() {
    for line in [
        format!("\"{NINE}\""),
        format!("  \"{NINE}\","),
        format!("\"{SOLVED} {NINE}\"").replace(SOLVED, "id"),
        separated(",").replace(',', "\",\"").replacen('5', "\"5", 1) + "\"",
    ] {
        assert_eq!(read(&line), [NINE], "{line}");
    }
    let edged = format!("\"{NINE}\",\"edges=r1c3-r1c4,r1c3-r2c3\"");
    assert_eq!(read(&edged), [format!("{NINE} edges=r1c3-r1c4,r1c3-r2c3")]);
    let conflict = format!("7,\"5{}\"", &NINE[..80]);
    assert_eq!(read(&conflict), ["1:5: r1c1 and r1c2 both hold 5 in row 1"]);
    for (line, column) in [(format!("\"{NINE}"), 1), (format!("{NINE}\" x"), 1)] {
        let said = read(&format!("{NINE}\n{line}"));
        assert_eq!(said[1], format!("2:{column}: 82 cells, expected 81"), "{line}");
    }
}

/// A text that is nothing but cells is read as the reader of whole inputs does.
#[test]
fn bare_puzzles_are_those_of_the_reader() {
    let by_reader = |text: &str| {
        let mut reader = Reader::new(text.as_bytes(), ReadOptions::default());
        let puzzle = reader.next().unwrap().unwrap().puzzle;
        (puzzle, reader.next().is_some())
    };
    let mut rng = Rng::from_seed(17);
    let mut seen = [0; 2];
    let uniform = ".0*_-123456789xX?AZ/:".chars().map(|symbol| symbol.to_string().repeat(81));
    let mixed = (0..6000).map(|round| {
        let symbols: &[u8] = match round % 4 {
            0 => b".0*_-",
            1 => b"-",
            2 => b".",
            _ => b".-*_0xA|+ =",
        };
        let mut text: Vec<u8> = (0..81).map(|_| symbols[rng.below(symbols.len())]).collect();
        for _ in 0..rng.below(12) {
            text[rng.below(81)] = b'1' + rng.below(9) as u8;
        }
        String::from_utf8(text).unwrap()
    });
    for text in uniform.chain(mixed).collect::<Vec<_>>() {
        let bare = bare_puzzle(text.as_bytes());
        let (expected, more) = by_reader(&text);
        seen[usize::from(bare.is_some())] += 1;
        if let Some(bare) = bare {
            assert_eq!((Ok(bare), false), (expected.clone(), more), "{text}");
        }
        let parsed = read_one(&text);
        assert!(more || parsed == expected, "{text}");
    }
    assert!(seen.iter().all(|&seen| seen > 1000), "{seen:?}");
}

#[test]
fn rows_may_be_apart_on_their_line() {
    let nine = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let rows: Vec<&str> = (0..9).map(|row| &nine[9 * row..9 * row + 9]).collect();
    for separator in [" ", "/", " / ", "|", ",", "; ", "\t"] {
        let line = rows.join(separator);
        assert!(holds_puzzle(line.as_bytes()), "{line}");
        assert_eq!(read_one(&line).unwrap().to_string(), nine, "{line}");
    }
    let bad = rows.join("/").replacen("6..195", "6..196", 1);
    assert_eq!(read_one(&bad).unwrap_err().column, 16);
    for bad in [rows.join("."), rows[1..].join("/"), rows.join("/").replacen('/', "", 1)] {
        assert!(read_one(&bad).is_err(), "{bad}");
    }
}
