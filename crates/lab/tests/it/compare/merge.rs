//! Shards of an experiment and the log that joins them: with a clock that stands still, it is that of
//! one machine to the last byte, and so is every file that is made from it.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::num::NonZeroUsize;

use quadrille_core::{CancelFlag, Limits, NoClock, Rng, SteppingClock};
use quadrille_lab::Configuration;
use quadrille_lab::experiment::log::{Header, LogContents, machine_line, read_log};
use quadrille_lab::experiment::merge::{Incomplete, Log, Merge};
use quadrille_lab::experiment::{Experiment, Shard, Table, TrialRow};
use quadrille_lab::registry::Registry;
use quadrille_lab::report::{About, ReportFiles, TableFormat, summarize, write_report};
use quadrille_lab::study::Start;

use super::bench::{experiment, puzzles};
use super::study::{Files, open};

/// Random and other configurations on 9x9 puzzles and a 4x4 one, some of them unsupported there, and
/// a program, which only its name is needed of.
pub(super) fn registered() -> Experiment {
    let configurations = "norvig hill-climbing annealing-r0:start=givens kernel";
    let configurations = Configuration::parse_list(configurations).unwrap();
    Experiment { configurations, limits: Limits::nodes(700), ..experiment() }
}

/// More puzzles than there are controls.
fn many() -> Experiment {
    let one = registered();
    let mut instances = Vec::new();
    for (line, puzzle) in puzzles(4, 70).into_iter().enumerate() {
        let source = one.instances[0].source.clone();
        instances.push(quadrille_lab::experiment::Instance {
            source,
            line: line as u64 + 1,
            puzzle,
        });
    }
    let configurations = Configuration::parse_list("dfs-mrv tabu").unwrap();
    Experiment { configurations, instances, runs: 2, ..one }
}

pub(super) fn header(experiment: &Experiment, shard: Option<Shard>) -> Header {
    let part = shard.map_or(String::new(), |shard| format!(" --shard {shard}"));
    Header {
        version: "quadrille 1.2.3".to_owned(),
        machine: "a machine".to_owned(),
        command: format!("quadrille compare{part} -o out"),
        threads: 1,
        started_seconds: 1_700_000_000,
        shard,
        ..Header::of(experiment, bad_lines().len())
    }
}

pub(super) fn bad_lines() -> Vec<String> {
    vec!["made.txt:99:1: 80 cells, \"expected\" 81\n".to_owned()]
}

/// Runs a shard, or all, and returns its log.
fn log_of(experiment: &Experiment, header: &Header, threads: usize) -> Vec<u8> {
    let opened = open(experiment, header.clone(), Files::default(), Start::Anew, threads);
    let (mut study, threads) = (opened.unwrap(), NonZeroUsize::new(threads).unwrap());
    study.run(threads, &CancelFlag::new(), &NoClock, |_, _, _| ()).unwrap();
    study.into_parts().2.log
}

fn shards(experiment: &Experiment, count: u32) -> Vec<Vec<u8>> {
    let shard = |number| Shard::new(number, count).unwrap();
    (1..=count)
        .map(|number| log_of(experiment, &header(experiment, Some(shard(number))), 2))
        .collect()
}

type InMemory = Merge<Cursor<Vec<u8>>>;

fn merge<'a>(logs: impl IntoIterator<Item = &'a Vec<u8>>) -> InMemory {
    let mut merge = Merge::new(Cursor::new(Vec::new()), None);
    for (number, log) in logs.into_iter().enumerate() {
        let added = merge.add(&format!("d{number}"), &log[..], &Registry::default()).unwrap();
        assert_eq!(added.cut_bytes, 0);
    }
    merge
}

fn written(merge: &mut InMemory) -> Vec<u8> {
    let mut out = Vec::new();
    merge.write(&mut out).unwrap();
    out
}

/// Returns all files of the report of a log.
fn report(log: Vec<u8>) -> BTreeMap<&'static str, Vec<u8>> {
    let files = Files::of(log);
    let contents = files.read(&mut |table, row| table.push(&row)).unwrap();
    let LogContents { header, mut table, bad_lines, machines, .. } = contents.unwrap();
    table.sort();
    let about = About::of_log(&header, bad_lines).with_machines(machines);
    let formats = [TableFormat::Csv, TableFormat::Parquet];
    write_report(&files, &table, &summarize(&table), &about, &formats, true).unwrap();
    files.all()
}

#[test]
fn merged_shards_are_the_files_of_one_machine() {
    let mut rng = Rng::from_seed(7);
    for experiment in [registered(), many()] {
        let whole = report(log_of(&experiment, &header(&experiment, None), 1));
        assert_eq!(whole.len(), 12, "{:?}", whole.keys());
        for count in [1, 2, 3, 8, 100] {
            let mut logs = shards(&experiment, count);
            rng.shuffle(&mut logs);
            let mut merge = merge(&logs);
            assert_eq!(merge.incomplete(), []);
            let merged = report(written(&mut merge));
            assert!(merged.keys().eq(whole.keys()));
            for (name, content) in &whole {
                assert!(merged[name] == *content, "{name} of {count} shards");
            }
        }
    }
}

#[test]
fn costly_features_are_computed_once_and_joined() {
    let experiment = registered();
    let with = |shard| Header { features: true, ..header(&experiment, shard) };
    let whole = log_of(&experiment, &with(None), 1);
    let shard = |number| Some(Shard::new(number, 2).unwrap());
    let logs = [2, 1].map(|number| log_of(&experiment, &with(shard(number)), 1));
    let costly = |log: &[u8]| String::from_utf8_lossy(log).matches("\"backbone\"").count();
    assert_eq!(costly(&whole), 13);
    assert!(logs.iter().all(|log| (6..8).contains(&costly(log))));
    assert_eq!(written(&mut merge(&logs)), whole);
    // Without one of them, the experiment does not claim to have all.
    let half = written(&mut merge(&logs[..1]));
    let contents = read_log(&half[..], &Registry::default(), |_, _| ()).unwrap().unwrap();
    assert!(!contents.header.features && costly(&half) == costly(&logs[0]));
}

#[test]
fn missing_runs_are_known_and_the_rest_can_be_resumed() {
    let experiment = registered();
    let logs = shards(&experiment, 3);
    let size = |number| {
        let header = header(&experiment, Some(Shard::new(number, 3).unwrap()));
        open(&experiment, header, Files::default(), Start::Anew, 1).unwrap().counts().1
    };
    // The third is missing, and the second lost its last two runs.
    let lines = String::from_utf8(logs[1].clone()).unwrap();
    let cut: Vec<&str> = lines.lines().collect();
    let cut = cut[..cut.len() - 2].join("\n") + "\n{\"type\":\"run\",\"ru";
    let mut merge: InMemory = Merge::new(Cursor::new(Vec::new()), None);
    let registry = Registry::default();
    let second = merge.add("b", cut.as_bytes(), &registry).unwrap();
    assert_eq!(second, Log { runs: size(2) - 2, cut_bytes: 17 });
    assert_eq!(merge.add("a", &logs[0][..], &registry).unwrap().runs, size(1));
    let shard = |number| Shard::new(number, 3).unwrap();
    let expected = [
        Incomplete { shard: shard(2), logs: vec!["b".into()], missing: 2, runs: size(2) },
        Incomplete { shard: shard(3), logs: vec![], missing: size(3), runs: size(3) },
    ];
    assert_eq!(merge.incomplete(), expected);
    // What is there is the log of an experiment that was interrupted.
    let part = written(&mut merge);
    let mut there = Vec::new();
    let contents = read_log(&part[..], &registry, |_, row| there.push(row.trial.number)).unwrap();
    let contents = contents.unwrap();
    assert_eq!(contents.header.require_same(&header(&experiment, None)), Ok(()));
    assert_eq!(there.len() as u64, size(1) + size(2) - 2);
    // An overlap completes it: the same shard once more, whole.
    merge.add("b2", &logs[1][..], &registry).unwrap();
    merge.add("c", &logs[2][..], &registry).unwrap();
    assert_eq!(merge.incomplete(), []);
    assert_eq!(written(&mut merge), log_of(&experiment, &header(&experiment, None), 1));
}

#[test]
fn the_same_runs_twice_are_one_and_other_results_an_error() {
    let experiment = registered();
    let logs = shards(&experiment, 2);
    // On another day, with times.
    let clock = SteppingClock::new(std::time::Duration::from_nanos(12_345_677));
    let shard = Shard::new(2, 2).unwrap();
    let later = Header { started_seconds: 1_800_000_000, ..header(&experiment, Some(shard)) };
    let mut study = open(&experiment, later, Files::default(), Start::Anew, 1).unwrap();
    let (one, cancel) = (NonZeroUsize::MIN, CancelFlag::new());
    let each = |_: &mut Table, row: TrialRow, _| {
        assert!(row.seconds > 0.0 || row.stop.id() == "unsupported");
    };
    study.run(one, &cancel, &clock, each).unwrap();
    let again = study.into_parts().2.log;
    let whole = log_of(&experiment, &header(&experiment, None), 1);
    for order in [[&logs[0], &logs[1], &again], [&again, &logs[0], &logs[1]]] {
        // The earlier one counts, wherever it comes.
        assert_eq!(written(&mut merge(order)), whole);
    }
    // A log that somebody changed, with a checksum to match.
    let text = String::from_utf8(again).unwrap();
    let line = text.lines().find(|line| line.contains("\"algorithm\":\"norvig\"")).unwrap();
    let mut changed: serde_json::Value = serde_json::from_str(line).unwrap();
    changed["nodes"] = 1_000_000.into();
    let number = changed["run"].as_u64().unwrap();
    changed.as_object_mut().unwrap().remove("checksum_with_seconds");
    let mut changed = changed.to_string().into_bytes();
    quadrille_lab::checksum::add(&mut changed);
    let text = text.replace(line, &String::from_utf8(changed).unwrap());
    let mut merge = merge(&logs);
    let error = merge.add("again", text.as_bytes(), &Registry::default()).unwrap_err().to_string();
    let start = format!("run {number} has another result than in d1 (nodes: ");
    assert!(error.starts_with(&start), "{error}");
    assert!(error.ends_with(" there, 1000000 here); leave one of them out"), "{error}");
}

#[test]
fn other_logs_are_refused() {
    let experiment = registered();
    let logs = shards(&experiment, 2);
    let say = |log: &[u8]| {
        let added = merge(&logs[..1]).add("other", log, &Registry::default());
        added.unwrap_err().to_string()
    };
    let second = Some(Shard::new(2, 2).unwrap());
    let of = |experiment: &Experiment, shard| log_of(experiment, &header(experiment, shard), 1);
    let whole = say(&of(&experiment, None));
    assert_eq!(whole, "the log is of a whole comparison, not of a shard");
    let prefix = "the log is of another experiment than that of d0 ";
    for (other, difference) in [
        (Experiment { seed: 5, ..experiment.clone() }, "(seed: 1 there, 5 here)"),
        (Experiment { runs: 2, ..experiment.clone() }, "(runs: 3 there, 2 here)"),
    ] {
        assert_eq!(say(&of(&other, second)), format!("{prefix}{difference}"));
    }
    let mut swapped = experiment.clone();
    swapped.instances.swap(0, 1);
    assert_eq!(say(&of(&swapped, second)), format!("{prefix}(the puzzles differ)"));
    let mut moved = experiment.clone();
    moved.instances[3].line += 1;
    assert_eq!(say(&of(&moved, second)), format!("{prefix}(the puzzles are on other lines)"));
    let third = Some(Shard::new(2, 3).unwrap());
    let error = format!("{prefix}(shards: 2 there, 3 here)");
    assert_eq!(say(&of(&experiment, third)), error);
    let newer = Header { version: "quadrille 2.0.0".to_owned(), ..header(&experiment, second) };
    assert!(say(&log_of(&experiment, &newer, 1)).contains("version: quadrille 1.2.3 there"));
    assert!(say(b"{\"type\":\"header\"").starts_with("the log holds no puzzles"));
    // A run that another shard has.
    let foreign = logs[1].split_inclusive(|&byte| byte == b'\n').next_back().unwrap();
    let error = say(&[&logs[0][..], foreign].concat());
    assert!(error.contains(" is not in shard 1/2; the log is damaged"), "{error}");
    let flipped = String::from_utf8(logs[1].clone()).unwrap().replacen("\"run\":", "\"rum\":", 1);
    assert!(say(flipped.as_bytes()).contains("was changed after it was written"));
    // No part of a log makes it panic.
    for length in (0..logs[1].len()).step_by(97) {
        let _ = merge(&logs[..1]).add("cut", &logs[1][..length], &Registry::default());
    }
}

#[test]
fn machines_are_in_the_log_and_on_the_page() {
    let experiment = registered();
    let log = |number, machine: &str| {
        let header = header(&experiment, Some(Shard::new(number, 3).unwrap()));
        log_of(&experiment, &Header { machine: machine.to_owned(), ..header }, 1)
    };
    let mut logs = [log(1, "slow"), log(2, "fast <&>"), log(3, "slow")];
    // The third was resumed on yet another one.
    logs[2].extend(machine_line("borrowed"));
    let mut merge = merge(&logs);
    let machines: Vec<_> = merge.machines().into_iter().collect();
    let expected = [("borrowed", vec!["d2"]), ("fast <&>", vec!["d1"]), ("slow", vec!["d0", "d2"])];
    assert_eq!(machines, expected);
    let merged = written(&mut merge);
    logs.reverse();
    assert_eq!(written(&mut self::merge(&logs)), merged);
    let whole = log_of(&experiment, &header(&experiment, None), 1);
    let rest = |log: &[u8]| {
        let text = String::from_utf8(log.to_vec()).unwrap();
        let lines = text.lines().skip(1).filter(|line| !line.contains("\"type\":\"machine\""));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(rest(&merged), rest(&whole));
    let page = String::from_utf8(report(merged)["index.html"].clone()).unwrap();
    for part in ["machines</a>", "fast &lt;&amp;&gt;; ", "times on one puzzle are not comparable"] {
        assert!(page.contains(part), "{part}");
    }
    let page = String::from_utf8(report(whole)["index.html"].clone()).unwrap();
    assert!(!page.contains("not comparable with those on another"));
}
