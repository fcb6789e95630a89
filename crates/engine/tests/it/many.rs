//! Many puzzles in one call, and lines of text, against one puzzle after the other.

use std::time::Duration;

use quadrille_engine::format::{ReadOptions, Reader};
use quadrille_engine::kernel::lines::{Lines, MAX_LINES};
use quadrille_engine::solve::{self, Answer, Solver, Verdict, count, verdict};
use quadrille_engine::{
    BoxShape, CancelFlag, CandidateSet, Counter, Edges, Grid, Limits, Meter, NoClock, Puzzle, Rng,
    SteppingClock, Stop,
};

use super::boards::{grid, puzzle, random_puzzle};

fn limited(nodes: Option<u64>) -> Meter<'static> {
    let limits = Limits { nodes, ..Limits::NONE };
    Meter::new(limits, Counter::Branch, &CancelFlag::new(), &NoClock).unwrap()
}

/// Puzzles of several shapes, with edges, with pencilmarks, with no, one and many solutions.
fn puzzles() -> Vec<Puzzle> {
    let mut rng = Rng::from_seed(51);
    let shape = |rows, columns| BoxShape::new(rows, columns).unwrap();
    let mut puzzles = vec![
        puzzle("000000010400000000020000000000050407008000300001090000300400200050100000000806000"),
        puzzle("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."),
        puzzle(&format!("12345678.{}9{}", ".".repeat(26), ".".repeat(45))),
        puzzle("12........3...4."),
    ];
    for round in 0..60 {
        let (shape, givens) = [(shape(3, 3), 24 + round % 20), (shape(2, 3), 12)][round % 2];
        let edges = if round % 5 == 0 { 3 } else { 0 };
        let puzzle = random_puzzle(shape, givens, edges, &mut rng);
        if round % 3 == 0 {
            let mut marks = CandidateSet::of(&puzzle);
            let cell = *rng.pick(&puzzle.givens().empty_cells().collect::<Vec<_>>()).unwrap();
            marks.set(cell, marks.get(cell).iter().skip(1).collect());
            puzzles.extend(Puzzle::from_marks(marks, puzzle.edges().clone()));
        }
        puzzles.push(puzzle);
    }
    puzzles
}

/// What `Auto` says of one puzzle with these limits, and what it counts.
fn one_by_one(puzzle: &Puzzle, limit: u64, nodes: Option<u64>) -> (Answer, u64) {
    let mut meter = limited(nodes);
    let mut solutions = Vec::new();
    let found = count(Solver::Auto, puzzle, limit, &mut meter);
    let guesses = meter.counters[Counter::Branch];
    Solver::Auto.solve(puzzle, &mut limited(nodes), &mut |solution| {
        solutions.push(solution.clone());
        let wanted = if limit == 0 { 2 } else { limit.min(2) };
        if solutions.len() as u64 == wanted {
            std::ops::ControlFlow::Break(())
        } else {
            std::ops::ControlFlow::Continue(())
        }
    });
    (Answer { solutions, ..found }, guesses)
}

#[test]
fn answers_are_those_of_one_puzzle_after_the_other() {
    let puzzles = puzzles();
    let mut stops = [0; 3];
    for limit in [1, 2, 3, 500] {
        for nodes in [None, Some(0), Some(3), Some(60)] {
            let mut meter = limited(nodes);
            let answers = solve::many(&puzzles, limit, &mut meter);
            let mut guesses = 0;
            for (puzzle, answer) in puzzles.iter().zip(&answers) {
                let (expected, counted) = one_by_one(puzzle, limit, nodes);
                assert_eq!(answer, &expected, "{puzzle:?} {limit} {nodes:?}");
                assert_eq!(answer.nodes, counted, "{puzzle:?} {limit} {nodes:?}");
                guesses += counted;
                stops[match answer.stop {
                    Stop::Solved => 0,
                    Stop::ProvedNone => 1,
                    _ => 2,
                }] += 1;
            }
            assert_eq!(meter.counters[Counter::Branch], guesses, "{limit} {nodes:?}");
            // The batch does not matter, nor does the order.
            let streamed = solve::stream(puzzles.iter().rev().cloned(), limit, &mut meter);
            let mut expected = puzzles.iter().zip(&answers).rev();
            for (puzzle, answer) in streamed {
                assert_eq!(Some((&puzzle, &answer)), expected.next());
            }
            assert_eq!(expected.len(), 0);
        }
    }
    assert!(stops.iter().all(|&stops| stops > 100), "{stops:?}");
}

#[test]
fn verdicts_of_answers_are_those_of_another_solver() {
    let mut seen = [0; 3];
    let puzzles = puzzles();
    let answers = solve::many(&puzzles, 2, &mut Meter::unlimited());
    for (puzzle, answer) in puzzles.iter().zip(answers) {
        match (Verdict::from(answer), verdict(Solver::Bits, puzzle, &mut Meter::unlimited())) {
            (Verdict::NoSolution, Verdict::NoSolution) => seen[0] += 1,
            (Verdict::Unique(a), Verdict::Unique(b)) if a == b => seen[1] += 1,
            (Verdict::Multiple(_), Verdict::Multiple(_)) => seen[2] += 1,
            (found, expected) => panic!("{puzzle:?}: {found:?}, expected {expected:?}"),
        }
    }
    assert!(seen[0] >= 2 && seen[1] > 10 && seen[2] > 10, "{seen:?}");
    assert_eq!(
        Verdict::from(one_by_one(&puzzles[1], 2, Some(1)).0),
        Verdict::Undecided(Stop::Nodes)
    );
}

/// With a limit on time each puzzle gets all of it; the answers stay the same, also those that take
/// more than the first piece of the kernel.
#[test]
fn time_limits_apply_to_each_puzzle() {
    let clock = SteppingClock::new(Duration::from_nanos(1));
    let timed = |time| {
        let limits = Limits { time: Some(time), ..Limits::NONE };
        Meter::new(limits, Counter::Branch, &CancelFlag::new(), &clock).unwrap()
    };
    let mut puzzles = puzzles();
    puzzles.push(random_puzzle(BoxShape::NINE, 22, 0, &mut Rng::from_seed(9)));
    let (mut long, mut free) = (timed(Duration::from_secs(3600)), Meter::unlimited());
    let answers = solve::many(&puzzles, 5000, &mut long);
    assert_eq!(answers, solve::many(&puzzles, 5000, &mut free));
    assert_eq!(long.counters, free.counters);
    assert_eq!(answers.last().unwrap().count, 5000);
    let nines: Vec<Puzzle> = puzzles.into_iter().filter(|p| Solver::Kernel.supports(p)).collect();
    for answer in solve::many(&nines, 2, &mut timed(Duration::ZERO)) {
        assert_eq!((answer.count, answer.stop), (0, Stop::Time));
    }
}

#[test]
fn a_raised_flag_leaves_puzzles_undecided() {
    let cancel = CancelFlag::new();
    cancel.cancel();
    let mut meter = Meter::cancellable(&cancel);
    let empty = |rows, columns| Grid::empty(BoxShape::new(rows, columns).unwrap());
    let puzzles = [empty(3, 3), empty(2, 3), empty(5, 5)].map(|grid| grid.try_into().unwrap());
    for answer in solve::many(&puzzles, 0, &mut meter) {
        assert_eq!((answer.count, answer.exact, answer.stop), (0, false, Stop::Cancelled));
    }
    let text = [".".repeat(81), "\n".to_owned()].concat().repeat(3);
    let lines = taken(text.as_bytes());
    assert_eq!(lines.len(), 3);
    let answers = lines.solve(0, &mut meter);
    assert!(answers.iter().all(|line| line.stop == Stop::Cancelled && line.solutions.is_empty()));
}

/// The plain lines at the start of a text, after a first puzzle.
fn taken(text: &[u8]) -> Lines {
    let first = [".".repeat(81).as_bytes(), b"\n", text].concat();
    let mut reader = Reader::new(&first[..], ReadOptions::default());
    assert!(reader.next().unwrap().unwrap().puzzle.is_ok());
    reader.plain_lines().map_or_else(Lines::default, |plain| Lines::take(plain, MAX_LINES))
}

/// Plain lines without conflict, with no, one, several and many solutions, some of them twice.
fn plain_texts() -> Vec<String> {
    let mut rng = Rng::from_seed(19);
    let solved: Vec<u8> =
        (0..81).map(|i| b'1' + ((i / 9 % 3 * 3 + i / 27 + i % 9) % 9) as u8).collect();
    let mut texts = Vec::new();
    while texts.len() < 300 {
        let mut text = solved.clone();
        for _ in 0..45 + texts.len() % 30 {
            text[rng.below(81)] = b".0*_-"[rng.below(5)];
        }
        if texts.len() % 3 == 0 {
            text[rng.below(81)] = b'1' + rng.below(9) as u8;
        }
        let text = String::from_utf8(text).unwrap();
        if Puzzle::try_from(grid(&text)).is_ok() {
            texts.push(text);
        }
    }
    texts
}

#[test]
fn lines_are_answered_like_puzzles() {
    let texts = plain_texts();
    let puzzles: Vec<Puzzle> = texts.iter().map(|text| puzzle(text)).collect();
    let mut seen = [0; 4];
    for (limit, nodes) in
        [(1, None), (2, None), (50, None), (2000, None), (2, Some(0)), (9, Some(5))]
    {
        for end in ["\n", "\r\n"] {
            let all: String = texts.iter().flat_map(|text| [text.as_str(), end]).collect();
            let mut meter = limited(nodes);
            let lines = taken(all.as_bytes());
            let answers = lines.solve(limit, &mut meter);
            assert_eq!((lines.len(), lines.bytes()), (300, all.len()));
            let mut expected_meter = limited(nodes);
            let expected = solve::many(&puzzles, limit, &mut expected_meter);
            assert_eq!(meter.counters, expected_meter.counters);
            for ((line, answer), text) in answers.iter().zip(expected).zip(&texts) {
                assert_eq!(&*line.text(), puzzle(text).to_string());
                assert_eq!((line.puzzle(), line.has_marks()), (puzzle(text), false));
                assert_eq!(line.givens(), puzzle(text).givens().filled().count());
                assert_eq!((line.count, line.exact), (answer.count, answer.exact), "{text}");
                assert_eq!((line.stop, line.nodes), (answer.stop, answer.nodes), "{text}");
                let first: Vec<String> = answer.solutions.iter().map(ToString::to_string).collect();
                let found = line.solutions.iter().map(|digits| str::from_utf8(digits).unwrap());
                assert_eq!(found.collect::<Vec<_>>(), first);
                seen[line.count.min(3) as usize] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&seen| seen > 50), "{seen:?}");
}

#[test]
fn a_run_of_lines_ends_at_what_is_not_plain() {
    let plain = format!("{}\n", &plain_texts()[1]);
    let taken_of = |text: &str| {
        let lines = taken(text.as_bytes());
        (lines.len(), lines.bytes(), lines.is_empty())
    };
    let line = &plain[..81];
    let conflicts = [
        format!("55{}\n", ".".repeat(79)),
        format!("5{}5{}\n", ".".repeat(8), ".".repeat(71)),
        format!("{}4{}4\n", ".".repeat(60), ".".repeat(19)),
        format!("4{}4{}\n", ".".repeat(26), ".".repeat(53)),
    ];
    let others = ["\n", "# no\n", line, &line[1..], "\r\n", "x\n"].map(str::to_owned);
    let tails = ["\r", ".\n", " edges=r1c1-r1c2\n", "\rx\n", " 9.0\rx\n", ",\u{7}\n"];
    let longer = tails.map(|tail| format!("{line}{tail}"));
    let solved = format!(" {}\n", "1".repeat(81));
    for rest in [" 9.0\n", ",x\r\n", ";\n", "\t# note\n", &solved] {
        let text = format!("{line}{rest}");
        assert_eq!(taken_of(&text), (1, text.len(), false), "{rest:?}");
        assert_eq!(taken_of(&text[..text.len() - 1]), (0, 0, true), "{rest:?}");
    }
    assert_eq!(taken_of(""), (0, 0, true));
    for other in conflicts.iter().chain(&others).chain(&longer) {
        assert_eq!(taken_of(other), (0, 0, true), "{other:?}");
        assert_eq!(
            taken_of(&format!("{plain}{plain}{other}{plain}")),
            (2, 164, false),
            "{other:?}"
        );
    }
    for byte in (0..=255_u8).filter(|&byte| byte != b'\n') {
        let mut changed = vec![b'.'; 82];
        (changed[usize::from(byte) % 81], changed[81]) = (byte, b'\n');
        assert_eq!(
            taken(&changed).len() == 1,
            byte.is_ascii_digit() || b".*_-".contains(&byte),
            "{byte}"
        );
    }
    let many = plain.repeat(MAX_LINES + 7);
    assert_eq!(taken_of(&many), (MAX_LINES, 82 * MAX_LINES, false));
}

/// Conflicts are found exactly where `Puzzle` finds them.
#[test]
fn lines_with_a_conflict_are_left_to_the_reader() {
    let mut rng = Rng::from_seed(7);
    let mut seen = [0; 2];
    for round in 0..4000 {
        let mut text = [b'.'; 82];
        for _ in 0..2 + round % 8 {
            text[rng.below(81)] = b'1' + rng.below(9) as u8;
        }
        text[81] = b'\n';
        let line = std::str::from_utf8(&text[..81]).unwrap();
        let fits = Puzzle::new(grid(line), Edges::none()).is_ok();
        assert_eq!(taken(&text).len(), usize::from(fits), "{line}");
        seen[usize::from(fits)] += 1;
    }
    assert!(seen.iter().all(|&seen| seen > 500), "{seen:?}");
}
