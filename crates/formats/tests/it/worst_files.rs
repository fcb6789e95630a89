//! The worst files that a newcomer may feed in, and what is said of them.

use quadrille_core::Puzzle;
use quadrille_formats::ParseError;

use super::records::records;

/// Every record as text: a good puzzle on one line, an error as `LINE:COLUMN: message`.
fn said(name: &str, bytes: &[u8]) -> Vec<String> {
    let said = |record: Result<Puzzle, ParseError>| match record {
        Ok(puzzle) => puzzle.to_string(),
        Err(error) => format!("{}:{}: {error}", error.line, error.column),
    };
    records(name, bytes).into_iter().map(said).collect()
}

const NINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// A cell of the first box changed for one of the second.
const REGIONS: &str =
    "112222333111122333111222333444555666444555666444555666777888999777888999777888999";

/// The rows of a puzzle, each changed.
fn rows(change: impl Fn(&str) -> String) -> String {
    NINE.as_bytes().chunks(9).map(|row| change(str::from_utf8(row).unwrap()) + "\n").collect()
}

fn cells(text: &str, separator: &str) -> String {
    text.chars().map(String::from).collect::<Vec<_>>().join(separator)
}

fn boxed(row: &str, bar: &str) -> String {
    [&row[..3], &row[3..6], &row[6..]].map(|stack| cells(stack, " ")).join(bar)
}

#[test]
fn worst_files_are_read_or_named() {
    let placed = NINE.replacen("..7", "+4.7", 1);
    let grid = rows(str::to_string);
    let solved_grid: String = SOLVED
        .as_bytes()
        .chunks(9)
        .map(|row| str::from_utf8(row).unwrap().to_string() + "\n")
        .collect();
    let region_rows: String = REGIONS
        .as_bytes()
        .chunks(9)
        .map(|row| str::from_utf8(row).unwrap().to_string() + "\n")
        .collect();
    let with_blanks = NINE.replace('.', " ");
    let markdown = |heading: &str| {
        format!(
            "| {heading} |\n|{}\n{}",
            "---|".repeat(9),
            rows(|row| format!("| {} |", cells(row, " | ")))
        )
    };
    let utf16: Vec<u8> = NINE.bytes().flat_map(|byte| [byte, 0]).collect();
    let jigsaw = "this is a jigsaw (irregular regions); Quadrille solves classic puzzles only";
    let killer = "this is a killer sudoku (cages); Quadrille solves classic puzzles only";
    let thermo = "this is a thermo sudoku (thermometers); Quadrille solves classic puzzles only";
    let json =
        "this is JSON; write an object on each line, with the cells as text in a field `puzzle`";
    let page = "this is a web page (HTML); copy the puzzles out as text";
    let no = "no puzzle in this line; start it with # if it is a comment";
    let read = || vec![NINE.to_string()];
    let one = |message: &str| vec![message.to_string()];
    let files: Vec<(&str, Vec<u8>, Vec<String>)> = vec![
        // Solutions beside puzzles.
        ("solution,givens.csv", format!("solution,givens\n{SOLVED},{NINE}\n").into(), read()),
        ("solutions,sudoku.csv", format!("solutions,sudoku\n{SOLVED},{NINE}\n").into(), read()),
        ("id,solution,unsolved.csv", format!("id,solution,unsolved\n1,{SOLVED},{NINE}\n").into(), read()),
        ("answer;start.csv", format!("Answer;Start\r\n{SOLVED};{NINE}\r\n").into(), read()),
        ("no header.csv", format!("{SOLVED},{NINE}\n1,{SOLVED},{NINE}\n").into(), vec![NINE.into(), NINE.into()]),
        ("only solutions.csv", format!("id,solution\n1,{SOLVED}\n").into(), one("2:3: only a solution, in the column `solution`; nothing else in the line is a puzzle")),
        ("counts.csv", format!("givens,solution,puzzle string\n30,{SOLVED},{NINE}\n").into(), read()),
        ("state.sdk", format!("#ASomebody\n[Puzzle]\n{grid}[State]\n{solved_grid}").into(), read()),
        ("solution.csv", format!("solution\n{SOLVED}\n").into(), one("2:1: only a solution, in the column `solution`; nothing else in the line is a puzzle")),
        // Variants.
        ("jigsaw.txt", format!("{NINE} {REGIONS}\n{NINE}\n").into(), vec![format!("1:83: {jigsaw}"), NINE.into()]),
        ("map first.txt", format!("{REGIONS},{NINE}\n").into(), one(&format!("1:1: {jigsaw}"))),
        ("letters.txt", format!("{NINE} {}\n", REGIONS.bytes().map(|b| char::from(b + 48)).collect::<String>()).into(), one(&format!("1:83: {jigsaw}"))),
        ("jigsaw grids.txt", format!("{grid}\n{region_rows}").into(), vec![NINE.into(), format!("11:1: {jigsaw}")]),
        ("regions.csv", format!("puzzle,regions\n{NINE},{REGIONS}\n{NINE},\n").into(), vec![format!("2:83: {jigsaw}"), NINE.into()]),
        ("cages.csv", format!("puzzle,cages\n{NINE},\"r1c1+r1c2=3\"\n").into(), one(&format!("2:83: {killer}"))),
        ("thermos.csv", format!("id,thermos,puzzle\n1,r1c1r1c2,{NINE}\n").into(), one(&format!("2:3: {thermo}"))),
        ("killer.json", format!("{{\"puzzle\": \"{NINE}\", \"cages\": [[0, 1]], \"sums\": [3]}}\n").into(), one(&format!("1:106: {killer}"))),
        ("killers.txt", format!("Killer Sudoku 7\n{NINE}\n\n{NINE}\nSudoku 8:\n{NINE}\n").into(), vec![
            format!("1:1: {no}"), format!("2:1: {killer}"), format!("4:1: {killer}"), format!("5:1: {no}"), NINE.into()
        ]),
        ("killer.txt", format!("Killer Sudoku 7\n{grid}").into(), one(&format!("2:1: {killer}"))),
        // JSON.
        ("solve.json", format!("{{\"file\":\"x\",\"line\":1,\"puzzle\":\"{NINE}\",\"status\":\"solved\",\"solution\":\"{SOLVED}\",\"seed\":1}}\n").into(), read()),
        ("pretty.json", format!("{{\n  \"puzzle\": \"{NINE}\"\n}}\n").into(), read()),
        ("list.json", format!("[{{\"puzzle\": \"{NINE}\"}}]\n").into(), read()),
        ("no puzzle.json", br#"{"name":"x","rating":3}"#.into(), one(&format!("1:1: {json}"))),
        // Other ways to write cells.
        ("x.txt", NINE.replace('.', "x").into(), read()),
        ("X.txt", NINE.replace('.', "X").into(), read()),
        ("questions.txt", NINE.replace('.', "?").into(), read()),
        ("x grid.txt", rows(|row| boxed(&row.replace('.', "x"), " | ")).into(), read()),
        ("blanks.txt", format!("{with_blanks}\n{with_blanks}\n").into(), vec![NINE.into(), NINE.into()]),
        ("library.txt", format!(":0000:x:{NINE}:::\n:0100:4:{placed}:114 115:::\n").into(), vec![NINE.into(), NINE.into()]),
        ("bars.txt", rows(|row| format!("\u{2503} {} \u{2503}", boxed(row, " \u{2503} "))).into(), read()),
        ("full-width bars.txt", rows(|row| boxed(row, "\u{ff5c}")).into(), read()),
        ("blanks in boxes.txt", format!("+-----+-----+-----+\n{}+-----+-----+-----+\n", rows(|row| format!("|{}|", boxed(&row.replace('.', " "), "|")))).into(), read()),
        ("touching.txt", rows(|row| format!("\u{2502}{}\u{2502}{}\u{2502}{}\u{2502}", &row[..3], &row[3..6], &row[6..]).replace('.', " ")).into(), read()),
        ("wide boxes.txt", rows(|row| format!("| {} |", boxed(&row.replace('.', " "), " | "))).into(), read()),
        ("empty rows.txt", "| 1 |   |   | 2 |\n|   |   |   |   |\n|   |   |   |   |\n| 2 |   |   |   |\n".into(), one("1..2........2...")),
        ("library mixed.txt", format!("{NINE}\n:0100:4:{placed}:114 115:::\n").into(), vec![NINE.into(), NINE.into()]),
        ("bank.txt", format!("00000A1F2E3B {NINE}  1.2\n").into(), read()),
        ("leetcode.txt", format!("[{}]\n", rows(|row| format!("[\"{}\"],", cells(row, "\",\""))).trim().trim_end_matches(',')).into(), read()),
        ("blank cells.txt", rows(|row| format!("| {} |", cells(&row.replace('.', " "), " | "))).into(), read()),
        ("drawn.txt", format!("\u{2554}{0}\u{2557}\n{1}\u{255a}{0}\u{255d}\n", "\u{2550}".repeat(21), rows(|row| format!("\u{2551}{}\u{2551}", boxed(row, "\u{2502}")))).into(), read()),
        ("mac.txt", format!("\u{feff}{NINE}\r{NINE}\r").into(), vec![NINE.into(), NINE.into()]),
        // Not puzzles.
        ("table.md", markdown("1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9").into(), read()),
        ("names.md", format!("# Sudoku\n\n{}\n\n{}", markdown("a | b | c | d | e | f | g | h | i"), markdown(" | | | | | | | |").replace('.', " ")).into(), vec![NINE.into(), NINE.into()]),
        ("first row.md", format!("{}\nThe end\n", rows(|row| format!("| {} |", cells(&row.replace('.', " "), " | "))).replacen('\n', &format!("\n|{}\n", ":-:|".repeat(9)), 1)).into(), read()),
        ("puzzles.gz", b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xab\n\x01".into(), one("1:1: this is gzip data; decompress it first")),
        ("puzzles.zst", b"\x28\xb5\x2f\xfd\x24\x01\n\x00".into(), one("1:1: this is zstd data; decompress it first")),
        ("puzzles.xz", b"\xfd7zXZ\x00\x00\x04\n".into(), one("1:1: this is xz data; decompress it first")),
        ("puzzles.zip", b"PK\x03\x04\x14\x00\x00\n".into(), one("1:1: this is a ZIP archive; unpack it and read the files in it")),
        ("book.pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n".into(), one("1:1: this is a PDF document; copy the puzzles out as text")),
        ("photo.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".into(), one("1:1: this is a PNG image; type the puzzle in as text")),
        ("photo.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF\0".into(), one("1:1: this is a JPEG image; type the puzzle in as text")),
        ("notepad.txt", [b"\xff\xfe".as_slice(), &utf16].concat(), vec![NINE.into()]),
        ("unmarked.txt", utf16.clone(), vec![NINE.into()]),
        ("folder.opensudoku", format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n<game data=\"{NINE}\" />\n").into(), vec![NINE.into(), "3:98: ends here, expected the end of the element `opensudoku`".into()]),
        ("one.opensudoku", format!("<opensudoku><game data=\"{NINE}\"/></opensudoku>").into(), read()),
        ("feed.xml", format!("<?xml version=\"1.0\"?>\n<rss><item>{NINE}</item></rss>\n").into(), one("1:1: this is XML; export the puzzles as text, one on each line")),
        ("page.html", format!("<!DOCTYPE html>\n<html><body>{NINE}</body></html>\n").into(), one(&format!("1:1: {page}"))),
        ("link.txt", b"https://sudokupad.app/4Qq7hjbMpT\nhttps://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QDkBXAW3iAAAA\n".into(), vec![
            "1:1: `4Qq7hjbMpT` is only the name of a puzzle on the server of SudokuPad; open the link and copy one that holds the puzzle".into(),
            "2:1: the data in the link are not a puzzle".into(),
        ]),
        ("elsewhere.txt", b"https://example.org/puzzles/7\n".into(), one("1:1: this is a link; open it and export the puzzle as text")),
        ("letter.txt", b"Dear all,\nhere are the puzzles that I promised.\n".into(), vec![format!("1:1: {no}"), format!("2:1: {no}")]),
        ("nothing.txt", b"\n\n# to do\n".into(), one("1:1: empty: no puzzle in it")),
        ("short.txt", format!("{}\n{NINE}\n{}\n", &NINE[1..], &NINE[1..]).into(), vec!["1:1: 80 cells, expected 81: no board has 80, the nearest is 9x9".into(), NINE.into(), "3:1: 80 cells, expected 81".into()]),
    ];
    let mut wrong = Vec::new();
    for (name, bytes, expected) in &files {
        let said = said(name, bytes);
        if said != *expected {
            wrong.push(format!("{name}:\n   found {said:#?}\nexpected {expected:#?}"));
        }
    }
    assert!(files.len() >= 30);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
