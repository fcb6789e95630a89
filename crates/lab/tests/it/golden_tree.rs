//! Golden numbers of the tree searches: the reports' own where they published them, and counts by
//! an independent Python program for puzzles written here.

use quadrille_core::{Counter, Limits, Puzzle, Stop};

use crate::boards::{HARD1, NEWSPAPER, nine, puzzle, run, run_all, shape, shared};

/// Placements that an independent recursive Python program needs, for: by columns, by rows, by
/// boxes, fewest first; each ascending and descending.
#[test]
fn depth_first_counts_on_own_puzzles() {
    let six = "......1..2...3........5...4..3......";
    let four = "1.........2.....";
    let cases: [(Puzzle, [[u64; 2]; 4]); 3] = [
        (nine(NEWSPAPER), [[621, 725], [4208, 474], [1999, 214], [51, 51]]),
        (puzzle(shape(2, 3), six, &[]), [[119, 35], [64, 36], [67, 33], [30, 30]]),
        (puzzle(shape(2, 2), four, &[(1, 5), (10, 11)]), [[40, 15], [16, 15], [18, 15], [14, 14]]),
    ];
    for (puzzle, expected) in cases {
        for (id, counts) in ["dfs-column", "dfs-row", "dfs-box", "dfs-mrv"].iter().zip(expected) {
            for (order, count) in ["ascending", "descending"].iter().zip(counts) {
                let configuration = format!("{id}:digits={order}");
                let outcome = run(&configuration, &puzzle, Limits::NONE);
                assert_eq!(outcome.stop, Stop::Solved, "{configuration} {puzzle}");
                assert_eq!(outcome.counters[Counter::Placement], count, "{configuration} {puzzle}");
            }
        }
    }
}

/// R0 claims 7 282 622 assignments for this puzzle; Norvig's program does 5 867 593 when it goes
/// through the peers in order.
#[test]
fn norvig_on_the_hard_puzzle_of_r0() {
    let outcome = run("norvig", &nine(HARD1), Limits::NONE);
    assert_eq!(outcome.stop, Stop::Solved);
    assert_eq!(outcome.counters[Counter::Assign], 5_867_593);
    assert_eq!(outcome.counters[Counter::AssignGiven], 17);
}

#[test]
#[ignore = "needs ../shared/data"]
fn norvig_on_the_collections() {
    for (file, branches, without, most, assigns) in
        [("ift3335_100.txt", 233, 44, 11, 32_123), ("ift3335_1000.txt", 2_730, 421, 43, 325_689)]
    {
        let puzzles = shared(file);
        let outcomes = run_all("norvig", &puzzles, Limits::NONE);
        assert!(outcomes.iter().all(|outcome| outcome.stop == Stop::Solved));
        let of = |counter| outcomes.iter().map(move |outcome| outcome.counters[counter]);
        assert_eq!(of(Counter::Branch).sum::<u64>(), branches, "{file}");
        assert_eq!(of(Counter::Branch).filter(|&tries| tries == 0).count(), without, "{file}");
        assert_eq!(of(Counter::Branch).max(), Some(most), "{file}");
        // The reports' "about 32 100" and "about 325 700".
        assert_eq!(of(Counter::Assign).sum::<u64>(), assigns, "{file}");
        let parts = [Counter::AssignGiven, Counter::AssignHidden, Counter::Branch];
        assert_eq!(parts.into_iter().flat_map(of).sum::<u64>(), assigns, "{file}");
    }
}

/// How many a configuration solves within 1000, 5000, 10 000 and 50 000 placements; the most and the sum
/// that it needs; twice the median.
struct Row(&'static str, [usize; 4], u64, u64, u64);

fn check(file: &str, rows: &[Row]) {
    let puzzles = shared(file);
    for &Row(configuration, within, largest, sum, twice_median) in rows {
        let outcomes = run_all(configuration, &puzzles, Limits::NONE);
        assert!(outcomes.iter().all(|outcome| outcome.stop == Stop::Solved));
        let placements = outcomes.iter().map(|outcome| outcome.counters[Counter::Placement]);
        let mut placements: Vec<u64> = placements.collect();
        // The limit cuts exactly: what takes N placements is done with N and not with one fewer.
        for (puzzle, &needed) in
            puzzles.iter().zip(&placements).filter(|(_, n)| **n < 20_000).take(5)
        {
            assert_eq!(run(configuration, puzzle, Limits::nodes(needed)).stop, Stop::Solved);
            let cut = run(configuration, puzzle, Limits::nodes(needed - 1));
            assert_eq!((cut.stop, cut.counters[Counter::Placement]), (Stop::Nodes, needed - 1));
        }
        placements.sort_unstable();
        let solved = [1000, 5000, 10_000, 50_000].map(|n| placements.partition_point(|&p| p <= n));
        let middle = placements.len() / 2;
        assert_eq!(solved, within, "{file} {configuration}");
        assert_eq!(placements.last(), Some(&largest), "{file} {configuration}");
        assert_eq!(placements.iter().sum::<u64>(), sum, "{file} {configuration}");
        assert_eq!(
            placements[middle - 1] + placements[middle],
            twice_median,
            "{file} {configuration}"
        );
    }
}

/// R3's table is the first row.
#[test]
#[ignore = "needs ../shared/data"]
fn depth_first_by_columns_on_the_hundred() {
    check(
        "ift3335_100.txt",
        &[
            Row("dfs-column", [3, 13, 20, 52], 3_716_586, 26_152_059, 88_187),
            Row("dfs-column:digits=descending", [3, 11, 20, 51], 2_216_103, 20_713_998, 96_445),
        ],
    );
}

#[test]
#[ignore = "needs ../shared/data"]
fn depth_first_by_rows_and_boxes_on_the_hundred() {
    check(
        "ift3335_100.txt",
        &[
            Row("dfs-row", [4, 19, 27, 55], 3_643_535, 18_973_295, 80_809),
            Row("dfs-row:digits=descending", [2, 16, 32, 55], 2_339_926, 17_665_675, 75_646),
            Row("dfs-box", [4, 12, 28, 56], 5_653_359, 19_514_805, 77_667),
            Row("dfs-box:digits=descending", [0, 15, 25, 59], 1_931_076, 14_126_318, 68_643),
        ],
    );
}

#[test]
#[ignore = "needs ../shared/data"]
fn depth_first_by_fewest_on_the_collections() {
    check(
        "ift3335_100.txt",
        &[
            Row("dfs-mrv", [83, 100, 100, 100], 4_559, 57_849, 500),
            Row("dfs-mrv:digits=descending", [90, 98, 100, 100], 6_518, 46_448, 365),
        ],
    );
    check("ift3335_1000.txt", &[Row("dfs-mrv", [868, 996, 1000, 1000], 9_641, 524_709, 489)]);
}

#[test]
#[ignore = "needs ../shared/data"]
fn depth_first_by_lines_on_the_thousand() {
    check(
        "ift3335_1000.txt",
        &[
            Row("dfs-column", [28, 117, 223, 553], 16_416_573, 232_604_782, 80_191),
            Row("dfs-row", [32, 160, 262, 591], 10_044_318, 160_886_638, 68_877),
        ],
    );
}
