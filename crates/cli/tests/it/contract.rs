//! What holds for every command alike: where errors say they are, and what is in every object.

use std::fs;
use std::path::Path;

use super::program::{directory, run};

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
    let cases: [(&[&str], &str); 12] = [
        (&["match", "ia", "ia", "--board", "board.txt"], "board.txt:5:5: "),
        (&["play", "ia", "ia", "--board", "board.txt", "--seed", "1"], "board.txt:5:5: "),
        (&["perft", "1", "--board", "board.txt"], "board.txt:5:5: "),
        (&["analyse", "board.txt"], "board.txt:5:5: "),
        (&["compare", "--spec", "spec.toml"], "spec.toml:3:1: "),
        (&["match", "ia", "ia", "--side", "4", "--openings", "openings.txt"], "openings.txt:2:8: "),
        (&["replay", "broken.jsonl"], "broken.jsonl:2:"),
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
