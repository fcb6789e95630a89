//! What `check` and `count` say beyond verdict and number.

use serde_json::{Value, json};

use super::program::{PUZZLE, SOLUTION, directory, objects, run, run_with};

/// Thirteen solutions.
const LOOSE: &str =
    ".3..7....6...95....98....6.8...6...3...8.3..17...2...6.6....28....419..5....8..7.";
/// Minimal, and two cells short of singles.
const HARD: &str =
    "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........";

fn without(puzzle: &str, cell: &str) -> String {
    let digit = |at: usize| usize::from(cell.as_bytes()[at] - b'1');
    let index = digit(1) * 9 + digit(3);
    format!("{}.{}", &puzzle[..index], &puzzle[index + 1..])
}

#[test]
fn redundant_givens_can_go_and_no_others() {
    let here = directory("redundant");
    let rows = objects(&run(&here, &["check", "--json", "--redundant", PUZZLE, HARD, LOOSE]));
    let names: Vec<&str> =
        rows[0]["redundant"].as_array().unwrap().iter().map(|c| c.as_str().unwrap()).collect();
    let verdict_without = |cell: &str| {
        let said = run(&here, &["count", &without(PUZZLE, cell)]);
        said.out.trim().rsplit(' ').next().unwrap().to_owned()
    };
    for (index, _) in PUZZLE.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit()) {
        let cell = format!("r{}c{}", index / 9 + 1, index % 9 + 1);
        let expected = if names.contains(&cell.as_str()) { "1" } else { "2+" };
        assert_eq!(verdict_without(&cell), expected, "{cell}");
    }
    assert_eq!((&rows[0]["minimal"], &rows[1]["minimal"]), (&json!(false), &json!(true)));
    assert_eq!((&rows[1]["redundant"], &rows[2]["redundant"]), (&json!([]), &Value::Null));
    let said = run(&here, &["check", "--redundant", PUZZLE, HARD, LOOSE]);
    let expected = format!(
        "{PUZZLE} proper redundant {}\n{HARD} proper minimal\n{LOOSE} multiple\n",
        names.join(" ")
    );
    assert_eq!((said.out, said.status), (expected, 1));
}

/// The candidates are a puzzle of the format `pencilmark` with the same solutions.
#[test]
fn true_candidates_are_those_of_all_solutions() {
    let here = directory("candidates");
    let said = run(&here, &["check", "--candidates", LOOSE, PUZZLE]);
    let line = said.out.lines().next().unwrap();
    let marks = line.strip_prefix(&format!("{LOOSE} multiple candidates ")).unwrap();
    let solutions = run(&here, &["solve", "--solutions", "0", LOOSE]);
    let mut expected = vec![b'.'; 729];
    for solution in solutions.out.lines() {
        for (cell, digit) in solution.bytes().enumerate() {
            expected[9 * cell + usize::from(digit - b'1')] = digit;
        }
    }
    assert_eq!(marks.as_bytes(), expected);
    let again = run(&here, &["solve", "--solutions", "0", marks]);
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&again.out), sorted(&solutions.out));
    let rows =
        objects(&run(&here, &["check", "--json", "--candidates", PUZZLE, "12..3........4.."]));
    let one = rows[0]["candidates"].as_str().unwrap();
    assert_eq!(one.bytes().filter(|&byte| byte != b'.').collect::<Vec<_>>(), SOLUTION.as_bytes());
    assert_eq!(rows[1]["candidates"].as_str().unwrap().len(), 64);
}

#[test]
fn backdoors_have_a_size_and_unavoidable_sets_are_listed() {
    let here = directory("backdoors");
    let said = run(&here, &["check", "--backdoors", PUZZLE, HARD]);
    let ends: Vec<&str> = said.out.lines().map(|line| &line[82..]).collect();
    assert_eq!(ends[0], "proper backdoors 0");
    let sets = ends[1].strip_prefix("proper minimal backdoors 2 ").unwrap();
    let first: Vec<&str> = sets.split(' ').next().unwrap().split('+').collect();
    assert_eq!(first.len(), 2);
    // One of them filled in, the other is left.
    let mut given = HARD.to_owned();
    let solution = run(&here, &["solve", HARD]).out;
    let at = |cell: &str| {
        let digit = |at: usize| usize::from(cell.as_bytes()[at] - b'1');
        digit(1) * 9 + digit(3)
    };
    given.replace_range(at(first[0])..=at(first[0]), &solution[at(first[0])..=at(first[0])]);
    let row = objects(&run(&here, &["check", "--json", "--backdoors", &given])).remove(0);
    assert!(row["backdoors"].as_array().unwrap().contains(&json!([first[1]])), "{row}");
    assert_eq!(
        run(&here, &["check", "--backdoors=1", HARD]).out[82..],
        *"proper minimal backdoors 2+\n"
    );

    let rows = objects(&run(&here, &["check", "--json", "--unavoidable=6", SOLUTION, LOOSE]));
    let sets = rows[0]["unavoidable"].as_array().unwrap();
    assert!(sets.len() > 20 && sets[0].as_array().unwrap().len() == 4);
    for set in sets {
        let mut rest = SOLUTION.to_owned();
        for cell in set.as_array().unwrap() {
            rest = without(&rest, cell.as_str().unwrap());
        }
        assert_eq!(run(&here, &["count", &rest]).out, format!("{rest} 2+\n"), "{set}");
    }
    assert_eq!(rows[1]["unavoidable"], Value::Null);
    let said = run(&here, &["check", "--unavoidable=4", "1234341221434321"]);
    assert!(said.out.contains(" unavoidable r1c1+"), "{}", said.out);
}

/// Puzzles and classes that the Sudoku Hierarchical Classifier publishes as examples.
#[test]
fn trial_and_error_has_a_depth_and_a_class_by_braids() {
    let here = directory("depth");
    let known = [
        (
            "...456..9..6.......891..45.2.........7..9.....35......397...5.......4.72.....5361",
            0,
            "B0",
        ),
        (
            "12...67.9......12..............9....56....9..9.867..1.3..5....1.4..3...2.75..2.4.",
            1,
            "B2",
        ),
        (
            "..34...8.......1.37.....5.42...9....5.71..4...6...7....7...2.....58....19...6....",
            2,
            "B2B",
        ),
        (
            "1.3.56....571.9...69.37......1.93..75.96.73.....51.......96..........4....5...86.",
            3,
            "B2BB",
        ),
    ];
    let mut all = vec!["check", "--depth", "--braids"];
    all.extend(known.map(|(puzzle, ..)| puzzle));
    for (line, (_, depth, class)) in run(&here, &all).out.lines().zip(known) {
        assert!(line.ends_with(&format!("depth {depth} braids {class}")), "{line}");
    }
    all.push("--json");
    let rows = objects(&run(&here, &all));
    assert_eq!(rows.len(), known.len());
    for (row, (_, depth, class)) in rows.iter().zip(known) {
        assert_eq!((&row["depth"], &row["braids"]), (&json!(depth), &json!(class)));
    }

    // Several solutions, another board, and a limit.
    assert_eq!(run(&here, &["check", "--depth", LOOSE]).out, format!("{LOOSE} multiple\n"));
    let said = run(&here, &["check", "--depth", "1234341221434321"]);
    assert_eq!(said.out, "1234341221434321 proper\n");
    let said = run(&here, &["check", "--depth", "--braids", "--json", "1234341221434321"]);
    let row = &objects(&said)[0];
    assert!(row.get("depth").is_none() && row.get("braids").is_none(), "{row}");
    let hard = known[3].0;
    let said = run(&here, &["check", "--depth", "--braids", "--nodes=1000", hard]);
    assert!(said.out.ends_with(" depth undecided braids undecided\n"), "{}", said.out);
}

#[test]
fn all_that_is_asked_comes_in_input_order_at_any_number_of_threads() {
    let here = directory("services-order");
    let all = [
        "--redundant",
        "--candidates",
        "--backdoors",
        "--unavoidable=6",
        "--depth",
        "--braids",
        "--json",
    ];
    let with = |threads: &str, nodes: &str| {
        let mut arguments = vec!["check", "--threads", threads, "--nodes", nodes];
        arguments.extend(all);
        arguments.extend(["collection", "random-norvig:30"]);
        run(&here, &arguments).out
    };
    for nodes in ["100000", "30", "3"] {
        assert_eq!(with("1", nodes), with("3", nodes), "{nodes}");
    }
    let with = |threads: &str| {
        run(&here, &["count", "--estimate=50", "--threads", threads, "random-norvig:30"]).out
    };
    assert_eq!(with("1"), with("4"));
}

/// A budget ends the search, not the row; bad lines keep their places.
#[test]
fn budgets_and_bad_lines_leave_gaps_that_are_said() {
    let here = directory("services-budget");
    let input = format!("{HARD}\n55{}\nnonsense\n", &PUZZLE[2..]);
    let all = ["check", "--json", "--redundant", "--candidates", "--backdoors", "--unavoidable"];
    let said = run_with(&here, &[&all[..], &["--nodes", "400", "-"]].concat(), input.as_bytes());
    let rows = objects(&said);
    assert_eq!((rows.len(), said.status), (3, 2));
    assert_eq!((&rows[0]["verdict"], &rows[0]["stop"]), (&json!("proper"), &json!("nodes")));
    assert_eq!(rows[0]["candidates"].as_str().unwrap().len(), 729);
    assert_eq!((&rows[0]["unavoidable"], &rows[0]["backdoors"]), (&Value::Null, &Value::Null));
    assert_eq!(rows[1]["verdict"], "conflict");
    for row in &rows[1..] {
        for field in ["redundant", "candidates", "backdoors", "unavoidable"] {
            assert_eq!(row.get(field), Some(&Value::Null), "{row}");
        }
    }
    let said = run(&here, &["check", "--unavoidable=30", "--time", "100ms", HARD]);
    assert_eq!(said.out, format!("{HARD} proper minimal unavoidable undecided\n"));
    // What was not asked for is not there.
    let rows = objects(&run(&here, &["check", "--json", HARD]));
    assert!(rows[0].get("redundant").is_none() && rows[0].get("unavoidable").is_none());
}

#[test]
fn loose_puzzles_are_estimated_and_others_counted() {
    let here = directory("estimate");
    let empty = ".".repeat(81);
    let said = run(&here, &["count", "--estimate", LOOSE, &empty, PUZZLE]);
    let mut lines = said.out.lines();
    assert_eq!(lines.next(), Some(&*format!("{LOOSE} 13")));
    let number = lines.next().unwrap().strip_prefix(&format!("{empty} ~")).unwrap();
    let (number, error) = number.split_once(" ±").unwrap();
    let (number, error): (f64, f64) =
        (number.parse().unwrap(), error.trim_end_matches('%').parse().unwrap());
    // Felgenhauer and Jarvis 2005.
    let off = (number / 6.670_903_752_021_073e21 - 1.0).abs();
    assert!(off < 4.0 * error / 100.0 && error < 20.0, "{number:e} {error}");
    assert_eq!(lines.next(), Some(&*format!("{PUZZLE} 1")));
    assert_eq!(said.status, 0);
    let counted = ["count", "--json", "--estimate=200", "--limit", "5", LOOSE, PUZZLE];
    let rows = objects(&run(&here, &counted));
    assert_eq!((&rows[0]["count"], &rows[0]["exact"]), (&json!(5), &json!(false)));
    let field = |name: &str| rows[0][name].as_f64().unwrap();
    assert!((field("estimate") - 13.0).abs() < 5.0 * field("standard_error"), "{}", rows[0]);
    assert_eq!((field("probes"), field("hits") > 0.0), (200.0, true));
    assert!((10_f64.powf(field("log10")) / field("estimate") - 1.0).abs() < 1e-9);
    assert_eq!((&rows[1]["exact"], rows[1].get("estimate")), (&json!(true), None));
    let rows = objects(&run(&here, &["count", "--json", "--estimate", "--nodes", "3000", &empty]));
    assert_eq!((&rows[0]["exact"], &rows[0]["stop"]), (&json!(false), &json!("nodes")));
    assert!(rows[0]["probes"].as_u64().unwrap() < 1000, "{}", rows[0]);
    let seeded = |seed| run(&here, &["count", "--estimate=20", "--seed", seed, &empty]).out;
    assert_eq!(seeded("5"), seeded("5"));
    assert_ne!(seeded("5"), seeded("6"));
}

#[test]
fn what_does_not_go_together_is_said() {
    let here = directory("services-usage");
    for (arguments, message) in [
        (&["count", "--estimate", "--limit", "0"][..], "leaves nothing to estimate"),
        (&["count", "--estimate=1"], "write a whole number from 2 to 1000000000"),
        (&["check", "--backdoors=4"], "write a whole number from 0 to 3"),
        (&["check", "--unavoidable=3"], "write a whole number from 4 to 2401"),
    ] {
        let said = run(&here, &[arguments, &[PUZZLE]].concat());
        assert_eq!((said.status, said.out.as_str()), (2, ""), "{arguments:?}");
        assert!(said.err.contains(message), "{}", said.err);
    }
    let help = run(&here, &["check", "--help"]).out;
    for word in ["--redundant", "--candidates", "--backdoors[=<N>]", "--unavoidable[=<N>]"] {
        assert!(help.contains(word), "{word}");
    }
    // The example of the help does what it says.
    let help = run(&here, &["count", "--help"]).out;
    assert!(help.contains("quadrille count --estimate loose.txt"), "{help}");
    std::fs::write(here.join("loose.txt"), format!("{LOOSE}\n")).unwrap();
    assert_eq!(run(&here, &["count", "--estimate", "loose.txt"]).out, format!("{LOOSE} 13\n"));
}
