//! The command line as it is typed.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueHint};
use quadrille_engine::BoxShape;
use quadrille_lab::report::TableFormat;

use crate::game_args::{Agents, Analyse, CheckBot, Engine, Match, Perft, Play, Replay, Tournament};
use crate::values;

/// Sudoku of every box shape: solve, count and check puzzles, and compare search algorithms.
#[derive(Debug, Parser)]
#[command(
    name = "quadrille",
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  quadrille solve puzzles.txt                     a solution per line, in input order
  quadrille solve 4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........
  quadrille count --limit 0 ................      288: all 4x4 grids
  quadrille compare                               the search algorithms on 120 puzzles
  quadrille algorithms                            what there is; `algorithms ID` explains one

An INPUT is a file, `-` for standard input, a puzzle written out, or a source of puzzles:
`collection` (the embedded ones), `random-norvig:COUNT` or, for large boards,
`lewis:SIDE,FILL,COUNT` (side, cells given in percent, how many).
Exit status: 0 all as wished, 1 at least one \"no\", 2 bad usage or input, 3 internal, 130 interrupted."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve puzzles: a line per puzzle, the solution or why there is none
    #[command(after_help = "\
Examples:
  quadrille solve puzzles.txt
  quadrille solve --with annealing-r0:start=givens --time 2s --seed 7 puzzles.txt
  quadrille solve --solutions 0 1...............   every solution, each a line
  quadrille solve --json - < puzzles.txt           one object a line, with counters and times
  quadrille solve --with tabu --trace run.trace PUZZLE; quadrille replay run.trace

A status word stands in the place of a solution that was not found: none (there is no solution),
limit (the budget ended the search), stuck (the method gave up), wrong (its answer was refused by
the validator), invalid (no puzzle in the line), unsupported (the method cannot do this board).")]
    Solve(Solve),
    /// Count solutions: `PUZZLE COUNT`, with + behind a count that met the limit
    #[command(after_help = "\
Examples:
  quadrille count puzzles.txt                      0, 1 or 2+ solutions each
  quadrille count --limit 0 ................       288, all of them
  quadrille count --limit 0 --box 2x3 ....................................
  quadrille count --estimate loose.txt             exact up to 1000, an estimate beyond

An estimate reads `PUZZLE ~6.67e21 ±1.2%`: the number and its standard error. It comes from random
walks down the search tree (Knuth 1975), 1000 or as many as --estimate=N says; few of them tend to
miss the large branches, so let the error be small before you trust it. The same seed gives the
same number. Where no walk came to a solution, the row is that of an ordinary count.")]
    Count(Count),
    /// Judge puzzles: proper, multiple, none, conflict; and whether they are minimal
    #[command(after_help = "\
Examples:
  quadrille check puzzles.txt
  quadrille check --json puzzles.txt               with the cells of a conflict
  quadrille check --redundant puzzles.txt          the givens that can go, each by itself
  quadrille check --candidates puzzles.txt         what may stand in each cell
  quadrille check --backdoors --time 10s hard.txt  what to give away, so that singles finish
  quadrille check --unavoidable=6 grids.txt        what every puzzle of the grid must hit

What is asked for stands behind the verdict, under its name, where it applies and was found:
  redundant r1c1 r5c2         each can go while all others stay; `minimal` where there are none
  candidates 12..5.7.9...     those of some solution, as the format `pencilmark` has them
  backdoors 2 r1c1+r4c5 ...   size and all sets of that size; 0 where singles do, 4+ beyond 3
  unavoidable r1c1+r1c2+...   smallest first; `none` where there are none of that size
  ... undecided               where the budget ended the search")]
    Check(Check),
    /// Compare search algorithms on puzzles: a table, and a page in the output directory
    #[command(after_help = "\
Examples:
  quadrille compare                                the usual ones, on the embedded collection
  quadrille compare --algorithms \"norvig;annealing-r0:start=givens\" --puzzles puzzles.txt
  quadrille compare --runs 10 --time 1s --output my-report --puzzles random-norvig:100
  quadrille compare --algorithms norvig --write-spec > my.toml; quadrille compare --spec my.toml
  quadrille compare --published                    the five reports' tables beside ours

Without any limit each run gets 1000000 nodes.
With --output, every run is kept in a log: the same command again goes on where it was stopped.")]
    Compare(Compare),
    /// Make the table and the page of a comparison again, from its log
    #[command(after_help = "\
Examples:
  quadrille report quadrille-report
  quadrille report --csv my-report                 summary, runs and pairs for other programs
  quadrille report --json my-report -o rows.jsonl  the rows of the table, in a file")]
    Report(Report),
    /// Find good parameters of an algorithm by racing settings against each other
    #[command(after_help = "\
Examples:
  quadrille tune annealing-r0
  quadrille tune annealing-r0:start=givens --puzzles puzzles.txt --nodes 50000

Settings race on one half of the puzzles; the winner is judged on the other, beside the defaults.
Each run gets 100000 nodes or as many as --nodes says; one without a solution counts ten times that.
With --output DIR, the outcome is kept in DIR/tuning.json too.")]
    Tune(Tune),
    /// Measure how many 9x9 puzzles a second the kernel solves on this machine
    #[command(after_help = "\
Examples:
  quadrille bench                                  the embedded collection
  quadrille bench --backend all puzzles.txt        every backend that this machine can run
  quadrille bench --batch 1 puzzles.txt            one puzzle at a time

Each set is solved to the first solution (`one`) and to the proof that there is no other (`uniq`).
The last line names the processor, the version and the commit: figures without them say little.")]
    Bench(Bench),
    /// List the algorithms, or explain one
    #[command(after_help = "\
Examples:
  quadrille algorithms
  quadrille algorithms annealing-r0                source, flaw, parameters, counters")]
    Algorithms(Algorithms),
    /// List the puzzle formats
    Formats(Formats),
    /// Play DualSudoku at the terminal
    #[command(after_help = "\
Examples:
  quadrille play                                   you against strong, 9x9
  quadrille play strong:ms=500 human --side 4
  quadrille play --record game.jsonl               kept as it is played
  quadrille play --continue --record game.jsonl    goes on where it was left

Type `help` in the game for what can be typed.")]
    Play(Play),
    /// Let two agents play a match: wins, margin and Elo with intervals
    #[command(after_help = "\
Examples:
  quadrille match strong:ms=100 ia --games 100 --openings random:4
  quadrille match \"cmd:python3 bot.py\" alphabeta --record games.jsonl
  quadrille match strong mcts --games 1000 --openings random:4 --sprt 0,30")]
    Match(Match),
    /// Let agents play a tournament: everyone against everyone, or a gauntlet
    #[command(after_help = "\
Examples:
  quadrille tournament ia alphabeta minimax first-valid --openings random:4 --games 20
  quadrille tournament strong ia alphabeta --gauntlet --output cup

With --output DIR, the games are kept in DIR/games.jsonl and the table in DIR/standings.txt; the
same command again goes on where it was stopped, as it does with --record FILE.")]
    Tournament(Tournament),
    /// Play recorded games, or traces of searches, again and check them
    #[command(after_help = "\
Examples:
  quadrille replay games.jsonl --game 3 --boards
  quadrille replay run.trace                       what `solve --trace run.trace` kept")]
    Replay(Replay),
    /// Value, best line and moves of a position; turning points of a recorded game
    #[command(after_help = "\
Examples:
  quadrille analyse position.txt --passing forbidden
  quadrille analyse games.jsonl --nodes 200000
  quadrille analyse - < games.jsonl")]
    Analyse(Analyse),
    /// Count sequences of placements
    #[command(after_help = "\
Example:
  quadrille perft 3                                342802044 on the empty 9x9 board")]
    Perft(Perft),
    /// Serve an agent over the line protocol
    #[command(after_help = "\
Example:
  quadrille match \"cmd:quadrille engine strong\" ia

The protocol is in docs/protocol.md.")]
    Engine(Engine),
    /// Try somebody's bot on the line protocol, step by step
    #[command(after_help = "\
Example:
  quadrille check-bot python3 bot.py")]
    CheckBot(CheckBot),
    /// List the agents, or explain one
    #[command(after_help = "\
Examples:
  quadrille agents
  quadrille agents strong                          how it plays, its parameters")]
    Agents(Agents),
    /// Print completions for a shell
    #[command(after_help = "\
Example:
  quadrille completions bash > ~/.local/share/bash-completion/completions/quadrille")]
    Completions(Completions),
    /// Print the manual page, or write it and those of all commands into a directory
    Man(Man),
}

/// Options that every command has.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Common options")]
pub(crate) struct Common {
    /// One JSON object a line on standard output
    #[arg(long)]
    pub(crate) json: bool,
    /// Seed of all random choices [default: 1]
    #[arg(long, value_name = "N", value_parser = any_number(), allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// No progress and no notes; results always
    #[arg(long)]
    pub(crate) quiet: bool,
    /// When to use color
    #[arg(long, value_name = "WHEN", default_value = "auto", ignore_case = true)]
    pub(crate) color: clap::ColorChoice,
    /// Where to write: a file; for compare, tune and tournament a directory
    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) output: Option<PathBuf>,
    /// Stop at the first bad line
    #[arg(long)]
    pub(crate) strict: bool,
}

impl Common {
    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    pub(crate) fn threads(&self) -> NonZeroUsize {
        self.threads
            .unwrap_or_else(|| std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }
}

/// How inputs are read.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Input options")]
pub(crate) struct Reading {
    /// The format of the inputs, instead of detecting it; see `quadrille formats`
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<String>,
    /// The box shape, as in 2x3, where the number of cells leaves a choice
    #[arg(long = "box", value_name = "RxC")]
    pub(crate) shape: Option<BoxShape>,
    /// Allow boards of different sizes in one input
    #[arg(long)]
    pub(crate) mixed_sizes: bool,
    /// Read DualSudoku boards as the original program did, quirks included
    #[arg(long)]
    pub(crate) lenient: bool,
}

/// What a run may use.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Budget of each run")]
pub(crate) struct Limits {
    /// Nodes; what a node is, `quadrille algorithms ID` says
    #[arg(long, value_name = "N", value_parser = any_number(), allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,
    /// Evaluations of whole boards
    #[arg(long, value_name = "N", value_parser = any_number(), allow_negative_numbers = true)]
    pub(crate) evaluations: Option<u64>,
    /// Wall time, as in 500ms or 2s [default: 10s for methods that may never end, unless another
    /// limit that they count is set]
    #[arg(long, value_name = "DUR", value_parser = values::duration, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
    /// Memory of algorithms that keep a frontier, as in 512MiB [default: 1GiB]
    #[arg(long, value_name = "SIZE", value_parser = values::size, allow_hyphen_values = true)]
    pub(crate) memory: Option<bytesize::ByteSize>,
}

impl Limits {
    pub(crate) fn limits(&self) -> quadrille_engine::Limits {
        quadrille_engine::Limits {
            time: self.time,
            nodes: self.nodes,
            evaluations: self.evaluations,
            memory: self.memory.map(|size| size.as_u64()),
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Solve {
    /// Files, `-`, puzzles or sources [default: standard input]
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    pub(crate) inputs: Vec<String>,
    /// The algorithm, with parameters as in annealing-r0:start=givens
    #[arg(long, value_name = "ID", default_value = "auto")]
    pub(crate) with: String,
    /// How many solutions to find for each puzzle; 0 = all
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = any_number(), allow_negative_numbers = true)]
    pub(crate) solutions: u64,
    /// Keep what happened in each run, `-` for standard output; `quadrille replay` shows it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) trace: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: Limits,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct Count {
    /// Files, `-`, puzzles or sources [default: standard input]
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    pub(crate) inputs: Vec<String>,
    /// Stop counting there; 0 = count all [default: 2, with --estimate 1000]
    #[arg(long, value_name = "N", value_parser = any_number(), allow_negative_numbers = true)]
    pub(crate) limit: Option<u64>,
    /// Estimate the number where it is beyond the limit, by that many probes [N: 1000]
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1000")]
    #[arg(value_parser = values::number::<u64>(2..=1_000_000_000))]
    pub(crate) estimate: Option<u64>,
    #[command(flatten)]
    pub(crate) limits: Limits,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct Check {
    /// Files, `-`, puzzles or sources [default: standard input]
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    pub(crate) inputs: Vec<String>,
    #[command(flatten)]
    pub(crate) findings: Findings,
    #[command(flatten)]
    pub(crate) limits: Limits,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// What `check` is to say beyond the verdict.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "More about each puzzle")]
pub(crate) struct Findings {
    /// The givens of a proper puzzle that can go, each by itself
    #[arg(long)]
    pub(crate) redundant: bool,
    /// The candidates that occur in some solution
    #[arg(long)]
    pub(crate) candidates: bool,
    /// The smallest sets of cells of a proper puzzle, of at most N, which filled let naked and
    /// hidden singles finish it [N: 3]
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "3")]
    #[arg(value_parser = values::number::<usize>(0..=3))]
    pub(crate) backdoors: Option<usize>,
    /// The minimal unavoidable sets of a proper puzzle's solution, of at most N cells: without a
    /// given in each, a puzzle of that grid is not proper; five times the work for each cell more
    /// [N: 10]
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "10")]
    #[arg(value_parser = values::number::<usize>(4..=2401))]
    pub(crate) unavoidable: Option<usize>,
}

#[derive(Debug, Args)]
pub(crate) struct Compare {
    /// The algorithms, separated by blanks or `;` [default: 22, from norvig to auto]
    #[arg(long, value_name = "LIST")]
    pub(crate) algorithms: Option<String>,
    /// Where the puzzles come from [default: collection]
    #[arg(long, value_name = "INPUT", num_args = 1.., value_hint = ValueHint::FilePath)]
    pub(crate) puzzles: Vec<String>,
    /// Runs of each algorithm on each puzzle; deterministic ones run once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::number::<u32>(1..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) runs: u32,
    /// The experiment as a file, instead of the options above and the budget
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["algorithms", "puzzles", "runs", "seed", "nodes", "evaluations", "time", "memory", "from", "shape", "mixed_sizes", "lenient"])]
    pub(crate) spec: Option<PathBuf>,
    /// Print the file that stands for the options, and run nothing
    #[arg(long)]
    pub(crate) write_spec: bool,
    /// Start anew where the output directory holds another experiment
    #[arg(long)]
    pub(crate) overwrite: bool,
    #[command(flatten)]
    pub(crate) tables: Tables,
    /// What the five reports published, beside the same methods here: a table alone, --output a file
    #[arg(long, conflicts_with_all = ["algorithms", "runs", "spec", "write_spec", "overwrite", "csv", "parquet", "nodes", "evaluations", "time", "memory"])]
    pub(crate) published: bool,
    #[command(flatten)]
    pub(crate) limits: Limits,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Tables of a report for other programs.
#[derive(Debug, Args)]
pub(crate) struct Tables {
    /// Write all runs and pairs as CSV beside the page
    #[arg(long)]
    csv: bool,
    /// Write all runs, pairs and the summary as Parquet beside the page
    #[arg(long)]
    parquet: bool,
}

impl Tables {
    /// The formats that are asked for.
    pub(crate) fn formats(&self) -> impl Iterator<Item = TableFormat> {
        let csv = self.csv.then_some(TableFormat::Csv);
        csv.into_iter().chain(self.parquet.then_some(TableFormat::Parquet))
    }
}

#[derive(Debug, Args)]
pub(crate) struct Report {
    /// The directory in which `compare` left its log
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) directory: PathBuf,
    #[command(flatten)]
    pub(crate) tables: Tables,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct Tune {
    /// The algorithm; parameters that its name sets are held fast
    #[arg(value_name = "ID")]
    pub(crate) id: String,
    /// Where the puzzles come from: half to race on, half to judge by [default: collection]
    #[arg(long, value_name = "INPUT", num_args = 1.., value_hint = ValueHint::FilePath)]
    pub(crate) puzzles: Vec<String>,
    /// Runs of a setting on a puzzle
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = values::number::<u32>(1..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) runs: u32,
    /// Settings in the first race
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = values::number::<u32>(2..=1000), allow_negative_numbers = true)]
    pub(crate) settings: u32,
    /// Races, each nearer to the best so far
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = values::number::<u32>(1..=100), allow_negative_numbers = true)]
    pub(crate) races: u32,
    #[command(flatten)]
    pub(crate) limits: Limits,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct Bench {
    /// Files, `-`, puzzles or sources, each a set of its own [default: collection]
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    pub(crate) inputs: Vec<String>,
    /// The backend, or `all` that this machine can run [default: the fastest]
    #[arg(long, value_name = "ID")]
    pub(crate) backend: Option<String>,
    /// Puzzles handed to the kernel at once
    #[arg(long, value_name = "N", default_value_t = 1024, value_parser = values::number::<usize>(1..=1 << 20), allow_negative_numbers = true)]
    pub(crate) batch: usize,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct Algorithms {
    /// The one to explain
    pub(crate) id: Option<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct Formats {
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct Man {
    /// Where to write the pages
    #[arg(value_hint = ValueHint::DirPath, conflicts_with = "output")]
    pub(crate) directory: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Any number from 0 up.
fn any_number() -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    values::number(0..=u64::MAX)
}

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    match text.parse() {
        Ok(0) => Err("at least one thread is needed; leave the option out for all cores".into()),
        Ok(count) if count <= 4096 => Ok(NonZeroUsize::new(count).expect("0 was handled")),
        Ok(_) => Err("at most 4096 threads".into()),
        Err(_) => Err("not a number of threads".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
