//! `canon --shuffle N`: random isomorphs of each puzzle.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use quadrille_engine::{Puzzle, Rng, Stop, Symmetry, format, parallel};
use serde::Serialize;

use super::{SymmetryFields, unsupported, unsupported_message};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::arguments::Inputs;
use crate::io::input::{Answering, Together, answer_all, answer_in_turn};
use crate::io::json;
use crate::io::output::{Output, Report};

/// Isomorphs that are made together.
const BATCH: u64 = 256;
/// Batches for each thread that are under way or wait to be written.
const WINDOW: NonZeroUsize = NonZeroUsize::new(16).expect("not 0");

/// Writes `count` isomorphs of each puzzle: many puzzles at once, or many isomorphs of one.
pub(super) fn run(inputs: Inputs, count: u64, context: &Context) -> Result<Exit, Failure> {
    let shuffle = Shuffle { count, context };
    if count <= BATCH {
        return answer_all(&shuffle, inputs, &Together::Single, context);
    }
    let mut out = Output::open(context)?;
    let write =
        |file: &str, line, puzzle: &Puzzle, out: &mut Output| shuffle.all(file, line, puzzle, out);
    answer_in_turn(&shuffle, inputs, &Together::Single, &mut out, context, write)
}

struct Shuffle<'c> {
    count: u64,
    context: &'c Context,
}

#[derive(Serialize)]
struct Row<'a> {
    file: &'a str,
    line: u64,
    puzzle: &'a str,
    isomorph: &'a str,
    /// Its number among the isomorphs of the puzzle, from 0.
    index: u64,
    symmetry: SymmetryFields,
    seed: u64,
}

/// The object in place of the isomorphs of a puzzle that has none.
#[derive(Serialize)]
struct NoRow<'a> {
    file: &'a str,
    line: u64,
    puzzle: &'a str,
    isomorph: Option<&'a str>,
    status: &'static str,
    seed: u64,
}

impl Shuffle<'_> {
    /// Returns isomorphs as text, from one number up to another. Each is a function of the seed, the
    /// puzzle and its number.
    fn isomorphs(&self, file: &str, line: u64, puzzle: &Puzzle, from: u64, to: u64) -> Vec<u8> {
        let (text, seed) = (puzzle.to_string(), self.context.seed());
        let mut rows = Vec::new();
        for index in from..to {
            let mut rng = Rng::derive(seed, &["isomorph", &text, &index.to_string()]);
            let symmetry = Symmetry::random_within(puzzle.shape(), &mut rng);
            let isomorph = format::line::text_of(&symmetry.apply(puzzle.givens()));
            if self.context.json {
                let (puzzle, isomorph) = (&*text, &*isomorph);
                let symmetry = SymmetryFields::of(&symmetry);
                let row = Row { file, line, puzzle, isomorph, index, symmetry, seed };
                json::to_writer(&mut rows, &row).expect("rows are plain data");
            } else {
                rows.extend_from_slice(isomorph.as_bytes());
            }
            rows.push(b'\n');
        }
        rows
    }

    /// Writes all isomorphs of a puzzle, made on all threads.
    fn all(
        &self,
        file: &str,
        line: u64,
        puzzle: &Puzzle,
        out: &mut Output,
    ) -> Result<Exit, Failure> {
        if unsupported(puzzle).is_some() {
            let mut report = Report::new(self.context);
            self.write(file, line, puzzle, (), &mut report);
            return report.print_to(out);
        }
        let mut failure = None;
        parallel::map_in_order(
            self.context.threads(),
            WINDOW,
            (0..self.count.div_ceil(BATCH)).take_while(|_| !self.context.cancel.is_cancelled()),
            |batch| {
                let to = self.count.min((batch + 1).saturating_mul(BATCH));
                self.isomorphs(file, line, puzzle, batch * BATCH, to)
            },
            |rows, more| {
                let written =
                    out.bytes(&rows).and_then(|()| if more { Ok(()) } else { out.flush() });
                failure = written.err();
                if failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        failure.map_or(Ok(Exit::Done), Err)
    }
}

impl Answering for Shuffle<'_> {
    type Answer = ();

    fn answer(&self, puzzles: &[Puzzle]) -> Vec<()> {
        // The place in the input is not known here, so that `write` does the work.
        vec![(); puzzles.len()]
    }

    fn write<'a>(
        &'a self,
        file: &str,
        line: u64,
        puzzle: &Puzzle,
        (): (),
        report: &mut Report<'a>,
    ) {
        let Some(what) = unsupported(puzzle) else {
            report.text(&self.isomorphs(file, line, puzzle, 0, self.count));
            return report.done(Exit::Done);
        };
        let (seed, status) = (self.context.seed(), Stop::Unsupported.status().id());
        if self.context.json {
            let puzzle = &*puzzle.to_string();
            report.json(&NoRow { file, line, puzzle, isomorph: None, status, seed });
        } else {
            report.line(status);
        }
        report.message(unsupported_message(file, line, what));
        report.done(Exit::Usage);
    }
}
