//! `count`: how many solutions each puzzle has, up to a limit.

use std::ffi::OsString;

use clap::ValueHint;
use quadrille_api::{Answer, CountAnswer, Question};
use quadrille_core::solve::{self, count_in_parallel};
use quadrille_core::{Limits, Status};

use crate::args::{InputOptions, LimitOptions, values};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::arguments::Inputs;
use crate::io::asking::{Asking, ask_all};
use crate::io::at::At;
use crate::io::output::Report;
use crate::io::{LONG_PATIENCE, PATIENCE};

/// Count the solutions of puzzles
///
/// Prints `PUZZLE COUNT` for each puzzle; `+` marks a count that reached the limit.
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../help/count.txt").trim_end())]
pub(crate) struct Args {
    /// Files, `-`, puzzles or sources [default: standard input]
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    inputs: Vec<OsString>,
    /// Maximum number of solutions to count; 0 = no limit [default: 2, with --estimate 1000]
    #[arg(long, value_name = "N", value_parser = values::any_number(), allow_negative_numbers = true)]
    limit: Option<u64>,
    /// Estimate numbers beyond the limit by N random walks [N: 1000]
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1000")]
    #[arg(value_parser = values::number::<u64>(2..=1_000_000_000))]
    estimate: Option<u64>,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    reading: InputOptions,
}

/// Solutions that are counted on one thread, in about a hundredth of a second. A puzzle with more is
/// counted again on all threads.
const MANY: u64 = 10_000;

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let mut question = quadrille_api::Count::new(args.limit, args.estimate).map_err(Failure::of)?;
    let inputs = Inputs::resolve(&args.inputs, &args.reading, context.seed(), context)?;
    // Walks that are under way are reported, but an input may have to be waited for.
    let patience = if args.estimate.is_some() { LONG_PATIENCE } else { PATIENCE };
    context.handle_signals(Some(patience));
    let (limit, limits) = (question.limit, args.limits.limits());
    // Within limits all solutions are counted, as those apply to a search on one thread.
    if limits == Limits::NONE && args.estimate.is_none() {
        question.limit = if limit == 0 { MANY } else { limit.min(MANY) };
    }
    let few = question.limit;
    ask_all(
        &Count { question: Question::Count(question), few, limit, limits, context },
        inputs,
        context,
    )
}

struct Count<'c> {
    question: Question,
    /// How many solutions are counted on one thread.
    few: u64,
    limit: u64,
    limits: Limits,
    context: &'c Context,
}

impl Asking for Count<'_> {
    fn question(&self) -> &Question {
        &self.question
    }

    fn limits(&self) -> Limits {
        self.limits
    }

    fn print<'a>(&'a self, at: &At<'_>, answer: &Answer<'_>, report: &mut Report<'a>) {
        match answer {
            Answer::Count(found)
                if self.few != self.limit && found.count == self.few && !found.exact =>
            {
                let (file, line, found) = (at.file.to_owned(), at.line, found.clone().into_owned());
                report.later(move |report| {
                    let at = At { file: &file, line, text: None };
                    match self.all(found) {
                        Some(found) => self.put(&at, &Answer::Count(found), report),
                        None => report.end(),
                    }
                });
            }
            answer => self.put(at, answer, report),
        }
    }
}

impl Count<'_> {
    /// Counts on, on all threads; `None` if Ctrl-C came.
    fn all(&self, found: CountAnswer<'static>) -> Option<CountAnswer<'static>> {
        let puzzle = quadrille_formats::read_one(&found.puzzle).expect("puzzles read back");
        let (threads, cancel) = (self.context.threads(), &self.context.cancel);
        let solve::Answer { count, exact, stop, .. } =
            count_in_parallel(&puzzle, self.limit, threads, cancel);
        let is_known = stop.status() != Status::Limit;
        is_known.then_some(CountAnswer { count, exact, ..found })
    }

    fn put(&self, at: &At<'_>, answer: &Answer<'_>, report: &mut Report<'_>) {
        let Answer::Count(found) = answer else { return report.other(at, answer) };
        if self.context.json {
            return report.answer(at, answer);
        }
        report.text(found.puzzle.as_bytes());
        report.text(b" ");
        match &found.estimate {
            Some(estimate) if estimate.hits > 0 => report.line(&estimate.text),
            _ => {
                report.number(found.count);
                report.text(if found.exact { b"\n" } else { b"+\n" });
            }
        }
        report.done(Exit::Done);
    }
}
