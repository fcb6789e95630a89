//! `explain`: how people solve a puzzle, step by step.

use clap::ValueHint;
use quadrille_engine::logic::{self, LogicGrid, Profile, Step, Verdict, Walk, text};
use quadrille_engine::solve::{self, Solver};
use quadrille_engine::{Puzzle, Stop, format};
use serde::Serialize;
use std::ffi::OsString;

use super::evidence::Evidence;
use super::{Bounds, Metering, ProfileOption};
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
  quadrille explain --all puzzle.txt       every step that is possible now, easiest first;
                                           dynamic chains only if there is no other
  quadrille explain --json puzzle.txt      an object for each step, with its evidence

Always the first step found is taken, and techniques are tried in the order of the profile. The number
in parentheses is the rating of the step.")]
pub(crate) struct Args {
    /// Files, `-`, puzzles or sources [default: standard input]
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    inputs: Vec<OsString>,
    /// All steps that are possible at the start, instead of a walkthrough
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    profile: ProfileOption,
    #[command(flatten)]
    limits: Bounds,
    #[command(flatten)]
    reading: InputOptions,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let profile = args.profile.resolve("se121", context)?;
    let inputs = Inputs::resolve(&args.inputs, &args.reading, context.seed(), context)?;
    context.handle_signals(Some(PATIENCE));
    let metering = Metering::new(&args.limits, context);
    let command = Explain { profile, all: args.all, metering, context };
    answer_all(&command, inputs, &Together::Single, context)
}

struct Explain<'c> {
    profile: Profile,
    all: bool,
    metering: Metering<'c>,
    context: &'c Context,
}

/// The steps of a puzzle, each with the board after it.
struct Explained {
    steps: Vec<(Step, LogicGrid)>,
    verdict: Verdict,
}

impl Explain<'_> {
    fn explain(&self, puzzle: &Puzzle) -> Explained {
        let mut meter = self.metering.meter();
        let mut steps = Vec::new();
        let mut walk = match Walk::new(puzzle, &self.profile) {
            Ok(walk) => walk,
            Err(error) => return Explained { steps, verdict: Verdict::Unsuited(error) },
        };
        let verdict = match solve::verdict(Solver::Kernel, puzzle, &mut meter) {
            solve::Verdict::Unique(_) => Verdict::Solved,
            solve::Verdict::NoSolution => Verdict::None,
            solve::Verdict::Multiple(_) => Verdict::Several,
            solve::Verdict::Undecided(stop) => Verdict::Stopped(stop),
        };
        if verdict != Verdict::Solved {
            return Explained { steps, verdict };
        }
        if self.all {
            return match walk.all(&mut meter) {
                Ok(all) => {
                    let after = |step: Step| {
                        let mut grid = walk.grid().clone();
                        grid.apply(&step.deduction);
                        (step, grid)
                    };
                    Explained { steps: all.into_iter().map(after).collect(), verdict }
                }
                Err(stop) => Explained { steps, verdict: Verdict::Stopped(stop) },
            };
        }
        let verdict = loop {
            match walk.next(&mut meter) {
                Ok(Some(step)) => steps.push((step, walk.grid().clone())),
                Ok(None) if walk.grid().is_full() => break Verdict::Solved,
                Ok(None) => break Verdict::Beyond,
                Err(stop) => break Verdict::Stopped(stop),
            }
        };
        Explained { steps, verdict }
    }

    /// What is said after the steps, or instead of them; `None` if nothing is to be said.
    fn conclusion(&self, explained: &Explained) -> Option<String> {
        let profile = self.profile.id();
        Some(match explained.verdict {
            Verdict::Solved if self.all && explained.steps.is_empty() => {
                format!("The techniques of `{profile}` find nothing here.")
            }
            Verdict::Solved => return None,
            Verdict::Beyond => {
                format!(
                    "The techniques of `{profile}` find nothing more; the puzzle is beyond them."
                )
            }
            Verdict::Several => "Several solutions: logic cannot tell which is meant.".to_owned(),
            Verdict::None => "No solution: the givens contradict each other.".to_owned(),
            Verdict::Unsuited(why) => format!("Unsupported: {why}."),
            Verdict::Stopped(stop) => format!("The search ended at a limit ({}).", stop.id()),
        })
    }
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
    rating: f64,
    text: String,
    #[serde(flatten)]
    evidence: Evidence,
}

impl Found {
    fn of(step: &Step) -> Self {
        Self {
            technique: step.deduction.kind,
            rating: f64::from(step.rating) / 10.0,
            text: text::words(&step.deduction),
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
            for ((step, grid), number) in steps.iter().zip(1..) {
                let values = format::line::text_of(&grid.values());
                let marks = format::pencilmark::text_of_marks(&grid.marks());
                report.json(&row(number, Some(Found::of(step)), Some(values), Some(marks), None));
            }
            if conclusion.is_some() {
                report.json(&row(0, None, None, None, Some(super::verdict::status(*verdict))));
            }
        } else {
            report.line(&text);
            for ((step, _), number) in steps.iter().zip(1..) {
                let words = text::words(&step.deduction);
                let head = format!(
                    "{number}. {} ({}): ",
                    logic::title(step.deduction.kind),
                    self.profile.points(step.rating)
                );
                report.line(&(head + &words));
            }
            if let Some(conclusion) = &conclusion {
                report.line(conclusion);
            }
        }
        report.done(super::verdict::exit(*verdict));
    }

    fn write_bad(&self, record: &BadRecord, report: &mut Report<'_>) {
        report.invalid(record);
    }
}
