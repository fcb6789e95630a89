//! `solve` on a chunk of plain lines: the kernel's batches, with no work per line beyond parsing,
//! checking and writing. What is no plain line goes the general way, one by one.

use quadrille::format::{self, Line, ReadOptions, Record};
use quadrille::solve::{Auto, ExactSolver, Nines};
use quadrille::{BoxShape, Budget, CancelFlag, NoClock, Puzzle, Rng, Run, Status};
use std::ops::ControlFlow;

use super::stream::Piece;
use crate::exit::Exit;
use crate::input::Chunk;

/// Solves the lines of a chunk; `None` when the flag was raised meanwhile.
pub(crate) fn solve(chunk: &Chunk, cancel: &CancelFlag) -> Option<Vec<Piece>> {
    let mut answers = Answers::default();
    let mut boards = Vec::with_capacity(chunk.text.len() / 82 + 1);
    let mut number = chunk.first_line;
    let mut rest = chunk.text.as_slice();
    while !rest.is_empty() {
        let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        let (line, after) = rest.split_at(end);
        rest = after;
        let plain = format::line::nine_cells(line).filter(format::line::nine_without_conflict);
        match plain {
            Some(board) => boards.push(board),
            None => {
                answers.batch(&mut boards, cancel)?;
                answers.general(chunk, number, line, cancel)?;
            }
        }
        number += 1;
    }
    answers.batch(&mut boards, cancel)?;
    answers.close();
    Some(answers.pieces)
}

#[derive(Default)]
struct Answers {
    nines: Nines,
    text: String,
    count: u64,
    exit: Exit,
    pieces: Vec<Piece>,
}

impl Answers {
    /// Solves the boards that have gathered.
    fn batch(&mut self, boards: &mut Vec<[u8; 81]>, cancel: &CancelFlag) -> Option<()> {
        self.text.reserve(82 * boards.len());
        let (text, exit) = (&mut self.text, &mut self.exit);
        let done = self.nines.first_solutions(boards, cancel, |solution| match solution {
            Some(digits) => {
                let line = digits.map(|digit| digit + b'0');
                text.push_str(std::str::from_utf8(&line).expect("digits are text"));
                text.push('\n');
            }
            None => {
                text.push_str(Status::None.id());
                text.push('\n');
                exit.also(Exit::No);
            }
        });
        self.count += boards.len() as u64;
        boards.clear();
        done.then_some(())
    }

    /// A line that is not plain: nothing, a comment, a bad one, or a puzzle with more about it.
    fn general(
        &mut self,
        chunk: &Chunk,
        number: u64,
        mut line: &[u8],
        cancel: &CancelFlag,
    ) -> Option<()> {
        use format::PuzzleFormat;
        let options = ReadOptions { shape: Some(BoxShape::NINE), ..ReadOptions::default() };
        let mut cut_off = false;
        let mut each = |record: Record<'_>| {
            match record.puzzle {
                Ok(puzzle) => match first_solution(&puzzle, cancel) {
                    Ok(Some(solution)) => self.line(&solution, Exit::Done),
                    Ok(None) => self.line(Status::None.id(), Exit::No),
                    Err(()) => cut_off = true,
                },
                Err(error) if matches!(error.kind, format::ParseErrorKind::Empty) => {}
                Err(error) => {
                    self.close();
                    let place = format!("{}:{number}:{}", chunk.file, error.column);
                    self.pieces.push(Piece::Message(format!("{place}: {error}")));
                    self.line(Status::Invalid.id(), Exit::Usage);
                }
            }
            ControlFlow::Continue(())
        };
        Line.read(&mut line, &options, &mut each).expect("reading from memory cannot fail");
        (!cut_off).then_some(())
    }

    fn line(&mut self, text: &str, exit: Exit) {
        self.text.push_str(text);
        self.text.push('\n');
        self.count += 1;
        self.exit.also(exit);
    }

    /// Ends the lines that have gathered.
    fn close(&mut self) {
        if self.count > 0 {
            let text = std::mem::take(&mut self.text);
            let (count, exit) = (std::mem::take(&mut self.count), std::mem::take(&mut self.exit));
            self.pieces.push(Piece::Lines { text, count, exit });
        }
    }
}

/// The first solution of a 9x9 puzzle that may have edges; an error when it was cut off.
fn first_solution(puzzle: &Puzzle, cancel: &CancelFlag) -> Result<Option<String>, ()> {
    let budget = Budget { cancel: cancel.clone(), ..Budget::default() };
    let mut run = Run::new(puzzle, Auto.node(), budget, Rng::from_seed(0), &NoClock);
    let mut first = None;
    Auto.solve(puzzle, &mut run, &mut |solution| {
        first = Some(format::line::text_of(solution.grid()));
        ControlFlow::Break(())
    });
    if first.is_none() && cancel.is_cancelled() { Err(()) } else { Ok(first) }
}
