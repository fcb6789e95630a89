//! Every registered format through one suite: what is written is read back, whatever the bytes
//! are there is neither panic nor flood, and errors point into the text.

use proptest::collection::vec;
use proptest::prelude::*;
use quadrille_core::{BoxShape, CandidateSet, Cell, Digit, DigitSet, Edges, Grid, Puzzle};
use quadrille_formats::{
    Detail, Details, Extra, FORMATS, LONGEST_LINE, LeftOut, ParseErrorKind, PuzzleFormat,
    ReadOptions, Reader, Sizes, Unrepresentable, by_file_name, detect, drawn, read_text,
};

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

/// Boxes of one row or column leave a block without its borders.
fn shapes_with_borders() -> impl Strategy<Value = BoxShape> {
    shapes().prop_filter("has borders", |shape| shape.rows() > 1 && shape.columns() > 1)
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
    some_puzzles_of(shapes())
}

fn some_puzzles_of(shapes: impl Strategy<Value = BoxShape>) -> impl Strategy<Value = Vec<Puzzle>> {
    (shapes, any::<bool>())
        .prop_flat_map(|(shape, with_edges)| vec(puzzles(shape, with_edges), 1..4))
}

/// The file with these records; what the format omits of them.
fn write_all(
    format: &dyn PuzzleFormat,
    records: &[(Puzzle, Extra)],
) -> Result<(String, LeftOut), Unrepresentable> {
    let (mut text, mut left_out) = (format.before().to_owned(), LeftOut::default());
    for (index, (puzzle, extra)) in records.iter().enumerate() {
        if index > 0 {
            text.push_str(format.between());
        }
        left_out |= format.write(puzzle, extra, &mut text)?;
    }
    text.push_str(format.after());
    Ok((text, left_out))
}

/// Puzzles with nothing else.
fn bare(puzzles: &[Puzzle]) -> Vec<(Puzzle, Extra)> {
    puzzles.iter().map(|puzzle| (puzzle.clone(), Extra::default())).collect()
}

fn read_all(
    format: &'static dyn PuzzleFormat,
    text: &str,
    options: &ReadOptions,
) -> Vec<(Puzzle, Extra)> {
    let mut reader = Reader::new(text.as_bytes(), ReadOptions { format: Some(format), ..*options });
    let mut records = Vec::new();
    while let Some(record) = reader.next() {
        let record = record.unwrap();
        let puzzle = record.puzzle.unwrap_or_else(|error| {
            panic!("{}: {}:{}: {error}:\n{text}", format.id(), error.line, error.column)
        });
        records.push((puzzle, record.extra.map_or_else(Extra::default, |extra| *extra)));
    }
    records
}

/// Whether a format says rightly that it cannot hold a puzzle.
fn is_refused(format: &dyn PuzzleFormat, puzzle: &Puzzle, error: &Unrepresentable) -> bool {
    let (carries, shape) = (format.carries(), puzzle.shape());
    match error {
        Unrepresentable::Edges { .. } => !carries.edges && !puzzle.edges().is_empty(),
        // A candidate grid with digits in it is a position.
        Unrepresentable::Marks { .. } => {
            puzzle.marks().is_some()
                && (!carries.marks
                    || format.id() == "candidates" && puzzle.givens().filled().count() > 0)
        }
        Unrepresentable::Side { .. } => {
            // Pencilmarks beyond 35 have no symbols anywhere.
            shape.side() > 35 || matches!(carries.sizes, Sizes::UpTo(most) if shape.side() > most)
        }
        Unrepresentable::OnlyNine { .. } => carries.sizes == Sizes::Nine && shape != BoxShape::NINE,
        Unrepresentable::OnlySquares { .. } => {
            carries.sizes == Sizes::Squares && shape.rows() != shape.columns()
        }
        _ => false,
    }
}

fn check_written(format: &'static dyn PuzzleFormat, records: &[(Puzzle, Extra)]) {
    let (text, left_out) = match write_all(format, records) {
        Ok(written) => written,
        Err(error) => {
            let is_refused = records.iter().any(|(puzzle, _)| is_refused(format, puzzle, &error));
            assert!(is_refused, "{}: {error}", format.id());
            return;
        }
    };
    let mut expected = LeftOut::default();
    for (_, extra) in records {
        expected |= format.carries().left_out(extra);
    }
    // Some notes cannot be written even where notes can.
    expected.candidates |= left_out.candidates;
    assert_eq!(left_out, expected, "{}", format.id());
    let kept = |extra: &Extra| {
        let mut kept = extra.clone();
        kept.entries = kept.entries.filter(|_| !left_out.entries);
        kept.candidates = kept.candidates.filter(|_| !left_out.candidates);
        let mut details = Details::default();
        for (detail, text) in extra.details.iter() {
            if !left_out.details().any(|out| out == detail) {
                details.push(detail, text);
            }
        }
        Extra { details, ..kept }
    };
    let expected: Vec<(Puzzle, Extra)> =
        records.iter().map(|(puzzle, extra)| (puzzle.clone(), kept(extra))).collect();
    let shape = records[0].0.shape();
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
            format!("\n{text}\n\n"),
        ] {
            let mut read = read_all(format, &text, &options);
            // Notes are omitted cell by cell, so others may be there.
            if left_out.candidates {
                read.iter_mut().for_each(|(_, extra)| extra.candidates = None);
            }
            assert_eq!(read, expected, "{}:\n{text}", format.id());
        }
    }
}

/// A record of a puzzle, with the notes and entries of a solver.
fn record(puzzle: Puzzle) -> impl Strategy<Value = (Puzzle, Extra)> {
    let shape = puzzle.shape();
    let (cells, side) = (shape.cells(), shape.side());
    let entries = vec((0..cells, 1..=side as u8), 0..4);
    let notes = vec((0..cells, 1..1_u64 << side), 0..4);
    let word = "[a-z<>&\"'\\\\é][a-z ,;#|<>&\"'\\\\]{0,6}[a-z]";
    let details =
        prop::sample::subsequence(Detail::ALL.to_vec(), 0..=9).prop_flat_map(move |kinds| {
            let texts = vec(word, kinds.len());
            (Just(kinds), texts)
        });
    (entries, notes, details).prop_map(move |(proposed, notes, (kinds, texts))| {
        let mut extra = Extra::default();
        let mut entries = Grid::empty(shape);
        for (cell, digit) in proposed {
            if puzzle.givens().get(Cell::new(cell)).is_none() {
                entries.set(Cell::new(cell), Digit::new(digit));
            }
        }
        extra.entries = Some(entries).filter(|entries| entries.filled().next().is_some());
        let values = extra.values(&puzzle);
        let mut candidates = CandidateSet::none(shape);
        for (cell, digits) in notes {
            if values.get(Cell::new(cell)).is_none() {
                candidates.set(Cell::new(cell), DigitSet::from_bits(digits));
            }
        }
        let any = candidates.cells().iter().any(|digits| !digits.is_empty());
        // Notes that are just what the rules leave are no notes to some formats.
        let in_all = values.empty_cells().all(|cell| !candidates.get(cell).is_empty());
        extra.candidates = Some(candidates).filter(|_| any && !in_all);
        for (kind, text) in kinds.into_iter().zip(texts) {
            extra.details.push(kind, &text);
        }
        (puzzle.clone(), extra)
    })
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
        assert!(!seen.is_empty(), "{}", format.id());
        // A line of these may hold any number of puzzles, one within the other.
        if !["json", "opensudoku"].contains(&format.id()) {
            assert!(seen.len() <= lines.len(), "{}: {seen:?}", format.id());
            assert!(seen.is_sorted_by_key(|(line, _)| *line), "{}", format.id());
        }
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
            check_written(*format, &bare(&puzzles));
        }
    }

    #[test]
    fn symbols_are_written_like_the_puzzle(puzzle in puzzles(BoxShape::NINE, false)) {
        let puzzle = Puzzle::new(puzzle.givens().clone(), Edges::none()).unwrap();
        let mut copies = 0;
        for format in FORMATS {
            let (mut copied, mut written) = (String::new(), String::new());
            if format.write_symbols(&puzzle.to_string(), &mut copied) {
                format.write(&puzzle, Extra::NONE, &mut written).unwrap();
                prop_assert_eq!(copied, written, "{}", format.id());
                copies += 1;
            }
        }
        prop_assert_eq!(copies, 1);
    }

    #[test]
    fn entries_notes_and_details_are_read_back(
        records in some_puzzles().prop_flat_map(|puzzles| {
            puzzles.into_iter().map(record).collect::<Vec<_>>()
        }),
    ) {
        for format in FORMATS {
            check_written(*format, &records);
        }
    }

    #[test]
    fn mixed_sizes_are_read_back(puzzles in vec(any_puzzle(), 1..4)) {
        let options = ReadOptions { mixed_sizes: true, ..Default::default() };
        let common = |puzzle: &Puzzle| BoxShape::of_side(puzzle.shape().side()) == Some(puzzle.shape());
        let puzzles: Vec<Puzzle> = puzzles.into_iter().filter(common).collect();
        for format in FORMATS {
            let of_format = |puzzle: &&Puzzle| match format.id() {
                "dualsudoku" if puzzle.shape().rows() != puzzle.shape().columns() => false,
                _ => format.write(puzzle, Extra::NONE, &mut String::new()).is_ok(),
            };
            let some: Vec<Puzzle> = puzzles.iter().filter(of_format).cloned().collect();
            let some = bare(&some);
            let (text, _) = write_all(*format, &some).unwrap();
            if !some.is_empty() {
                prop_assert_eq!(read_all(*format, &text, &options), some, "{}", format.id());
            }
        }
    }

    #[test]
    fn written_puzzles_are_detected(puzzles in some_puzzles_of(shapes_with_borders())) {
        // 16 and 36 cells in a row of empty cells may be anything.
        let shape = puzzles[0].shape();
        let options = ReadOptions { shape: Some(shape), ..Default::default() };
        for format in FORMATS {
            if let Ok((text, _)) = write_all(*format, &bare(&puzzles)) {
                let extension = format.extensions().first().unwrap_or(&"");
                let hint = by_file_name(&format!("x.{extension}"));
                prop_assert_eq!(detect(text.as_bytes(), hint).id(), format.id(), "{}", text);
                // Without a file name, it may be a format that reads the same. `sdx` without an
                // entry looks like a candidate grid, which has rules of its own.
                if format.id() != "sdx" {
                    let detected = detect(text.as_bytes(), None);
                    prop_assert_eq!(read_all(detected, &text, &options), bare(&puzzles));
                }
            }
        }
    }

    #[test]
    fn drawn_grids_are_blocks(puzzle in any_puzzle()) {
        let text = drawn(puzzle.givens(), &Edges::none(), &|_, text| text.to_string());
        let block = quadrille_formats::by_id("block").unwrap();
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
        let line_format = quadrille_formats::by_id("line").unwrap();
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
    fn a_wrong_symbol_is_found_where_it_stands(row in 0usize..9, column in 0usize..9, at in 0usize..5) {
        let empty = Puzzle::try_from(Grid::empty(BoxShape::NINE)).unwrap();
        for format in FORMATS.iter().filter(|format| !is_packed(**format)) {
            let (mut text, _) = write_all(*format, &bare(&vec![empty.clone(); 6])).unwrap();
            let (line, offset) = place_of(*format, at, row, column);
            let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
            text.replace_range(start + offset..start + offset + 1, "?");
            let read = read_text(*format, text.as_bytes(), &ReadOptions::default());
            let bad: Vec<_> = read.iter().filter_map(|puzzle| puzzle.as_ref().err()).collect();
            prop_assert_eq!((read.len(), bad.len()), (6, 1), "{}", text);
            let place = (bad[0].line, bad[0].column);
            prop_assert_eq!(place, (line as u64 + 1, offset as u64 + 1), "{}", text);
        }
    }
}

/// Whether a format packs its puzzles, so that no part of the text is a cell.
fn is_packed(format: &dyn PuzzleFormat) -> bool {
    matches!(format.id(), "f-puzzles" | "sudokupad")
}

/// The line, from 0, and the byte in it at which a cell of an empty 9x9 puzzle is, given how many
/// puzzles are before it in the file.
fn place_of(format: &dyn PuzzleFormat, before: usize, row: usize, column: usize) -> (usize, usize) {
    let empty = Puzzle::try_from(Grid::empty(BoxShape::NINE)).unwrap();
    let mut one = format.between().to_owned();
    format.write(&empty, Extra::NONE, &mut one).unwrap();
    let head = format.before().lines().count();
    let cell = row * 9 + column;
    let (line, offset) = match format.id() {
        "line" | "sdm" | "csv" => (0, cell),
        "pencilmark" => (0, cell * 9),
        "hodoku" => (0, 8 + cell),
        "json" => (0, "{\"puzzle\":\"".len() + cell),
        "opensudoku" => (0, one.find("data=").unwrap() + 6 + cell),
        // Two borders, each below a band, and " | " for " ".
        "block" => (row + row / 3, 2 * column + column / 3 * 2),
        "sdk" => (row, column),
        "ss" => (1 + row + row / 3, 1 + column + column / 3),
        // Nine candidates a cell.
        "sdx" => (row, 10 * column),
        "candidates" => (1 + row + row / 3, 2 + 10 * column + column / 3 * 2),
        "dualsudoku" => (1 + 2 * row, 4 * column),
        "lewis" => (1 + row, 3 * column),
        "lloyd-amos" => (2 + row, 3 * column),
        other => panic!("say where the cells of `{other}` are"),
    };
    (head + before * one.lines().count() + line, offset)
}

#[test]
fn conflicts_are_reported_in_every_format() {
    // In a candidate grid, a digit is a candidate as long as its peers may hold it.
    let is_apart = |format: &dyn PuzzleFormat| format.id() == "candidates" || is_packed(format);
    for format in FORMATS.iter().filter(|format| !is_apart(**format)) {
        let mut grid = Grid::empty(BoxShape::NINE);
        grid.set(Cell::new(0), Digit::new(7));
        let (mut text, _) = write_all(*format, &bare(&[Puzzle::try_from(grid).unwrap()])).unwrap();
        // The last cell of the first row.
        let (line, offset) = place_of(*format, 0, 0, 8);
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let (offset, digit) = match format.id() {
            "pencilmark" => (offset, "......7.."),
            // A digit, then groups of eight.
            "sdx" => (2 + 7 * 9, "7       "),
            // `-1` is longer than the digit in the first cell.
            "lewis" | "lloyd-amos" => (offset - 1, "7 "),
            _ => (offset, "7"),
        };
        text.replace_range(start + offset..start + offset + digit.len(), digit);
        let error = read_text(*format, text.as_bytes(), &ReadOptions::default()).remove(0);
        let error = error.unwrap_err();
        assert_eq!((error.line, error.column), (line as u64 + 1, offset as u64 + 1), "{text}");
        assert_eq!(error.to_string(), "r1c1 and r1c9 both hold 7 in row 1");
    }
}

/// A file that ends too early, wherever it does, keeps the puzzles that are complete.
#[test]
fn truncated_files_lose_one_record() {
    let puzzle: Puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
            .parse()
            .unwrap();
    for format in FORMATS {
        let (text, _) = write_all(*format, &bare(&vec![puzzle.clone(); 3])).unwrap();
        let start = text.rfind(&text[format.before().len()..][..9]).unwrap();
        for length in 0..text.len() {
            let read = read_text(*format, &text.as_bytes()[..length], &ReadOptions::default());
            let good = read.iter().flatten().filter(|read| **read == puzzle).count();
            let bad = read.iter().filter(|puzzle| puzzle.is_err()).count();
            assert!(bad <= 1 && read.len() <= 4, "{}: {read:?}", format.id());
            assert!(good >= 2 || length < start, "{} {length}: {read:?}", format.id());
        }
    }
}

#[test]
fn a_long_line_is_an_error_in_every_format() {
    // In JSON and XML, lines mean nothing.
    for format in FORMATS.iter().filter(|f| !["json", "opensudoku"].contains(&f.id())) {
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
