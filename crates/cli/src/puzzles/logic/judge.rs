//! `judge`: whether steps, or whole answers, are right, and which of the steps are deductions.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::ValueHint;
use quadrille_api::{
    Answer, JudgeAnswer, JudgeRequest, JudgedStep, Question, Reply, Request, StepInput,
};
use quadrille_core::{Limits, WallClock};

use super::{Bounds, ProfileOption};
use crate::args::InputOptions;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::arguments::Inputs;
use crate::io::asking::{Asking, ask_all};
use crate::io::at::{At, exit_of};
use crate::io::output::Report;
use crate::io::sequence::Sequence;
use crate::io::{PATIENCE, bounded};

/// Judge steps and answers of solvers
///
/// A step is `deducible` if a technique shows it now; `true` if it is right, but none does; `false` if
/// the board says that it is wrong; `unsolvable` if nothing on the board says so, but there is no
/// solution with it; `idle` if it changes nothing.
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../../help/judge.txt").trim_end())]
pub(crate) struct Args {
    /// Files, `-`, puzzles or sources [default: standard input]
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    inputs: Vec<OsString>,
    /// A step: r1c2=5 places a digit, r1c2<>5 rules it out; can be repeated
    ///
    /// The id of the technique that is said to show it may follow, as in "r1c2=5 naked-single".
    #[arg(long, value_name = "STEP")]
    step: Vec<String>,
    /// Take each step before the next one is judged
    #[arg(long)]
    in_order: bool,
    /// A file with a whole answer: the grid it ends with and its steps are judged
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "step")]
    answer: Option<PathBuf>,
    /// A file with a JSON object a line instead: `puzzle`, and `steps` or `answer`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["inputs", "step", "in_order", "answer", "InputOptions", "Bounds"])]
    rows: Option<PathBuf>,
    #[command(flatten)]
    profile: ProfileOption,
    /// Use no technique with a higher rating [default: all but the last resorts]
    ///
    /// Last resorts assume much, and show nearly every step of a board: nested and dynamic forcing
    /// chains, brute force.
    #[arg(long, value_name = "RATING", allow_negative_numbers = true)]
    max_rating: Option<f64>,
    #[command(flatten)]
    limits: Bounds,
    #[command(flatten)]
    reading: InputOptions,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    if let Some(rows) = &args.rows {
        return judge_rows(rows, args, context);
    }
    if args.step.is_empty() && args.answer.is_none() {
        return Err(Failure::usage("nothing to judge; give --step, --answer or --rows".to_owned()));
    }
    let profile = args.profile.resolve(quadrille_api::Judge::PROFILE, context)?;
    let text = |path: &PathBuf| {
        bounded::text_of(path).map_err(|error| Failure::unreadable(&path.to_string_lossy(), error))
    };
    let question = quadrille_api::Judge::new(
        profile,
        args.max_rating,
        &args.step.iter().cloned().map(StepInput::Text).collect::<Vec<_>>(),
        args.in_order,
        args.answer.as_ref().map(text).transpose()?,
    );
    let question = Question::Judge(question.map_err(Failure::of)?);
    let inputs = Inputs::resolve(&args.inputs, &args.reading, context.seed(), context)?;
    context.handle_signals(Some(PATIENCE));
    ask_all(&Judging { question, limits: args.limits.limits(), context }, inputs, context)
}

struct Judging<'c> {
    question: Question,
    limits: Limits,
    context: &'c Context,
}

impl Asking for Judging<'_> {
    fn question(&self) -> &Question {
        &self.question
    }

    fn limits(&self) -> Limits {
        self.limits
    }

    fn print<'a>(&'a self, at: &At<'_>, answer: &Answer<'_>, report: &mut Report<'a>) {
        match answer {
            Answer::Judge(judged) if !self.context.json && judged.status == "proper" => {
                for step in &judged.steps {
                    report.line(words(step));
                }
                if judged.answer.is_some() {
                    report.line(outcome(judged));
                }
                report.done(exit_of(answer));
            }
            _ => report.other(at, answer),
        }
    }
}

/// A judged step on a line.
fn words(judged: &JudgedStep) -> String {
    let JudgedStep { step, verdict, technique, rating, claim } = judged;
    let mut line = format!("{step} {verdict}");
    if let (Some(technique), Some(rating)) = (technique, rating) {
        line += &format!(" {technique} {rating:.1}");
    }
    if let Some(claim) = claim {
        line += &format!(" (claim {claim})");
    }
    line
}

/// What a whole answer is worth, on a line.
fn outcome(judged: &JudgeAnswer) -> String {
    let Some(answer) = &judged.answer else {
        let verdicts: Vec<&str> = judged.steps.iter().map(|step| step.verdict).collect();
        return verdicts.join(" ");
    };
    let what = match answer.format {
        _ if answer.solved => "solved",
        None => "no grid",
        Some(_) if answer.givens == Some(false) => "givens changed",
        Some(_) if answer.rules == Some(false) => "rules broken",
        Some(_) => "wrong",
    };
    let deduced = answer.deduced.map_or(String::new(), |_| {
        let taken = judged.steps.len() - answer.counts["idle"];
        format!(", {} of {taken} steps deduced", answer.counts["deducible"])
    });
    format!("{what}, {} of {} cells right{deduced}", answer.right, answer.open)
}

/// Judges a file of rows, in order.
fn judge_rows(path: &PathBuf, args: &Args, context: &Context) -> Result<Exit, Failure> {
    let name = path.to_string_lossy();
    let text = bounded::text_of(path).map_err(|error| Failure::unreadable(&name, error))?;
    let rows: Vec<&str> = text.lines().collect();
    context.handle_signals(Some(PATIENCE));
    let sequence =
        Sequence { first: 0, count: rows.len() as u64, batch: 64, unit: "rows", tried: None };
    sequence.write_all(context, |number, report| {
        let at = At { file: &name, line: number + 1, text: None };
        match answered(rows[number as usize], args, context) {
            Ok(None) => {}
            Ok(Some(answer)) => match &answer {
                Answer::Judge(judged) if !context.json && judged.status == "proper" => {
                    report.line(outcome(judged));
                    report.done(exit_of(&answer));
                }
                _ => report.other(&at, &answer),
            },
            Err(why) => {
                report.bad_input(format!("{name}:{}:1: {why}", number + 1));
                match context.json {
                    true => report.object_at(&at, |object| {
                        object.field("status", &"invalid");
                        object.field("error", &why);
                    }),
                    false => report.line("invalid"),
                }
                report.done(Exit::Usage);
            }
        }
    })
}

/// The answer to a row; `None` if it is blank.
fn answered(row: &str, args: &Args, context: &Context) -> Result<Option<Answer<'static>>, String> {
    if row.trim().is_empty() {
        return Ok(None);
    }
    let mut request: JudgeRequest = serde_json::from_str(row).map_err(|error| error.to_string())?;
    let ProfileOption { profile, avoid, max } = &args.profile;
    request.profile = request.profile.or_else(|| profile.clone());
    request.avoid = request.avoid.or_else(|| Some(avoid.clone()).filter(|ids| !ids.is_empty()));
    request.max = request.max.or_else(|| max.clone());
    request.max_rating = request.max_rating.or(args.max_rating);
    let clock = WallClock::new();
    let bounds = quadrille_api::Context::new(context.cancel.clone(), &clock);
    match quadrille_api::call(&Request::Judge(request), &bounds) {
        Ok(Reply::Answer(answer)) => Ok(Some(answer)),
        Ok(_) => unreachable!("a question about a puzzle gets an answer"),
        Err(error) => Err(error.to_string()),
    }
}
