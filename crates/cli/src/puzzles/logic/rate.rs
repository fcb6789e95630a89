//! `rate`: how hard puzzles are for people.

use std::ffi::OsString;

use clap::ValueHint;
use quadrille_api::{Answer, Question, RateAnswer};
use quadrille_core::Limits;
use quadrille_logic::Profile;
use quadrille_logic::text::Language;

use super::template::{Template, tenths};
use super::{Bounds, ProfileOption};
use crate::args::InputOptions;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::PATIENCE;
use crate::io::arguments::Inputs;
use crate::io::asking::{Asking, ask_all};
use crate::io::at::{At, exit_of};
use crate::io::output::{Frame, Report};

/// Rate the difficulty of puzzles
///
/// The rating of a puzzle is that of the hardest technique that a person needs.
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../../help/rate.txt").trim_end())]
pub(crate) struct Args {
    /// Files, `-`, puzzles or sources [default: standard input]
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    inputs: Vec<OsString>,
    #[command(flatten)]
    profile: ProfileOption,
    /// Write a table with a header for spreadsheets
    #[arg(long)]
    csv: bool,
    /// Write each puzzle in a format like that of `serate`
    #[arg(long, value_name = "FORMAT", allow_hyphen_values = true)]
    format: Option<String>,
    #[command(flatten)]
    limits: Bounds,
    #[command(flatten)]
    reading: InputOptions,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let has_format = args.format.is_some();
    Failure::refuse(&[
        (args.csv && has_format, "--csv and --format exclude each other; omit one of them"),
        (args.csv && context.json, "--csv and --json exclude each other; omit one of them"),
        (has_format && context.json, "--format and --json exclude each other; omit one of them"),
    ])?;
    let profile = args.profile.resolve(quadrille_api::Rate::PROFILE, context)?;
    let template = args.format.as_deref().map(Template::parse).transpose()?;
    let inputs = Inputs::resolve(&args.inputs, &args.reading, context.seed(), context)?;
    context.handle_signals(Some(PATIENCE));
    let style = match (template, args.csv) {
        (Some(template), _) => Style::Template(template),
        (None, true) => Style::Csv,
        (None, false) => Style::Plain,
    };
    let limits = args.limits.limits();
    let language = Language::english();
    let question = quadrille_api::Rate { profile: profile.clone(), language };
    let question = Question::Rate(question);
    ask_all(&Rate { question, profile, style, limits, context }, inputs, context)
}

struct Rate<'c> {
    question: Question,
    profile: Profile,
    style: Style,
    limits: Limits,
    context: &'c Context,
}

enum Style {
    Plain,
    Csv,
    Template(Template),
}

impl Rate<'_> {
    /// Writes the line of a rating.
    fn put(&self, at: &At<'_>, found: &RateAnswer, report: &mut Report<'_>) {
        let points = |rating: Option<f64>| {
            rating.map(|rating| self.profile.points(tenths(rating))).unwrap_or_default()
        };
        let RateAnswer { puzzle, status, rating, pearl, diamond, class, .. } = found;
        match &self.style {
            Style::Plain => {
                let words = match (class, rating) {
                    (Some(class), _) => format!("{class} {}", found.score.unwrap_or_default()),
                    (None, Some(_)) => [rating, pearl, diamond]
                        .map(|rating| format!("{:.1}", rating.unwrap_or_default()))
                        .join(" "),
                    (None, None) => (*status).to_owned(),
                };
                report.line(format!("{puzzle} {words}"));
            }
            Style::Csv => {
                let [rated, pearl, diamond] = [*rating, *pearl, *diamond].map(points);
                let hardest = found.hardest.unwrap_or_default();
                let steps = found.steps.map(|steps| steps.to_string()).unwrap_or_default();
                let class = match self.profile.has_scores() {
                    true => format!(",{},{rated}", class.unwrap_or_default()),
                    false => String::new(),
                };
                report.line(format!(
                    "{puzzle},{status},{rated},{pearl},{diamond},{hardest},{steps}{class}"
                ));
            }
            Style::Template(template) => {
                report.append(|out| template.write(found, at.line, &self.profile, out));
            }
        }
    }
}

impl Asking for Rate<'_> {
    fn question(&self) -> &Question {
        &self.question
    }

    fn limits(&self) -> Limits {
        self.limits
    }

    fn print<'a>(&'a self, at: &At<'_>, answer: &Answer<'_>, report: &mut Report<'a>) {
        match (answer, &self.style) {
            _ if self.context.json => return report.other(at, answer),
            (Answer::Rate(found), _) => {
                if let Some(error) = &found.error {
                    report.message(format!("{}:{}:1: {error}", at.file, at.line));
                }
                self.put(at, found, report);
            }
            (_, Style::Csv) => {
                let class = if self.profile.has_scores() { ",," } else { "" };
                report.line(format!(",{},,,,,{class}", answer.status()));
            }
            _ => return report.other(at, answer),
        }
        report.done(exit_of(answer));
    }

    fn frame(&self) -> Frame {
        match self.style {
            Style::Csv => Frame {
                before: match self.profile.has_scores() {
                    true => "puzzle,status,rating,pearl,diamond,hardest,steps,class,score\n",
                    false => "puzzle,status,rating,pearl,diamond,hardest,steps\n",
                },
                ..Frame::default()
            },
            _ => Frame::default(),
        }
    }
}
