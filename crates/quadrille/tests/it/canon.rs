//! `canon`: forms, classes and isomorphs as its users meet them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use quadrille::canon::{Form, canonical};
use quadrille::{BoxShape, Digit, Meter, Puzzle, Rng, Symmetry};
use serde_json::Value;

use crate::program::{PUZZLE, SOLUTION, directory, objects, run, run_with};

/// The least digits that the pattern of [`PUZZLE`] allows.
fn form_of(text: &str, form: Form) -> String {
    let puzzle: Puzzle = text.parse().unwrap();
    let found = canonical(puzzle.givens(), form, &mut Meter::unlimited()).unwrap();
    quadrille::format::line::text_of(&found.grid)
}

/// An isomorph as text.
fn isomorph(text: &str, rng: &mut Rng) -> String {
    let puzzle: Puzzle = text.parse().unwrap();
    let image = Symmetry::random(puzzle.shape(), rng).apply(puzzle.givens());
    quadrille::format::line::text_of(&image)
}

#[test]
fn forms_stand_in_the_place_of_their_puzzles() {
    let here = directory("canon-places");
    let mut rng = Rng::from_seed(1);
    let mut text = String::from("\u{feff}");
    let mut expected = String::new();
    for at in 0..300 {
        if at % 50 == 7 {
            text.push_str("no puzzle\r\n\r\n# a comment\r\n");
            expected.push_str("invalid\n");
        }
        let puzzle = isomorph([PUZZLE, SOLUTION][at % 2], &mut rng);
        writeln!(text, "{puzzle} {at}\r").unwrap();
        expected.push_str(&form_of(&puzzle, Form::Pattern));
        expected.push('\n');
    }
    fs::write(here.join("puzzles.txt"), &text).unwrap();
    for threads in ["1", "2", "5"] {
        let said = run(&here, &["canon", "--threads", threads, "puzzles.txt"]);
        assert_eq!((said.status, &said.out), (2, &expected), "{}", said.err);
        assert!(said.err.contains("puzzles.txt:8:1: "), "{}", said.err);
    }
    assert_eq!(run_with(&here, &["canon"], text.as_bytes()).out, expected);
    let forms: BTreeSet<&str> = expected.lines().collect();
    assert_eq!(forms.len(), 3);
}

#[test]
fn objects_lead_to_the_form() {
    let here = directory("canon-objects");
    let most_symmetric =
        "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    for (text, form, automorphisms) in [
        (PUZZLE, Form::Pattern, 1),
        (PUZZLE, Form::String, 1),
        (most_symmetric, Form::Pattern, 648),
        ("1...............", Form::Pattern, 48),
        ("1......2....................4.......", Form::Pattern, 48),
    ] {
        let id = if form == Form::Pattern { "pattern" } else { "string" };
        let said = run(&here, &["canon", "--json", "--form", id, text]);
        let [object] = &objects(&said)[..] else { panic!("{}", said.out) };
        assert_eq!(object["canonical"], form_of(text, form));
        assert_eq!(object["automorphisms"], automorphisms, "{text}");
        assert_eq!((&object["line"], &object["seed"]), (&Value::from(1), &Value::from(1)));
        let symmetry = &object["symmetry"];
        let numbers = |name: &str| -> Vec<usize> {
            let list = symmetry[name].as_array().unwrap().iter();
            list.map(|number| number.as_u64().unwrap() as usize).collect()
        };
        let from_0 = |name| numbers(name).into_iter().map(|line| line - 1).collect();
        let digits = numbers("digits").into_iter().filter_map(|digit| Digit::new(digit as u8));
        let puzzle: Puzzle = object["puzzle"].as_str().unwrap().parse().unwrap();
        let transpose = symmetry["transpose"].as_bool().unwrap();
        let (rows, columns) = (from_0("rows"), from_0("columns"));
        let way = Symmetry::new(puzzle.shape(), transpose, rows, columns, digits.collect());
        let image = way.unwrap().apply(puzzle.givens());
        assert_eq!(quadrille::format::line::text_of(&image), form_of(text, form));
    }
}

#[test]
fn puzzles_without_a_form_are_reported() {
    let here = directory("canon-none");
    let edges = "1............... edges=r1c1-r1c2";
    let said = run(&here, &["canon", edges]);
    assert_eq!((said.status, said.out.as_str()), (2, "unsupported\n"));
    assert!(
        said.err.contains(":1:1: ") && said.err.contains("do not preserve edges"),
        "{}",
        said.err
    );
    let mut marks = "123456789".repeat(81);
    marks.replace_range(4..5, ".");
    for arguments in [&["canon"][..], &["canon", "--shuffle", "3"], &["canon", "--shuffle", "999"]]
    {
        let said = run_with(&here, arguments, marks.as_bytes());
        assert_eq!((said.status, said.out.as_str()), (2, "unsupported\n"), "{arguments:?}");
        assert!(said.err.contains("do not preserve pencilmarks"), "{}", said.err);
    }
    let said = run_with(&here, &["canon", "--json"], marks.as_bytes());
    let object = &objects(&said)[0];
    assert_eq!((&object["status"], &object["canonical"]), (&"unsupported".into(), &Value::Null));
    // Two equal digits in a row are no puzzle.
    let said = run(&here, &["canon", "11.............."]);
    assert_eq!((said.status, said.out.as_str()), (2, "invalid\n"));

    let grid = "1234341221434321";
    let said = run(&here, &["canon", "--nodes", "2", grid, "--json"]);
    let object = &objects(&said)[0];
    assert_eq!((&object["status"], &object["stop"]), (&"limit".into(), &"nodes".into()));
    assert_eq!(
        (said.status, run(&here, &["canon", "--nodes", "2", grid]).out.as_str()),
        (1, "limit\n")
    );
    // What may be the first of its class is kept.
    let input = format!("{grid}\n{grid}\n");
    let said = run_with(&here, &["canon", "--nodes", "2", "--dedup"], input.as_bytes());
    assert_eq!((said.status, &said.out), (1, &input));
    assert!(said.err.contains("stdin:2:1: its form was not found"), "{}", said.err);
}

#[test]
fn options_that_exclude_each_other_are_refused() {
    let here = directory("canon-refused");
    for (arguments, message) in [
        (&["--dedup", "--shuffle", "2"][..], "--dedup and --shuffle"),
        (&["--shuffle", "2", "--form", "string"], "--form has no effect"),
        (&["--shuffle", "2", "--nodes", "5"], "limits have no effect"),
        (&["--memory", "1MiB"], "--memory has an effect only on --dedup"),
        (&["--shuffle", "0"], "--shuffle 0"),
        (&["--form", "patern"], "pattern"),
        (&["--evaluations", "5"], "--evaluations"),
    ] {
        let said = run(&here, &[&["canon", PUZZLE], arguments].concat());
        assert_eq!((said.status, said.out.as_str()), (2, ""), "{arguments:?}");
        assert!(said.err.contains(message), "{}", said.err);
    }
}

#[test]
fn isomorphs_follow_from_seed_puzzle_and_number() {
    let here = directory("canon-shuffle");
    let six = "1......2....................4.......";
    fs::write(here.join("puzzles.txt"), format!("{PUZZLE}\n\nbad\n{six}\n")).unwrap();
    let shuffled = |arguments: &[&str]| {
        let said = run(&here, &[&["canon", "--mixed-sizes"], arguments].concat());
        (said.status, said.out)
    };
    for count in ["3", "300"] {
        let two = shuffled(&["--shuffle", count, "-j2", "puzzles.txt"]);
        assert_eq!(two, shuffled(&["--shuffle", count, "-j1", "puzzles.txt"]));
        assert_ne!(two, shuffled(&["--shuffle", count, "--seed", "2", "puzzles.txt"]));
        let (status, out) = two;
        assert_eq!(status, 2);
        let lines: Vec<&str> = out.lines().collect();
        let count: usize = count.parse().unwrap();
        assert_eq!((lines.len(), lines[count]), (2 * count + 1, "invalid"));
        for (at, line) in lines.iter().enumerate().filter(|&(at, _)| at != count) {
            let puzzle = if at < count { PUZZLE } else { six };
            assert_eq!(form_of(line, Form::Pattern), form_of(puzzle, Form::Pattern));
        }
        let different: BTreeSet<&str> = lines.iter().copied().collect();
        assert!(different.len() > count, "random isomorphs differ");
        // The first of many are the first of few.
        let (_, one) = shuffled(&["--shuffle", "1", PUZZLE]);
        assert_eq!(one.trim_end(), lines[0]);
    }
    let said = run(&here, &["canon", "--shuffle", "2", "--json", "--seed", "9", PUZZLE]);
    let rows = objects(&said);
    let indices: Vec<&Value> = rows.iter().map(|row| &row["index"]).collect();
    assert_eq!(indices, [0, 1]);
    assert_eq!((&rows[1]["seed"], &rows[1]["puzzle"]), (&9.into(), &PUZZLE.into()));
    assert_eq!(
        form_of(rows[1]["isomorph"].as_str().unwrap(), Form::Pattern),
        form_of(PUZZLE, Form::Pattern)
    );
}

/// Lines of few givens, most of them of a class of their own, with others between them, and what
/// `--dedup` leaves of them.
fn many_classes(lines: usize) -> (String, String) {
    let mut rng = Rng::from_seed(3);
    let mut seen = BTreeMap::new();
    let (mut text, mut expected) = (String::new(), String::new());
    let mut kept: Vec<String> = Vec::new();
    for at in 0..lines {
        let puzzle = if at % 5 == 4 {
            isomorph(rng.pick(&kept).unwrap(), &mut rng)
        } else {
            // Parts of a grid have no conflicts.
            let part = |symbol: char| if rng.below(9) < 2 { symbol } else { '0' };
            SOLUTION.chars().map(part).collect()
        };
        let line = format!("{puzzle},{at}");
        writeln!(text, "{line}").unwrap();
        let form = form_of(&puzzle, Form::Pattern);
        if seen.insert(form, ()).is_none() {
            writeln!(expected, "{line}").unwrap();
        }
        kept.push(puzzle);
    }
    (text, expected)
}

#[test]
fn the_first_of_each_class_is_written_whatever_memory_holds() {
    let here = directory("canon-dedup");
    let (text, expected) = many_classes(20_000);
    fs::write(here.join("puzzles.txt"), &text).unwrap();
    assert!(expected.lines().count() > 14_000 && expected.lines().count() < 18_000);
    // The least memory holds 7168 classes; the rest is sorted in several runs.
    for memory in ["1", "17MiB", "1GiB"] {
        for threads in ["1", "3"] {
            let arguments = ["canon", "--dedup", "--memory", memory, "-j", threads, "puzzles.txt"];
            let said = run(&here, &arguments);
            assert_eq!((said.status, said.err.as_str()), (0, ""));
            assert!(said.out == expected, "{memory} {threads}");
        }
    }
    let said = run_with(&here, &["canon", "--dedup", "--memory", "1"], text.as_bytes());
    assert!(said.out == expected);
    let few = run(&here, &["canon", "--dedup", "--memory", "1", "-o", "few.txt", "puzzles.txt"]);
    assert_eq!((few.status, few.out.as_str()), (0, ""));
    assert!(fs::read_to_string(here.join("few.txt")).unwrap() == expected);
    let said = run(&here, &["canon", "--dedup", "--json", "--memory", "1", "puzzles.txt"]);
    let puzzle = |line: &str| line[..81].replace('0', ".");
    assert!(said.out.lines().count() == expected.lines().count());
    for (line, row) in expected.lines().zip(objects(&said)) {
        assert_eq!(row["puzzle"], puzzle(line));
        assert_eq!(row["canonical"], form_of(&line[..81], Form::Pattern));
    }
}

#[test]
fn the_first_of_each_class_is_written_as_it_was() {
    let here = directory("canon-written");
    let mut rng = Rng::from_seed(8);
    let zeros = PUZZLE.replace('.', "0");
    let grid = SOLUTION.as_bytes().chunks(9).map(|row| str::from_utf8(row).unwrap());
    let grid: Vec<&str> = grid.collect();
    let (again, other) = (isomorph(PUZZLE, &mut rng), isomorph(SOLUTION, &mut rng));
    let text = format!(
        "\u{feff}{zeros} # first\r\n\r\nbad\r\n{again} second\r\n{SOLUTION}\r\n{other}\r\n"
    );
    let said = run_with(&here, &["canon", "--dedup"], text.as_bytes());
    assert_eq!((said.status, said.out), (2, format!("{zeros} # first\n{SOLUTION}\n")));
    assert!(said.err.starts_with("stdin:3:1: "), "{}", said.err);
    // A puzzle on several lines is written on one.
    let said = run_with(&here, &["canon", "--dedup"], format!("{}\n", grid.join("\n")).as_bytes());
    assert_eq!((said.status, said.out), (0, format!("{SOLUTION}\n")));
    // Shapes are classes of their own.
    let both = format!("{0}\n{0}\n{1}\n", ".".repeat(16), ".".repeat(36));
    let said = run_with(&here, &["canon", "--dedup", "--mixed-sizes"], both.as_bytes());
    assert_eq!(said.out, format!("{}\n{}\n", ".".repeat(16), ".".repeat(36)));
    let transposed = run(&here, &["canon", "--dedup", "--box", "3x2", &".".repeat(36)]);
    assert_eq!(BoxShape::new(3, 2).unwrap().cells(), transposed.out.trim_end().len());
}

/// The names in a directory.
fn names(directory: &Path) -> Vec<String> {
    let names = fs::read_dir(directory).unwrap();
    names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_without_room_leaves_nothing_behind() {
    use std::process::Command;

    use crate::program::Said;

    let here = directory("canon-full");
    let temporary = directory("canon-full-temporary");
    let (text, _) = many_classes(20_000);
    fs::write(here.join("puzzles.txt"), text).unwrap();
    // In blocks of 1024 bytes. There is room for the puzzles that are written at once, or not even
    // for those; then the results so far are kept under another name.
    for blocks in [700, 300] {
        let script = format!("ulimit -f {blocks}; exec \"$0\" \"$@\"");
        let mut bash = Command::new("bash");
        bash.args(["-c", &script, env!("CARGO_BIN_EXE_quadrille"), "canon", "--dedup"]);
        bash.args(["--memory", "1", "-o", "first.txt", "puzzles.txt"]).env("TMPDIR", &temporary);
        let said: Said = bash.current_dir(&here).output().unwrap().into();
        assert_eq!(said.status, 3, "{}", said.err);
        assert!(said.err.contains("File too large"), "{}", said.err);
        assert_eq!(said.err.contains("TMPDIR"), blocks == 700, "{}", said.err);
        assert_eq!(names(&temporary), Vec::<String>::new());
        let kept = names(&here).into_iter().filter(|name| name.ends_with(".partial"));
        assert_eq!(kept.count(), usize::from(blocks == 300));
        assert!(!here.join("first.txt").exists());
    }
    let mut nowhere = crate::program::command(&here, &["canon", "--dedup", "--memory", "1"]);
    nowhere.args(["-o", "first.txt", "puzzles.txt"]).env("TMPDIR", here.join("nowhere"));
    let said: Said = nowhere.output().unwrap().into();
    assert_eq!(said.status, 2, "{}", said.err);
    assert!(said.err.contains("nowhere") && said.err.contains("TMPDIR"), "{}", said.err);
    assert!(!here.join("first.txt").exists());
}

/// Files for puzzles that do not fit into memory exist, but have no names that could remain.
#[cfg(target_os = "linux")]
#[test]
fn a_killed_process_leaves_no_files() {
    use std::io::Write;
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    let here = directory("canon-killed");
    let temporary = directory("canon-killed-temporary");
    let (text, _) = many_classes(20_000);
    let mut command = crate::program::command(&here, &["canon", "--dedup", "--memory", "1"]);
    command.env("TMPDIR", &temporary).stdin(Stdio::piped()).stdout(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(text.as_bytes()).unwrap();
    let files = format!("/proc/{}/fd", child.id());
    let has_file = || {
        let targets = fs::read_dir(&files)
            .unwrap()
            .filter_map(|entry| fs::read_link(entry.ok()?.path()).ok());
        targets.into_iter().any(|target| target.starts_with(&temporary))
    };
    let late = Instant::now() + Duration::from_secs(60);
    while !has_file() {
        assert!(Instant::now() < late, "nothing was written to temporary files");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(names(&temporary), Vec::<String>::new());
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(names(&temporary), Vec::<String>::new());
}
