//! `dataset`: sets of puzzles, how they continue, and what checks find.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use quadrille::canon::{Form, canonical};
use quadrille::{Meter, Puzzle, Rng, Symmetry};
use serde_json::Value;

use crate::program::{PUZZLE, SOLUTION, command, directory, objects, run};

const FILES: [&str; 3] = ["train.jsonl", "test.jsonl", "README.md"];

fn contents(set: &Path) -> Vec<Vec<u8>> {
    FILES.iter().map(|name| fs::read(set.join(name)).unwrap()).collect()
}

fn rows(file: &Path) -> Vec<Value> {
    let text = fs::read_to_string(file).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_set_is_the_same_on_any_number_of_threads() {
    let here = directory("dataset-threads");
    for (set, threads) in [("one", "1"), ("three", "3")] {
        let said = run(&here, &["dataset", "-n", "120", "--test", "25", "-o", set, "-j", threads]);
        assert_eq!(said.status, 0, "{}", said.err);
        assert!(said.out.contains("se121:7.3.."), "{}", said.out);
        let names = fs::read_dir(here.join(set)).unwrap().count();
        assert_eq!(names, FILES.len(), "the log is gone");
    }
    assert_eq!(contents(&here.join("one")), contents(&here.join("three")));
    let (train, test) = (rows(&here.join("one/train.jsonl")), rows(&here.join("one/test.jsonl")));
    assert!(train.len() + test.len() == 120 && (10..60).contains(&test.len()), "{}", test.len());
    // No isomorph crosses the split, and none repeats.
    let mut parts = BTreeMap::new();
    for (part, rows) in [("train", &train), ("test", &test)] {
        for row in rows {
            let puzzle: Puzzle = row["puzzle"].as_str().unwrap().parse().unwrap();
            let form = canonical(puzzle.givens(), Form::Pattern, &mut Meter::unlimited()).unwrap();
            assert_eq!(row["canonical"], form.grid.to_string());
            assert_eq!(row["split"], part);
            assert_eq!(parts.insert(form.grid.to_string(), part), None);
        }
    }
    let sheet = fs::read_to_string(here.join("one/README.md")).unwrap();
    let command = "quadrille dataset -n 120 --seed 1 --box 3x3 --bands se121:1.0..1.9,";
    assert!(sheet.contains(command) && sheet.contains("license: cc0-1.0"), "{sheet}");
    let said = run(&here, &["dataset", "--json", "--check", "one"]);
    assert_eq!(said.status, 0, "{}", said.err);
    let report = &objects(&said)[0];
    assert_eq!((&report["rows"], &report["isomorphs"]), (&120.into(), &0.into()));
    let bands: Vec<u64> =
        report["se121"].as_array().unwrap().iter().map(|band| band[1].as_u64().unwrap()).collect();
    assert_eq!(bands, [20; 6]);
}

#[test]
fn a_set_that_was_killed_continues() {
    let here = directory("dataset-killed");
    let make =
        |set| ["dataset", "-n", "9000", "--bands", "se121:1.0..1.9,se121:2.0..2.5", "-o", set];
    let whole = run(&here, &make("whole"));
    assert_eq!(whole.status, 0, "{}", whole.err);
    let mut child = command(&here, &make("killed"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let log = here.join("killed/dataset.log");
    let late = Instant::now() + Duration::from_secs(60);
    // A round must be there as a whole, and is written in pieces.
    let has_round = || fs::read_to_string(&log).is_ok_and(|text| text.contains("{\"progress\":"));
    while !has_round() && Instant::now() < late {
        thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // As if it had been killed in the middle of a row.
    let mut file = fs::File::options().append(true).open(&log).unwrap();
    file.write_all(b"{\"puzzle\":\"53..7....").unwrap();
    drop(file);
    // Another set does not continue it.
    let said = run(&here, &["dataset", "-n", "9001", "-o", "killed"]);
    assert!(said.status == 2 && said.err.contains("holds another set"), "{}", said.err);
    let said = run(&here, &make("killed"));
    assert_eq!(said.status, 0, "{}", said.err);
    assert!(said.err.contains("continued; rows made before: "), "{}", said.err);
    assert_eq!(contents(&here.join("killed")), contents(&here.join("whole")));
    // What is complete is not made again, nor replaced.
    let said = run(&here, &make("whole"));
    assert!(said.status == 2 && said.err.contains("exists and is not replaced"), "{}", said.err);
}

#[test]
fn parquet_has_the_same_rows() {
    let here = directory("dataset-parquet");
    let make = |set, format| ["dataset", "-n", "30", "--box", "2x3", "--format", format, "-o", set];
    for (set, format) in [("lines", "jsonl"), ("table", "parquet")] {
        let said = run(&here, &make(set, format));
        assert_eq!(said.status, 0, "{}", said.err);
    }
    let reports = ["lines", "table"].map(|set| {
        let said = run(&here, &["dataset", "--json", "--check", set]);
        assert_eq!(said.status, 0, "{}", said.err);
        said.out
    });
    assert_eq!(reports[0], reports[1]);
    // Its rows are read with all that they say: those of another set have other solutions.
    let said = run(&here, &["dataset", "--check", "lines", "table"]);
    assert_eq!(said.status, 1);
    assert!(
        said.out.lines().any(|line| line.starts_with("repeated  ") && line.contains(" 30 ")),
        "{}",
        said.out
    );
    assert!(
        said.err.contains("table/train.parquet:1: the same puzzle again (row 1)"),
        "{}",
        said.err
    );
}

/// A file with one row of each flaw, in each way to write it.
#[test]
fn a_check_names_each_flaw() {
    let here = directory("dataset-doctored");
    let puzzle: Puzzle = PUZZLE.parse().unwrap();
    let isomorph = Symmetry::random(puzzle.shape(), &mut Rng::from_seed(5)).apply(puzzle.givens());
    let several = PUZZLE.replacen('5', ".", 2).replacen('3', ".", 2);
    let none = PUZZLE.replacen("53..7", "531.7", 1);
    let wrong = SOLUTION.replacen("534", "543", 1);
    let rows = [
        (PUZZLE.to_owned(), SOLUTION.to_owned()),
        (isomorph.to_string(), String::new()),
        (PUZZLE.to_owned(), wrong),
        (several, String::new()),
        (none, String::new()),
        ("53..7".to_owned(), String::new()),
    ];
    let mut lines = String::new();
    let mut table = "puzzle,solution\n".to_owned();
    for (puzzle, solution) in &rows {
        let split = if lines.is_empty() { "train" } else { "test" };
        let row = serde_json::json!({"puzzle": puzzle, "solution": solution, "split": split});
        let row = match solution.is_empty() {
            true => serde_json::json!({"puzzle": puzzle, "split": split}),
            false => row,
        };
        lines += &format!("{row}\n");
        table += &format!("{puzzle},{solution}\n");
    }
    fs::write(here.join("all.jsonl"), &lines).unwrap();
    let said = run(&here, &["dataset", "--json", "--check", "all.jsonl"]);
    assert_eq!(said.status, 1, "{}", said.err);
    for (line, words) in [
        (
            2,
            "an isomorph of an earlier puzzle (row 1); the same puzzle or an isomorph is in another",
        ),
        (3, "the solution given is wrong; the same puzzle again (row 1)"),
        (4, "several solutions"),
        (5, "no solution"),
        (6, ""),
    ] {
        let place = format!("all.jsonl:{line}: {words}");
        assert!(said.err.contains(&place), "{place}: {}", said.err);
    }
    let expected = [
        ("rows", 6),
        ("unreadable", 1),
        ("several_solutions", 1),
        ("no_solution", 1),
        ("wrong_solutions", 1),
        ("duplicates", 1),
        ("isomorphs", 1),
        ("across_splits", 2),
        ("singles_only", 3),
    ];
    let report = &objects(&said)[0];
    for (field, count) in expected {
        assert_eq!(report[field], count, "{field}: {report}");
    }
    // As a table, whose file is one part.
    fs::write(here.join("all.csv"), &table).unwrap();
    let said = run(&here, &["dataset", "--json", "--check", "all.csv"]);
    assert_eq!(said.status, 1, "{}", said.err);
    let report = &objects(&said)[0];
    for (field, count) in expected {
        let count = if field == "across_splits" { 0 } else { count };
        assert_eq!(report[field], count, "{field}: {report} {}", said.err);
    }
    // The first row is a set without flaws.
    fs::write(here.join("good.jsonl"), lines.lines().next().unwrap()).unwrap();
    assert_eq!(run(&here, &["dataset", "--check", "good.jsonl"]).status, 0);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let here = directory("dataset-refused");
    for (arguments, expected) in [
        (&["dataset"][..], "-o DIR"),
        (&["dataset", "-o", "x", "--bands", "se121:hard"], "se121:2.6..3.4"),
        (&["dataset", "-o", "x", "--bands", "technique:x-wnig"], "x-wing"),
        (&["dataset", "-o", "x", "--from", "line"], "without --check"),
        (&["dataset", "--seed", "3", "--check", "x"], "with --check"),
        (&["dataset", "--check", "nothing.jsonl"], "nothing.jsonl"),
        (&["dataset", "--check", "."], "train, test or valid"),
        (&["dataset", "-n", "5", "--check", "x"], "cannot be used with"),
    ] {
        let said = run(&here, arguments);
        assert_eq!(said.status, 2, "{arguments:?}: {}", said.err);
        assert!(said.err.contains(expected), "{arguments:?}: {}", said.err);
    }
    assert_eq!(fs::read_dir(&here).unwrap().count(), 0);
    // A band that has no more puzzles ends, and says so.
    let said =
        run(&here, &["dataset", "-n", "99", "--box", "2x2", "--bands", "clues:4..4", "-o", "x"]);
    assert_eq!(said.status, 1, "{}", said.err);
    assert!(said.err.contains("band clues:4..4: only "), "{}", said.err);
}
