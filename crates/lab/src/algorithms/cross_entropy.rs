//! The cross-entropy method repaired: probabilities per cell on propagated domains, samples that
//! respect boxes, smoothing and restarts.
//!
//! A sample visits the boxes in random order, and in each box the free cell with the fewest remaining
//! candidates first. Each cell draws one of the digits that its box, row and column do not hold yet, in
//! proportion to its probabilities; if there is none, a digit that at least the box lacks. Smoothing
//! moves the probabilities only part of the way towards the elite, so that no digit is lost at once.

use quadrille_core::{Cell, Counter, Puzzle, Run, Stop};

use super::cross_entropy_cell::Elite;
use super::weighted::drawn;
use crate::board::{Faults, Filling, Start, held};
use crate::registry::{Entry, Family, Key, Parameters, Scale};

const SAMPLES: Key<i64> = Key::integer("samples", 2..=100_000, 200, "boards sampled in a round")
    .on(Scale::log(10.0, 10_000.0));
const ELITE: Key<f64> =
    Key::real("elite", 0.001..=1.0, 0.05, "share of the samples that is kept: the quantile")
        .on(Scale::log(0.005, 0.5));
const SMOOTHING: Key<f64> = Key::real(
    "smoothing",
    0.001..=1.0,
    0.3,
    "step from the old probabilities towards the frequencies in the elite",
)
.on(Scale::log(0.01, 1.0));
const PATIENCE: Key<i64> = Key::integer(
    "patience",
    1..=1_000_000,
    20,
    "rounds without a better board, after which all begins again",
)
.on(Scale::log(1.0, 1000.0));

pub(super) const ENTRY: Entry = Entry {
    id: "cross-entropy",
    title: "cross-entropy on cells, repaired",
    family: Family::Sampling,
    source: "R4's idea: Fauquembergue, Hamdaoui & Sitbon 2014; repaired; Rubinstein 1999",
    about: "Every free cell has a probability for each of its candidates. Boards are sampled cell \
            by cell, with boxes in random order, using only digits that the box lacks and, if \
            possible, row and column lack too. The probabilities move a step towards the \
            frequencies in the best boards of a round; after several rounds without improvement \
            the search restarts. Nodes are boards sampled.",
    parameters: &[
        Start::KEY.parameter,
        SAMPLES.parameter,
        ELITE.parameter,
        SMOOTHING.parameter,
        PATIENCE.parameter,
    ],
    counters: &[Counter::Evaluated, Counter::Restart],
    run: sample,
    ..Entry::LOCAL
};

/// Samples between two reports of the probabilities, which are a long list.
const SHOWN: u64 = 1000;

/// What sampling needs to know about the board.
struct Sampler {
    /// Candidates of the free cells, as bits.
    sets: Vec<u64>,
    /// Row, column and box of the free cells.
    houses: Vec<[usize; 3]>,
    /// The free cells of each box that has any.
    boxes: Vec<Vec<usize>>,
    /// Digits that the fixed cells hold in each house.
    fixed: Vec<u64>,
    side: usize,
    /// The houses as filled by the current sample.
    held: Vec<u64>,
}

impl Sampler {
    /// Draws a whole board, as digits of the free cells.
    fn draw(&mut self, chances: &[f64], values: &mut [u16], rng: &mut quadrille_core::Rng) {
        self.held.copy_from_slice(&self.fixed);
        rng.shuffle(&mut self.boxes);
        for cells in &mut self.boxes {
            let mut left = cells.len();
            while left > 0 {
                // The cell with the fewest remaining digits moves to the end of the list.
                let mut best = (u32::MAX, 0, 0);
                for (index, &cell) in cells[..left].iter().enumerate() {
                    let [row, column, own] = self.houses[cell];
                    let held = self.held[row] | self.held[column] | self.held[own];
                    let open = self.sets[cell] & !held;
                    let count = open.count_ones();
                    if count < best.0 {
                        best = (count, index, open);
                    }
                }
                let (_, index, mut open) = best;
                left -= 1;
                cells.swap(index, left);
                let cell = cells[left];
                let [row, column, own] = self.houses[cell];
                if open == 0 {
                    // Nothing fits, but at least the box should be right.
                    let lacking = ((1_u64 << self.side) - 1) & !self.held[own];
                    open = if lacking & self.sets[cell] != 0 {
                        lacking & self.sets[cell]
                    } else {
                        lacking
                    };
                }
                let chances = &chances[cell * self.side..][..self.side];
                // The first if none has a chance.
                let first = open.trailing_zeros() as usize;
                let digit = drawn(chances, open, rng.fraction()).unwrap_or(first);
                for house in [row, column, own] {
                    self.held[house] |= 1 << digit;
                }
                values[cell] = digit as u16 + 1;
            }
        }
    }
}

fn sample(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let start = Start::of(parameters);
    let samples = parameters.get(&SAMPLES) as usize;
    let (smoothing, patience) = (parameters.get(&SMOOTHING), parameters.get(&PATIENCE));
    let (geometry, side) = (puzzle.geometry(), puzzle.shape().side());
    let candidates = start.candidates(puzzle)?;
    let mut board = Filling::random(puzzle, start, Faults::Missing, &mut run.rng)?;
    let free = board.free().to_vec();
    let mut boxes = vec![Vec::new(); side];
    for (number, &cell) in free.iter().enumerate() {
        boxes[geometry.box_of(cell)].push(number);
    }
    boxes.retain(|cells| !cells.is_empty());
    let digits = start.fixed(puzzle)?;
    // Without the bit of empty cells.
    let fixed: Vec<u64> = geometry.houses().map(|house| held(&digits, house) >> 1).collect();
    let mut sampler = Sampler {
        sets: free.iter().map(|cell| candidates[cell.index()].bits()).collect(),
        houses: free.iter().map(|&cell| geometry.houses_of(cell)).collect(),
        boxes,
        held: fixed.clone(),
        fixed,
        side,
    };
    let even: Vec<f64> = sampler
        .sets
        .iter()
        .flat_map(|&set| {
            let share = 1.0 / f64::from(set.count_ones().max(1));
            (0..side).map(move |digit| if set >> digit & 1 != 0 { share } else { 0.0 })
        })
        .collect();
    let mut chances = even.clone();
    let mut elite = Elite::new(parameters, samples, free.len());
    let mut values = vec![0_u16; free.len()];
    let mut frequencies = vec![0.0; chances.len()];
    let (mut least, mut least_here, mut idle) = (u32::MAX, u32::MAX, 0);
    let mut show_from = 0;
    loop {
        elite.clear();
        idle += 1;
        for _ in 0..samples {
            run.meter.count(Counter::Evaluated)?;
            sampler.draw(&chances, &mut values, &mut run.rng);
            board.fill(|number| values[number] as u8);
            if board.cost() < least_here {
                (least_here, idle) = (board.cost(), 0);
                if board.cost() < least {
                    least = board.cost();
                    run.offer(|| board.snapshot());
                    if least == 0 {
                        return Ok(run.claim(&board.snapshot()));
                    }
                }
            }
            elite.push(board.cost(), &values);
        }
        elite.select();
        if idle >= patience || elite.is_uniform() {
            chances.copy_from_slice(&even);
            (least_here, idle) = (u32::MAX, 0);
            run.meter.restarted();
            continue;
        }
        frequencies.fill(0.0);
        let share = 1.0 / elite.len() as f64;
        for values in elite.boards() {
            for (number, &value) in values.iter().enumerate() {
                frequencies[number * side + usize::from(value) - 1] += share;
            }
        }
        for (chance, frequency) in chances.iter_mut().zip(&frequencies) {
            *chance += smoothing * (frequency - *chance);
        }
        run.gauge("elite-cost", || vec![f64::from(elite.worst())]);
        if run.meter.counters[Counter::Evaluated] >= show_from {
            show_from = run.meter.counters[Counter::Evaluated] + SHOWN;
            run.gauge("probabilities", || of_all_cells(&chances, &free, &digits));
        }
    }
}

/// Returns the chances of all cells of the board, where `chances` has those of the free cells: a cell
/// that is not free has its digit.
fn of_all_cells(chances: &[f64], free: &[Cell], digits: &[u8]) -> Vec<f64> {
    let side = chances.len() / free.len();
    let mut all = vec![0.0; digits.len() * side];
    for (cell, &digit) in digits.iter().enumerate().filter(|&(_, &digit)| digit != 0) {
        all[cell * side + usize::from(digit) - 1] = 1.0;
    }
    for (cell, chances) in free.iter().zip(chances.chunks_exact(side)) {
        all[cell.index() * side..][..side].copy_from_slice(chances);
    }
    all
}
