//! What holds for every command alike: where errors say they are, and what is in every object.

use std::fs;
use std::path::Path;

use super::program::{PUZZLE, Said, directory, objects, run};

/// A board of DualSudoku with a mark in its fifth line that is none.
const BOARD: &str = "4\n0 - 0 + 3 + 0\n-   -   -   -\n0 + 2 + 0 - 0\n+   +.  -   +\n";

/// A match of one game of four lines, kept in a file.
fn record(here: &Path, name: &str) {
    let arguments = ["match", "first-valid", "ia", "--side", "4", "--games", "1", "--record", name];
    assert_eq!(run(here, &arguments).status, 0);
}

#[test]
fn errors_begin_with_their_place_whatever_is_read() {
    let here = directory("contract-places");
    record(&here, "games.jsonl");
    let games = fs::read_to_string(here.join("games.jsonl")).unwrap();
    let trace = ["solve", "--with", "tabu", "--trace", "good.trace", "1..............."];
    assert_eq!(run(&here, &trace).status, 0);
    let trace = fs::read_to_string(here.join("good.trace")).unwrap();
    let files = [
        ("board.txt", BOARD.to_owned()),
        (
            "spec.toml",
            "algorithms = [\"norvig\"]\npuzzles = [\"collection\"]\nrnus = 3\n".to_owned(),
        ),
        ("openings.txt", "r1c1=4\nr1c1=1 r1c1=2\n".to_owned()),
        ("broken.jsonl", games.replacen("\"row\":0", "\"row\":\"0\"", 1)),
        ("empty.jsonl", String::new()),
        ("four.txt", format!("{}\n", ".".repeat(16))),
        ("broken.trace", trace.replacen("started", "startet", 1)),
    ];
    for (name, text) in files {
        fs::write(here.join(name), text).unwrap();
    }
    let cases: [(&[&str], &str); 13] = [
        (&["match", "ia", "ia", "--board", "board.txt"], "board.txt:5:5: "),
        (&["play", "ia", "ia", "--board", "board.txt", "--seed", "1"], "board.txt:5:5: "),
        (&["perft", "1", "--board", "board.txt"], "board.txt:5:5: "),
        (&["analyse", "board.txt"], "board.txt:5:5: "),
        (&["compare", "--spec", "spec.toml"], "spec.toml:3:1: "),
        (&["match", "ia", "ia", "--side", "4", "--openings", "openings.txt"], "openings.txt:2:8: "),
        (&["replay", "broken.jsonl"], "broken.jsonl:2:"),
        (&["ratings", "broken.jsonl"], "broken.jsonl:2:"),
        (&["analyse", "broken.jsonl"], "broken.jsonl:2:"),
        (&["replay", "empty.jsonl"], "empty.jsonl:1:1: empty: "),
        (&["analyse", "empty.jsonl"], "empty.jsonl:1:1: empty: "),
        (&["bench", "four.txt"], "four.txt:1:1: "),
        (&["replay", "broken.trace"], "broken.trace:6:1: "),
    ];
    for (arguments, place) in cases {
        let said = run(&here, arguments);
        assert_eq!(said.status, 2, "{arguments:?}: {}", said.err);
        assert!(said.err.starts_with(place), "{arguments:?}: {}", said.err);
    }
}

#[test]
fn the_seed_is_in_every_object() {
    let here = directory("contract-seeds");
    record(&here, "games.jsonl");
    let trace = ["solve", "--seed", "9", "--with", "tabu", "--trace", "run.trace", PUZZLE];
    assert_eq!(run(&here, &trace).status, 0);
    let cases: [&[&str]; 31] = [
        &[
            "solve",
            PUZZLE,
            "x................................................................................",
        ],
        &["solve", "--solutions", "2", PUZZLE],
        &["count", PUZZLE],
        &["count", "--estimate", PUZZLE],
        &["check", PUZZLE],
        &["generate", "grid", "-n", "2"],
        &["generate", "latin", "--method", "v1"],
        &["generate", "permutation"],
        &["compare", "--algorithms", "norvig", "--puzzles", PUZZLE],
        &["compare", "--algorithms", "norvig", "--puzzles", PUZZLE, "--write-spec"],
        &[
            "tune",
            "tabu:noise=9",
            "--nodes",
            "50",
            "--races",
            "1",
            "--settings",
            "3",
            "--runs",
            "1",
        ],
        &["algorithms"],
        &["algorithms", "norvig"],
        &["agents"],
        &["agents", "ia"],
        &["formats"],
        &["techniques"],
        &["rate", PUZZLE, "x"],
        &["explain", PUZZLE],
        &["explain", "--all", "--lang", "fr", PUZZLE],
        &["hint", PUZZLE],
        &["hint", "--lang", "fr", PUZZLE],
        &["generate", "puzzle", "--rating", "se:1.2..3"],
        &["bench", "--threads", "1", PUZZLE],
        &["match", "ia", "minimax", "--side", "4"],
        &["tournament", "ia", "minimax", "first-valid", "--side", "4"],
        &["play", "ia", "minimax", "--side", "4"],
        &["perft", "1", "--side", "4"],
        &["perft", "1", "--side", "4", "--divide"],
        &["analyse", "1234341221......"],
        &["check-bot", "false"],
    ];
    for case in cases {
        // A command that makes no random choice refuses `--seed` and reports the default.
        let fixed = ["algorithms", "agents", "formats", "techniques", "perft", "analyse"]
            .contains(&case[0]);
        let (options, seed): (&[&str], u64) =
            if fixed { (&["--json"], 1) } else { (&["--json", "--seed", "9"], 9) };
        all_have_seed(case, &run(&here, &[options, case].concat()), seed);
    }
    // Of what was recorded it is the seed of then.
    all_have_seed(&["replay"], &run(&here, &["replay", "--json", "games.jsonl"]), 1);
    all_have_seed(&["replay"], &run(&here, &["replay", "--json", "run.trace"]), 9);
    all_have_seed(&["ratings"], &run(&here, &["ratings", "--json", "games.jsonl"]), 1);
}

fn all_have_seed(case: &[&str], said: &Said, seed: u64) {
    let objects = objects(said);
    assert!(!objects.is_empty(), "{case:?}: {}", said.err);
    for object in objects {
        assert_eq!(object["seed"], seed, "{case:?}: {object}");
    }
}

#[test]
fn a_comparison_with_boards_that_a_method_cannot_do_ends_with_2() {
    let here = directory("contract-unsupported");
    let four = "1.........2.....";
    let compare = |algorithms: &str, puzzles: &[&str]| {
        let start = ["compare", "--json", "--algorithms", algorithms, "--puzzles"];
        run(&here, &[&start, puzzles].concat())
    };
    let said = compare("kernel;norvig", &[four]);
    assert_eq!((said.status, objects(&said).len()), (2, 2), "{}", said.err);
    assert!(said.err.contains("`kernel` supports none of"), "{}", said.err);
    let said = compare("kernel;norvig", &[four, PUZZLE]);
    assert_eq!(said.status, 2, "{}", said.err);
    assert!(said.err.contains("`kernel` supports only 1 of 2 boards"), "{}", said.err);
    assert!(!said.err.contains("norvig"), "{}", said.err);
    assert_eq!(compare("kernel;norvig", &[PUZZLE]).status, 0);
}

#[test]
fn somebody_elses_page_is_not_replaced() {
    let here = directory("contract-page");
    let report = here.join("quadrille-report");
    let compare = ["compare", "--algorithms", "norvig", "--puzzles", PUZZLE];
    for (name, text) in [("index.html", "<p>mine</p>\n"), ("runs.jsonl", "{\"mine\":1}\n")] {
        fs::create_dir(&report).unwrap();
        fs::write(report.join(name), text).unwrap();
        let said = run(&here, &compare);
        assert_eq!(said.status, 2, "{}", said.err);
        assert!(said.err.contains("holds files that are not part of a report"), "{}", said.err);
        assert_eq!(fs::read_dir(&report).unwrap().count(), 1);
        assert_eq!(fs::read_to_string(report.join(name)).unwrap(), text);
        fs::remove_dir_all(&report).unwrap();
    }
    // One that it made itself is, and a file is no directory.
    assert_eq!(run(&here, &compare).status, 0);
    assert_eq!(run(&here, &compare).status, 0);
    fs::remove_dir_all(&report).unwrap();
    fs::write(&report, "mine").unwrap();
    let said = run(&here, &compare);
    assert_eq!(said.status, 2, "{}", said.err);
    assert!(said.err.contains("quadrille-report is not a directory; name another"), "{}", said.err);
}
