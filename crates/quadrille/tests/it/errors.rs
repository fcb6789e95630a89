//! Bad input: each with a clear message at its place, the rest of the batch answered, no panic.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;

use serde_json::json;

use super::program::{PUZZLE, SOLUTION, Said, command, directory, objects, run, run_with};

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
            "1:81: 'A' is not a valid digit on a 9x9 board",
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
    let said = run(&here, &["count", PUZZLE, ""]);
    assert_eq!((said.status, said.out), (2, format!("{PUZZLE} 1\n")));
    assert_eq!(said.err, "argument 2: empty; name a file or write a puzzle out\n");
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

/// One puzzle a line, whatever ends the lines; the same from a pipe that is slow to fill.
#[test]
fn old_macintosh_files_are_read() {
    let here = directory("macintosh");
    let text = format!("# two\r{PUZZLE}\r\r{PUZZLE} 9.0\rbad\r{PUZZLE}");
    fs::write(here.join("mac.txt"), &text).unwrap();
    let expected = format!("{SOLUTION}\n{SOLUTION}\ninvalid\n{SOLUTION}\n");
    for arguments in [&["solve", "mac.txt"][..], &["solve", "--nodes", "1000", "mac.txt"]] {
        let said = run(&here, arguments);
        assert_eq!((said.status, said.out.as_str()), (2, expected.as_str()), "{arguments:?}");
        assert!(said.err.starts_with("mac.txt:5:1: no puzzle in this line"), "{}", said.err);
    }
    assert_eq!(slowly(&here, &["solve", "-"], text.as_bytes(), 50).out, expected);
}

#[test]
fn tables_with_a_header_are_read() {
    let here = directory("tables");
    let zeros = PUZZLE.replace('.', "0");
    for (name, text) in [
        ("kaggle.csv", format!("quizzes,solutions\n{zeros},{SOLUTION}\n{zeros},{SOLUTION}\n")),
        (
            "three-million.csv",
            format!(
                "id,puzzle,solution,clues,difficulty\n1,{PUZZLE},{SOLUTION},30,0.0\n\
                 2,{PUZZLE},{SOLUTION},30,2.2\n"
            ),
        ),
        (
            "quoted.csv",
            format!("\"n\",\"puzzle\"\r\n\"1, a\",\"{PUZZLE}\"\r\n\"2\",\"{zeros}\"\r\n"),
        ),
    ] {
        fs::write(here.join(name), &text).unwrap();
        for arguments in [&["solve", name][..], &["solve", "--with", "norvig", name]] {
            let said = run(&here, arguments);
            let expected = format!("{SOLUTION}\n{SOLUTION}\n");
            assert_eq!((said.status, said.out, said.err), (0, expected, String::new()), "{name}");
        }
        let rows = objects(&run(&here, &["count", "--json", name]));
        assert_eq!((rows.len(), &rows[1]["line"], &rows[1]["count"]), (2, &json!(3), &json!(1)));
        assert_eq!(slowly(&here, &["solve"], text.as_bytes(), 7).out.lines().count(), 2, "{name}");
    }
    let said = run(&here, &["solve", "Hello,World\nno more"]);
    assert_eq!((said.status, said.out.as_str()), (2, "invalid\ninvalid\n"));
    let place = "argument 1:1:1: no puzzle in this line; start it with # if it is a comment";
    assert!(said.err.starts_with(place), "{}", said.err);
}

/// A board of 25x25 has 15625 pencilmarks, more than the first look at an input used to see.
#[test]
fn pencilmarks_of_large_boards_are_found() {
    let here = directory("large-marks");
    let symbols: Vec<char> = ('1'..='9').chain('A'..='Z').collect();
    for (box_side, columns) in [(5, 5), (5, 7)] {
        let side = box_side * columns;
        let digit = |cell: usize| {
            let (row, column) = (cell / side, cell % side);
            (row % box_side * columns + row / box_side + column) % side
        };
        let mark = |at: usize| if digit(at / side) == at % side { symbols[at % side] } else { '.' };
        let marks: String = (0..side.pow(3)).map(mark).collect();
        let solution: String = (0..side * side).map(|cell| symbols[digit(cell)]).collect();
        for text in [marks.clone(), format!("# a comment\n\n{marks} x\n{marks}\n")] {
            fs::write(here.join("marks.txt"), &text).unwrap();
            let said = run(&here, &["solve", "marks.txt"]);
            let expected = format!("{solution}\n").repeat(text.lines().count().div_ceil(2));
            assert_eq!((said.status, said.err.as_str()), (0, ""), "side {side}");
            assert_eq!(said.out, expected);
            let slow = slowly(&here, &["solve", "-"], text.as_bytes(), 10_000);
            assert_eq!((slow.status, slow.out), (0, expected));
        }
    }
}

/// The first row of a grid says nothing of its format: it was read as a bad line by itself.
#[test]
fn grids_may_come_row_by_row() {
    let here = directory("slow-grids");
    let rows: Vec<String> =
        (PUZZLE.as_bytes().chunks(9)).map(|row| String::from_utf8(row.to_vec()).unwrap()).collect();
    let spaced = PUZZLE.bytes().map(|b| format!("{} ", b as char)).collect::<String>();
    let numbers: Vec<&str> =
        spaced.as_bytes().chunks(18).map(|r| str::from_utf8(r).unwrap()).collect();
    let bordered = [&numbers[..3], &["------"], &numbers[3..]].concat().join("\n");
    let dual = "4\n0 - 0 + 3 + 0\n-   -   -   -\n0 + 2 + 0 - 0\n+   +   -   +\n2 + 0 - 0 + 3\n\
                -   -   -   -\n4 + 0 + 2 + 0\n";
    for (text, solution) in [
        (rows.join("\n"), SOLUTION),
        (rows.join("\r\n"), SOLUTION),
        (format!("Grid 01\n{}\n\n", rows.join("\n")), SOLUTION),
        (format!("\u{feff}# one\n\n{bordered}"), SOLUTION),
        (dual.to_owned(), "1432321421434321"),
    ] {
        for piece in [5, 10, 19] {
            let said = slowly(&here, &["solve", "-"], text.as_bytes(), piece);
            let expected = format!("{solution}\n");
            assert_eq!((said.status, said.out, said.err), (0, expected, String::new()), "{text}");
        }
    }
}

/// What a command says when its input comes in pieces of that size.
fn slowly(here: &Path, arguments: &[&str], text: &[u8], piece: usize) -> Said {
    let mut child = command(here, arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    for piece in text.chunks(piece) {
        input.write_all(piece).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    drop(input);
    child.wait_with_output().unwrap().into()
}

#[test]
fn usage_errors_suggest() {
    let here = directory("usage");
    for (arguments, message) in [
        (&["solve", "--threads", "0", PUZZLE][..], "at least one thread"),
        (&["solve", "--with", "norvik", PUZZLE], "did you mean `norvig`?"),
        (&["solve", "--with", "annealing-r0:strat=givens", PUZZLE], "did you mean `start`?"),
        (&["solve", "--with", "annealing-r0:start=all", PUZZLE], "start=propagated|givens"),
        (&["solve", "--solutions", "2", "--with", "norvig", PUZZLE], "need an exact solver"),
        (&["solve", "--from", "lines", PUZZLE], "did you mean `line`?"),
        (&["solve", "--box", "3", PUZZLE], "write ROWSxCOLUMNS"),
        (&["solve", "--time", "fast", PUZZLE], "'--time <DUR>': not a duration; write a number"),
        (&["solve", "--time", "-1s", PUZZLE], "'--time <DUR>': not a duration; write a number"),
        (&["solve", "--time", "5", PUZZLE], "the unit is missing; write 5s"),
        (&["solve", "--memory", "foo", PUZZLE], "'--memory <SIZE>': not a size; write a"),
        (&["solve", "--memory", "-1", PUZZLE], "'--memory <SIZE>': not a size; write a"),
        (&["solve", "--nodes", "-1", PUZZLE], "'--nodes <N>': write a whole number, 0 or more"),
        (&["solve", "--seed", "x", PUZZLE], "'--seed <N>': write a whole number, 0 or more"),
        (&["compare", "--runs", "0"], "'--runs <N>': write a whole number from 1 to 10000000"),
        (&["tune", "tabu", "--races", "x"], "'--races <N>': write a whole number from 1 to 100"),
        (&["analyse", "--time", "5x", "x"], "not a duration; write a number with its unit"),
        (&["perft", "-1"], "'<DEPTH>': write a whole number from 0 to 2401"),
        (&["perft", "2", "--side", "-9"], "'--side <N>': write a whole number, 0 or more"),
        (
            &["match", "ia", "ia", "--games", "-1"],
            "'--games <N>': write a whole number from 1 to 1000000",
        ),
        (&["match", "ia", "ia", "--time-per-game", "-5s"], "not a duration; write a number with"),
        (&["match", "ia", "ia", "--openings", "randm:4"], "did you mean `random`"),
        (&["replay", "x", "--game", "-1"], "'--game <N>': write a whole number, 0 or more"),
        (&["bench", "--batch", "0"], "'--batch <N>': write a whole number from 1 to 1048576"),
        (&["bench", "--backend", "portabel"], "did you mean `portable`?"),
        (&["bench", "--strict", "no-such-file", PUZZLE], "stopped at the first bad line"),
        (&["check-bot", "--jsn", "bot"], "unexpected argument '--jsn'"),
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
