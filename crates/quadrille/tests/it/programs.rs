//! Programs from outside as algorithms: what each of them does becomes a row, and nothing else
//! suffers.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::hostile_bots::{bot as program, survivors};
use super::program::{command, directory, objects, run};

const SOON: Duration = Duration::from_secs(20);

/// Four 4x4 puzzles; the last one has no solution.
const PUZZLES: &str = "1234341221.....1\n.234341221434321\n12343412214343..\n12....3.........\n";
/// Returns a script that answers each run with the lines of a shell command.
fn answering(answer: &str) -> String {
    format!(
        "read hello; echo ready test\nwhile read word rest; do case $word in \
         run) {answer};; quit) exit;; esac; done"
    )
}

/// Returns the rows of `compare --json`, or the runs of its log.
fn lines_of<'a>(all: &'a [Value], algorithm: &str) -> Vec<&'a Value> {
    all.iter().filter(|line| line["algorithm"] == algorithm).collect()
}

/// Returns the runs of a log without their controls and what varies, in the order of the plan: a log has
/// them in the order in which they ended.
fn runs(at: &Path) -> Vec<Value> {
    let log = fs::read_to_string(at.join("out/runs.jsonl")).expect("a log");
    let mut runs: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).expect("whole lines of JSON"))
        .filter(|line: &Value| line.get("stop").is_some() && line.get("control").is_none())
        .collect();
    runs.sort_by_key(|line| line["run"].as_u64());
    for line in &mut runs {
        line.as_object_mut().unwrap().retain(|name, _| !name.contains("seconds"));
    }
    runs
}

/// How each kind of program ends its runs, on a puzzle with a solution and on one without, and a
/// part of the reason for it.
const KINDS: &[(&str, &str, &str, &str, &str)] = &[
    ("honest", "echo solution 1234341221434321 nodes=7", "solved", "wrong", ""),
    ("wrong-grid", "echo solution 1111222233334444 nodes=1", "wrong", "wrong", ""),
    ("other-givens", "echo solution 4321341212342143", "wrong", "wrong", ""),
    ("holes", "echo solution 123434122143432.", "wrong", "wrong", ""),
    ("says-none", "echo none nodes=3", "wrong", "proved-none", "there is a solution"),
    ("gives-up", "echo stuck", "stuck", "stuck", ""),
    ("crashes", "exit 3", "failed", "failed", "exit status: 3"),
    ("aborts", "kill -ABRT $$", "failed", "failed", "SIGABRT"),
    ("killed", "kill -KILL $$", "failed", "failed", "SIGKILL"),
    ("nonsense", "echo hello", "failed", "failed", "said `hello`"),
    ("too-short", "echo solution 12", "failed", "failed", "said `solution 12`"),
    ("floods", "yes board 1234341221434321", "failed", "failed", "lines in a run"),
    ("long-line", "head -c 1000000 /dev/zero; echo", "failed", "failed", "more than 16384 bytes"),
    ("hangs", "sleep 1000", "cpu-or-time", "cpu-or-time", "did not answer `stop`"),
    ("spins", "while :; do :; done", "cpu-or-time", "cpu-or-time", "did not answer `stop`"),
    ("lies-on-nodes", "echo solution 1234341221434321 nodes=5000", "nodes", "nodes", "5000"),
    ("no-limit", "echo limit nodes=3", "nodes", "nodes", ""),
    ("unsupported", "echo unsupported", "unsupported", "unsupported", ""),
];

#[test]
fn each_program_gets_the_row_that_it_deserves() {
    let at = directory("programs-kinds");
    fs::write(at.join("puzzles.txt"), PUZZLES).unwrap();
    let arguments = |algorithms: &str| {
        let algorithms = algorithms.to_owned();
        let fixed =
            "--puzzles puzzles.txt --runs 1 --nodes 1000 --time 0.3s --output out -j2 --json";
        let mut all = vec!["compare".to_owned(), "--algorithms".to_owned(), algorithms];
        all.extend(fixed.split(' ').map(str::to_owned));
        all
    };
    let mut names = Vec::new();
    for (name, answer, ..) in KINDS {
        names.push(program(&at, &format!("{name}.sh"), &answering(answer)));
    }
    let mut special = Vec::new();
    for (name, script, why) in [
        ("never-ready", "sleep 1000", "was not ready within 10 s"),
        ("unasked", "read a; echo ready x; echo solution 1; cat >&2", "said `solution 1`"),
        ("ends-at-once", "echo oh no >&2; exit 1", "oh no"),
    ] {
        special.push((program(&at, &format!("{name}.sh"), script), why));
    }
    let special_names = special.iter().map(|(name, _)| name.clone());
    let all: Vec<String> =
        ["norvig".to_owned(), "tabu".to_owned()].into_iter().chain(names.iter().cloned()).collect();
    let list = all.iter().cloned().chain(special_names).collect::<Vec<_>>().join(";");
    let whole = arguments(&list);
    let said = run(&at, &whole.iter().map(String::as_str).collect::<Vec<_>>());
    // Boards that a program does not support are an error of the caller.
    assert_eq!(said.status, 2, "{}", said.err);
    assert!(said.err.contains("supports none of 4 boards; as it says itself"), "{}", said.err);
    assert_eq!(survivors(&at), Vec::<String>::new());
    let log = runs(&at);
    for (name, (_, _, solvable, unsolvable, why)) in names.iter().zip(KINDS) {
        let found = lines_of(&log, name);
        assert_eq!(found.len(), 4, "{name}");
        for line in found {
            let expected = if line["puzzle"] == 3 { unsolvable } else { solvable };
            let stop = line["stop"].as_str().unwrap();
            let is_expected = match *expected {
                // It depends on how busy the machine is which limit ends it.
                "cpu-or-time" => stop == "time" || stop == "cpu-time",
                expected => stop == expected,
            };
            assert!(is_expected, "{name}: {stop}: {line}");
            let reason = line["reason"].as_str().unwrap_or_default();
            if !(stop == "proved-none" || stop == "solved") {
                assert!(reason.contains(why), "{name}: {reason}");
            }
        }
    }
    for (name, why) in &special {
        let found = lines_of(&log, name);
        assert_eq!(found.len(), 4, "{name}");
        for line in found {
            assert_eq!(line["stop"], "failed", "{name}: {line}");
            assert!(line["reason"].as_str().unwrap().contains(why), "{name}: {line}");
        }
    }
    // The others are as they are without them.
    let alone = directory("programs-kinds-alone");
    fs::write(alone.join("puzzles.txt"), PUZZLES).unwrap();
    let few = arguments("norvig;tabu");
    let said = run(&alone, &few.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(said.status, 0, "{}", said.err);
    let without = runs(&alone);
    for name in ["norvig", "tabu"] {
        let (here, there) = (lines_of(&log, name), lines_of(&without, name));
        assert_eq!(here.len(), there.len());
        for (here, there) in here.iter().zip(&there) {
            assert_eq!(here["stop"], there["stop"]);
            assert_eq!(here["nodes"], there["nodes"]);
        }
    }
    // The table is made from the log again.
    let report = run(&at, &["report", "out"]);
    assert!(
        report.out.contains("failed in 4 runs; the first: the program ended"),
        "{}",
        report.out
    );
    assert!(report.out.contains("Nodes of `cmd:` programs"), "{}", report.out);
}

#[test]
fn killed_and_resumed_it_loses_no_run_and_leaves_no_process() {
    let at = directory("programs-killed");
    // It counts on what it remembers, which a run that is resumed must not need.
    let slow = program(&at, "slow.sh", &answering("sleep 0.02; echo stuck nodes=5"));
    let arguments = [
        "compare",
        "--algorithms",
        &format!("norvig;{slow}"),
        "--puzzles=random-norvig:6",
        "--output=out",
        "--json",
        "--quiet",
    ];
    for round in 0..3 {
        let mut child =
            command(&at, &arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let late = Instant::now() + SOON;
        while survivors(&at).is_empty() {
            assert!(Instant::now() < late, "the program is not found");
            thread::sleep(Duration::from_millis(2));
        }
        thread::sleep(Duration::from_millis(30 * round));
        child.kill().unwrap();
        child.wait().unwrap();
        while !survivors(&at).is_empty() {
            assert!(Instant::now() < late, "{:?}", survivors(&at));
            thread::sleep(Duration::from_millis(5));
        }
    }
    let said = run(&at, &arguments);
    assert_eq!(said.status, 0, "{}", said.err);
    let log = runs(&at);
    let mut numbers: Vec<u64> = log.iter().map(|line| line["run"].as_u64().unwrap()).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (0..12).collect::<Vec<u64>>());
    let rows = objects(&said);
    assert_eq!(lines_of(&rows, &slow)[0]["stuck"], 6, "{}", said.out);
    assert_eq!(survivors(&at), Vec::<String>::new());
}

#[test]
fn a_program_that_cannot_be_started_costs_nothing() {
    let at = directory("programs-missing");
    let compare = |list: &str| run(&at, &["compare", "--algorithms", list, "--output", "out"]);
    for (list, why) in [
        ("norvig;cmd:./no-such-program", "cannot be started"),
        ("cmd:", "no program"),
        ("cmd:'a", "quote"),
    ] {
        let said = compare(list);
        assert_eq!(said.status, 2, "{list}: {}", said.err);
        assert!(said.err.contains(why), "{list}: {}", said.err);
        let runs = fs::read_to_string(at.join("out/runs.jsonl")).unwrap_or_default();
        assert!(!runs.contains("\"run\""), "{list}");
    }
    let tuned = run(&at, &["tune", "cmd:true"]);
    assert_eq!(tuned.status, 2);
    assert!(tuned.err.contains("no parameters of a program"), "{}", tuned.err);
}

#[test]
fn one_puzzle_is_solved_and_traced_like_ours() {
    let at = directory("programs-solve");
    fs::write(at.join("puzzles.txt"), "1234341221.....1\n").unwrap();
    let boards = "echo board 1234341221000001 nodes=2; echo solution 1234341221434321 nodes=9";
    let name = program(&at, "shows.sh", &answering(boards));
    let arguments = ["solve", "--with", &name, "puzzles.txt", "--json", "--trace=trace.txt"];
    let said = run(&at, &arguments);
    assert_eq!(said.status, 0, "{}", said.err);
    let rows = objects(&said);
    assert_eq!(rows[0]["solution"], "1234341221434321");
    assert_eq!(rows[0]["counters"]["reported"], 9);
    let trace = fs::read_to_string(at.join("trace.txt")).unwrap();
    assert!(trace.starts_with("quadrille-trace 2\n"), "{trace}");
    assert!(trace.contains("improved 13+2 :") && trace.contains("stopped : solved"), "{trace}");
    let failing = program(&at, "fails.sh", &answering("exit 4"));
    let said = run(&at, &["solve", "--with", &failing, "puzzles.txt"]);
    assert!(said.err.contains("exit status: 4"), "{}", said.err);
    assert_eq!(survivors(&at), Vec::<String>::new());
}

/// Two names of one program: an A/A comparison.
#[test]
fn the_same_program_twice_does_not_differ() {
    let at = directory("programs-twice");
    let solution = "1234341221434321";
    let puzzles: String =
        (0..14).map(|cell| format!("{}..{}\n", &solution[..cell], &solution[cell + 2..])).collect();
    fs::write(at.join("puzzles.txt"), puzzles).unwrap();
    // Some work for each puzzle, so that there is a time to be compared.
    let work = "i=0; while [ $i -lt 500 ]; do i=$((i + 1)); done; \
                echo solution 1234341221434321 nodes=$i";
    let name = program(&at, "works.sh", &answering(work));
    let list = format!("{name} first;{name} second");
    let options = "--puzzles=puzzles.txt --output=out --json --csv --threads=1";
    let arguments = ["compare", "--algorithms", &list].into_iter().chain(options.split(' '));
    let said = run(&at, &arguments.collect::<Vec<_>>());
    assert_eq!(said.status, 0, "{}", said.err);
    for row in objects(&said) {
        assert_eq!((&row["solved"], &row["nodes_total"]), (&14.into(), &7000.into()), "{row}");
        // Its own time, not that of our thread, which waits.
        assert!(row["cpu_seconds_mean"].as_f64().unwrap() > 5e-5, "{row}");
    }
    let pairs = fs::read_to_string(at.join("out/pairs.csv")).unwrap();
    let (head, rows) = pairs.split_once('\n').unwrap();
    let columns: Vec<&str> = head.split(',').collect();
    let field = |row: &str, name: &str| {
        let index = columns.iter().position(|&column| column == name).unwrap();
        row.split(',').nth(index).unwrap().to_owned()
    };
    for row in rows.lines() {
        match &*field(row, "measure") {
            // One comparison in twenty may find a difference by chance, but not a large one.
            "cpu_seconds" => {
                let ratio: f64 = field(row, "ratio").parse().unwrap();
                assert!((0.5..2.0).contains(&ratio), "{row}");
            }
            _ => assert_eq!((field(row, "p"), field(row, "better")), ("1".into(), String::new())),
        }
    }
    assert_eq!(rows.lines().count(), 3, "{pairs}");
}

#[test]
fn the_check_names_the_step_that_fails() {
    let at = directory("programs-check");
    let check = |script: &str| {
        let name = program(&at, "checked.sh", script);
        let words = name.strip_prefix("cmd:").unwrap().split(' ');
        let arguments: Vec<&str> = ["check-algorithm", "--json"].into_iter().chain(words).collect();
        let said = run(&at, &arguments);
        let steps = objects(&said);
        (said.status, steps.len(), steps.last().unwrap()["problem"].as_str().map(str::to_owned))
    };
    let (status, steps, problem) = check(&answering("echo unsupported"));
    assert_eq!((status, steps, problem), (0, 8, None));
    for (script, step, part) in [
        ("exit 1", 1, "ended (exit status: 1)"),
        ("read a; echo hello; cat", 1, "the answer to `quadrille-lab 1` is `ready NAME`"),
        ("read a; echo ready x; sleep 1000", 2, "was still running"),
        (&*answering("echo solution 1234341221434321"), 3, "said `solution"),
        (&*answering("n=$((n+1)); echo stuck nodes=$n"), 4, "nodes, then to"),
        (&*answering("echo none"), 3, "there is a solution"),
    ] {
        let (status, steps, problem) = check(script);
        let problem = problem.unwrap_or_default();
        assert_eq!((status, steps), (1, step), "{script}: {problem}");
        assert!(problem.contains(part), "{script}: {problem}");
    }
    assert_eq!(survivors(&at), Vec::<String>::new());
}
