//! The reports' tables on the puzzles of R2 and R3.

use std::num::NonZeroUsize;

use quadrille_core::{CancelFlag, NoClock};
use quadrille_lab::experiment::Instance;
use quadrille_lab::published::{Measured, PublishedRow, run_published};

use crate::boards::shared;

/// Runs the tables before a certain one on the puzzles of a file.
fn rows_before(report: &str, title: &str, file: &str) -> Vec<PublishedRow> {
    let instance = |(line, puzzle)| Instance { source: file.into(), line, puzzle };
    let given: Vec<Instance> = (1..).zip(shared(file)).map(instance).collect();
    let cancel = CancelFlag::new();
    let two = NonZeroUsize::MIN.saturating_add(1);
    run_published(Some(&given), 1, two, &NoClock, &cancel, |table, _| {
        if (table.report, table.title) == (report, title) {
            cancel.cancel();
        }
    })
}

fn faithful<'a>(rows: &'a [PublishedRow], report: &str, title: &str) -> &'a Measured {
    let row = rows.iter().find(|row| (row.report, row.table) == (report, title));
    row.and_then(|row| row.faithful.as_ref()).unwrap()
}

#[test]
#[ignore = "needs ../shared/data"]
fn the_hundred_give_the_figures_of_the_reports() {
    let rows = rows_before("R3", "the searches that did not work", "ift3335_100.txt");
    for row in &rows {
        let of_hundred = [
            "depth-first search over graphs",
            "elimination of candidates",
            "depth-first search by columns, limited",
            "depth-first search by columns, until solved",
            "one hard puzzle (hard1)",
        ];
        assert_eq!(row.same_puzzles, of_hundred.contains(&row.table), "{}", row.table);
    }
    let limited = faithful(&rows, "R3", "depth-first search by columns, limited");
    let counts: Vec<u64> = limited.within.iter().map(|within| within.1).collect();
    assert_eq!((counts, limited.solved, limited.runs), (vec![3, 13, 20], 52, 100));
    let unlimited = faithful(&rows, "R3", "depth-first search by columns, until solved");
    assert_eq!((unlimited.solved, unlimited.nodes_max), (100, 3_716_586));
    let elimination = faithful(&rows, "R2", "elimination of candidates");
    assert!(elimination.wrong >= 80 && elimination.solved + elimination.wrong == 100);
}

/// R2: 14.964 conflicts with a deviation of 3.06 and 139 nodes; with super-branching 14.208 with 2.86,
/// and 626.83 nodes by the table of runs.
#[test]
#[ignore = "needs ../shared/data"]
fn the_thousand_give_the_conflicts_of_the_report() {
    let rows = rows_before("R2", "greedy best-first search", "ift3335_1000.txt");
    assert!(rows.iter().filter(|row| row.published.conflicts.is_some()).all(|r| r.same_puzzles));
    for (title, mean, deviation, nodes, nodes_error) in [
        ("hill climbing", 14.964, 3.06, 139.0, 5.0),
        ("hill climbing, super-branching", 14.208, 2.86, 626.83, 30.0),
    ] {
        let climbing = faithful(&rows, "R2", title);
        assert_eq!((climbing.runs, climbing.solved), (1000, 0));
        // Three standard errors of the difference of two such means.
        let error = deviation * (2.0_f64 / 1000.0).sqrt();
        assert!((climbing.conflicts_mean.unwrap() - mean).abs() < 3.0 * error, "{climbing:?}");
        let ours = climbing.conflicts_deviation.unwrap();
        assert!((ours - deviation).abs() < 0.3, "{climbing:?}");
        assert!((climbing.nodes_mean.unwrap() - nodes).abs() < nodes_error, "{climbing:?}");
    }
}
