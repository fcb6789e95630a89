//! What the originals must show that the reports' own programs did: the boards that these visited, in
//! order, and what they had left at the end. The data was made by running those programs.

use std::collections::HashSet;

use quadrille_core::{Counter, Puzzle, Stop};

use crate::boards::{fresh, gauge, lists, nine, shared, shared_text};

fn boards(configuration: &str, puzzle: &Puzzle, nodes: u64) -> Vec<String> {
    let (_, boards) = lists(configuration, puzzle, 1, nodes, "board");
    let text = |board: &Vec<f64>| board.iter().map(f64::to_string).collect();
    // The board at which the limit ended the run was shown too.
    boards.iter().take(nodes as usize).map(text).collect()
}

/// The first of the hundred puzzles that R3 used.
const FIRST: &str =
    "200060000007004086000001300000000040090000000480000710900078000000050002020600501";

/// R3's program visits 788 distinct boards in its first 1000 visits to this puzzle, and this one last.
#[test]
fn original_rbfs_visits_what_the_program_visited() {
    let visited = boards("rbfs-original", &nine(FIRST), 1000);
    assert_eq!(visited[0], FIRST);
    let last = "200060000007004086000081300000000040090000000480000710900078000000053002020609501";
    assert_eq!((visited.len(), visited[999].as_str()), (1000, last));
    assert_eq!(visited.iter().collect::<HashSet<_>>().len(), 788);
}

#[test]
#[ignore = "needs ../shared/data"]
fn original_rbfs_visits_the_same_thousand_boards() {
    let text = shared_text("originals/rbfs_r3_visits.txt");
    for (number, puzzle) in ["1", "2", "3"].into_iter().zip(shared("ift3335_100.txt")) {
        let theirs = text.lines().filter_map(|line| line.split_once(' '));
        let theirs: Vec<&str> = theirs.filter(|line| line.0 == number).map(|line| line.1).collect();
        assert_eq!(theirs.len(), 1000);
        let ours = boards("rbfs-original", &puzzle, 1000);
        let same = ours.iter().zip(&theirs).take_while(|(a, b)| a == b).count();
        assert_eq!((ours.len(), same), (1000, 1000), "{number}");
    }
}

/// When its own limit is reached it enters the same child for ever.
#[test]
fn original_rbfs_never_ends_at_its_limit() {
    let generated = |nodes| {
        let (outcome, visited) = lists("rbfs-original:limit=1000", &nine(FIRST), 1, nodes, "board");
        assert_eq!(outcome.stop, Stop::Nodes);
        (outcome.counters[Counter::Generated], visited.len())
    };
    assert_eq!(generated(999), generated(100_000));
}

/// The conflicts of the boards that R2's program expanded first; of equal boards it expands another
/// one first, so that the counts differ later. It tests the first board twice.
#[test]
fn original_greedy_conflicts_expands_boards_of_the_same_cost() {
    let (outcome, conflicts) = lists("greedy-conflicts-original", &nine(FIRST), 1, 10, "conflicts");
    assert_eq!(outcome.stop, Stop::Nodes);
    assert_eq!(conflicts.concat()[..5], [132.0, 124.0, 116.0, 110.0, 110.0]);
}

#[test]
#[ignore = "needs ../shared/data"]
fn original_greedy_conflicts_on_three() {
    let text = shared_text("originals/greedy_conflicts_r2_expansions.txt");
    let puzzles = shared("ift3335_100.txt");
    for ((number, least), puzzle) in [("1", 41), ("2", 30), ("3", 5)].into_iter().zip(puzzles) {
        let rows = text.lines().map(|line| line.split(' ').collect::<Vec<_>>());
        let theirs: Vec<f64> = rows
            .filter(|row| row[0] == number)
            .map(|row| row[2].parse().unwrap())
            .skip(1)
            .collect();
        let (_, ours) = lists("greedy-conflicts-original", &puzzle, 1, 41, "conflicts");
        let ours = &ours.concat()[..theirs.len()];
        let same = ours.iter().zip(&theirs).take_while(|(a, b)| a == b).count();
        println!("{number}: {same} of {} the same; {ours:?}; {theirs:?}", theirs.len());
        assert!(same >= least, "{number}: {same}");
        assert_eq!(
            ours.iter().min_by(|a, b| a.total_cmp(b)),
            theirs.iter().min_by(|a, b| a.total_cmp(b))
        );
    }
}

/// R2's program: 595.42 nodes and 14.08 conflicts left in the mean over the hundred, once; ties are
/// broken at random.
#[test]
#[ignore = "needs ../shared/data"]
fn original_combined_swaps_on_the_hundred() {
    let text = shared_text("originals/hill_climbing_super_r2.txt");
    let theirs: Vec<[f64; 2]> = text
        .lines()
        .map(|line| {
            let mut row = line.split(' ').skip(1).map(|word| word.parse().unwrap());
            [row.next().unwrap(), row.next().unwrap()]
        })
        .collect();
    let puzzles = shared("ift3335_100.txt");
    let ours: Vec<Vec<[f64; 2]>> = (1..=10)
        .map(|seed| {
            let end = |puzzle| {
                let (outcome, values) =
                    gauge("hill-climbing-super-original", puzzle, seed, "conflicts");
                assert_ne!(outcome.stop, Stop::Solved);
                [outcome.counters[Counter::Generated] as f64, *values.last().unwrap()]
            };
            puzzles.iter().map(end).collect()
        })
        .collect();
    for measure in [0, 1] {
        // Puzzle by puzzle, so that only the random ties count.
        let differences: Vec<f64> = (0..100)
            .map(|p| {
                ours.iter().map(|run| run[p][measure]).sum::<f64>() / 10.0 - theirs[p][measure]
            })
            .collect();
        let mean = differences.iter().sum::<f64>() / 100.0;
        let variance = differences.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / 99.0;
        let error = (variance / 100.0).sqrt();
        println!("measure {measure}: {mean} more than theirs, standard error {error}");
        assert!(mean.abs() <= 3.0 * error, "{measure}: {mean} +- {error}");
    }
}

/// R2: 0 of 1000, 14.964 ± 3.06 conflicts, 139 nodes.
#[test]
#[ignore = "needs ../shared/data"]
fn hill_climbing_r2_original_on_the_thousand() {
    let puzzles = shared("ift3335_1000.txt");
    let (mut conflicts, mut generated) = (Vec::new(), 0);
    for puzzle in &puzzles {
        let (outcome, values) = gauge("hill-climbing-r2-original", puzzle, 1, "conflicts");
        assert_eq!(outcome.stop, Stop::Stuck, "{puzzle}");
        conflicts.push(*values.last().unwrap());
        generated += outcome.counters[Counter::Generated];
    }
    let n = conflicts.len() as f64;
    let mean = conflicts.iter().sum::<f64>() / n;
    let variance = conflicts.iter().map(|c| (c - mean).powi(2)).sum::<f64>() / (n - 1.0);
    println!("{mean} +- {} conflicts, {} generated", variance.sqrt(), generated as f64 / n);
    assert!((mean - 14.964).abs() <= 3.0 * (variance / n).sqrt(), "{mean}");
    assert!((variance.sqrt() - 3.07).abs() < 0.25, "{}", variance.sqrt());
    assert!((generated as f64 / n - 139.0).abs() < 4.0, "{}", generated as f64 / n);
}

/// The same on puzzles of our own: it never solves anything that is not solved before it begins.
#[test]
fn hill_climbing_r2_original_solves_nothing() {
    for puzzle in fresh(100) {
        let (outcome, values) = gauge("hill-climbing-r2-original", &puzzle, 1, "conflicts");
        assert_ne!(outcome.stop, Stop::Solved);
        assert!(values.windows(2).all(|pair| pair[1] < pair[0]), "{values:?}");
    }
}

/// R3: the cost is 162 whatever the board, so none of the nine neighbors is better.
#[test]
fn hill_climbing_r3_original_has_a_constant_cost() {
    for puzzle in fresh(100) {
        let (outcome, values) = gauge("hill-climbing-r3-original", &puzzle, 1, "cost");
        assert_eq!((outcome.stop, outcome.counters[Counter::Evaluated]), (Stop::Stuck, 9));
        assert_eq!(values, [162.0; 10]);
    }
}
