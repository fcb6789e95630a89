//! `check`: whether each puzzle is proper, and minimal.

use quadrille::format::{ParseError, ParseErrorKind};
use quadrille::solve::{self, Auto, ExactSolver, Verdict};
use quadrille::{Budget, Puzzle, Rng, Run, Status, Stop};
use serde::Serialize;

use super::stream::{Answering, answer_all, write_invalid};
use crate::args;
use crate::clock::SystemClock;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{Inputs, Item};
use crate::interrupt;
use crate::output::Output;

pub(crate) fn run(args: &args::Check) -> Result<Exit, Failure> {
    let inputs = Inputs::resolve(&args.inputs, &args.reading, args.common.seed())?;
    let cancel = interrupt::prompt_flag(interrupt::PATIENCE);
    let command = Check {
        seed: args.common.seed(),
        budget: args.limits.budget(cancel.clone()),
        clock: SystemClock::new(),
        json: args.common.json,
    };
    answer_all(&command, &inputs, &args.common, &cancel)
}

struct Check {
    seed: u64,
    budget: Budget,
    clock: SystemClock,
    json: bool,
}

struct Judged {
    verdict: &'static str,
    /// Known only of proper puzzles.
    minimal: Option<bool>,
    stop: Stop,
}

#[derive(Serialize)]
struct Row<'a> {
    file: &'a str,
    line: u64,
    puzzle: Option<&'a str>,
    verdict: &'static str,
    /// Known only of proper puzzles.
    minimal: Option<bool>,
    /// The two cells of a conflict.
    cells: Vec<String>,
    /// Only where a budget ended the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    seed: u64,
}

impl Answering for Check {
    type Answer = Judged;

    fn answer(&self, puzzle: &Puzzle) -> Judged {
        let rng = || Rng::from_seed(self.seed);
        let mut run = Run::new(puzzle, Auto.node(), self.budget.clone(), rng(), &self.clock);
        match solve::verdict(&Auto, puzzle, &mut run) {
            Verdict::NoSolution => {
                Judged { verdict: "none", minimal: None, stop: Stop::ProvedNone }
            }
            Verdict::Multiple(_) => {
                Judged { verdict: "multiple", minimal: None, stop: Stop::Solved }
            }
            Verdict::Undecided(stop) => Judged { verdict: "undecided", minimal: None, stop },
            Verdict::Unique(_) => match solve::is_minimal(&Auto, puzzle, &mut run) {
                Ok(minimal) => {
                    Judged { verdict: "proper", minimal: Some(minimal), stop: Stop::Solved }
                }
                Err(stop) => Judged { verdict: "proper", minimal: None, stop },
            },
        }
    }

    fn was_cut_off(&self, answer: &Judged) -> bool {
        answer.stop == Stop::Cancelled
    }

    fn write(
        &self,
        item: &Item,
        puzzle: &Puzzle,
        answer: Judged,
        out: &mut Output,
    ) -> Result<Exit, Failure> {
        let Judged { verdict, minimal, stop } = answer;
        let puzzle = puzzle.to_string();
        if self.json {
            out.json(&Row {
                file: &item.file,
                line: item.line,
                puzzle: Some(&puzzle),
                verdict,
                minimal,
                cells: Vec::new(),
                stop: (stop.status() == Status::Limit).then(|| stop.id()),
                error: None,
                seed: self.seed,
            })?;
        } else {
            let minimal = if minimal == Some(true) { " minimal" } else { "" };
            out.line(&format!("{puzzle} {verdict}{minimal}"))?;
        }
        Ok(if verdict == "proper" { Exit::Done } else { Exit::No })
    }

    /// A conflict is an answer to the question; anything else wrong with the line is not.
    fn write_bad(
        &self,
        item: &Item,
        error: &ParseError,
        message: &str,
        out: &mut Output,
    ) -> Result<Exit, Failure> {
        let (verdict, cells, exit) = match &error.kind {
            ParseErrorKind::Conflict(conflict) => {
                let side = conflict.geometry().side();
                let cells = conflict.cells().map(|cell| cell.name(side).to_string()).to_vec();
                ("conflict", cells, Exit::No)
            }
            _ => (Status::Invalid.id(), Vec::new(), Exit::Usage),
        };
        if self.json {
            crate::notes::at(message);
            let what = format!("{}:{}: {error}", error.line, error.column);
            out.json(&Row {
                file: &item.file,
                line: item.line,
                puzzle: item.text.as_deref(),
                verdict,
                minimal: None,
                cells,
                stop: None,
                error: Some(&what),
                seed: self.seed,
            })?;
        } else if exit == Exit::No {
            let text = item.text.as_deref().unwrap_or("-");
            write_invalid(message, &format!("{text} conflict {}", cells.join(" ")), out)?;
        } else {
            write_invalid(message, verdict, out)?;
        }
        Ok(exit)
    }
}
