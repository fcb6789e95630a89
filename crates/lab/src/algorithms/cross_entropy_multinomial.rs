//! The cross-entropy method on the sum of the board, as R4 published it.

use quadrille_core::{Counter, Puzzle, Rng, Run, Stop};

use super::cross_entropy_cell::{Elite, PARAMETERS, ROUNDS, SAMPLES};
use crate::board::{Faults, Filling, Start};
use crate::registry::{Entry, Family, Key, Parameters, Scale};

const PENALTY: Key<i64> =
    Key::integer("penalty", 0..=1000, 10, "cost of a value that is not a valid digit")
        .on(Scale::log(0.0, 1000.0));

pub(super) const ENTRY: Entry = Entry {
    id: "cross-entropy-multinomial",
    title: "cross-entropy on multinomial counts",
    family: Family::Sampling,
    source: "R4: Fauquembergue, Hamdaoui & Sitbon 2014",
    about: "The sum of the board's digits, minus the givens, is distributed unit by unit: each \
            unit goes to a free cell drawn by its probability, and the total that a cell gets is \
            its value. The cost is the number of digits missing in rows, columns and boxes, plus \
            a penalty for every value that is not a digit. The mean of the best samples gives the \
            next probabilities, until all of them are equal or the rounds are used up. Nodes are \
            boards sampled.",
    flaw: Some(
        "Unsound in structure, and kept as published: one number per cell must encode its digit, \
         so a cell that is likely to be 1 or 9 draws 5, and the spread of the counts never \
         vanishes while their mean stays.",
    ),
    parameters: &[PARAMETERS[0], PARAMETERS[1], PARAMETERS[2], PARAMETERS[3], PENALTY.parameter],
    counters: &[Counter::Evaluated],
    run: sample,
    ..Entry::LOCAL
};

fn sample(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let samples = parameters.get(&SAMPLES) as usize;
    let penalty = parameters.get(&PENALTY) as u32;
    let (side, cells) = (puzzle.shape().side(), puzzle.shape().cells());
    let start = Start::of(parameters);
    let mut board = Filling::random(puzzle, start, Faults::Missing, &mut run.rng)?;
    let free = board.free().len();
    let whole = cells * (side + 1) / 2;
    let held: usize = start.fixed(puzzle)?.iter().map(|&digit| usize::from(digit)).sum();
    let rest = whole.saturating_sub(held);
    let mut weights = vec![1.0; free];
    let mut elite = Elite::new(parameters, samples, free);
    let mut values = vec![0_u16; free];
    let mut draw = Draw::new(free);
    let mut least = u32::MAX;
    for _ in 0..parameters.get(&ROUNDS) {
        elite.clear();
        draw.set(&weights);
        for _ in 0..samples {
            run.meter.count(Counter::Evaluated)?;
            draw.deal(rest, &mut values, &mut run.rng);
            let digit = |value: u16| if usize::from(value) <= side { value as u8 } else { 0 };
            board.fill(|number| digit(values[number]));
            let outside = values.iter().filter(|&&value| digit(value) == 0).count() as u32;
            if board.cost() < least {
                least = board.cost();
                run.offer(|| board.snapshot());
            }
            let cost = board.cost() + penalty * outside;
            if cost == 0 && outside == 0 {
                return Ok(run.claim(&board.snapshot()));
            }
            elite.push(cost, &values);
        }
        elite.select();
        for (number, weight) in weights.iter_mut().enumerate() {
            *weight = elite.boards().map(|values| f64::from(values[number])).sum();
        }
        run.gauge("elite-cost", || vec![f64::from(elite.worst())]);
        run.gauge("cell-means", || {
            let count = elite.boards().count() as f64;
            let mut means: Vec<f64> = board.snapshot().iter().map(|&d| f64::from(d)).collect();
            for (cell, weight) in board.free().iter().zip(&weights) {
                means[cell.index()] = weight / count;
            }
            means
        });
        if elite.is_uniform() {
            break;
        }
    }
    Ok(Stop::Stuck)
}

/// Draws cells in proportion to weights: a number in 0..1 is looked up in a guide of as many equal
/// steps as there are cells, from which the cell is a step or two away (Chen & Asau 1974).
struct Draw {
    /// Sums of the weights up to and including each cell, divided by the total.
    sums: Vec<f64>,
    /// For each step, the first cell whose sum exceeds its start.
    guide: Vec<u32>,
}

impl Draw {
    fn new(cells: usize) -> Self {
        Self { sums: vec![0.0; cells], guide: vec![0; cells] }
    }

    fn set(&mut self, weights: &[f64]) {
        let total: f64 = weights.iter().sum();
        let mut below = 0.0;
        for (sum, weight) in self.sums.iter_mut().zip(weights) {
            below += weight;
            *sum = below / total;
        }
        let last = weights.len().saturating_sub(1);
        let mut cell = 0;
        for (step, first) in self.guide.iter_mut().enumerate() {
            let begin = step as f64 / weights.len() as f64;
            while cell < last && self.sums[cell] <= begin {
                cell += 1;
            }
            *first = cell as u32;
        }
    }

    /// Distributes `units` to the cells one by one, which makes the counts multinomial.
    fn deal(&self, units: usize, values: &mut [u16], rng: &mut Rng) {
        values.fill(0);
        if values.is_empty() {
            return;
        }
        let (steps, last) = (self.guide.len() as f64, self.sums.len() - 1);
        for _ in 0..units {
            let aim = rng.fraction();
            let mut cell = self.guide[((aim * steps) as usize).min(last)] as usize;
            while cell < last && self.sums[cell] <= aim {
                cell += 1;
            }
            values[cell] = values[cell].saturating_add(1);
        }
    }
}
