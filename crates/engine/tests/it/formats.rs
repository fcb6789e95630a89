//! Every registered format through one suite: what is written is read back, whatever the bytes
//! are there is neither panic nor flood, and errors point into the text.

use proptest::collection::vec;
use proptest::prelude::*;
use quadrille_engine::format::{
    Extra, FORMATS, LONGEST_LINE, ParseErrorKind, PuzzleFormat, ReadOptions, Reader,
    Unrepresentable, by_file_name, detect, drawn, read_text,
};
use quadrille_engine::{BoxShape, CandidateSet, Cell, Digit, DigitSet, Edges, Grid, Puzzle};

/// Shapes with small, large and lopsided boxes; the last two write numbers.
const SHAPES: [(usize, usize); 12] = [
    (2, 2),
    (1, 5),
    (2, 3),
    (3, 2),
    (3, 3),
    (9, 1),
    (2, 5),
    (4, 4),
    (4, 5),
    (5, 7),
    (6, 6),
    (7, 7),
];

fn shapes() -> impl Strategy<Value = BoxShape> {
    prop::sample::select(SHAPES.as_slice()).prop_map(|(r, c)| BoxShape::new(r, c).unwrap())
}

/// Any puzzle of a shape: of the proposed givens and edges those that do not conflict are kept.
fn puzzles(shape: BoxShape, with_edges: bool) -> impl Strategy<Value = Puzzle> {
    let (cells, side) = (shape.cells(), shape.side());
    let givens = vec((0..cells, 1..=side as u8), 0..cells.min(200));
    let edges = vec((0..cells, any::<bool>()), 0..if with_edges { 20 } else { 1 });
    let marks = vec((0..cells, 1..1_u64 << side), 0..4);
    (givens, edges, marks).prop_map(move |(givens, proposed, proposed_marks)| {
        let mut pairs = Vec::new();
        for (cell, below) in proposed {
            let other = if below { cell + side } else { cell + 1 };
            let fits = if below { other < cells } else { other % side != 0 };
            if fits && with_edges {
                pairs.push((Cell::new(cell), Cell::new(other)));
            }
        }
        let mut puzzle =
            Puzzle::new(Grid::empty(shape), Edges::new(shape, pairs).unwrap()).unwrap();
        for (cell, digit) in givens {
            let mut grid = puzzle.givens().clone();
            grid.set(Cell::new(cell), Digit::new(digit));
            puzzle = Puzzle::new(grid, puzzle.edges().clone()).unwrap_or(puzzle);
        }
        if proposed_marks.len() < 2 {
            return puzzle;
        }
        let mut marks = CandidateSet::full(shape);
        for (cell, digit) in puzzle.givens().filled() {
            marks.set(cell, DigitSet::only(digit));
        }
        for (cell, digits) in proposed_marks {
            let digits = DigitSet::from_bits(digits);
            if digits.len() > 1 && marks.get(Cell::new(cell)).len() > 1 {
                marks.set(Cell::new(cell), digits);
            }
        }
        Puzzle::from_marks(marks, puzzle.edges().clone()).unwrap()
    })
}

fn any_puzzle() -> impl Strategy<Value = Puzzle> {
    (shapes(), any::<bool>()).prop_flat_map(|(shape, with_edges)| puzzles(shape, with_edges))
}

/// A few puzzles of one shape.
fn some_puzzles() -> impl Strategy<Value = Vec<Puzzle>> {
    (shapes(), any::<bool>())
        .prop_flat_map(|(shape, with_edges)| vec(puzzles(shape, with_edges), 1..4))
}

fn write_all(format: &dyn PuzzleFormat, puzzles: &[Puzzle]) -> Result<String, Unrepresentable> {
    let mut text = String::new();
    for puzzle in puzzles {
        if !text.is_empty() {
            text.push_str(format.between());
        }
        format.write(puzzle, Extra::NONE, &mut text)?;
    }
    Ok(text)
}

fn check_written(format: &'static dyn PuzzleFormat, puzzles: &[Puzzle]) {
    let has_edges = puzzles.iter().any(|puzzle| !puzzle.edges().is_empty());
    let text = match write_all(format, puzzles) {
        Ok(text) => text,
        Err(Unrepresentable::Edges { .. }) if has_edges && format.id() == "block" => return,
        Err(Unrepresentable::Side { .. })
            if format.id() == "pencilmark" && puzzles[0].shape().side() > 35 =>
        {
            return;
        }
        Err(Unrepresentable::Marks { .. })
            if format.id() != "pencilmark" && puzzles.iter().any(|p| p.marks().is_some()) =>
        {
            return;
        }
        Err(error) => panic!("{}: {error}", format.id()),
    };
    let shape = puzzles[0].shape();
    let square = BoxShape::of_side(shape.side()) == Some(shape)
        && (format.id() != "dualsudoku" || shape.rows() == shape.columns());
    let forced = ReadOptions { shape: Some(shape), ..Default::default() };
    let free = ReadOptions::default();
    for options in [Some(forced), square.then_some(free)].into_iter().flatten() {
        for text in [
            text.clone(),
            text.replace('\n', "\r\n"),
            text.replace('\n', "\r"),
            format!("\u{feff}{text}"),
        ] {
            let read: Vec<Puzzle> = read_text(format, text.as_bytes(), &options)
                .into_iter()
                .map(|puzzle| puzzle.unwrap_or_else(|error| panic!("{error}:\n{text}")))
                .collect();
            assert_eq!(read, puzzles, "{}:\n{text}", format.id());
        }
    }
}

/// What must hold for any bytes: no panic, no more records than lines, places within the text,
/// the same however the bytes arrive.
fn check_any_bytes(bytes: &[u8], options: &ReadOptions) {
    // Nothing lies between the two bytes of a line end.
    let is_within_end = |at: usize| at > 0 && bytes[at - 1..=at] == *b"\r\n";
    let whole_ends = (0..bytes.len()).filter(|&at| !is_within_end(at)).map(|at| bytes[at]);
    let one_a_byte: Vec<u8> =
        whole_ends.map(|byte| if byte == b'\r' { b'\n' } else { byte }).collect();
    let lines: Vec<&[u8]> = one_a_byte.split(|&byte| byte == b'\n').collect();
    for format in FORMATS.iter().copied().map(Some).chain([None]) {
        let mut seen = Vec::new();
        let mut reader = Reader::new(bytes, ReadOptions { format, ..*options });
        let format = reader.format().unwrap();
        while let Some(record) = reader.next() {
            let record = record.unwrap();
            seen.push((record.line, record.puzzle));
        }
        assert!(!seen.is_empty() && seen.len() <= lines.len(), "{}: {seen:?}", format.id());
        assert!(seen.is_sorted_by_key(|(line, _)| *line));
        for (line, puzzle) in &seen {
            assert!((1..=lines.len() as u64).contains(line));
            let Err(error) = puzzle else { continue };
            assert_eq!(error.format, format.id());
            assert!(error.line >= *line || error.is_of_whole_input(), "{error:?} of {line}");
            let text = lines[error.line as usize - 1];
            let width = String::from_utf8_lossy(text).chars().count() as u64;
            assert!((1..=width + 1).contains(&error.column), "{error:?} in {text:?}");
            assert!(!error.to_string().contains(['\n', '\r', '\u{1b}']), "{error:?}");
        }
    }
    let _ = detect(bytes, None);
}

/// Text that is nearly a puzzle, so that random changes reach every corner of the readers.
fn almost_text() -> impl Strategy<Value = Vec<u8>> {
    let lines = vec(
        prop_oneof![
            "[1-9.]{81}",
            "[1-4.]{16}",
            "[1-9A-G.0*_-]{16}",
            "[1-9.]{9}",
            "([0-9]{1,2} ){15}[0-9]",
            "[-+| ]{1,13}",
            "[0-9] [-+] [0-9] [-+] [0-9] [-+] [0-9]",
            "[-+] [-+] [-+] [-+]",
            "(4|9|16)",
            "",
            "# [a-z]{3}",
            "[1-9.]{81} edges=r[0-9]c[0-9]-r[0-9]c[0-9]",
            "\\PC{0,30}",
        ],
        0..30,
    );
    let changes = vec((any::<prop::sample::Index>(), any::<u8>()), 0..4);
    (lines, changes).prop_map(|(lines, changes)| {
        let mut bytes = lines.join("\n").into_bytes();
        for (place, byte) in changes {
            if !bytes.is_empty() {
                let place = place.index(bytes.len());
                bytes[place] = byte;
            }
        }
        bytes
    })
}

fn any_options() -> impl Strategy<Value = ReadOptions> {
    let shape = prop_oneof![3 => Just(None), 1 => shapes().prop_map(Some)];
    (shape, any::<bool>(), any::<bool>()).prop_map(|(shape, mixed_sizes, lenient)| ReadOptions {
        shape,
        mixed_sizes,
        lenient,
        ..Default::default()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_written_is_read_back(puzzles in some_puzzles()) {
        for format in FORMATS {
            check_written(*format, &puzzles);
        }
    }

    #[test]
    fn mixed_sizes_are_read_back(puzzles in vec(any_puzzle(), 1..4)) {
        let options = ReadOptions { mixed_sizes: true, ..Default::default() };
        let common = |puzzle: &Puzzle| BoxShape::of_side(puzzle.shape().side()) == Some(puzzle.shape());
        let puzzles: Vec<Puzzle> = puzzles.into_iter().filter(common).collect();
        for format in FORMATS {
            let of_format = |puzzle: &&Puzzle| match format.id() {
                "pencilmark" => puzzle.shape().side() <= 35,
                _ if puzzle.marks().is_some() => false,
                "block" => puzzle.edges().is_empty(),
                "dualsudoku" => puzzle.shape().rows() == puzzle.shape().columns(),
                _ => true,
            };
            let some: Vec<Puzzle> = puzzles.iter().filter(of_format).cloned().collect();
            let text = write_all(*format, &some).unwrap();
            if !some.is_empty() {
                let read = read_text(*format, text.as_bytes(), &options);
                prop_assert_eq!(read.into_iter().collect::<Result<Vec<_>, _>>().unwrap(), some);
            }
        }
    }

    #[test]
    fn written_puzzles_are_detected(puzzles in some_puzzles()) {
        // 16 and 36 cells in a row of empty cells may be anything; boxes of one row or column
        // leave a block without its borders.
        let shape = puzzles[0].shape();
        prop_assume!(shape.rows() > 1 && shape.columns() > 1);
        for format in FORMATS {
            if let Ok(text) = write_all(*format, &puzzles) {
                prop_assert_eq!(detect(text.as_bytes(), None).id(), format.id(), "{}", text);
            }
        }
    }

    #[test]
    fn drawn_grids_are_blocks(puzzle in any_puzzle()) {
        let text = drawn(puzzle.givens(), &Edges::none(), &|_, text| text.to_string());
        let block = quadrille_engine::format::by_id("block").unwrap();
        let options = ReadOptions { shape: Some(puzzle.shape()), ..Default::default() };
        let read = read_text(block, text.as_bytes(), &options);
        prop_assert_eq!(read.len(), 1);
        prop_assert_eq!(read[0].as_ref().unwrap().givens(), puzzle.givens());
    }

    #[test]
    fn any_bytes_are_survived(bytes in vec(any::<u8>(), 0..600), options in any_options()) {
        check_any_bytes(&bytes, &options);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn almost_text_is_survived(bytes in almost_text(), options in any_options()) {
        check_any_bytes(&bytes, &options);
    }

    /// The quick way for plain lines and the general one agree.
    #[test]
    fn plain_lines_are_read_alike(
        cells in vec(prop::sample::select(b".........0*_-123456789A".as_slice()), 79..83),
        tail in prop_oneof![Just(""), Just(" 9.0"), Just(",x"), Just(" edges=r1c1-r1c2"), Just("x")],
    ) {
        let line = String::from_utf8(cells).unwrap() + tail;
        let line_format = quadrille_engine::format::by_id("line").unwrap();
        let alone = &read_text(line_format, line.as_bytes(), &ReadOptions::default())[0];
        let forced = ReadOptions { shape: Some(BoxShape::NINE), ..Default::default() };
        let told = &read_text(line_format, line.as_bytes(), &forced)[0];
        match (alone, told) {
            (Ok(alone), Ok(told)) => prop_assert_eq!(alone, told),
            (Err(alone), Err(told)) => {
                prop_assert_eq!((alone.line, alone.column), (told.line, told.column));
            }
            _ => prop_assert!(false, "{:?} {:?}", alone, told),
        }
    }

    /// One wrong symbol is found where it stands, on any line of a batch, in every format.
    #[test]
    fn a_wrong_symbol_is_found_where_it_stands(row in 0usize..9, column in 0usize..9, at in 0u64..5) {
        let empty = Puzzle::try_from(Grid::empty(BoxShape::NINE)).unwrap();
        for format in FORMATS {
            let mut text = write_all(*format, &vec![empty.clone(); 6]).unwrap();
            let lines_each = (text.lines().count() as u64 + 1) / 6;
            let (line, offset) = match format.id() {
                "line" => (0, row * 9 + column),
                "pencilmark" => (0, (row * 9 + column) * 9),
                // Two borders, each below a band, and " | " for " ".
                "block" => (row + row / 3, 2 * column + column / 3 * 2),
                "dualsudoku" => (1 + 2 * row, 4 * column),
                other => panic!("say where the cells of `{other}` are"),
            };
            let line = at * lines_each + line as u64;
            let start: usize = text.split_inclusive('\n').take(line as usize).map(str::len).sum();
            text.replace_range(start + offset..start + offset + 1, "?");
            let read = read_text(*format, text.as_bytes(), &ReadOptions::default());
            let bad: Vec<_> = read.iter().filter_map(|puzzle| puzzle.as_ref().err()).collect();
            prop_assert_eq!((read.len(), bad.len()), (6, 1), "{}", text);
            prop_assert_eq!((bad[0].line, bad[0].column), (line + 1, offset as u64 + 1), "{}", text);
        }
    }
}

#[test]
fn conflicts_are_reported_in_every_format() {
    for format in FORMATS {
        let mut grid = Grid::empty(BoxShape::NINE);
        grid.set(Cell::new(0), Digit::new(7));
        let mut text = String::new();
        format.write(&Puzzle::try_from(grid).unwrap(), Extra::NONE, &mut text).unwrap();
        // The last cell of the first row.
        let (line, column, text_of_cell) = match format.id() {
            "line" => (1, 9, "7"),
            "pencilmark" => (1, 73, "......7.."),
            "block" => (1, 21, "7"),
            "dualsudoku" => (2, 33, "7"),
            other => panic!("say where the cells of `{other}` are"),
        };
        let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
        let end = start + column - 1 + text_of_cell.len();
        text.replace_range(start + column - 1..end, text_of_cell);
        let error = read_text(*format, text.as_bytes(), &ReadOptions::default()).remove(0);
        let error = error.unwrap_err();
        assert_eq!((error.line, error.column), (line as u64, column as u64), "{text}");
        assert_eq!(error.to_string(), "r1c1 and r1c9 both hold 7 in row 1");
    }
}

#[test]
fn a_long_line_is_an_error_in_every_format() {
    for format in FORMATS {
        let text = "7".repeat(LONGEST_LINE + 1);
        let read = read_text(*format, text.as_bytes(), &ReadOptions::default());
        assert_eq!(read.len(), 1);
        assert_eq!(read[0].as_ref().unwrap_err().kind, ParseErrorKind::LineTooLong);
    }
}

/// Public collections that are not in the repository.
#[test]
#[ignore = "needs ../shared/data"]
fn collections_are_read_whole() {
    let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let files = [
        ("17_clue.txt", "line", 49_158),
        ("magictour_top1465.txt", "line", 1_465),
        ("forum_hardest_1106.txt", "line", 375),
        ("serg_benchmark.txt", "line", 10_000),
        ("ratings/se121_trace_100.txt", "line", 100),
        ("large/lewis_9x9.txt", "line", 490),
        ("large/lewis_16x16.txt", "line", 490),
        ("large/lewis_25x25.txt", "line", 490),
        ("dualsudoku_4x4.txt", "dualsudoku", 1),
        ("dualsudoku_9x9.txt", "dualsudoku", 1),
    ];
    for (name, format, count) in files {
        let bytes = std::fs::read(data.join(name)).expect("the shared data is there");
        let head = &bytes[..bytes.len().min(8192)];
        assert_eq!(detect(head, by_file_name(name)).id(), format, "{name}");
        let options = ReadOptions { lenient: true, ..Default::default() };
        let read = read_text(detect(head, by_file_name(name)), &bytes, &options);
        let good = read.iter().filter(|puzzle| puzzle.is_ok()).count();
        assert_eq!(
            good,
            count,
            "{name}: {:?}",
            read.iter().find_map(|puzzle| puzzle.as_ref().err())
        );
    }
}
