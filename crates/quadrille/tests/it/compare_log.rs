//! `compare`, `report` and `tune`: logs of interrupted, damaged and different experiments.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;

use super::program::{command, directory, run};

/// Returns JSON lines without the fields that vary, sorted by the number of the run.
fn lines(json: &str) -> Vec<String> {
    let mut lines: Vec<(u64, String)> = json
        .lines()
        .map(|line| {
            let mut value: Value = serde_json::from_str(line).expect("whole lines of JSON");
            let object = value.as_object_mut().expect("a line is an object");
            object.retain(|name, _| !name.contains("seconds"));
            let number = object.get("run").and_then(Value::as_u64).unwrap_or(0);
            (number, value.to_string())
        })
        .collect();
    lines.sort();
    lines.into_iter().map(|(_, line)| line).collect()
}

/// One or two seconds of work, limited by nodes only.
const EXPERIMENT: &[&str] = &[
    "compare",
    "--json",
    "--algorithms",
    "dfs-random;annealing-r0;norvig",
    "--puzzles",
    "random-norvig:40",
    "--runs",
    "4",
    "--nodes",
    "150000",
    "--output",
    "out",
];

#[test]
fn killed_ten_times_and_resumed_it_is_the_same() {
    let (calm, wild) = (directory("calm"), directory("wild"));
    let whole = run(&calm, EXPERIMENT);
    assert!(whole.status == 0, "{}", whole.err);
    for round in 0..10_u64 {
        let mut child = command(&wild, EXPERIMENT)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program can be started");
        // The moments do not depend on the program.
        std::thread::sleep(Duration::from_millis(20 + round * 37 % 101));
        child.kill().expect("a child can be killed");
        child.wait().expect("a child can be waited for");
    }
    // And once in the middle of a line.
    let log = wild.join("out/runs.jsonl");
    let bytes = fs::read(&log).expect("the log is there");
    let last = bytes.trim_ascii_end().iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
    fs::write(&log, &bytes[..bytes.len().min(last + 50)]).expect("the log can be written");

    let rest = run(&wild, EXPERIMENT);
    assert!(rest.status == 0, "{}", rest.err);
    assert_eq!(lines(&rest.out), lines(&whole.out));
    let log = |at: &Path| fs::read_to_string(at.join("out/runs.jsonl")).expect("a log");
    assert_eq!(lines(&log(&wild)), lines(&log(&calm)));
    // The report is made from the log alone, and is the same.
    let again = run(&wild, &["report", "out", "--json"]);
    assert_eq!(again.out, rest.out);
}

/// One or two seconds of work, limited by nodes only.
const TUNING: &[&str] = &[
    "tune",
    "annealing-r0",
    "--json",
    "--puzzles",
    "random-norvig:24",
    "--settings=12",
    "--races=2",
    "--nodes",
    "20000",
    "--output",
    "out",
];

#[test]
fn a_tuning_killed_ten_times_and_continued_is_the_same() {
    let (calm, wild) = (directory("calm-tuning"), directory("wild-tuning"));
    let whole = run(&calm, TUNING);
    assert!(whole.status == 0, "{}", whole.err);
    let log = wild.join("out/tuning.jsonl");
    let mut length = 0;
    for round in 0..10_u64 {
        let mut child = command(&wild, TUNING)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program can be started");
        std::thread::sleep(Duration::from_millis(40 + round * 37 % 101));
        child.kill().expect("a child can be killed");
        child.wait().expect("a child can be waited for");
        let now = fs::metadata(&log).map_or(0, |log| log.len());
        assert!(now + 40 > length, "at most lines that were cut off are gone");
        length = now;
    }
    let rest = run(&wild, TUNING);
    assert!(rest.status == 0, "{}", rest.err);
    assert!(rest.err.contains("resuming: "), "{}", rest.err);
    assert_eq!(rest.out, whole.out);
    let result = |at: &Path| fs::read_to_string(at.join("out/tuning.json")).unwrap();
    assert_eq!(result(&wild), result(&calm));
    // Another one does not touch it.
    let other = run(&wild, &[TUNING, &["--seed=2"]].concat());
    assert_eq!(other.status, 2);
    assert!(other.err.contains("seed: 1 there, 2 here"), "{}", other.err);
    assert!(other.err.contains("name another directory with --output"), "{}", other.err);
    assert_eq!(result(&wild), result(&calm));
}

#[test]
fn an_incomplete_line_is_repaired_with_a_message() {
    let at = directory("cut");
    let args = &["compare", "--algorithms=norvig", "--puzzles", "random-norvig:5", "--output=out"];
    let whole = run(&at, args);
    let log = at.join("out/runs.jsonl");
    let whole_log = fs::read_to_string(&log).unwrap();
    // Runs end in no particular order, and controls count in no result.
    let (controls, others): (Vec<&str>, Vec<&str>) =
        whole_log.lines().partition(|line| line.contains("\"control\":true"));
    assert_eq!(controls.len(), 5);
    let (head, runs) = others.split_at(others.len() - 5);
    let whole_log = [head, &controls, runs].concat().join("\n") + "\n";
    fs::write(&log, &whole_log[..whole_log.len() - 7]).unwrap();
    let report = run(&at, &["report", "out"]);
    assert!(
        report.err.contains("ignored the last line of the log in out, which is incomplete"),
        "{}",
        report.err
    );
    assert!(report.out.contains("Interrupted: 4 of 5 runs done."), "{}", report.err);
    let rest = run(&at, args);
    assert!(
        rest.err.contains("out/runs.jsonl, which is incomplete; its run is repeated"),
        "{}",
        rest.err
    );
    assert!(rest.err.contains("resuming: 9 runs done, 1 left"));
    assert!(whole.status == 0 && rest.status == 0);
    assert_eq!(lines(&fs::read_to_string(&log).unwrap()), lines(&whole_log));
    // Other damage is reported, and the log is unchanged.
    let damaged = whole_log.replacen("\"nodes\"", "\"nod", 1);
    fs::write(&log, &damaged).unwrap();
    let refused = run(&at, args);
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("the log is damaged"), "{}", refused.err);
    assert_eq!(fs::read_to_string(&log).unwrap(), damaged);
}

#[test]
fn another_experiment_is_refused_with_the_difference() {
    let at = directory("refused");
    let base = ["compare", "--puzzles", "random-norvig:3", "--output=out", "--algorithms"];
    let with = |more: &[&str]| run(&at, &[&base[..], more].concat());
    assert!(with(&["norvig"]).status == 0);
    let refused = with(&["bits", "--nodes=77"]);
    assert_eq!(refused.status, 2);
    let message = refused.err;
    for part in ["algorithms: norvig there, bits here", "nodes: ", "77 here", "--overwrite"] {
        assert!(message.contains(part), "{message}");
    }
    // An experiment with fewer runs than the log has.
    let fewer = ["compare", "--puzzles", "random-norvig:2", "--output=out", "--algorithms=norvig"];
    let refused = run(&at, &fewer);
    assert_eq!(refused.status, 2, "{}", refused.err);
    assert!(refused.err.contains("another experiment"), "{}", refused.err);
    let anew = with(&["bits", "--nodes=77", "--overwrite", "--json"]);
    assert!(anew.status == 0 && anew.out.contains("\"algorithm\":\"bits\""));
}

#[test]
fn an_earlier_report_is_moved_and_other_files_are_refused() {
    let at = directory("default");
    let args = ["compare", "--algorithms=norvig", "--puzzles", "random-norvig:2"];
    assert!(run(&at, &args).status == 0);
    let log = |directory: &str| fs::read_to_string(at.join(directory).join("runs.jsonl")).unwrap();
    let first = log("quadrille-report");
    // An existing directory is not overwritten.
    fs::create_dir(at.join("quadrille-report.1")).unwrap();
    let second = run(&at, &[&args[..], &["--seed=2"]].concat());
    assert_eq!(second.status, 0);
    let note = "note: moved the earlier quadrille-report to quadrille-report.2";
    assert!(second.err.contains(note), "{}", second.err);
    assert_eq!(log("quadrille-report.2"), first);
    assert_ne!(log("quadrille-report"), first);
    assert_eq!(fs::read_dir(at.join("quadrille-report.1")).unwrap().count(), 0);
    // On request it is replaced.
    assert_eq!(run(&at, &[&args[..], &["--seed=3", "--overwrite"]].concat()).status, 0);
    assert!(!at.join("quadrille-report.3").exists());
    fs::write(at.join("quadrille-report/thesis.tex"), "years of work").unwrap();
    let refused = run(&at, &args);
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("thesis.tex"), "{}", refused.err);
    assert_eq!(fs::read(at.join("quadrille-report/thesis.tex")).unwrap(), b"years of work");
    // A file in place of the directory is detected before the run.
    fs::write(at.join("file"), "").unwrap();
    let refused = run(&at, &[&args[..], &["--output=file"]].concat());
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("file is not a directory; name another directory with --output"));
}

#[test]
fn a_specification_gives_the_same_as_its_options() {
    let at = directory("spec");
    let flags = ["compare", "--algorithms=norvig;annealing-r0:start=givens", "--runs=2"];
    let more = ["--puzzles", "random-norvig:4", "--nodes=3000", "--seed=9"];
    let flags = [&flags[..], &more[..]].concat();
    let spec = run(&at, &[&flags[..], &["--write-spec"]].concat());
    assert!(!at.join("quadrille-report").exists(), "nothing is run");
    fs::write(at.join("my.toml"), &spec.out).unwrap();
    let by_flags = run(&at, &[&flags[..], &["--json"]].concat());
    let by_file = run(&at, &["compare", "--spec", "my.toml", "--json"]);
    assert_eq!(lines(&by_file.out), lines(&by_flags.out));
    assert_eq!(lines(&by_file.out).len(), 2);

    let wrong = spec.out.replace("runs = 2", "rums = 2");
    fs::write(at.join("my.toml"), wrong).unwrap();
    let refused = run(&at, &["compare", "--spec", "my.toml"]);
    assert_eq!(refused.status, 2);
    let message = refused.err;
    assert!(message.contains("my.toml:"), "{message}");
    assert!(message.contains("unknown key `rums`; did you mean `runs`?"), "{message}");
    let both = run(&at, &["compare", "--spec", "my.toml", "--nodes=5"]);
    assert_eq!(both.status, 2);
}

#[test]
fn bad_lines_are_counted_listed_and_do_not_stop_the_rest() {
    let at = directory("bad-lines");
    let good = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    fs::write(at.join("mixed.txt"), format!("{good}\n{}\n{good}\n", &good[1..])).unwrap();
    let args = ["compare", "--json", "--algorithms=norvig", "--puzzles", "mixed.txt", "-o", "out"];
    let done = run(&at, &args);
    assert_eq!(done.status, 2);
    assert!(done.out.contains("\"runs\":2"), "{}", done.err);
    assert!(done.err.contains("mixed.txt:2:"), "{}", done.err);
    let page = fs::read_to_string(at.join("out/index.html")).unwrap();
    assert!(page.contains("1 input line") || page.contains("1\u{202f}input line"));
    assert!(page.contains("mixed.txt:2:"), "the page lists it");
    // A page made from the log lists it too.
    assert!(run(&at, &["report", "out", "--csv"]).status == 0);
    assert!(fs::read_to_string(at.join("out/index.html")).unwrap().contains("mixed.txt:2:"));
    assert_eq!(fs::read_to_string(at.join("out/runs.csv")).unwrap().lines().count(), 3);
}

/// The page links to files that this command wrote, and to all of them.
#[test]
fn the_page_links_to_the_files_beside_it() {
    let at = directory("page-links");
    let compare = ["compare", "--algorithms=norvig;bits", "--puzzles=random-norvig:2", "-o", "out"];
    assert_eq!(run(&at, &compare).status, 0);
    for (options, count) in [(&[][..], 4), (&["--csv"], 7), (&["--csv", "--parquet"], 11)] {
        assert_eq!(run(&at, &[&["report", "out"], options].concat()).status, 0);
        let page = fs::read_to_string(at.join("out/index.html")).unwrap();
        let links: Vec<&str> = page
            .split("<a href=\"")
            .filter_map(|rest| rest.split_once("\" download>"))
            .map(|link| link.0)
            .collect();
        assert_eq!(links.len(), count, "{links:?}");
        for link in links {
            assert!(at.join("out").join(link).is_file(), "{link}");
        }
    }
}

/// A standard collection gives the same runs every time, and what a paper needs.
#[test]
fn suites_are_repeated_and_cited() {
    let at = directory("suites");
    let compare = ["compare", "--suite=suite-9x9-v1", "--algorithms=norvig;tabu", "--output"];
    let nodes = |name: &str| {
        assert_eq!(run(&at, &[&compare[..], &[name]].concat()).status, 0);
        let log = fs::read_to_string(at.join(name).join("runs.jsonl")).unwrap();
        let rows = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let runs = rows.filter(|row| row["type"] == "run");
        let mut nodes: Vec<(u64, u64)> = runs
            .map(|row| (row["run"].as_u64().unwrap(), row["nodes"].as_u64().unwrap()))
            .collect();
        nodes.sort_unstable();
        nodes
    };
    let first = nodes("first");
    assert!(first.len() >= 240 * 4, "{}", first.len());
    assert_eq!(nodes("second"), first);
    for (name, text) in [
        ("table.md", "| `norvig` | tree |"),
        ("table.tex", "\\begin{tabular}"),
        ("citation.bib", "@misc{"),
    ] {
        let found = fs::read_to_string(at.join("first").join(name)).unwrap();
        assert!(found.contains(text), "{name}: {found}");
    }
    for option in ["--nodes=5", "--runs=2", "--seed=2", "--puzzles=collection"] {
        let refused = run(&at, &["compare", "--suite=suite-9x9-v1", option]);
        assert_eq!(refused.status, 2, "{option}");
    }
    let unknown = run(&at, &["compare", "--suite=suite-9x9"]);
    assert!(unknown.status == 2 && unknown.err.contains("suite-16x16-v1"), "{}", unknown.err);
    let solved = run(&at, &["count", "suite-9x9-v1", "-q"]);
    assert_eq!(solved.out.lines().filter(|line| line.ends_with(" 1")).count(), 240);
}

/// Features are in the log, so a report made from it later has them too.
#[test]
fn costly_features_come_on_request_and_stay() {
    let at = directory("features");
    let compare = ["compare", "--algorithms=norvig;bits", "--puzzles=collection", "-o"];
    assert_eq!(run(&at, &[&compare[..], &["plain"]].concat()).status, 0);
    let refused = run(&at, &[&compare[..], &["plain", "--features"]].concat());
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("costly features: none there"), "{}", refused.err);
    assert_eq!(run(&at, &[&compare[..], &["all", "--features"]].concat()).status, 0);
    let read = |name: &str| fs::read_to_string(at.join(name)).unwrap();
    let features = read("all/features.json");
    let all: Value = serde_json::from_str(&features).unwrap();
    let puzzles = all["puzzles"].as_array().unwrap();
    assert_eq!(puzzles.len(), 120);
    // Only proper puzzles have a rating.
    let ratings: Vec<f64> = puzzles.iter().filter_map(|p| p["rating_se121"].as_f64()).collect();
    assert!(ratings.len() >= 60 && ratings.iter().all(|&rating| rating >= 1.0), "{ratings:?}");
    assert!(all["algorithms"].as_array().unwrap().iter().any(|row| row["rho"].is_number()));
    let plain: Value = serde_json::from_str(&read("plain/features.json")).unwrap();
    assert!(plain["puzzles"][0]["rating_se121"].is_null());
    assert_eq!(plain["puzzles"][0]["clues"], puzzles[0]["clues"]);
    // The same command without the option resumes, and keeps them.
    assert_eq!(run(&at, &[&compare[..], &["all"]].concat()).status, 0);
    assert_eq!(read("all/features.json"), features);
    assert_eq!(run(&at, &["report", "all", "--csv"]).status, 0);
    assert_eq!(read("all/features.json"), features);
    assert_eq!(read("all/features.csv").lines().count(), 121);
}

#[test]
fn a_flipped_digit_is_noticed_and_its_line_may_go() {
    let here = directory("flipped");
    let experiment =
        ["compare", "--algorithms=tabu,dfs-mrv", "--puzzles=random-norvig:6", "-o", "out"];
    let whole = run(&here, &experiment);
    assert_eq!(whole.status, 0, "{}", whole.err);
    let log = here.join("out/runs.jsonl");
    let text = fs::read_to_string(&log).unwrap();
    let run_lines: Vec<usize> = (0..)
        .zip(text.lines())
        .filter(|(_, line)| line.contains("\"run\":"))
        .map(|(n, _)| n)
        .collect();
    for (round, place) in text.match_indices(|c: char| c.is_ascii_digit()).step_by(67).enumerate() {
        let number = text[..place.0].matches('\n').count();
        let mut flipped = text.clone().into_bytes();
        flipped[place.0] ^= 1;
        fs::write(&log, &flipped).unwrap();
        let said = run(&here, &["report", "out"]);
        assert_eq!(said.status, 2, "byte {}: {}", place.0, said.out);
        let line = format!("out/runs.jsonl:{}:", number + 1);
        // Another format, or more puzzles than there are, is noticed elsewhere.
        assert!(number == 0 || said.err.starts_with(&line), "{line} {}", said.err);
        let may_go = "delete the line, and the same command repeats only its run";
        assert_eq!(said.err.contains(may_go), run_lines.contains(&number), "{}", said.err);
        if run_lines.contains(&number) && round % 5 == 0 {
            let kept = |&(at, _): &(usize, &str)| at != number;
            let others = text.lines().enumerate().filter(kept);
            fs::write(&log, others.map(|(_, line)| format!("{line}\n")).collect::<String>())
                .unwrap();
            let said = run(&here, &experiment);
            assert_eq!(said.status, 0, "{}", said.err);
            assert!(said.err.contains(&format!("{} runs done, 1 left", run_lines.len() - 1)));
            assert_eq!(lines(&fs::read_to_string(&log).unwrap()), lines(&text));
        }
    }
}

/// Runs that were cut from the log meanwhile would be lost without a word.
#[cfg(unix)]
#[test]
fn a_log_that_is_cut_or_removed_meanwhile_is_an_error() {
    let here = directory("changed-log");
    let log = here.join("out/runs.jsonl");
    for is_removed in [false, true] {
        let mut child = command(&here, EXPERIMENT)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The first line says what is compared.
        let runs = || fs::read_to_string(&log).unwrap_or_default().lines().count();
        while runs() < 3 && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(2));
        }
        if is_removed {
            fs::remove_file(&log).unwrap();
        } else {
            fs::OpenOptions::new().write(true).open(&log).unwrap().set_len(0).unwrap();
        }
        let said = super::program::Said::from(child.wait_with_output().unwrap());
        assert_eq!(said.status, 3, "{}", said.err);
        assert!(said.err.contains("was removed, replaced or changed by"), "{}", said.err);
        fs::remove_dir_all(here.join("out")).unwrap();
    }
}

/// A puzzle that singles do not solve (AI Escargot, Arto Inkala 2006).
const HARD: &str =
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

/// The objects of JSON lines, as they are.
fn objects(json: &str) -> impl Iterator<Item = Value> {
    json.lines().map(|line| serde_json::from_str(line).expect("whole lines of JSON"))
}

/// Each run says how often it was timed, and controls stay out of all results.
#[test]
fn runs_say_how_they_were_timed() {
    let at = directory("timed");
    let args = &[
        "compare",
        "--algorithms=norvig;tabu",
        "--puzzles",
        "random-norvig:40",
        "--output=out",
        "--csv",
        "--json",
        "--runs=2",
    ];
    let said = run(&at, args);
    assert_eq!(said.status, 0, "{}", said.err);
    let log = fs::read_to_string(at.join("out/runs.jsonl")).unwrap();
    let runs: Vec<Value> = objects(&log).filter(|line| line["type"] == "run").collect();
    let controls: Vec<_> = runs.iter().filter(|run| run["control"] == true).collect();
    assert_eq!((runs.len(), controls.len()), (40 + 80 + 64, 64));
    assert!(controls.iter().all(|run| run["repetition"] == 2));
    assert!(runs.iter().all(|run| run["seconds_samples"].as_u64().unwrap() >= 1));
    // These take microseconds, so that one time would be noise.
    let fast = runs.iter().filter(|run| run["seconds_samples"].as_u64().unwrap() >= 5).count();
    assert!(fast > runs.len() / 2, "{fast} of {}", runs.len());
    let table = fs::read_to_string(at.join("out/runs.csv")).unwrap();
    assert_eq!(table.lines().count(), 1 + 120);
    for row in objects(&said.out) {
        // `tabu` cannot prove that a puzzle has no solution.
        let counted = row["runs"].as_u64().unwrap() + row["unprovable"].as_u64().unwrap();
        assert_eq!(counted, if row["algorithm"] == "norvig" { 40 } else { 80 });
        assert_eq!((&row["decided"], &row["starved_seconds_runs"]), (&row["runs"], &0.into()));
    }
}

#[test]
fn processor_time_is_limited() {
    let at = directory("cpu-time");
    let limit = ["--cpu-time=20ms"];
    let solve = ["solve", "--with=hill-climbing-restarts:restarts=0", "--json"];
    let said = run(&at, &[&solve[..], &limit, &["--seed=3", HARD]].concat());
    let found: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(
        (&found["status"], &found["stop"]),
        (&"limit".into(), &"cpu-time".into()),
        "{found}"
    );
    let taken = found["cpu_seconds"].as_f64().unwrap();
    assert!((0.02..0.5).contains(&taken), "{taken}");

    let compare = ["compare", "--algorithms=tabu", "--output=out", "--puzzles", HARD];
    assert_eq!(run(&at, &[&compare[..], &limit].concat()).status, 0);
    let other = run(&at, &[&compare[..], &["--cpu-time=30ms"]].concat());
    assert_eq!(other.status, 2);
    assert!(other.err.contains("processor time: 20ms there, 30ms here"), "{}", other.err);
    let spec = run(&at, &["compare", "--algorithms=tabu", "--write-spec", "--cpu-time=20ms"]);
    assert!(spec.out.contains("cpu-time = \"20ms\""), "{}", spec.out);
    fs::write(at.join("spec.toml"), spec.out.replace("collection", HARD)).unwrap();
    let again = run(&at, &["compare", "--spec=spec.toml", "--output=out"]);
    assert_eq!(again.status, 0, "{}", again.err);
}

/// What changed between two comparisons: nothing between equal ones, a lot between others.
#[test]
fn changes_between_two_reports() {
    let at = directory("changes");
    let compare = |output: &str, algorithms: &str, more: &[&str]| {
        let args =
            ["compare", "--algorithms", algorithms, "--puzzles", "random-norvig:60", "-o", output];
        let said = run(&at, &[&args[..], more].concat());
        assert!(said.status <= 1, "{}", said.err);
    };
    compare("one", "annealing-r0;norvig", &["--nodes=20000"]);
    compare("same", "norvig;annealing-r0", &["--nodes=20000"]);
    compare("less", "annealing-r0;tabu", &["--nodes=200"]);
    let rows = |earlier: &str, later: &str| -> Vec<Value> {
        let said = run(&at, &["report", "--json", earlier, later]);
        assert_eq!(said.status, 0, "{}", said.err);
        objects(&said.out).collect()
    };
    let same = rows("one", "same");
    assert_eq!(same.len(), 2);
    for row in same {
        assert_eq!(
            (&row["nodes_ratio"], &row["nodes_p_holm"]),
            (&1.0.into(), &1.0.into()),
            "{row}"
        );
        assert_eq!(row["success_before"], row["success_after"]);
        let changed = row["changed"].as_array().unwrap();
        assert!(
            !changed.contains(&"nodes".into()) && !changed.contains(&"success".into()),
            "{row}"
        );
    }
    let less = rows("one", "less");
    assert_eq!(less.len(), 1);
    assert_eq!(less[0]["algorithm"], "annealing-r0");
    assert!(less[0]["changed"].as_array().unwrap().contains(&"success".into()), "{less:?}");
    let text = run(&at, &["report", "one", "less"]);
    for part in ["1 configuration only in the earlier", "the limits of the runs differ"] {
        assert!(text.out.replace('\n', " ").contains(part), "{}", text.out);
    }
    assert!(text.out.lines().all(|line| line.chars().count() <= 80), "{}", text.out);
    assert!(!at.join("one/changes.html").exists());
    let nothing = run(&at, &["report", "one", "nowhere"]);
    assert_eq!(nothing.status, 2);
}
