//! Walks over strong and weak links, and the chains among them.

use quadrille_core::Candidate;

use crate::board::{Array, Board, Tables};
use crate::cells::{CellSet, bits};
use crate::deduction::candidate;
use crate::grid::LogicGrid;

/// A set of cells for each digit.
type ByDigit<B> = <B as Tables>::OfDigits<<B as Tables>::Cells>;

/// A set of cells for each cell.
type ByCell<B> = <B as Tables>::OfCells<<B as Tables>::Cells>;

/// The most strong links that a chain has.
pub(super) const MOST: usize = 10;

/// The links of the candidates of one digit, or of those in cells with two candidates.
///
/// A step is a strong link from a candidate that is false to one that is true. The next step starts
/// at the same digit in a cell that sees the end of the last.
pub(super) struct Graph<B: Board> {
    board: B,
    /// The cells in which a step can start, by digit.
    tails: ByDigit<B>,
    /// Where steps end: for one digit, the ends from each cell; else in the cell itself.
    strong: Option<(usize, Box<ByCell<B>>)>,
}

/// The ends of a chain: the first candidate is false, or the last is true.
#[derive(Clone, Copy)]
pub(super) struct Ends {
    /// The cell of the first candidate.
    pub(super) start: usize,
    /// The cell of the last candidate.
    pub(super) end: usize,
    /// The digit of both, from 0.
    pub(super) digit: usize,
}

impl<B: Board> Graph<B> {
    /// The links of a digit in houses with two places for it; `None` if no two of them can be
    /// joined.
    pub(super) fn of_digit(grid: &LogicGrid<B>, digit: usize) -> Option<Self> {
        let board = grid.board();
        let mut houses: B::OfHouses<usize> = Array::filled(0);
        let mut count = 0;
        for house in board.houses() {
            if B::ones(grid.places(house, digit)) == 2 {
                houses[count] = house;
                count += 1;
            }
        }
        if count < 2 {
            return None;
        }
        let none = B::Cells::NONE;
        let mut strong = Box::new(ByCell::<B>::filled(none));
        let mut tails = ByDigit::<B>::filled(none);
        for &house in &houses.as_ref()[..count] {
            let ends = board.house(house) & grid.cells_of(digit);
            tails[digit] |= ends;
            for position in bits(grid.places(house, digit)) {
                let cell = board.cell(house, position);
                strong[cell] |= ends & !B::Cells::only(cell);
            }
        }
        Some(Self { board, tails, strong: Some((digit, strong)) })
    }

    /// The links in cells with two candidates; `None` if there is but one.
    pub(super) fn of_bivalue(grid: &LogicGrid<B>) -> Option<Self> {
        let bivalue = grid.bivalue();
        let tails = Array::from_fn(|digit| bivalue & grid.cells_of(digit));
        bivalue.has_two().then_some(Self { board: grid.board(), tails, strong: None })
    }

    /// The cells in which a chain can start with a digit.
    pub(super) fn tails(&self, digit: usize) -> B::Cells {
        self.tails[digit]
    }

    /// The candidates that become true if those of a digit in some cells are false.
    fn step(&self, digit: usize, tails: B::Cells, heads: &mut ByDigit<B>) {
        match &self.strong {
            Some((_, strong)) => tails.each().for_each(|tail| heads[digit] |= strong[tail]),
            None => {
                for other in (0..self.board.side()).filter(|&other| other != digit) {
                    heads[other] |= tails & self.tails[other];
                }
            }
        }
    }

    /// Walks from a candidate that is false.
    pub(super) fn walk(&self, start: usize, digit: usize) -> Walk<'_, B> {
        let none = Array::filled(B::Cells::NONE);
        let (mut seen, mut next): (ByDigit<B>, ByDigit<B>) = (none, none);
        let start = B::Cells::only(start);
        next[digit] = start;
        match self.strong {
            Some(_) => seen[digit] = start,
            None => seen = Array::filled(start),
        }
        Walk { graph: self, seen, reached: none, next }
    }

    /// The shortest chain between two candidates of a digit, as its strong links.
    pub(super) fn chain(&self, ends: Ends, least: usize) -> Option<Vec<(Candidate, Candidate)>> {
        // Chains can be read from both ends, so a walk from the end tells from where it can be
        // reached.
        let mut walk = self.walk(ends.end, ends.digit);
        let mut within = [ByDigit::<B>::filled(B::Cells::NONE); MOST + 1];
        for within in &mut within[1..] {
            walk.advance();
            *within = walk.reached;
        }
        (least..=MOST).find_map(|length| {
            let mut search = Search { graph: self, ends, within: &within, path: Vec::new() };
            let used = B::Cells::only(ends.start);
            search.extend(ends.start, ends.digit, used, length).then_some(search.path)
        })
    }
}

/// A breadth-first walk.
pub(super) struct Walk<'g, B: Board> {
    graph: &'g Graph<B>,
    /// The candidates that have been false.
    seen: ByDigit<B>,
    /// The candidates that have been true.
    reached: ByDigit<B>,
    /// The candidates that are false next.
    next: ByDigit<B>,
}

impl<B: Board> Walk<'_, B> {
    /// Takes all strong links from where the walk is, and returns the candidates that are true for
    /// the first time; `None` if there are none.
    pub(super) fn advance(&mut self) -> Option<ByDigit<B>> {
        let board = self.graph.board;
        let mut heads: ByDigit<B> = Array::filled(B::Cells::NONE);
        for digit in 0..board.side() {
            if !self.next[digit].is_empty() {
                self.graph.step(digit, self.next[digit], &mut heads);
            }
        }
        let mut is_over = true;
        for digit in 0..board.side() {
            heads[digit] &= !self.reached[digit];
            let heads = heads[digit];
            if heads.is_empty() {
                self.next[digit] = heads;
                continue;
            }
            is_over = false;
            self.reached[digit] |= heads;
            let seen = heads.each().fold(B::Cells::NONE, |seen, head| seen | board.peers(head));
            self.next[digit] = seen & self.graph.tails[digit] & !self.seen[digit];
            let next = self.next[digit];
            self.seen[digit] |= next;
        }
        (!is_over).then_some(heads)
    }
}

/// A depth-first search for a chain that is in no cell twice.
struct Search<'g, B: Board> {
    graph: &'g Graph<B>,
    ends: Ends,
    /// The candidates from which the end can be reached in as many strong links.
    within: &'g [ByDigit<B>; MOST + 1],
    path: Vec<(Candidate, Candidate)>,
}

impl<B: Board> Search<'_, B> {
    /// Extends the path by a number of strong links, the first of which starts at a candidate.
    fn extend(&mut self, tail: usize, digit: usize, used: B::Cells, links: usize) -> bool {
        let Ends { end, digit: last, .. } = self.ends;
        let board = self.graph.board;
        let mut heads: ByDigit<B> = Array::filled(B::Cells::NONE);
        self.graph.step(digit, B::Cells::only(tail), &mut heads);
        for head_digit in 0..board.side() {
            for head in heads[head_digit].each() {
                self.path.push((candidate(tail, digit), candidate(head, head_digit)));
                if links == 1 && (head, head_digit) == (end, last) {
                    return true;
                }
                let is_new = head == tail || !used.contains(head);
                if links > 1 && is_new {
                    let used = used | B::Cells::only(head);
                    let next = board.peers(head) & self.within[links - 1][head_digit] & !used;
                    for next in (next & self.graph.tails[head_digit]).each() {
                        let used = used | B::Cells::only(next);
                        if self.extend(next, head_digit, used, links - 1) {
                            return true;
                        }
                    }
                }
                self.path.pop();
            }
        }
        false
    }
}
