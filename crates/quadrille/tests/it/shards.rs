//! `compare --shard` and `merge`: parts of a comparison, killed and resumed, joined to the bytes of one
//! process with one thread.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;

use super::program::{PUZZLE, Said, command, directory, objects, run};

/// Puzzles of a file with a line that is none: 9x9, some of which take a search.
const MIXED: &str = "\
4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9
.......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...
";

/// Returns the text of JSON lines in which the values of fields that may vary are `_`.
fn masked(json: &str) -> String {
    let mut masked = String::new();
    let mut rest = json;
    while let Some(at) = rest.find("seconds") {
        let start = at + rest[at..].find("\":").expect("a field") + 2;
        let end = start + rest[start..].find([',', '}']).expect("a value");
        masked.push_str(&rest[..start]);
        masked.push('_');
        rest = &rest[end..];
    }
    masked.push_str(rest);
    // The command of the shard has another directory.
    let start = masked.find("\"command\":").expect("a header") + 10;
    let end = masked.find(",\"spec_hash\"").expect("a header");
    masked.replace_range(start..end, "_");
    masked
}

/// Returns a CSV file without the columns that may vary.
fn columns(csv: &str) -> Vec<Vec<&str>> {
    let varies: Vec<bool> =
        csv.lines().next().unwrap().split(',').map(|name| name.contains("seconds")).collect();
    csv.lines()
        .map(|line| {
            let cells = line.split(',').zip(&varies);
            cells.filter(|(_, varies)| !**varies).map(|(cell, _)| cell).collect()
        })
        .collect()
}

fn read(at: &Path, name: &str) -> String {
    fs::read_to_string(at.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Checks that two reports have the same files, apart from what may vary.
fn assert_same(at: &Path, one: &str, other: &str) {
    let names = |report: &str| -> Vec<String> {
        let entries = fs::read_dir(at.join(report)).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    assert_eq!(names(one), names(other));
    let file = |report: &str, name: &str| fs::read(at.join(report).join(name)).unwrap();
    let text = |report: &str, name: &str| read(at, &format!("{report}/{name}"));
    let logs = [one, other].map(|report| masked(&text(report, "runs.jsonl")));
    for (line, other) in logs[0].lines().zip(logs[1].lines()) {
        assert_eq!(line, other);
    }
    assert!(logs[0] == logs[1], "one log is longer");
    assert_eq!(columns(&text(one, "summary.csv")), columns(&text(other, "summary.csv")));
    let summary = |report: &str| -> Vec<BTreeMap<String, Value>> {
        let mut rows: Vec<BTreeMap<String, Value>> =
            serde_json::from_str(&text(report, "summary.json")).unwrap();
        rows.iter_mut().for_each(|row| row.retain(|name, _| !name.contains("seconds")));
        rows
    };
    assert_eq!(summary(one), summary(other));
    for name in names(one) {
        match &*name {
            "features.csv" | "features.json" | "features.parquet" => {
                assert!(file(one, &name) == file(other, &name), "{name}");
            }
            "runs.csv" => assert_eq!(columns(&text(one, &name)), columns(&text(other, &name))),
            "pairs.csv" => {
                let of_nodes = |report: &str| -> Vec<String> {
                    let text = text(report, "pairs.csv");
                    text.lines()
                        .filter(|line| !line.starts_with("cpu"))
                        .map(str::to_owned)
                        .collect()
                };
                assert_eq!(of_nodes(one), of_nodes(other));
            }
            _ => {}
        }
    }
}

/// Runs `compare` with these words, and the words that make it a shard.
fn compare(at: &Path, words: &[&str], more: &[&str]) -> Said {
    run(at, &[&["compare"], words, more].concat())
}

#[test]
fn merged_shards_are_the_bytes_of_one_process() {
    let at = directory("shards-same");
    fs::write(at.join("mixed.txt"), MIXED).unwrap();
    let stuck = "read hello; echo ready test; while read word rest; do case $word in \
                 run) echo stuck nodes=3;; quit) exit;; esac; done";
    fs::write(at.join("program.sh"), stuck).unwrap();
    let mixed: &[&str] = &[
        "--algorithms",
        "norvig;tabu;annealing-r0:start=givens;cmd:sh program.sh",
        "--puzzles",
        "mixed.txt",
        "--runs=3",
        "--nodes=3000",
        "--features",
        "--threads=1",
    ];
    let small: &[&str] = &[
        "--algorithms=dfs-mrv;hill-climbing;kernel",
        "--puzzles",
        "1...............",
        "12....3.........",
        "................",
        "--runs=2",
        "--nodes=300",
        "--threads=1",
    ];
    // Some lines are bad, and `kernel` cannot do the small boards.
    for (name, words, shards) in [("mixed", mixed, 3), ("small", small, 5)] {
        let whole = format!("{name}-whole");
        let said = compare(&at, words, &["--csv", "--parquet", "-o", &whole]);
        assert_eq!(said.status, 2, "{}", said.err);
        let mut parts = Vec::new();
        for number in (1..=shards).rev() {
            let (shard, part) = (format!("{number}/{shards}"), format!("{name}-{number}"));
            let said = compare(&at, words, &["--shard", &shard, "-o", &part]);
            assert!(said.err.contains("`quadrille merge DIR… -o REPORT`"), "{}", said.err);
            assert!(said.out.starts_with(&format!("shard {shard}: ")), "{}", said.out);
            // Of 3 puzzles, two of five shards have none.
            assert_eq!(said.out.contains(": 0 of 0 runs"), number > 3 && shards == 5);
            let files: Vec<_> = fs::read_dir(at.join(&part)).unwrap().collect();
            assert_eq!(files.len(), 1, "only the log");
            parts.push(part);
        }
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let merged = format!("{name}-merged");
        let merge = ["merge", "--csv", "--parquet", "-o", &merged];
        let said = run(&at, &[&merge[..], &parts].concat());
        assert_eq!(said.status, 0, "{}", said.err);
        assert!(!said.err.contains("machines"), "{}", said.err);
        assert_same(&at, &merged, &whole);
        // The command is that of the whole comparison.
        assert!(!read(&at, &format!("{merged}/runs.jsonl")).contains("--shard"));
        // Once more is the same, with the directories in another order.
        let page = read(&at, &format!("{merged}/index.html"));
        let again: Vec<&str> = merge.iter().chain(parts.iter().rev()).copied().collect();
        assert_eq!(run(&at, &again).status, 0);
        assert_eq!(read(&at, &format!("{merged}/index.html")), page);
        // And `report` makes the same of it.
        assert_eq!(run(&at, &["report", &merged, "--csv", "--parquet"]).status, 0);
        assert_eq!(read(&at, &format!("{merged}/index.html")), page);
        let rows = objects(&run(&at, &["report", &merged, "--json"]));
        assert_eq!(rows.len(), if name == "mixed" { 4 } else { 3 });
    }
}

const EXPERIMENT: &[&str] = &[
    "--algorithms",
    "dfs-random;annealing-r0;norvig",
    "--puzzles",
    "random-norvig:40",
    "--runs",
    "4",
    "--nodes",
    "100000",
];

#[test]
fn killed_shards_resume_and_merge_to_the_same() {
    let at = directory("shards-killed");
    let whole = compare(&at, EXPERIMENT, &["-j1", "-o", "whole"]);
    assert_eq!(whole.status, 0, "{}", whole.err);
    let mut kills = 0;
    for (number, part) in [(1, "a"), (2, "b"), (3, "c")] {
        let shard = format!("{number}/3");
        let words = [&["compare"], EXPERIMENT, &["--shard", &shard, "-j1", "-o", part]].concat();
        let log = at.join(part).join("runs.jsonl");
        let length = || fs::metadata(&log).map_or(0, |log| log.len());
        for round in 0..6_u64 {
            let before = length();
            let mut child = command(&at, &words)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("the program can be started");
            // When it has written, or at once.
            while round > 0 && length() <= before && child.try_wait().unwrap().is_none() {
                std::thread::sleep(Duration::from_millis(1));
            }
            std::thread::sleep(Duration::from_millis((round * 37 + number) % 50));
            child.kill().expect("a child can be killed");
            kills += usize::from(child.wait().expect("a child can be waited for").code().is_none());
        }
        let bytes = fs::read(&log).expect("the log is there");
        let last = bytes.trim_ascii_end().iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        fs::write(&log, &bytes[..bytes.len().min(last + 50)]).expect("the log can be written");
        if number == 2 {
            // A merge before that says what is missing.
            let early = run(&at, &["merge", "a", "b", "-o", "early"]);
            assert_eq!(early.status, 2);
            for part in ["error: missing: ", " of shard 2/3 (b), shard 3/3 (", "--partial"] {
                assert!(early.err.contains(part), "{}", early.err);
            }
            assert!(!at.join("early").exists());
        }
        let rest = run(&at, &words);
        assert_eq!(rest.status, 0, "{}", rest.err);
    }
    assert!(kills >= 6, "only {kills} kills came in time");
    let merged = run(&at, &["merge", "c", "a", "b", "-o", "merged", "--json"]);
    assert_eq!(merged.status, 0, "{}", merged.err);
    assert_same(&at, "merged", "whole");
    let nodes = |said: &Said| -> Vec<Value> {
        objects(said).iter().map(|row| row["nodes_total"].clone()).collect()
    };
    assert_eq!(nodes(&merged), nodes(&run(&at, &["report", "whole", "--json"])));
}

const QUICK: &[&str] =
    &["--algorithms=tabu;norvig", "--puzzles=random-norvig:7", "--nodes=2000", "--runs=2", "-j1"];

#[test]
fn a_shard_is_nothing_else() {
    let at = directory("shards-refused");
    let refused = |said: Said, parts: &[&str]| {
        assert_eq!(said.status, 2, "{}", said.err);
        for part in parts {
            assert!(said.err.contains(part), "{part}: {}", said.err);
        }
    };
    for wrong in ["0/2", "3/2", "2", "a/b", "1/0", "1/1000001", ""] {
        let said = compare(&at, QUICK, &[&format!("--shard={wrong}"), "-o", "a"]);
        refused(said, &["write K/N, such as 2/8 for the second of eight parts"]);
    }
    let said = compare(&at, QUICK, &["--shard=1/2"]);
    refused(said, &["`--shard` needs a directory of its own; name it with --output"]);
    for option in ["--csv", "--parquet", "--format=latex", "--published", "--write-spec"] {
        refused(compare(&at, QUICK, &["--shard=1/2", "-o", "a", option]), &["cannot be used with"]);
    }
    assert_eq!(fs::read_dir(&at).unwrap().count(), 0);

    let shard = |number: &str, part: &str| compare(&at, QUICK, &["--shard", number, "-o", part]);
    assert_eq!(shard("1/2", "a").status, 0);
    // The whole experiment, and another part of it, do not resume it.
    let said = compare(&at, QUICK, &["-o", "a"]);
    refused(said, &["another experiment (shard 1/2 there, the whole experiment here)"]);
    refused(shard("2/2", "a"), &["(shard 1/2 there, shard 2/2 here)", "--overwrite"]);
    refused(shard("1/3", "a"), &["(shard 1/2 there, shard 1/3 here)"]);
    let again = shard("1/2", "a");
    assert_eq!(again.status, 0);
    assert!(again.err.contains(" runs done, 0 left"), "{}", again.err);
    let json = compare(&at, QUICK, &["--shard=2/2", "-o", "b", "--json"]);
    let row = &objects(&json)[0];
    assert_eq!((&row["shard"], &row["directory"]), (&"2/2".into(), &"b".into()));
    assert_eq!(row["runs"], row["planned"]);
    // A shard does not resume a whole comparison.
    assert_eq!(compare(&at, QUICK, &["-o", "whole"]).status, 0);
    refused(shard("1/2", "whole"), &["(the whole experiment there, shard 1/2 here)"]);
    refused(run(&at, &["report", "a"]), &["a holds shard 1/2 of a comparison", "quadrille merge"]);
    refused(run(&at, &["report", "whole", "a"]), &["a holds shard 1/2"]);

    let merge = |words: &[&str]| run(&at, &[&["merge"], words].concat());
    refused(merge(&[]), &["DIR"]);
    refused(merge(&["nowhere", "-o", "m"]), &["nowhere/runs.jsonl cannot be read"]);
    refused(merge(&["a", "whole", "-o", "m"]), &["whole: the log is of a whole comparison"]);
    refused(merge(&["a", "-o", "m"]), &["missing: shard 2/2 (", "--partial"]);
    // A process that was killed before it wrote anything.
    fs::create_dir(at.join("empty")).unwrap();
    fs::write(at.join("empty/runs.jsonl"), "").unwrap();
    refused(merge(&["empty", "-o", "m"]), &["note: empty: ", "no shard has any run yet"]);
    refused(merge(&["empty", "a", "-o", "m"]), &["note: empty: ", "missing: shard 2/2 ("]);
    refused(merge(&["a", "b", "-o", "-"]), &["this command writes a directory"]);
    assert!(!at.join("m").exists());
    // The logs of the shards are not replaced, even on request.
    let kept = read(&at, "a/runs.jsonl");
    refused(merge(&["a", "b", "-o", "a"]), &["a/runs.jsonl"]);
    refused(merge(&["a", "b", "-o", "a", "--overwrite"]), &["a/runs.jsonl"]);
    assert_eq!(read(&at, "a/runs.jsonl"), kept);
    // Neither is another report, unless asked for.
    let other = compare(&at, &["--algorithms=norvig", "--puzzles", PUZZLE], &["--csv", "-o", "m"]);
    assert_eq!(other.status, 0);
    refused(merge(&["a", "b", "-o", "m"]), &["m holds the log of another comparison"]);
    assert_eq!(merge(&["a", "b", "-o", "m", "--overwrite"]).status, 0);
    assert!(!at.join("m/runs.csv").exists(), "that was of the other one");
    assert_same(&at, "m", "whole");
    // The same shard twice is one.
    assert_eq!(merge(&["a", "b", "a", "-o", "m"]).status, 0);
    // Without --output, an earlier report is moved aside.
    assert_eq!(merge(&["a", "b"]).status, 0);
    let said = merge(&["a", "b"]);
    assert!(said.err.contains("moved the earlier quadrille-report to"), "{}", said.err);
}

#[test]
fn part_of_a_comparison_is_reported_and_resumed() {
    let at = directory("shards-partial");
    for (shard, part) in [("1/3", "a"), ("3/3", "c")] {
        assert_eq!(compare(&at, QUICK, &["--shard", shard, "-o", part]).status, 0);
    }
    let said = run(&at, &["merge", "--partial", "a", "c", "-o", "all"]);
    assert_eq!(said.status, 0, "{}", said.err);
    assert!(said.out.contains("Interrupted: "), "{}", said.out);
    // One process does the rest.
    let rest = compare(&at, QUICK, &["-o", "all"]);
    assert_eq!(rest.status, 0, "{}", rest.err);
    assert!(rest.err.contains("resuming: "), "{}", rest.err);
    let whole = compare(&at, QUICK, &["-o", "whole", "--json"]);
    let total = |said: &Said| -> Vec<Value> {
        objects(said).iter().map(|row| row["nodes_total"].clone()).collect()
    };
    assert_eq!(total(&run(&at, &["report", "all", "--json"])), total(&whole));
}

#[test]
fn damage_in_a_shard_is_named_and_repaired() {
    let at = directory("shards-damaged");
    for (shard, part) in [("1/2", "a"), ("2/2", "b")] {
        assert_eq!(compare(&at, QUICK, &["--shard", shard, "-o", part]).status, 0);
    }
    let merge = ["merge", "a", "b", "-o", "all"];
    let text = read(&at, "b/runs.jsonl");
    let line = text.lines().position(|line| line.contains("\"type\":\"run\"")).unwrap();
    let flipped = text.replacen("\"nodes\":", "\"nodes\":1", 3);
    fs::write(at.join("b/runs.jsonl"), flipped.replacen("\"nodes\":1", "\"nodes\":", 1)).unwrap();
    let said = run(&at, &merge);
    assert_eq!(said.status, 2);
    assert!(said.err.starts_with(&format!("b/runs.jsonl:{}:1: ", line + 1)), "{}", said.err);
    assert!(said.err.contains("delete the line, and the same command repeats only its run"));
    assert!(!at.join("all").exists());
    // As it says.
    let others: String = text
        .lines()
        .enumerate()
        .filter(|&(number, _)| number != line)
        .map(|(_, text)| format!("{text}\n"))
        .collect();
    fs::write(at.join("b/runs.jsonl"), others).unwrap();
    let said = run(&at, &merge);
    assert!(
        said.err.contains("missing: 1 of ") && said.err.contains("shard 2/2 (b)"),
        "{}",
        said.err
    );
    let rest = compare(&at, QUICK, &["--shard", "2/2", "-o", "b"]);
    assert!(rest.err.contains(" runs done, 1 left"), "{}", rest.err);
    assert_eq!(run(&at, &merge).status, 0);
    // An end in the middle of a line is what a killed process leaves.
    let text = read(&at, "b/runs.jsonl");
    fs::write(at.join("b/runs.jsonl"), &text[..text.len() - 9]).unwrap();
    let said = run(&at, &["merge", "a", "b", "-o", "other"]);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("ignored the last line of the log in b"), "{}", said.err);
    assert!(said.err.contains("missing: 1 of "), "{}", said.err);
}

/// A standard collection keeps what a paper needs.
#[test]
fn shards_of_a_standard_collection_are_for_papers_too() {
    let at = directory("shards-suite");
    let words = &["--suite=suite-9x9-v1", "--algorithms=norvig"];
    for (shard, part) in [("1/2", "a"), ("2/2", "b")] {
        assert_eq!(compare(&at, words, &["--shard", shard, "-o", part]).status, 0);
    }
    assert_eq!(run(&at, &["merge", "a", "b", "-o", "all"]).status, 0);
    assert!(read(&at, "all/citation.bib").contains("suite-9x9-v1"));
    assert!(read(&at, "all/table.md").contains("`norvig`"));
}
