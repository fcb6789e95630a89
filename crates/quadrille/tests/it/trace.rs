//! `solve --trace` and `replay` of what it kept.

use std::fs;
use std::path::Path;

use super::program::{PUZZLE, SOLUTION, directory, objects, run, run_with};

/// Singles do not solve it.
const HARD: &str =
    "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........";

#[test]
fn a_trace_is_the_same_at_any_number_of_threads_and_can_be_replayed() {
    let here = directory("trace");
    let input = format!("{HARD}\nnonsense\n{PUZZLE}\n");
    let mut traces = Vec::new();
    for threads in ["1", "3"] {
        let arguments = ["solve", "--with", "tabu", "--nodes", "50000", "--trace", "t", "-"];
        let said =
            run_with(&here, &[&arguments[..], &["--threads", threads]].concat(), input.as_bytes());
        assert_eq!(said.status, 2, "{}", said.err);
        let lines: Vec<&str> = said.out.lines().collect();
        assert_eq!((lines.len(), lines[1], lines[2]), (3, "invalid", SOLUTION));
        traces.push(fs::read_to_string(here.join("t")).unwrap());
    }
    assert_eq!(traces[0], traces[1]);
    // What a trace says and what the run itself says are the same.
    let said = run(&here, &["replay", "--json", "t"]);
    assert_eq!(said.status, 0, "{}", said.err);
    let replayed = objects(&said);
    let runs = objects(&run(
        &here,
        &["solve", "--with", "tabu", "--nodes", "50000", "--json", HARD, PUZZLE],
    ));
    assert_eq!((replayed.len(), runs.len()), (2, 2));
    for (replayed, run) in replayed.iter().zip(&runs) {
        for field in ["puzzle", "algorithm", "seed", "status", "stop"] {
            assert_eq!(replayed[field], run[field], "{field}");
        }
        assert_eq!(replayed["nodes"], run["counters"]["nodes"]);
        assert_eq!(replayed["counters"]["accepted"], run["counters"]["accepted"]);
        assert_eq!(replayed["agrees"], true);
    }
    assert_eq!(replayed[1]["board"], SOLUTION);

    let said = run(&here, &["replay", "--game", "2", "t"]);
    assert!(said.out.starts_with("run 2: tabu, seed 1, on 3x3 53..7"), "{}", said.out);
    assert!(
        said.out.ends_with("solved; 1 improvements; evaluated 0, accepted 0\n"),
        "{}",
        said.out
    );
    let boards = run(&here, &["replay", "--game", "2", "--boards", "t"]);
    assert!(boards.out.contains("│ 5 3 4 │ 6 7 8 │ 9 1 2 │"), "{}", boards.out);
    let events = objects(&run(&here, &["replay", "--game", "2", "--boards", "--json", "t"]));
    assert_eq!(events.iter().filter(|event| event["board"] == SOLUTION).count(), 3);
    let said = run(&here, &["replay", "--game", "3", "t"]);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("holds no run 3; choose one from 1 to 2"), "{}", said.err);

    // Altered, it disagrees; cut off, it cannot be read.
    fs::write(here.join("altered"), traces[0].replace(": solved", ": wrong")).unwrap();
    let said = run(&here, &["replay", "altered"]);
    assert_eq!(said.status, 1);
    assert!(said.err.contains("altered: run 2: the end says wrong"), "{}", said.err);
    fs::write(here.join("cut"), &traces[0][..traces[0].len() - 9]).unwrap();
    let said = run(&here, &["replay", "cut"]);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("cut:") && said.err.contains("cut off"), "{}", said.err);
}

#[test]
fn a_trace_can_go_to_standard_output() {
    let here = directory("trace-standard");
    let said = run(&here, &["solve", "--with", "norvig", "--trace", "-", "-o", "answers", HARD]);
    assert_eq!(said.status, 0, "{}", said.err);
    assert!(said.out.starts_with("quadrille-trace 2\n"), "{}", said.out);
    assert!(fs::read_to_string(here.join("answers")).unwrap().starts_with("46893"));
    let replayed = run_with(&here, &["replay", "-"], said.out.as_bytes());
    assert_eq!(replayed.status, 0, "{}", replayed.err);
    assert!(replayed.out.contains("claimed as the solution"), "{}", replayed.out);
}

/// The example of the page about formats is what the program writes.
#[test]
fn the_documented_trace_is_real() {
    let here = directory("trace-example");
    let said = run(&here, &["solve", "--with", "annealing", "--trace", "t", "1.........2....."]);
    assert_eq!(said.status, 0, "{}", said.err);
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/formats.md");
    let (page, trace) =
        (fs::read_to_string(page).unwrap(), fs::read_to_string(here.join("t")).unwrap());
    assert!(page.contains(&format!("```text\n{trace}```\n")), "{trace}");
}

/// All that is seen before the run costs nothing; what fails in it ends it.
#[test]
fn a_trace_that_cannot_be_written_is_said_so() {
    let here = directory("trace-failing");
    for (arguments, message) in [
        (&["--trace", "no/such/t"][..], "cannot write to no/such/t"),
        (&["--trace", "-"], "name a file for the answers with --output"),
        (&["--trace", "same", "--output", "same"], "both name same"),
        (&["--trace", "t", "--solutions", "2"], "omit --solutions"),
    ] {
        let said = run(&here, &[&["solve", HARD], arguments].concat());
        assert_eq!((said.status, said.out.as_str()), (2, ""), "{}", said.err);
        assert!(said.err.contains(message), "{}", said.err);
    }
    if Path::new("/dev/full").exists() {
        let said = run(&here, &["solve", "--trace", "/dev/full", HARD]);
        assert_eq!((said.status, said.out.as_str()), (3, ""), "{}", said.err);
        assert!(said.err.contains("cannot write to /dev/full"), "{}", said.err);
    }
}
