use proptest::prelude::*;
use quadrille_core::{BoxShape, CandidateSet, Cell, Digit, DigitSet, Grid, solve};

use super::*;
use crate::extra::{Detail, Details};
use crate::puzzle_format::{PuzzleFormat, ReadOptions};
use crate::reader::Reader;

/// Links of classic puzzles that setters have published, with givens and solutions.
#[rustfmt::skip]
const PUBLISHED: [(&str, &str, &str); 5] = [
    // "Ripples" by Philip Newman.
    (
        "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QCUIAHInMEVAQwFc0ALAewCcEQAFOiLYgAgDkYAdwC2lAHYUQTamRhpWfZqKw8w1ACYMA1tR7SyPSiSwBPAHQ8AgmPU96lNAHIwPTAEJJAcyYR1CANr+oABulFjUuCggnhDBMBLwaNIwAL7IwGkZ6ZmZIKHhuAAcqDFxCUkRufkRCADsJbHxCBWp6XlhNfAAbA1lzck5ALrIQTnZbdW4AIy9TYkDEx2Rs+ULWetDIxuLBQgATCv9lePbpynDozudAMyH88dnJ2MZF+vtu0h3Lc8/J++dM2ijVWD3+uB6QL691SrzBCGKkLm3yeKLekwQAFYvms4Z9ESDWi8trj6vijoTfmilggIaUkTj0fAEXSCVVqfAsWToZsgrjOSzyZS2R9mcDBVdllzkSF2bSxdyJXVsQ9zlshYqOcqKajcQAWLXnQYpIA===",
        "9....876....19......2.......3........9.....168.....59.7....685.5...8967.....5...4",
        "913548762678192435452637189137965248295874316864213597749326851521489673386751924",
    ),
    // without a title.
    (
        "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSQA3AQwBsBXOeAZlTQgpgDsEAXDBkqGr1GKdOy69+MQbNJyhtBggAsrCd3h8BAXWSEFh+ccUiEAVnUdN2mfL0Hyw5fABsVyVukLKSxgA4PG28TXzN4NXFrKQFQ50YARiCYu2IHMgywlwB2ZK9YzPiEFijPWyNCvwQxNmj8mXSKrMYAJjzyuKq3dpCM2XTm1R6CpqL4S1Lgkacuktqy3v79SvDAyZSfMdz1+orBQe6djrTl/bGko8WTPftlg5qNDevn0xcL+anUg4mPp76dHREIA=",
        "..39....4.......5..6.8.4.1...7.3...9...2.6...4...5.3...8.7...6..1.......9....15..",
        "823915674741362958569874213657438129138296745492157386385729461216543897974681532",
    ),
    // by Florian Wortmann.
    (
        "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCAhgVwC4AsD2ATgiAGIA2hEaAdgAQDqhWAtjdSKgRmTGDFsQByhVmVoBlDABM8Aawy0uPMBxABzAhCkIA2juABfZIeNGT5kADc0ZDHHgBWVGoiWY7eFi4wzVm3YQARmdXdwQvO19rW3sAFhC3DwifUwBdZH0o/ziEsM9vLJiEADZcpILTYz8i+ABmMvCK8zNCgPgAdgb8yPTMqui2gA4u5JbKiwH7YPVQ8sjx1vsAJhGC3ub+7IRhmcTG+Y3QSYR43bzRhc2a+rO5n3XFhE7b/ZTD6rbplz3ut7GjrbwFYvX4tdYfZarA7/R4dKF/cYQhBOEEXQzg47wUqopqw07fc5NJF1eEwq5tFA46FpDITQE3Al3Ml0mo7RmvZkGB6XAE1bHs0HknJUhGHLmpAxAA=",
        ".....514..46.3...7.8...1..2..8..4..3.7..1..2.2...7..5.6.43..9...3...8......64....",
        "392785146146932587785461392518294673473516829269873451654327918937158264821649735",
    ),
    // "Valtari" by shye.
    (
        "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QDUBDLNQgJwhFUIFc0ALAezIXHoE85UyacwY0rAHbMAtsQAEYGgBNGAaxoSefCYQAO6rOyogA5hRkIA2sdAA3YjVwAWVHojmYQhGh4wAvsmBef33wH+QRZWuABM9o7Oru4eALrIZoEhWNYIAKyRTi7wbtbJIJapuAAcWdG5sd6FoQgR+lE5eZ7VRWlI5U1Vfj4JSa218PUO2TH5wckFbbgAzJ1jLb2JPb41xQhlDaOV4z1r7QCM8zuLk/59Ke2ZWxXNq9MIAGzHdxMD6x03XbtTgwDsL26+1KgPyFzOewe8GeXwWvw+1xGt26AXB70OoNObxW6NwMKR31OaMhg3xjThuIQR1hJ3ug0R5NpwWBCABNNeKwuLPgc3ZKOxELpHzsfLBcQ8QA",
        "4.......2..5.829...2.....3...8.1....56..9..78....6.5...1.....6...615.7..3.......4",
        "483971652675382941129645837948517326561293478732468519814739265296154783357826194",
    ),
    // "Classic Sudoku #4" by jovi_al.
    (
        "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QGEsBDMSAYwAIBlAVwBMB7AaxooGIAWEVImtACwYAnBCABWDAG4QA+kSzcQQmjjAw0ogHLCAtvIph6zVstUUiABwtYAngDpFAcyEQ6CANrvgAX2ShJ8jS4AGyojhCSMAB2CGjKML4+fomJIAFYQQgoIOGRMfBxQSl+aYG4HGER0bHxKQC6yF6lGbgAjJV5NUXJPUn+ZQgAzB3VBbW9xf0tCACsI/mFCQ1ek6npmfAATPNdCb3NG6E5VQvjfWsD8AAcO2NFy+cl67gA7LeLq/vPWe9n9Y19A7lX7dR5gi7TLYgvY+B6TIEIdrHTp3GGfKYbYbI0YfCYPBHwI65HF/L6XG7Y06giEbCqU3bo7z477wOb01GMp6XN7s3HgrmQ7LEqlLAE03DbXmkjG4IUnBkTMmQinChWwureIA=",
        ".6...9.4.1...3...5...2.6..8..7...9...4.....2...1...3..6..8.4...5...7...9.2.9...8.",
        "765189243182437695934256178857623914346591827291748356679814532518372469423965781",
    ),
];

/// What a line says: the puzzle, or the error with its column.
fn said(line: &str) -> String {
    let mut reader = Reader::new(line.as_bytes(), ReadOptions::default());
    let record = reader.next().unwrap().unwrap();
    match record.puzzle {
        Ok(puzzle) => puzzle.to_string(),
        Err(error) => format!("{}:{}: {error}", error.line, error.column),
    }
}

fn packed(json: &str) -> String {
    format!("https://f-puzzles.com/?load={}", lz::compress(json))
}

/// A 4x4 board in the JSON of f-puzzles with further fields.
fn board(fields: &str) -> String {
    let row = "[{},{},{},{}]";
    format!(
        "{{\"size\":4,\"grid\":[[{{\"value\":1,\"given\":true}},{{}},{{}},{{}}],{row},{row},{row}]{fields}}}"
    )
}

const FOUR: &str = "1...............";

#[test]
fn published_links_are_read() {
    let mut extras = Vec::new();
    for (link, puzzle, solution) in PUBLISHED {
        let data = link.split_once('=').unwrap().1;
        let escaped = data.replace('/', "%2F").replace('+', "%2B").replace('=', "%3D");
        for link in [
            link.to_owned(),
            link.replace("f-puzzles", "www.F-Puzzles"),
            format!("f-puzzles.com/?id=x&load={data}#top"),
            format!("7. \"Title\" <{link}> by somebody"),
            format!("https://sudokupad.app/fpuzzles{escaped}?setting-nogrid=1"),
            format!("https://sudokupad.app/sudoku/fpuz{data}"),
            format!("https://sudokupad.app/scf?puzzleid=fpuzzles{escaped}&setting-nogrid=1"),
            format!("https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{data}"),
            format!("fpuzzles{data}"),
            data.to_owned(),
        ] {
            assert_eq!(said(&link), puzzle, "{link}");
        }
        let (read, extra) = find(link.as_bytes()).unwrap().decode().unwrap();
        assert_eq!(solve::first(&read).unwrap().to_string(), solution);
        extras.push(extra);
    }
    assert_eq!(extras[0].details.get(Detail::Title), Some("Ripples"));
    assert_eq!(extras[0].details.get(Detail::Author), Some("Philip Newman"));
    assert!(extras[1].is_empty());
}

#[test]
fn everything_that_a_link_holds_is_read() {
    let json = r##"{"size":4,"title":"T","author":"A","ruleset":"Normal sudoku rules apply",
        "grid":[[{"value":1,"given":true},{"value":"2"},{"centerPencilMarks":[3,"4"]},{"c":"#fff"}],
        [{"givenPencilMarks":[3,4]},{},{},{"cornerPencilMarks":[1]}],[{},{},{},{}],[{},{},{},{}]],
        "solution":[1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,1],"text":[{"cells":["R1C1"],"value":"x"}],
        "killercage":[],"antiknight":false,"disabledlogic":["x"]}"##;
    let link = packed(json);
    let (puzzle, extra) = find(link.as_bytes()).unwrap().decode().unwrap();
    let four = |bits| DigitSet::from_bits(bits);
    assert_eq!(puzzle.givens().filled().count(), 1);
    assert_eq!(puzzle.marks().unwrap().get(Cell::new(4)), four(0b1100));
    assert_eq!(extra.entries.unwrap().get(Cell::new(1)), Digit::new(2));
    assert_eq!(extra.candidates.unwrap().get(Cell::new(2)), four(0b1100));
    assert_eq!(extra.details.get(Detail::Drawing), Some("text, colors, corner marks"));
}

#[test]
fn variants_are_refused_by_name() {
    for (field, name) in [
        ("\"killercage\":[{\"cells\":[\"R1C1\"],\"value\":\"3\"}]", "a killer sudoku (cages)"),
        ("\"thermometer\":[{\"lines\":[[\"R1C1\",\"R1C2\"]]}]", "a thermo sudoku"),
        ("\"arrow\":[{\"lines\":[[\"R1C1\"]]}]", "an arrow sudoku"),
        ("\"diagonal+\":true", "a diagonal sudoku"),
        ("\"antiknight\":true", "an anti-knight sudoku"),
        ("\"antiking\":true", "an anti-king sudoku"),
        ("\"xv\":[{\"cells\":[\"R1C1\",\"R1C2\"],\"value\":\"x\"}]", "an XV sudoku"),
        ("\"odd\":[{\"cell\":\"R1C1\"}]", "an even-odd sudoku"),
        ("\"extraregion\":[{\"cells\":[\"R1C1\"]}]", "a windoku (extra regions)"),
        ("\"fogofwar\":[\"R1C1\"]", "a fog sudoku"),
        ("\"tomorrow\":[{\"cell\":\"R1C1\"}]", "the constraint `tomorrow`"),
        ("\"ruleset\":\"Digits along an arrow sum to the circle.\"", "an arrow sudoku"),
        ("\"line\":[{\"lines\":[[\"R1C1\"]]}]", "a line on the board"),
    ] {
        let said = said(&packed(&board(&format!(",{field}"))));
        assert!(said.starts_with("1:1: ") && said.contains(name), "{field}: {said}");
        assert!(said.ends_with("Quadrille solves classic puzzles only"), "{said}");
    }
    let jigsaw = board("").replacen("{}", "{\"region\":3}", 1);
    assert!(said(&packed(&jigsaw)).contains("a jigsaw (irregular regions)"));
    let hole = board("").replacen("{}", "{\"region\":null}", 1);
    assert!(said(&packed(&hole)).contains("a jigsaw (irregular regions)"));
    assert_eq!(said(&packed(&board(",\"killercage\":[],\"odd\":null"))), FOUR);
}

#[test]
fn the_json_of_sudokupad_is_read() {
    let regions = "[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],\
        [[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]]";
    let strict = format!(
        "{{\"id\":\"x\",\"cellSize\":50,\"metadata\":{{\"title\":\"T\",\"rules\":[\"Normal sudoku rules\"]}},\
         \"cells\":[[{{\"value\":\"1\"}},{{}},{{\"centremarks\":[\"2\",3]}},{{}}],[{{}},{{}},{{}},{{}}],\
         [{{}},{{}},{{}},{{}}],[{{}},{{}},{{}},{{}}]],\"regions\":{regions},\
         \"cages\":[{{\"value\":\"author: A: B\"}}],\"lines\":[],\"arrows\":[]}}"
    );
    let short = format!(
        "{{id:x,cs:50,metadata:{{title:'T',rules:['Normal sudoku rules']}},\
         ce:[[{{v:1}},,{{centremarks:[2,3]}},],[,,,],[,,,],[,,,]],re:{regions},ca:[{{v:'author: A: B'}}]}}"
    );
    for json in [strict, short] {
        for prefix in ["scl", "ctc"] {
            let link = format!("https://sudokupad.app/{prefix}{}", lz::compress(&json));
            assert_eq!(said(&link), FOUR, "{json}");
            let (_, extra) = find(link.as_bytes()).unwrap().decode().unwrap();
            assert_eq!(extra.details.get(Detail::Title), Some("T"));
            assert_eq!(extra.details.get(Detail::Author), Some("A: B"));
            assert_eq!(extra.candidates.unwrap().get(Cell::new(2)), DigitSet::from_bits(6));
        }
        for (from, to, name) in [
            (
                "[{\"value\":\"author: A: B\"}]",
                "[{\"cells\":[[0,0]],\"value\":3}]",
                "a killer sudoku",
            ),
            (
                "\"lines\":[]",
                "\"underlays\":[{}],\"metaData\":{\"antiknight\":true}",
                "an anti-knight",
            ),
            ("[\"Normal sudoku rules\"]", "\"Mind the arrows\"", "an arrow sudoku"),
            ("[[0,0],[0,1],", "[[0,0],[0,2],", "a jigsaw"),
            ("[[0,0],[0,1],", "[[0,0],[0,99],", "not a puzzle"),
            (
                ",\"rules\":[\"Normal sudoku rules\"]}",
                "},\"overlays\":[{}]",
                "a drawing on the board",
            ),
        ] {
            if json.contains(from) {
                let link = format!("scl{}", lz::compress(&json.replace(from, to)));
                let said = said(&link);
                assert!(said.contains(name), "{name}: {said}");
            }
        }
    }
}

#[test]
fn links_without_a_puzzle_say_so() {
    for (link, part) in [
        (
            "https://sudokupad.app/4Qq7hjbMpT",
            "`4Qq7hjbMpT` is only the name of a puzzle on the server of SudokuPad",
        ),
        ("https://sudokupad.app/pdyxs/whispers", "`pdyxs/whispers` is only the name"),
        ("https://sudokupad.app/sclABC", "`sclABC` is only the name"),
        ("https://sudokupad.app/classical", "`classical` is only the name"),
        (
            "http://f-puzzles.com/?id=yhkyz63b",
            "`yhkyz63b` is only the name of a puzzle on the server of f-puzzles",
        ),
        ("https://sudokupad.app/", "a link to SudokuPad without a puzzle"),
        ("https://f-puzzles.com/", "a link to f-puzzles without a puzzle"),
        ("https://f-puzzles.com/?load=N4Igzglgg", "the link is cut off"),
        ("https://f-puzzles.com/?load=N4Ig%zz", "damaged"),
        ("https://f-puzzles.com/?load=N4IgHiBcDMC+Q===", "not a puzzle"),
        ("https://sudokupad.app/scl%7Bce%3A%5B%5D%7D", "1 cells in the row"),
    ] {
        let said = said(link);
        assert!(said.starts_with("1:1: ") && said.contains(part), "{link}: {said}");
    }
    assert!(said("x https://sudokupad.app/4Qq7hjbMpT").starts_with("1:3: "));
    for prose in ["see classics and classicists", "https://example.org/", "sclerosis", "f-puzzles"]
    {
        assert_eq!(find(prose.as_bytes()), None, "{prose}");
    }
}

#[test]
fn bad_boards_are_refused() {
    for (json, part) in [
        (
            board("").replace("\"size\":4", "\"size\":3"),
            "3 cells in the row; no board has that side",
        ),
        (board("").replace("\"size\":4", "\"size\":99999999999999999999"), "not a puzzle"),
        (board("").replace("\"size\":4", "\"size\":9"), "after 4 rows, expected 9"),
        (board("").replacen("{},{}", "{}", 1), "3 cells in the row, expected 4"),
        (
            board("").replace("\"value\":1", "\"value\":5"),
            "`5` in r1c1, expected a digit from 1 to 4",
        ),
        (board("").replace("\"value\":1", "\"value\":-1"), "`-1` in r1c1"),
        (board("").replace("\"value\":1", "\"value\":\"one\""), "`one` in r1c1"),
        (board("").replacen("{}", "{\"value\":1,\"given\":true}", 1), "r1c"),
        (format!("{}{}", "[".repeat(50_000), "]".repeat(50_000)), "damaged"),
        (format!("{{\"grid\":{}{}}}", "[".repeat(50_000), "]".repeat(50_000)), "not a puzzle"),
        ("{}".to_owned(), "not a puzzle"),
    ] {
        let said = said(&packed(&json));
        assert!(said.starts_with("1:1: ") && said.contains(part), "{json:.60}: {said}");
    }
}

#[test]
fn bombs_are_refused() {
    // As large as a line can be, and it would unpack to 400 MB.
    let bomb = lz::compress(&format!("{{{}", " ".repeat(2 << 20)));
    assert!(bomb.len() < 10_000);
    assert!(said(&format!("https://f-puzzles.com/?load={bomb}")).contains("more than 1 MiB"));
    // Slashes make the reader try several repairs, each of which is bounded.
    let slashes = "/A".repeat(30_000);
    assert!(said(&format!("https://sudokupad.app/scl{slashes}")).starts_with("1:1: "));
}

#[test]
fn descriptions_that_look_like_rules_of_a_variant_are_left_out() {
    let (puzzle, _) = find(packed(&board("")).as_bytes()).unwrap().decode().unwrap();
    let mut extra = Extra::default();
    extra.details.push(Detail::Description, "Symmetric about the diagonal");
    for format in [&FPuzzles as &dyn PuzzleFormat, &SudokuPad] {
        let mut link = String::new();
        let left_out = format.write(&puzzle, &extra, &mut link).unwrap();
        assert_eq!(left_out.to_string(), "description");
        assert_eq!(said(&link), FOUR);
    }
}

#[test]
fn joined_slashes_are_repaired() {
    let repaired = (0..12).find_map(|length| {
        // A unit of 16 ones makes slashes, where it falls on the right place.
        let title = format!("{}\u{ffff}", &"abcdefghijkl"[..length]);
        let data = lz::compress(&board(&format!(",\"title\":\"{title}\"")));
        let (before, after) = data.split_once("//")?;
        Some(said(&format!("https://sudokupad.app/fpuzzles{before}/{after}")))
    });
    assert_eq!(repaired.as_deref(), Some(FOUR));
}

#[test]
fn the_expected_shape_holds_for_links() {
    let text = format!("{FOUR}\n{}\n{}\n", PUBLISHED[0].0, packed(&board("")));
    let mut reader = Reader::new(text.as_bytes(), ReadOptions::default());
    let mut said = Vec::new();
    while let Some(record) = reader.next() {
        said.push(
            record.unwrap().puzzle.map_err(|error| error.to_string()).map(|it| it.to_string()),
        );
    }
    let wrong = Err("81 cells, expected 16".to_owned());
    assert_eq!(said, [Ok(FOUR.to_owned()), wrong, Ok(FOUR.to_owned())]);
}

/// Any puzzle that fits a link, with everything that a link can hold.
fn records() -> impl Strategy<Value = (Puzzle, Extra)> {
    const SHAPES: [(usize, usize); 7] = [(2, 2), (2, 3), (3, 2), (3, 3), (1, 7), (2, 5), (4, 4)];
    let cells = prop::collection::vec((any::<u64>(), 0..12_u8), 256);
    (prop::sample::select(&SHAPES[..]), cells, "\\PC{0,12}").prop_map(|(shape, cells, title)| {
        let shape = BoxShape::new(shape.0, shape.1).unwrap();
        let side = shape.side();
        let mut givens = Puzzle::try_from(Grid::empty(shape)).unwrap();
        let mut entries = Grid::empty(shape);
        let mut notes = CandidateSet::none(shape);
        for (index, (bits, kind)) in cells.into_iter().take(shape.cells()).enumerate() {
            let cell = Cell::new(index);
            let digit = Digit::new((bits % side as u64) as u8 + 1).unwrap();
            match kind {
                0..3 => givens = givens.with(cell, digit).unwrap_or(givens),
                3..6 => entries.set(cell, Some(digit)),
                6..8 => notes.set(cell, DigitSet::from_bits(bits & DigitSet::all(side).bits())),
                _ => {}
            }
        }
        let mut details = Details::default();
        details.push(Detail::Title, &title);
        details.push(Detail::Description, "Normal sudoku rules apply.");
        let is_begun = entries.filled().next().is_some();
        let entries = is_begun.then_some(entries);
        let has_notes = notes.cells().iter().any(|set| !set.is_empty());
        (givens, Extra { entries, candidates: has_notes.then_some(notes), details })
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read((puzzle, extra) in records()) {
        for format in [&FPuzzles as &dyn PuzzleFormat, &SudokuPad] {
            let mut link = String::new();
            let left_out = format.write(&puzzle, &extra, &mut link).unwrap();
            let (read, read_extra) = find(link.as_bytes()).unwrap().decode().unwrap();
            prop_assert_eq!(&read, &puzzle);
            let entries = extra.entries.clone().filter(|_| format.carries().entries);
            prop_assert_eq!(left_out.entries, entries != extra.entries);
            prop_assert_eq!(read_extra, Extra { entries, ..extra.clone() });
        }
    }

    #[test]
    fn no_damaged_link_panics(cut in 0..700_usize, at in 0..700_usize, symbol in "[A-Za-z0-9+/=%{}]") {
        for (link, ..) in PUBLISHED {
            let _ = said(&link[..cut.min(link.len())]);
            let mut link = link.to_owned();
            let at = at.min(link.len() - 1);
            link.replace_range(at..=at, &symbol);
            let _ = said(&link);
            let _ = said(&link.replace("f-puzzles.com/?load=", "sudokupad.app/scl"));
            let _ = said(&link.replace("f-puzzles.com/?load=", "sudokupad.app/classic"));
            let _ = said(&link.replace("f-puzzles.com/?load=", "sudokupad.app/scf"));
        }
    }
}
