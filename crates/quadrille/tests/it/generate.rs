//! `generate`: the same items whatever the threads and the shards, in the shapes that were asked for.

use std::collections::BTreeSet;
use std::fs;

use serde_json::json;

use super::program::{command, directory, objects, run};
use super::pseudo_terminal::Terminal;

#[test]
fn items_depend_on_seed_options_and_index_only() {
    let here = directory("generate-items");
    for kind in [
        &["grid"][..],
        &["grid", "--box", "2x3"],
        &["grid", "--box", "2x2", "--method", "fast"],
        &["latin", "--side", "5"],
        &["latin", "--side", "5", "--method", "v0"],
        &["latin", "--side", "12", "--method", "uniform"],
        &["latin", "--method", "v1"],
        &["permutation"],
        &["puzzle"],
        &["puzzle", "--box", "2x3", "--minimal"],
        &["puzzle", "--clues", "23", "--symmetry", "diagonal"],
        &["puzzle", "--once", "skyscraper", "--steps", "30..70"],
        &["position", "--technique", "naked-pair", "--next"],
        &["permutation", "--side", "40", "--method", "sort"],
    ] {
        let lines = |more: &[&str]| {
            let said = run(&here, &[&["generate"], kind, &["--seed", "7"], more].concat());
            assert_eq!((said.status, said.err.as_str()), (0, ""), "{kind:?} {more:?}");
            said.out
        };
        let all = lines(&["-n", "60", "-j1"]);
        assert_eq!(all.lines().count(), 60);
        assert_eq!(lines(&["-n", "60", "-j3"]), all, "{kind:?}");
        let shards = lines(&["-n", "23", "-j2"]) + &lines(&["--first", "23", "-n", "37"]);
        assert_eq!(shards, all, "{kind:?}");
        let other = run(&here, &[&["generate"], kind, &["--seed", "8", "-n", "60"]].concat());
        assert_ne!(other.out, all, "{kind:?}");
        let distinct: BTreeSet<&str> = all.lines().collect();
        assert!(distinct.len() > 40, "{kind:?}: {all}");
    }
}

#[test]
fn grids_are_solutions() {
    let here = directory("generate-grids");
    for (shape, cells) in [("2x2", 16), ("2x3", 36), ("3x3", 81), ("2x5", 100), ("4x4", 256)] {
        let arguments = [
            "generate",
            "grid",
            "--box",
            shape,
            "-n",
            "20",
            "--seed",
            "3",
            "-o",
            "grids.txt",
            "-q",
        ];
        assert_eq!(run(&here, &arguments).status, 0);
        let grids = fs::read_to_string(here.join("grids.txt")).unwrap();
        assert!(grids.lines().all(|line| line.len() == cells), "{grids}");
        // A grid is its own solution.
        let solved = run(&here, &["solve", "--box", shape, "grids.txt"]);
        assert_eq!((solved.status, solved.out), (0, grids), "{}", solved.err);
    }
}

#[test]
fn objects_have_the_fields_of_the_contract() {
    let here = directory("generate-objects");
    let one = |arguments: &[&str]| {
        let said = run(&here, &[&["generate", "--json", "--seed", "5"], arguments].concat());
        (said.status, objects(&said).remove(0))
    };
    let (_, grid) = one(&["grid", "--first", "4"]);
    assert_eq!(grid["grid"].as_str().unwrap().len(), 81);
    assert_eq!((&grid["method"], &grid["index"]), (&json!("uniform"), &json!(4)));
    assert_eq!(grid["seed"], 5);
    let (_, permutation) = one(&["permutation", "--side", "36"]);
    assert_eq!(permutation["permutation"].as_str().unwrap().split(' ').count(), 36);
    assert_eq!(permutation["method"], "fisher-yates");
    for (method, counters) in
        [("v0", &["generated"][..]), ("v1", &["placement", "restart"]), ("uniform", &["accepted"])]
    {
        let (status, square) = one(&["latin", "--side", "6", "--method", method]);
        assert_eq!((status, square["square"].as_str().unwrap().len()), (0, 36));
        let counted: Vec<&String> = square["counters"].as_object().unwrap().keys().collect();
        assert_eq!(counted, counters, "{square}");
        let (status, square) =
            one(&["latin", "--side", "40", "--method", method, "--nodes", "1000"]);
        assert_eq!(status, 1);
        assert_eq!((&square["square"], &square["status"]), (&json!(null), &json!("limit")));
        assert_eq!(
            (&square["stop"], &square["counters"][counters[0]]),
            (&json!("nodes"), &json!(1000))
        );
    }
}

#[test]
fn squares_that_take_too_long_are_cut_off() {
    let here = directory("generate-limits");
    let arguments = ["generate", "latin", "--method", "v0", "--side", "30", "--time", "10ms"];
    let said = run(&here, &[&arguments[..], &["-n", "3", "--seed", "1"]].concat());
    assert_eq!((said.status, said.out.as_str()), (1, "limit\nlimit\nlimit\n"), "{}", said.err);
}

#[test]
fn a_drawn_seed_is_said_and_repeats_the_items() {
    let here = directory("generate-seed");
    let drawn = run(&here, &["generate", "grid", "-n", "3"]);
    let seed = drawn.err.trim().strip_prefix("note: seed ").unwrap().to_owned();
    let again = run(&here, &["generate", "grid", "-n", "3", "--seed", &seed]);
    assert_eq!((again.out, again.err.as_str()), (drawn.out, ""));
}

#[test]
fn what_cannot_be_made_is_refused() {
    let here = directory("generate-errors");
    for (arguments, message) in [
        (&["grid", "--box", "4x4", "--method", "uniform"][..], "4x4 boxes"),
        (&["grid", "--side", "7"], "--box 1x7"),
        (&["grid", "--side", "50"], "from 4 to 49"),
        (&["grid", "--side", "9", "--box", "3x3"], "cannot be used with"),
        (&["grid", "--box", "8x8"], "sides are 4 to 49"),
        (&["latin", "--side", "1"], "from 2 to 49"),
        (&["latin", "--side", "1e30"], "from 2 to 49"),
        (&["latin", "--method", "v2"], "v0, v1, uniform"),
        (&["permutation", "--side", "0"], "from 2 to 49"),
        (&["permutation", "-n", "-1"], "write a whole number"),
        (&["permutation", "--first", "18446744073709551615"], "indices are below"),
        (&["permutation", "-n", "x"], "write a whole number"),
        (&["--strict", "grid"], "no effect on `generate`"),
        (&["grid", "--strict"], "no effect on `generate`"),
        (&["gird"], "'grid'"),
    ] {
        let said = run(&here, &[&["generate"], arguments].concat());
        assert_eq!((said.status, said.out.as_str()), (2, ""), "{arguments:?}");
        assert!(said.err.contains(message), "{arguments:?}: {}", said.err);
    }
    let none = run(&here, &["generate", "grid", "-n", "0", "--seed", "1"]);
    assert_eq!((none.status, none.out.as_str(), none.err.as_str()), (0, "", ""));
}

#[test]
fn puzzles_are_as_wished() {
    let here = directory("generate-puzzles");
    let make = |arguments: &[&str]| {
        let said = run(&here, &[&["generate", "puzzle", "--seed", "3"], arguments].concat());
        assert_eq!((said.status, said.err.as_str()), (0, ""), "{arguments:?}");
        said
    };
    for arguments in [
        &["-n", "20", "--minimal"][..],
        &["-n", "3", "--minimal", "--symmetry", "half-turn"],
        &["-n", "20", "--box", "2x3", "--minimal"],
        &["-n", "5", "--box", "2x2", "--edges", "all", "--minimal"],
        &["-n", "5", "--unbiased"],
    ] {
        fs::write(here.join("made.txt"), make(arguments).out).unwrap();
        let said = run(&here, &["check", "made.txt"]);
        assert_eq!(said.status, 0);
        assert!(said.out.lines().all(|line| line.ends_with(" proper minimal")), "{}", said.out);
    }
    let rows =
        make(&["--json", "-n", "4", "--first", "7", "--clues", "27..28", "--symmetry", "full"]);
    for (row, index) in objects(&rows).iter().zip(7..) {
        assert_eq!((&row["index"], &row["seed"]), (&json!(index), &json!(3)));
        assert_eq!((&row["symmetry"], &row["minimal"]), (&json!("full"), &json!(false)));
        let text = row["puzzle"].as_str().unwrap();
        let clues = text.bytes().filter(|&symbol| symbol != b'.').count();
        assert_eq!(row["clues"], json!(clues));
        assert!((27..=28).contains(&clues));
        assert_eq!(run(&here, &["solve", text]).out.trim_end(), row["solution"]);
        assert!(row.get("weight").is_none());
    }
    let rows = make(&["--json", "--unbiased"]);
    assert!(objects(&rows)[0]["weight"].as_f64().unwrap() > 0.0);
    let source = run(&here, &["solve", "generate:3,symmetry=half-turn", "--seed", "3", "--json"]);
    let puzzles = make(&["-n", "3", "--symmetry", "half-turn"]);
    let solved = objects(&source);
    assert!(puzzles.out.lines().eq(solved.iter().map(|row| row["puzzle"].as_str().unwrap())));
}

#[test]
fn what_cannot_be_generated_is_said() {
    let here = directory("generate-errors");
    for (arguments, message) in [
        (&["--clues", "16"][..], "17 are the fewest"),
        (&["--clues", "30..20"], "the range 30..20 is empty"),
        (&["--clues", "x"], "not a number of givens"),
        (&["--symmetry", "half"], "half"),
        (&["--pattern", "x.x"], "--pattern has 3 cells, expected 81"),
        (&["--solution", "1..............."], "15 empty cells"),
        (&["--box", "5x5"], "up to 16x16"),
        (&["--unbiased", "--symmetry", "full"], "exclude each other"),
        (&["--edges", "x"], "neither a number of edges nor `all`"),
    ] {
        let said = run(&here, &[&["generate", "puzzle"], arguments].concat());
        assert_eq!((said.status, said.out.as_str()), (2, ""), "{arguments:?}");
        assert!(said.err.contains(message), "{}", said.err);
    }
    let said =
        run(&here, &["generate", "puzzle", "--clues", "17", "--time", "20ms", "--seed", "1"]);
    assert_eq!((said.status, said.out.as_str()), (1, "limit\n"));
    let said = run(
        &here,
        &["generate", "puzzle", "--clues", "17", "--time", "20ms", "--seed", "1", "--json"],
    );
    let row = &objects(&said)[0];
    assert_eq!((&row["status"], &row["stop"]), (&json!("limit"), &json!("time")));
    for source in
        ["generate:x", "generate:3,minimum", "generate:3,box=5x5", "generate:3,symmetry=x"]
    {
        let said = run(&here, &["count", source]);
        assert_eq!(said.status, 2);
        assert!(said.err.contains("which puzzles? Write generate:COUNT"), "{}", said.err);
    }
    let said = run(&here, &["count", "generate:3", "--box", "5x5"]);
    assert_eq!(said.status, 2);
}

/// The kinds of the steps by which a puzzle is solved.
fn steps(puzzle: &str, profile: &str) -> Vec<String> {
    let here = directory("generate-steps");
    let said = run(&here, &["explain", puzzle, "--profile", profile, "--json"]);
    let kinds =
        objects(&said).into_iter().map(|step| step["technique"].as_str().map(str::to_owned));
    kinds.flatten().collect()
}

#[test]
fn puzzles_take_the_techniques_that_were_asked_for() {
    let here = directory("generate-techniques");
    let make = |arguments: &[&str]| -> Vec<String> {
        let said = run(&here, &[&["generate", "puzzle", "--seed", "5"], arguments].concat());
        assert_eq!((said.status, said.err.as_str()), (0, ""), "{arguments:?}");
        said.out.lines().map(str::to_owned).collect()
    };
    let count = |steps: &[String], kind: &str| steps.iter().filter(|step| *step == kind).count();
    for puzzle in make(&["-n", "3", "--technique", "xy-wing", "--rating", "se121:..4.5"]) {
        assert!(count(&steps(&puzzle, "se121"), "xy-wing") > 0, "{puzzle}");
    }
    // The profile is the first by which the technique can be a step.
    for (kind, profile) in [
        ("skyscraper", "hodoku"),
        ("hidden-quad", "hodoku"),
        ("unique-rectangle-5", "hodoku"),
        ("direct-hidden-pair", "se121"),
        ("wxyz-wing", "se"),
    ] {
        for puzzle in make(&["-n", "2", "--once", kind, "--minimal"]) {
            let steps = steps(&puzzle, profile);
            assert_eq!(count(&steps, kind), 1, "{puzzle}");
        }
    }
    let needing = ["-n", "3", "--needs", "x-wing", "--rating", "se121:..", "--steps", "40..60"];
    for puzzle in make(&needing) {
        let steps = steps(&puzzle, "se121");
        assert!((40..=60).contains(&steps.len()), "{puzzle}");
        // Without it, nothing as easy solves the puzzle.
        let rating = |profile: &str| {
            let said = run(&here, &["rate", &puzzle, "--profile", profile, "--json"]);
            objects(&said)[0]["rating"].as_f64()
        };
        let all = run(&here, &["techniques", "--profile", "se121"]).out;
        let others: Vec<&str> = all.lines().filter(|line| !line.starts_with("x-wing ")).collect();
        fs::write(here.join("others.txt"), others.join("\n")).unwrap();
        let (with, without) = (rating("se121").unwrap(), rating("others.txt"));
        assert!(without.is_none_or(|without| without > with), "{puzzle}");
    }
}

#[test]
fn positions_have_the_technique() {
    let here = directory("generate-positions");
    for (arguments, kind) in [
        (&["x-wing"][..], "x-wing"),
        (&["hidden-pair", "--next"], "hidden-pair"),
        (&["skyscraper", "--only", "--profile", "quadrille"], "skyscraper"),
        (&["finned-x-wing", "--next"], "finned-x-wing"),
        (&["exocet", "--time", "1ms"], ""),
    ] {
        let all = [&["generate", "position", "--seed", "3", "-n", "2", "--technique"], arguments];
        let lines = run(&here, &all.concat());
        if kind.is_empty() {
            assert_eq!(lines.status, 2, "{arguments:?}");
            continue;
        }
        assert_eq!((lines.status, lines.err.as_str()), (0, ""), "{arguments:?}");
        let told = run(&here, &[&all.concat()[..], &["--json", "--lang", "fr"]].concat());
        for (row, line) in objects(&told).iter().zip(lines.out.lines()) {
            assert_eq!((&row["technique"], &row["candidates"]), (&json!(kind), &json!(line)));
            assert_eq!(row["grid"].as_str().unwrap().len(), 81);
            assert!(row["text"].is_string() && row["evidence"].is_object());
            let solved = run(&here, &["count", row["puzzle"].as_str().unwrap()]);
            assert_eq!(solved.out.trim_end().split(' ').next_back(), Some("1"));
            if arguments.len() > 1 {
                let profile = if arguments.contains(&"--only") { "quadrille" } else { "hodoku" };
                let hint = run(&here, &["hint", line, "--profile", profile, "--json"]);
                assert_eq!(objects(&hint)[0]["technique"], json!(kind), "{line}");
                assert_eq!(objects(&hint)[0]["rating"], row["rating"]);
            }
        }
    }
}

#[test]
fn techniques_that_nothing_uses_are_refused() {
    let here = directory("generate-technique-errors");
    for (arguments, message) in [
        (&["puzzle", "--technique", "x-whale"][..], "x-whale"),
        (&["puzzle", "--once", "skyscraper", "--rating", "se121:.."], "`quadrille`, `se` do"),
        (&["puzzle", "--steps", "30..20"], "the range 30..20 is empty"),
        (
            &["puzzle", "--technique", "jellyfish", "--rating", "se121:..1.5"],
            "`jellyfish` takes at least 5.2 by `se121`, which is more than the largest --rating",
        ),
        (
            &["puzzle", "--needs", "jellyfish", "--rating", "hodoku:..159"],
            "`jellyfish` takes at least 160 by `hodoku`",
        ),
        (&["puzzle", "--needs", "x-wing", "--box", "2x3"], "are for 9x9 puzzles"),
        (&["position"], "a position needs a --technique"),
        (&["position", "--technique", "x-wnig"], "x-wing"),
        (
            &["position", "--technique", "skyscraper", "--next", "--profile", "se121"],
            "does not use",
        ),
        (&["position", "--technique", "x-wing", "--lang", "de"], "en, fr"),
    ] {
        let said = run(&here, &[&["generate"], arguments].concat());
        assert_eq!((said.status, said.out.as_str()), (2, ""), "{arguments:?}");
        assert!(said.err.contains(message), "{arguments:?}: {}", said.err);
    }
    // What came closest is said when a limit ends the search.
    let rare = ["--once", "x-wing", "--steps", "1..9", "--time", "300ms"];
    let said = run(&here, &[&["generate", "puzzle", "--seed", "1"], &rare[..]].concat());
    assert_eq!((said.status, said.out.as_str()), (1, "limit\n"));
    assert!(said.err.contains("closest") && said.err.contains("of the technique"), "{}", said.err);
}

#[test]
fn a_terminal_shows_what_was_tried() {
    let here = directory("generate-progress");
    let rare = ["puzzle", "--once", "x-wing", "--steps", "1..9", "--time", "2s", "--seed", "1"];
    let mut command = command(&here, &[&["generate"], &rare[..]].concat());
    command.env("TERM", "xterm-256color");
    let mut terminal = Terminal::start(command, [24, 150]);
    terminal.wait_for(" tried, the closest: ");
    terminal.wait_for("limit");
    assert_eq!(terminal.end().0, Some(1));
}
