//! Golden numbers of the graph and best-first searches: what R2 and R3 published, what their
//! repaired forms must reach, and counts by an independent Python program.

use quadrille_core::{Counter, Limits, Outcome, Puzzle, Stop};

use crate::boards::{NEWSPAPER, nine, puzzle, run, run_all, shape, shared};

const GREEDY: [&str; 4] =
    ["greedy-most-constrained", "greedy-non-inferable", "greedy-remaining", "greedy-conflicts"];
/// The hard example of Norvig's essay.
const ESSAY: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/// The same four puzzles for all counts below.
fn own() -> [Puzzle; 4] {
    [
        nine(NEWSPAPER),
        nine(ESSAY),
        puzzle(shape(2, 3), "......1..2...3........5...4..3......", &[]),
        puzzle(shape(2, 2), "1.........2.....", &[(1, 5), (10, 11)]),
    ]
}

fn solved(outcomes: &[Outcome]) -> usize {
    outcomes.iter().filter(|outcome| outcome.stop == Stop::Solved).count()
}

fn expanded(outcomes: &[Outcome]) -> impl Iterator<Item = u64> + '_ {
    outcomes.iter().map(|outcome| outcome.counters[Counter::Expanded])
}

#[test]
fn greedy_counts_on_own_puzzles() {
    let expected = [[51, 51, 51, 51], [419, 71, 2267, 1845], [30, 34, 30, 34], [14, 14, 14, 14]];
    for (puzzle, counts) in own().iter().zip(expected) {
        for (configuration, count) in GREEDY.iter().zip(counts) {
            let outcome = run(configuration, puzzle, Limits::NONE);
            assert_eq!(outcome.stop, Stop::Solved, "{configuration} {puzzle}");
            assert_eq!(outcome.counters[Counter::Expanded], count, "{configuration} {puzzle}");
        }
    }
}

#[test]
fn elimination_counts_on_own_puzzles() {
    let configurations = [
        "elimination-dfs",
        "elimination-best-first",
        "elimination-dfs-original",
        "elimination-best-first-original",
    ];
    let (right, wrong) = (Stop::Solved, Stop::Wrong);
    let expected = [
        [(0, right), (0, right), (0, right), (0, right)],
        [(68, right), (43, right), (9, wrong), (4, wrong)],
        [(10, right), (6, right), (6, right), (2, wrong)],
        [(2, right), (2, right), (4, right), (1, wrong)],
    ];
    for (puzzle, counts) in own().iter().zip(expected) {
        for (configuration, (count, stop)) in configurations.iter().zip(counts) {
            let outcome = run(configuration, puzzle, Limits::NONE);
            assert_eq!(outcome.stop, stop, "{configuration} {puzzle}");
            assert_eq!(outcome.counters[Counter::Expanded], count, "{configuration} {puzzle}");
        }
    }
}

/// R2: depth-first search solves 0 of 40 within 10 000 nodes, in any of its orders.
#[test]
fn depth_first_graph_search_solves_nothing() {
    depth_first_graph_search_solves_none_of(&own()[..2]);
}

#[test]
#[ignore = "needs ../shared/data"]
fn depth_first_graph_search_solves_none_of_forty() {
    depth_first_graph_search_solves_none_of(&shared("ift3335_100.txt")[..40]);
}

fn depth_first_graph_search_solves_none_of(collection: &[Puzzle]) {
    for order in ["row", "random", "sorted"] {
        let configuration = format!("dfs-graph-{order}-original");
        let outcomes = run_all(&configuration, collection, Limits::nodes(10_000));
        let at_limit = outcomes.iter().filter(|outcome| outcome.stop == Stop::Nodes).count();
        assert_eq!(at_limit, collection.len(), "{configuration}");
        assert!(expanded(&outcomes).all(|count| count == 10_000));
    }
}

/// Repaired: all of the 100 within 10 000 nodes each.
#[test]
#[ignore = "needs ../shared/data"]
fn greedy_searches_solve_the_hundred() {
    let puzzles = shared("ift3335_100.txt");
    for configuration in GREEDY {
        let outcomes = run_all(configuration, &puzzles, Limits::nodes(10_000));
        println!("{configuration}: most {:?}", expanded(&outcomes).max());
        assert_eq!(solved(&outcomes), 100, "{configuration}");
    }
}

/// As published: next to nothing within the 100 nodes that R2 allowed.
#[test]
#[ignore = "needs ../shared/data"]
fn original_greedy_searches_do_not_solve_the_hundred() {
    let puzzles = shared("ift3335_100.txt");
    for configuration in GREEDY {
        let configuration = format!("{configuration}-original");
        let outcomes = run_all(&configuration, &puzzles, Limits::nodes(100));
        assert!(solved(&outcomes) <= 5, "{configuration}: {}", solved(&outcomes));
    }
}

/// f is the same everywhere, so A* is the search by its tie-break.
#[test]
fn a_star_is_greedy_remaining() {
    a_star_is_greedy_remaining_on(&own());
}

#[test]
#[ignore = "needs ../shared/data"]
fn a_star_is_greedy_remaining_on_the_hundred() {
    a_star_is_greedy_remaining_on(&shared("ift3335_100.txt"));
}

fn a_star_is_greedy_remaining_on(puzzles: &[Puzzle]) {
    let a_star = run_all("a-star", puzzles, Limits::NONE);
    let greedy = run_all("greedy-remaining", puzzles, Limits::NONE);
    for (a_star, greedy) in a_star.iter().zip(&greedy) {
        assert_eq!(a_star.counters, greedy.counters);
        assert_eq!(a_star.stop, Stop::Solved);
    }
}

/// Repaired: at least 95 of the 100 within 100 000 nodes.
#[test]
#[ignore = "needs ../shared/data"]
fn rbfs_solves_the_hundred() {
    let puzzles = shared("ift3335_100.txt");
    let outcomes = run_all("rbfs", &puzzles, Limits::nodes(100_000));
    println!("rbfs: {} solved, most {:?}", solved(&outcomes), expanded(&outcomes).max());
    assert!(solved(&outcomes) >= 95, "{}", solved(&outcomes));
}

/// What rbfs keeps grows with the depth, not with the nodes: on each level of the path at most a
/// value for every digit.
#[test]
fn rbfs_uses_memory_linear_in_the_depth() {
    const BYTES_OF_A_CHILD: u64 = 40;
    let large = puzzle(shape(4, 4), &format!("1{}", ".".repeat(255)), &[]);
    let without =
        nine(".1.4.6....63..5..7.........6........25.......3...4..91..6.....9.....2.........1..");
    for puzzle in own().iter().chain([&large, &without]) {
        let side = puzzle.shape().side() as u64;
        let depth = puzzle.givens().empty_cells().count() as u64;
        for nodes in [100, 1000, 10_000] {
            let memory = run("rbfs", puzzle, Limits::nodes(nodes)).memory;
            assert!((1..=depth * side * BYTES_OF_A_CHILD).contains(&memory), "{memory} {puzzle}");
        }
    }
    // Ten times the nodes below the same depth need no more.
    let memory = |nodes| run("rbfs", &without, Limits::nodes(nodes)).memory;
    assert_eq!(memory(20_000), memory(2_000));
}

/// R2: 100 of 100 claimed, at most 3 nodes best-first and 14 depth-first; 8 valid grids in the
/// published results, none depth-first.
#[test]
#[ignore = "needs ../shared/data"]
fn original_elimination_claims_all_and_is_wrong() {
    let puzzles = shared("ift3335_100.txt");
    for (configuration, most) in
        [("elimination-best-first-original", 3), ("elimination-dfs-original", 14)]
    {
        let outcomes = run_all(configuration, &puzzles, Limits::NONE);
        let wrong = outcomes.iter().filter(|outcome| outcome.stop == Stop::Wrong).count();
        println!("{configuration}: {wrong} wrong, {} right", solved(&outcomes));
        assert_eq!(wrong + solved(&outcomes), 100, "{configuration}");
        assert!(wrong >= 80, "{configuration}: {wrong}");
        assert!(expanded(&outcomes).all(|count| count <= most), "{configuration}");
        let claimed =
            |outcome: &&Outcome| outcome.refused.as_ref().is_some_and(|b| !b.contains(&0));
        assert_eq!(outcomes.iter().filter(claimed).count(), wrong, "{configuration}: full boards");
    }
}

/// Repaired: all of the 100, validated; and the prime products do the same node by node.
#[test]
#[ignore = "needs ../shared/data"]
fn elimination_solves_the_hundred() {
    let puzzles = shared("ift3335_100.txt");
    let all = |configuration| run_all(configuration, &puzzles, Limits::NONE);
    let (dfs, best_first, primes) =
        (all("elimination-dfs"), all("elimination-best-first"), all("elimination-primes"));
    assert_eq!((solved(&dfs), solved(&best_first)), (100, 100));
    for (bits, primes) in best_first.iter().zip(&primes) {
        assert_eq!((bits.stop, bits.counters), (primes.stop, primes.counters));
    }
}
