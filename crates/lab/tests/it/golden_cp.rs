//! Golden numbers of the constraint programming searches. The sources have no counts on Sudoku that
//! could be compared, so these are our own; where two searches must have the same tree, they are
//! compared with each other.

use quadrille_core::{BoxShape, Counter, Limits, Outcome, Puzzle, Rng, Stop};

use crate::boards::{
    NEWSPAPER, fresh, lists, nine, oracle, puzzle, run, run_all, shape, shared, shared_text,
    with_edges,
};

fn sum(outcomes: &[Outcome], counter: Counter) -> u64 {
    outcomes.iter().map(|outcome| outcome.counters[counter]).sum()
}

/// How many are solved without a guess.
fn without_guess(outcomes: &[Outcome]) -> usize {
    let free = |o: &&Outcome| o.stop == Stop::Solved && o.counters[Counter::Branch] == 0;
    outcomes.iter().filter(free).count()
}

/// Assignments without those of givens, where all are solved.
fn assigned(outcomes: &[Outcome]) -> u64 {
    assert!(outcomes.iter().all(|outcome| outcome.stop == Stop::Solved));
    sum(outcomes, Counter::Assign) - sum(outcomes, Counter::AssignGiven)
}

/// Forward checking that decides the cell with the fewest candidates is the search of R2, which
/// counts the legal digits of each cell again: every puzzle takes exactly as many placements. And
/// without filtering it is plain backtracking.
#[test]
fn forward_checking_has_the_trees_of_depth_first_search() {
    let mut rng = Rng::from_seed(7);
    let mut puzzles = fresh(20);
    puzzles.push(nine(NEWSPAPER));
    puzzles.push(puzzle(shape(2, 3), "......1..2...3........5...4..3......", &[]));
    puzzles.extend((0..5).map(|_| with_edges(BoxShape::NINE, &mut rng)));
    for (ours, plain) in
        [("forward-checking", "dfs-mrv"), ("forward-checking:filter=none,cells=input", "dfs-row")]
    {
        let limits = Limits::nodes(50_000);
        let mut compared = 0;
        for puzzle in &puzzles {
            let (a, b) = (run(ours, puzzle, limits), run(plain, puzzle, limits));
            if b.stop == Stop::Solved && a.stop == Stop::Solved {
                assert_eq!(a.solution, b.solution, "{ours} {puzzle}");
                assert_eq!(assigned(&[a]), b.counters[Counter::Placement], "{ours} {puzzle}");
                compared += 1;
            }
        }
        assert!(compared > 10, "{compared}");
    }
}

/// 57 849 is R2's count for `dfs-mrv`.
#[test]
#[ignore = "needs ../shared/data"]
fn forward_checking_on_the_hundred() {
    let puzzles = shared("ift3335_100.txt");
    let outcomes = run_all("forward-checking", &puzzles, Limits::NONE);
    assert_eq!(assigned(&outcomes), 57_849);
    assert_eq!(sum(&outcomes, Counter::Branch), 10_444);
}

/// On pairs of different cells, arc consistency sees little that forward checking with the smallest
/// domain does not see one step later. Learning where the contradictions are divides the nodes by
/// eight, seeing whole houses by a hundred.
#[test]
#[ignore = "needs ../shared/data"]
fn weights_and_houses_on_the_hard_ones() {
    let text = shared_text("magictour_top1465.txt");
    let lines = text.lines().filter(|line| line.len() == 81);
    let puzzles: Vec<Puzzle> = lines.take(200).map(nine).collect();
    let count = |configuration: &str| assigned(&run_all(configuration, &puzzles, Limits::NONE));
    let plain = run_all("dfs-mrv", &puzzles, Limits::NONE);
    let plain = sum(&plain, Counter::Placement);
    let counts = ["mac", "mac-wdeg", "all-different", "all-different:cells=dom-wdeg"].map(count);
    println!("{plain} {counts:?}");
    assert_eq!((plain, counts), (3_062_620, [3_025_955, 362_074, 26_152, 23_962]));
}

/// How many puzzles are solved without a guess, once the houses are consistent: those that naked and hidden
/// subsets of any size solve. `norvig`, which has singles only, solves 44, 421 and 947 of these.
#[test]
#[ignore = "needs ../shared/data"]
fn consistent_houses_alone() {
    for (file, solved) in
        [("ift3335_100.txt", 56), ("ift3335_1000.txt", 565), ("17_clue.txt", 1_574)]
    {
        let mut puzzles = shared(file);
        puzzles.truncate(2000);
        let outcomes = run_all("all-different", &puzzles, Limits::NONE);
        assert_eq!(without_guess(&outcomes), solved, "{file}");
    }
}

/// Nogoods spare what restarts would search again.
#[test]
#[ignore = "needs ../shared/data"]
fn restarts_with_and_without_nogoods() {
    let puzzles = shared("ift3335_100.txt");
    let counts = |configuration: &str| {
        let outcomes = run_all(configuration, &puzzles, Limits::NONE);
        assert!(outcomes.iter().all(|outcome| outcome.stop == Stop::Solved));
        [Counter::Assign, Counter::Restart].map(|counter| sum(&outcomes, counter))
    };
    let found = [
        counts("mac-restarts"),
        counts("mac-restarts:nogoods=no"),
        counts("mac-restarts:restarts=geometric"),
        counts("mac-restarts:restarts=none"),
    ];
    println!("{found:?}");
    assert_eq!(found, [[27_740, 112], [34_832, 146], [30_979, 103], [30_014, 0]]);
}

/// The iterations show ever more discrepancies; what one found is not missing from the next.
#[test]
#[ignore = "needs ../shared/data"]
fn discrepancies_on_the_hundred() {
    let puzzles = shared("ift3335_100.txt");
    let mut needed = [0; 12];
    let mut nodes = 0;
    for puzzle in &puzzles {
        let (outcome, shown) = lists("limited-discrepancy", puzzle, 1, u64::MAX, "discrepancies");
        assert_eq!(outcome.stop, Stop::Solved);
        let limits: Vec<f64> = shown.concat();
        assert!(limits.iter().enumerate().all(|(index, &limit)| limit == index as f64));
        assert_eq!(limits.len() as u64, outcome.counters[Counter::Restart] + 1);
        needed[limits.len() - 1] += 1;
        nodes += outcome.counters[Counter::Assign];
    }
    println!("{needed:?} {nodes}");
    assert_eq!((needed, nodes), ([6, 18, 27, 19, 16, 10, 4, 0, 0, 0, 0, 0], 106_865));
}

/// Every combination of the parts finds what the oracle finds, or proves that there is nothing.
#[test]
fn all_parts_work_together() {
    let mut rng = Rng::from_seed(11);
    let mut puzzles: Vec<(Puzzle, bool)> = Vec::new();
    while puzzles.len() < 24 {
        let side = [4, 6][puzzles.len() % 2];
        let digits: String = (0..side * side)
            .map(|_| if rng.below(4) == 0 { char::from(b'1' + rng.below(side) as u8) } else { '.' })
            .collect();
        let Ok(puzzle) = digits.parse::<Puzzle>() else { continue };
        let solvable = !oracle(&puzzle, 1).is_empty();
        // As many of each.
        if puzzles.iter().filter(|(_, other)| *other == solvable).count() < 12 {
            puzzles.push((puzzle, solvable));
        }
    }
    let mut undecided = 0;
    for filter in ["none", "forward", "arcs", "all-different"] {
        for cells in ["input", "mrv", "mrv-degree", "dom-deg", "dom-wdeg"] {
            for digits in ["ascending", "least-constraining"] {
                let parts = format!("filter={filter},cells={cells},digits={digits}");
                let plain = ["digits", "binary"]
                    .map(|branching| format!("mac:{parts},branching={branching}"));
                let restarting = ["luby,branching=binary", "geometric,branching=digits"]
                    .map(|restarts| format!("mac-restarts:{parts},unit=1,restarts={restarts}"));
                let limited = format!("limited-discrepancy:{parts}");
                for configuration in plain.into_iter().chain(restarting).chain([limited]) {
                    for (puzzle, solvable) in &puzzles {
                        let stop = run(&configuration, puzzle, Limits::nodes(5_000)).stop;
                        let right = if *solvable { Stop::Solved } else { Stop::ProvedNone };
                        if stop == Stop::Nodes && filter != "all-different" {
                            undecided += 1;
                        } else {
                            assert_eq!(stop, right, "{configuration} {puzzle}");
                        }
                    }
                }
            }
        }
    }
    // Of 4 800 runs, most of them without filtering.
    println!("{undecided} undecided");
    assert!(undecided < 400, "{undecided}");
}
