//! Numbers far out of range, in options and in files, and threads that cannot start.

use std::fs;
use std::path::Path;

use super::program::{Said, directory, run, run_with};

const EMPTY: &str =
    ".................................................................................";

/// Checks that a command refuses its input with one line that has this part.
fn refused(said: &Said, part: &str) {
    assert_eq!(said.status, 2, "{}", said.err);
    assert!(said.err.contains(part), "{part}: {}", said.err);
}

#[test]
fn counts_of_options_have_a_range() {
    let here = directory("bounds-options");
    let whole = "write a whole number from";
    for (arguments, option) in [
        (&["compare", "--algorithms", "annealing-r0"][..], "--runs"),
        (&["tune", "annealing-r0"], "--runs"),
        (&["tune", "annealing-r0"], "--settings"),
        (&["tune", "annealing-r0"], "--races"),
        (&["match", "strong", "strong"], "--games"),
        (&["match", "strong", "strong"], "--ply-cap"),
        (&["tournament", "strong", "ia", "minimax"], "--games"),
        (&["bench"], "--batch"),
        (&["perft", "1"], "--side"),
        (&["solve", EMPTY], "--threads"),
    ] {
        for number in ["4294967295", "1e18", "1e30", "18446744073709551615", "-1"] {
            let said = run(&here, &[arguments, &[option, number]].concat());
            refused(&said, "");
            let is_named = said.err.contains(&format!("for '{option} <N>'"));
            assert!(is_named || said.err.starts_with("error: side "), "{option}: {}", said.err);
        }
    }
    for number in ["4294967295", "2402", "-1"] {
        refused(&run(&here, &["perft", number]), &format!("{whole} 0 to 2401"));
    }
    assert_eq!(fs::read_dir(&here).unwrap().count(), 0);
}

/// Each number is in its range, but their product is too large.
#[test]
fn products_of_counts_have_a_range() {
    let here = directory("bounds-products");
    let compare = ["compare", "--algorithms", "annealing-r0", "--runs", "10000000"];
    refused(&run(&here, &compare), "a comparison has at most 10000000, so lower --runs");
    let tune = ["tune", "annealing-r0", "--runs", "1000000", "--nodes", "1"];
    refused(&run(&here, &tune), "runs in a race (settings x puzzles x runs); at most 10000000");
    let tournament = ["tournament", "strong", "ia", "minimax", "--games", "1000000"];
    refused(&run(&here, &tournament), "3000000 games between 3 agents; a series has at most");
}

/// Writes a small report and returns its log.
fn log(here: &Path) -> String {
    let compare = ["compare", "--algorithms", "norvig;annealing-r0", "--nodes", "1000"];
    let said = run(here, &[&compare[..], &["--runs", "2", "--output", "out"]].concat());
    assert!(said.status <= 1, "{}", said.err);
    // Without checksums, as in early logs: they would show every change first.
    let log = fs::read_to_string(here.join("out/runs.jsonl")).unwrap();
    let fields = |line: &str| {
        let end = line.find(",\"checksum_with_seconds\"").expect("a checksum");
        format!("{}}}\n", &line[..end])
    };
    log.lines().map(fields).collect()
}

/// Replaces the value of a field in all lines that have it.
fn with_field(log: &str, field: &str, value: &str) -> String {
    let key = format!("\"{field}\":");
    let replace = |line: &str| {
        let Some(at) = line.find(&key).map(|at| at + key.len()) else { return format!("{line}\n") };
        let length = line[at..].find([',', '}']).unwrap();
        format!("{}{value}{}\n", &line[..at], &line[at + length..])
    };
    log.lines().map(replace).collect()
}

#[test]
fn numbers_of_a_log_have_a_range() {
    let here = directory("bounds-log");
    let log = log(&here);
    let first_run = log.lines().position(|line| line.contains("\"type\":\"run\"")).unwrap() + 1;
    for (field, values, line, what) in [
        ("runs", &["4294967295", "10000001"][..], 1, "runs; at most 10000000"),
        ("runs", &["10000000"], 1, "all algorithms and puzzles together; at most 10000000"),
        ("runs", &["-1", "18446744073709551615", "1e3"], 1, "invalid"),
        (
            "started_seconds",
            &["253402300800", "18446744073709551615"],
            1,
            "is after the year 9999, second 253402300799",
        ),
        ("cpu_seconds", &["1e308", "-1", "1e-320", "-1e308"], first_run, "seconds; a duration is"),
        ("seconds", &["1e308", "-0.5", "1e10"], first_run, "seconds; a duration is"),
        ("cpu_seconds", &["null", "1e309", "\"NaN\"", "NaN"], first_run, "the log is damaged"),
        ("run", &["18446744073709551615"], first_run, "there is no run 18446744073709551615"),
    ] {
        for value in values {
            fs::write(here.join("out/runs.jsonl"), with_field(&log, field, value)).unwrap();
            let said = run(&here, &["report", "out"]);
            refused(&said, what);
            let place = format!("runs.jsonl:{line}:");
            assert!(said.err.contains(&place), "{field} {value}: {}", said.err);
        }
    }
}

/// Sums of the largest counts neither wrap nor panic.
#[test]
fn the_largest_counts_of_a_log_are_reported() {
    let here = directory("bounds-counts");
    let log = log(&here);
    for field in ["nodes", "memory", "seed"] {
        let (head, rest) = log.split_once('\n').unwrap();
        let huge = with_field(rest, field, "18446744073709551615");
        fs::write(here.join("out/runs.jsonl"), format!("{head}\n{huge}")).unwrap();
        let said = run(&here, &["report", "out"]);
        assert_eq!(said.status, 0, "{field}: {}", said.err);
    }
    let table = fs::read_to_string(here.join("out/summary.json")).unwrap();
    assert!(table.contains("nodes_total"), "{table}");
}

#[test]
fn numbers_of_a_record_have_a_range() {
    let here = directory("bounds-record");
    let said = run(&here, &["match", "first-valid", "first-valid", "--side", "4", "--record", "g"]);
    assert_eq!(said.status, 0, "{}", said.err);
    let record = fs::read_to_string(here.join("g")).unwrap();
    for (field, value, what) in [
        ("ply_cap", "4294967295", "ply_cap 4294967295; at most 1000000"),
        ("seconds", "1e308", "seconds; a duration is 0, or from"),
        ("seconds", "-1", "seconds; a duration is 0, or from"),
    ] {
        fs::write(here.join("g"), with_field(&record, field, value)).unwrap();
        let said = run(&here, &["replay", "g"]);
        refused(&said, what);
        assert!(said.err.starts_with("g:"), "{}", said.err);
    }
    // These can be read, but do not fit the game.
    for (field, value) in [
        ("size", "18446744073709551615"),
        ("ply", "4294967295"),
        ("row", "9223372036854775807"),
        ("points", "2147483647"),
    ] {
        fs::write(here.join("g"), with_field(&record, field, value)).unwrap();
        let said = run(&here, &["replay", "g"]);
        assert_eq!(said.status, 1, "{field}: {}{}", said.out, said.err);
    }
    let huge = with_field(&record, "nodes", "18446744073709551615");
    fs::write(here.join("g"), huge).unwrap();
    let said = run(&here, &["match", "first-valid", "first-valid", "--side", "4", "--record", "g"]);
    assert_eq!(said.status, 0, "{}", said.err);
}

#[test]
fn numbers_of_a_spec_have_a_range() {
    let here = directory("bounds-spec");
    for number in ["4294967295", "9223372036854775807", "10000001", "0"] {
        let text =
            format!("algorithms = [\"norvig\"]\npuzzles = [\"collection\"]\nruns = {number}");
        fs::write(here.join("spec.toml"), text).unwrap();
        let said = run(&here, &["compare", "--spec", "spec.toml"]);
        refused(&said, "spec.toml:3:8: `runs` must be from 1 to 10000000");
    }
}

/// A bot that reports as many nodes as fit into the number.
#[cfg(unix)]
#[test]
fn nodes_of_a_bot_do_not_wrap() {
    use std::os::unix::fs::PermissionsExt;

    let here = directory("bounds-bot");
    let program = env!("CARGO_BIN_EXE_quadrille");
    // The program's own bot, with the nodes of its answers replaced.
    let nodes = "s/nodes=.*/nodes=18446744073709551615/";
    let script = format!("#!/bin/sh\n'{program}' engine first-valid | sed -u '{nodes}'\n");
    let bot = here.join("bot.sh");
    fs::write(&bot, script).unwrap();
    fs::set_permissions(&bot, fs::Permissions::from_mode(0o755)).unwrap();
    let arguments =
        ["match", "cmd:./bot.sh", "first-valid", "--side", "4", "--record", "g", "--json"];
    let said = run(&here, &arguments);
    assert_eq!(said.status, 0, "{}{}", said.out, said.err);
    let record = fs::read_to_string(here.join("g")).unwrap();
    assert!(record.contains("\"nodes\":18446744073709551615"), "{record}");
    assert!(said.out.contains("\"nodes_total\":18446744073709551615"), "{}", said.out);
}

/// Under a limit of address space, threads do not start; the answer comes anyway.
#[cfg(target_os = "linux")]
#[test]
fn threads_that_cannot_start_are_noted() {
    use std::process::{Command, Stdio};

    let here = directory("bounds-threads");
    let program = env!("CARGO_BIN_EXE_quadrille");
    // The stacks of 4096 threads take 8 GiB.
    let limited = format!("ulimit -v 1500000 && exec '{program}' solve --threads 4096 {EMPTY}");
    let output = Command::new("sh")
        .args(["-c", &limited])
        .current_dir(&here)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = Said::from(output);
    assert_eq!(said.status, 0, "{}", said.err);
    assert!(said.err.contains("the system starts only "), "{}", said.err);
    assert!(said.err.contains(" of 4096 threads"), "{}", said.err);
    assert_eq!(said.out.trim_end().len(), 81);
    // Without a limit, and with fewer threads, there is no note.
    let said = run_with(&here, &["solve", "--threads", "2"], format!("{EMPTY}\n").as_bytes());
    assert!(said.status == 0 && said.err.is_empty(), "{}", said.err);
}
