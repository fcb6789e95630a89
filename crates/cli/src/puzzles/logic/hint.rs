//! `hint`: the next step, told as far as wanted.

use clap::ValueHint;
use quadrille_engine::logic::text::{Language, Phrase};
use quadrille_engine::logic::{Hint, Level, Next, Profile, Verdict, hint};
use quadrille_engine::{Puzzle, Stop};
use serde::Serialize;
use std::ffi::OsString;

use super::evidence::{Evidence, Place};
use super::wrap::{terminal_width, wrapped};
use super::{Bounds, LanguageOption, Metering, ProfileOption};
use crate::args::InputOptions;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::PATIENCE;
use crate::io::arguments::Inputs;
use crate::io::bad_input::BadRecord;
use crate::io::input::{Answering, Rest, Together, answer_all};
use crate::io::output::Report;

/// Give a hint: where to look, which technique, or the whole step
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  quadrille hint puzzle.txt             which technique, and where to look
  quadrille hint --level 1 puzzle.txt   only where to look
  quadrille hint --level 4 game.sdk     the whole step, from where you are
  quadrille hint --lang fr puzzle.txt   in French

Digits that you have entered and pencil marks are read from formats that keep them apart from the
givens (see `quadrille formats`). Wrong entries are said to be so, and the hint does not build on them;
nor on the notes of a cell that lack its digit. In a format without entries every digit is a given.")]
pub(crate) struct Args {
    /// Files, `-`, puzzles or sources [default: standard input]
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    inputs: Vec<OsString>,
    /// How much to say: 1 where to look, 2 the technique, 3 its digits and houses, 4 everything
    #[arg(long, value_name = "N", default_value_t = 2)]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=4))]
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
    let profile = args.profile.resolve("quadrille", context)?;
    let inputs = Inputs::resolve(&args.inputs, &args.reading, context.seed(), context)?;
    context.handle_signals(Some(PATIENCE));
    let level = Level::of_number(args.level).expect("the range was checked");
    let language = args.language.resolve()?;
    let metering = Metering::new(&args.limits, context);
    let width = terminal_width(context);
    let command = Hints { profile, level, language, width, metering, context };
    answer_all(&command, inputs, &Together::Single, context)
}

struct Hints<'c> {
    profile: Profile,
    level: Level,
    language: Language,
    /// The width of the terminal, if there is one.
    width: Option<usize>,
    metering: Metering<'c>,
    context: &'c Context,
}

#[derive(Serialize)]
struct Row<'a> {
    file: &'a str,
    line: u64,
    puzzle: &'a str,
    profile: &'a str,
    level: u8,
    status: &'static str,
    /// From level 2 on.
    technique: Option<&'static str>,
    text: String,
    /// Entries that are wrong, from level 2 on.
    wrong: Vec<Place>,
    #[serde(flatten)]
    evidence: Option<Evidence>,
    seed: u64,
}

/// The verdict that says the same.
fn verdict_of(hint: &Result<Hint, Stop>) -> Verdict {
    match hint {
        Err(stop) => Verdict::Stopped(*stop),
        Ok(hint) => match hint.next {
            Next::Step(_) | Next::Done => Verdict::Solved,
            Next::Beyond => Verdict::Beyond,
            Next::Several => Verdict::Several,
            Next::NoSolution => Verdict::None,
            Next::Unsuited(why) => Verdict::Unsuited(why),
        },
    }
}

impl Hints<'_> {
    fn evidence(&self, hint: &Hint) -> Option<Evidence> {
        let Next::Step(step) = &hint.next else { return None };
        Some(match self.level {
            Level::All => Evidence::of(&step.deduction),
            _ => Evidence::houses_only(&step.deduction),
        })
    }
}

impl Answering for Hints<'_> {
    type Answer = ();

    fn answer(&self, puzzles: &[Puzzle]) -> Vec<()> {
        vec![(); puzzles.len()]
    }

    fn write<'a>(
        &'a self,
        file: &str,
        line: u64,
        puzzle: &Puzzle,
        answer: (),
        report: &mut Report<'a>,
    ) {
        self.write_with(file, line, Rest::NONE, puzzle, answer, report);
    }

    fn write_with<'a>(
        &'a self,
        file: &str,
        line: u64,
        rest: Rest<'_>,
        puzzle: &Puzzle,
        (): (),
        report: &mut Report<'a>,
    ) {
        let (entries, notes) = (rest.extra.entries.as_ref(), rest.extra.candidates.as_ref());
        let found = hint(puzzle, entries, notes, &self.profile, &mut self.metering.meter());
        let verdict = verdict_of(&found);
        if verdict == Verdict::Stopped(Stop::Cancelled) {
            return report.cut_off();
        }
        let words = match &found {
            Ok(hint) => hint.words(self.level, &self.profile, &self.language),
            Err(stop) => self.language.say(Phrase::Stopped, &[("stop", stop.id())]),
        };
        if self.context.json {
            let known = found.as_ref().ok();
            let step = known.and_then(|hint| match &hint.next {
                Next::Step(step) => Some(step),
                _ => None,
            });
            let tells = self.level >= Level::Technique;
            report.json(&Row {
                file,
                line,
                puzzle: &puzzle.to_string(),
                profile: self.profile.id(),
                level: self.level.number(),
                status: verdict.id(),
                technique: step.filter(|_| tells).map(|step| step.deduction.kind),
                text: words,
                wrong: known
                    .filter(|_| tells)
                    .map(|hint| hint.wrong.iter().copied().map(Place::of).collect())
                    .unwrap_or_default(),
                evidence: known.and_then(|hint| self.evidence(hint)),
                seed: self.context.seed(),
            });
        } else if let Some(width) = self.width {
            for line in wrapped(&words, width, 0) {
                report.line(&line);
            }
        } else {
            // A line for each puzzle.
            report.line(&words.replace('\n', " "));
        }
        report.done(super::verdict::exit(verdict));
    }

    fn write_bad(&self, record: &BadRecord, report: &mut Report<'_>) {
        report.invalid(record);
    }
}
