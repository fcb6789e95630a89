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
    // Controls have one repetition more, so that they come last here.
    let (controls, others): (Vec<&str>, Vec<&str>) =
        log.lines().partition(|line| line.contains("\"control\":true"));
    let log: String = [others, controls].concat().iter().map(|line| format!("{line}\n")).collect();
    let first_run = log.lines().position(|line| line.contains("\"type\":\"run\"")).unwrap() + 1;
    for (field, values, line, what) in [
        ("runs", &["4294967295", "10000001"][..], 1, "runs; at most 10000000"),
        ("runs", &["10000000"], 1, "all algorithms and puzzles together; at most 10000000"),
        ("runs", &["-1", "18446744073709551615", "1e3"], 1, "invalid"),
        ("threads", &["0", "4097", "18446744073709551615"], 1, "threads; from 1 to 4096"),
        (
            "started_seconds",
            &["253402300800", "18446744073709551615"],
            1,
            "is after the year 9999, second 253402300799",
        ),
        ("cpu_seconds", &["1e308", "-1", "1e-320", "-1e308"], first_run, "seconds; a duration is"),
        ("seconds", &["1e308", "-0.5", "1e10"], first_run, "seconds; a duration is"),
        ("cpu_seconds", &["null", "1e309", "\"NaN\"", "NaN"], first_run, "the log is damaged"),
        ("number", &["1", "18446744073709551615"], 2, "expected puzzle 0"),
        ("repetition", &["2", "4294967295"], first_run, "there is no repetition "),
        ("seconds_samples", &["-1", "4294967296", "1.5"], first_run, "invalid"),
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
    let game = ["match", "first-valid", "first-valid", "--side", "4", "--record", "g"];
    let said = run(&here, &[&game[..], &["--time-per-game", "1h"]].concat());
    assert_eq!(said.status, 0, "{}", said.err);
    let record = fs::read_to_string(here.join("g")).unwrap();
    for (field, value, what) in [
        ("ply_cap", "4294967295", "ply_cap 4294967295; from 1 to 1000000"),
        ("ply_cap", "0", "ply_cap 0; from 1 to 1000000"),
        ("bonus", "2147483647", "bonus 2147483647; from 0 to 10000"),
        ("bonus", "-1", "bonus -1; from 0 to 10000"),
        ("pass_cost", "1001", "pass_cost 1001; from 0 to 1000"),
        ("time_per_game", "1e18", "seconds; a duration is 0, or from"),
        ("seconds_total", "[1e308", "seconds; a duration is 0, or from"),
        ("seconds_max", "[-1", "seconds; a duration is 0, or from"),
        ("seconds_min", "[1e-320", "seconds; a duration is 0, or from"),
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
    // Nodes have no limit, but the sums of the result must be theirs.
    let huge = with_field(&record, "nodes", "18446744073709551615");
    fs::write(here.join("g"), huge).unwrap();
    let said = run(&here, &[&game[..], &["--time-per-game", "1h"]].concat());
    refused(&said, "the result has nodes_max [0,0], but its moves make it [18446744073709551615");
}

/// The keys of `newgame`, which a bot gets.
#[test]
fn numbers_of_the_protocol_have_a_range() {
    let here = directory("bounds-protocol");
    let game = "newgame player=1 size=4 box=2x2 passing=two-pass-end illegal=penalty bonus=16 \
                pass-cost=4 ply-cap=100 seed=7 time=60000 nodes=100";
    let serve = |lines: &str| run_with(&here, &["engine", "ia"], lines.as_bytes());
    let said = serve(&format!("{game}\ngo 1000\n"));
    assert_eq!(said.status, 0, "{}", said.err);
    assert!(said.out.starts_with("place "), "{}", said.out);
    let huge = ["4294967296", "18446744073709551615", "18446744073709551616", "1e308", "NaN", "-1"];
    for (key, old, values, range) in [
        ("size", "4", &["0", "3", "50", "4294967300"][..], "4 to 49"),
        ("bonus", "16", &["10001", "2147483647"], "0 to 10000"),
        ("pass-cost", "4", &["1001", "2147483647"], "0 to 1000"),
        ("ply-cap", "100", &["0", "1000001", "4294967295"], "1 to 1000000"),
        ("time", "60000", &[], "0 to 1000000000000"),
        ("nodes", "100", &[], "0 to 18446744073709551615"),
        ("seed", "7", &[], "0 to 18446744073709551615"),
    ] {
        for value in values.iter().chain(&huge) {
            let most = range.rsplit(' ').next().unwrap().parse().unwrap();
            if values.is_empty() && value.parse::<u64>().is_ok_and(|value| value <= most) {
                continue;
            }
            let changed = game.replace(&format!(" {key}={old}"), &format!(" {key}={value}"));
            assert_ne!(changed, game);
            let said = serve(&format!("{changed}\ngo\n"));
            let expected =
                format!("{key}={value} is out of range; write a whole number from {range}");
            refused(&said, &expected);
        }
    }
    for (more, what) in [
        ("givens=1,0,0,256", "givens=256 is not valid"),
        ("givens=1,0,0,5", "givens are 16 digits of 0 to 4"),
        ("edges=0,0,0,1,2", "edges has 5 numbers; write four for each edge"),
        ("edges=0,0,0,4", "leaves the board"),
        ("edges=0,0,0,18446744073709551616", "edges=18446744073709551616 is not valid"),
    ] {
        refused(&serve(&format!("{game} {more}\ngo\n")), what);
    }
    let long = game.replace("time=60000", "time=1000000000001");
    refused(&serve(&long), "time=1000000000001 is out of range");
    for ms in ["1000000000001", "18446744073709551615", "-1", "1e308"] {
        refused(&serve(&format!("{game}\ngo {ms}\n")), "is not a message of protocol version 1");
    }
}

#[cfg(unix)]
#[test]
fn messages_that_cannot_be_read_are_said() {
    let here = directory("bounds-directory");
    let input = fs::File::open(&here).unwrap();
    let said = super::program::command(&here, &["engine", "ia"]).stdin(input).output().unwrap();
    refused(&said.into(), "cannot read the messages: Is a directory");
}

/// A file without a line end is no record whose only line was cut off.
#[test]
fn other_files_are_no_records() {
    let here = directory("bounds-no-record");
    let game = ["match", "ia", "ia", "--side", "4", "--games", "1", "--record", "notes"];
    for notes in ["my notes", "1", "{", "{\"type\":\"ga"] {
        fs::write(here.join("notes"), notes).unwrap();
        let said = run(&here, &game);
        if notes.starts_with('{') {
            assert_eq!(said.status, 0, "{}", said.err);
        } else {
            refused(&said, "notes:1:1: ");
            assert_eq!(fs::read_to_string(here.join("notes")).unwrap(), notes);
        }
    }
}

/// Sources are refused before they make a puzzle.
#[test]
fn puzzles_of_a_source_have_a_range() {
    let here = directory("bounds-source");
    for count in ["1000000001", "18446744073709551616", "-1", "1e308", "x"] {
        let said = run(&here, &["solve", &format!("random-norvig:{count}")]);
        refused(&said, "with up to 1000000000, as in random-norvig:100");
        let said = run(&here, &["solve", &format!("lewis:16,50,{count}")]);
        refused(&said, "how many puzzles, up to 1000000000, as in lewis:25,45,100");
    }
    let started = std::time::Instant::now();
    for source in ["random-norvig:1000000000", "lewis:49,50,200000"] {
        for arguments in [
            &["compare", "--algorithms", "norvig", "--puzzles", source][..],
            &["tune", "tabu", "--puzzles", source],
            &["bench", source],
        ] {
            refused(&run(&here, arguments), "more than 268435456 cells of puzzles");
        }
    }
    let source = "random-norvig:6000000";
    let algorithms = ["--box", "2x2", "--algorithms", "norvig;tabu"];
    let said = run(&here, &[&["compare", "--puzzles", source][..], &algorithms].concat());
    refused(&said, "12000000 runs: 2 algorithms on 6000000 puzzles; at most 10000000");
    // They would take hours.
    assert!(started.elapsed().as_secs() < 30);
}

/// Errors name the number that was typed, and the range.
#[test]
fn errors_name_the_number_typed() {
    let here = directory("bounds-typed");
    for (arguments, what) in [
        (
            &["solve", "--box", "1000000000000000000x1"][..],
            "a 1000000000000000000x1 box gives side 1000000000000000000; sides are 4 to 49",
        ),
        (&["solve", "--box", "18446744073709551616x1"], "is too large; sides are 4 to 49"),
        (&["solve", "--threads", "18446744073709551616"], "write a whole number from 1 to 4096"),
        (&["solve", "--time", "1000000001s"], "too long; at most 1000000000s"),
        (&["solve", "--memory", "17EiB"], "write a number of bytes below 16EiB"),
        (&["match", "ia", "ia", "--sprt", "0,1e308"], "from -2000 to 2000"),
        (
            &["match", "ia", "ia", "--side", "18446744073709551616"],
            "from 0 to 18446744073709551615",
        ),
        (&["match", "ia", "ia", "--openings", "random:1e30"], "`random:1e30`: write random:K"),
        (&["solve", "--with", "tabu:tenure=1e308", "x"], "`tenure=1e308`"),
    ] {
        let said = run(&here, arguments);
        refused(&said, what);
        let last = arguments[arguments.len() - 1];
        assert!(last == "x" || said.err.contains(&last[..16.min(last.len())]), "{}", said.err);
    }
}

#[test]
fn numbers_and_length_of_a_spec_have_a_range() {
    let here = directory("bounds-spec");
    // A parser of TOML takes long, and much memory, for texts that are not specifications.
    fs::write(here.join("long.toml"), "1".repeat(2 << 20)).unwrap();
    let said = run(&here, &["compare", "--spec", "long.toml"]);
    refused(&said, "long.toml: cannot be read: longer than 1048576 bytes");
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

/// Threads that start, but leave no memory for their work, would abort the process.
#[cfg(target_os = "linux")]
#[test]
fn little_memory_is_left_to_the_threads() {
    use std::process::{Command, Stdio};

    let here = directory("bounds-memory");
    let solve = |kilobytes: usize, threads: usize| {
        let program = env!("CARGO_BIN_EXE_quadrille");
        let limited = format!(
            "ulimit -c 0; ulimit -v {kilobytes} && exec '{program}' solve -q -j {threads} {EMPTY}"
        );
        let mut shell = Command::new("sh");
        let shell = shell.args(["-c", &limited]).current_dir(&here).stdin(Stdio::null());
        shell.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap().code()
    };
    let least = (20_000..200_000).step_by(5_000).find(|&limit| solve(limit, 1) == Some(0));
    let least = least.expect("one thread needs less than 200 MB");
    for more in (0..120_000).step_by(10_000) {
        assert_eq!(solve(least + more, 64), Some(0), "{least} + {more} kB");
    }
}
