//! Traces: what is written is read again, to the bit, and what is no trace is refused with a place.

use quadrille::{BoxShape, Budget, Counters, Event, NoClock, Observer, Puzzle};
use quadrille_lab::Method;
use quadrille_lab::source::RandomNorvig;
use quadrille_lab::trace::{Header, Recorded, TraceError, TraceReader, TraceWriter};

/// Writes a trace and keeps everything beside it.
struct Both(TraceWriter<Vec<u8>>, Vec<(Counters, Recorded)>);

impl Observer for Both {
    fn event(&mut self, at: &Counters, event: Event<'_>) {
        self.0.event(at, event);
        let kept = match event {
            Event::Started => Recorded::Started,
            Event::Improved { cost, board } => Recorded::Improved { cost, board: board.into() },
            Event::Restarted => Recorded::Restarted,
            Event::Gauge { name, values } => {
                Recorded::Gauge { name: name.to_owned(), values: values.to_vec() }
            }
            Event::Stopped(stop) => Recorded::Stopped(stop),
            other => panic!("{other:?}: teach the format"),
        };
        self.1.push((*at, kept));
    }
}

fn traced(
    method: &str,
    puzzle: &Puzzle,
    nodes: u64,
) -> (Vec<u8>, Header, Vec<(Counters, Recorded)>) {
    let method = Method::parse(method).unwrap();
    let header = Header {
        shape: puzzle.shape(),
        puzzle: puzzle.to_string(),
        method: method.to_string(),
        seed: 7,
    };
    let mut both = Both(TraceWriter::new(Vec::new(), &header), Vec::new());
    method.run(puzzle, 7, Budget::nodes(nodes), &NoClock, Some(&mut both));
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
        for method in [
            "norvig",
            "dfs-mrv",
            "tabu",
            "annealing-r0:start=givens",
            "annealing-lewis",
            "cross-entropy",
            "ant-colony",
            "genetic",
        ] {
            let (text, header, events) = traced(method, &puzzle, 5_000);
            let (read_header, read_events) = read(&text).unwrap();
            assert_eq!((read_header, read_events), (header, events), "{method}");
            assert_eq!(traced(method, &puzzle, 5_000).0, text, "{method}: the same bytes again");
        }
    }
}

/// Improvements are told by what changed: far shorter than boards.
#[test]
fn traces_are_compact() {
    let puzzle = RandomNorvig { shape: BoxShape::of_side(16).unwrap(), seed: 4 }.get(0);
    let (text, _, events) = traced("hill-climbing", &puzzle, 1_000_000);
    let boards = events.iter().filter(|(_, e)| matches!(e, Recorded::Improved { .. })).count();
    assert!(boards > 30, "{boards}");
    assert!(text.len() < 2_500 + 45 * boards, "{} bytes for {boards} boards", text.len());
}

#[test]
fn what_is_no_trace_is_refused_with_its_line() {
    let puzzle = RandomNorvig { shape: BoxShape::NINE, seed: 4 }.get(0);
    let (text, ..) = traced("hill-climbing", &puzzle, 500);
    let text = String::from_utf8(text).unwrap();
    let said = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
    assert!(said("").starts_with("line 1: no trace"));
    assert!(
        said(&text.replacen("quadrille-trace 1", "quadrille-trace 2", 1)).starts_with("line 1")
    );
    assert!(said(&text.replacen("puzzle 3x3", "puzzle 9x9", 1)).starts_with("line 2: a 9x9 box"));
    assert!(said(&text.replacen("seed 7", "seed x", 1)).starts_with("line 4: `x`"));
    assert!(said(&text.replacen("backtrack", "backtracks", 1)).starts_with("line 5: unknown"));
    assert!(said(&text.replacen("started :", "begun :", 1)).contains("unknown event `begun`"));
    assert!(said(&text.replacen("improved :", "improved 99+1 :", 1)).contains("counter 99"));
    assert!(said(&text[..text.len() - 1]).contains("cut off"));
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
        method: "tabu".into(),
        seed: 1,
    };
    let mut writer = TraceWriter::new(Full, &header);
    let method = Method::parse("tabu").unwrap();
    method.run(&puzzle, 1, Budget::nodes(1000), &NoClock, Some(&mut writer));
    assert_eq!(writer.finish().err().map(|error| error.to_string()), Some("full".into()));
}
