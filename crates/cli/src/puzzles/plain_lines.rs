//! The answers to a chunk of lines. The command answers the plain ones in one batch; what is no
//! plain line goes the general way, one by one, and everything is put in order again.

use std::iter::Peekable;
use std::ops::ControlFlow;
use std::vec;

use quadrille_engine::solve::NINE_LINE;
use quadrille_engine::{Limits, format};

use super::stream::{Answering, Answers, Piece};
use crate::exit::Exit;
use crate::io::buffers::{Block, Buffers};
use crate::io::input::{Arrival, Chunk};

/// Answers the lines of a chunk.
pub(crate) fn answer<C: Answering>(
    command: &C,
    chunk: &Chunk,
    buffers: &Buffers,
) -> Answers<C::Answer> {
    let mut rest = chunk.block.text();
    let mut cells = Vec::with_capacity(rest.len() / NINE_LINE + 1);
    let mut others = Vec::new();
    while !rest.is_empty() {
        let (line, after) = format::line::split_nine(rest);
        rest = after;
        match line {
            Ok(line) => cells.push(line),
            Err(line) => others.push((cells.len(), line)),
        }
    }
    let lines = PlainLines {
        command,
        chunk,
        buffers,
        passed: 0,
        others: others.into_iter().peekable(),
        others_passed: 0,
        text: Block::default(),
        closed: 0,
        count: 0,
        exit: Exit::Done,
        pieces: Vec::new(),
    };
    command.answer_lines(&cells, lines)
}

/// A chunk under way. The command answers its plain lines in order, each by one of
/// [`answer`](Self::answer), [`conflict`](Self::conflict) and [`late`](Self::late), or many by
/// [`solutions`](Self::solutions), and the others are answered when their turn comes.
pub(crate) struct PlainLines<'a, C: Answering> {
    command: &'a C,
    chunk: &'a Chunk,
    pub(crate) buffers: &'a Buffers,
    /// How many plain lines are answered.
    passed: usize,
    /// The others, each with the number of plain lines before it.
    others: Peekable<vec::IntoIter<(usize, &'a [u8])>>,
    others_passed: usize,
    text: Block,
    /// How much of it is in pieces.
    closed: usize,
    /// Answers in the text that are in no piece yet, and whether each is as wished.
    count: u64,
    exit: Exit,
    pieces: Vec<Piece<C::Answer>>,
}

impl<'a, C: Answering> PlainLines<'a, C> {
    /// The name of their input.
    pub(crate) fn file(&self) -> &'a str {
        &self.chunk.file
    }

    /// Whether there is nothing but plain lines.
    pub(crate) fn are_all(&mut self) -> bool {
        self.others.peek().is_none()
    }

    /// The answer to the next plain line: `write` is told its number in the input and writes one
    /// line of text.
    pub(crate) fn answer(&mut self, write: impl FnOnce(u64, &mut Block) -> Exit) {
        self.others_before(self.passed);
        if self.text.bytes.is_empty() {
            self.text = self.buffers.take(self.chunk.block.length);
        }
        let exit = write(self.number(), &mut self.text);
        self.exit.merge(exit);
        self.count += 1;
        self.passed += 1;
    }

    /// The answers to the plain lines before that one, as far as they are not answered yet: in
    /// `lines` stand those to all plain lines, [`NINE_LINE`] bytes each.
    pub(crate) fn solutions(&mut self, plain: usize, lines: &[u8]) {
        loop {
            self.others_before(self.passed);
            let next = self.others.peek().map_or(plain, |&(before, _)| before.min(plain));
            if next == self.passed {
                return;
            }
            self.text.push(&lines[self.passed * NINE_LINE..next * NINE_LINE]);
            self.count += (next - self.passed) as u64;
            self.passed = next;
        }
    }

    /// The next plain line, these cells, has a conflict: the general reader says which cells.
    pub(crate) fn conflict(&mut self, cells: &[u8; 81]) {
        self.others_before(self.passed);
        self.general(cells, Turn::Now);
        self.passed += 1;
    }

    /// The next plain line, these cells, takes so long that those before it should not wait for its
    /// answer, and one such at a time is enough.
    pub(crate) fn late(&mut self, cells: &[u8; 81]) {
        self.others_before(self.passed);
        self.general(cells, Turn::Late);
        self.passed += 1;
    }

    /// All plain lines, and there are no others, are answered as wished, by that text.
    pub(crate) fn finish_with(self, text: Block, count: usize) -> Answers<C::Answer> {
        let piece = Piece::Lines { bytes: text.length, count: count as u64, exit: Exit::Done };
        Answers { text, pieces: vec![piece], cut_off: false }
    }

    /// All plain lines are answered.
    pub(crate) fn finish(mut self) -> Answers<C::Answer> {
        self.others_before(usize::MAX);
        self.end(false)
    }

    /// Ctrl-C came before the next answer.
    pub(crate) fn cut_off(self) -> Answers<C::Answer> {
        self.end(true)
    }

    fn end(mut self, cut_off: bool) -> Answers<C::Answer> {
        self.close();
        Answers { text: self.text, pieces: self.pieces, cut_off }
    }

    /// The number of the next line in its input.
    fn number(&self) -> u64 {
        self.chunk.first_line + (self.passed + self.others_passed) as u64
    }

    /// Answers the other lines that come before that plain one.
    fn others_before(&mut self, plain: usize) {
        while let Some((_, line)) = self.others.next_if(|&(before, _)| before <= plain) {
            self.general(line, Turn::Now);
            self.others_passed += 1;
        }
    }

    /// A line that is not plain: nothing, a comment, a bad one, or a puzzle with more about it.
    fn general(&mut self, mut line: &[u8], turn: Turn) {
        let (before, column) = (self.number() - 1, self.chunk.column.as_deref());
        let mut each = |record: format::Record<'_>| {
            self.close();
            self.pieces.push(match Arrival::of(record, &self.chunk.file) {
                Arrival::Item(item) => {
                    let answer = match (&item.puzzle, turn) {
                        (Ok(puzzle), Turn::Now) => Some(self.command.answer(puzzle)),
                        _ => None,
                    };
                    Piece::One(item, answer)
                }
                Arrival::Trouble(message) => Piece::Trouble(message),
                Arrival::Chunk(_) => unreachable!("a record is no chunk"),
            });
            ControlFlow::Continue(())
        };
        format::line::read_on(&mut line, before, column, &mut each)
            .expect("reading from memory cannot fail");
    }

    /// Ends the lines that have gathered.
    fn close(&mut self) {
        if self.count > 0 {
            let bytes = self.text.length - std::mem::replace(&mut self.closed, self.text.length);
            let (count, exit) = (std::mem::take(&mut self.count), std::mem::take(&mut self.exit));
            self.pieces.push(Piece::Lines { bytes, count, exit });
        }
    }
}

/// When a puzzle is answered.
#[derive(Clone, Copy)]
enum Turn {
    Now,
    /// By whoever writes the answers, when those before it are written.
    Late,
}

/// Whether a batch gives the answers that one puzzle after the other would get: a limit is on each.
pub(crate) fn suit(budget: &Limits) -> bool {
    budget.nodes.is_none() && budget.evaluations.is_none() && budget.time.is_none()
}

/// The cells of a plain line as a puzzle is written.
pub(crate) fn text_of(cells: &[u8; 81]) -> String {
    let symbol = |cell: u8| if matches!(cell, b'1'..=b'9') { cell } else { b'.' };
    String::from_utf8(cells.map(symbol).to_vec()).expect("figures and full stops")
}

/// Whether two givens of a plain line conflict.
pub(crate) fn has_conflict(cells: &[u8; 81]) -> bool {
    let digits = format::line::nine_cells(cells).expect("a plain line");
    !format::line::nine_without_conflict(&digits)
}
