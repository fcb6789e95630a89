//! Many puzzles in one call, against one puzzle after the other.

use std::time::Duration;

use quadrille_core::kernel::lines::Lines;
use quadrille_core::solve::{self, Answer, Solver, Verdict, count, verdict};
use quadrille_core::{
    BoxShape, CancelFlag, CandidateSet, Counter, Grid, Limits, Meter, NoClock, Puzzle, Rng,
    SteppingClock, Stop,
};

use super::boards::{puzzle, random_puzzle};

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
    let mut lines = Lines::default();
    assert!((0..3).all(|_| lines.push(&[b'.'; 81])));
    let answers = lines.solve(0, &mut meter);
    assert!(answers.iter().all(|line| line.stop == Stop::Cancelled && line.solutions.is_empty()));
}
