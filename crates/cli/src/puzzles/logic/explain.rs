//! `explain`: how people solve a puzzle, step by step.

use clap::ValueHint;
use quadrille_engine::logic::Verdict;
use quadrille_engine::logic::text::{self, Language};
use quadrille_engine::{Puzzle, Stop, format};
use serde::Serialize;
use std::ffi::OsString;
use std::path::PathBuf;

use super::evidence::Evidence;
use super::walkthrough::{Explain, Explained, Explanation};
use super::wrap::{text_width, wrapped};
use super::{Bounds, LanguageOption, Metering, ProfileOption};
use crate::args::InputOptions;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::PATIENCE;
use crate::io::arguments::Inputs;
use crate::io::bad_input::BadRecord;
use crate::io::input::{Answering, Together, answer_all};
use crate::io::output::Report;

/// Explain how to solve puzzles, step by step
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  quadrille explain puzzle.txt             a walkthrough in words
  quadrille explain --all puzzle.txt       every step that is possible now, the one that
                                           unlocks most first; dynamic chains only if
                                           there is no other
  quadrille explain --lang fr puzzle.txt   in French
  quadrille explain --html way.html puzzle.txt
                                           a page with a picture of each step
  quadrille explain --json puzzle.txt      an object for each step, with its evidence

Always the first step found is taken, and techniques are tried in the order of the profile. The number
in parentheses is the rating of the step. Chains without branches follow in Eureka notation.

A step of --all comes before another if singles, locked candidates, pairs and triples fill more cells
after it, then if their ratings add up to less, then if it is easier itself.")]
pub(crate) struct Args {
    /// Files, `-`, puzzles or sources [default: standard input]
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    inputs: Vec<OsString>,
    /// All steps that are possible at the start, instead of a walkthrough
    #[arg(long)]
    all: bool,
    /// Write a page with a picture of each step to this file, to be read on a screen or on paper
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    html: Option<PathBuf>,
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
    let is_page = args.html.is_some();
    Failure::refuse(&[
        (is_page && context.json, "--html writes a page; omit --json"),
        (is_page && context.output.is_some(), "--html names the file to write; omit --output"),
    ])?;
    let profile = args.profile.resolve("se121", context)?;
    let inputs = Inputs::resolve(&args.inputs, &args.reading, context.seed(), context)?;
    context.handle_signals(Some(PATIENCE));
    let metering = Metering::new(&args.limits, context);
    let language = args.language.resolve()?;
    let command =
        Explain { profile, all: args.all, language, width: text_width(context), metering, context };
    if let Some(path) = &args.html {
        return super::page::write(&command, path, inputs, context);
    }
    answer_all(&command, inputs, &Together::Single, context)
}

#[derive(Serialize)]
struct Row<'a> {
    file: &'a str,
    line: u64,
    puzzle: &'a str,
    profile: &'a str,
    /// From 1; 0 for what stands in place of steps.
    step: usize,
    #[serde(flatten)]
    found: Option<Found>,
    /// Values after the step, `.` for empty.
    grid: Option<String>,
    /// Pencilmarks after the step, nine for each cell.
    candidates: Option<String>,
    /// Only where the walkthrough does not end with the solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    seed: u64,
}

#[derive(Serialize)]
struct Found {
    technique: &'static str,
    title: &'static str,
    rating: f64,
    /// The cells that the step and singles after it fill; only for one of several steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    singles: Option<usize>,
    /// The cells that the step and the easy techniques after it fill.
    #[serde(skip_serializing_if = "Option::is_none")]
    unlocked: Option<usize>,
    /// The ratings of these easy steps added up.
    #[serde(skip_serializing_if = "Option::is_none")]
    unlocked_rating: Option<f64>,
    text: String,
    #[serde(flatten)]
    evidence: Evidence,
}

impl Found {
    fn of(Explanation { step, progress, .. }: &Explanation, language: &Language) -> Self {
        let points = |tenths: u32| f64::from(tenths) / 10.0;
        Self {
            technique: step.deduction.kind,
            title: language.title(step.deduction.kind),
            rating: points(step.rating),
            singles: progress.map(|progress| progress.singles),
            unlocked: progress.map(|progress| progress.cells),
            unlocked_rating: progress.map(|progress| points(progress.rating)),
            text: text::words(&step.deduction, language),
            evidence: Evidence::of(&step.deduction),
        }
    }
}

impl Answering for Explain<'_> {
    type Answer = Explained;

    fn answer(&self, puzzles: &[Puzzle]) -> Vec<Explained> {
        puzzles.iter().map(|puzzle| self.explain(puzzle)).collect()
    }

    fn write<'a>(
        &'a self,
        file: &str,
        line: u64,
        puzzle: &Puzzle,
        explained: Explained,
        report: &mut Report<'a>,
    ) {
        let Explained { steps, verdict } = &explained;
        if *verdict == Verdict::Stopped(Stop::Cancelled) {
            return report.cut_off();
        }
        let text = puzzle.to_string();
        let conclusion = self.conclusion(&explained);
        if self.context.json {
            let row = |step, found, grid, candidates, status| Row {
                file,
                line,
                puzzle: &text,
                profile: self.profile.id(),
                step,
                found,
                grid,
                candidates,
                status,
                seed: self.context.seed(),
            };
            for (explanation, number) in steps.iter().zip(1..) {
                let values = format::line::text_of(&explanation.after.values());
                let marks = format::pencilmark::text_of_marks(&explanation.after.marks());
                let found = Found::of(explanation, &self.language);
                report.json(&row(number, Some(found), Some(values), Some(marks), None));
            }
            if conclusion.is_some() {
                report.json(&row(0, None, None, None, Some(verdict.id())));
            }
        } else {
            report.line(&text);
            for (explanation, number) in steps.iter().zip(1..) {
                for line in self.lines(number, explanation) {
                    report.line(&line);
                }
            }
            if let Some(conclusion) = &conclusion {
                for line in wrapped(conclusion, self.width, 0) {
                    report.line(&line);
                }
            }
        }
        report.done(super::verdict::exit(*verdict));
    }

    fn write_bad(&self, record: &BadRecord, report: &mut Report<'_>) {
        report.invalid(record);
    }
}
