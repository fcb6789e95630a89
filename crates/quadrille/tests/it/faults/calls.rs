//! The order in which files are written, synced and renamed, as the system sees it. The tests of
//! `quadrille-storage` record the same calls inside of the program.

use std::fs;
use std::process::Command;

use super::workload::{Site, WORKLOADS, Workload, base, finish};

/// The calls that matter.
const CALLS: &str = "openat,write,fsync,ftruncate,rename,renameat,renameat2,unlink";

/// Returns a workload by its name.
fn workload(name: &str) -> &'static Workload {
    WORKLOADS.iter().find(|workload| workload.name == name).unwrap()
}

/// Runs a command below strace(1).
fn traced(site: &Site<'_>, options: &[&str]) -> Command {
    let mut strace = Command::new("strace");
    strace.args(["-f", "-qq", "-y", "-s", "16", "-o", "../calls"]).args(options);
    strace.arg(env!("CARGO_BIN_EXE_quadrille")).args(site.workload.arguments());
    strace.current_dir(&site.here);
    strace
}

/// Returns the calls that concern files below the working directory, in short: `write out`,
/// `fsync .`, `rename PARTIAL out`. Repeated writes are one.
fn calls(site: &Site<'_>) -> Vec<String> {
    let log = fs::read_to_string(site.here.join("../calls")).unwrap();
    let here = format!("{}/", fs::canonicalize(&site.here).unwrap().display());
    let mut calls: Vec<String> = Vec::new();
    for line in log.lines() {
        let Some((_, call)) = line.split_once(' ') else { continue };
        let Some((name, rest)) = call.trim_start().split_once('(') else { continue };
        let failed = rest.contains(" = -1 ");
        // Descriptors are followed by their path in angle brackets; names are quoted.
        let in_brackets = rest.split_once('<').and_then(|(_, rest)| rest.split_once('>'));
        let quoted: Vec<&str> = rest.split('"').skip(1).step_by(2).collect();
        let below = |path: &str| {
            let path = format!("{path}/").replace("/./", "/");
            let path = path.strip_prefix(&here)?.trim_end_matches('/').to_owned();
            Some(if path.is_empty() { ".".to_owned() } else { short(&path) })
        };
        let named = |at: usize| below(quoted[at]).unwrap_or_else(|| short(quoted[at]));
        let call = match name {
            _ if failed => None,
            "openat" if rest.contains("O_CREAT") => {
                let exclusive = if rest.contains("O_EXCL") { "create" } else { "open" };
                Some(format!("{exclusive} {}", named(0)))
            }
            "write" | "fsync" | "ftruncate" => {
                in_brackets.and_then(|(path, _)| below(path)).map(|path| format!("{name} {path}"))
            }
            "rename" | "renameat" | "renameat2" => {
                Some(format!("rename {} {}", named(0), named(1)))
            }
            "unlink" => Some(format!("unlink {}", named(0))),
            _ => None,
        };
        if let Some(call) = call
            && !(call.starts_with("write ") && calls.last() == Some(&call))
        {
            calls.push(call);
        }
    }
    calls
}

/// Returns a path with `PARTIAL` for the random name of an unfinished file.
fn short(path: &str) -> String {
    let path = path.strip_prefix("./").unwrap_or(path);
    let parts = path.split('/').map(|part| {
        let is_partial = part.starts_with(".quadrille-") && part.ends_with(".partial");
        if is_partial { "PARTIAL" } else { part }
    });
    parts.collect::<Vec<_>>().join("/")
}

/// The calls that replace a file.
fn replacing(path: &str) -> Vec<String> {
    let directory = path.rsplit_once('/').map_or(".", |(directory, _)| directory);
    let partial =
        if directory == "." { "PARTIAL".to_owned() } else { format!("{directory}/PARTIAL") };
    vec![
        format!("create {partial}"),
        format!("write {partial}"),
        format!("fsync {partial}"),
        format!("rename {partial} {path}"),
        format!("fsync {directory}"),
    ]
}

/// Runs a workload below strace and returns its calls.
fn calls_of(base: &std::path::Path, name: &str) -> Vec<String> {
    let mut site = Site::new(base, workload(name));
    site.reset(false);
    let (status, err) = finish(site.start(traced(&site, &["-e", &format!("trace={CALLS}")])));
    assert_eq!(status, site.status, "{name}: {err}");
    calls(&site)
}

/// Fails where strace(1) is not installed or not allowed.
fn require_strace() {
    let output = Command::new("strace").args(["-f", "-qq", "-o", "/dev/null", "true"]).output();
    let works = output.is_ok_and(|output| output.status.success());
    assert!(works, "strace is not installed or not allowed here, so nothing was tested");
}

#[test]
#[ignore = "needs strace"]
fn files_are_synced_before_they_are_renamed_and_logs_when_it_is_documented() {
    require_strace();
    let base = base("faults-calls");
    assert_eq!(calls_of(&base, "solve"), replacing("out"));
    let pages = [
        "report/summary.csv",
        "report/summary.json",
        "report/features.json",
        "report/index.html",
        "report/runs.csv",
        "report/pairs.csv",
        "report/features.csv",
        "report/summary.parquet",
        "report/runs.parquet",
        "report/pairs.parquet",
        "report/features.parquet",
    ];
    let pages: Vec<String> = pages.iter().flat_map(|page| replacing(page)).collect();
    assert_eq!(calls_of(&base, "report"), pages);
    // The log: its name is synced when it is created, its preamble before the first run, and the
    // runs before the first page, besides once a second.
    let log = "report/runs.jsonl";
    let preamble = [
        "open report/runs.jsonl",
        "fsync report",
        "ftruncate report/runs.jsonl",
        "fsync report/runs.jsonl",
        "write report/runs.jsonl",
        "fsync report/runs.jsonl",
    ];
    let compare = calls_of(&base, "compare");
    let (first, rest) = compare.split_at(preamble.len());
    assert_eq!(first, preamble);
    assert_eq!(after_appending(rest, log), pages);
    for (name, record, directory, rest) in [
        ("match", "games.jsonl", ".", Vec::new()),
        ("tournament", "cup/games.jsonl", "cup", replacing("cup/standings.txt")),
    ] {
        let calls = calls_of(&base, name);
        let (first, others) = calls.split_at(2);
        assert_eq!(first, [format!("open {record}"), format!("fsync {directory}")]);
        assert_eq!(after_appending(others, record), rest, "{name}");
    }
}

/// Checks that a file is appended to and then synced, and returns the calls after that.
fn after_appending<'a>(calls: &'a [String], file: &str) -> &'a [String] {
    let (write, sync) = (format!("write {file}"), format!("fsync {file}"));
    let count = calls.iter().take_while(|&call| *call == write || *call == sync).count();
    let (appending, rest) = calls.split_at(count);
    // In between, it is synced once a second.
    assert!(appending.first() == Some(&write) && appending.last() == Some(&sync), "{appending:?}");
    assert!(appending.chunks(2).all(|pair| pair == [write.clone(), sync.clone()]), "{appending:?}");
    rest
}

/// Kills commands at each of the calls that decide what survives, and lets those calls fail.
#[test]
#[ignore = "takes minutes, and needs strace"]
fn faults_at_each_call_lose_nothing() {
    require_strace();
    let base = base("faults-at-calls");
    let (mut kills, mut failures, mut errors) = (0, 0, Vec::new());
    println!("{:<24}{:>10}{:>10}", "faults at calls of", "SIGKILL", "ENOSPC");
    for workload in &WORKLOADS {
        let mut site = Site::new(&base, workload);
        let mut counts = [0, 0];
        for (kind, fault) in ["signal=KILL", "error=ENOSPC"].into_iter().enumerate() {
            for call in ["fsync", "rename,renameat,renameat2", "ftruncate"] {
                // Changing a name takes no space.
                if kind == 1 && call != "fsync" {
                    continue;
                }
                for when in 1..=30 {
                    site.reset(when % 2 == 0);
                    let inject = format!("inject={call}:{fault}:when={when}");
                    let trace = format!("trace={call}");
                    let strace = traced(&site, &["-e", &trace, "-e", &inject]);
                    let (status, err) = finish(site.start(strace));
                    if status == site.status {
                        break;
                    }
                    counts[kind] += 1;
                    let is_clear = kind == 0
                        || status == 3 && err.contains("cannot write") && !err.contains("bug");
                    let result = if is_clear {
                        site.check(2).and_then(|()| site.complete(2))
                    } else {
                        Err(format!("{}: status {status}: {err}", workload.name))
                    };
                    if let Err(error) = result {
                        errors.push(format!("{fault} at {call} {when}: {error}"));
                    }
                }
            }
        }
        (kills, failures) = (kills + counts[0], failures + counts[1]);
        println!("{:<24}{:>10}{:>10}", workload.name, counts[0], counts[1]);
    }
    println!("{kills} kills, {failures} failures of calls, {} errors", errors.len());
    assert!(errors.is_empty(), "{errors:#?}");
    assert!(kills >= 40 && failures >= 40);
}
