//! `check`: whether each puzzle is proper, and minimal, and what else is asked for.

use clap::ValueHint;
use quadrille_engine::analysis::{self, Redundant};
use quadrille_engine::format::{ParseError, ParseErrorKind};
use quadrille_engine::solve::{self, Auto, ExactSolver, LineVerdict, Verdict};
use quadrille_engine::{CancelFlag, Limits, Meter, Puzzle, Status, Stop, WallClock};
use serde::Serialize;

use super::bad_line::BadLine;
use super::findings::{self, Fields, Findings, FindingsOptions};
use super::plain_lines::{self, PlainLines, has_conflict, text_of};
use super::stream::{Answering, Answers, answer_all};
use crate::args::{InputOptions, LimitOptions};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::PATIENCE;
use crate::io::buffers::Block;
use crate::io::input::{Inputs, Item};
use crate::io::output::Output;

/// Judge puzzles: proper, multiple, none, conflict; and whether they are minimal
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  quadrille check puzzles.txt
  quadrille check --json puzzles.txt               with the cells of a conflict
  quadrille check --redundant puzzles.txt          the givens that can go, each by itself
  quadrille check --candidates puzzles.txt         what may stand in each cell
  quadrille check --backdoors --time 10s hard.txt  what to give away, so that singles finish
  quadrille check --unavoidable=6 grids.txt        what every puzzle of the grid must hit

What is asked for stands behind the verdict, under its name, where it applies and was found:
  redundant r1c1 r5c2         each can go while all others stay; `minimal` where there are none
  candidates 12..5.7.9...     those of some solution, as the format `pencilmark` has them
  backdoors 2 r1c1+r4c5 ...   size and all sets of that size; 0 where singles do, 4+ beyond 3
  unavoidable r1c1+r1c2+...   smallest first; `none` where there are none of that size
  ... undecided               where the budget ended the search")]
pub(crate) struct Args {
    /// Files, `-`, puzzles or sources [default: standard input]
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    inputs: Vec<String>,
    #[command(flatten)]
    findings: FindingsOptions,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    reading: InputOptions,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let inputs = Inputs::resolve(&args.inputs, &args.reading, context.seed(), context)?;
    let cancel = context.handle_signals(Some(PATIENCE));
    let limits = args.limits.limits();
    // The other findings take longer by far, each.
    let FindingsOptions { candidates, backdoors, unavoidable, .. } = args.findings;
    let plain = !candidates && backdoors.is_none() && unavoidable.is_none();
    let inputs = if plain && plain_lines::suit(&limits) { inputs.in_chunks() } else { inputs };
    let command = Check {
        seed: context.seed(),
        limits,
        cancel: cancel.clone(),
        clock: WallClock::new(),
        json: context.json,
        findings: args.findings.clone(),
    };
    answer_all(&command, &inputs, context, &cancel)
}

struct Check {
    seed: u64,
    limits: Limits,
    cancel: CancelFlag,
    clock: WallClock,
    json: bool,
    findings: FindingsOptions,
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
    puzzle: &'a str,
    #[serde(flatten)]
    told: Told,
    /// Only where a budget ended the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<&'static str>,
    seed: u64,
}

/// What a row says of any input, a puzzle or none.
#[derive(Serialize)]
struct Told {
    verdict: &'static str,
    #[serde(flatten)]
    fields: Fields,
    /// The two cells of a conflict.
    cells: Vec<String>,
}

impl Answering for Check {
    type Answer = Judged;

    fn answer(&self, puzzle: &Puzzle) -> Judged {
        let mut run = Meter::new(self.limits, Auto.node(), &self.cancel, &self.clock)
            .expect("the clock runs");
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

    fn answer_lines(
        &self,
        cells: &[&[u8; 81]],
        mut lines: PlainLines<'_, Self>,
    ) -> Answers<Judged> {
        for (cells, judged) in cells.iter().zip(self.judge(cells)) {
            let Some(judged) = judged else { return lines.cut_off() };
            if judged.verdict == "none" && has_conflict(cells) {
                lines.conflict(cells);
            } else {
                let file = lines.file();
                lines.answer(|line, text| self.put(file, line, &text_of(cells), 9, &judged, text));
            }
        }
        lines.finish()
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
        let mut text = Block::default();
        let side = puzzle.shape().side();
        let exit = self.put(&item.file, item.line, &puzzle.to_string(), side, &answer, &mut text);
        out.bytes(text.text())?;
        Ok(exit)
    }

    /// A conflict is an answer to the question; anything else wrong with the line is not.
    fn write_bad(
        &self,
        item: &Item,
        error: &ParseError,
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
        let text = match exit {
            Exit::No => {
                let text = item.text.as_deref().unwrap_or("-");
                format!("{text} conflict {}", cells.join(" "))
            }
            _ => verdict.to_owned(),
        };
        let fields = Told { verdict, fields: Fields::unknown(&self.findings), cells };
        BadLine { text, fields, seed: self.seed, exit }.write(self.json, item, error, out)
    }
}

impl Check {
    /// The line of an answer.
    fn put(
        &self,
        file: &str,
        line: u64,
        puzzle: &str,
        side: usize,
        answer: &Judged,
        text: &mut Block,
    ) -> Exit {
        let Judged { verdict, findings, stop } = answer;
        if self.json {
            let told = Told { verdict, fields: findings.fields(side), cells: Vec::new() };
            let stop = (stop.status() == Status::Limit).then(|| stop.id());
            text.json(&Row { file, line, puzzle, told, stop, seed: self.seed });
        } else {
            let more = findings.text(side);
            for part in [puzzle, " ", verdict, &more, "\n"] {
                text.push(part.as_bytes());
            }
        }
        if *verdict == "proper" { Exit::Done } else { Exit::No }
    }

    /// What is known of plain lines; `None` where Ctrl-C came before.
    fn judge(&self, cells: &[&[u8; 81]]) -> Vec<Option<Judged>> {
        let cancel = &self.cancel;
        let verdicts = solve::line_verdicts(cells, cancel);
        let proper: Vec<(&[u8; 81], &[u8; 81])> = cells
            .iter()
            .zip(&verdicts)
            .filter_map(|(&cells, verdict)| match verdict {
                LineVerdict::Unique(solution) => Some((cells, solution)),
                _ => None,
            })
            .collect();
        let wanted = if self.findings.redundant { Redundant::All } else { Redundant::First };
        let mut redundant = analysis::redundant_in_lines(&proper, wanted, cancel).into_iter();
        let judged = |verdict: &LineVerdict| {
            let (verdict, redundant, stop) = match verdict {
                LineVerdict::NoSolution => ("none", None, Stop::ProvedNone),
                LineVerdict::Multiple => ("multiple", None, Stop::Solved),
                LineVerdict::Unique(_) => {
                    let redundant = redundant.next().expect("each proper puzzle was asked about");
                    ("proper", Some(redundant?), Stop::Solved)
                }
                LineVerdict::Undecided => return None,
            };
            Some(Judged { verdict, findings: Findings::of_givens(&self.findings, redundant), stop })
        };
        verdicts.iter().map(judged).collect()
    }
}
