//! Traces: what is written is read again, to the bit, and what is no trace is refused with a place.

use std::time::Duration;

use quadrille_core::{
    BoxShape, CancelFlag, Clock, Counters, Event, Grid, Limits, NoClock, Observer, Outcome, Puzzle,
    Rng, SteppingClock, Stop, WallClock,
};
use quadrille_lab::Configuration;
use quadrille_lab::algorithms::ENTRIES;
use quadrille_lab::source::{RandomNorvig, collection};
use quadrille_lab::trace::{
    Disagreement, Header, Recorded, Replayed, TraceError, TraceReader, TraceWriter, replay,
};

use crate::boards::{nine, puzzle, shape, with_edges};

/// Writes a trace and keeps everything beside it.
struct Both(TraceWriter<Vec<u8>>, Vec<(Counters, Recorded)>);

impl Observer for Both {
    fn event(&mut self, at: &Counters, event: Event<'_>) {
        self.0.event(at, event);
        let kept = match event {
            Event::Started => Recorded::Started,
            Event::Improved { cost, board } => Recorded::Improved { cost, board: board.into() },
            Event::At { board, depth } => Recorded::At { depth, board: board.into() },
            Event::Restarted => Recorded::Restarted,
            Event::Gauge { name, values } => {
                Recorded::Gauge { name: name.to_owned(), values: values.to_vec() }
            }
            Event::Claimed { board } => Recorded::Claimed { board: board.into() },
            Event::Stopped(stop) => Recorded::Stopped(stop),
            other => panic!("{other:?}: teach the format"),
        };
        self.1.push((*at, kept));
    }
}

fn traced(
    configuration: &str,
    puzzle: &Puzzle,
    nodes: u64,
) -> (Vec<u8>, Header, Vec<(Counters, Recorded)>) {
    let configuration = Configuration::parse(configuration).unwrap();
    let header = Header {
        shape: puzzle.shape(),
        puzzle: puzzle.to_string(),
        configuration: configuration.to_string(),
        seed: 7,
    };
    let mut both = Both(TraceWriter::new(Vec::new(), &header), Vec::new());
    configuration
        .run(puzzle, 7, Limits::nodes(nodes), &CancelFlag::new(), &NoClock, Some(&mut both))
        .unwrap();
    (both.0.finish().unwrap(), header, both.1)
}

fn read(text: &[u8]) -> Result<(Header, Vec<(Counters, Recorded)>), TraceError> {
    let reader = TraceReader::new(text)?;
    let header = reader.header().clone();
    Ok((header, reader.collect::<Result<_, _>>()?))
}

#[test]
fn what_is_written_is_read_again() {
    for side in [4, 9, 16] {
        let shape = BoxShape::of_side(side).unwrap();
        let puzzle = RandomNorvig { shape, seed: 4 }.get(0);
        for configuration in [
            "norvig",
            "dfs-mrv",
            "tabu",
            "annealing-r0:start=givens",
            "annealing-lewis",
            "cross-entropy",
            "ant-colony",
            "genetic",
        ] {
            let (text, header, events) = traced(configuration, &puzzle, 5_000);
            let (read_header, read_events) = read(&text).unwrap();
            assert_eq!((read_header, read_events), (header, events), "{configuration}");
            assert_eq!(
                traced(configuration, &puzzle, 5_000).0,
                text,
                "{configuration}: the same bytes again"
            );
        }
    }
}

/// Improvements are recorded as what changed: far shorter than boards.
#[test]
fn traces_are_compact() {
    let puzzle = RandomNorvig { shape: BoxShape::of_side(16).unwrap(), seed: 4 }.get(0);
    let (text, _, events) = traced("hill-climbing", &puzzle, 1_000_000);
    let boards = events.iter().filter(|(_, e)| matches!(e, Recorded::Improved { .. })).count();
    assert!(boards > 30, "{boards}");
    assert!(text.len() < 2_600 + 45 * boards, "{} bytes for {boards} boards", text.len());
}

#[test]
fn what_is_no_trace_is_refused_with_its_line() {
    let puzzle = RandomNorvig { shape: BoxShape::NINE, seed: 4 }.get(0);
    let (text, ..) = traced("hill-climbing", &puzzle, 500);
    let text = String::from_utf8(text).unwrap();
    let said = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
    assert!(said("").starts_with("line 1: no trace"));
    assert!(
        said(&text.replacen("quadrille-trace 2", "quadrille-trace 3", 1)).starts_with("line 1")
    );
    // The first version is still read.
    let first: String =
        text.lines().filter(|line| !line.starts_with("at ")).fold(String::new(), |text, line| {
            text + &line.replace("quadrille-trace 2", "quadrille-trace 1") + "\n"
        });
    read(first.as_bytes()).unwrap();
    assert!(said(&text.replacen("puzzle 3x3", "puzzle 9x9", 1)).starts_with("line 2: a 9x9 box"));
    assert!(said(&text.replacen("seed 7", "seed x", 1)).starts_with("line 4: `x`"));
    assert!(said(&text.replacen("backtrack", "backtracks", 1)).starts_with("line 5: unknown"));
    assert!(said(&text.replacen("started :", "begun :", 1)).contains("unknown event `begun`"));
    assert!(said(&text.replacen("improved :", "improved 99+1 :", 1)).contains("counter 99"));
    assert!(said(&text[..text.len() - 1]).contains("cut off"));
    let end = text.trim_end().rfind('\n').unwrap() + 1;
    assert!(said(&text[..end]).contains("the trace ends before its run"));
    assert!(said(&text.replacen(" = ", " ", 1)).contains("the first board is written whole"));
    assert!(said(&text.replacen(" = ", " = 77 ", 1)).contains("77 on a side of 9"));
    assert!(said(&text.replacen(" = ", " = 1 ", 1)).contains("82 cells, expected 81"));
    // Whatever is cut out or altered, it is an error or a trace, never a panic.
    for cut in (0..text.len()).step_by(7) {
        let _ = read(&text.as_bytes()[..cut]);
        let mut bytes = text.clone().into_bytes();
        bytes[cut] = b" +=:9x\n\xff"[cut % 8];
        let _ = read(&bytes);
    }
}

/// An output that fails does so at the end, not in the run.
#[test]
fn a_failing_output_is_told_at_the_end() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("full"))
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let puzzle = RandomNorvig { shape: BoxShape::NINE, seed: 4 }.get(0);
    let header = Header {
        shape: BoxShape::NINE,
        puzzle: puzzle.to_string(),
        configuration: "tabu".into(),
        seed: 1,
    };
    let mut writer = TraceWriter::new(Full, &header);
    let configuration = Configuration::parse("tabu").unwrap();
    configuration
        .run(&puzzle, 1, Limits::nodes(1000), &CancelFlag::new(), &NoClock, Some(&mut writer))
        .unwrap();
    assert_eq!(writer.finish().err().map(|error| error.to_string()), Some("full".into()));
}

/// A trace of a run, and what the run itself said in the end.
fn run_traced(
    configuration: &Configuration,
    puzzle: &Puzzle,
    budget: Limits,
) -> (Vec<u8>, Outcome) {
    run_traced_by(&WallClock::new(), configuration, puzzle, budget)
}

fn run_traced_by(
    clock: &dyn Clock,
    configuration: &Configuration,
    puzzle: &Puzzle,
    budget: Limits,
) -> (Vec<u8>, Outcome) {
    let header = Header {
        shape: puzzle.shape(),
        puzzle: puzzle.to_string(),
        configuration: configuration.to_string(),
        seed: 3,
    };
    let mut writer = TraceWriter::new(Vec::new(), &header);
    let outcome =
        configuration.run(puzzle, 3, budget, &CancelFlag::new(), clock, Some(&mut writer)).unwrap();
    (writer.finish().unwrap(), outcome)
}

fn replayed(text: &[u8]) -> Replayed {
    replay(&mut TraceReader::new(text).unwrap(), |_, _| {}).unwrap()
}

/// Playing a trace of any entry on any board again gives the counters, the end and the final board
/// that the run itself reported, wrong ones included, and nothing in it disagrees.
#[test]
fn every_entry_can_be_played_again() {
    let mut rng = Rng::from_seed(8);
    let hard = collection().swap_remove(70);
    let boards = [
        puzzle(shape(2, 2), "1.........2.....", &[(1, 5), (10, 11)]),
        RandomNorvig { shape: shape(2, 3), seed: 5 }.get(0),
        nine("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"),
        nine(".1.4.6....63..5..7.........6........25.......3...4..91..6.....9.....2.........1.."),
        hard,
        with_edges(BoxShape::NINE, &mut rng),
        RandomNorvig { shape: shape(4, 4), seed: 5 }.get(0),
    ];
    let (mut wrong, mut solved) = (0, 0);
    for entry in ENTRIES {
        let configuration = Configuration::of(entry);
        for board in boards.iter().filter(|board| (entry.supports)(board)) {
            for limit in [0, 1, 2_000] {
                let (text, outcome) = run_traced(&configuration, board, Limits::nodes(limit));
                let replayed = replayed(&text);
                let told = format!("{configuration} on {board}, {limit} nodes: {:?}", outcome.stop);
                assert_eq!(replayed.disagreement, None, "{told}");
                assert_eq!(
                    (replayed.stop, replayed.counters),
                    (outcome.stop, outcome.counters),
                    "{told}"
                );
                let grid = outcome.solution.as_ref().map(|solution| solution.grid().snapshot());
                if let Some(last) = grid.or(outcome.refused) {
                    assert_eq!(replayed.board, Some(last), "{told}");
                }
                wrong += usize::from(outcome.stop == Stop::Wrong);
                solved += usize::from(outcome.stop == Stop::Solved);
                let header = TraceReader::new(&*text).unwrap().header().clone();
                assert_eq!(header.read_puzzle().as_ref(), Some(board), "{told}");
            }
        }
    }
    assert!(wrong > 0 && solved > 200, "{wrong} {solved}");
}

/// How often a run under a time limit reads the clock depends on how fast it is, but its trace does
/// not.
#[test]
fn a_busy_machine_changes_no_trace() {
    let boards = [
        nine("85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4."),
        RandomNorvig { shape: shape(4, 4), seed: 5 }.get(0),
    ];
    let limits = Limits { time: Some(Duration::from_secs(1_000_000_000)), ..Limits::nodes(4_000) };
    let mut differing = Vec::new();
    for entry in ENTRIES {
        let configuration = Configuration::of(entry);
        for board in boards.iter().filter(|board| (entry.supports)(board)) {
            let [fast, slow, other] = [10, 1_500, 700_000].map(|micros| {
                let clock = SteppingClock::new(Duration::from_micros(micros));
                run_traced_by(&clock, &configuration, board, limits).0
            });
            if fast != slow || slow != other {
                differing.push(format!("{configuration} on {board}"));
            }
        }
    }
    assert!(differing.is_empty(), "{differing:#?}");
}

#[test]
fn traces_follow_each_other() {
    let configuration = Configuration::parse("tabu").unwrap();
    let puzzles: Vec<Puzzle> = [4, 9]
        .map(|side| RandomNorvig { shape: BoxShape::of_side(side).unwrap(), seed: 4 }.get(0))
        .into();
    let texts: Vec<Vec<u8>> = puzzles
        .iter()
        .map(|puzzle| run_traced(&configuration, puzzle, Limits::nodes(9_000)).0)
        .collect();
    let both = texts.concat();
    let mut next = Some(TraceReader::new(&*both).unwrap());
    for (text, puzzle) in texts.iter().zip(&puzzles) {
        let mut reader = next.expect("one more");
        assert_eq!(reader.header().puzzle, puzzle.to_string());
        assert_eq!(replay(&mut reader, |_, _| {}).unwrap(), replayed(text));
        next = reader.following().unwrap();
    }
    assert!(next.is_none());
    // Lines are counted through, also where what follows is no trace.
    let lines = texts[0].iter().filter(|&&byte| byte == b'\n').count();
    let spoilt = [&*texts[0], b"something else\n"].concat();
    let mut reader = TraceReader::new(&*spoilt).unwrap();
    replay(&mut reader, |_, _| {}).unwrap();
    let error = reader.following().err().expect("no trace").to_string();
    assert!(error.starts_with(&format!("line {}: no trace", lines + 1)), "{error}");
}

/// What no run would have recorded is found.
#[test]
fn a_trace_that_was_altered_disagrees() {
    let puzzle = RandomNorvig { shape: BoxShape::NINE, seed: 4 }.get(0);
    let (text, outcome) = run_traced(&Configuration::parse("tabu").unwrap(), &puzzle, Limits::NONE);
    assert_eq!(outcome.stop, Stop::Solved);
    let text = String::from_utf8(text).unwrap();
    let said = |text: &str| replayed(text.as_bytes()).disagreement;
    assert_eq!(said(&text), None);
    assert_eq!(
        said(&text.replace(": solved", ": wrong")),
        Some(Disagreement::Verdict { told: "wrong" })
    );
    assert_eq!(
        said(&text.replace(": solved", ": stuck")),
        Some(Disagreement::Verdict { told: "stuck" })
    );
    assert_eq!(said(&text.replacen("puzzle 3x3 ", "puzzle 3x3 .", 1)), Some(Disagreement::Puzzle));
    let empty = Grid::empty(BoxShape::NINE);
    let other =
        text.replacen(&puzzle.to_string(), &Puzzle::try_from(empty).unwrap().to_string(), 1);
    assert_eq!(said(&other), None, "a solution of the empty puzzle too");
    // The last board recorded has no cost; the one before it had.
    let improved: Vec<&str> = text.lines().filter(|line| line.starts_with("improved")).collect();
    let last = improved.last().unwrap();
    let (head, tail) = last.split_once(" : 0").unwrap();
    let altered = text.replacen(last, &format!("{head} : 1{tail}"), 1);
    assert!(matches!(said(&altered), Some(Disagreement::Cost { told: 1, counted: 0, .. })));
    let twice = text.replacen(last, &format!("{last}\nimproved : 0"), 1);
    assert!(matches!(said(&twice), Some(Disagreement::NotBetter { before: 0, after: 0, .. })));
}
