//! `solve`: a solution per puzzle, or why there is none.

use std::cell::RefCell;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use anstyle::Style;
use clap::ValueHint;
use quadrille_engine::CancelFlag;
use quadrille_engine::format;
use quadrille_engine::kernel::lines::Lines;
use quadrille_engine::solve::{self, Solver};
use quadrille_engine::{
    Clock, Counter, Counters, Event, Grid, Limits, Meter, Observer, Puzzle, Solution, Status, Stop,
    WallClock,
};
use quadrille_lab::Configuration;
use quadrille_lab::trace::{Header, TraceWriter};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::args::{InputOptions, LimitOptions, values};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::PATIENCE;
use crate::io::arguments::Inputs;
use crate::io::input::{Answering, AnsweringLines, Record, Together, answer_all, one_by_one};
use crate::io::json;
use crate::io::output::{Output, Report};

/// Solve puzzles: a line per puzzle, the solution or why there is none
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  quadrille solve puzzles.txt
  quadrille solve --with annealing-r0:start=givens --time 2s --seed 7 puzzles.txt
  quadrille solve --solutions 0 1...............   every solution, each a line
  quadrille solve --json - < puzzles.txt           one object a line, with counters and times
  quadrille solve --with tabu --trace run.trace PUZZLE; quadrille replay run.trace

If no solution was found, the line holds a status word instead: none (there is no solution), limit
(a limit ended the search), stuck (the algorithm gave up), wrong (the validator rejected its
answer), invalid (no puzzle in the line), unsupported (the algorithm does not support the board).")]
pub(crate) struct Args {
    /// Files, `-`, puzzles or sources [default: standard input]
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    inputs: Vec<OsString>,
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

/// How long a check that only serves a note may take.
const SOON: Duration = Duration::from_secs(1);

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let configuration = Configuration::parse(&args.with)?;
    let inputs = Inputs::resolve(&args.inputs, &args.reading, context.seed(), context)?;
    context.handle_signals(Some(PATIENCE));
    let limits = args.limits.limits();
    let clock = WallClock::new();
    if args.solutions != 1 {
        if args.trace.is_some() {
            return Err(Failure::usage("a trace is of one search; omit --solutions"));
        }
        let (solver, counters) = (exact(&configuration)?, configuration.entry.counters);
        let enumeration =
            Enumeration { solver, counters, count: args.solutions, context, limits, clock };
        return enumeration.run(inputs);
    }
    let is_drawn = inputs.is_one_written()
        && !context.json
        && context.output.is_none()
        && io::stdout().is_terminal();
    // The seconds of a puzzle are known only when it is solved alone.
    let together =
        !context.json && !is_drawn && configuration.entry.id == "auto" && limits == Limits::NONE;
    let command = Solve { configuration, limits, clock, context, together, is_drawn };
    match &args.trace {
        Some(path) => command.trace(inputs, path),
        None if together => answer_all(&command, inputs, &Together::Lines(&command), context),
        None => answer_all(&command, inputs, &Together::Single, context),
    }
}

/// Returns the exact solver that an algorithm is.
fn exact(configuration: &Configuration) -> Result<Solver, Failure> {
    Solver::ALL.iter().copied().find(|solver| solver.id() == configuration.entry.id).ok_or_else(
        || {
            let ids: Vec<&str> = Solver::ALL.iter().map(|solver| solver.id()).collect();
            Failure::usage(format!(
                "--solutions needs an exact solver, which `{}` is not; use --with {}",
                configuration.entry.id,
                ids.join(" or ")
            ))
        },
    )
}

/// One object of `solve --json`; absent fields do not apply.
#[derive(Serialize)]
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

/// Returns the counters that the algorithm has as an object, with `nodes`.
fn counters(counted: &Counters, has: &[Counter], nodes: Counter) -> Map<String, Value> {
    has.iter()
        .map(|&counter| (counter.id().to_owned(), counted[counter].into()))
        .chain([("nodes".to_owned(), counted[nodes].into())])
        .collect()
}

/// The first solution of each puzzle.
struct Solve<'c> {
    configuration: Configuration,
    limits: Limits,
    clock: WallClock,
    context: &'c Context,
    /// Whether puzzles are solved in batches.
    together: bool,
    /// Whether the solution is drawn on the terminal.
    is_drawn: bool,
}

/// What was found out about a puzzle.
struct Solved {
    stop: Stop,
    solution: Option<Solution>,
    counters: Counters,
    wall: Duration,
    cpu: Duration,
}

impl Answering for Solve<'_> {
    type Answer = Solved;

    fn answer(&self, puzzles: &[Puzzle]) -> Vec<Solved> {
        if !self.together {
            return puzzles.iter().map(|puzzle| self.run(puzzle, None)).collect();
        }
        let answers = solve::many(puzzles, 1, &mut Meter::cancellable(&self.context.cancel));
        let solved = |answer: solve::Answer| Solved {
            stop: answer.stop,
            solution: answer.solutions.into_iter().next(),
            counters: Counters::default(),
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
        };
        answers.into_iter().map(solved).collect()
    }

    fn write<'a>(
        &'a self,
        file: &str,
        line: u64,
        puzzle: &Puzzle,
        answer: Solved,
        report: &mut Report<'a>,
    ) {
        let Solved { stop, solution, counters: counted, wall, cpu } = answer;
        if stop == Stop::Cancelled {
            return report.cut_off();
        }
        let status = stop.status();
        let entry = self.configuration.entry;
        let solution = solution.as_ref().map(Solution::grid);
        if self.context.json {
            report.json(&Row {
                file,
                line,
                puzzle: Some(&puzzle.to_string()),
                status: status.id(),
                solution: solution.map(format::line::text_of),
                algorithm: Some(self.configuration.to_string()),
                seed: self.context.seed(),
                counters: Some(counters(&counted, entry.counters, entry.nodes)),
                stop: Some(stop.id()),
                seconds: Some(wall.as_secs_f64()),
                cpu_seconds: Some(cpu.as_secs_f64()),
            });
        } else {
            match solution {
                Some(grid) if self.is_drawn => {
                    report.text(self.drawn(puzzle, grid).as_bytes());
                    let puzzle = puzzle.clone();
                    report.later(move |_| self.note_others(&puzzle));
                }
                Some(grid) => report.solution(grid),
                None => report.line(status.id()),
            }
        }
        if status == Status::Unsupported {
            report.message(unsupported(file, line, entry.id));
        }
        report.done(exit_of(status));
    }
}

impl AnsweringLines for Solve<'_> {
    fn write_lines<'a>(&'a self, _: &str, _: u64, lines: &Lines, report: &mut Report<'a>) {
        let mut meter = Meter::cancellable(&self.context.cancel);
        for answer in lines.solve(1, &mut meter).iter() {
            match answer.solution {
                Some(solution) => {
                    report.text(solution);
                    report.text(b"\n");
                    report.done(Exit::Done);
                }
                None if answer.stop == Stop::Cancelled => return report.cut_off(),
                None => {
                    report.line(answer.stop.status().id());
                    report.done(exit_of(answer.stop.status()));
                }
            }
        }
    }
}

impl Solve<'_> {
    /// Runs the algorithm.
    fn run(&self, puzzle: &Puzzle, observer: Option<&mut dyn Observer>) -> Solved {
        let (wall, cpu) = (self.clock.wall(), self.clock.cpu());
        let (seed, cancel) = (self.context.seed(), &self.context.cancel);
        let outcome =
            self.configuration.run(puzzle, seed, self.limits, cancel, &self.clock, observer);
        let outcome = outcome.expect("the clock runs");
        Solved {
            stop: outcome.stop,
            solution: outcome.solution,
            counters: outcome.counters,
            wall: self.clock.wall() - wall,
            cpu: self.clock.cpu() - cpu,
        }
    }

    /// Solves all puzzles one by one and writes a trace of each run to a file. The file is opened
    /// before the first run; if it can no longer be written, the current run ends.
    fn trace(&self, inputs: Inputs, path: &Path) -> Result<Exit, Failure> {
        let context = self.context;
        let to_standard = path == Path::new("-");
        if to_standard && context.output.is_none() {
            return Err(Failure::usage(
                "--trace - and the answers would both go to standard output; name a file for the \
                 answers with --output",
            ));
        }
        if context.output.as_deref() == Some(path) {
            return Err(Failure::usage(format!(
                "--trace and --output both name {}; name two files",
                path.display()
            )));
        }
        let mut traces =
            if to_standard { Output::standard(context)? } else { Output::create(context, path)? };
        // Another name for the same file is refused, too.
        context.used_files.add(path);
        let mut out = Output::open(context)?;
        let exit = one_by_one(inputs, context, &mut out, |Record { file, line, puzzle }, out| {
            let header = Header {
                shape: puzzle.shape(),
                puzzle: puzzle.to_string(),
                configuration: self.configuration.to_string(),
                seed: context.seed(),
            };
            let writer = TraceWriter::new(&mut traces, &header);
            let mut watch = Watch { writer, cancel: context.cancel.clone() };
            let solved = self.run(&puzzle, Some(&mut watch));
            let finished = watch.writer.finish().map(|_| ());
            finished.map_err(|error| traces.failure(error))?;
            let mut report = Report::new(context);
            self.write(&file, line, &puzzle, solved, &mut report);
            report.print_to(out)
        })?;
        traces.conclude(exit)?;
        Ok(exit)
    }

    /// Notes on the terminal if a puzzle has several solutions and that is quickly found out.
    fn note_others(&self, puzzle: &Puzzle) {
        let limits = Limits { time: Some(SOON), ..Limits::NONE };
        let mut meter = Meter::new(limits, Solver::Auto.node(), &self.context.cancel, &self.clock)
            .expect("the clock runs");
        if solve::count(Solver::Auto, puzzle, 2, &mut meter).count > 1 {
            self.context.messages.note("not unique: this is one of several solutions");
        }
    }

    /// Returns the solution as a grid, the givens in bold.
    fn drawn(&self, puzzle: &Puzzle, solution: &Grid) -> String {
        let color = match self.context.messages.color() {
            ColorChoice::Auto => AutoStream::choice(&io::stdout()),
            color => color,
        };
        let bold = if color == ColorChoice::Never { Style::new() } else { Style::new().bold() };
        format::drawn(solution, puzzle.edges(), &|cell, text| match puzzle.givens().get(cell) {
            Some(_) => format!("{bold}{text}{bold:#}"),
            None => text.to_owned(),
        })
    }
}

/// Writes a trace, and ends the run if that fails.
struct Watch<'a> {
    writer: TraceWriter<&'a mut Output>,
    cancel: CancelFlag,
}

impl Observer for Watch<'_> {
    fn event(&mut self, at: &Counters, event: Event<'_>) {
        self.writer.event(at, event);
        if self.writer.has_failed() {
            self.cancel.cancel();
        }
    }
}

/// Several solutions of each puzzle, written as they are found: there may be more of them than fit
/// into memory.
struct Enumeration<'c> {
    solver: Solver,
    counters: &'static [Counter],
    /// How many to find; 0 = all.
    count: u64,
    context: &'c Context,
    limits: Limits,
    clock: WallClock,
}

impl Enumeration<'_> {
    fn run(&self, inputs: Inputs) -> Result<Exit, Failure> {
        let mut out = Output::open(self.context)?;
        one_by_one(inputs, self.context, &mut out, |record, out| {
            let mut meter =
                Meter::new(self.limits, self.solver.node(), &self.context.cancel, &self.clock)
                    .expect("the clock runs");
            let status = if self.context.json {
                self.object(&record, &mut meter, out)?
            } else {
                let write = &mut |text: &str| out.line(text);
                let (found, stop) = self.search(&record.puzzle, &mut meter, write)?;
                if found == 0 {
                    out.line(stop.status().id())?;
                }
                status(found, stop)
            };
            if status == Status::Unsupported {
                let Record { file, line, .. } = &record;
                self.context.bad_input(&unsupported(file, *line, self.solver.id()));
            }
            Ok(exit_of(status))
        })
    }

    /// Passes solutions to a function, which may fail, and returns how many there were.
    fn search<E>(
        &self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_>,
        write: &mut dyn FnMut(&str) -> Result<(), E>,
    ) -> Result<(u64, Stop), E> {
        let (mut found, mut failed) = (0, None);
        let stop = self.solver.solve(puzzle, meter, &mut |solution| {
            found += 1;
            failed = write(&format::line::text_of(solution.grid())).err();
            let is_last = failed.is_some() || found == self.count;
            if is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        failed.map_or(Ok((found, stop)), Err)
    }

    /// Writes the solutions as an object, one by one: the list may be endless. Ctrl-C completes it.
    fn object(
        &self,
        Record { file, line, puzzle }: &Record,
        meter: &mut Meter<'_>,
        out: &mut Output,
    ) -> Result<Status, Failure> {
        let (id, seed) = (self.solver.id(), self.context.seed());
        let (cancelled, stop) = (Stop::Cancelled.status().id(), Stop::Cancelled.id());
        let ending = format!(
            "],\"status\":\"{cancelled}\",\"algorithm\":\"{id}\",\"seed\":{seed},\"stop\":\"{stop}\"}}\n"
        );
        let (wall, cpu) = (self.clock.wall(), self.clock.cpu());
        let mut pieces = Pieces { out: &mut *out, piece: Vec::new(), ending: Some(ending) };
        let mut object = || {
            let mut serializer = serde_json::Serializer::with_formatter(&mut pieces, Flushing);
            let mut map = serializer.serialize_map(None)?;
            map.serialize_entry("file", &**file)?;
            map.serialize_entry("line", line)?;
            map.serialize_entry("puzzle", &puzzle.to_string())?;
            let (list, result) = (RefCell::new(&mut *meter), RefCell::new(None));
            map.serialize_entry(
                "solutions",
                &Found { enumeration: self, puzzle, meter: list, result: &result },
            )?;
            let (found, stop) = result.into_inner().expect("the list was written");
            let status = status(found, stop);
            map.serialize_entry("status", status.id())?;
            map.serialize_entry("algorithm", id)?;
            map.serialize_entry("seed", &seed)?;
            let counted = counters(&meter.counters, self.counters, self.solver.node());
            map.serialize_entry("counters", &counted)?;
            map.serialize_entry("stop", stop.id())?;
            map.serialize_entry("seconds", &(self.clock.wall() - wall).as_secs_f64())?;
            map.serialize_entry("cpu_seconds", &(self.clock.cpu() - cpu).as_secs_f64())?;
            SerializeMap::end(map)?;
            Ok::<Status, serde_json::Error>(status)
        };
        let written = object();
        let rest = pieces.piece;
        let status = written.map_err(|error| out.failure(error.into()))?;
        out.end_line(&rest)?;
        Ok(status)
    }
}

/// The list of solutions, which is searched for while it is written.
struct Found<'a, 'm> {
    enumeration: &'a Enumeration<'a>,
    puzzle: &'a Puzzle,
    meter: RefCell<&'a mut Meter<'m>>,
    /// How many there were, and why the search ended.
    result: &'a RefCell<Option<(u64, Stop)>>,
}

impl Serialize for Found<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        let mut meter = self.meter.borrow_mut();
        let write = &mut |text: &str| list.serialize_element(text);
        *self.result.borrow_mut() =
            Some(self.enumeration.search(self.puzzle, &mut meter, write)?);
        SerializeSeq::end(list)
    }
}

/// Flushes the writer at the start of a list and after each element.
struct Flushing;

impl serde_json::ser::Formatter for Flushing {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        json::write_fragment(writer, fragment)
    }

    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b"[")?;
        writer.flush()
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.flush()
    }
}

/// Writes to an output in pieces that end where it was flushed, so that Ctrl-C finds complete
/// elements.
struct Pieces<'a> {
    out: &'a mut Output,
    piece: Vec<u8>,
    ending: Option<String>,
}

impl Write for Pieces<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.piece.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.part_of_line(&self.piece, self.ending.take())?;
        self.piece.clear();
        Ok(())
    }
}

/// Returns the status of a search for several solutions.
fn status(found: u64, stop: Stop) -> Status {
    if found > 0 && stop == Stop::ProvedNone { Status::Solved } else { stop.status() }
}

fn exit_of(status: Status) -> Exit {
    match status {
        Status::Solved => Exit::Done,
        Status::Unsupported => Exit::Usage,
        _ => Exit::No,
    }
}

fn unsupported(file: &str, line: u64, algorithm: &str) -> String {
    format!(
        "{file}:{line}:1: `{algorithm}` does not support this board; `quadrille algorithms` lists \
         the boards of each algorithm, --with auto solves all"
    )
}
