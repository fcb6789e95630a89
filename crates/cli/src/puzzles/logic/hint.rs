//! `hint`: the next step, at the level of detail requested.

use std::ffi::OsString;

use clap::ValueHint;
use quadrille_api::{Answer, Question};
use quadrille_core::Limits;
use quadrille_logic::Level;

use super::wrap::{terminal_width, wrapped};
use super::{Bounds, LanguageOption, ProfileOption};
use crate::args::{InputOptions, values};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::PATIENCE;
use crate::io::arguments::Inputs;
use crate::io::asking::{Asking, ask_all};
use crate::io::at::{At, exit_of};
use crate::io::output::Report;

/// Give a hint for the next step
///
/// A hint says where to look, which technique to use, or the whole step.
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../../help/hint.txt").trim_end())]
pub(crate) struct Args {
    /// Files, `-`, puzzles or sources [default: standard input]
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    inputs: Vec<OsString>,
    /// How much to say: 1 where to look, 2 the technique, 3 its digits and houses, 4 everything
    #[arg(long, value_name = "N", default_value_t = 2)]
    #[arg(value_parser = values::number::<u8>(1..=4), allow_negative_numbers = true)]
    level: u8,
    #[command(flatten)]
    profile: ProfileOption,
    #[command(flatten)]
    language: LanguageOption,
    #[command(flatten)]
    limits: Bounds,
    #[command(flatten)]
    reading: InputOptions,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let profile = args.profile.resolve(quadrille_api::Hint::PROFILE, context)?;
    let inputs = Inputs::resolve(&args.inputs, &args.reading, context.seed(), context)?;
    context.handle_signals(Some(PATIENCE));
    let level = Level::of_number(args.level).expect("the range was checked");
    let language = args.language.resolve()?;
    let question = Question::Hint(quadrille_api::Hint { profile, level, language });
    let (limits, width) = (args.limits.limits(), terminal_width(context));
    ask_all(&Hints { question, limits, width, context }, inputs, context)
}

struct Hints<'c> {
    question: Question,
    limits: Limits,
    /// The width of the terminal, if there is one.
    width: Option<usize>,
    context: &'c Context,
}

impl Asking for Hints<'_> {
    fn question(&self) -> &Question {
        &self.question
    }

    fn limits(&self) -> Limits {
        self.limits
    }

    fn print<'a>(&'a self, at: &At<'_>, answer: &Answer<'_>, report: &mut Report<'a>) {
        match (answer, self.width) {
            (Answer::Hint(hint), Some(width)) if !self.context.json => {
                for line in wrapped(&hint.text, width, 0) {
                    report.line(&line);
                }
            }
            // A line for each puzzle.
            (Answer::Hint(hint), None) if !self.context.json => {
                report.line(hint.text.replace('\n', " "));
            }
            _ => return report.other(at, answer),
        }
        report.done(exit_of(answer));
    }
}
