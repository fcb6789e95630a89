//! Fuzz targets: functions that take any bytes and must neither panic nor hang.
//!
//! The binary of this package mutates the seeds in `corpus` on stable Rust. `libfuzzer` beside it
//! holds the same targets for `cargo fuzz run --fuzz-dir fuzz/libfuzzer TARGET`.

use std::ffi::OsString;
use std::io::BufReader;

use quadrille_arena::AgentName;
use quadrille_arena::game::GameRecord;
use quadrille_arena::protocol::{FromBot, ToBot, serve};
use quadrille_core::canon::{Canonizer, Form};
use quadrille_core::{BoxShape, Counter, Grid, Meter, NoClock, Rng, Symmetry};
use quadrille_formats::{Extra, FPuzzles, PuzzleFormat, ReadOptions, Reader, SudokuPad, by_id};
use quadrille_lab::Configuration;
use quadrille_lab::experiment::Spec;
use quadrille_lab::experiment::log::read_log;
use quadrille_lab::registry::Registry;
use quadrille_lab::source::Source;
use quadrille_lab::trace::{TraceReader, replay};

/// A function that takes any bytes.
pub type Target = fn(&[u8]);

/// All targets, with the names of their folders in `corpus`.
pub const TARGETS: &[(&str, Target)] = &[
    ("readers", readers),
    ("links", links),
    ("block", |data| format("block", data)),
    ("candidates", |data| format("candidates", data)),
    ("csv", |data| format("csv", data)),
    ("dualsudoku", |data| format("dualsudoku", data)),
    ("hodoku", |data| format("hodoku", data)),
    ("json", |data| format("json", data)),
    ("lewis", |data| format("lewis", data)),
    ("line", |data| format("line", data)),
    ("opensudoku", |data| format("opensudoku", data)),
    ("pencilmark", |data| format("pencilmark", data)),
    ("sdk", |data| format("sdk", data)),
    ("sdx", |data| format("sdx", data)),
    ("ss", |data| format("ss", data)),
    ("spec", spec),
    ("log", log),
    ("trace", trace),
    ("record", record),
    ("protocol", protocol),
    ("names", names),
    ("arguments", arguments),
    ("canon", canon),
];

/// Reads puzzles in any format. The first byte chooses the options; a plain line must be what `next`
/// returns.
pub fn readers(data: &[u8]) {
    let Some((&choice, text)) = data.split_first() else { return };
    let choice = usize::from(choice);
    read(by_id(READERS[choice % 8]), choice, text);
}

/// The formats that the first byte of [`readers`] chooses. Those with a parser of their own since
/// have targets of their own; every other name stands for detection.
const READERS: [&str; 8] =
    ["dualsudoku", "pencilmark", "block", "line", "detect", "detect", "detect", "detect"];

/// Reads puzzles in one format. The first byte chooses the other options. What was read can be
/// written, and is read again.
pub fn format(id: &str, data: &[u8]) {
    let Some((&choice, text)) = data.split_first() else { return };
    let format = by_id(id).expect("targets are named after formats");
    read(Some(format), usize::from(choice), text);
    let mut reader =
        Reader::new(text, ReadOptions { format: Some(format), ..ReadOptions::default() });
    while let Some(record) = reader.next() {
        let record = record.expect("reading from memory cannot fail");
        let Ok(puzzle) = record.puzzle else { continue };
        let extra = record.extra.unwrap_or_default();
        let mut written = format.before().to_owned();
        let Ok(left_out) = format.write(&puzzle, &extra, &mut written) else { continue };
        written.push_str(format.after());
        let options = ReadOptions {
            format: Some(format),
            shape: Some(puzzle.shape()),
            ..ReadOptions::default()
        };
        let mut again = Reader::new(written.as_bytes(), options);
        let again = again.next().expect("a record").expect("reading from memory cannot fail");
        assert_eq!(again.puzzle.as_ref(), Ok(&puzzle), "{written}");
        let again = again.extra.unwrap_or_default();
        if !left_out.entries {
            assert_eq!(again.entries, extra.entries, "{written}");
        }
    }
}

fn read(format: Option<&'static dyn PuzzleFormat>, choice: usize, text: &[u8]) {
    let options = ReadOptions {
        format,
        shape: (choice & 8 != 0).then_some(BoxShape::NINE),
        mixed_sizes: choice & 16 != 0,
        lenient: choice & 32 != 0,
        ..ReadOptions::default()
    };
    let capacity = [64, 1000, 1 << 16][choice / 64 % 3];
    let reader = || Reader::new(BufReader::with_capacity(capacity, text), options);
    let mut expected = Vec::new();
    let mut by_next = reader();
    while let Some(record) = by_next.next() {
        let record = record.expect("reading from memory cannot fail");
        if let Err(error) = &record.puzzle {
            assert!(error.line >= 1 && error.column >= 1 && !error.to_string().is_empty());
        }
        expected.push(record.puzzle.ok());
    }
    let mut expected = expected.into_iter();
    let mut reader = reader();
    loop {
        if let Some(mut plain) = reader.plain_lines() {
            let mut lines = 0;
            for puzzle in plain.by_ref() {
                lines += 1;
                let next = expected.next().expect("`next` returned as many").expect("a puzzle");
                assert_eq!(puzzle.puzzle(), next);
            }
            let bytes = plain.bytes();
            reader.skip_plain(bytes, lines);
        }
        let Some(record) = reader.next() else { break };
        let puzzle = record.expect("reading from memory cannot fail").puzzle.ok();
        assert_eq!(Some(puzzle), expected.next());
    }
    assert_eq!(expected.next(), None);
}

/// Reads a link. The first byte chooses what the rest is: packed data, a code, or the JSON in a link.
/// What can be written as a link again must be the same puzzle.
pub fn links(data: &[u8]) {
    let Some((&choice, rest)) = data.split_first() else { return };
    let escaped = || rest.iter().map(|byte| format!("%{byte:02X}")).collect::<String>();
    let link = match choice % 6 {
        0 => format!("https://f-puzzles.com/?load={}", String::from_utf8_lossy(rest)),
        1 => format!("https://sudokupad.app/fpuzzles{}", String::from_utf8_lossy(rest)),
        2 => format!("https://sudokupad.app/classic{}", String::from_utf8_lossy(rest)),
        3 => format!("https://sudokupad.app/scf{}", escaped()),
        4 => format!("https://sudokupad.app/scl%7B{}", escaped()),
        _ => String::from_utf8_lossy(rest).into_owned(),
    };
    let mut reader = Reader::new(link.as_bytes(), ReadOptions::default());
    while let Some(record) = reader.next() {
        let record = record.expect("reading from memory cannot fail");
        let Ok(puzzle) = record.puzzle else { continue };
        let extra = record.extra.as_deref().unwrap_or(Extra::NONE);
        for format in [&FPuzzles as &dyn PuzzleFormat, &SudokuPad] {
            let mut again = String::new();
            if format.write(&puzzle, extra, &mut again).is_ok() {
                let mut reader = Reader::new(again.as_bytes(), ReadOptions::default());
                let record = reader.next().expect("a link").expect("it is in memory");
                assert_eq!(record.puzzle.as_ref(), Ok(&puzzle), "{again}");
            }
        }
    }
}

/// Parses the specification of an experiment.
pub fn spec(data: &[u8]) {
    if let Ok(spec) = Spec::parse(&String::from_utf8_lossy(data), &Registry::default()) {
        let text = spec.to_string();
        let again = Spec::parse(&text, &Registry::default()).expect("what is written can be read");
        assert_eq!(again.to_string(), text);
    }
}

/// Reads the log of an experiment.
pub fn log(data: &[u8]) {
    let mut rows = 0;
    if let Ok(Some(contents)) = read_log(data, &Registry::default(), |_, _| rows += 1) {
        assert!(contents.good_bytes + contents.cut_bytes == data.len() as u64);
        assert!(rows <= contents.table.planned);
    }
}

/// Reads and replays traces.
pub fn trace(data: &[u8]) {
    let mut next = TraceReader::new(data).ok();
    while let Some(mut reader) = next {
        if replay(&mut reader, |_, _| {}).is_err() {
            return;
        }
        next = reader.following().ok().flatten();
    }
}

/// Reads and replays games.
pub fn record(data: &[u8]) {
    let Ok(games) = GameRecord::read_all(&String::from_utf8_lossy(data)) else { return };
    let lines: String = games.iter().map(GameRecord::to_lines).collect();
    let again = GameRecord::read_all(&lines).expect("what is written can be read");
    assert_eq!(again.len(), games.len());
    for game in games {
        // A game that breaks the rules is an error, not a panic.
        let _ = game.replay(|_, _| {});
    }
}

/// Parses messages in both directions, and lets a simple agent answer them.
pub fn protocol(data: &[u8]) {
    for line in String::from_utf8_lossy(data).lines() {
        for side in [4, 9, 16] {
            if let Ok(message) = FromBot::parse(line, side) {
                assert!(FromBot::parse(&message.line(side), side).is_ok());
            }
            if let Ok(Some(message)) = ToBot::parse(line, side) {
                assert!(ToBot::parse(&message.line(side), side).is_ok());
            }
        }
    }
    let name = AgentName::parse("first-valid").expect("it is registered");
    let build = || name.build().expect("it is a program's");
    // Bad messages are answered or end the service.
    let _ = serve("first-valid", &build, data, &mut std::io::sink(), &NoClock);
}

/// Parses names of configurations, agents and sources.
pub fn names(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(configuration) = Configuration::parse(&text) {
        let name = configuration.to_string();
        let again = Configuration::parse(&name).expect("what is written can be read");
        assert_eq!(again.to_string(), name);
    }
    if let Ok(agent) = AgentName::parse(&text) {
        assert!(AgentName::parse(&agent.to_string()).is_ok(), "{agent}");
    }
    let _ = text.parse::<Source>();
}

/// Parses a command line, one argument on each line, without running it.
pub fn arguments(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let arguments = std::iter::once("quadrille").chain(text.lines()).map(OsString::from);
    let _ = quadrille_cli::check_arguments(arguments);
}

/// Nodes of a search for a canonical form: enough for most boards, in little time.
const CANON_NODES: u64 = 20_000;

/// Computes the canonical form of a board and of an isomorph, which must be the same. The first byte
/// chooses shape and form, the second the isomorph; the others are the cells, empty where the digit
/// would be a conflict.
pub fn canon(data: &[u8]) {
    const SHAPES: [(usize, usize); 8] =
        [(3, 3), (3, 3), (2, 2), (2, 3), (3, 2), (1, 5), (2, 4), (3, 4)];
    let [choice, seed, cells @ ..] = data else { return };
    let (rows, columns) = SHAPES[usize::from(choice % 8)];
    let shape = BoxShape::new(rows, columns).expect("these are shapes");
    let form = if choice & 8 == 0 { Form::Pattern } else { Form::String };
    let side = shape.side();
    let place = |cell: usize| (cell / side, cell % side, shape.box_at(cell / side, cell % side));
    let mut digits = vec![0; shape.cells()];
    for (cell, byte) in (0..shape.cells()).zip(cells) {
        let (digit, (row, column, box_index)) = (byte % (side as u8 + 1), place(cell));
        let has_conflict = (0..cell).any(|other| {
            let (r, c, b) = place(other);
            digits[other] == digit && (r == row || c == column || b == box_index)
        });
        digits[cell] = if has_conflict { 0 } else { digit };
    }
    let board = Grid::from_digits(shape, &digits).expect("digits are at most the side");
    let isomorph =
        Symmetry::random_within(shape, &mut Rng::from_seed((*seed).into())).apply(&board);
    let mut canonizer = Canonizer::new();
    let mut of = |board: &Grid| {
        let mut meter = Meter::with_nodes(CANON_NODES, Counter::Expanded);
        let found = canonizer.canonical(board, form, &mut meter).ok()?;
        assert_eq!(found.symmetry.apply(board), found.grid);
        Some((found.grid, found.automorphisms))
    };
    let (Some(one), Some(other)) = (of(&board), of(&isomorph)) else { return };
    assert_eq!(one, other);
    if let Some(again) = of(&one.0) {
        assert_eq!(one, again);
    }
}
