//! Solves puzzles and prints the solutions: the work of `solve`.

use std::io;
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use anstyle::Style;
use quadrille_api::{Answer, Question, SolveAnswer};
use quadrille_core::solve::{self, Solver};
use quadrille_core::{Limits, Meter, Puzzle, Status, WallClock};
use quadrille_formats::{drawn, read_one};

use crate::context::Context;
use crate::exit::Exit;
use crate::io::asking::Asking;
use crate::io::at::{At, exit_of};
use crate::io::output::Report;

/// How long a check that only serves a note may take.
const SOON: Duration = Duration::from_secs(1);

/// The first solution of each puzzle, or the first two.
pub(super) struct Solve<'c> {
    pub(super) question: Question,
    /// The same question.
    pub(super) solve: quadrille_api::Solve,
    pub(super) limits: Limits,
    pub(super) clock: WallClock,
    pub(super) context: &'c Context,
    /// Whether the solution is drawn on the terminal.
    pub(super) is_drawn: bool,
    /// Whether each run is traced.
    pub(super) is_traced: bool,
}

impl Asking for Solve<'_> {
    fn question(&self) -> &Question {
        &self.question
    }

    fn limits(&self) -> Limits {
        self.limits
    }

    fn is_together(&self) -> bool {
        self.question.likes_batches() && !self.is_traced
    }

    fn print<'a>(&'a self, at: &At<'_>, answer: &Answer<'_>, report: &mut Report<'a>) {
        if self.is_drawn
            && let Answer::Solve(SolveAnswer { puzzle, solution: Some(solution), .. }) = answer
            && let (Ok(puzzle), Ok(solution)) = (read_one(puzzle), read_one(solution))
        {
            report.text(self.drawn(&puzzle, &solution).as_bytes());
            report.later(move |_| self.note_others(&puzzle));
            return report.done(Exit::Done);
        }
        let At { file, line, .. } = at;
        let reason = match answer {
            Answer::Solve(answer) => answer.reason.as_ref(),
            _ => None,
        };
        let note = reason.map(|reason| format!("{file}:{line}: {}: {reason}", self.solve.name()));
        if self.context.json {
            report.answer(at, answer);
        } else {
            match answer {
                Answer::Solve(SolveAnswer { solution: Some(solution), .. }) => {
                    report.line(solution);
                }
                Answer::Solve(SolveAnswer { solutions: Some(solutions), .. })
                    if !solutions.is_empty() =>
                {
                    solutions.iter().for_each(|solution| report.line(solution));
                }
                answer => report.line(answer.status()),
            }
            if let Some(note) = note {
                report.message(note);
            }
            report.done(exit_of(answer));
        }
        if answer.status() == Status::Unsupported.id() {
            report.message(unsupported(at, &self.solve));
        }
    }
}

/// Returns the message about a board that the algorithm does not support.
pub(super) fn unsupported(At { file, line, .. }: &At<'_>, solve: &quadrille_api::Solve) -> String {
    format!(
        "{file}:{line}:1: `{}` does not support this board; `quadrille algorithms` lists the boards \
         of each algorithm, --with auto solves all",
        solve.configuration.entry.id
    )
}

impl Solve<'_> {
    /// Notes on the terminal if a puzzle has several solutions and that is quickly found out.
    fn note_others(&self, puzzle: &Puzzle) {
        let limits = Limits { time: Some(SOON), ..Limits::NONE };
        let mut meter = Meter::new(limits, Solver::Auto.node(), &self.context.cancel, &self.clock)
            .expect("the clock runs");
        if solve::count(Solver::Auto, puzzle, 2, &mut meter).count > 1 {
            self.context.messages.note("not unique: this is one of several solutions");
        }
    }

    /// Returns the solution as a grid, the givens in bold.
    fn drawn(&self, puzzle: &Puzzle, solution: &Puzzle) -> String {
        let color = match self.context.messages.color() {
            ColorChoice::Auto => AutoStream::choice(&io::stdout()),
            color => color,
        };
        let bold = if color == ColorChoice::Never { Style::new() } else { Style::new().bold() };
        let solution = solution.givens();
        drawn(solution, puzzle.edges(), &|cell, text| match puzzle.givens().get(cell) {
            Some(_) => format!("{bold}{text}{bold:#}"),
            None => text.to_owned(),
        })
    }
}
