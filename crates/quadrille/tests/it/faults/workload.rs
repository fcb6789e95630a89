//! The commands that write files, and what their files must look like after a fault.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::{PUZZLE, command, directory, run};

/// A command that writes files.
pub(super) struct Workload {
    pub(super) name: &'static str,
    arguments: &'static str,
    /// Files that it needs: where they are among the inputs, and where it wants them.
    copies: &'static [(&'static str, &'static str)],
    input: &'static str,
    /// Whether its tables have times, so that no two runs write the same.
    is_timed: bool,
    /// Whether its options restart logs and records instead of resuming them.
    restarts: bool,
}

const fn exact(name: &'static str, arguments: &'static str) -> Workload {
    Workload { name, arguments, copies: &[], input: "", is_timed: false, restarts: false }
}

const fn timed(name: &'static str, arguments: &'static str) -> Workload {
    Workload { is_timed: true, ..exact(name, arguments) }
}

/// Makes the log that `report` reads.
const COMPARE: &str = "compare --algorithms tabu,dfs-mrv --puzzles random-norvig:30 --runs 30 \
                       --nodes 1000 --csv --parquet -q -o report";
const LOG: &[(&str, &str)] = &[("report/runs.jsonl", "report/runs.jsonl")];
/// Make the logs that `merge` reads.
const SHARDS: [&str; 2] = [
    "compare --algorithms tabu,dfs-mrv --puzzles random-norvig:20 --runs 20 --nodes 1000 -q \
     --shard 1/2 -o a",
    "compare --algorithms tabu,dfs-mrv --puzzles random-norvig:20 --runs 20 --nodes 1000 -q \
     --shard 2/2 -o b",
];
const PARTS: &[(&str, &str)] =
    &[("a/runs.jsonl", "a/runs.jsonl"), ("b/runs.jsonl", "b/runs.jsonl")];
const RECORD: &[(&str, &str)] = &[("games.jsonl", "games.jsonl")];
const MATCH: &str =
    "match mcts:nodes=300 ia --side=4 --openings=random:4 --games=60 -q --record games.jsonl";

pub(super) const WORKLOADS: [Workload; 45] = [
    timed("compare", COMPARE),
    Workload { copies: LOG, ..timed("compare (its page)", COMPARE) },
    Workload { copies: LOG, ..exact("report", "report report -q --csv --parquet") },
    Workload { copies: LOG, ..exact("report -o", "report report -q --json -o rows") },
    timed(
        "compare --shard",
        "compare --algorithms tabu,dfs-mrv --puzzles random-norvig:30 --runs 30 --nodes 1000 \
         --shard 2/2 -q -o part",
    ),
    Workload { copies: PARTS, ..exact("merge", "merge a b -q --csv --parquet -o out") },
    exact("compare --write-spec", "compare --write-spec -o spec"),
    exact(
        "tune",
        "tune annealing-r0 --puzzles random-norvig:16 --nodes 20000 --runs 2 --settings 8 -q -o tuned",
    ),
    exact("solve", "solve ../in/many.txt -q -o out"),
    timed("solve --json", "solve --solutions 2 --json ../in/few.txt -q -o out"),
    exact(
        "solve --trace",
        "solve --with tabu --nodes 5000 --trace trace random-norvig:20 -q -o out",
    ),
    exact("count", "count ../in/many.txt -q -o out"),
    exact("count --estimate", "count --estimate=20 ../in/few.txt -q -o out"),
    exact("check", "check ../in/many.txt -q -o out"),
    exact("check --redundant", "check --redundant ../in/few.txt -q -o out"),
    timed("match", MATCH),
    timed(
        "match -o",
        "match mcts:nodes=300 ia --side=4 --openings=random:4 --games=20 -q --record games.jsonl \
         -o table",
    ),
    timed(
        "tournament",
        "tournament mcts:nodes=300 ia alphabeta --side=4 --openings=random:4 --games=20 -q -o cup",
    ),
    timed("play", "play ia first-valid --seed 1 --record game.jsonl --overwrite -o moves"),
    exact("perft", "perft 3 -o out"),
    exact("perft --divide", "perft 2 --divide --json -o out"),
    exact("replay", "replay ../in/games.jsonl -o out"),
    timed("check-bot", "-o out check-bot false"),
    Workload { input: "quadrille 1\nquit\n", ..exact("engine", "engine -o out") },
    exact("algorithms", "algorithms --json -o out"),
    exact("agents", "agents --json -o out"),
    exact("formats", "formats -o out"),
    exact("techniques", "techniques -o out"),
    exact("generate", "generate puzzle -n 2000 --minimal --seed 1 -q -o out"),
    exact("canon", "canon ../in/many.txt -q -o out"),
    exact("canon --dedup", "canon --dedup --memory 1KiB ../in/many.txt -q -o out"),
    exact("convert", "convert --to csv ../in/many.txt -q -o out"),
    exact("convert --to booklet", "convert --to booklet ../in/few.txt -q -o out"),
    exact("rate", "rate ../in/few.txt -q -o out"),
    exact("hint", "hint --level 4 ../in/few.txt -q -o out"),
    exact("explain", "explain ../in/few.txt -q -o out"),
    exact(
        "explain --html",
        "explain --all 2...6......7..4.86.....13.........4..9.......48....71.9...78.......5...2.2.6..5.1 -q --html out",
    ),
    exact("generate --rating", "generate puzzle -n 40 --rating se:1.7..3 --seed 1 -q -o out"),
    // The rows that a build without optimization measures in a second.
    timed("bench", "bench ../in/few.txt --backend portable -j 1 -q -o out"),
    exact("analyse", "analyse 1..............2 --nodes 2000 --json -o out"),
    Workload {
        copies: LOG,
        restarts: true,
        ..timed(
            "compare --overwrite",
            "compare --algorithms tabu --puzzles random-norvig:20 --runs 20 --nodes 1000 -q -o report \
             --overwrite",
        )
    },
    Workload {
        copies: RECORD,
        restarts: true,
        ..timed(
            "match --overwrite",
            "match mcts:nodes=300 ia --side=4 --openings=random:3 --games=20 -q \
             --record games.jsonl --overwrite",
        )
    },
    exact("completions", "completions zsh -o out"),
    exact("man -o", "man -o out"),
    exact("man DIR", "man pages"),
];

/// What a file holds.
enum Content {
    /// The same bytes each time.
    Exact,
    /// The same number of lines, as there are times in them.
    Timed,
    /// Runs or games, which are appended.
    Growing,
    /// Runs or games, of which the old ones give way to new ones.
    Restarted,
    /// One game, which is appended move by move, and replaces another.
    Game,
}

impl Workload {
    fn content(&self, name: &str) -> Content {
        match name {
            _ if ["runs.jsonl", "games.jsonl", "tuning.jsonl"]
                .iter()
                .any(|log| name.ends_with(log)) =>
            {
                if self.restarts {
                    Content::Restarted
                } else {
                    Content::Growing
                }
            }
            "game.jsonl" => Content::Game,
            _ if self.is_timed => Content::Timed,
            _ => Content::Exact,
        }
    }

    pub(super) fn arguments(&self) -> Vec<&'static str> {
        self.arguments.split_ascii_whitespace().collect()
    }
}

/// Makes the inputs of all workloads in a directory.
pub(super) fn make_inputs(base: &Path) {
    let inputs = base.join("in");
    fs::create_dir_all(&inputs).unwrap();
    fs::write(inputs.join("many.txt"), format!("{PUZZLE}\n").repeat(5000)).unwrap();
    fs::write(inputs.join("few.txt"), format!("{PUZZLE}\n").repeat(60)).unwrap();
    for arguments in [COMPARE, MATCH, SHARDS[0], SHARDS[1]] {
        let arguments: Vec<&str> = arguments.split_ascii_whitespace().collect();
        let said = run(&inputs, &arguments);
        assert_eq!(said.status, 0, "{}", said.err);
    }
}

/// A workload, where it runs, and what it writes when nothing disturbs it.
pub(super) struct Site<'a> {
    pub(super) workload: &'a Workload,
    /// The working directory; inputs are in `../in`.
    pub(super) here: PathBuf,
    expected: BTreeMap<String, Vec<u8>>,
    pub(super) status: i32,
    /// How long it usually takes.
    pub(super) duration: Duration,
    /// What the files held before the last fault.
    before: BTreeMap<String, Vec<u8>>,
}

impl<'a> Site<'a> {
    /// Runs a workload undisturbed.
    pub(super) fn new(base: &Path, workload: &'a Workload) -> Self {
        let mut site = Self {
            workload,
            here: base.join("work"),
            expected: BTreeMap::new(),
            status: 0,
            duration: Duration::ZERO,
            before: BTreeMap::new(),
        };
        site.reset(false);
        let started = Instant::now();
        let (status, err) = site.run();
        site.duration = started.elapsed();
        assert!(status <= 1, "{}: {err}", workload.name);
        (site.status, site.expected) = (status, files(&site.here));
        assert!(!site.expected.is_empty(), "{} writes nothing", workload.name);
        site
    }

    /// Sizes of the files that the workload writes.
    pub(super) fn sizes(&self) -> impl Iterator<Item = usize> {
        let is_copy = |path: &str| {
            !self.workload.restarts && self.workload.copies.iter().any(|(_, to)| *to == path)
        };
        self.expected.iter().filter(move |(path, _)| !is_copy(path)).map(|(_, file)| file.len())
    }

    /// Restores the first state: with what the workload needs and, if wanted, with old files to replace.
    pub(super) fn reset(&mut self, with_old: bool) {
        // It may not exist.
        let _ = fs::remove_dir_all(&self.here);
        fs::create_dir_all(&self.here).unwrap();
        for (from, to) in self.workload.copies {
            let to = self.here.join(to);
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::copy(self.here.join("../in").join(from), to).unwrap();
        }
        for name in self.expected.keys().filter(|_| with_old) {
            // Directories with other files are refused.
            if !name.contains('/')
                && !matches!(
                    self.workload.content(name),
                    Content::Growing | Content::Restarted | Content::Game
                )
            {
                fs::write(self.here.join(name), OLD).unwrap();
            }
        }
        self.remember();
    }

    /// The command, with its errors in a file outside of its directory.
    pub(super) fn command(&self) -> Command {
        command(&self.here, &self.workload.arguments())
    }

    /// Starts the command.
    pub(super) fn start(&self, mut command: Command) -> Child {
        let input = self.here.join("../input");
        fs::write(&input, self.workload.input).unwrap();
        command
            .stdin(fs::File::open(input).unwrap())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Runs the command, and returns its status and errors.
    pub(super) fn run(&self) -> (i32, String) {
        finish(self.start(self.command()))
    }

    /// Takes the files as they are as the state that must not be lost.
    fn remember(&mut self) {
        self.before = files(&self.here);
    }

    /// Checks what a fault left behind, with no more unfinished files than `partials`.
    pub(super) fn check(&mut self, partials: usize) -> Result<(), String> {
        self.check_files(partials, false)
    }

    /// The same after an error that the command noticed. Its results so far may have the final name,
    /// as long as all lines are whole.
    pub(super) fn check_after_error(&mut self, partials: usize) -> Result<(), String> {
        self.check_files(partials, true)
    }

    fn check_files(&mut self, partials: usize, may_be_shorter: bool) -> Result<(), String> {
        let now = files(&self.here);
        let name = self.workload.name;
        let mut unfinished = 0;
        for (path, content) in &now {
            let last = path.rsplit('/').next().unwrap_or(path);
            if last.starts_with(".quadrille-") && last.ends_with(".partial") {
                unfinished += 1;
                continue;
            }
            let Some(expected) = self.expected.get(path) else {
                return Err(format!("{name}: left {path} behind"));
            };
            let is_whole = self.before.get(path) == Some(content)
                || match self.workload.content(path) {
                    Content::Exact if may_be_shorter && content.ends_with(b"\n") => {
                        expected.starts_with(content)
                    }
                    Content::Exact => content == expected,
                    Content::Timed => shape(content) == shape(expected),
                    Content::Growing => true,
                    // Whole records, but for one that was being written.
                    Content::Restarted => content
                        [..content.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1)]
                        .split(|&b| b == b'\n')
                        .all(|line| {
                            line.is_empty() || serde_json::from_slice::<Value>(line).is_ok()
                        }),
                    Content::Game => content.is_empty() || content.ends_with(b"\n"),
                };
            if !is_whole {
                return Err(format!("{name}: {path} has {} bytes, not whole", content.len()));
            }
        }
        for (path, content) in &self.before {
            let is_kept = match (now.get(path), self.workload.content(path)) {
                // Tables of the old experiment go with its log.
                (None, _) => path.ends_with(".partial") || self.workload.restarts,
                (Some(now), Content::Growing) => now.starts_with(finished(content)),
                (Some(_), _) => true,
            };
            if !is_kept {
                return Err(format!("{name}: {path} lost what it held"));
            }
        }
        if unfinished > partials {
            return Err(format!("{name}: {unfinished} unfinished files after {partials} faults"));
        }
        self.remember();
        Ok(())
    }

    /// Runs the command to its end, undisturbed.
    pub(super) fn complete(&mut self, partials: usize) -> Result<(), String> {
        let (status, err) = self.run();
        if status != self.status {
            return Err(format!("{}: then ended with {status}: {err}", self.workload.name));
        }
        self.check(partials)?;
        self.check_complete()
    }

    /// Checks that all files are as if nothing had happened.
    pub(super) fn check_complete(&self) -> Result<(), String> {
        let now = files(&self.here);
        for (path, expected) in &self.expected {
            let name = self.workload.name;
            let Some(content) = now.get(path) else {
                return Err(format!("{name}: {path} is missing at the end"));
            };
            let is_same = match self.workload.content(path) {
                Content::Exact => content == expected,
                Content::Timed => shape(content) == shape(expected),
                Content::Growing | Content::Restarted | Content::Game => {
                    records(content) == records(expected)
                }
            };
            if !is_same {
                return Err(format!("{name}: {path} differs at the end"));
            }
        }
        Ok(())
    }
}

/// The content of a file before it is replaced.
const OLD: &str = "old\n";

/// Waits for a command, and returns its status, -1 for a signal, and its errors.
pub(super) fn finish(child: Child) -> (i32, String) {
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(!err.contains("this is a bug"), "{err}");
    (output.status.code().unwrap_or(-1), err)
}

/// Reads all files below a directory.
fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            let below = self::files(&path).into_iter();
            files.extend(below.map(|(below, content)| (format!("{name}/{below}"), content)));
        } else {
            files.insert(name, fs::read(path).unwrap());
        }
    }
    files
}

/// Returns what can be said of a whole file with times in it.
fn shape(content: &[u8]) -> String {
    if content.starts_with(b"PAR1") {
        return format!("parquet, whole: {}", content.ends_with(b"PAR1"));
    }
    let text = String::from_utf8_lossy(content);
    let is_json = serde_json::from_str::<Value>(&text).is_ok();
    // A page has as many lines as its curves need.
    let is_page = text.starts_with("<!DOCTYPE html>");
    let lines = if is_page { 0 } else { text.lines().count() };
    let is_whole = if is_page { text.ends_with("</html>\n") } else { text.ends_with('\n') };
    format!("{lines} lines, json: {is_json}, whole: {is_whole}")
}

/// Returns the part of a log or record that a fault must not change: its whole runs or games.
fn finished(content: &[u8]) -> &[u8] {
    let text = std::str::from_utf8(content).unwrap();
    let end = if text.starts_with("{\"type\":\"game\"") {
        text.rfind("{\"type\":\"result\"")
            .map_or(0, |start| start + text[start..].find('\n').map_or(0, |end| end + 1))
    } else {
        text.rfind('\n').map_or(0, |end| end + 1)
    };
    &content[..end]
}

/// Returns the runs or games of a file without times, sorted.
fn records(content: &[u8]) -> Vec<String> {
    let text = std::str::from_utf8(content).unwrap();
    let mut records: Vec<String> = Vec::new();
    for line in text.lines() {
        let mut value: Value = serde_json::from_str(line).unwrap();
        let object = value.as_object_mut().unwrap();
        object.retain(|key, _| !key.contains("seconds"));
        // A game is many lines.
        let is_part =
            object.contains_key("ply") || object.get("type").is_some_and(|kind| kind == "result");
        let text = value.to_string();
        match records.last_mut().filter(|_| is_part) {
            Some(game) => game.push_str(&text),
            None => records.push(text),
        }
    }
    records.sort();
    records
}

/// Returns a directory with the inputs.
pub(super) fn base(name: &str) -> PathBuf {
    let base = directory(name);
    make_inputs(&base);
    base
}
