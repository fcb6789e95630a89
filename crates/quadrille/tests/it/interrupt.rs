//! Ctrl-C ends a command soon, whatever it is doing, with what is done so far written.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::program::{PUZZLE, SOLUTION, command, directory, run, run_with, wait_for_handler};

/// Far above the 100 ms that are promised: the machines that run tests are busy.
const SOON: Duration = Duration::from_secs(5);

fn interrupt(child: &Child) {
    signal(child, "-INT");
}

fn signal(child: &Child, name: &str) {
    wait_for_handler(child);
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Started, with pipes to and from it.
fn start(directory: &Path, arguments: &[&str]) -> Child {
    command(directory, arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// The status, when it comes soon.
fn status_of(mut child: Child) -> Option<i32> {
    let late = Instant::now() + SOON;
    while Instant::now() < late {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    None
}

#[test]
fn an_input_that_says_nothing_holds_nobody() {
    let here = directory("interrupt-idle");
    for arguments in [
        &["solve", "--threads", "1", "-"][..],
        &["solve", "--threads", "2", "-"],
        &["solve", "--solutions", "0", "-"],
        &["solve", "--with", "norvig", "-"],
        &["count", "-"],
        &["check", "-"],
        &["canon", "--dedup", "-"],
    ] {
        let mut child = start(&here, arguments);
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(format!("{PUZZLE}\n").as_bytes()).unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut answer = String::new();
        stdout.read_line(&mut answer).unwrap();
        assert!(answer.contains(&PUZZLE[..9]) || answer.contains(&SOLUTION[..9]), "{answer}");
        interrupt(&child);
        assert_eq!(status_of(child), Some(130), "{arguments:?}");
        drop(stdin);
    }
}

#[test]
fn long_work_ends_with_whole_lines() {
    let here = directory("interrupt-work");
    let empty = ".".repeat(81);
    fs::write(here.join("many.txt"), format!("{PUZZLE}\n").repeat(1_000_000)).unwrap();
    for arguments in [
        &["solve", "--threads", "1", "many.txt", "many.txt", "many.txt", "many.txt"][..],
        &["solve", "--threads", "2", "many.txt", "many.txt", "many.txt", "many.txt"],
        &["solve", "--with", "norvig", "many.txt"],
        &["count", "--threads", "2", "many.txt", "many.txt", "many.txt", "many.txt"],
        &["check", "--threads", "1", "many.txt", "many.txt", "many.txt", "many.txt"],
        &["check", "--redundant", "many.txt", "many.txt", "many.txt", "many.txt"],
        &["solve", "--solutions", "0", &empty],
        &["count", "--limit", "0", PUZZLE, &empty],
    ] {
        let mut child = command(&here, arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut stdout = child.stdout.take().unwrap();
        let reader = thread::spawn(move || {
            let mut text = String::new();
            stdout.read_to_string(&mut text).unwrap();
            text
        });
        thread::sleep(Duration::from_millis(300));
        interrupt(&child);
        assert_eq!(status_of(child), Some(130), "{arguments:?}");
        let text = reader.join().unwrap();
        assert!(text.ends_with('\n') && text.is_ascii(), "{arguments:?}");
        for line in text.lines().filter(|_| arguments[0] == "solve") {
            assert_eq!(line.len(), 81, "{arguments:?}");
        }
    }
}

/// A file gets large blocks, of which the last is whole lines all the same.
#[test]
fn a_file_ends_with_a_whole_line() {
    let here = directory("interrupt-file");
    fs::write(here.join("many.txt"), format!("{PUZZLE}\n").repeat(1_000_000)).unwrap();
    let out = here.join("out.txt");
    for threads in ["1", "2"] {
        for redirected in [false, true] {
            let mut arguments = vec!["solve", "--threads", threads];
            arguments.extend(["many.txt"; 8]);
            let stdout = if redirected {
                Stdio::from(fs::File::create(&out).unwrap())
            } else {
                arguments.extend(["-o", "out.txt"]);
                Stdio::null()
            };
            let child = command(&here, &arguments)
                .stdin(Stdio::null())
                .stdout(stdout)
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            thread::sleep(Duration::from_millis(300));
            interrupt(&child);
            assert_eq!(status_of(child), Some(130), "{arguments:?}");
            let text = fs::read_to_string(&out).unwrap();
            assert!(text.ends_with('\n'), "{arguments:?}");
            assert!(text.lines().all(|line| line == SOLUTION), "{arguments:?}");
        }
    }
}

/// Returns what the only unfinished file of a directory holds, if there is one.
fn partial(here: &Path) -> Option<String> {
    let entries = fs::read_dir(here).unwrap().map(|entry| entry.unwrap().path());
    let hidden = entries.filter(|path| path.extension().is_some_and(|end| end == "partial"));
    let mut texts = hidden.map(|path| fs::read_to_string(path).unwrap_or_default());
    let first = texts.next();
    assert_eq!(texts.next(), None);
    first
}

/// The old file stays until the new one is complete. An answer does not wait for the next puzzle,
/// which may be long in coming: it is in the file beside it, and stays there after Ctrl-C.
#[test]
fn a_file_is_replaced_when_it_is_complete() {
    let here = directory("typed-to-file");
    for (threads, interrupted) in [("1", false), ("1", true), ("2", false), ("2", true)] {
        fs::write(here.join("out.txt"), "old\n").unwrap();
        let mut child = command(&here, &["solve", "--threads", threads, "-", "-o", "out.txt"])
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let late = Instant::now() + SOON;
        for count in 1..=3 {
            stdin.write_all(format!("{PUZZLE}\n").as_bytes()).unwrap();
            let expected = format!("{SOLUTION}\n").repeat(count);
            while partial(&here).is_none_or(|text| text != expected) {
                assert!(Instant::now() < late, "line {count}, {threads} threads");
                thread::sleep(Duration::from_millis(5));
            }
            assert_eq!(fs::read_to_string(here.join("out.txt")).unwrap(), "old\n");
        }
        let status = if interrupted {
            interrupt(&child);
            130
        } else {
            drop(stdin);
            0
        };
        assert_eq!(status_of(child), Some(status));
        let expected = format!("{SOLUTION}\n").repeat(3);
        let now = fs::read_to_string(here.join("out.txt")).unwrap();
        if interrupted {
            assert_eq!((now.as_str(), partial(&here)), ("old\n", Some(expected)));
            assert_eq!(run(&here, &["solve", PUZZLE, "-o", "out.txt"]).status, 0);
        } else {
            assert_eq!(now, expected);
        }
        assert_eq!(partial(&here), None);
    }
}

/// Whatever ends a command early, a whole file is not replaced by less, and the next success removes
/// what was left.
#[test]
fn an_old_file_is_never_replaced_by_less() {
    let here = directory("interrupt-old-file");
    for command_line in [
        &["solve", "-"][..],
        &["solve", "--with", "tabu", "-"],
        &["count", "--json", "-"],
        &["check", "-"],
        &["rate", "-"],
        &["explain", "-"],
        &["canon", "-"],
        &["convert", "--to", "sdm", "-"],
    ] {
        let arguments = [command_line, &["-o", "out"]].concat();
        let whole = run_with(&here, &arguments, format!("{PUZZLE}\n").repeat(3).as_bytes());
        assert_eq!((whole.status, whole.err.as_str()), (0, ""), "{arguments:?}");
        let old = fs::read_to_string(here.join("out")).unwrap();
        for (name, status) in [("-INT", Some(130)), ("-TERM", Some(130)), ("-KILL", None)] {
            let mut child = start(&here, &arguments);
            let mut stdin = child.stdin.take().unwrap();
            stdin.write_all(format!("{PUZZLE}\n").as_bytes()).unwrap();
            let late = Instant::now() + SOON;
            while partial(&here).is_none_or(|text| text.is_empty()) {
                assert!(Instant::now() < late, "{arguments:?}");
                thread::sleep(Duration::from_millis(5));
            }
            signal(&child, name);
            assert_eq!(status_of(child), status, "{arguments:?}");
            drop(stdin);
            assert_eq!(fs::read_to_string(here.join("out")).unwrap(), old, "{arguments:?} {name}");
            let part = partial(&here).unwrap();
            assert!(!part.is_empty() && part.len() < old.len(), "{arguments:?} {name}");
            run_with(&here, &arguments, format!("{PUZZLE}\n").repeat(3).as_bytes());
            assert_eq!(fs::read_to_string(here.join("out")).unwrap().len(), old.len());
            assert_eq!(partial(&here), None, "{arguments:?} {name}");
        }
    }
    // One that stops at the first mistake has not done all either.
    fs::write(here.join("out"), "old\n").unwrap();
    let bad = format!("{PUZZLE}\n12\n{PUZZLE}\n");
    let said = run_with(&here, &["solve", "--strict", "-", "-o", "out"], bad.as_bytes());
    assert_eq!(said.status, 2, "{}", said.err);
    assert!(said.err.contains("the results so far are in "), "{}", said.err);
    assert!(said.err.contains("out is as it was"), "{}", said.err);
    assert_eq!(fs::read_to_string(here.join("out")).unwrap(), "old\n");
}

/// A list of solutions is written as they are found. Where the search is silent for long, here for
/// all that has to be laid out for 49 digits, Ctrl-C closes the list.
#[test]
fn an_object_is_whole_even_when_its_search_is_cut_off() {
    let here = directory("interrupt-object");
    let huge = ". ".repeat(49 * 49);
    let (mut whole, mut silent) = (0, 0);
    for wait in [20, 50, 100, 150, 200, 300] {
        for method in ["learning", "sat"] {
            let arguments = ["solve", "--solutions", "0", "--json", "--with", method, &huge];
            let mut child = command(&here, &arguments)
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            let mut stdout = child.stdout.take().unwrap();
            let reader = thread::spawn(move || {
                let mut text = String::new();
                stdout.read_to_string(&mut text).unwrap();
                text
            });
            thread::sleep(Duration::from_millis(wait));
            interrupt(&child);
            let status = status_of(child);
            let text = reader.join().unwrap();
            if text.is_empty() {
                // Too early, maybe for the handler itself.
                continue;
            }
            assert_eq!(status, Some(130), "{method} after {wait} ms");
            assert!(
                text.ends_with('\n'),
                "{method} after {wait} ms: ...{}",
                &text[text.len() - 80..]
            );
            let object: serde_json::Value = serde_json::from_str(&text).unwrap();
            assert_eq!(
                (&object["status"], &object["stop"]),
                (&"limit".into(), &"cancelled".into())
            );
            assert!(object["solutions"].is_array() && object["seed"] == 1);
            whole += 1;
            silent += usize::from(object["counters"].is_null());
        }
    }
    assert!(whole > 3, "{whole} objects, {silent} of silent searches");
}

/// Commands that look at nothing else end too, with whole lines.
#[test]
fn everything_that_may_take_long_ends() {
    let here = directory("interrupt-others");
    for arguments in [
        &["perft", "12"][..],
        &["perft", "6", "--divide", "--json"],
        &["engine"],
        &["replay", "-"],
        &["bench", "--json", PUZZLE],
    ] {
        for name in ["-INT", "-TERM"] {
            let mut child = start(&here, arguments);
            thread::sleep(Duration::from_millis(300));
            signal(&child, name);
            let mut said = String::new();
            let mut stdout = child.stdout.take().unwrap();
            assert_eq!(status_of(child), Some(130), "{arguments:?}");
            stdout.read_to_string(&mut said).unwrap();
            assert!(said.is_empty() || said.ends_with('\n'), "{arguments:?}: {said}");
        }
    }
}

/// Lines that come faster than they are answered do not keep Ctrl-C or the clock out.
/// Opening a FIFO waits for somebody who writes to it.
#[test]
fn a_command_ends_while_it_waits_for_an_input() {
    let here = directory("interrupt-fifo");
    let made = Command::new("mkfifo").arg(here.join("fifo")).status().unwrap();
    assert!(made.success());
    for arguments in [
        &["solve", "fifo"][..],
        &["count", "fifo"],
        &["count", "--estimate", "100", "fifo"],
        &["check", "fifo"],
        &["bench", "fifo"],
        &["compare", "--puzzles", "fifo"],
        &["compare", "--published", "--puzzles", "fifo"],
        &["tune", "tabu", "--puzzles", "fifo"],
        &["replay", "fifo"],
        &["analyse", "fifo"],
        &["perft", "1", "--board", "fifo"],
        &["tune", "tabu", "--puzzles", "-"],
        &["analyse", "-"],
        &["solve", PUZZLE, "--output", "fifo"],
    ] {
        for name in ["-INT", "-TERM"] {
            let mut child = start(&here, arguments);
            let stdin = child.stdin.take();
            // There is nothing to see while it waits.
            thread::sleep(Duration::from_millis(300));
            signal(&child, name);
            let status = status_of(child);
            assert_eq!(status, Some(130), "{arguments:?} {name}");
            drop(stdin);
        }
    }
}

#[test]
fn a_flood_of_typed_lines_holds_no_game() {
    let here = directory("interrupt-flood");
    for clock in [None, Some("--time-per-game=300ms")] {
        let mut child = command(&here, &["play", "--side=4"])
            .args(clock)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let flood = thread::spawn(move || {
            let lines = "nonsense\n".repeat(10_000);
            while stdin.write_all(lines.as_bytes()).is_ok() {}
        });
        thread::sleep(Duration::from_millis(300));
        if clock.is_none() {
            interrupt(&child);
        }
        assert_eq!(status_of(child), Some(if clock.is_none() { 130 } else { 0 }), "{clock:?}");
        flood.join().unwrap();
    }
}

/// The counts of errors that were not printed come also when Ctrl-C ends a command that waits.
#[test]
fn the_summary_of_errors_is_printed() {
    let here = directory("interrupt-errors");
    for arguments in [&["solve", "-"][..], &["count", "-"], &["check", "-"]] {
        let mut child = command(&here, arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all("nonsense\n".repeat(150).as_bytes()).unwrap();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        for _ in 0..100 {
            stderr.read_line(&mut line).unwrap();
        }
        // The other lines were read together with these.
        thread::sleep(Duration::from_millis(300));
        interrupt(&child);
        assert_eq!(status_of(child), Some(130), "{arguments:?}");
        let mut rest = String::new();
        stderr.read_to_string(&mut rest).unwrap();
        assert_eq!(rest.matches("50 more errors like those above").count(), 1, "{rest}");
        drop(stdin);
    }
}

/// A command whose games are not read still ends, and leaves no unfinished file.
#[test]
fn a_command_ends_if_its_games_are_not_read() {
    let here = directory("interrupt-unread-games");
    fs::write(here.join("out"), "before").unwrap();
    let games = ["first-valid", "first-valid", "--openings=random:5", "--games=400", "--record=-"];
    for (command, options) in [("match", &["-o", "out"][..]), ("tournament", &[])] {
        let child = start(&here, &[&[command][..], &games, options].concat());
        // Far more games are played than the pipe holds.
        thread::sleep(Duration::from_secs(2));
        interrupt(&child);
        assert_eq!(status_of(child), Some(130), "{command}");
        assert_eq!(fs::read_to_string(here.join("out")).unwrap(), "before");
        assert_eq!(fs::read_dir(&here).unwrap().count(), 1, "{command}");
    }
}

/// A command whose summary of errors is not read still ends.
#[test]
fn a_command_ends_if_its_summary_is_not_read() {
    let here = directory("interrupt-unread");
    let (reader, writer) = std::io::pipe().unwrap();
    let mut filler = writer.try_clone().unwrap();
    let mut child = command(&here, &["solve", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(writer)
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all("nonsense\n".repeat(150).as_bytes()).unwrap();
    let mut reader = BufReader::new(reader);
    let mut line = String::new();
    for _ in 0..100 {
        reader.read_line(&mut line).unwrap();
    }
    // Fills the pipe, and waits there.
    let filler = thread::spawn(move || while filler.write_all(&[b'x'; 64]).is_ok() {});
    thread::sleep(Duration::from_millis(500));
    interrupt(&child);
    assert_eq!(status_of(child), Some(130));
    drop((stdin, reader));
    filler.join().unwrap();
}

/// What has an end, such as a page of HTML or an XML document, gets it. A file to which nothing was
/// written is left as it was.
#[test]
fn a_file_with_an_end_is_complete() {
    let here = directory("interrupt-convert");
    let arguments = |to| ["convert", "--to", to, "-", "-o", "out"];
    for (to, end) in [("booklet", "</html>\n"), ("opensudoku", "</opensudoku>\n")] {
        let whole = command(&here, &["convert", "--to", to, PUZZLE]).output().unwrap();
        let whole = String::from_utf8(whole.stdout).unwrap();
        assert!(whole.ends_with(end), "{to}");
        for to_file in [true, false] {
            let arguments = &arguments(to)[..if to_file { 6 } else { 4 }];
            fs::write(here.join("out"), "old\n").unwrap();
            let mut child = start(&here, arguments);
            let mut stdin = child.stdin.take().unwrap();
            stdin.write_all(format!("{PUZZLE}\n").as_bytes()).unwrap();
            // It takes far less to read a puzzle and to solve it.
            thread::sleep(Duration::from_millis(1000));
            interrupt(&child);
            let mut stdout = child.stdout.take().unwrap();
            assert_eq!(status_of(child), Some(130), "{arguments:?}");
            let mut text = String::new();
            stdout.read_to_string(&mut text).unwrap();
            if to_file {
                assert_eq!(text, "");
                assert_eq!(fs::read_to_string(here.join("out")).unwrap(), "old\n");
                text = partial(&here).unwrap();
            }
            assert_eq!(text, whole, "{arguments:?}");
            drop(stdin);
            run(&here, &["convert", "--to", to, PUZZLE, "-o", "out"]);
            assert_eq!(partial(&here), None);
        }
    }
    for to in ["line", "booklet", "opensudoku"] {
        fs::write(here.join("out"), "old\n").unwrap();
        let mut child = start(&here, &arguments(to));
        let stdin = child.stdin.take();
        thread::sleep(Duration::from_millis(300));
        interrupt(&child);
        assert_eq!(status_of(child), Some(130), "{to}");
        drop(stdin);
        assert_eq!(fs::read_to_string(here.join("out")).unwrap(), "old\n", "{to}");
        assert_eq!(partial(&here), None, "{to}");
    }
}
