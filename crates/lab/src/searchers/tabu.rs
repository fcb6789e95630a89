//! Tabu search on candidate domains (TabuCol, Hertz & de Werra 1987, on Sudoku).
//!
//! State: every free cell holds one of its candidates. Moves: another candidate for a cell that is
//! in conflict. Cost: pairs of cells in conflict (and edges violated). The best move is made even
//! when it worsens the cost, ties at random; the digit that left the cell may not come back for a
//! while, unless that gives the best board so far. The while, or tenure, grows with the number of
//! cells in conflict and has a random part, without which the search goes in circles.

use quadrille::{Counter, Puzzle, Run, Stop};

use crate::board::{Choice, ConflictTable, Start};
use crate::registry::{Entry, Family, Kind, Knobs, Parameter, Value, any_board};

/// The entry.
pub(super) const ENTRY: Entry = Entry {
    id: "tabu",
    title: "tabu search on candidates",
    family: Family::Local,
    source: "ours, after TabuCol: Hertz & de Werra, Using tabu search techniques for graph \
             coloring, 1987; dynamic tenure of Galinier & Hao 1999",
    about: "Every free cell holds one of its candidates; the cost is the number of pairs in \
            conflict. Of all other candidates of the cells in conflict the best is taken, even \
            when it is worse; the digit that left may not come back for tenure x (cells in \
            conflict) + random(noise) steps, unless that gives the best board so far. A table of \
            conflicts per candidate makes every change a subtraction. Nodes are changes evaluated, \
            `accepted` counts the steps.",
    flaw: None,
    parameters: &[
        Start::PARAMETER,
        Parameter {
            name: "tenure",
            kind: Kind::Real(0.0, 100.0),
            default: Value::Real(0.6),
            help: "steps that a digit is kept out, per cell in conflict; on sides n beyond 16 \
                   times 4 over the root of n",
        },
        Parameter {
            name: "noise",
            kind: Kind::Integer(1, 100_000),
            default: Value::Integer(10),
            help: "random steps added to that: below this number",
        },
    ],
    counters: &[Counter::Evaluated, Counter::Accepted],
    nodes: Counter::Evaluated,
    complete: false,
    deterministic: false,
    may_be_wrong: false,
    supports: any_board,
    run: |puzzle, knobs, run| search(puzzle, knobs, run).unwrap_or_else(|stop| stop),
};

/// The tenure is shown every so many steps.
const SHOWN: u64 = 1 << 10;

fn search(puzzle: &Puzzle, knobs: &Knobs, run: &mut Run<'_>) -> Result<Stop, Stop> {
    // Measured from 9x9 to 49x49: what is best falls from 0.6 to about 0.3; at 49x49 0.8 solves
    // nothing that 0.3 solves in a second.
    let shorter = (4.0 / (puzzle.shape().side() as f64).sqrt()).min(1.0);
    let (factor, noise) = (knobs.real("tenure") * shorter, knobs.integer("noise") as usize);
    let candidates = Start::of(knobs).candidates(puzzle);
    let Some(mut board) = candidates.and_then(|sets| ConflictTable::new(puzzle, &sets)) else {
        return Ok(Stop::ProvedNone);
    };
    board.fill_greedily(&mut run.rng);
    let longest = (factor * board.free_cells() as f64) as usize + noise;
    let mut bars = Bars::new(board.candidates(), longest);
    let mut least_cost = u32::MAX;
    let mut steps = 0_u64;
    while board.cost() > 0 {
        if board.cost() < least_cost {
            least_cost = board.cost();
            run.offer(|| board.snapshot());
        }
        if board.changes() == 0 {
            // Cells with one candidate are in conflict with each other, and no other cells are.
            return Ok(Stop::ProvedNone);
        }
        run.count_many(Counter::Evaluated, board.changes())?;
        bars.lift_due(&mut board);
        let best = board.steepest([run.rng.bits(), run.rng.bits()]);
        // A barred change is made when it gives the best board so far.
        let chosen = if i64::from(board.cost()) + i64::from(best.least) < i64::from(least_cost) {
            board.steepest_of_all(&mut run.rng)
        } else {
            best.free
        };
        // Where all are barred: wait until one is not.
        let Some(choice) = chosen else { continue };
        let tenure = (factor * f64::from(board.in_conflict())) as u32;
        let old = board.choose(choice);
        board.bar(old);
        bars.put(old, tenure + run.rng.below(noise) as u32);
        run.note(Counter::Accepted);
        steps += 1;
        if steps.is_multiple_of(SHOWN) {
            run.gauge("tenure", || vec![f64::from(tenure)]);
        }
    }
    Ok(run.claim(&board.snapshot()))
}

/// When the bars are lifted: a ring of lists, one for each step to come, so that a step costs what
/// is lifted at it and nothing for the bars that stay.
struct Bars {
    step: u32,
    /// For each candidate, the last step at which it is barred: an entry in a list that says
    /// otherwise is one of an earlier bar, which the candidate's being taken has lifted.
    last: Vec<u32>,
    /// For each step of the ring, the entry that begins its list, or [`NONE`](Self::NONE).
    heads: Vec<u32>,
    /// The entries, each in the place of the step at which it was made: candidate, next entry. A
    /// place is used again when the ring has gone round, and no bar lasts so long.
    entries: Vec<(Choice, u32)>,
}

impl Bars {
    const NONE: u32 = u32::MAX;

    /// None yet, for bars of up to `longest` steps.
    fn new(candidates: usize, longest: usize) -> Self {
        let round = (longest + 2).next_power_of_two();
        let last = vec![0; candidates];
        Self { step: 0, last, heads: vec![Self::NONE; round], entries: vec![(0, 0); round] }
    }

    fn place(&self, step: u32) -> usize {
        step as usize & (self.heads.len() - 1)
    }

    /// The next step: lifts the bars that ended with the one before.
    #[inline]
    fn lift_due(&mut self, board: &mut ConflictTable) {
        let before = self.place(self.step);
        let mut entry = std::mem::replace(&mut self.heads[before], Self::NONE);
        while entry != Self::NONE {
            let (choice, next) = self.entries[entry as usize];
            if self.last[choice as usize] == self.step {
                board.lift(choice);
            }
            entry = next;
        }
        self.step = self.step.wrapping_add(1);
    }

    /// Notes that the candidate is barred for so many steps after this one.
    #[inline]
    fn put(&mut self, choice: Choice, steps: u32) {
        let last = self.step.wrapping_add(steps);
        self.last[choice as usize] = last;
        let (entry, end) = (self.place(self.step), self.place(last));
        self.entries[entry] = (choice, self.heads[end]);
        self.heads[end] = entry as u32;
    }
}
