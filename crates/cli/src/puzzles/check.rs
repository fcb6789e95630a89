//! `check`: whether each puzzle is proper and minimal, and what else is asked for.

use std::ffi::OsString;

use clap::ValueHint;
use quadrille_api::{Answer, CheckAnswer, Question};
use quadrille_core::Limits;

use crate::args::{InputOptions, LimitOptions, values};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::PATIENCE;
use crate::io::arguments::Inputs;
use crate::io::asking::{Asking, ask_all};
use crate::io::at::{At, exit_of};
use crate::io::output::Report;

/// Check whether puzzles are proper
///
/// Prints `PUZZLE VERDICT` for each puzzle: proper (one solution), multiple, none, conflict or
/// undecided, and whether the puzzle is minimal.
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../help/check.txt").trim_end())]
pub(crate) struct Args {
    /// Files, `-`, puzzles or sources [default: standard input]
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    inputs: Vec<OsString>,
    #[command(flatten)]
    findings: FindingsOptions,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    reading: InputOptions,
}

/// What `check` reports besides the verdict.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "More about each puzzle")]
struct FindingsOptions {
    /// Givens of a proper puzzle that are redundant, each by itself
    #[arg(long)]
    redundant: bool,
    /// Candidates that occur in some solution
    #[arg(long)]
    candidates: bool,
    /// Smallest backdoors of a proper puzzle, of at most N cells [N: 3]
    ///
    /// A backdoor is a set of cells that, once filled, lets naked and hidden singles finish the
    /// puzzle.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "3")]
    #[arg(value_parser = values::number::<usize>(0..=3))]
    backdoors: Option<usize>,
    /// Minimal unavoidable sets of the solution, of at most N cells [N: 10]
    ///
    /// A proper puzzle of a grid has a given in each unavoidable set. Each further cell takes about
    /// five times the work.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "10")]
    #[arg(value_parser = values::number::<usize>(4..=2401))]
    unavoidable: Option<usize>,
    /// How deep trial and error must reach to solve a proper 9x9 puzzle
    ///
    /// 0 if singles solve it, 1 if they do once all candidates are removed from which singles reach a
    /// contradiction, and so on: the T&E depth.
    #[arg(long)]
    depth: bool,
    /// Class of a proper 9x9 puzzle by the longest braids that it needs
    ///
    /// Denis Berthier's classes: B5 needs braids of length 5, B5B (BxB) such braids after each of its
    /// candidates, B5BB (BxBB) after each two.
    #[arg(long)]
    braids: bool,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let inputs = Inputs::resolve(&args.inputs, &args.reading, context.seed(), context)?;
    context.handle_signals(Some(PATIENCE));
    let FindingsOptions { redundant, candidates, backdoors, unavoidable, depth, braids } =
        args.findings;
    let question = quadrille_api::Check {
        redundant,
        candidates,
        backdoors,
        unavoidable,
        depth,
        braids,
        only_verdict: false,
    };
    let most_placements = backdoors.unwrap_or_default();
    let (question, limits) = (Question::Check(question), args.limits.limits());
    ask_all(&Check { question, most_placements, limits, context }, inputs, context)
}

struct Check<'c> {
    question: Question,
    /// Maximum number of placements in backdoors.
    most_placements: usize,
    limits: Limits,
    context: &'c Context,
}

impl Asking for Check<'_> {
    fn question(&self) -> &Question {
        &self.question
    }

    fn limits(&self) -> Limits {
        self.limits
    }

    fn print<'a>(&'a self, at: &At<'_>, answer: &Answer<'_>, report: &mut Report<'a>) {
        let found = match answer {
            Answer::Check(found) if !self.context.json && found.verdict != "invalid" => found,
            _ => return report.other(at, answer),
        };
        report.text(found.puzzle.as_ref().map_or(&b"-"[..], |puzzle| puzzle.as_bytes()));
        report.text(b" ");
        report.text(found.verdict.as_bytes());
        if found.verdict == "conflict" {
            report.text(b" ");
            report.text(found.cells.join(" ").as_bytes());
        } else {
            self.put_findings(found, report);
        }
        report.text(b"\n");
        report.done(exit_of(answer));
    }
}

impl Check<'_> {
    /// Writes what follows the verdict, each with a space before it.
    fn put_findings(&self, found: &CheckAnswer<'_>, report: &mut Report<'_>) {
        let is_proper = found.verdict == "proper";
        let joined = |sets: &[Vec<String>]| {
            sets.iter().map(|set| set.join("+")).collect::<Vec<_>>().join(" ")
        };
        if found.minimal == Some(true) {
            report.text(b" minimal");
        } else if let Some(cells) = found.redundant.as_ref().filter(|_| is_proper) {
            put(report, "redundant", cells.as_ref().map(|cells| cells.join(" ")).as_deref());
        }
        if let Some(candidates) = &found.candidates {
            put(report, "candidates", candidates.as_deref());
        }
        if let Some(sets) = found.backdoors.as_ref().filter(|_| is_proper) {
            let shown = sets.as_ref().map(|sets| match sets.first() {
                None => format!("{}+", self.most_placements + 1),
                Some(smallest) if smallest.is_empty() => "0".to_owned(),
                Some(smallest) => format!("{} {}", smallest.len(), joined(sets)),
            });
            put(report, "backdoors", shown.as_deref());
        }
        if let Some(sets) = found.unavoidable.as_ref().filter(|_| is_proper) {
            let shown = sets.as_ref().map(|sets| match sets.len() {
                0 => "none".to_owned(),
                _ => joined(sets),
            });
            put(report, "unavoidable", shown.as_deref());
        }
        if let Some(depth) = found.depth.filter(|_| is_proper) {
            put(report, "depth", depth.map(|depth| depth.to_string()).as_deref());
        }
        if let Some(class) = found.braids.as_ref().filter(|_| is_proper) {
            put(report, "braids", class.as_deref());
        }
    }
}

/// Writes a finding; `None` if a limit ended the search.
fn put(report: &mut Report<'_>, label: &str, value: Option<&str>) {
    for part in [" ", label, " ", value.unwrap_or("undecided")] {
        report.text(part.as_bytes());
    }
}
