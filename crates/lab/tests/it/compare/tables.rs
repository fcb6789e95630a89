//! The table of `compare` in all its formats and widths.

use std::path::Path;

use quadrille_core::{Limits, NoClock};
use quadrille_lab::Configuration;
use quadrille_lab::experiment::{Experiment, Instance, Table};
use quadrille_lab::report::{
    SummaryRow, TextFormat, TextStyle, summarize, summary_csv, text_table,
};

use super::bench::{HASTY, LUCKY, configuration, experiment, table};

/// A table in which every node takes ten microseconds of processor time, so that times are known.
fn timed() -> Table {
    let mut table = table(&experiment(), 2, &NoClock);
    for row in &mut table.rows {
        row.cpu_seconds = row.nodes as f64 * 1e-5;
        // Wall time is longer, and not what the table shows.
        row.seconds = row.nodes as f64;
    }
    table
}

fn written(table: &Table, format: TextFormat, width: u16) -> String {
    text_table(table, &summarize(table), TextStyle { format, width, unicode: true })
}

/// Compares with a golden file, or writes it when `UPDATE_GOLDEN` is set.
fn assert_golden(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        text == golden,
        "{name}: run with UPDATE_GOLDEN=1 to accept\n{text}\ninstead of\n{golden}"
    );
}

#[test]
fn every_format_is_golden() {
    let table = timed();
    assert_golden("compare-table.txt", &written(&table, TextFormat::Table, 80));
    assert_golden("compare-table-40.txt", &written(&table, TextFormat::Table, 40));
    assert_golden("compare-table.md", &written(&table, TextFormat::Markdown, 80));
    assert_golden("compare-table.tex", &written(&table, TextFormat::Latex, 80));
    assert_golden("compare-table.csv", &written(&table, TextFormat::Csv, 80));
}

#[test]
fn the_csv_is_that_of_the_file() {
    let table = timed();
    let mut file = Vec::new();
    summary_csv(&summarize(&table), &mut file).unwrap();
    assert_eq!(written(&table, TextFormat::Csv, 40).into_bytes(), file);
}

/// Long names and few columns: whatever the width, lines fit, names are not broken within ids and
/// parameters, and numbers have no blanks.
#[test]
fn tables_fit_their_width() {
    let mut experiment = experiment();
    let names = "elimination-best-first-original annealing-r0:temperature=0.25,cooling=0.999,\
                 proposals=123456 hill-climbing-restarts:start=givens,sideways=1000";
    experiment.configurations = Configuration::parse_list(names).unwrap();
    experiment
        .configurations
        .extend([configuration(&LUCKY, "odds=400"), configuration(&HASTY, "")]);
    experiment.runs = 1;
    let table = table(&experiment, 2, &NoClock);
    for width in 36..140 {
        for unicode in [true, false] {
            let style = TextStyle { format: TextFormat::Table, width, unicode };
            let text = text_table(&table, &summarize(&table), style);
            let fits = |line: &str| line.chars().count() <= usize::from(width);
            assert!(text.lines().all(fits), "{width}:\n{text}");
            assert!(unicode || text.is_ascii(), "{text}");
            for name in &table.names {
                for piece in name.split_inclusive([':', ',']) {
                    assert!(text.contains(piece), "{width}: {piece} in\n{text}");
                }
            }
        }
    }
}

/// Narrow tables omit columns in a fixed order and say so; then they become blocks.
#[test]
fn narrow_tables_say_what_is_missing() {
    let table = timed();
    let omitted = |width| {
        let text = written(&table, TextFormat::Table, width).replace('\n', " ");
        let (_, omitted) = text.split_once("Not shown at this width: ")?;
        Some(omitted.trim_end().trim_end_matches('.').to_owned())
    };
    assert_eq!(omitted(90), None);
    let all = "nodes total, CPU max, 95% interval, solved, CPU mean";
    let mut seen = Vec::new();
    for width in (20..90).rev() {
        if let Some(omitted) = omitted(width) {
            assert!(all.starts_with(&omitted), "{width}: {omitted}");
            seen.push(omitted);
        }
    }
    seen.dedup();
    assert_eq!(seen.len(), 5, "{seen:?}");
    assert!(written(&table, TextFormat::Table, 20).contains("\n  family       sampling\n"));
}

/// Giving up is cheap: the mark for the lowest cost goes only to configurations with the highest
/// success, and nodes are compared only within a family.
#[test]
fn the_best_values_are_marked() {
    let line = |table: &Table, name: &str| -> String {
        let text = written(table, TextFormat::Table, 90);
        text.lines().find(|line| line.split(' ').next() == Some(name)).unwrap().to_owned()
    };
    let mut table = timed();
    let marks = |line: String| line.matches('*').count();
    // `naive` and `lucky` solve everything; `liar-original` needs one node and solves nothing.
    assert_eq!(marks(line(&table, "naive")), 4, "{}", line(&table, "naive"));
    assert_eq!(marks(line(&table, "lucky")), 3, "{}", line(&table, "lucky"));
    assert_eq!(marks(line(&table, "liar-original")), 0);
    table.configurations.truncate(1);
    table.names.truncate(1);
    table.rows.retain(|row| row.configuration == 0);
    assert_eq!(marks(written(&table, TextFormat::Table, 90)), 0, "nothing to compare with");
}

#[test]
fn markdown_and_latex_are_escaped() {
    let mut table = timed();
    table.names[1] = "a|b_c&d".to_owned();
    let markdown = written(&table, TextFormat::Markdown, 80);
    assert!(markdown.contains("| `a\\|b_c&d` |"), "{markdown}");
    let latex = written(&table, TextFormat::Latex, 80);
    assert!(latex.contains("\\texttt{a|b\\_c\\&d}"), "{latex}");
    let cells = |line: &str| line.matches('&').count() - line.matches("\\&").count();
    let rows: Vec<&str> = latex.lines().filter(|line| line.ends_with("\\\\")).collect();
    assert_eq!(rows.len(), 1 + table.names.len());
    assert!(rows.iter().all(|row| cells(row) == 9), "{latex}");
}

/// A proof that a puzzle is unsolvable is a success at its own cost; the puzzle does not count for
/// algorithms that cannot prove it.
#[test]
fn puzzles_without_a_solution_are_decided_by_proof() {
    let solvable =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    // One of those of `random-norvig`.
    let unsolvable =
        ".....9.1....1452..9.1.......4........2...7.8...........5.7.........6......6.5....";
    let instance = |(line, text): (u64, &str)| Instance {
        source: "some".into(),
        line,
        puzzle: text.parse().unwrap(),
    };
    let experiment = Experiment {
        configurations: Configuration::parse_list("norvig;tabu;exact-cover").unwrap(),
        instances: [(1, solvable), (2, unsolvable)].map(instance).to_vec(),
        seed: 1,
        runs: 2,
        limits: Limits::nodes(10_000),
        ..Experiment::default()
    };
    let table = table(&experiment, 1, &NoClock);
    assert!(!table.is_unsolvable(0) && table.is_unsolvable(1));
    let [norvig, tabu, cover] = &summarize(&table)[..] else { panic!("three rows") };
    for complete in [norvig, cover] {
        let SummaryRow { runs, decided, solved, none, unprovable, .. } = complete;
        assert_eq!((*runs, *decided, *solved, *none, *unprovable), (2, 2, 1, 1, 0));
        assert_eq!((complete.success, complete.unsolved_puzzles), (Some(1.0), 0));
        let nodes = table
            .rows
            .iter()
            .filter(|row| table.names[row.configuration as usize] == complete.algorithm);
        let mean = nodes.map(|row| row.nodes as f64).sum::<f64>() / 2.0;
        assert_eq!(complete.nodes_par2, Some(mean), "the proof costs its own nodes");
    }
    let SummaryRow { runs, decided, unprovable, .. } = tabu;
    assert_eq!((*runs, *decided, *unprovable, tabu.success), (2, 2, 2, Some(1.0)));
    let text = written(&table, TextFormat::Table, 80);
    assert!(text.contains("1 puzzle has no solution (some line 2)"), "{text}");
    assert!(text.contains(" decided ") && !text.contains(" solved "), "{text}");
    // Without complete algorithms too.
    let experiment =
        Experiment { configurations: Configuration::parse_list("tabu").unwrap(), ..experiment };
    assert!(super::bench::table(&experiment, 1, &NoClock).is_unsolvable(1));
}
