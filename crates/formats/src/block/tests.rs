//! Grids over several lines.

mod blank_cells;
mod odd;

use quadrille_core::{Edges, Grid};

use super::super::tests::said;
use super::*;

const NINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn rows(text: &str, side: usize) -> Vec<String> {
    text.as_bytes().chunks(side).map(|row| String::from_utf8(row.to_vec()).unwrap()).collect()
}

fn plain() -> String {
    rows(NINE, 9).join("\n") + "\n"
}

fn read(text: &str) -> Vec<String> {
    said(&Block, text.as_bytes(), &ReadOptions::default())
}

fn shapes(text: &str) -> Vec<String> {
    super::super::read_text(&Block, text.as_bytes(), &ReadOptions::default())
        .into_iter()
        .map(|puzzle| puzzle.unwrap().shape().to_string())
        .collect()
}

#[test]
fn many_styles_are_read() {
    let in_boxes = |row: &String, by: &str| [&row[0..3], &row[3..6], &row[6..9]].join(by);
    let bordered = |edge: &str, rule: &str| {
        let mut text = String::new();
        for (index, row) in rows(NINE, 9).iter().enumerate() {
            if index % 3 == 0 {
                text += &format!("{rule}\n");
            }
            text += &format!("{edge}{}{edge}\n", in_boxes(row, "|"));
        }
        text + rule
    };
    let spaced = |row: &String| row.chars().map(|c| format!("{c} ")).collect::<String>() + "\n";
    let styles = [
        plain(),
        plain().replace('.', "0"),
        plain().replace('.', "_"),
        plain().replace('.', "*"),
        plain().replace('.', "-"),
        plain().replace('\n', "\r\n"),
        rows(NINE, 9).iter().map(spaced).collect(),
        rows(NINE, 9).iter().map(|row| in_boxes(row, " ") + "\n").collect(),
        rows(NINE, 9).iter().map(|row| row.replace("", ",")[1..18].to_string() + "\n").collect(),
        bordered("|", "+---+---+---+"),
        bordered("|", "*-----------*"),
        bordered("", "---+---+---"),
        bordered("", "==========="),
        bordered("", "-----------"),
        bordered("| ", "-------------"),
        format!("# a comment\n\n{}", plain().replacen('\n', "\n# inside\n", 1)),
        format!("Grid 01\n{}", plain()),
        format!("[Puzzle]\n{}", plain()),
    ];
    for style in styles {
        assert_eq!(read(&style), [NINE], "{style}");
    }
}

/// As spreadsheets and programs write them.
#[test]
fn grids_are_read_from_tables_and_lists() {
    let cells: Vec<String> = NINE.chars().map(|c| c.to_string().replace('.', "0")).collect();
    let by = |separator: &str| -> Vec<String> {
        cells.chunks(9).map(|row| row.join(separator)).collect()
    };
    for text in [
        by(";").join("\n"),
        by(" ; ").join("\n"),
        format!("[[{}]]", by(", ").join("],\n [")),
        format!("[[{}]]", by(" ").join("]\n [")),
        format!("grid = [\n    [{}],\n]\n", by(",").join("],\n    [")),
        format!("[\n[\n[{}]\n],\n]", by(",").join("],\n[")),
        format!("[1]\n{}", by(";").join("\n")),
    ] {
        assert_eq!(read(&text), [NINE], "{text}");
        assert_eq!(super::super::detect(text.as_bytes(), None).id(), "block", "{text}");
        let two = format!("{text}\n\n{text}\n");
        assert_eq!(read(&two), [NINE, NINE], "{two}");
    }
    let bad = format!("[[{}]]", by(",").join("],\n [")).replacen("9,8", "9,9", 1);
    assert_eq!(read(&bad), ["3:7: r3c2 and r3c3 both hold 9 in row 3"]);
}

#[test]
fn dashes_are_borders_or_cells() {
    let dashed = plain().replacen("53..7....", "---------", 1);
    let text = dashed.replace('.', "-");
    let expected = ".".repeat(9) + &NINE[9..];
    assert_eq!(read(&text), [expected]);
    // Where another symbol stands for empty, nine dashes are a border.
    let ruled: Vec<String> = rows(NINE, 9);
    let ruled = [&ruled[0..3], &ruled[3..6], &ruled[6..9]].map(|band| band.join("\n"));
    assert_eq!(read(&ruled.join("\n---------\n")), [NINE]);
    assert_eq!(read(&"----\n".repeat(4)), [".".repeat(16)]);
    assert_eq!(read("Heading\n-------\n"), ["1:1: empty: no puzzle in it"]);
}

#[test]
fn grids_follow_each_other_with_or_without_blank_lines() {
    let four = "1...\n....\n....\n...4\n";
    assert_eq!(read(&plain().repeat(3)), [NINE; 3]);
    assert_eq!(read(&[plain().as_str(); 3].join("\n\n")), [NINE; 3]);
    assert_eq!(read(&format!("Grid 01\n{0}Grid 02\n{0}", plain())), [NINE; 2]);
    let mixed = ReadOptions { mixed_sizes: true, ..Default::default() };
    let text = format!("{}\n{four}\n{}", plain(), plain());
    assert_eq!(said(&Block, text.as_bytes(), &mixed), [NINE, "1..............4", NINE]);
    assert_eq!(read(&text), [NINE, "11:1: 4 cells in the row, expected 9", NINE]);
}

#[test]
fn errors_point_at_their_place_and_cost_one_grid() {
    let with = |row: &str| {
        let mut bad = rows(NINE, 9);
        bad[4] = row.to_string();
        read(&format!("{}\n{}\n\n{}", plain(), bad.join("\n"), plain()))
    };
    let said = |message: &str| vec![NINE.to_string(), message.to_string(), NINE.to_string()];
    let allowed = "is not a valid digit on a 9x9 board: 1-9, or . 0 * _ - for empty";
    assert_eq!(with("4..8.3.."), said("15:1: 8 cells in the row, expected 9"));
    assert_eq!(with("4..8.3..1."), said("15:1: 10 cells in the row, expected 9"));
    assert_eq!(with("4..A.3..1"), said(&format!("15:4: 'A' {allowed}")));
    assert_eq!(with("4.. \u{e4}.3 ..1"), said(&format!("15:5: '\u{e4}' {allowed}")));
    assert_eq!(with("4 . . 8 . 3 . . 10"), said(&format!("15:17: 10 {allowed}")));
    assert_eq!(with("4..8.3..4"), said("15:9: r5c1 and r5c9 both hold 4 in row 5"));
    assert_eq!(with("# gone"), said("19:1: the grid ends after 8 rows, expected 9"));
    assert_eq!(
        with(&format!("4..8{}", "1".repeat(70_000))),
        said("15:65537: the line is longer than 64 KiB; put each puzzle on a line of its own")
    );
    assert_eq!(with("4..\0.3..1"), said("15:4: byte 0x00 is not text; write the line in UTF-8"));
}

#[test]
fn the_first_row_may_be_the_bad_one() {
    let bad = plain().replacen("53..7....", "53..7...", 1);
    let text = format!("{bad}{}", plain());
    assert_eq!(read(&text), ["1:1: 8 cells in the row, expected 9", NINE]);
    assert_eq!(
        read("12345\n12345\n12345\n12345\n12345\n"),
        [
            "1:1: 5 cells in the row; only boxes of one row fit side 5; if that is meant, give the shape 1x5"
        ]
    );
    assert_eq!(
        read("123\n123\n123\n"),
        ["1:1: 3 cells in the row; no board has that side; the nearest is 4x4"]
    );
    assert_eq!(read(&plain()[..80]), ["8:1: the grid ends after 8 rows, expected 9"]);
}

#[test]
fn a_row_of_no_board_takes_no_room_for_its_square() {
    let said = "1:1: 65000 cells in the row; no board has that side; the nearest is 49x49";
    assert_eq!(read(&"1".repeat(65_000)), [said]);
}

#[test]
fn borders_tell_the_shape_of_boxes() {
    let three_two = "12|34|56\n..|..|..\n..|..|..\n--+--+--\n..|..|..\n..|..|..\n..|..|..\n";
    assert_eq!(shapes(three_two), ["3x2"]);
    assert_eq!(shapes(&three_two.replace('|', "")), ["2x3"]);
    let every_cell = "|1|2|3|4|\n|.|.|.|.|\n|.|.|.|.|\n|.|.|.|.|\n";
    assert_eq!(shapes(every_cell), ["2x2"]);
    let options = ReadOptions { shape: Some("2x3".parse().unwrap()), ..Default::default() };
    let forced = super::super::read_text(&Block, three_two.as_bytes(), &options);
    assert_eq!(forced[0].as_ref().unwrap().shape().to_string(), "2x3");
}

#[test]
fn numbers_and_letters_serve_larger_sides() {
    let mut grid = Grid::empty(BoxShape::new(4, 4).unwrap());
    for (cell, digit) in [(0, 16), (1, 9), (250, 10)] {
        grid.set(quadrille_core::Cell::new(cell), quadrille_core::Digit::new(digit));
    }
    let puzzle = Puzzle::try_from(grid).unwrap();
    let mut text = String::new();
    Block.write(&puzzle, Extra::NONE, &mut text).unwrap();
    assert!(text.starts_with("G 9 . . | . . . . | "), "{text}");
    assert_eq!(read(&text), [puzzle.to_string()]);
    assert_eq!(read(&text.replace('G', "16").replace('A', "10")), [puzzle.to_string()]);
    let symbols: String = text.replace([' ', '|'], "");
    assert_eq!(read(&symbols), [puzzle.to_string()]);
}

#[test]
fn edges_have_no_place() {
    let shape = BoxShape::new(2, 2).unwrap();
    let edges =
        Edges::new(shape, [(quadrille_core::Cell::new(0), quadrille_core::Cell::new(4))]).unwrap();
    let puzzle = Puzzle::new(Grid::empty(shape), edges.clone()).unwrap();
    let refused = Block.write(&puzzle, Extra::NONE, &mut String::new()).unwrap_err();
    assert_eq!(refused, Unrepresentable::Edges { format: "block" });
    // Nor do they get lost when a drawn grid is read.
    let drawn = super::super::drawn(puzzle.givens(), &edges, &|_, text| text.to_string());
    let said = read(&drawn);
    assert!(said.iter().all(|said| !said.starts_with("....")), "{said:?}");
}

/// As HoDoKu draws grids, and forums show them.
#[test]
fn borders_of_hodoku_are_read() {
    let mut text = String::from(".-------.-------.-------.\n");
    for (index, row) in rows(NINE, 9).iter().enumerate() {
        let spaced = row.replace("", " ");
        let cells = [&spaced[0..7], &spaced[6..13], &spaced[12..19]].join("|");
        text += if index % 3 == 0 && index > 0 { ":-------+-------+-------:\n" } else { "" };
        text += &format!("|{cells}|\n");
    }
    text += "'-------'-------'-------'\n";
    let compact = text.replace(' ', "").replace("-------", "---");
    let dashed = text.replace(". ", "- ").replace(". ", "- ");
    for text in [&text, &compact, &dashed, &text.replace(':', "|"), &text.replace('\'', "`")] {
        assert_eq!(super::super::detect(text.as_bytes(), None).id(), "block", "{text}");
        assert_eq!(read(text), [NINE], "{text}");
        assert_eq!(read(&text.repeat(3)), [NINE; 3], "{text}");
    }
    // A border is longer than its rows: these are cells.
    assert_eq!(read("1..2\n.--.\n....\n2..1\n"), ["1..2........2..1"]);
    assert_eq!(read(&".--.\n".repeat(4)), [".".repeat(16)]);
}

/// Between digits, blanks only separate, even if they could be cells of a larger board.
#[test]
fn a_full_row_has_no_blank_cells() {
    let text = "│ . . │ . . │ . . │\n".repeat(5) + "│ 6 2 │ 4 1 │ 5 3 │\n";
    let options = ReadOptions { shape: Some("3x2".parse().unwrap()), ..Default::default() };
    let expected = ".".repeat(30) + "624153";
    assert_eq!(said(&Block, text.as_bytes(), &options), [&*expected]);
    assert_eq!(shapes(&text), ["3x2"]);
    assert_eq!(read(&text), [expected]);
}
