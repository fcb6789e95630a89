//! `canon`: canonical forms of puzzles, the first puzzle of each class, random isomorphs.

use std::ffi::OsString;
use std::time::Duration;

use clap::ValueHint;
use quadrille_api::json::Object;
use quadrille_api::{Answer, CanonAnswer, Question};
use quadrille_core::Limits;
use quadrille_core::canon::Form;

use super::shuffle;
use crate::args::{InputOptions, values};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::PATIENCE;
use crate::io::arguments::Inputs;
use crate::io::asking::{Asking, ask_all};
use crate::io::at::{At, exit_of};
use crate::io::classes::{ClassHasher, Classes};
use crate::io::output::Report;

/// Memory of `--dedup` by default.
const MEMORY: u64 = 1 << 30;

/// Find canonical forms, remove isomorphs
///
/// Prints the canonical form of each puzzle, which all its isomorphs share. Also removes isomorphs and
/// makes random ones.
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../help/canon.txt").trim_end())]
pub(crate) struct Args {
    /// Files, `-`, puzzles or sources [default: standard input]
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    inputs: Vec<OsString>,
    /// Write only the first puzzle of each class, as written
    #[arg(long)]
    dedup: bool,
    /// Write N random isomorphs of each puzzle
    #[arg(long, value_name = "N", value_parser = values::any_number(), allow_negative_numbers = true)]
    shuffle: Option<u64>,
    /// Which isomorph represents a class [default: pattern]
    #[arg(long, value_name = "FORM", value_enum, ignore_case = true)]
    form: Option<FormName>,
    #[command(flatten)]
    limits: Bounds,
    #[command(flatten)]
    reading: InputOptions,
}

/// The limits of each search.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Limits of each puzzle")]
struct Bounds {
    /// Maximum number of nodes of the search; 9x9 puzzles hardly ever need any
    #[arg(long, value_name = "N", value_parser = values::any_number(), allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Wall time, such as 500ms or 2s
    #[arg(long, value_name = "DUR", value_parser = values::duration, allow_hyphen_values = true)]
    time: Option<Duration>,
    /// Processor time, such as 500ms or 2s
    #[arg(long, value_name = "DUR", value_parser = values::duration, allow_hyphen_values = true)]
    cpu_time: Option<Duration>,
    /// Memory of --dedup for all puzzles together, such as 512MiB [default: 1GiB]
    #[arg(long, value_name = "SIZE", value_parser = values::size, allow_hyphen_values = true)]
    memory: Option<bytesize::ByteSize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum FormName {
    /// The least pattern of givens, then the least digits for it
    Pattern,
    /// The least digits in row order, an empty cell less than 1
    String,
}

impl FormName {
    fn form(self) -> Form {
        match self {
            Self::Pattern => Form::Pattern,
            Self::String => Form::String,
        }
    }
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let Bounds { nodes, time, cpu_time, memory } = args.limits;
    let is_shuffle = args.shuffle.is_some();
    let is_limited = nodes.is_some() || time.is_some() || cpu_time.is_some();
    Failure::refuse(&[
        (args.dedup && is_shuffle, "--dedup and --shuffle exclude each other; omit one of them"),
        (is_shuffle && args.form.is_some(), "--form has no effect on --shuffle; omit it"),
        (is_shuffle && is_limited, "limits have no effect on --shuffle; omit them"),
        (memory.is_some() && !args.dedup, "--memory has an effect only on --dedup; omit it"),
        (args.shuffle == Some(0), "--shuffle 0 writes nothing; write how many isomorphs to make"),
    ])?;
    let inputs = Inputs::resolve(&args.inputs, &args.reading, context.seed(), context)?;
    context.handle_signals(Some(PATIENCE));
    if let Some(count) = args.shuffle {
        return shuffle::run(inputs, count, context);
    }
    let dedup = args.dedup.then(|| {
        let memory = memory.map_or(MEMORY, |size| size.as_u64());
        Dedup { classes: Classes::new(memory), hasher: ClassHasher::new() }
    });
    let form = args.form.map_or(Form::default(), FormName::form);
    let question = quadrille_api::Canon { form, form_only: !context.json };
    let limits = Limits { time, cpu_time, nodes, ..Limits::NONE };
    ask_all(&Canon { question: Question::Canon(question), limits, dedup, context }, inputs, context)
}

struct Canon<'c> {
    question: Question,
    limits: Limits,
    /// Only if the first puzzle of each class is wanted.
    dedup: Option<Dedup>,
    context: &'c Context,
}

struct Dedup {
    classes: Classes,
    hasher: ClassHasher,
}

impl Asking for Canon<'_> {
    fn question(&self) -> &Question {
        &self.question
    }

    fn limits(&self) -> Limits {
        self.limits
    }

    fn keeps_text(&self) -> bool {
        self.dedup.is_some()
    }

    fn print<'a>(&'a self, at: &At<'_>, answer: &Answer<'_>, report: &mut Report<'a>) {
        if let Some(dedup) = &self.dedup {
            return self.offer(dedup, at, answer, report);
        }
        match answer {
            Answer::Canon(CanonAnswer { canonical: Some(form), .. }) if !self.context.json => {
                report.line(form);
                report.done(Exit::Done);
            }
            _ => report.other(at, answer),
        }
    }

    fn finish(&self, write: &mut dyn FnMut(&[u8]) -> Result<(), Failure>) -> Result<(), Failure> {
        match &self.dedup {
            Some(dedup) => dedup.classes.finish(&self.context.cancel, write),
            None => Ok(()),
        }
    }
}

impl Canon<'_> {
    /// Leaves the choice of rows to write to the thread that writes in order. A puzzle whose class is
    /// not known is kept; what has none is omitted.
    fn offer<'a>(
        &'a self,
        dedup: &'a Dedup,
        at: &At<'_>,
        answer: &Answer<'_>,
        report: &mut Report<'a>,
    ) {
        let At { file, line, text } = *at;
        let found = match answer {
            Answer::Canon(found) if found.error.is_none() => found,
            answer => {
                if let Answer::Canon(CanonAnswer { error: Some(error), .. }) = answer {
                    report.message(format!("{file}:{line}:1: {error}"));
                }
                return report.fail(exit_of(answer));
            }
        };
        if let Some(stop) = found.stop {
            report.message(format!(
                "{file}:{line}:1: its form was not found within the limit ({stop}), so it is kept \
                 even if it is an isomorph of another; raise the limit"
            ));
            report.fail(Exit::No);
        }
        let form = found.canonical.as_deref();
        let class = form.map(|form| dedup.hasher.class(found.shape, form));
        let mut row = Vec::new();
        if self.context.json {
            let mut object = Object::begin(&mut row);
            object.field("file", &file);
            object.field("line", &line);
            answer.write_fields(&mut object);
            object.end();
        } else {
            row.extend_from_slice(text.unwrap_or(&found.puzzle).as_bytes());
        }
        row.push(b'\n');
        report.offer(&dedup.classes, class, row);
    }
}
