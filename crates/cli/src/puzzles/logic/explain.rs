//! `explain`: how people solve a puzzle, step by step.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::ValueHint;
use quadrille_api::{Answer, ExplainAnswer, ExplainStep, Question, Trace};
use quadrille_core::{Limits, Meter, WallClock};
use quadrille_logic::NotJudged;
use quadrille_logic::text::{Language, Phrase};

use super::wrap::{text_width, wrapped};
use super::{Bounds, LanguageOption, ProfileOption};
use crate::args::InputOptions;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::PATIENCE;
use crate::io::arguments::Inputs;
use crate::io::asking::{Asking, ask_all, each_all};
use crate::io::at::{At, exit_of};
use crate::io::output::Report;

/// Explain solutions step by step
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../../help/explain.txt").trim_end())]
pub(crate) struct Args {
    /// Files, `-`, puzzles or sources [default: standard input]
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    inputs: Vec<OsString>,
    /// All steps that are possible at the start, instead of a walkthrough
    #[arg(long)]
    all: bool,
    /// Write a page with a picture of each step to this file, for a screen or paper
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    html: Option<PathBuf>,
    /// Short lines that `judge` reads, or a conversation of them in JSON, instead of words
    #[arg(long, value_name = "FORM", conflicts_with_all = ["all", "html"])]
    form: Option<Form>,
    #[command(flatten)]
    profile: ProfileOption,
    #[command(flatten)]
    language: LanguageOption,
    #[command(flatten)]
    limits: Bounds,
    #[command(flatten)]
    reading: InputOptions,
}

/// How walkthroughs are written that are read in great numbers.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Form {
    /// A line for each step
    Compact,
    /// A question and an answer as messages
    Chat,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let is_page = args.html.is_some();
    Failure::refuse(&[
        (is_page && context.json, "--html writes a page; omit --json"),
        (is_page && context.output.is_some(), "--html names the file to write; omit --output"),
    ])?;
    let profile = args.profile.resolve(quadrille_api::Explain::PROFILE, context)?;
    let inputs = Inputs::resolve(&args.inputs, &args.reading, context.seed(), context)?;
    context.handle_signals(Some(PATIENCE));
    let (all, language) = (args.all, args.language.resolve()?);
    let limits = args.limits.limits();
    let question =
        quadrille_api::Explain { profile, all, with_entries: false, language: language.clone() };
    if let Some(form) = args.form {
        return write_traces(form, question, limits, inputs, context);
    }
    if let Some(path) = &args.html {
        return super::page::write(&question, limits, path, inputs, context);
    }
    let (question, width) = (Question::Explain(question), text_width(context));
    ask_all(&Explain { question, language, limits, width, context }, inputs, context)
}

/// Writes the traces of all puzzles in order.
fn write_traces(
    form: Form,
    question: quadrille_api::Explain,
    limits: Limits,
    inputs: Inputs,
    context: &Context,
) -> Result<Exit, Failure> {
    let (profile, language) = (question.profile.clone(), question.language.clone());
    let question = Question::Explain(question);
    each_all(&question, inputs, context, |at, puzzle, report| {
        let clock = WallClock::new();
        let mut meter =
            Meter::new(limits, question.node(), &context.cancel, &clock).expect("the clock runs");
        match Trace::of(puzzle, &profile, &mut meter) {
            Ok(trace) => {
                match form {
                    Form::Chat => report.line(trace.chat(&language)),
                    Form::Compact if context.json => report.object_at(at, |object| {
                        object.field("puzzle", &puzzle.to_string());
                        object.field("solution", &trace.solution.to_string());
                        object.field("lines", &trace.lines);
                    }),
                    Form::Compact => {
                        report.line(puzzle.to_string());
                        trace.lines.iter().for_each(|line| report.line(line));
                    }
                }
                report.done(Exit::Done);
            }
            Err(NotJudged(why)) => {
                match context.json || matches!(form, Form::Chat) {
                    true => report.object_at(at, |object| object.field("status", &why.id())),
                    false => report.line(why.id()),
                }
                report.done(Exit::No);
            }
        }
    })
}

struct Explain<'c> {
    question: Question,
    language: Language,
    limits: Limits,
    /// The width to which lines are broken.
    width: usize,
    context: &'c Context,
}

impl Asking for Explain<'_> {
    fn question(&self) -> &Question {
        &self.question
    }

    fn limits(&self) -> Limits {
        self.limits
    }

    fn print<'a>(&'a self, at: &At<'_>, answer: &Answer<'_>, report: &mut Report<'a>) {
        let Answer::Explain(found) = answer else { return report.other(at, answer) };
        if self.context.json {
            put_objects(at, found, report);
        } else {
            report.line(&found.puzzle);
            for line in found.steps.iter().flat_map(|step| self.lines(step)) {
                report.line(&line);
            }
            for line in found.conclusion.iter().flat_map(|text| wrapped(text, self.width, 0)) {
                report.line(&line);
            }
        }
        report.done(exit_of(answer));
    }
}

/// Writes an object for each step, and one with the number 0 if they do not lead to the solution or
/// there are none.
fn put_objects(at: &At<'_>, found: &ExplainAnswer, report: &mut Report<'_>) {
    let mut put = |write: &mut dyn FnMut(&mut quadrille_api::json::Object<'_>)| {
        report.object_at(at, |object| {
            object.field("puzzle", &found.puzzle);
            object.field("profile", &found.profile);
            write(object);
            object.field("seed", &found.seed);
        });
    };
    for step in &found.steps {
        put(&mut |object| object.fields(step));
    }
    if found.conclusion.is_some() || found.steps.is_empty() {
        put(&mut |object| {
            object.field("step", &0);
            object.field("status", &found.status);
            if let Some(conclusion) = &found.conclusion {
                object.field("conclusion", conclusion);
            }
            if let Some(stop) = found.stop {
                object.field("stop", &stop);
            }
        });
    }
}

impl Explain<'_> {
    /// Returns the lines of a step.
    fn lines(&self, step: &ExplainStep) -> Vec<String> {
        let words = [("heading", &*step.heading), ("text", &*step.text)];
        let mut text = self.language.say(Phrase::Step, &words);
        if let Some(unlocks) = &step.unlocks {
            text.push(if step.text.contains('\n') { '\n' } else { ' ' });
            text.push_str(unlocks);
        }
        let indent = step.step.to_string().len() + 2;
        let mut lines = wrapped(&text, self.width, indent);
        if let Some(eureka) = &step.evidence.eureka {
            // In one line, to be copied.
            lines.push(" ".repeat(indent) + eureka);
        }
        lines
    }
}
