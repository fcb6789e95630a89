//! `check`: whether each puzzle is proper and minimal, and what else is asked for.

use clap::ValueHint;
use quadrille_engine::analysis::{self, Redundant};
use quadrille_engine::format::ParseErrorKind;
use quadrille_engine::solve::{self, Solver, Verdict};
use quadrille_engine::{Limits, Meter, Puzzle, Solution, Status, Stop, WallClock};
use serde::Serialize;
use std::ffi::OsString;

use super::findings::{self, Fields, Findings, FindingsOptions};
use crate::args::{InputOptions, LimitOptions};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::PATIENCE;
use crate::io::arguments::Inputs;
use crate::io::bad_input::BadRecord;
use crate::io::input::{Answering, Together, answer_all, is_plain_nine};
use crate::io::output::Report;

/// Check puzzles: proper, multiple, none or conflict, and whether they are minimal
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  quadrille check puzzles.txt
  quadrille check --json puzzles.txt               with the cells of a conflict
  quadrille check --redundant puzzles.txt          givens that could be removed, each by itself
  quadrille check --candidates puzzles.txt         the candidates that some solution uses
  quadrille check --backdoors --time 10s hard.txt  cells to fill so that singles finish
  quadrille check --unavoidable=6 grids.txt        sets that each need a given

What you ask for follows the verdict, with its name, if it applies and was found:
  redundant r1c1 r5c2         each could be removed by itself; `minimal` if there are none
  candidates 12..5.7.9...     those of some solution, in the format `pencilmark`
  backdoors 2 r1c1+r4c5 ...   size and all sets of that size; 0 if singles suffice, 4+ beyond 3
  unavoidable r1c1+r1c2+...   smallest first; `none` if there are none of that size
  ... undecided               if a limit ended the search")]
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

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let inputs = Inputs::resolve(&args.inputs, &args.reading, context.seed(), context)?;
    context.handle_signals(Some(PATIENCE));
    let limits = args.limits.limits();
    // The other findings take longer by far, each.
    let FindingsOptions { candidates, backdoors, unavoidable, .. } = args.findings;
    let is_quick = !candidates && backdoors.is_none() && unavoidable.is_none();
    let is_bulk = is_quick && limits == Limits::NONE;
    let (clock, findings) = (WallClock::new(), args.findings.clone());
    let command = Check { limits, clock, findings, context, is_bulk };
    let together = if is_bulk { Together::Batches } else { Together::Single };
    answer_all(&command, inputs, &together, context)
}

struct Check<'c> {
    limits: Limits,
    clock: WallClock,
    findings: FindingsOptions,
    context: &'c Context,
    /// Whether puzzles are checked in batches.
    is_bulk: bool,
}

struct Checked {
    verdict: &'static str,
    findings: Findings,
    stop: Stop,
}

#[derive(Serialize)]
struct Row<'a> {
    file: &'a str,
    line: u64,
    puzzle: &'a str,
    #[serde(flatten)]
    result: ResultFields,
    /// Only if a limit ended the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<&'static str>,
    seed: u64,
}

impl Check<'_> {
    /// Answers puzzles of which only the verdict and redundant givens are asked.
    fn answer_batch(&self, puzzles: &[Puzzle]) -> Vec<Checked> {
        let cancel = &self.context.cancel;
        let mut meter = Meter::cancellable(cancel);
        let verdicts: Vec<Verdict> =
            solve::many(puzzles, 2, &mut meter).into_iter().map(Verdict::from).collect();
        // Plain 9x9 puzzles are asked about together.
        let asked = |puzzle: &Puzzle| is_plain_nine(puzzle) && puzzle.marks().is_none();
        let proper: Vec<(Puzzle, Solution)> = puzzles
            .iter()
            .zip(&verdicts)
            .filter_map(|(puzzle, verdict)| match verdict {
                Verdict::Unique(solution) if asked(puzzle) => {
                    Some((puzzle.clone(), solution.clone()))
                }
                _ => None,
            })
            .collect();
        let wanted = if self.findings.redundant { Redundant::All } else { Redundant::First };
        let mut redundant = analysis::redundant_in_many(&proper, wanted, &mut meter).into_iter();
        let check = |(puzzle, verdict): (&Puzzle, &Verdict)| {
            let (word, mut stop) = word_of(verdict);
            let findings = if matches!(verdict, Verdict::Unique(_)) && asked(puzzle) {
                let redundant = redundant.next().expect("each was asked about");
                if let Err(reason) = redundant {
                    stop = reason;
                }
                Findings::of_givens(&self.findings, redundant.ok())
            } else {
                findings::find(&self.findings, puzzle, verdict, &mut meter, &mut stop)
            };
            Checked { verdict: word, findings, stop }
        };
        puzzles.iter().zip(&verdicts).map(check).collect()
    }
}

fn word_of(verdict: &Verdict) -> (&'static str, Stop) {
    match verdict {
        Verdict::NoSolution => ("none", Stop::ProvedNone),
        Verdict::Multiple(_) => ("multiple", Stop::Solved),
        Verdict::Unique(_) => ("proper", Stop::Solved),
        Verdict::Undecided(stop) => ("undecided", *stop),
    }
}

/// The fields of a row that also a bad record has.
#[derive(Serialize)]
struct ResultFields {
    verdict: &'static str,
    #[serde(flatten)]
    findings: Fields,
    /// The two cells of a conflict.
    cells: Vec<String>,
}

impl Answering for Check<'_> {
    type Answer = Checked;

    fn answer(&self, puzzles: &[Puzzle]) -> Vec<Checked> {
        if self.is_bulk {
            return self.answer_batch(puzzles);
        }
        let check = |puzzle| {
            let mut meter =
                Meter::new(self.limits, Solver::Auto.node(), &self.context.cancel, &self.clock)
                    .expect("the clock runs");
            let verdict = solve::verdict(Solver::Auto, puzzle, &mut meter);
            let (word, mut stop) = word_of(&verdict);
            let findings = findings::find(&self.findings, puzzle, &verdict, &mut meter, &mut stop);
            Checked { verdict: word, findings, stop }
        };
        puzzles.iter().map(check).collect()
    }

    fn write<'a>(
        &'a self,
        file: &str,
        line: u64,
        puzzle: &Puzzle,
        answer: Checked,
        report: &mut Report<'a>,
    ) {
        let Checked { verdict, findings, stop } = answer;
        if stop == Stop::Cancelled {
            return report.cut_off();
        }
        let side = puzzle.shape().side();
        let puzzle = &puzzle.to_string();
        if self.context.json {
            let findings = findings.fields(side);
            let result = ResultFields { verdict, findings, cells: Vec::new() };
            let stop = (stop.status() == Status::Limit).then(|| stop.id());
            report.json(&Row { file, line, puzzle, result, stop, seed: self.context.seed() });
        } else {
            for part in [puzzle, " ", verdict, &findings.text(side), "\n"] {
                report.text(part.as_bytes());
            }
        }
        report.done(if verdict == "proper" { Exit::Done } else { Exit::No });
    }

    /// A conflict is a result; any other error in a record is not.
    fn write_bad(&self, record: &BadRecord, report: &mut Report<'_>) {
        let (verdict, cells, exit) = match &record.error.kind {
            ParseErrorKind::Conflict(conflict) => {
                let side = conflict.geometry.side();
                let cells = conflict.cells.map(|cell| cell.name(side).to_string()).to_vec();
                ("conflict", cells, Exit::No)
            }
            _ => (Status::Invalid.id(), Vec::new(), Exit::Usage),
        };
        let line = match exit {
            Exit::No => {
                let text = record.text.as_deref().unwrap_or("-");
                format!("{text} conflict {}", cells.join(" "))
            }
            _ => verdict.to_owned(),
        };
        let fields = ResultFields { verdict, findings: Fields::unknown(&self.findings), cells };
        report.bad(record, &line, &fields, exit);
    }
}
