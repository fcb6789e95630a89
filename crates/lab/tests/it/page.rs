//! docs/reference/algorithms.md says what the registry says, and what was measured is still so.

use std::fs;
use std::path::Path;

use quadrille_core::{CancelFlag, Limits, NoClock};
use quadrille_lab::algorithms::ENTRIES;
use quadrille_lab::experiment::singles_solve;
use quadrille_lab::report::{Measured, algorithms_page, read_measured};
use quadrille_lab::{Configuration, source};

fn docs(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference").join(name);
    fs::read_to_string(path).unwrap()
}

fn measured() -> Vec<Measured> {
    read_measured(&docs("algorithms.jsonl")).unwrap()
}

#[test]
fn the_page_is_what_the_registry_says() {
    let (page, expected) = (docs("algorithms.md"), algorithms_page(ENTRIES, &measured()));
    for (number, (found, expected)) in page.lines().zip(expected.lines()).enumerate() {
        assert_eq!(found, expected, "line {}: run `cargo xtask algorithms`", number + 1);
    }
    assert_eq!(page, expected, "run `cargo xtask algorithms`");
}

#[test]
fn every_entry_is_measured_and_nothing_else() {
    let rows: Vec<String> = measured().into_iter().map(|row| row.algorithm).collect();
    let ids: Vec<&str> = ENTRIES.iter().map(|entry| entry.id).collect();
    assert_eq!(rows, ids, "run `cargo xtask algorithms --measure ID` for those that lack");
}

/// Solved and nodes are the same on every machine: those that are quickly run again must come out
/// as they stand on the page. When a configuration was changed on purpose, measure it again.
#[test]
fn what_was_measured_is_still_so() {
    let puzzles = source::collection();
    let beyond: Vec<bool> = puzzles.iter().map(|puzzle| !singles_solve(puzzle)).collect();
    let mut checked = 0;
    for row in measured().iter().filter(|row| row.cpu_seconds_total < 0.5) {
        let configuration = Configuration::parse(&row.algorithm).unwrap();
        let outcomes: Vec<_> = puzzles
            .iter()
            .map(|puzzle| {
                configuration
                    .run(
                        puzzle,
                        1,
                        Limits::nodes(row.node_limit),
                        &CancelFlag::new(),
                        &NoClock,
                        None,
                    )
                    .unwrap()
            })
            .collect();
        let solved: Vec<bool> = outcomes.iter().map(|o| o.solution.is_some()).collect();
        let both = solved.iter().zip(&beyond).filter(|&(&solved, &beyond)| solved && beyond);
        let nodes: u64 = outcomes.iter().map(|o| o.counters[configuration.entry.nodes]).sum();
        let hits = solved.iter().filter(|&&solved| solved).count() as u64;
        assert_eq!(
            (hits, both.count() as u64, nodes),
            (row.solved, row.beyond_singles_solved, row.nodes_total),
            "{}: run `cargo xtask algorithms --measure {0}`",
            row.algorithm
        );
        checked += 1;
    }
    assert!(checked >= 20, "{checked}");
}
