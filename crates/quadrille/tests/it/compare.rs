//! `compare`: tables, pages and options.

use std::fs;

use super::program::{PUZZLE, directory, objects, run};

const SMALL: &[&str] = &[
    "compare",
    "--algorithms",
    "norvig;dfs-row;annealing-r0:start=givens",
    "--puzzles",
    "random-norvig:5",
    PUZZLE,
    "--nodes",
    "20000",
    "--quiet",
    "--json",
];

#[test]
fn the_table_does_not_depend_on_the_number_of_threads() {
    let here = directory("compare-threads");
    let rows = |threads: &str| {
        let arguments = [SMALL, &["--runs", "3", "--threads", threads]].concat();
        let said = run(&here, &arguments);
        assert_eq!(said.status, 0, "{}", said.err);
        let mut rows = objects(&said);
        for row in &mut rows {
            for (name, value) in row.as_object_mut().unwrap() {
                if name.contains("seconds") {
                    *value = 0.into();
                }
            }
        }
        rows
    };
    let one = rows("1");
    assert_eq!(one, rows("3"));
    let fields = [
        "algorithm",
        "runs",
        "solved",
        "wrong",
        "success",
        "success_low",
        "success_high",
        "nodes_mean",
        "nodes_total",
        "seconds_mean",
        "seconds_max",
    ];
    for field in fields {
        assert!(one.iter().all(|row| !row[field].is_null()), "{field}");
    }
    // Deterministic algorithms run once per puzzle.
    let runs: Vec<u64> = one.iter().map(|row| row["runs"].as_u64().unwrap()).collect();
    assert_eq!(runs, [6, 6, 18]);
}

#[test]
fn the_page_needs_no_other_files() {
    let here = directory("compare-page");
    let said = run(&here, SMALL);
    assert_eq!(said.status, 0, "{}", said.err);
    let page = fs::read_to_string(here.join("quadrille-report/index.html")).unwrap();
    assert!(page.contains("<svg") && page.contains("annealing-r0:start=givens"));
    for foreign in ["src=\"http", "href=\"http", "@import", "url(http"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    // The same command makes it again.
    assert_eq!(run(&here, SMALL).status, 0);
}

#[test]
fn other_files_are_not_touched() {
    let here = directory("compare-foreign");
    fs::create_dir(here.join("quadrille-report")).unwrap();
    fs::write(here.join("quadrille-report/thesis.tex"), "years of work").unwrap();
    let said = run(&here, SMALL);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("thesis.tex"), "{}", said.err);
    assert_eq!(fs::read_dir(here.join("quadrille-report")).unwrap().count(), 1);
}

#[test]
fn every_run_can_be_repeated_alone() {
    let here = directory("compare-repeat");
    let configuration = "annealing-r0:start=givens";
    let arguments = [
        "compare",
        "--algorithms",
        configuration,
        "--puzzles",
        PUZZLE,
        "--runs",
        "3",
        "--nodes",
        "5000",
        "--quiet",
        "--json",
        "--seed",
        "40",
        "--overwrite",
    ];
    let totals = ["own", "common"].map(|seeds| {
        let arguments = [&arguments[..], &["--output", "out", "--seeds", seeds]].concat();
        let total = objects(&run(&here, &arguments))[0]["nodes_total"].as_u64().unwrap();
        let alone = ["40", "41", "42"].iter().map(|seed| {
            let solve = [
                "solve",
                "--json",
                "--with",
                configuration,
                "--nodes",
                "5000",
                "--seed",
                seed,
                "--seeds",
                seeds,
                PUZZLE,
            ];
            objects(&run(&here, &solve))[0]["counters"]["nodes"].as_u64().unwrap()
        });
        assert_eq!(alone.sum::<u64>(), total, "{seeds}");
        total
    });
    assert!(totals[0] != totals[1], "the streams differ");
}

#[test]
fn as_many_runs_as_a_difference_takes_are_planned_once() {
    let here = directory("compare-detect");
    let wanted = [
        "compare",
        "--algorithms",
        "dfs-mrv;norvig",
        "--puzzles",
        "random-norvig:20",
        "--seeds",
        "common",
        "--detect",
        "40%",
        "--output",
        "out",
    ];
    let first = run(&here, &wanted);
    assert!(first.err.contains("to detect 40% takes "), "{}", first.err);
    // Whatever the clock says now, the log has the plan.
    let again = run(&here, &wanted);
    assert_eq!((again.status, again.err.contains("to detect")), (0, false), "{}", again.err);
    let other = run(&here, &[&wanted[..], &["--detect", "50%"]].concat());
    assert_eq!(other.status, 2, "{}", other.err);
    for (options, message) in [
        (&["--runs", "3"][..], "cannot be used with"),
        (&["--shard", "1/2"], "cannot be used with"),
        (&["--algorithms", "norvig"], "a difference is between two algorithms"),
    ] {
        let arguments = match options {
            ["--algorithms", one] => vec!["compare", "--algorithms", one, "--detect", "5%"],
            _ => [&wanted[..], options].concat(),
        };
        let said = run(&here, &arguments);
        assert!(said.status == 2 && said.err.contains(message), "{options:?}: {}", said.err);
    }
}

#[test]
fn bad_lines_are_reported_and_listed() {
    let here = directory("compare-bad");
    fs::write(here.join("mixed.txt"), format!("{PUZZLE}\n{}\n", &PUZZLE[1..])).unwrap();
    let said = run(&here, &["compare", "--algorithms", "norvig", "--puzzles", "mixed.txt"]);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("mixed.txt:2:1: 80 cells, expected 81"), "{}", said.err);
    let page = fs::read_to_string(here.join("quadrille-report/index.html")).unwrap();
    assert!(page.contains("mixed.txt:2:1: 80 cells, expected 81"));
}

#[test]
fn a_comparison_without_runs_fails() {
    let here = directory("compare-unsupported");
    let board = ".".repeat(256);
    let base = ["compare", "--quiet", "--puzzles", &board, "--nodes=1000", "--algorithms"];
    assert_eq!(run(&here, &[&base[..], &["kernel"]].concat()).status, 2);
}

#[test]
fn a_report_is_written_to_the_output_file() {
    let here = directory("report-output");
    assert_eq!(run(&here, SMALL).status, 0);
    for options in [&["--json"][..], &[]] {
        let shown = run(&here, &[&["report", "quadrille-report", "--quiet"], options].concat());
        let to_file = ["report", "quadrille-report", "--quiet", "-o", "rows"];
        let sent = run(&here, &[&to_file[..], options].concat());
        assert_eq!((sent.status, sent.out.as_str()), (0, ""), "{}", sent.err);
        assert_eq!(fs::read_to_string(here.join("rows")).unwrap(), shown.out);
    }
}

/// A row can be repeated later.
#[test]
fn every_row_has_its_seed() {
    let here = directory("seeds");
    fs::write(here.join("two.txt"), format!("{PUZZLE}\n{}\n", &PUZZLE[1..])).unwrap();
    let tune = ["tune", "annealing-r0", "--races=1", "--settings=2", "--runs=1", "--nodes=500"];
    let puzzles = ["--time=1s", "--puzzles", "random-norvig:16"];
    let compare = [&["compare", "--seed=7"][..], &SMALL[1..]].concat();
    for (command, status) in [
        (&["solve", "two.txt"][..], 2),
        (&["solve", "--solutions=2", "two.txt"], 2),
        (&["count", "two.txt"], 2),
        (&["count", "--estimate", "two.txt"], 2),
        (&["check", "two.txt"], 2),
        (&["bench", "random-norvig:100"], 0),
        (&compare, 0),
        (&[&tune[..], &puzzles].concat(), 0),
    ] {
        let seed: &[&str] = if command[0] == "compare" { &[] } else { &["--seed=7", "--json"] };
        let said = run(&here, &[command, seed].concat());
        assert_eq!(said.status, status, "{command:?}: {}", said.err);
        let rows = objects(&said);
        assert!(!rows.is_empty() && rows.iter().all(|row| row["seed"] == 7), "{}", said.out);
    }
}

/// Reports identify configurations by name, and a winner is judged on puzzles that no race used.
#[test]
fn nothing_is_counted_twice() {
    let here = directory("twice");
    let twice = ["compare", "--algorithms", "norvig tabu norvig", "--puzzles", PUZZLE];
    let said = run(&here, &twice);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("`norvig` is named twice"), "{}", said.err);
    fs::write(here.join("same.txt"), format!("{PUZZLE}\n").repeat(20)).unwrap();
    let said = run(&here, &["tune", "tabu", "--puzzles", "same.txt"]);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("omitted 19 of 20 puzzles, which repeat others"), "{}", said.err);
    assert!(said.err.contains("1 training and 0 held-out"), "{}", said.err);
}

#[test]
fn published_results_and_specifications_have_the_seed() {
    let here = directory("published-seed");
    let published = ["compare", "--published", "--json", "--seed=9", "--puzzles", PUZZLE];
    let rows = objects(&run(&here, &published));
    assert!(rows.len() > 20 && rows.iter().all(|row| row["seed"] == 9), "{}", rows.len());
    // All five reports, in order.
    let mut reports: Vec<&str> = rows.iter().map(|row| row["report"].as_str().unwrap()).collect();
    assert!(reports.is_sorted());
    reports.dedup();
    assert_eq!(reports, ["R0", "R1", "R2", "R3", "R4"]);
    // What docs/reference/formats.md says that all have.
    let fields = "report table method published faithful_algorithm faithful repaired_algorithm repaired why notes";
    for (row, field) in rows.iter().flat_map(|row| fields.split(' ').map(move |f| (row, f))) {
        assert!(row.get(field).is_some(), "{field}: {row}");
    }
    // The games of R1 come out as published, nodes included.
    let games = |row: &&serde_json::Value| {
        row["report"] == "R1" && row["published"].get("statement").is_none()
    };
    for row in rows.iter().filter(games) {
        for (field, figure) in row["published"].as_object().unwrap() {
            assert_eq!(row["faithful"][field], *figure, "{row}");
        }
    }
    let spec = objects(&run(&here, &["compare", "--write-spec", "--json", "--seed=9"]));
    assert_eq!((spec.len(), &spec[0]["seed"]), (1, &serde_json::json!(9)));
    fs::write(here.join("again.toml"), spec[0]["spec"].as_str().unwrap()).unwrap();
    let again = objects(&run(&here, &["compare", "--spec=again.toml", "--write-spec", "--json"]));
    assert_eq!(again, spec);
}

/// The matches about R1's claims are stored; here they are played. It takes hours.
#[test]
#[ignore = "hours of matches"]
fn many_matches_about_claims_come_out_again() {
    let here = directory("published-claims");
    let rows = objects(&run(&here, &["compare", "--published", "--json", "--puzzles", PUZZLE]));
    let claims = rows.iter().filter(|row| row["published"].get("statement").is_some());
    let claims: Vec<_> = claims.filter(|row| row["report"] == "R1").collect();
    assert!(claims.len() > 5);
    for row in claims {
        let command = row["faithful"]["command"].as_str().unwrap();
        let words: Vec<&str> = command.split(' ').skip(1).chain(["--json", "--quiet"]).collect();
        let result = objects(&run(&here, &words)).pop().unwrap();
        assert_eq!(result["pentanomial"], row["faithful"]["pairs"], "{command}");
    }
}

/// The file keeps its contents until there is something to write.
#[test]
fn published_results_are_written_to_the_output_file() {
    let here = directory("published-output");
    let published = ["compare", "--published", "--quiet", "--puzzles"];
    // Times differ from run to run.
    let without_seconds = |mut row: serde_json::Value| {
        for field in row.as_object_mut().unwrap().values_mut() {
            if let Some(runs) = field.as_object_mut() {
                runs.retain(|name, _| !name.contains("seconds"));
            }
        }
        row
    };
    let run_json =
        |options: &[&str]| run(&here, &[&published[..], &[PUZZLE, "--json"], options].concat());
    let shown = objects(&run_json(&[]));
    fs::write(here.join("rows"), "something old, and longer than nothing").unwrap();
    let sent = run_json(&["-o", "rows"]);
    assert_eq!((sent.status, sent.out.as_str()), (0, ""), "{}", sent.err);
    let text = fs::read_to_string(here.join("rows")).unwrap();
    let kept = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let shown = shown.into_iter().map(without_seconds);
    assert!(kept.map(without_seconds).eq(shown));
    assert!(!here.join("quadrille-report").exists());

    // After a mistake the old file is unchanged, and no input is overwritten.
    let bad = run(&here, &[&published[..], &["rubbish.txt", "-o", "rows"]].concat());
    assert_eq!((bad.status, fs::read_to_string(here.join("rows")).unwrap()), (2, text));
    fs::write(here.join("puzzles.txt"), PUZZLE).unwrap();
    let same = run(&here, &[&published[..], &["puzzles.txt", "-o", "puzzles.txt"]].concat());
    assert_eq!(same.status, 2);
    assert!(same.err.contains("in use by this command"), "{}", same.err);
    assert_eq!(fs::read_to_string(here.join("puzzles.txt")).unwrap(), PUZZLE);
}

#[test]
fn tables_have_formats_for_papers_and_programs() {
    let here = directory("compare-formats");
    let small = &SMALL[..SMALL.len() - 1];
    let table = |format: &str| {
        let said = run(&here, &[small, &["--overwrite", "--format", format]].concat());
        assert_eq!(said.status, 0, "{}", said.err);
        said.out
    };
    assert!(table("markdown").starts_with("| algorithm | "));
    assert!(table("latex").contains("\\begin{tabular}"));
    let csv = table("csv");
    assert!(csv.starts_with("algorithm,") && csv.lines().count() == 4, "{csv}");
    // Piped, the table fits 80 columns.
    let plain = table("table");
    assert!(plain.contains("solved") && plain.lines().all(|line| line.chars().count() <= 80));
    let report = ["report", "quadrille-report", "--quiet", "--format"];
    let again = run(&here, &[&report[..], &["csv"]].concat()).out;
    assert!(again.starts_with("algorithm,") && again.lines().count() == 4, "{again}");
    let said = run(&here, &[&report[..], &["html"]].concat());
    assert_eq!(said.status, 2);
    assert!(said.err.contains("write table, markdown, csv or latex"), "{}", said.err);
}

#[test]
fn options_of_comparisons_without_effect_are_refused() {
    let here = directory("compare-no-effect");
    for (arguments, message) in [
        (&["compare", "--json", "--format", "csv"][..], "`--format` has no effect with `--json`"),
        (&["compare", "--published", "--format", "csv"], "cannot be used with"),
        (&["compare", "--write-spec", "--overwrite"], "cannot be used with"),
        (&["compare", "--spec", "x", "--seed", "1"], "`--seed` has no effect with `--spec`"),
        (&["compare", "--output", "-"], "`--output -`: this command writes a directory"),
        (&["tune", "tabu", "--output", "-"], "`--output -`: this command writes a directory"),
        (&["tournament", "ia", "ia", "-o-"], "`--output -`: this command writes a directory"),
    ] {
        let said = run(&here, arguments);
        assert_eq!((said.status, said.out.as_str()), (2, ""), "{arguments:?}");
        assert!(said.err.contains(message), "{arguments:?}: {}", said.err);
    }
    assert_eq!(fs::read_dir(&here).unwrap().count(), 0);
    let help = run(&here, &["compare", "--help"]).out;
    assert!(help.contains("[default: quadrille-report]"), "{help}");
}
