use quadrille_core::{CandidateSet, Cell, DigitSet, Grid};

use super::super::detect;
use super::super::tests::{records, said};
use super::*;

const NINE: &str =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

fn read(text: &str) -> Vec<String> {
    said(&OpenSudoku, text.as_bytes(), &ReadOptions::default())
}

#[test]
fn details_of_the_file_are_those_of_its_puzzles() {
    let text = format!(
        "\u{feff}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n<!-- <game data='x'/> -->\n\
         <opensudoku>\n  <name>One &amp; two</name>\n<author><![CDATA[A < B]]></author><level/>\n\
         <description>\u{e9}\n  x</description>\n<sourceURL>http://x</sourceURL>\n\
         <game data=\"{NINE}\" />\n<game\n  data='{}'\n></game>\n</opensudoku>\n",
        NINE.replace('0', ".")
    );
    assert_eq!(detect(text.as_bytes(), None).id(), "opensudoku");
    let found = records(&OpenSudoku, &text);
    assert_eq!(found.len(), 2);
    assert_eq!(found[0], found[1]);
    let details: Vec<_> = found[0].1.details.iter().collect();
    assert_eq!(
        details,
        [
            (Detail::Title, "One & two"),
            (Detail::Author, "A < B"),
            (Detail::Description, "\u{e9}\n  x"),
            (Detail::Url, "http://x"),
        ]
    );
}

#[test]
fn folders_and_games_in_play_are_read() {
    let plain = format!("<game data=\"{NINE}\"/>");
    let notation = |version: &str, note: &str, none: &str| {
        let cells = NINE.chars().enumerate().map(|(index, digit)| match (index, digit) {
            (2, _) => format!("4|{none}|1|"),
            (3, _) => format!("0|{note}|1|"),
            (_, '0') => format!("0|{none}|1|"),
            _ => format!("{digit}|{none}|0|"),
        });
        format!("<game data=\"version: {version}\n{}\"/>", cells.collect::<String>())
    };
    let text = format!(
        "<opensudoku version=\"2\"><folder name=\"&quot;Easy&quot;\" created=\"1\">{plain}{}{}{}{}</folder>{plain}</opensudoku>",
        notation("1", "2,6,", "-"),
        notation("2", "34|", "0|"),
        notation("3", "34", "0").replace('\n', "&#10;"),
        notation("4", "32|2", "0|0").replace('\n', " "),
    );
    let found = records(&OpenSudoku, &text);
    assert_eq!(found.len(), 6);
    assert_eq!(found[0].1.details.get(Detail::Title), Some("\"Easy\""));
    assert_eq!(found[5].1, Extra::default());
    for (puzzle, extra) in &found[1..5] {
        assert_eq!(*puzzle, found[0].0);
        let entries: Vec<_> = extra.entries.as_ref().unwrap().filled().collect();
        assert_eq!(entries, [(Cell::new(2), Digit::new(4).unwrap())]);
        let notes = extra.candidates.as_ref().unwrap().get(Cell::new(3));
        assert_eq!(notes.iter().map(Digit::get).collect::<Vec<_>>(), [2, 6]);
    }
}

#[test]
fn what_is_written_is_read() {
    let puzzle: Puzzle = NINE.parse().unwrap();
    let mut entries = Grid::empty(puzzle.shape());
    entries.set(Cell::new(2), Digit::new(5));
    let mut notes = CandidateSet::none(puzzle.shape());
    notes.set(Cell::new(80 - 10), DigitSet::all(9));
    let mut details = Details::default();
    details.push(Detail::Comment, "<a b=\"c\">\n&amp;'");
    let full = Extra { entries: Some(entries), candidates: Some(notes), details };
    let mut text = OpenSudoku.before().to_owned();
    for extra in [&full, Extra::NONE] {
        assert!(OpenSudoku.write(&puzzle, extra, &mut text).unwrap().is_empty());
    }
    text.push_str(OpenSudoku.after());
    let expected = [(puzzle.clone(), full.clone()), (puzzle.clone(), Extra::default())];
    assert_eq!(records(&OpenSudoku, &text), expected, "{text}");
    assert!(!text.contains("<a b") && OpenSudoku.before().contains(FOLDER));
}

#[test]
fn faults_are_placed_and_cost_one_puzzle() {
    let good = format!("<game data=\"{NINE}\"/>");
    for (bad, expected) in [
        (format!("<game data=\"{}\"/>", &NINE[1..]), "2:13: 80 cells, expected 81"),
        (
            format!("<game data=\"{}\"/>", NINE.replacen("53", "55", 1)),
            "2:14: r1c1 and r1c2 both hold 5 in row 1",
        ),
        (
            format!("<game data=\"{}\"/>", NINE.replacen("30", "3x", 1)),
            "2:15: 'x' is not a valid digit on a 9x9 board: 1-9, or . 0 * _ - for empty",
        ),
        (
            format!("<game\n data=\"{}\"/>", NINE.replacen("53", "55", 1)),
            "3:9: r1c1 and r1c2 both hold 5 in row 1",
        ),
        ("<game />".into(), "2:1: ends here, expected the attribute `data` with the cells"),
        ("<game data />".into(), "2:1: `game data /`, expected attributes such as data=\"…\""),
        (
            "<game data=\"&lol;\" />".into(),
            "2:1: `&lol;`, expected text without entities of its own",
        ),
        ("<game data=\"version: 9 1|\" />".into(), "2:13: `9`, expected version 1, 2, 3 or 4"),
        ("<game data=\"version: 3 1|0|0|\" />".into(), "2:13: 1 cells, expected 81"),
        (
            format!("<game data=\"version: 3 {}\" />", "0|512|1|".repeat(81)),
            "2:13: `512`, expected notes",
        ),
        (
            format!("<game data=\"version: 1 {}\" />", "0|-|2|".repeat(81)),
            "2:13: `2`, expected 1 for a cell that may be edited, or 0",
        ),
    ] {
        let said = read(&format!("<opensudoku>\n{bad}\n{good}\n</opensudoku>"));
        assert_eq!(said, [expected.to_owned(), NINE.replace('0', ".")], "{bad}");
    }
    assert_eq!(
        read(&format!("<opensudoku>\n{good}\n"))[1],
        "2:97: ends here, expected the end of the element `opensudoku`"
    );
    assert_eq!(
        read("<opensudoku>\n<game data=\"53")[0],
        "2:15: ends here, expected the end of an element"
    );
    assert_eq!(
        read("<?xml version=\"1.0\"?>\n<plist></plist>"),
        ["2:1: this is XML; export the puzzles as text, one on each line"]
    );
}

/// The app writes all games on one line.
#[test]
fn a_long_line_is_read_in_pieces() {
    let games: String = (0..5000).map(|_| format!("<game data=\"{NINE}\" />")).collect();
    let bad = format!("<game data=\"{}\"/>", &NINE[1..]);
    let text = format!("<opensudoku><folder name=\"x\">{games}{bad}</folder></opensudoku>");
    let said = read(&text);
    assert_eq!(said.len(), 5001);
    let column = text.find("<game data=\"3").unwrap() + 13;
    assert_eq!(said[5000], format!("1:{column}: 80 cells, expected 81"));
}
