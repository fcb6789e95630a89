//! `check`: whether each puzzle is proper and minimal, and what else is asked for.

use clap::ValueHint;
use quadrille_engine::analysis::{self, LEAST_GIVENS};
use quadrille_engine::format::ParseErrorKind;
use quadrille_engine::kernel::lines::{LineAnswer, Lines};
use quadrille_engine::solve::{self, Solver, Verdict};
use quadrille_engine::{Cell, Limits, Meter, Puzzle, Solution, Status, Stop, WallClock};
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
use crate::io::input::{Answering, AnsweringLines, Together, answer_all};
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
  ... undecided               if a limit ended the search

Limits apply to the verdict and to each finding by itself.")]
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
    let (clock, findings) = (WallClock::new(), args.findings.clone());
    let command = Check { limits, clock, findings, context };
    let together = match command.findings.is_quick() {
        true => Together::Lines(&command),
        false => Together::Single,
    };
    answer_all(&command, inputs, &together, context)
}

struct Check<'c> {
    limits: Limits,
    clock: WallClock,
    findings: FindingsOptions,
    context: &'c Context,
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
    /// Returns a meter with the limits of each search.
    fn meter(&self) -> Meter<'_> {
        Meter::new(self.limits, Solver::Auto.node(), &self.context.cancel, &self.clock)
            .expect("the clock runs")
    }

    /// Returns the redundant givens of proper puzzles, or one of them if that is enough.
    fn redundant(&self, proper: &[(Puzzle, Solution)]) -> Vec<Result<Vec<Cell>, Stop>> {
        analysis::redundant_in_many(proper, self.findings.wanted(), &mut self.meter())
    }

    /// Returns the result for a puzzle of which only the verdict and redundant givens are asked;
    /// those are of a proper one.
    fn checked(
        &self,
        (verdict, stop): (&'static str, Stop),
        redundant: Option<Result<Vec<Cell>, Stop>>,
    ) -> Checked {
        let stop = redundant.as_ref().and_then(|found| found.as_ref().err()).map_or(stop, |&s| s);
        Checked { verdict, findings: Findings::of_givens(&self.findings, redundant), stop }
    }

    /// Writes the row of a puzzle.
    fn put(
        &self,
        (file, line): (&str, u64),
        (puzzle, side): (&[u8], usize),
        checked: &Checked,
        report: &mut Report<'_>,
    ) {
        let Checked { verdict, findings, stop } = checked;
        if *stop == Stop::Cancelled {
            return report.cut_off();
        }
        if self.context.json {
            let puzzle = str::from_utf8(puzzle).expect("symbols are ASCII");
            let findings = findings.fields(side);
            let result = ResultFields { verdict, findings, cells: Vec::new() };
            let stop = (stop.status() == Status::Limit).then(|| stop.id());
            report.json(&Row { file, line, puzzle, result, stop, seed: self.context.seed() });
        } else {
            for part in [puzzle, b" ", verdict.as_bytes()] {
                report.text(part);
            }
            findings.write(side, report);
            report.text(b"\n");
        }
        report.done(if *verdict == PROPER { Exit::Done } else { Exit::No });
    }
}

const PROPER: &str = "proper";

fn word_of(verdict: &Verdict) -> (&'static str, Stop) {
    match verdict {
        Verdict::NoSolution => ("none", Stop::ProvedNone),
        Verdict::Multiple(_) => ("multiple", Stop::Solved),
        Verdict::Unique(_) => (PROPER, Stop::Solved),
        Verdict::Undecided(stop) => ("undecided", *stop),
    }
}

/// The same of the answer to a line.
fn word_of_line(answer: &LineAnswer<'_>) -> (&'static str, Stop) {
    match (answer.count, answer.exact) {
        (0, true) => ("none", Stop::ProvedNone),
        (1, true) => (PROPER, Stop::Solved),
        (2, _) => ("multiple", Stop::Solved),
        _ => ("undecided", answer.stop),
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
        let answers = solve::many(puzzles, 2, &mut self.meter());
        let verdicts: Vec<Verdict> = answers.into_iter().map(Verdict::from).collect();
        if !self.findings.is_quick() {
            let check = |(puzzle, verdict): (&Puzzle, &Verdict)| {
                let (word, mut stop) = word_of(verdict);
                let meter = self.meter();
                let findings = findings::find(&self.findings, puzzle, verdict, &meter, &mut stop);
                Checked { verdict: word, findings, stop }
            };
            return puzzles.iter().zip(&verdicts).map(check).collect();
        }
        let proper = |(puzzle, verdict): (&Puzzle, &Verdict)| match verdict {
            Verdict::Unique(solution) => Some((puzzle.clone(), solution.clone())),
            _ => None,
        };
        let proper: Vec<_> = puzzles.iter().zip(&verdicts).filter_map(proper).collect();
        let mut redundant = self.redundant(&proper).into_iter();
        let check = |verdict: &Verdict| {
            let is_proper = matches!(verdict, Verdict::Unique(_));
            let redundant = is_proper.then(|| redundant.next().expect("one for each"));
            self.checked(word_of(verdict), redundant)
        };
        verdicts.iter().map(check).collect()
    }

    fn write<'a>(
        &'a self,
        file: &str,
        line: u64,
        puzzle: &Puzzle,
        checked: Checked,
        report: &mut Report<'a>,
    ) {
        let (side, text) = (puzzle.shape().side(), puzzle.to_string());
        self.put((file, line), (text.as_bytes(), side), &checked, report);
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

impl AnsweringLines for Check<'_> {
    fn write_lines<'a>(&'a self, file: &str, first: u64, lines: &Lines, report: &mut Report<'a>) {
        let answers = lines.solve(2, &mut self.meter());
        // No search is needed, and no puzzle is made, if there are so few givens.
        let is_minimal =
            |answer: &LineAnswer<'_>| answer.givens() <= LEAST_GIVENS && !answer.has_marks();
        let is_open =
            |answer: &LineAnswer<'_>| word_of_line(answer).0 == PROPER && !is_minimal(answer);
        let proper = |answer: LineAnswer<'_>| {
            let (puzzle, figures) = (answer.puzzle(), answer.solutions[0]);
            let solution = Solution::new(&puzzle, &figures.map(|figure| figure - b'0'));
            (puzzle, solution.expect("solutions of lines are valid"))
        };
        let proper: Vec<_> = answers.iter().filter(is_open).map(proper).collect();
        let mut redundant = self.redundant(&proper).into_iter();
        let mut text = Vec::new();
        for (answer, line) in answers.iter().zip(first..) {
            let (verdict, stop) = word_of_line(&answer);
            let redundant = (verdict == PROPER).then(|| match is_minimal(&answer) {
                true => Ok(Vec::new()),
                false => redundant.next().expect("one for each"),
            });
            let checked = self.checked((verdict, stop), redundant);
            text.clear();
            answer.push_puzzle(&mut text);
            self.put((file, line), (&text, 9), &checked, report);
            if checked.stop == Stop::Cancelled {
                return;
            }
        }
    }
}
