//! What stays whole: files beside the one that is written, links, permissions, records with two
//! writers, and everything when the disk is full. `faults` does more of that, to all commands.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::program::{PUZZLE, SOLUTION, Said, command, directory, run};

const MATCH: [&str; 7] =
    ["match", "ia", "first-valid", "--side=4", "--openings=random:2", "--games=6", "--record"];
/// A series that takes a few seconds.
const LONG_MATCH: [&str; 8] = [
    "match",
    "mcts:nodes=20000",
    "ia",
    "--side=9",
    "--openings=random:4",
    "--games=8",
    "-j1",
    "--record",
];

fn with<'a>(base: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [base, more].concat()
}

fn names(directory: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Number of games in a record that have ended.
fn games(record: &Path) -> usize {
    let text = fs::read_to_string(record).unwrap_or_default();
    text.lines().filter(|line| line.starts_with("{\"type\":\"result\"")).count()
}

fn mkfifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn a_record_touches_nothing_else() {
    let here = directory("storage-record");
    fs::write(here.join("games.partial"), "mine").unwrap();
    fs::write(here.join("real.jsonl"), "").unwrap();
    fs::set_permissions(here.join("real.jsonl"), fs::Permissions::from_mode(0o600)).unwrap();
    symlink("real.jsonl", here.join("games.jsonl")).unwrap();
    let said = run(&here, &with(&MATCH, &["games.jsonl"]));
    assert_eq!(said.status, 0, "{}", said.err);
    assert_eq!(fs::read_to_string(here.join("games.partial")).unwrap(), "mine");
    assert!(fs::symlink_metadata(here.join("games.jsonl")).unwrap().is_symlink());
    assert_eq!(games(&here.join("real.jsonl")), 6);
    let mode = fs::metadata(here.join("real.jsonl")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(names(&here), ["games.jsonl", "games.partial", "real.jsonl"]);

    mkfifo(&here.join("fifo"));
    for (path, what) in [("fifo", "a FIFO"), ("/dev/null", "a device"), (".", "a directory")] {
        for arguments in
            [with(&MATCH, &[path]), vec!["play", "ia", "first-valid", "--side=4", "--record", path]]
        {
            let said = run(&here, &arguments);
            assert_eq!(said.status, 2, "{path}: {}", said.err);
            assert!(said.err.contains(&format!("is {what}, not a plain file")), "{}", said.err);
        }
    }
}

#[test]
fn a_record_has_one_writer() {
    let here = directory("storage-writers");
    let record = here.join("games.jsonl");
    for round in 0..5 {
        let _ = fs::remove_file(&record);
        let both: Vec<_> = (0..2)
            .map(|_| {
                let mut one = command(&here, &with(&LONG_MATCH, &["games.jsonl", "-q"]));
                one.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
                let child = one.spawn().unwrap();
                thread::sleep(Duration::from_millis(10 * round));
                child
            })
            .collect();
        let said: Vec<Said> =
            both.into_iter().map(|child| child.wait_with_output().unwrap().into()).collect();
        let refused: Vec<&Said> = said.iter().filter(|said| said.status == 2).collect();
        assert_eq!(refused.len(), 1, "{} {}", said[0].err, said[1].err);
        assert!(refused[0].err.contains("another process writes to it"), "{}", refused[0].err);
        assert_eq!(games(&record), 8);
        assert_eq!(run(&here, &["replay", "games.jsonl"]).status, 0);
    }
}

#[test]
fn planted_links_are_not_followed() {
    let here = directory("storage-links");
    let compare = ["compare", "--algorithms=dfs-mrv", "--puzzles", PUZZLE, "--runs=2", "-q", "-o"];
    assert_eq!(run(&here, &with(&compare, &["report"])).status, 0);
    fs::write(here.join("victim"), "mine").unwrap();
    let page = here.join("report/index.html");
    fs::remove_file(&page).unwrap();
    symlink("../victim", &page).unwrap();
    symlink("../victim", here.join("report/index.html.partial")).unwrap();
    let said = run(&here, &["report", "report"]);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("is a symbolic link, not a plain file"), "{}", said.err);
    fs::remove_file(&page).unwrap();
    assert_eq!(run(&here, &["report", "report"]).status, 0);
    fs::create_dir(here.join("planted")).unwrap();
    symlink("../victim", here.join("planted/runs.jsonl")).unwrap();
    assert_eq!(run(&here, &with(&compare, &["planted"])).status, 2);
    fs::write(here.join("victim"), "").unwrap();
    assert_eq!(run(&here, &with(&compare, &["planted"])).status, 2);
    assert_eq!(fs::read_to_string(here.join("victim")).unwrap(), "");
    // The user's own link is followed.
    symlink("victim", here.join("link")).unwrap();
    assert_eq!(run(&here, &["solve", PUZZLE, "-o", "link"]).status, 0);
    assert_eq!(fs::read_to_string(here.join("victim")).unwrap(), format!("{SOLUTION}\n"));
    assert!(fs::symlink_metadata(here.join("link")).unwrap().is_symlink());
}

/// Opening a FIFO would wait for somebody who writes to it.
#[test]
fn a_log_is_a_plain_file() {
    let here = directory("storage-log");
    for what in ["a FIFO", "a socket", "a directory"] {
        let report = here.join(what);
        fs::create_dir(&report).unwrap();
        let log = report.join("runs.jsonl");
        let mut listener = None;
        match what {
            "a FIFO" => mkfifo(&log),
            "a socket" => listener = Some(std::os::unix::net::UnixListener::bind(&log).unwrap()),
            _ => fs::create_dir(&log).unwrap(),
        }
        let compare = ["compare", "--algorithms=bits", "--puzzles", PUZZLE, "-o", what];
        for arguments in [vec!["report", what], compare.to_vec(), with(&compare, &["--overwrite"])]
        {
            let mut child = command(&here, &arguments).stderr(Stdio::piped()).spawn().unwrap();
            let late = Instant::now() + Duration::from_secs(10);
            while child.try_wait().unwrap().is_none() {
                if Instant::now() > late {
                    child.kill().unwrap();
                }
                thread::sleep(Duration::from_millis(5));
            }
            let said: Said = child.wait_with_output().unwrap().into();
            assert_eq!(said.status, 2, "{arguments:?}: {}", said.err);
            let named = format!("{what}/runs.jsonl is {what}, not a plain file");
            assert!(said.err.contains(&named), "{arguments:?}: {}", said.err);
        }
        drop(listener);
    }
}

#[test]
fn two_reports_of_one_directory_both_succeed() {
    let here = directory("storage-reports");
    let compare = ["compare", "--algorithms=dfs-mrv,tabu", "--puzzles", PUZZLE, "--runs=20"];
    assert_eq!(run(&here, &with(&compare, &["-q", "-o", "report"])).status, 0);
    for _ in 0..5 {
        let both: Vec<_> = (0..2)
            .map(|_| {
                let mut one = command(&here, &["report", "report", "--csv"]);
                one.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
            })
            .collect();
        for child in both {
            let said: Said = child.wait_with_output().unwrap().into();
            assert_eq!(said.status, 0, "{}", said.err);
        }
        let page = fs::read_to_string(here.join("report/index.html")).unwrap();
        assert!(page.trim_end().ends_with("</html>"));
    }
    assert!(names(&here.join("report")).iter().all(|name| !name.ends_with(".partial")));
}

#[test]
fn a_fifo_is_written_through_and_holds_nobody() {
    let here = directory("storage-fifo");
    mkfifo(&here.join("fifo"));
    let mut child = command(&here, &["solve", PUZZLE, "-o", "fifo"]).spawn().unwrap();
    assert_eq!(fs::read_to_string(here.join("fifo")).unwrap(), format!("{SOLUTION}\n"));
    assert!(child.wait().unwrap().success());
    for arguments in [&["solve", PUZZLE, "-o", "fifo"][..], &["perft", "1", "-o", "fifo"]] {
        let mut child = command(&here, arguments).spawn().unwrap();
        thread::sleep(Duration::from_millis(200));
        let pid = child.id().to_string();
        assert!(Command::new("kill").arg(pid).status().unwrap().success());
        // Far above what it takes: the machines that run tests are busy.
        let late = Instant::now() + Duration::from_secs(10);
        while child.try_wait().unwrap().is_none() {
            assert!(Instant::now() < late, "{arguments:?}");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// A file that the shell has open is neither replaced nor emptied, whatever is written before and after.
#[cfg(target_os = "linux")]
#[test]
fn an_open_file_is_written_where_it_is() {
    let here = directory("storage-open");
    let script = "(echo header; \"$0\" solve \"$1\" -o \"$2\"; echo footer) > out";
    let appending = "echo header > out; \"$0\" solve \"$1\" -o \"$2\" >> out; echo footer >> out";
    let other = "(echo header >&3; \"$0\" solve \"$1\" -o /dev/fd/3) 3> out; echo footer >> out";
    symlink("/dev/fd", here.join("open")).unwrap();
    for script in [script, appending, other] {
        for path in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "open/1"] {
            let mut bash = Command::new("bash");
            bash.args(["-c", script, env!("CARGO_BIN_EXE_quadrille"), PUZZLE, path]);
            let said: Said = bash.current_dir(&here).output().unwrap().into();
            assert_eq!((said.status, said.err.as_str()), (0, ""), "{path}");
            let text = fs::read_to_string(here.join("out")).unwrap();
            assert_eq!(text, format!("header\n{SOLUTION}\nfooter\n"), "{path}: {script}");
        }
    }
}

/// Runs with a limit on the size of files, which stands in for a full disk.
fn run_on_full_disk(here: &Path, blocks: u32, arguments: &[&str]) -> Said {
    let script = format!("ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut bash = Command::new("bash");
    bash.args(["-c", &script, env!("CARGO_BIN_EXE_quadrille")]).args(arguments).current_dir(here);
    bash.stdin(Stdio::null()).output().unwrap().into()
}

#[test]
fn a_full_disk_costs_nothing_that_is_finished() {
    let here = directory("storage-full");
    // A log: all whole lines stay, and the same command resumes when there is space.
    let compare = [
        "compare",
        "--algorithms=tabu,annealing-r0",
        "--puzzles",
        PUZZLE,
        "--runs=1500",
        "-q",
        "-o",
        "report",
    ];
    let said = run_on_full_disk(&here, 400, &compare);
    assert_eq!(said.status, 3, "{}", said.err);
    assert!(said.err.contains("runs.jsonl"), "{}", said.err);
    let log = fs::read_to_string(here.join("report/runs.jsonl")).unwrap();
    assert!(log.ends_with('\n') && log.len() > 20_000, "{}", log.len());
    let said = run(&here, &compare);
    assert_eq!((said.status, said.err.as_str()), (0, ""), "{}", said.out);
    assert!(fs::read_to_string(here.join("report/runs.jsonl")).unwrap().starts_with(&log));
    // A record.
    let series = with(&MATCH, &["games.jsonl", "-q"]);
    let said = run_on_full_disk(&here, 4, &series);
    assert_eq!(said.status, 3, "{}", said.err);
    let record = fs::read_to_string(here.join("games.jsonl")).unwrap();
    let finished = games(&here.join("games.jsonl"));
    assert!(record.ends_with('\n') && (1..6).contains(&finished), "{finished}");
    assert_eq!(run(&here, &series).status, 0);
    assert!(fs::read_to_string(here.join("games.jsonl")).unwrap().starts_with(&record));
    assert_eq!(games(&here.join("games.jsonl")), 6);
    // Results: the old file stays, and what could be written is beside it.
    fs::write(here.join("many.txt"), format!("{PUZZLE}\n").repeat(5000)).unwrap();
    fs::write(here.join("out.txt"), "old\n").unwrap();
    let said = run_on_full_disk(&here, 100, &["solve", "many.txt", "-o", "out.txt"]);
    assert_eq!(said.status, 3, "{}", said.err);
    assert_eq!(fs::read_to_string(here.join("out.txt")).unwrap(), "old\n");
    assert!(said.err.contains("the results so far are in "), "{}", said.err);
    let kept = names(&here).into_iter().find(|name| name.ends_with(".partial")).unwrap();
    let kept = fs::read_to_string(here.join(kept)).unwrap();
    assert!(kept.len() > 80_000 && kept.starts_with(&format!("{SOLUTION}\n")));
}

#[test]
fn overwriting_replaces_only_records() {
    let here = directory("overwriting");
    let series = ["match", "ia", "first-valid", "--side=4", "--overwrite", "--record"];
    let game = ["play", "ia", "first-valid", "--side=4", "--overwrite", "--record"];
    for (command, name) in
        [(&series[..], "notes.txt"), (&game, "notes.txt"), (&series, "board.csv")]
    {
        fs::write(here.join(name), "1,2\n").unwrap();
        let said = run(&here, &[command, &[name]].concat());
        assert_eq!(said.status, 2, "{}", said.err);
        assert!(said.err.contains(&format!("{name}: is not a record of games")), "{}", said.err);
        assert_eq!(fs::read_to_string(here.join(name)).unwrap(), "1,2\n");
    }
    // Records, even if they were cut, and empty files are replaced.
    for old in ["", "{\"type\"", "{\"type\":\"game\",\"game\":0"] {
        for command in [&series[..], &game] {
            fs::write(here.join("games"), old).unwrap();
            let said = run(&here, &[command, &["games"]].concat());
            assert_eq!(said.status, 0, "{}", said.err);
            assert_eq!(run(&here, &["replay", "games"]).status, 0);
        }
    }
}
