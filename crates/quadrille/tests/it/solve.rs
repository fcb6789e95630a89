//! `solve`, `count`, `check` and the lists.

use std::fs;

use super::program::{PUZZLE, SOLUTION, directory, objects, run, run_with};

/// No solution: r1c9 can only be 9, which column 9 has.
fn unsolvable() -> String {
    format!("12345678.{}9{}", ".".repeat(26), ".".repeat(45))
}

#[test]
fn answers_come_in_input_order_at_any_number_of_threads() {
    let here = directory("order");
    let easy = run(&here, &["solve", "random-norvig:60", "collection"]);
    // About one in a thousand random puzzles has no solution.
    assert!(easy.status <= 1, "{}", easy.err);
    assert_eq!(easy.out.lines().count(), 180);
    for threads in ["1", "3"] {
        let again = run(&here, &["solve", "--threads", threads, "random-norvig:60", "collection"]);
        assert_eq!(again.out, easy.out);
    }
}

#[test]
fn a_seed_gives_the_same_bytes() {
    let here = directory("seed");
    let with = |seed: &str| {
        let arguments = ["solve", "--json", "--with", "annealing-r0", "--seed", seed, PUZZLE];
        let mut row = objects(&run(&here, &arguments)).remove(0);
        for field in ["seconds", "cpu_seconds"] {
            assert!(row[field].is_number());
            row[field] = 0.into();
        }
        row
    };
    assert_eq!(with("5"), with("5"));
    assert_eq!(with("5")["seed"], 5);
}

#[test]
fn status_words_stand_in_the_place_of_solutions() {
    let here = directory("status");
    let input = format!("{PUZZLE}\n{}\nnonsense\n", unsolvable());
    let said = run_with(&here, &["solve", "-"], input.as_bytes());
    assert_eq!((said.status, said.out.as_str()), (2, &*format!("{SOLUTION}\nnone\ninvalid\n")));
    let said = run_with(&here, &["solve", "-"], format!("{PUZZLE}\n{}\n", unsolvable()).as_bytes());
    assert_eq!((said.status, said.out.as_str()), (1, &*format!("{SOLUTION}\nnone\n")));
    let said = run(&here, &["solve", "--with", "dfs-row", "--nodes", "10", PUZZLE]);
    assert_eq!((said.status, said.out.as_str()), (1, "limit\n"));
    let rows =
        objects(&run(&here, &["solve", "--json", "--with", "dfs-row", "--nodes", "10", PUZZLE]));
    assert_eq!((&rows[0]["status"], &rows[0]["stop"]), (&"limit".into(), &"nodes".into()));
    assert_eq!(rows[0]["counters"]["nodes"], 10);
    assert_eq!(rows[0]["counters"]["placement"], 10);
}

#[test]
fn all_solutions_are_enumerated() {
    let here = directory("enumerate");
    let said = run(&here, &["solve", "--solutions", "0", &".".repeat(16)]);
    let mut grids: Vec<&str> = said.out.lines().collect();
    grids.sort_unstable();
    grids.dedup();
    assert_eq!((said.status, grids.len()), (0, 288));
    let rows =
        objects(&run(&here, &["solve", "--json", "--solutions", "3", &".".repeat(16), PUZZLE]));
    assert_eq!(rows[0]["solutions"].as_array().unwrap().len(), 3);
    assert_eq!(rows[1]["solutions"], serde_json::json!([SOLUTION]));
    assert_eq!(rows[1]["status"], "solved");
}

#[test]
fn counts_say_when_there_may_be_more() {
    let here = directory("count");
    let empty = ".".repeat(16);
    let said = run(&here, &["count", "--limit", "0", &empty]);
    assert_eq!((said.status, said.out.as_str()), (0, &*format!("{empty} 288\n")));
    let said = run(&here, &["count", &empty, PUZZLE, &unsolvable()]);
    let expected = format!("{empty} 2+\n{PUZZLE} 1\n{} 0\n", unsolvable());
    assert_eq!((said.status, said.out), (0, expected));
    let rows = objects(&run(&here, &["count", "--json", "--limit", "300", &empty, PUZZLE]));
    assert_eq!((&rows[0]["count"], &rows[0]["exact"]), (&288.into(), &true.into()));
    assert_eq!(rows[1]["puzzle"], PUZZLE);
}

#[test]
fn verdicts_are_told_apart() {
    let here = directory("check");
    let conflict = format!("55{}", &PUZZLE[2..]);
    let loose = format!("..{}", &PUZZLE[2..]);
    let more = format!("{}{}", &SOLUTION[..9], &PUZZLE[9..]);
    let inputs = [PUZZLE, &more, &loose, &unsolvable(), &conflict];
    let verdicts = ["proper", "proper", "multiple", "none", "conflict r1c1 r1c2"];
    let text = inputs.join("\n");
    let said = run_with(&here, &["check", "-"], text.as_bytes());
    for ((line, input), verdict) in said.out.lines().zip(inputs).zip(verdicts) {
        assert_eq!(line.trim_end_matches(" minimal"), format!("{input} {verdict}"));
    }
    assert_eq!((said.status, said.out.lines().count()), (1, 5));
    assert_eq!(run(&here, &["check", PUZZLE]).status, 0);
    let rows = objects(&run_with(&here, &["check", "--json", "-"], text.as_bytes()));
    assert_eq!(rows[1]["minimal"], false);
    assert_eq!(rows[4]["cells"], serde_json::json!(["r1c1", "r1c2"]));
    let minimal =
        "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........";
    assert_eq!(run(&here, &["check", minimal]).out, format!("{minimal} proper minimal\n"));
}

#[test]
fn boards_with_edges_are_read_and_respected() {
    let here = directory("edges");
    let board = "4\n0 - 0 + 3 + 0\n-   -   -   -\n0 + 2 + 0 - 0\n+   +   -   +\n2 + 0 - 0 + 3\n-   -   -   -\n4 + 0 + 2 + 0\n";
    fs::write(here.join("board.txt"), board).unwrap();
    let said = run(&here, &["solve", "board.txt"]);
    let solutions = run(&here, &["solve", "--solutions", "0", "board.txt"]);
    assert!(solutions.out.lines().any(|line| line == said.out.trim()) || said.out == "none\n");
    for line in solutions.out.lines().filter(|line| *line != "none") {
        let digit = |cell: usize| line.as_bytes()[cell];
        for (a, b) in [(1, 2), (2, 3), (4, 5), (5, 6), (4, 8), (13, 14), (14, 15)] {
            assert_eq!(digit(a).abs_diff(digit(b)), 1, "{line}");
        }
    }
}

#[test]
fn results_go_to_a_file() {
    let here = directory("output");
    let said = run(&here, &["solve", "--output", "solved.txt", PUZZLE]);
    assert_eq!((said.status, said.out.as_str()), (0, ""));
    assert_eq!(fs::read_to_string(here.join("solved.txt")).unwrap(), format!("{SOLUTION}\n"));
    let said = run(&here, &["solve", "--output", "no/such/folder", PUZZLE]);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("cannot write to no/such/folder"), "{}", said.err);
}

#[test]
fn the_lists_are_whole() {
    let here = directory("lists");
    let rows = objects(&run(&here, &["algorithms", "--json"]));
    let table = run(&here, &["algorithms"]).out;
    for row in &rows {
        let id = row["id"].as_str().unwrap();
        assert!(table.contains(id), "{id}");
        let said = run(&here, &["algorithms", id]);
        assert_eq!(said.status, 0);
        for word in ["source", "flaw", "parameters", "counters", "nodes", "shapes"] {
            assert!(said.out.contains(word), "{id}: {}", said.out);
        }
    }
    assert!(rows.len() > 10);
    let listed = objects(&run(&here, &["formats", "--json"]));
    let ids: Vec<&str> = listed.iter().map(|row| row["id"].as_str().unwrap()).collect();
    let formats = quadrille_formats::FORMATS.iter().map(|format| format.id());
    let exports = quadrille_formats::export::Export::ALL.map(quadrille_formats::export::Export::id);
    assert_eq!(ids, formats.chain(exports).collect::<Vec<_>>());
}

/// Plain lines go to the kernel by the thousand, unless a limit is set: with the same output, the
/// same messages and the same status, whatever stands between them.
#[test]
fn the_fast_way_says_what_the_general_way_says() {
    let here = directory("chunks");
    let conflict = format!("55{}", &PUZZLE[2..]);
    let odd = [
        "# comment",
        "",
        &conflict,
        &PUZZLE[..80],
        &format!("id7 {PUZZLE} 9.0"),
        &format!("{} edges=r1c1-r1c2", ".".repeat(81)),
        &unsolvable(),
        "bogus",
        "1...............",
        &".".repeat(70_000),
    ];
    let mut text = String::new();
    for round in 0..40 {
        for _ in 0..60 * (round % 3) {
            text.push_str(PUZZLE);
            text.push_str(if round % 2 == 0 { "\n" } else { "\r\n" });
        }
        // The long line ends the fast way, so it comes late.
        text.push_str(odd[if round < 36 { round % 9 } else { 9 }]);
        text.push('\n');
    }
    fs::write(here.join("many"), format!("{PUZZLE}\n{text}{PUZZLE}")).unwrap();
    let fast = run(&here, &["solve", "many"]);
    let general = run(&here, &["solve", "--time", "1000s", "many"]);
    assert_eq!((fast.status, &fast.out), (general.status, &general.out));
    assert_eq!(fast.err, general.err);
    assert!(fast.out.lines().count() > 2000 && fast.err.lines().count() > 10);
}

/// `none` and the like are a no, a board that the method cannot do is bad usage; however many
/// solutions are wanted.
#[test]
fn an_unsupported_board_is_bad_usage() {
    let here = directory("unsupported");
    for more in [&[][..], &["--solutions", "2"], &["--solutions", "0", "--json"]] {
        let arguments = [&["solve", "--with", "kernel", "................"][..], more].concat();
        let said = run(&here, &arguments);
        assert_eq!(said.status, 2, "{more:?}");
        assert!(said.out.contains("unsupported"), "{more:?}: {}", said.out);
        assert!(
            said.err.contains("`kernel` does not support this board"),
            "{more:?}: {}",
            said.err
        );
    }
}

#[test]
fn quiet_is_without_notes() {
    let here = directory("quiet");
    fs::write(here.join("old.txt"), "old").unwrap();
    let record = "--record=games.jsonl";
    for arguments in [
        &["solve", "no-such-file", "-o", "old.txt"][..],
        &["match", "ia", "ia", "--side=4", "--games=4", record],
        &["match", "ia", "ia", "--side=4", "--games=4", record],
        &["play", "ia", "ia", "--side=4"],
        &["compare", "--algorithms=bits", "--puzzles", PUZZLE],
        &["report", "quadrille-report"],
    ] {
        let loud = run(&here, arguments);
        let quiet = run(&here, &[arguments, &["--quiet"]].concat());
        assert_eq!(loud.status, quiet.status, "{arguments:?}");
        assert!(loud.err.contains("note: "), "{arguments:?}: {}", loud.err);
        assert!(!quiet.err.contains("note: "), "{arguments:?}: {}", quiet.err);
        assert!(!quiet.out.is_empty() || arguments[0] == "solve", "{arguments:?}");
    }
}
