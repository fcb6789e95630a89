//! TabuCol as Hertz & de Werra (1987) published it, on the graph of a Sudoku.
//!
//! [`tabu`](super::tabu) descends from it and differs in four ways: its cells hold candidates that
//! propagation left, it compares all moves instead of a sample, its tenure grows with the conflicts
//! instead of a list of seven moves, and it forgets the aspiration levels.

use std::collections::VecDeque;

use quadrille_core::{Cell, Counter, Geometry, Puzzle, Rng, Run, Snapshot, Stop};

use crate::registry::{Entry, Key, Parameters, Scale, without_edges};

const SAMPLE: Key<i64> =
    Key::integer("sample", 1..=10_000, 50, "moves drawn for a step").on(Scale::log(5.0, 2000.0));
const LIST: Key<i64> =
    Key::integer("list", 1..=10_000, 7, "moves in the tabu list").on(Scale::log(1.0, 200.0));

pub(super) const ENTRY: Entry = Entry {
    id: "tabucol",
    title: "TabuCol, tabu search for graph coloring",
    source: "Hertz & de Werra, Using tabu search techniques for graph coloring, Computing 39, 1987",
    about: "Cells are the vertices of a graph, digits their colors; every cell that is not given \
            has any digit, whatever the givens. The cost is the number of adjacent cells with equal \
            digits. For a step, moves are drawn at random: a cell in conflict gets another digit. \
            The first one that lowers the cost is made, otherwise the best of the sample, even if it is \
            worse. The last 7 moves are listed, and their cells may not get back the digits that \
            they left, unless that reaches less than any step from the present cost has reached before. \
            Nodes are changes evaluated, `accepted` counts the steps.",
    parameters: &[SAMPLE.parameter, LIST.parameter],
    supports: without_edges,
    run: search,
    ..Entry::LOCAL
};

fn search(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let (sample, list) = (parameters.get(&SAMPLE), parameters.get(&LIST) as usize);
    let mut board = Coloring::random(puzzle, &mut run.rng);
    let mut tabu = List::new(list, puzzle);
    // For each cost, the least that a step from it has reached, and one less at first.
    let mut aspiration: Vec<u32> = (0..=board.cost).map(|cost| cost.saturating_sub(1)).collect();
    let mut least_cost = u32::MAX;
    while board.cost > 0 {
        if board.cost < least_cost {
            least_cost = board.cost;
            run.offer(|| board.digits.clone());
        }
        run.at(|| (0, board.digits.clone()));
        for cost in aspiration.len() as u32..=board.cost {
            aspiration.push(cost - 1);
        }
        let mut best: Option<(i32, Cell, u8)> = None;
        for _ in 0..sample {
            run.meter.count(Counter::Evaluated)?;
            let (cell, digit) = board.draw(&mut run.rng);
            let delta = board.delta(cell, digit);
            let reached = board.cost.wrapping_add_signed(delta);
            if tabu.has(cell, digit) && reached > aspiration[board.cost as usize] {
                continue;
            }
            if best.is_none_or(|(least, ..)| delta < least) {
                best = Some((delta, cell, digit));
            }
            if delta < 0 {
                break;
            }
        }
        let Some((delta, cell, digit)) = best else {
            // All were tabu, which the paper does not foresee.
            tabu.forget_oldest();
            continue;
        };
        let level = &mut aspiration[board.cost as usize];
        let reached = board.cost.wrapping_add_signed(delta);
        if reached <= *level {
            *level = reached.saturating_sub(1);
        }
        tabu.add(cell, board.digits[cell.index()]);
        board.put(cell, digit, delta);
        run.meter.note(Counter::Accepted);
    }
    Ok(run.claim(&board.digits))
}

/// A digit in every cell, with the number of peers that have each digit.
struct Coloring {
    geometry: &'static Geometry,
    digits: Snapshot,
    free: Vec<Cell>,
    /// For each cell and digit, a counter; digit 0 is unused.
    peers_with: Vec<u8>,
    /// The free cells in conflict.
    conflicting: Vec<Cell>,
    /// Pairs of peers with equal digits.
    cost: u32,
}

impl Coloring {
    fn random(puzzle: &Puzzle, rng: &mut Rng) -> Self {
        let (geometry, side) = (puzzle.geometry(), puzzle.shape().side());
        let mut digits = puzzle.givens().snapshot();
        let free: Vec<Cell> = puzzle.givens().empty_cells().collect();
        for cell in &free {
            digits[cell.index()] = rng.below(side) as u8 + 1;
        }
        let peers_with = vec![0; (side + 1) * digits.len()];
        let mut board =
            Self { geometry, digits, free, peers_with, conflicting: Vec::new(), cost: 0 };
        let mut twice = 0;
        for cell in geometry.cells() {
            for peer in geometry.peers(cell) {
                let digit = board.digits[peer.index()];
                let index = board.index(cell, digit);
                board.peers_with[index] += 1;
                twice += u32::from(digit == board.digits[cell.index()]);
            }
        }
        board.cost = twice / 2;
        board.find_conflicts();
        board
    }

    fn index(&self, cell: Cell, digit: u8) -> usize {
        cell.index() * (self.geometry.side() + 1) + usize::from(digit)
    }

    fn conflicts(&self, cell: Cell, digit: u8) -> i32 {
        i32::from(self.peers_with[self.index(cell, digit)])
    }

    fn find_conflicts(&mut self) {
        let mut conflicting = std::mem::take(&mut self.conflicting);
        let in_conflict = |cell: &&Cell| self.conflicts(**cell, self.digits[cell.index()]) > 0;
        conflicting.clear();
        conflicting.extend(self.free.iter().filter(in_conflict));
        self.conflicting = conflicting;
    }

    /// Draws a free cell in conflict and another digit for it. There is one: givens do not conflict
    /// with each other.
    fn draw(&self, rng: &mut Rng) -> (Cell, u8) {
        let cell = self.conflicting[rng.below(self.conflicting.len())];
        let other = 1 + rng.below(self.geometry.side() - 1) as u8;
        (cell, other + u8::from(other >= self.digits[cell.index()]))
    }

    fn delta(&self, cell: Cell, digit: u8) -> i32 {
        self.conflicts(cell, digit) - self.conflicts(cell, self.digits[cell.index()])
    }

    fn put(&mut self, cell: Cell, digit: u8, delta: i32) {
        let old = std::mem::replace(&mut self.digits[cell.index()], digit);
        for &peer in self.geometry.peers(cell) {
            let (left, joined) = (self.index(peer, old), self.index(peer, digit));
            self.peers_with[left] -= 1;
            self.peers_with[joined] += 1;
        }
        self.cost = self.cost.wrapping_add_signed(delta);
        self.find_conflicts();
    }
}

/// The last moves, each as a cell and the digit that it left.
struct List {
    longest: usize,
    side: usize,
    moves: VecDeque<usize>,
    /// How often each move is listed.
    listed: Vec<u32>,
}

impl List {
    fn new(longest: usize, puzzle: &Puzzle) -> Self {
        let (side, cells) = (puzzle.shape().side(), puzzle.shape().cells());
        Self { longest, side, moves: VecDeque::new(), listed: vec![0; cells * side] }
    }

    fn index(&self, cell: Cell, digit: u8) -> usize {
        cell.index() * self.side + usize::from(digit) - 1
    }

    fn has(&self, cell: Cell, digit: u8) -> bool {
        self.listed[self.index(cell, digit)] > 0
    }

    fn add(&mut self, cell: Cell, digit: u8) {
        let index = self.index(cell, digit);
        self.listed[index] += 1;
        self.moves.push_back(index);
        if self.moves.len() > self.longest {
            self.forget_oldest();
        }
    }

    fn forget_oldest(&mut self) {
        if let Some(index) = self.moves.pop_front() {
            self.listed[index] -= 1;
        }
    }
}
