//! `solve`: a solution per puzzle, or why there is none.

use std::path::PathBuf;
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use anstyle::Style;
use clap::ValueHint;
use quadrille_engine::format::{self, ParseError};
use quadrille_engine::solve::{ExactSolver, SOLVERS};
use quadrille_engine::{
    CancelFlag, Clock, Counter, Grid, Limits, Meter, Observer, Outcome, Puzzle, Solution, Status,
    Stop, WallClock,
};
use quadrille_lab::Configuration;
use serde::Serialize;
use serde_json::{Map, Value};

use super::bad_line::BadLine;
use super::plain_lines::{self, PlainLines};
use super::stream::{Answering, Answers, answer_all};
use crate::args::{InputOptions, LimitOptions, values};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::PATIENCE;
use crate::io::input::{Arrival, Inputs, Item};
use crate::io::messages::Messages;
use crate::io::output::Output;

/// Solve puzzles: a line per puzzle, the solution or why there is none
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  quadrille solve puzzles.txt
  quadrille solve --with annealing-r0:start=givens --time 2s --seed 7 puzzles.txt
  quadrille solve --solutions 0 1...............   every solution, each a line
  quadrille solve --json - < puzzles.txt           one object a line, with counters and times
  quadrille solve --with tabu --trace run.trace PUZZLE; quadrille replay run.trace

A status word stands in the place of a solution that was not found: none (there is no solution),
limit (the budget ended the search), stuck (the method gave up), wrong (its answer was refused by
the validator), invalid (no puzzle in the line), unsupported (the method cannot do this board).")]
pub(crate) struct Args {
    /// Files, `-`, puzzles or sources [default: standard input]
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    inputs: Vec<String>,
    /// The algorithm, with parameters such as annealing-r0:start=givens
    #[arg(long, value_name = "ID", default_value = "auto")]
    with: String,
    /// How many solutions to find for each puzzle; 0 = all
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = values::any_number(), allow_negative_numbers = true)]
    solutions: u64,
    /// Write a trace of each run, `-` for standard output
    ///
    /// `quadrille replay` shows and checks traces.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    trace: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    reading: InputOptions,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let method = Configuration::parse(&args.with)?;
    let seed = context.seed();
    let inputs = Inputs::resolve(&args.inputs, &args.reading, seed, context)?;
    let cancel = context.handle_signals(Some(PATIENCE));
    let limits = args.limits.limits();
    let clock = WallClock::new();
    if args.solutions != 1 {
        if args.trace.is_some() {
            return Err(Failure::usage("a trace is of one search; leave --solutions out"));
        }
        let solver = exact(&method)?;
        let counters = method.entry.counters;
        return Enumeration { solver, counters, args, context, limits, clock }.run(&inputs);
    }
    let draw = inputs.is_one_written() && !context.json && context.output.is_none();
    // Plain solving of plain lines goes to the kernel by the batch; nobody could tell but by the
    // clock. The seconds of each puzzle are known only when it is alone.
    let plain = !context.json && args.trace.is_none() && method.entry.id == "auto" && !draw;
    let inputs = if plain && plain_lines::suit(&limits) { inputs.in_chunks() } else { inputs };
    let command =
        First { method, seed, limits, cancel: cancel.clone(), clock, json: context.json, draw };
    match &args.trace {
        None => answer_all(&command, &inputs, context, &cancel),
        Some(path) => command.trace(&inputs, path, context),
    }
}

/// The exact solver that a method is, for those who want more than one solution.
fn exact(method: &Configuration) -> Result<&'static dyn ExactSolver, Failure> {
    SOLVERS.iter().copied().find(|solver| solver.id() == method.entry.id).ok_or_else(|| {
        let ids: Vec<&str> = SOLVERS.iter().map(|solver| solver.id()).collect();
        Failure::usage(format!(
            "--solutions wants an exact solver, which `{}` is not; use --with {}",
            method.entry.id,
            ids.join(" or ")
        ))
    })
}

/// One object of `solve --json`; absent fields do not apply.
#[derive(Serialize, Default)]
struct Row<'a> {
    file: &'a str,
    line: u64,
    puzzle: Option<&'a str>,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    algorithm: Option<String>,
    seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    counters: Option<Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu_seconds: Option<f64>,
}

/// Counters as an object with only those that the method has, and `nodes`.
fn counters(
    outcome: &quadrille_engine::Counters,
    has: &[Counter],
    nodes: Counter,
) -> Map<String, Value> {
    has.iter()
        .map(|&counter| (counter.id().to_owned(), outcome[counter].into()))
        .chain([("nodes".to_owned(), outcome[nodes].into())])
        .collect()
}

/// The first solution of each puzzle.
pub(super) struct First {
    pub(super) method: Configuration,
    pub(super) seed: u64,
    pub(super) limits: Limits,
    pub(super) cancel: CancelFlag,
    clock: WallClock,
    json: bool,
    /// A drawn grid, when it goes to a terminal.
    draw: bool,
}

pub(super) struct Timed {
    pub(super) outcome: Outcome,
    wall: Duration,
    cpu: Duration,
}

impl First {
    /// Runs the method, watched or not.
    pub(super) fn run(&self, puzzle: &Puzzle, observer: Option<&mut dyn Observer>) -> Timed {
        let (wall, cpu) = (self.clock.wall(), self.clock.cpu());
        let outcome =
            self.method.run(puzzle, self.seed, self.limits, &self.cancel, &self.clock, observer);
        let outcome = outcome.expect("the clock runs");
        Timed { outcome, wall: self.clock.wall() - wall, cpu: self.clock.cpu() - cpu }
    }
}

impl Answering for First {
    type Answer = Timed;

    fn answer(&self, puzzle: &Puzzle) -> Timed {
        self.run(puzzle, None)
    }

    fn answer_lines(&self, cells: &[&[u8; 81]], lines: PlainLines<'_, Self>) -> Answers<Timed> {
        super::solve_chunk::solve(cells, lines, &self.cancel)
    }

    fn was_cut_off(&self, answer: &Timed) -> bool {
        answer.outcome.stop == Stop::Cancelled
    }

    fn write(
        &self,
        item: &Item,
        puzzle: &Puzzle,
        answer: Timed,
        out: &mut Output,
    ) -> Result<Exit, Failure> {
        let Timed { outcome, wall, cpu } = answer;
        let status = outcome.stop.status();
        let solution = outcome.solution.as_ref().map(Solution::grid);
        if self.json {
            let entry = self.method.entry;
            let text = puzzle.to_string();
            out.json(&Row {
                file: &item.file,
                line: item.line,
                puzzle: Some(&text),
                status: status.id(),
                solution: solution.map(format::line::text_of),
                algorithm: Some(self.method.to_string()),
                seed: self.seed,
                counters: Some(counters(&outcome.counters, entry.counters, entry.nodes)),
                stop: Some(outcome.stop.id()),
                seconds: Some(wall.as_secs_f64()),
                cpu_seconds: Some(cpu.as_secs_f64()),
            })?;
        } else {
            match solution {
                Some(grid) if self.draw && out.is_terminal() => {
                    out.text(&drawn(puzzle, grid))?;
                }
                Some(grid) => out.line(&format::line::text_of(grid))?,
                None => out.line(status.id())?,
            }
        }
        Ok(exit_of(out.messages, status, item, self.method.entry.id))
    }

    fn write_bad(
        &self,
        item: &Item,
        error: &ParseError,
        out: &mut Output,
    ) -> Result<Exit, Failure> {
        BadLine::invalid(self.seed).write(self.json, item, error, out)
    }
}

/// Several solutions of each puzzle, written as they are found: there may be more of them than
/// fit into memory, so there is one search at a time.
struct Enumeration<'a> {
    solver: &'static dyn ExactSolver,
    counters: &'static [Counter],
    args: &'a Args,
    context: &'a Context,
    limits: Limits,
    clock: WallClock,
}

impl Enumeration<'_> {
    fn run(&self, inputs: &Inputs) -> Result<Exit, Failure> {
        let mut out = Output::open(self.context)?;
        let mut exit = Exit::Done;
        let mut failed = None;
        let cancel = &self.context.cancel;
        inputs.read(cancel, &mut |arrival| match self.one(arrival, &mut out) {
            Ok(one) => {
                exit.merge(one);
                if one == Exit::Usage && self.context.strict || cancel.is_cancelled() {
                    return std::ops::ControlFlow::Break(());
                }
                std::ops::ControlFlow::Continue(())
            }
            Err(failure) => {
                failed = Some(failure);
                std::ops::ControlFlow::Break(())
            }
        });
        if let Some(failure) = failed {
            return Err(failure);
        }
        exit.merge(self.context.signal_status());
        out.conclude(exit)?;
        Ok(exit)
    }

    fn one(&self, arrival: Arrival, out: &mut Output) -> Result<Exit, Failure> {
        let item = match arrival {
            Arrival::Trouble(message) => {
                out.flush()?;
                self.context.messages.bad_input(&message);
                return Ok(Exit::Usage);
            }
            Arrival::Item(item) => item,
            Arrival::Chunk(_) => unreachable!("this command asks for no chunks"),
        };
        let exit = match &item.puzzle {
            Err(error) => {
                BadLine::invalid(self.context.seed()).write(self.context.json, &item, error, out)?
            }
            Ok(puzzle) => self.solve(&item, puzzle, out)?,
        };
        out.flush()?;
        Ok(exit)
    }

    fn solve(&self, item: &Item, puzzle: &Puzzle, out: &mut Output) -> Result<Exit, Failure> {
        let json = self.context.json;
        let (wall, cpu) = (self.clock.wall(), self.clock.cpu());
        let mut run =
            Meter::new(self.limits, self.solver.node(), &self.context.cancel, &self.clock)
                .expect("the clock runs");
        if json {
            // The object is written piece by piece: its list may be endless.
            let text = puzzle.to_string();
            let head =
                Row { file: &item.file, line: item.line, puzzle: Some(&text), ..Row::default() };
            let head = serde_json::to_string(&head).expect("a row is plain data");
            let (head, _) = head.split_once(",\"status\"").expect("a row has a status");
            let cancelled = Row {
                status: Stop::Cancelled.status().id(),
                algorithm: Some(self.solver.id().to_owned()),
                seed: self.context.seed(),
                stop: Some(Stop::Cancelled.id()),
                ..Row::default()
            };
            out.begin_line(&format!("{head},\"solutions\":["), tail(&cancelled) + "\n")?;
        }
        let mut found = 0_u64;
        let mut failed = None;
        let stop = self.solver.solve(puzzle, &mut run, &mut |solution| {
            let text = format::line::text_of(solution.grid());
            let written = if json {
                let comma = if found == 0 { "" } else { "," };
                out.text(&format!("{comma}\"{text}\""))
            } else {
                out.line(&text)
            };
            found += 1;
            if let Err(failure) = written {
                failed = Some(failure);
                return std::ops::ControlFlow::Break(());
            }
            if found == self.args.solutions {
                std::ops::ControlFlow::Break(())
            } else {
                std::ops::ControlFlow::Continue(())
            }
        });
        if let Some(failure) = failed {
            return Err(failure);
        }
        let status = match stop {
            Stop::ProvedNone if found > 0 => Status::Solved,
            stop => stop.status(),
        };
        if json {
            let row = Row {
                status: status.id(),
                algorithm: Some(self.solver.id().to_owned()),
                seed: self.context.seed(),
                counters: Some(counters(&run.counters, self.counters, self.solver.node())),
                stop: Some(stop.id()),
                seconds: Some((self.clock.wall() - wall).as_secs_f64()),
                cpu_seconds: Some((self.clock.cpu() - cpu).as_secs_f64()),
                ..Row::default()
            };
            out.end_line(&tail(&row))?;
        } else if found == 0 {
            out.line(status.id())?;
        }
        Ok(exit_of(out.messages, status, item, self.solver.id()))
    }
}

/// What the status of a run means for that of the process; a board that the method cannot do is
/// told.
fn exit_of(messages: Messages, status: Status, item: &Item, method: &str) -> Exit {
    match status {
        Status::Solved => Exit::Done,
        Status::Unsupported => {
            messages.bad_input(&format!(
                "{}:{}:1: `{method}` does not do such a board; `quadrille algorithms` lists those \
                 that each method does, --with auto does all",
                item.file, item.line
            ));
            Exit::Usage
        }
        _ => Exit::No,
    }
}

/// What stands in a row behind the list of solutions.
fn tail(row: &Row<'_>) -> String {
    let text = serde_json::to_string(row).expect("a row is plain data");
    let at = text.find("\"status\"").expect("a row has a status");
    format!("],{}", &text[at..])
}

/// The solution as a grid for a terminal, the givens in bold.
fn drawn(puzzle: &Puzzle, solution: &Grid) -> String {
    let plain = AutoStream::choice(&std::io::stdout()) == ColorChoice::Never;
    let bold = if plain { Style::new() } else { Style::new().bold() };
    format::drawn(solution, puzzle.edges(), &|cell, text| match puzzle.givens().get(cell) {
        Some(_) => format!("{bold}{text}{bold:#}"),
        None => text.to_owned(),
    })
}
