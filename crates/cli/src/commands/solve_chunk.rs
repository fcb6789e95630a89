//! `solve` on a chunk of lines: the plain ones go to the kernel as they stand, in one batch, and
//! come back as lines. What is no plain line goes the general way, one by one.

use quadrille::format::{self, Record};
use quadrille::solve::{Auto, ExactSolver, NINE_LINE, first_solutions};
use quadrille::{Budget, CancelFlag, NoClock, Puzzle, Rng, Run, Status};
use std::ops::ControlFlow;

use super::stream::{Answers, Piece};
use crate::buffers::{Block, Buffers};
use crate::exit::Exit;
use crate::input::Chunk;

/// Solves the lines of a chunk.
pub(crate) fn solve(chunk: &Chunk, buffers: &Buffers, cancel: &CancelFlag) -> Answers {
    let text = chunk.block.text();
    let mut plain = Vec::with_capacity(text.len() / NINE_LINE + 1);
    // The others, each with the number of plain lines before it.
    let mut others = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (cells, after) = format::line::split_nine(rest);
        rest = after;
        match cells {
            Ok(cells) => plain.push(cells),
            Err(line) => others.push((plain.len(), line)),
        }
    }
    let mut solved = buffers.take(plain.len() * NINE_LINE);
    let unsolved = first_solutions(&plain, &mut solved.bytes, cancel);
    solved.length = plain.len() * NINE_LINE;

    if others.is_empty() && unsolved.is_empty() {
        let (text, count, exit) = (solved, plain.len() as u64, Exit::Done);
        return Answers { pieces: vec![Piece::Lines { text, count, exit }], cut_off: false };
    }
    let mut lines = Lines {
        chunk,
        cancel,
        solved: solved.text(),
        passed: 0,
        others: others.into_iter().peekable(),
        others_passed: 0,
        text: buffers.take(0),
        count: 0,
        exit: Exit::Done,
        pieces: Vec::new(),
    };
    let cut_off = unsolved
        .into_iter()
        .try_for_each(|unsolved| {
            lines.up_to(unsolved.puzzle)?;
            if !unsolved.decided {
                return Err(CutOff);
            }
            lines.without_solution(plain[unsolved.puzzle])
        })
        .and_then(|()| lines.up_to(plain.len()))
        .is_err();
    lines.close();
    let pieces = lines.pieces;
    buffers.give(solved);
    Answers { pieces, cut_off }
}

/// Ctrl-C came before the answer.
struct CutOff;

/// The answers to all lines of a chunk, put in order.
struct Lines<'a, O: Iterator<Item = (usize, &'a [u8])>> {
    chunk: &'a Chunk,
    cancel: &'a CancelFlag,
    /// The answers to the plain lines.
    solved: &'a [u8],
    /// How many of them are answered.
    passed: usize,
    others: std::iter::Peekable<O>,
    others_passed: u64,
    text: Block,
    count: u64,
    exit: Exit,
    pieces: Vec<Piece>,
}

impl<'a, O: Iterator<Item = (usize, &'a [u8])>> Lines<'a, O> {
    /// Everything before that plain line.
    fn up_to(&mut self, plain: usize) -> Result<(), CutOff> {
        while let Some((before, line)) = self.others.next_if(|&(before, _)| before <= plain) {
            self.copy(before);
            self.general(line)?;
            self.others_passed += 1;
        }
        self.copy(plain);
        Ok(())
    }

    /// The solutions of the plain lines before that one.
    fn copy(&mut self, plain: usize) {
        self.text.push(&self.solved[self.passed * NINE_LINE..plain * NINE_LINE]);
        self.count += (plain - self.passed) as u64;
        self.passed = plain;
    }

    /// The next plain line, which has no solution.
    fn without_solution(&mut self, cells: &[u8; 81]) -> Result<(), CutOff> {
        let digits = format::line::nine_cells(cells).expect("a plain line");
        if format::line::nine_without_conflict(&digits) {
            self.line(Status::None.id(), Exit::No);
        } else {
            // The general reader says which cells.
            self.general(cells)?;
        }
        self.passed += 1;
        Ok(())
    }

    /// A line that is not plain: nothing, a comment, a bad one, or a puzzle with more about it.
    fn general(&mut self, mut line: &[u8]) -> Result<(), CutOff> {
        let before = self.chunk.first_line - 1 + self.passed as u64 + self.others_passed;
        let mut told = Ok(());
        let mut each = |record: Record<'_>| {
            match record.puzzle {
                Ok(puzzle) => match first_solution(&puzzle, self.cancel) {
                    Ok(Some(solution)) => self.line(&solution, Exit::Done),
                    Ok(None) => self.line(Status::None.id(), Exit::No),
                    Err(cut_off) => told = Err(cut_off),
                },
                Err(error) => {
                    self.close();
                    let (file, line, column) = (&self.chunk.file, error.line, error.column);
                    let message = format!("{file}:{line}:{column}: {error}");
                    self.pieces.push(Piece::Message(message));
                    self.line(Status::Invalid.id(), Exit::Usage);
                }
            }
            ControlFlow::Continue(())
        };
        format::line::read_on(&mut line, before, &mut each)
            .expect("reading from memory cannot fail");
        told
    }

    fn line(&mut self, text: &str, exit: Exit) {
        self.text.push(text.as_bytes());
        self.text.push(b"\n");
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

/// The first solution of a 9x9 puzzle that may have edges.
fn first_solution(puzzle: &Puzzle, cancel: &CancelFlag) -> Result<Option<String>, CutOff> {
    let budget = Budget { cancel: cancel.clone(), ..Budget::default() };
    let mut run = Run::new(puzzle, Auto.node(), budget, Rng::from_seed(0), &NoClock);
    let mut first = None;
    Auto.solve(puzzle, &mut run, &mut |solution| {
        first = Some(format::line::text_of(solution.grid()));
        ControlFlow::Break(())
    });
    if first.is_none() && cancel.is_cancelled() { Err(CutOff) } else { Ok(first) }
}
