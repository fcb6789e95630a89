//! `solve`: a solution per puzzle, or a status.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::ValueHint;
use quadrille_api::{Answer, Question};
use quadrille_core::{CancelFlag, Counters, Event, Meter, Observer, WallClock};
use quadrille_lab::trace::{Header, TraceWriter};

use super::enumeration::Enumeration;
use super::solving::Solve;
use crate::args::{InputOptions, LimitOptions, values};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::PATIENCE;
use crate::io::arguments::Inputs;
use crate::io::asking::{Asking, ask_all, ask_in_turn};
use crate::io::output::{Output, Report};
use crate::lab::programs::{refuse_shortage, try_programs};
use quadrille_lab::registry::Seeds;

/// Solve puzzles
///
/// Prints a line for each puzzle: its solution, or a status such as `none`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../help/solve.txt").trim_end())]
pub(crate) struct Args {
    /// Files, `-`, puzzles or sources [default: standard input]
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    inputs: Vec<OsString>,
    /// The algorithm, such as tabu:noise=9
    ///
    /// `cmd:PROGRAM ARG…` is a program of yours that speaks the protocol `quadrille-lab`
    /// (docs/reference/protocol.md).
    #[arg(long, value_name = "ID", default_value = "auto")]
    with: String,
    /// Draw random numbers of the algorithm's `own`, or `common` ones
    ///
    /// `common` repeats a run of `compare --seeds common`.
    #[arg(long, value_name = "KIND", default_value_t)]
    #[arg(hide_short_help = true, conflicts_with = "trace")]
    seeds: Seeds,
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
    let configuration = context.algorithms.parse(&args.with)?;
    try_programs([&configuration])?;
    let inputs = Inputs::resolve(&args.inputs, &args.reading, context.seed(), context)?;
    context.handle_signals(Some(PATIENCE));
    let mut solve =
        quadrille_api::Solve::new(configuration, args.solutions).map_err(Failure::of)?;
    solve.seeds = args.seeds;
    let is_drawn = inputs.is_one_written()
        && !context.json
        && context.output.is_none()
        && args.solutions == 1
        && io::stdout().is_terminal();
    let command = Solve {
        question: Question::Solve(solve.clone()),
        solve,
        limits: args.limits.limits(),
        clock: WallClock::new(),
        context,
        is_drawn,
        is_traced: args.trace.is_some(),
    };
    let exit = match &args.trace {
        Some(_) if args.solutions != 1 => {
            Err(Failure::usage("a trace is of one search; omit --solutions"))
        }
        None if args.solutions != 1 => Enumeration { command: &command }.run(inputs),
        Some(path) => trace(&command, inputs, path),
        None => ask_all(&command, inputs, context),
    }?;
    refuse_shortage([&command.solve.configuration])?;
    Ok(exit)
}

/// Solves all puzzles one by one and writes a trace of each run to a file. The file is opened
/// before the first run; if it can no longer be written, the current run ends.
fn trace(command: &Solve<'_>, inputs: Inputs, path: &Path) -> Result<Exit, Failure> {
    let context = command.context;
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
    let (solve, seed) = (&command.solve, context.seed());
    let exit = ask_in_turn(command, inputs, &mut out, context, |at, puzzle, out| {
        let header = Header {
            shape: puzzle.shape(),
            puzzle: puzzle.to_string(),
            configuration: solve.name().to_owned(),
            seed,
        };
        let writer = TraceWriter::new(&mut traces, &header);
        let mut watch = Watch { writer, cancel: context.cancel.clone() };
        let meter =
            Meter::new(command.limits, command.question.node(), &context.cancel, &command.clock)
                .expect("the clock runs");
        let answer = solve.run(puzzle, seed, &meter, Some(&mut watch));
        let finished = watch.writer.finish().map(|_| ());
        finished.map_err(|error| traces.failure(error))?;
        let mut report = Report::new(context);
        let answer = Answer::Solve(answer);
        if answer.is_cancelled() {
            report.end();
        } else {
            command.print(at, &answer, &mut report);
        }
        report.print_to(out)
    })?;
    traces.conclude(exit)?;
    Ok(exit)
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
