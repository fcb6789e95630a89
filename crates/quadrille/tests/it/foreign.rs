//! Text that others chose (names of files and players, fields of logs) is printed with its hidden
//! characters escaped; floods of errors are summarized; and closed or wrong places are said.

use std::fs::{self, File};
use std::process::Stdio;

use super::program::{PUZZLE, SOLUTION, command, directory, objects, run, run_with};

/// Clears a terminal, sets its title, reverses text, hides text and forges a line.
const HOSTILE: &str = "a\u{1b}[2J\u{1b}]0;x\u{7}\u{202e}b\u{200b}\u{9b}31m\nerror: forged";
const ESCAPED: &str = r"a\u{1b}[2J\u{1b}]0;x\u{7}\u{202e}b\u{200b}\u{9b}31m\nerror: forged";

fn is_safe(text: &str) -> bool {
    let hidden = |c: char| c != '\n' && (c.is_control() || "\u{202e}\u{200b}".contains(c));
    !text.contains(hidden)
}

#[test]
fn arguments_are_escaped_in_errors() {
    let here = directory("foreign-arguments");
    for arguments in [
        &["replay", HOSTILE][..],
        &["report", HOSTILE],
        &["compare", "--algorithms", HOSTILE],
        &["compare", "--spec", HOSTILE],
        &["match", HOSTILE, "ia"],
        &["solve", "--from", HOSTILE, PUZZLE],
        &["solve", "--nodes", HOSTILE, PUZZLE],
        &["solve", "--seed", HOSTILE, PUZZLE],
        &[HOSTILE],
        &["solve", &format!("--{HOSTILE}")],
    ] {
        let said = run(&here, arguments);
        assert_eq!(said.status, 2, "{arguments:?}: {}", said.err);
        let err = &said.err;
        assert!(is_safe(&said.out) && is_safe(err), "{arguments:?}: {err:?}");
        assert!(!err.contains("\nerror: forged"), "{arguments:?}: {err:?}");
        assert!(err.contains(r"\u{1b}[2J"), "{arguments:?}: {err:?}");
    }
}

#[test]
fn multi_line_help_of_errors_stays() {
    let here = directory("foreign-help");
    let said = run(&here, &["solve", "--sead=\u{1b}"]);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("'--seed'") && said.err.lines().count() > 3, "{}", said.err);
}

#[cfg(unix)]
#[test]
fn names_of_files_are_escaped() {
    let here = directory("foreign-names");
    let name = HOSTILE.replace('/', "_");
    fs::write(here.join(&name), format!("{PUZZLE}\nbad\n")).unwrap();
    let said = run(&here, &["solve", &name]);
    assert_eq!(said.out, format!("{SOLUTION}\ninvalid\n"));
    assert!(said.err.starts_with(ESCAPED) && is_safe(&said.err), "{:?}", said.err);
    assert_eq!(said.err.lines().count(), 1, "{:?}", said.err);
    // JSON keeps the name, in escapes of its own.
    for arguments in
        [&["solve", "--json"][..], &["solve", "--solutions=2", "--json"], &["count", "--json"]]
    {
        let said = run(&here, &[arguments, &[&name]].concat());
        assert!(is_safe(&said.out) && is_safe(&said.err), "{:?} {:?}", said.out, said.err);
        assert_eq!(objects(&said)[0]["file"], *name);
    }
    // A round over one puzzle takes so little that hundreds of thousands would have to be measured.
    fs::write(here.join(&name), format!("{}bad\n", format!("{PUZZLE}\n").repeat(1000))).unwrap();
    let said = run(&here, &["bench", &name]);
    fs::write(here.join(&name), format!("{PUZZLE}\nbad\n")).unwrap();
    assert!(is_safe(&said.out) && said.out.contains("a\\u{1b}[2J"), "{:?}", said.out);
    // So does a specification.
    let said = run(&here, &["compare", "--write-spec", "--puzzles", &name]);
    assert!(is_safe(&said.out) && said.out.contains("\\U0000202E"), "{:?}", said.out);
    fs::write(here.join("spec.toml"), said.out).unwrap();
    let said = run(&here, &["compare", "--spec", "spec.toml", "--write-spec", "--json"]);
    assert!(is_safe(&said.out) && objects(&said)[0]["spec"].is_string(), "{:?}", said.out);

    let said = run(
        &here,
        &["compare", "--algorithms", "norvig", "--puzzles", &name, "-o", "out", "--seed", "1"],
    );
    assert!(is_safe(&said.out) && is_safe(&said.err), "{:?} {:?}", said.out, said.err);
    let pages: Vec<_> = fs::read_dir(here.join("out"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|it| it == "html"))
        .collect();
    assert_eq!(pages.len(), 1);
    let page = fs::read_to_string(&pages[0]).unwrap();
    assert!(is_safe(&page), "hidden characters on the page");
    assert!(page.contains(r"\u{202e}"));
    let policy = page.find("http-equiv=\"Content-Security-Policy\"").expect("a policy");
    assert!(
        page[policy..]
            .starts_with("http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
    );
    assert!(policy < page.find("<style").unwrap());
    // Nothing inline that the policy would block.
    assert!(!page.contains(" style=\"") && !page.contains(" onclick="));
}

#[test]
fn players_and_details_of_records_are_escaped() {
    let here = directory("foreign-players");
    let said =
        run(&here, &["match", "ia", "ia", "--side", "4", "--games", "1", "--record", "r.jsonl"]);
    assert_eq!(said.status, 0, "{}", said.err);
    let record = fs::read_to_string(here.join("r.jsonl")).unwrap();
    let (head, rest) = record.split_once('\n').unwrap();
    let mut head: serde_json::Value = serde_json::from_str(head).unwrap();
    head["players"] = serde_json::json!([HOSTILE, "ia"]);
    fs::write(here.join("r.jsonl"), format!("{head}\n{rest}")).unwrap();
    for name in ["replay", "analyse"] {
        let said = run(&here, &[name, "r.jsonl"]);
        assert!(is_safe(&said.out) && is_safe(&said.err), "{name}: {:?} {:?}", said.out, said.err);
        assert!((said.out + &said.err).contains(ESCAPED), "{name}");
    }
}

/// What is typed may come from a program.
#[test]
fn typed_lines_are_escaped() {
    let here = directory("foreign-typed");
    let shown = HOSTILE.replace('\n', " ");
    let typed = format!("{shown}\nlegal {}\n\u{1b}[2J\nresign\n", shown.replace(' ', ""));
    let play = ["play", "human", "ia", "--side", "4", "--seed", "1", "-o", "transcript"];
    for arguments in [&play[..7], &play] {
        let said = run_with(&here, arguments, typed.as_bytes());
        assert_eq!(said.status, 0, "{}", said.err);
        let transcript = fs::read_to_string(here.join("transcript")).unwrap_or_default();
        let text = said.out + &said.err + &transcript;
        assert!(is_safe(&text), "{text:?}");
        assert!(text.contains(r"`a\u{1b}[2J\u{1b}]0;x\u{7}\u{202e}b\u{200b}\u{9b}31m"), "{text}");
    }
}

/// Names of bots are in records, and so is what they write on standard error.
#[cfg(unix)]
#[test]
fn names_and_output_of_bots_are_escaped() {
    use std::os::unix::fs::PermissionsExt;

    let here = directory("foreign-bots");
    let bot = here.join("b\u{202e}\u{9b}31m.sh");
    fs::write(
        &bot,
        "#!/bin/sh\nread x; echo 'ready \u{1b}[2J'; printf '\\033[2J\\302\\233' >&2; exit 1\n",
    )
    .unwrap();
    fs::set_permissions(&bot, fs::Permissions::from_mode(0o755)).unwrap();
    let bot = "cmd:./b\u{202e}\u{9b}31m.sh";
    for arguments in [
        &["match", bot, "ia", "--side", "4"][..],
        &["match", bot, "ia", "--side", "4", "--json"],
        &["match", bot, "ia", "--side", "4", "--record", "-"],
        &["match", bot, "ia", "--side", "4", "--record", "r.jsonl"],
        &["tournament", bot, "ia", "--side", "4", "-o", "out"],
        &["play", bot, "ia", "--side", "4"],
        &["play", bot, "ia", "--side", "4", "--json"],
        &["check-bot", &bot[4..]],
        &["check-bot", "--json", &bot[4..]],
        &["replay", "r.jsonl"],
        &["replay", "--json", "r.jsonl"],
        &["analyse", "r.jsonl"],
    ] {
        let said = run(&here, arguments);
        assert!(said.status < 2, "{arguments:?}: {}", said.err);
        let (out, err) = (&said.out, &said.err);
        assert!(is_safe(out) && is_safe(err), "{arguments:?}: {out:?} {err:?}");
    }
    // The lines as they are shown are a record too.
    let shown = run(&here, &["match", bot, "ia", "--side", "4", "--record", "-"]).out;
    assert!(shown.contains(r"\u202e\u009b31m"), "{shown}");
    let replayed = run_with(&here, &["replay", "-"], shown.as_bytes());
    assert_eq!(replayed.status, 0, "{}", replayed.err);
    let standings = fs::read_to_string(here.join("out/standings.txt")).unwrap();
    assert!(is_safe(&standings) && standings.contains(r"b\u{202e}\u{9b}31m"), "{standings:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_utf8_are_read() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let here = directory("foreign-bytes");
    let name = OsStr::from_bytes(b"p\xff.txt");
    fs::write(here.join(name), format!("{PUZZLE}\nbad\n")).unwrap();
    for (arguments, status) in [
        (&["solve"][..], 2),
        (&["count"], 2),
        (&["check"], 2),
        (&["replay"], 2),
        (&["perft", "1", "--board"], 0),
    ] {
        let output = command(&here, arguments).arg(name).stdin(Stdio::null()).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {err}");
        assert!(status == 0 || err.starts_with(r"p\xFF.txt:"), "{arguments:?}: {err}");
    }
    // A comparison has the name in its log, and on its page.
    let arguments = ["compare", "--algorithms", "norvig", "-o", "out", "--puzzles"];
    let output = command(&here, &arguments).arg(name).stdin(Stdio::null()).output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.starts_with(r"p\xFF.txt:2:1:"), "{err}");
    let page = fs::read_to_string(here.join("out/index.html")).unwrap();
    assert!(page.contains(r"p\xFF.txt"));
    // Its text has no place for bytes that are not text.
    let arguments = ["compare", "--write-spec", "--puzzles"];
    let output = command(&here, &arguments).arg(name).stdin(Stdio::null()).output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{err}");
    assert!(err.contains(r"p\xFF.txt: the name is not UTF-8"), "{err}");

    let name = OsStr::from_bytes(b"o\xff.txt");
    fs::write(here.join(name), "r1c1=1\nr1c1=9\n").unwrap();
    let arguments = ["match", "ia", "ia", "--side", "4", "--openings"];
    let output = command(&here, &arguments).arg(name).stdin(Stdio::null()).output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.starts_with(r"o\xFF.txt:2:1: `r1c1=9` is not"), "{err}");

    let output = command(&here, &["solve", "missing"]).arg(OsStr::from_bytes(b"\xfe")).output();
    let err = String::from_utf8(output.unwrap().stderr).unwrap();
    assert!(err.contains(r"\xFE: no such file"), "{err}");
}

#[test]
fn floods_of_errors_are_summarized() {
    let here = directory("flood");
    let bad = "1234\nwords\n".repeat(5_000);
    let input = format!("{PUZZLE}\n{bad}{PUZZLE}\n");
    let said = run_with(&here, &["solve"], input.as_bytes());
    assert_eq!(said.status, 2);
    assert_eq!(said.out.lines().count(), 10_002);
    assert!(said.err.lines().count() < 130, "{}", said.err);
    assert!(said.err.contains("9900 more errors like those above, by kind:"), "{}", said.err);
    // Each row has its error all the same.
    let said = run_with(&here, &["solve", "--json"], input.as_bytes());
    assert_eq!(objects(&said).iter().filter(|row| row["error"].is_string()).count(), 10_000);
    // Up to a hundred, there is nothing to sum up.
    let input = format!("{PUZZLE}\n{}", format!("{}\n", &PUZZLE[1..]).repeat(100));
    let said = run_with(&here, &["count"], input.as_bytes());
    assert_eq!((said.status, said.err.lines().count()), (2, 100), "{}", said.err);
}

#[cfg(unix)]
#[test]
fn standard_output_that_takes_nothing_is_said() {
    let here = directory("closed-output");
    let solve = |stdout: File| {
        let output = command(&here, &["solve", PUZZLE]).stdout(stdout).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    fs::write(here.join("file"), "").unwrap();
    let (status, err) = solve(File::open(here.join("file")).unwrap());
    assert_eq!(status, Some(3), "{err}");
    assert!(err.contains("standard output is not open for writing"), "{err}");
    // What the standard library opens instead of a closed output.
    let null = File::options().read(true).write(true).open("/dev/null").unwrap();
    let (status, err) = solve(null);
    assert_eq!(status, Some(0), "{err}");
    assert!(err.contains("standard output is closed or /dev/null"), "{err}");
    // Discarded on purpose.
    let (status, err) = solve(File::options().write(true).open("/dev/null").unwrap());
    assert_eq!((status, &*err), (Some(0), ""));
}

/// Nothing that can be printed is lost without a word.
#[cfg(target_os = "linux")]
#[test]
fn full_disks_give_one_status() {
    let here = directory("full-disk");
    for arguments in [
        &["solve", PUZZLE][..],
        &["count", PUZZLE],
        &["check", PUZZLE],
        &["algorithms"],
        &["perft", "1", "--side", "4"],
        &["match", "ia", "ia", "--side", "4"],
        &["match", "ia", "ia", "--side", "4", "--record", "-"],
        &["play", "ia", "ia", "--side", "4"],
        &["completions", "bash"],
        &["--help"],
        &["solve", "--help"],
        &["help", "solve"],
        &["--version"],
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = command(&here, arguments).stdin(Stdio::null()).stdout(full).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{arguments:?}: {err}");
        assert!(err.contains("No space left on device"), "{arguments:?}: {err}");
    }
}

/// Whether the other streams are open changes neither status nor results.
#[cfg(unix)]
#[test]
fn closed_streams_change_nothing() {
    let here = directory("closed-streams");
    for (arguments, status) in [
        (&["solve", PUZZLE][..], 0),
        (&["solve", "-"], 2),
        (&["count", PUZZLE], 0),
        (&["check", "-"], 2),
        (&["compare", "--puzzles", "-"], 2),
        (&["algorithms"], 0),
        (&["play", "ia", "ia", "--side", "4", "--seed", "1"], 0),
        (&["play", "human", "ia", "--side", "4", "--seed", "1"], 0),
        (&["perft", "2", "--side", "4"], 0),
        (&["replay", "-"], 2),
        (&["analyse", "-"], 2),
        (&["engine", "ia"], 0),
        (&["unknown"], 2),
        (&["--version"], 0),
    ] {
        let open = run(&here, arguments);
        assert_eq!(open.status, status, "{arguments:?}: {}", open.err);
        for closed in ["<&-", "2>&-", "<&- 2>&-"] {
            let script = format!("exec \"$0\" \"$@\" {closed}");
            let mut shell = std::process::Command::new("sh");
            shell.args(["-c", &script, env!("CARGO_BIN_EXE_quadrille")]).args(arguments);
            let output = shell.current_dir(&here).stdin(Stdio::null()).output().unwrap();
            assert_eq!(output.status.code(), Some(status), "{arguments:?} {closed}");
            assert_eq!(String::from_utf8(output.stdout).unwrap(), open.out, "{arguments:?}");
            let err = String::from_utf8(output.stderr).unwrap();
            assert_eq!(err, if closed == "<&-" { &open.err } else { "" }, "{arguments:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn places_that_cannot_be_written_give_one_status() {
    let here = directory("wrong-places");
    fs::write(here.join("file"), "").unwrap();
    for arguments in [
        &["solve", PUZZLE, "-o", "file/x"][..],
        &["compare", "--algorithms", "norvig", "--puzzles", PUZZLE, "-o", "file/x"],
        &["tune", "tabu", "-o", "file/x"],
        &["tournament", "ia", "ia", "--side", "4", "-o", "file/x"],
        &["match", "ia", "ia", "--side", "4", "--games", "1", "--record", "file/x"],
        &["man", "-o", "file/x"],
    ] {
        let said = run(&here, arguments);
        assert_eq!(said.status, 2, "{arguments:?}: {}", said.err);
        assert!(said.err.starts_with("error: cannot write"), "{arguments:?}: {}", said.err);
    }
}
