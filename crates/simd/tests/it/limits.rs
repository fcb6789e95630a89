//! Limits on solutions and nodes are exact; a cancel ends the call.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use quadrille_simd::{
    Answer, Backend, Limits, Masks, NEVER, Sink, backends, solve_batch, solve_each, solve_one,
};

use crate::answers::batch;
use crate::puzzles::{EMPTY, Rng, mixture, parse, with_givens};

#[test]
fn counts_stop_exactly_at_the_limit() {
    for backend in backends() {
        for limit in [1, 2, 3, 17, 1000] {
            let answer = batch(backend, &[EMPTY], Limits::solutions(limit))[0];
            assert_eq!((answer.count, answer.decided), (limit, true), "{backend}");
            assert!(limit < 2 || answer.witnesses[0] != answer.witnesses[1]);
        }
    }
}

/// A count without limit, where three digits of a solved grid may change places.
#[test]
fn counting_all_is_exact() {
    let line = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    let mut open = parse(line);
    for (mask, digit) in open.iter_mut().zip(line.bytes()) {
        if digit <= b'3' {
            *mask = 0b111;
        }
    }
    let expected = crate::naive::solutions(&open, 0).len() as u64;
    assert!(expected > 6);
    for backend in backends() {
        assert_eq!(batch(backend, &[open], Limits::solutions(0))[0].count, expected);
    }
}

/// With a node limit of n the answer is what the first n nodes of the walk show, on every backend
/// and whether or not lanes share.
#[test]
fn node_limits_are_exact() {
    let mut rng = Rng(7);
    let mut puzzles = mixture(5);
    puzzles.extend((0..40).map(|_| with_givens(&mut rng, 20)));
    puzzles.push(EMPTY);
    for backend in backends() {
        for limit in [1, 2, 4] {
            let free = batch(backend, &puzzles, Limits::solutions(limit));
            for nodes in [0, 1, 2, 3, 5, 8, 20, 100] {
                let bound = batch(backend, &puzzles, Limits::solutions(limit).nodes(nodes));
                for ((puzzle, free), bound) in puzzles.iter().zip(&free).zip(&bound) {
                    if free.nodes <= nodes {
                        assert_eq!(bound, free);
                    } else {
                        assert_eq!((bound.decided, bound.nodes), (false, nodes), "{backend}");
                        assert!(bound.count <= free.count);
                        // A walk that counts on shows how many solutions the first n nodes hold.
                        let alone = batch(backend, &[*puzzle], Limits::solutions(9).nodes(nodes));
                        assert_eq!(bound.count, alone[0].count, "{backend} {limit} {nodes}");
                        assert_eq!(bound.witnesses[0], alone[0].witnesses[0]);
                        assert_eq!(bound.witnesses[1], alone[0].witnesses[1]);
                    }
                }
            }
        }
    }
}

/// One puzzle alone is searched in many lanes, and what comes out is what one walk finds: with that
/// many nodes or solutions, always the same beginning of the same list.
#[test]
fn enumerations_are_cut_off_where_a_walk_would_be() {
    let mut rng = Rng(11);
    let count =
        |puzzle: &Masks| batch(Backend::best(), &[*puzzle], Limits::solutions(20_000))[0].count;
    let loose = (0..400)
        .map(|_| with_givens(&mut rng, 27))
        .find(|puzzle| (1500..20_000).contains(&count(puzzle)))
        .expect("some have many solutions");
    let mut others = mixture(5);
    others.retain(|puzzle| count(puzzle) < 1500);
    assert!(others.len() > 50);
    for backend in backends() {
        let list = |limits: Limits| {
            let mut found = Vec::new();
            let answer = solve_one(backend, &loose, limits, &NEVER, &mut |digits| {
                found.push(*digits);
                ControlFlow::Continue(())
            });
            (found, answer)
        };
        let (all, whole) = list(Limits::solutions(0));
        assert!(whole.decided && all.len() as u64 == whole.count);
        for count in [1, 2, 3, 30, 255, 256, 257, 511, 512, 513, 1200] {
            let (some, answer) = list(Limits::solutions(count));
            assert_eq!((&some[..], answer.decided), (&all[..count as usize], true));
            // What that took is where the same walk can be cut off, and one node before.
            let (cut, _) = list(Limits::solutions(0).nodes(answer.nodes));
            assert_eq!(cut, some, "{backend} {count}");
            let (less, _) = list(Limits::solutions(0).nodes(answer.nodes - 1));
            assert_eq!(less, some[..some.len() - 1], "{backend} {count}");
        }
        // Before others it has one lane for itself, behind them many.
        let mut before = vec![loose];
        before.extend(&others);
        let mut behind = others.clone();
        behind.push(loose);
        for (puzzles, place) in [(before, 0), (behind, others.len())] {
            let answer = batch(backend, &puzzles, Limits::solutions(0))[place];
            assert_eq!(answer, whole, "{backend}");
        }
    }
}

/// A puzzle alone is searched as a whole board, and a long search of it continues in lanes; in a
/// batch it has a lane from the start. The walk is the same, wherever limits or the receiver end
/// it.
#[test]
fn single_puzzles_walk_as_batches_do() {
    let hard = [
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6",
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
        // The same without one clue: several solutions behind many dead ends.
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9.......",
        "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.........9...5.8...52....6",
    ];
    let puzzles: Vec<Masks> = hard.iter().map(|line| parse(line)).collect();
    let many: Vec<Masks> = puzzles.iter().cycle().take(40).copied().collect();
    for backend in backends() {
        for limit in [1, 2, 3, 40] {
            let free = batch(backend, &many, Limits::solutions(limit));
            let longest = free.iter().map(|answer| answer.nodes).max().expect("some puzzles");
            assert!(longest > 100);
            let few = [u64::MAX, 1000, 200, 100, 90, 80, 70].into_iter().chain(1..60);
            for nodes in few {
                let limits = Limits::solutions(limit).nodes(nodes);
                let batched = batch(backend, &many, limits);
                for (puzzle, batched) in puzzles.iter().zip(&batched) {
                    let mut found = Vec::new();
                    let alone = solve_one(backend, puzzle, limits, &NEVER, &mut |digits| {
                        found.push(*digits);
                        ControlFlow::Continue(())
                    });
                    assert_eq!(&alone, batched, "{backend} {limit} {nodes}");
                    assert_eq!(found.len() as u64, alone.count);
                    let mut once = 0;
                    let broken = solve_one(backend, puzzle, limits, &NEVER, &mut |digits| {
                        assert_eq!(digits, &found[once]);
                        once += 1;
                        ControlFlow::Break(())
                    });
                    assert_eq!(
                        (broken.count, once),
                        (alone.count.min(1), alone.count.min(1) as usize)
                    );
                    assert_eq!(broken.decided, alone.decided && alone.count == 0);
                }
            }
        }
    }
}

/// Lanes that look ahead stop when many solutions are waiting. If they did not, the time would grow
/// with the square of the limit: this test would take hours, and memory would not be bounded.
#[test]
fn many_solutions_take_no_longer_each() {
    for backend in backends() {
        for puzzles in [1, 3, 12] {
            let answers = batch(backend, &vec![EMPTY; puzzles], Limits::solutions(60_000));
            assert!(answers.iter().all(|answer| answer.count == 60_000), "{backend}");
        }
    }
}

#[test]
fn a_raised_flag_ends_the_call() {
    for backend in backends() {
        let raised = AtomicBool::new(true);
        let mut answers = vec![Answer { count: 9, ..Answer::default() }; 100];
        solve_batch(backend, &[EMPTY; 100], Limits::solutions(0), &raised, &mut answers);
        assert!(answers.iter().all(|answer| !answer.decided && answer.count == 0));
        let answer = solve_one(backend, &EMPTY, Limits::solutions(0), &raised, &mut |_| {
            ControlFlow::Continue(())
        });
        assert!(!answer.decided);
    }
}

/// Says when the first puzzle has two solutions, and counts what comes once the flag is up.
struct Announcing<'a> {
    first: Vec<[u8; 81]>,
    two: mpsc::Sender<()>,
    flag: &'a AtomicBool,
    late: usize,
    done: Vec<(u64, bool)>,
}

impl Sink for Announcing<'_> {
    fn solution(&mut self, puzzle: usize, nth: u64, digits: &[u8; 81]) -> ControlFlow<()> {
        if puzzle == 0 && nth < 2 {
            self.first.push(*digits);
            if nth == 1 {
                self.two.send(()).expect("somebody waits");
            }
        }
        self.late += usize::from(self.flag.load(Ordering::Relaxed));
        // A call that the flag does not end shall fail the test, not hang it.
        if self.late > LATE { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn done(&mut self, _: usize, count: u64, decided: bool, _: u64) {
        self.done.push((count, decided));
    }
}

/// The flag is looked at before every sweep, and one sweep ends with a solution a lane at most: 32.
const LATE: usize = 100;

/// No clock decides: neither a slow machine nor a busy one changes the outcome.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "a second thread has to raise the flag")]
fn an_endless_count_can_be_cancelled() {
    for backend in backends() {
        let cancel = AtomicBool::new(false);
        let (two, announced) = mpsc::channel();
        let (first, done, flag) = (Vec::new(), Vec::new(), &cancel);
        let mut sink = Announcing { first, two, flag, late: 0, done };
        let sink = std::thread::scope(|scope| {
            let worker = scope.spawn(|| {
                solve_each(backend, &[EMPTY; 40], Limits::solutions(0), &cancel, &mut sink);
                sink
            });
            let came = announced.recv_timeout(Duration::from_secs(60));
            cancel.store(true, Ordering::Relaxed);
            let sink = worker.join().expect("no panic");
            came.expect("two solutions within a minute");
            sink
        });
        assert!(sink.late <= LATE, "{backend} does not heed the flag");
        assert_eq!(sink.done.len(), 40);
        assert!(sink.done.iter().all(|(_, decided)| !decided));
        assert!(sink.done.iter().any(|(count, _)| *count >= 2));
        assert_ne!(sink.first[0], sink.first[1]);
    }
}

#[test]
fn nothing_to_do() {
    for backend in backends() {
        assert_eq!(solve_batch(backend, &[], Limits::solutions(1), &NEVER, &mut []).puzzles, 0);
    }
}

#[test]
#[should_panic(expected = "one answer for each puzzle")]
fn lengths_must_agree() {
    solve_batch(quadrille_simd::Backend::Portable, &[EMPTY], Limits::solutions(1), &NEVER, &mut []);
}
