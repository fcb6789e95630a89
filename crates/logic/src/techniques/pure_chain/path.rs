//! Walks over strong and weak links, and the chains among them.

use quadrille_core::Candidate;

use crate::cells::{Cells, bits, each, has_two, ones};
use crate::deduction::candidate;
use crate::grid::LogicGrid;
use crate::houses::{CELLS, HOUSES, PEERS};

/// A set of cells for each digit.
type ByDigit = [Cells; 9];

/// The links of the candidates of one digit, or of those in cells with two candidates.
///
/// A step is a strong link from a candidate that is false to one that is true. The next step starts
/// at the same digit in a cell that sees the end of the last.
pub(super) struct Graph {
    /// The cells in which a step can start, by digit.
    tails: ByDigit,
    /// Where steps end: for one digit, the ends from each cell; else in the cell itself.
    strong: Option<(usize, Box<[Cells; 81]>)>,
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

impl Graph {
    /// The most strong links that a chain has.
    pub(super) const MOST: usize = 10;

    /// The links of a digit in houses with two places for it; `None` if no two of them can be
    /// joined.
    pub(super) fn of_digit(grid: &LogicGrid, digit: usize) -> Option<Self> {
        let mut houses = [0; 27];
        let mut count = 0;
        for house in 0..27 {
            if ones(grid.places(house, digit)) == 2 {
                houses[count] = house;
                count += 1;
            }
        }
        if count < 2 {
            return None;
        }
        let mut strong = Box::new([0; 81]);
        let mut tails = [0; 9];
        for &house in &houses[..count] {
            let ends = HOUSES[house] & grid.cells_of(digit);
            tails[digit] |= ends;
            for position in bits(grid.places(house, digit)) {
                let cell = usize::from(CELLS[house][position]);
                strong[cell] |= ends & !(1 << cell);
            }
        }
        Some(Self { tails, strong: Some((digit, strong)) })
    }

    /// The links in cells with two candidates; `None` if there is but one.
    pub(super) fn of_bivalue(grid: &LogicGrid) -> Option<Self> {
        let bivalue = grid.bivalue();
        let tails = std::array::from_fn(|digit| bivalue & grid.cells_of(digit));
        has_two(bivalue).then_some(Self { tails, strong: None })
    }

    /// The cells in which a chain can start with a digit.
    pub(super) fn tails(&self, digit: usize) -> Cells {
        self.tails[digit]
    }

    /// The candidates that become true if those of a digit in some cells are false.
    fn step(&self, digit: usize, tails: Cells, heads: &mut ByDigit) {
        match &self.strong {
            Some((_, strong)) => each(tails).for_each(|tail| heads[digit] |= strong[tail]),
            None => {
                for other in (0..9).filter(|&other| other != digit) {
                    heads[other] |= tails & self.tails[other];
                }
            }
        }
    }

    /// Walks from a candidate that is false.
    pub(super) fn walk(&self, start: usize, digit: usize) -> Walk<'_> {
        let mut seen = [0; 9];
        let mut next = [0; 9];
        next[digit] = 1 << start;
        match self.strong {
            Some(_) => seen[digit] = 1 << start,
            None => seen = [1 << start; 9],
        }
        Walk { graph: self, seen, reached: [0; 9], next }
    }

    /// The shortest chain between two candidates of a digit, as its strong links.
    pub(super) fn chain(&self, ends: Ends, least: usize) -> Option<Vec<(Candidate, Candidate)>> {
        // Chains can be read from both ends, so a walk from the end tells from where it can be
        // reached.
        let mut walk = self.walk(ends.end, ends.digit);
        let mut within = [[0; 9]; Self::MOST + 1];
        for within in &mut within[1..] {
            walk.advance();
            *within = walk.reached;
        }
        (least..=Self::MOST).find_map(|length| {
            let mut search = Search { graph: self, ends, within: &within, path: Vec::new() };
            search.extend(ends.start, ends.digit, 1 << ends.start, length).then_some(search.path)
        })
    }
}

/// A breadth-first walk.
pub(super) struct Walk<'g> {
    graph: &'g Graph,
    /// The candidates that have been false.
    seen: ByDigit,
    /// The candidates that have been true.
    reached: ByDigit,
    /// The candidates that are false next.
    next: ByDigit,
}

impl Walk<'_> {
    /// Takes all strong links from where the walk is, and returns the candidates that are true for
    /// the first time; `None` if there are none.
    pub(super) fn advance(&mut self) -> Option<ByDigit> {
        let mut heads = [0; 9];
        for digit in 0..9 {
            if self.next[digit] != 0 {
                self.graph.step(digit, self.next[digit], &mut heads);
            }
        }
        let mut is_over = true;
        for (digit, heads) in heads.iter_mut().enumerate() {
            *heads &= !self.reached[digit];
            if *heads == 0 {
                self.next[digit] = 0;
                continue;
            }
            is_over = false;
            self.reached[digit] |= *heads;
            let seen = each(*heads).fold(0, |seen, head| seen | PEERS[head]);
            self.next[digit] = seen & self.graph.tails[digit] & !self.seen[digit];
            self.seen[digit] |= self.next[digit];
        }
        (!is_over).then_some(heads)
    }
}

/// A depth-first search for a chain that is in no cell twice.
struct Search<'g> {
    graph: &'g Graph,
    ends: Ends,
    /// The candidates from which the end can be reached in as many strong links.
    within: &'g [ByDigit; Graph::MOST + 1],
    path: Vec<(Candidate, Candidate)>,
}

impl Search<'_> {
    /// Extends the path by a number of strong links, the first of which starts at a candidate.
    fn extend(&mut self, tail: usize, digit: usize, used: Cells, links: usize) -> bool {
        let Ends { end, digit: last, .. } = self.ends;
        let mut heads = [0; 9];
        self.graph.step(digit, 1 << tail, &mut heads);
        for (head_digit, heads) in heads.into_iter().enumerate() {
            for head in each(heads) {
                self.path.push((candidate(tail, digit), candidate(head, head_digit)));
                if links == 1 && (head, head_digit) == (end, last) {
                    return true;
                }
                let is_new = head == tail || used >> head & 1 == 0;
                if links > 1 && is_new {
                    let used = used | 1 << head;
                    let next = PEERS[head] & self.within[links - 1][head_digit] & !used;
                    for next in each(next & self.graph.tails[head_digit]) {
                        if self.extend(next, head_digit, used | 1 << next, links - 1) {
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
