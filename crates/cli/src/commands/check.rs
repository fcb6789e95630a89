//! `check`: whether each puzzle is proper, and minimal, and what else is asked for.

use quadrille::format::{ParseError, ParseErrorKind};
use quadrille::solve::{self, Auto, ExactSolver, Verdict};
use quadrille::{Budget, Puzzle, Rng, Run, Status, Stop};
use serde::Serialize;

use super::findings::{self, Fields, Findings};
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
        findings: args.findings.clone(),
    };
    answer_all(&command, &inputs, &args.common, &cancel)
}

struct Check {
    seed: u64,
    budget: Budget,
    clock: SystemClock,
    json: bool,
    findings: args::Findings,
}

struct Judged {
    verdict: &'static str,
    findings: Findings,
    stop: Stop,
}

#[derive(Serialize)]
struct Row<'a> {
    file: &'a str,
    line: u64,
    puzzle: Option<&'a str>,
    verdict: &'static str,
    #[serde(flatten)]
    fields: Fields,
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
        let verdict = solve::verdict(&Auto, puzzle, &mut run);
        let (word, mut stop) = match &verdict {
            Verdict::NoSolution => ("none", Stop::ProvedNone),
            Verdict::Multiple(_) => ("multiple", Stop::Solved),
            Verdict::Unique(_) => ("proper", Stop::Solved),
            Verdict::Undecided(stop) => ("undecided", *stop),
        };
        let findings = findings::find(&self.findings, puzzle, &verdict, &mut run, &mut stop);
        Judged { verdict: word, findings, stop }
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
        let Judged { verdict, findings, stop } = answer;
        let side = puzzle.shape().side();
        let puzzle = puzzle.to_string();
        if self.json {
            out.json(&Row {
                file: &item.file,
                line: item.line,
                puzzle: Some(&puzzle),
                verdict,
                fields: findings.fields(side),
                cells: Vec::new(),
                stop: (stop.status() == Status::Limit).then(|| stop.id()),
                error: None,
                seed: self.seed,
            })?;
        } else {
            out.line(&format!("{puzzle} {verdict}{}", findings.text(side)))?;
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
                fields: Fields::unknown(&self.findings),
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
