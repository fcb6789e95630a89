//! `canon --shuffle N`: random isomorphs of each puzzle.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use quadrille_api::json::Object;
use quadrille_api::{Answer, Candidates, Question, SymmetryFields, no_form};
use quadrille_core::{Puzzle, Rng, Stop, Symmetry, parallel};

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::arguments::Inputs;
use crate::io::asking::{Asking, ask_in_turn, each_all};
use crate::io::at::At;
use crate::io::output::{Output, Report};

/// Isomorphs that are made together.
const BATCH: u64 = 256;
/// Batches for each thread that are under way or wait to be written.
const WINDOW: NonZeroUsize = NonZeroUsize::new(16).expect("not 0");

/// Writes `count` isomorphs of each puzzle: many puzzles at once, or many isomorphs of one.
pub(super) fn run(inputs: Inputs, count: u64, context: &Context) -> Result<Exit, Failure> {
    // Puzzles come one by one.
    let question = Question::Candidates(Candidates::default());
    let shuffle = Shuffle { question, count, context };
    if count <= BATCH {
        let put = |at: &At<'_>, puzzle: &Puzzle, report: &mut Report<'_>| {
            shuffle.put(at, puzzle, report);
        };
        return each_all(&shuffle.question, inputs, context, put);
    }
    let mut out = Output::open(context)?;
    ask_in_turn(&shuffle, inputs, &mut out, context, |at, puzzle, out| shuffle.all(at, puzzle, out))
}

/// Everything that is not a puzzle is answered as by this question.
impl Asking for Shuffle<'_> {
    fn question(&self) -> &Question {
        &self.question
    }

    fn print<'a>(&'a self, at: &At<'_>, answer: &Answer<'_>, report: &mut Report<'a>) {
        report.other(at, answer);
    }
}

struct Shuffle<'c> {
    question: Question,
    count: u64,
    context: &'c Context,
}

impl Shuffle<'_> {
    /// Returns isomorphs as text, from one number up to another. Each is a function of the seed, the
    /// puzzle and its number.
    fn isomorphs(&self, at: &At<'_>, puzzle: &Puzzle, from: u64, to: u64) -> Vec<u8> {
        let At { file, line, .. } = *at;
        let (text, seed) = (puzzle.to_string(), self.context.seed());
        let mut rows = Vec::new();
        for index in from..to {
            let mut rng = Rng::derive(seed, &["isomorph", &text, &index.to_string()]);
            let symmetry = Symmetry::random_within(puzzle.shape(), &mut rng);
            let isomorph = quadrille_formats::line::text_of(&symmetry.apply(puzzle.givens()));
            if self.context.json {
                let mut object = Object::begin(&mut rows);
                object.field("file", &file);
                object.field("line", &line);
                object.field("puzzle", &text);
                object.field("isomorph", &isomorph);
                object.field("index", &index);
                object.field("symmetry", &SymmetryFields::of(&symmetry));
                object.field("seed", &seed);
                object.end();
            } else {
                rows.extend_from_slice(isomorph.as_bytes());
            }
            rows.push(b'\n');
        }
        rows
    }

    /// Writes all isomorphs of a puzzle, made on all threads.
    fn all(&self, at: &At<'_>, puzzle: &Puzzle, out: &mut Output) -> Result<Exit, Failure> {
        if no_form(puzzle).is_some() {
            let mut report = Report::new(self.context);
            self.put(at, puzzle, &mut report);
            return report.print_to(out);
        }
        let mut failure = None;
        parallel::map_in_order(
            self.context.threads(),
            WINDOW,
            (0..self.count.div_ceil(BATCH)).take_while(|_| !self.context.cancel.is_cancelled()),
            |batch| {
                let to = self.count.min((batch + 1).saturating_mul(BATCH));
                self.isomorphs(at, puzzle, batch * BATCH, to)
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

    /// Writes the isomorphs of a puzzle, or why it has none.
    fn put(&self, at: &At<'_>, puzzle: &Puzzle, report: &mut Report<'_>) {
        let Some(why) = no_form(puzzle) else {
            report.text(&self.isomorphs(at, puzzle, 0, self.count));
            return report.done(Exit::Done);
        };
        let (seed, status) = (self.context.seed(), Stop::Unsupported.status().id());
        if self.context.json {
            report.object_at(at, |object| {
                object.field("puzzle", &puzzle.to_string());
                object.field("isomorph", &None::<&str>);
                object.field("status", &status);
                object.field("error", &why);
                object.field("seed", &seed);
            });
        } else {
            report.line(status);
        }
        report.message(format!("{}:{}:1: {why}", at.file, at.line));
        report.done(Exit::Usage);
    }
}
