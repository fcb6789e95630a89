//! Files that are read are not written over.

use std::fs::{self, OpenOptions};
use std::process::Stdio;

use crate::program::{PUZZLE, SOLUTION, command, directory, run};

#[test]
fn an_input_is_no_output() {
    let here = directory("spared");
    let file = here.join("in.txt");
    fs::write(&file, PUZZLE).unwrap();
    fs::write(here.join("other.txt"), PUZZLE).unwrap();
    for arguments in [
        &["solve", "in.txt", "-o", "in.txt"][..],
        &["solve", "--json", "other.txt", "in.txt", "-o", "in.txt"],
        &["solve", "--solutions=2", "in.txt", "-o", "./in.txt"],
        &["solve", "in.txt", "--trace", "in.txt"],
        &["count", "in.txt", "-o", "in.txt"],
        &["count", "--estimate", "in.txt", "-o", "in.txt"],
        &["check", "in.txt", "-o", "in.txt"],
        &["bench", "in.txt", "-o", "in.txt"],
    ] {
        let said = run(&here, arguments);
        assert_eq!(said.status, 2, "{arguments:?}: {}", said.err);
        assert!(said.err.contains("is in use by this command"), "{arguments:?}: {}", said.err);
        assert_eq!(fs::read_to_string(&file).unwrap(), PUZZLE, "{arguments:?}");
    }
    // A trace, which `replay` reads.
    assert_eq!(run(&here, &["solve", "in.txt", "--trace", "trace", "-o", "out.txt"]).status, 0);
    let trace = fs::read(here.join("trace")).unwrap();
    assert_eq!(run(&here, &["replay", "trace", "-o", "trace"]).status, 2);
    assert_eq!(fs::read(here.join("trace")).unwrap(), trace);
    // Two outputs are two files, whatever they are called.
    let same = ["solve", "in.txt", "--trace", "./x", "-o", "x"];
    assert_eq!(run(&here, &same).status, 2);
    for name in ["games", "./games"] {
        let _ = fs::remove_file(here.join("games"));
        let base = ["match", "first-valid", "ia", "--side=4", "--record", name];
        assert_eq!(run(&here, &[&base[..], &["-o", "games"]].concat()).status, 2);
        assert_eq!(run(&here, &[&base[..], &["-o", "table"]].concat()).status, 0);
        let games = fs::read(here.join("games")).unwrap();
        for command in ["replay", "analyse"] {
            assert_eq!(run(&here, &[command, name, "-o", "games"]).status, 2);
        }
        assert_eq!(fs::read(here.join("games")).unwrap(), games);
    }
    // The puzzles of a specification that is only written.
    assert_eq!(
        run(&here, &["compare", "--puzzles=in.txt", "--write-spec", "-o", "in.txt"]).status,
        2
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), PUZZLE);
    // A report, whose log is all there is of it.
    let compare = ["compare", "--algorithms=bits", "--puzzles=in.txt", "--output=report"];
    assert_eq!(run(&here, &compare).status, 0);
    let log = fs::read(here.join("report/runs.jsonl")).unwrap();
    for name in ["report/runs.jsonl", "report/index.html", "report/pairs.csv"] {
        let said = run(&here, &["report", "report", "-o", name]);
        assert_eq!(said.status, 2, "{name}");
        assert!(said.err.contains("is in use by this command"), "{name}: {}", said.err);
    }
    assert_eq!(fs::read(here.join("report/runs.jsonl")).unwrap(), log);
    assert_eq!(run(&here, &["report", "report", "-o", "report.txt"]).status, 0);
    // Another file may be there already.
    assert_eq!(run(&here, &["solve", "in.txt", "-o", "out.txt"]).status, 0);
}

/// Two options for one file, which may not exist yet.
#[cfg(unix)]
#[test]
fn no_option_takes_the_file_of_another() {
    let here = directory("spared-options");
    std::os::unix::fs::symlink(".", here.join("link")).unwrap();
    for name in ["sub", "td", "css"] {
        fs::create_dir(here.join(name)).unwrap();
    }
    let openings = "r1c1=1 r2c3=2\n";
    fs::write(here.join("op.txt"), openings).unwrap();
    fs::write(here.join("td/standings.txt"), openings).unwrap();
    let spec = run(&here, &["compare", "--write-spec", "--algorithms=bits", "--puzzles", PUZZLE]);
    for name in ["css/index.html", "spec.toml"] {
        fs::write(here.join(name), &spec.out).unwrap();
    }
    fs::write(here.join("css/summary.csv"), PUZZLE).unwrap();
    fs::write(here.join("css/runs.jsonl"), "").unwrap();
    fs::create_dir(here.join("tuned")).unwrap();
    let several = format!("{PUZZLE}\n{}\n", PUZZLE.replacen("53", "5.", 1));
    fs::write(here.join("tuned/tuning.json"), several).unwrap();
    let contents = || {
        let mut all: Vec<(std::path::PathBuf, String)> = Vec::new();
        for directory in [".", "sub", "td", "css", "tuned"] {
            let entries = fs::read_dir(here.join(directory)).unwrap();
            let files = entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
            all.extend(files.map(|path| (path.clone(), fs::read_to_string(path).unwrap())));
        }
        all.sort();
        all
    };
    let before = contents();
    let games = ["match", "first-valid", "ia", "--side=4"];
    let cup = ["tournament", "first-valid", "ia", "--side=4"];
    for (command, options) in [
        (&games[..], &["--record", "link/games", "-o", "games"][..]),
        (&games, &["--record", "games", "-o", "sub/../link/games"]),
        (&games, &["--openings", "op.txt", "-o", "op.txt"]),
        (&games, &["--openings", "op.txt", "--overwrite", "--record", "op.txt"]),
        (&cup, &["--openings", "td/standings.txt", "-o", "td"]),
        (&cup, &["--record", "td/standings.txt", "-o", "link/td"]),
        (&cup, &["--record", "new/standings.txt", "-o", "new"]),
        (&["play", "ia", "ia"], &["--record", "new-game", "-o", "sub/../new-game"]),
        (&["solve", PUZZLE], &["-o", "out", "--trace", "./sub/../out"]),
        (&["compare", "--spec=css/index.html"], &["-o", "css", "--overwrite"]),
        (&["compare", "--puzzles=css/summary.csv"], &["-o", "link/css", "--overwrite"]),
        (&["compare", "--spec=spec.toml"], &["--write-spec", "-o", "link/spec.toml"]),
        (&["tune", "tabu", "--puzzles=tuned/tuning.json"], &["-o", "tuned"]),
    ] {
        let said = run(&here, &[command, options].concat());
        assert_eq!(said.status, 2, "{options:?}: {}", said.err);
        assert!(said.err.contains("is in use by this command"), "{options:?}: {}", said.err);
        assert_eq!(contents(), before, "{options:?}");
    }
    assert!(!here.join("new").exists());
    let other = ["--openings", "op.txt", "--record", "sub/games", "-o", "games"];
    let said = run(&here, &[&games[..], &other].concat());
    assert_eq!(said.status, 0, "{}", said.err);
}

/// What a file held is lost only to what takes its place.
#[test]
fn a_mistake_does_not_empty_the_output() {
    let here = directory("spared-mistakes");
    let (out, trace) = (here.join("out.txt"), here.join("trace"));
    let commands = [&["solve"][..], &["solve", "--solutions=2"], &["count"], &["check", "--json"]];
    let traced = ["solve", "--trace", "trace"];
    for command in commands.into_iter().chain([&traced[..]]) {
        fs::write(&out, "before").unwrap();
        fs::write(&trace, "before").unwrap();
        let missing = run(&here, &[command, &["no-such-file.txt", "-o", "out.txt"]].concat());
        assert_eq!(missing.status, 2, "{command:?}");
        assert!(missing.err.contains("out.txt is left as it was"), "{}", missing.err);
        assert_eq!(fs::read_to_string(&out).unwrap(), "before", "{command:?}");
        assert_eq!(fs::read_to_string(&trace).unwrap(), "before", "{command:?}");
        // Less than before, and nothing of that left behind it.
        let one = run(&here, &[command, &["123", PUZZLE, "-o", "out.txt"]].concat());
        assert!(!fs::read_to_string(&out).unwrap().contains("before"), "{command:?}: {}", one.err);
        // No puzzles have no answers.
        fs::write(&out, "before").unwrap();
        let none = run(&here, &[command, &["random-norvig:0", "-o", "out.txt"]].concat());
        assert_eq!((none.status, fs::read_to_string(&out).unwrap()), (0, String::new()));
    }
}

/// A tuning that comes to nothing leaves no file that looks like one.
#[test]
fn a_tuning_without_outcome_leaves_nothing() {
    let here = directory("spared-tuning");
    let said = run(&here, &["tune", "annealing-r0", "--puzzles", PUZZLE, "-o", "tuned"]);
    assert_eq!(said.status, 2, "{}", said.err);
    assert_eq!(fs::read_dir(here.join("tuned")).unwrap().count(), 0);
}

/// To open a pipe and close it again would take from its writer what it writes.
#[cfg(unix)]
#[test]
fn pipes_are_left_alone() {
    let here = directory("spared-pipes");
    let made = std::process::Command::new("mkfifo").arg(here.join("pipe")).status().unwrap();
    assert!(made.success());
    fs::write(here.join("out.txt"), "before").unwrap();
    let mut child = command(&here, &["solve", "pipe", "-o", "out.txt"])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let pipe = here.join("pipe");
    let writer = std::thread::spawn(move || fs::write(pipe, format!("{PUZZLE}\n")));
    let began = std::time::Instant::now();
    while child.try_wait().unwrap().is_none() {
        if began.elapsed().as_secs() > 20 {
            child.kill().unwrap();
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    writer.join().unwrap().unwrap();
    assert_eq!(fs::read_to_string(here.join("out.txt")).unwrap(), format!("{SOLUTION}\n"));
}

#[test]
fn redirected_streams_count_too() {
    let here = directory("spared-streams");
    let file = here.join("in.txt");
    fs::write(&file, PUZZLE).unwrap();
    let from_file = || Stdio::from(fs::File::open(&file).unwrap());
    let at_its_end = || Stdio::from(OpenOptions::new().append(true).open(&file).unwrap());
    let named =
        command(&here, &["solve", "-o", "in.txt"]).stdin(from_file()).output().unwrap().status;
    assert_eq!(named.code(), Some(2));
    let appended = command(&here, &["solve", "in.txt"]).stdout(at_its_end()).status().unwrap();
    assert_eq!(appended.code(), Some(2));
    assert_eq!(fs::read_to_string(&file).unwrap(), PUZZLE);
}
