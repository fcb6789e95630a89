//! Bad input: each with a clear message at its place, the rest of the batch answered, no panic.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use super::program::{PUZZLE, SOLUTION, command, directory, run, run_with};

#[test]
fn every_kind_of_bad_input_has_its_message() {
    let here = directory("bad-input");
    let long = ".".repeat(1_000_000);
    let binary: Vec<u8> = (0..4000_u32).map(|i| (i * 97 % 251) as u8).collect();
    let cases: [(&str, Vec<u8>, &str, bool); 9] = [
        ("empty", vec![], "1:1: empty: no puzzle in it", false),
        ("80", PUZZLE[..80].into(), "1:1: 80 cells, expected 81: no board has 80", true),
        ("82", format!("{PUZZLE}.").into(), "1:1: 82 cells, expected 81: no board has 82", true),
        (
            "letter",
            format!("{}A", &PUZZLE[..80]).into(),
            "1:81: 'A' is no digit of a 9x9 board",
            true,
        ),
        (
            "equal",
            format!("5{}", PUZZLE.replacen("53.", "55", 1)).into(),
            "1:2: r1c1 and r1c2 both hold 5 in row 1",
            true,
        ),
        ("long", long.into_bytes(), "1:65537: the line is longer than 64 KiB", true),
        ("binary", binary, "binary data", false),
        (
            "second",
            format!("{PUZZLE}\n{}\n", &PUZZLE[..80]).into(),
            "2:1: 80 cells, expected 81",
            true,
        ),
        ("words", "these are no puzzles at all\n".into(), "1:", true),
    ];
    for (name, bytes, message, has_place) in cases {
        fs::write(here.join(name), &bytes).unwrap();
        // A good puzzle behind it is still answered.
        let said = run(&here, &["solve", name, PUZZLE]);
        assert_eq!(said.status, 2, "{name}: {}", said.err);
        assert!(said.err.contains(&format!("{name}:")), "{name}: {}", said.err);
        assert!(said.err.contains(message), "{name}: {}", said.err);
        assert_eq!(said.err.lines().count(), 1, "{name}: {}", said.err);
        let mut lines = said.out.lines().rev();
        assert_eq!(lines.next(), Some(SOLUTION), "{name}");
        assert_eq!(lines.next() == Some("invalid"), has_place, "{name}: {}", said.out);
    }
}

#[test]
fn what_is_no_file_is_said() {
    let here = directory("no-file");
    fs::create_dir(here.join("folder")).unwrap();
    let said = run(&here, &["solve", "missing.txt", "folder", PUZZLE]);
    assert_eq!((said.status, said.out.trim()), (2, SOLUTION));
    assert!(said.err.contains("missing.txt: no such file"), "{}", said.err);
    assert!(said.err.contains("folder: is a directory"), "{}", said.err);
}

#[test]
fn sources_are_suggested() {
    let here = directory("sources");
    for (typed, form) in [
        ("colection", "collection"),
        ("random-norvg:3", "random-norvig:COUNT"),
        ("lewes:25,45,1", "lewis:SIDE,FILL,COUNT"),
    ] {
        for command in [&["solve"][..], &["compare", "--puzzles"]] {
            let said = run(&here, &[command, &[typed]].concat());
            assert_eq!(said.status, 2);
            assert!(said.err.contains(&format!("did you mean `{form}`?")), "{}", said.err);
        }
    }
    let file = run(&here, &["solve", "collection.txt"]);
    assert!(file.err.contains("no such file") && !file.err.contains("did you mean"));
}

#[test]
fn windows_files_are_read() {
    let here = directory("windows");
    let said = run_with(
        &here,
        &["solve", "-"],
        format!("\u{feff}{PUZZLE}\r\n\r\n{PUZZLE}\r\n").as_bytes(),
    );
    assert_eq!((said.status, said.out.as_str()), (0, &*format!("{SOLUTION}\n{SOLUTION}\n")));
}

#[test]
fn usage_errors_suggest() {
    let here = directory("usage");
    for (arguments, message) in [
        (&["solve", "--threads", "0", PUZZLE][..], "at least one thread"),
        (&["solve", "--with", "norvik", PUZZLE], "did you mean `norvig`?"),
        (&["solve", "--with", "annealing-r0:strat=givens", PUZZLE], "did you mean `start`?"),
        (&["solve", "--with", "annealing-r0:start=all", PUZZLE], "start=propagated|givens"),
        (&["solve", "--solutions", "2", "--with", "norvig", PUZZLE], "wants an exact solver"),
        (&["solve", "--from", "lines", PUZZLE], "did you mean `line`?"),
        (&["solve", "--box", "3", PUZZLE], "write ROWSxCOLUMNS"),
        (&["solve", "--time", "fast", PUZZLE], "--time"),
        (&["solve", "random-norvig"], "random-norvig:COUNT"),
        (&["compare", "--algorithms", "norvig;tabou"], "unknown algorithm `tabou`"),
        (&["algorithms", "nothing-like-it"], "`quadrille algorithms` lists them"),
        (&["frobnicate"], "unrecognized subcommand"),
    ] {
        let said = run(&here, arguments);
        assert_eq!(said.status, 2, "{arguments:?}");
        assert!(said.err.contains(message), "{arguments:?}: {}", said.err);
        assert!(said.out.is_empty(), "{arguments:?}: {}", said.out);
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let here = directory("pipe");
    let many = format!("{PUZZLE}\n").repeat(20_000);
    fs::write(here.join("many"), many).unwrap();
    let mut child = command(&here, &["solve", "many"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    reader.read_line(&mut first).unwrap();
    drop(reader);
    assert_eq!(first.trim(), SOLUTION);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn strict_stops_at_the_first_bad_line() {
    let here = directory("strict");
    let input = format!("{PUZZLE}\nnonsense\n{PUZZLE}\n");
    let said = run_with(&here, &["solve", "--strict", "-"], input.as_bytes());
    assert_eq!((said.status, said.out.as_str()), (2, &*format!("{SOLUTION}\ninvalid\n")));
}
