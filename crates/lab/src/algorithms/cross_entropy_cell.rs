//! The cross-entropy method cell by cell, as R4 published it, and the elite that the three variants
//! share.

use quadrille_core::{Counter, Puzzle, Run, Stop};

use crate::board::{Faults, Filling, Start};
use crate::registry::{Entry, Family, Key, Parameter, Parameters, Scale};

pub(super) const SAMPLES: Key<i64> =
    Key::integer("samples", 2..=100_000, 1000, "boards sampled in a round")
        .on(Scale::log(20.0, 20_000.0));
const ELITE: Key<f64> =
    Key::real("elite", 0.001..=1.0, 0.1, "share of the samples that is kept: the quantile")
        .on(Scale::log(0.005, 0.5));
pub(super) const ROUNDS: Key<i64> =
    Key::integer("rounds", 1..=1_000_000, 100, "rounds after which the run ends")
        .on(Scale::log(5.0, 10_000.0));

pub(super) const ENTRY: Entry = Entry {
    id: "cross-entropy-cell",
    title: "cross-entropy cell by cell",
    family: Family::Sampling,
    source: "R4: Fauquembergue, Hamdaoui & Sitbon 2014",
    about: "Every free cell is drawn independently, uniformly from the digits that it had in the \
            best boards of the previous round (in the first round, from all digits). The cost is \
            the number of digits missing in rows, columns and boxes. The run ends when all best \
            boards are equal, or after a number of rounds. Nodes are boards sampled.",
    flaw: Some(
        "Kept as published: a digit that the elite has lost in a cell never comes back, and \
         nothing connects the cells of a house, so the search settles on the first boards that \
         are better than chance.",
    ),
    parameters: PARAMETERS,
    counters: &[Counter::Evaluated],
    run: sample,
    ..Entry::LOCAL
};

/// The parameters that R4's two variants share.
pub(super) const PARAMETERS: &[Parameter] = &[
    Start::KEY.with_default("givens").parameter,
    SAMPLES.parameter,
    ELITE.parameter,
    ROUNDS.parameter,
];

/// The samples of a round and the best of them.
pub(super) struct Elite {
    /// Number of samples to keep.
    kept: usize,
    /// Values of the free cells, sample after sample.
    values: Vec<u16>,
    width: usize,
    /// Cost and index of each sample; after selection, of the kept ones.
    order: Vec<(u32, u32)>,
}

impl Elite {
    /// Creates a round for that many samples of that many cells.
    pub(super) fn new(parameters: &Parameters, samples: usize, width: usize) -> Self {
        let kept = libm::ceil(parameters.get(&ELITE) * samples as f64) as usize;
        Self {
            kept: kept.clamp(1, samples),
            values: Vec::with_capacity(samples * width),
            width,
            order: Vec::with_capacity(samples),
        }
    }

    /// Starts a new round.
    pub(super) fn clear(&mut self) {
        self.values.clear();
        self.order.clear();
    }

    /// Adds a sample.
    pub(super) fn push(&mut self, cost: u32, values: &[u16]) {
        self.order.push((cost, self.order.len() as u32));
        self.values.extend_from_slice(values);
    }

    /// Keeps the best samples, the earlier ones of equals.
    pub(super) fn select(&mut self) {
        self.order.sort_unstable();
        self.order.truncate(self.kept);
    }

    /// Returns the cost of the worst sample kept.
    pub(super) fn worst(&self) -> u32 {
        self.order.last().map_or(0, |&(cost, _)| cost)
    }

    /// Returns the boards kept, best first.
    pub(super) fn boards(&self) -> impl Iterator<Item = &[u16]> + Clone {
        self.order
            .iter()
            .map(|&(_, sample)| &self.values[sample as usize * self.width..][..self.width])
    }

    /// Returns one of the boards kept.
    pub(super) fn board(&self, index: usize) -> &[u16] {
        &self.values[self.order[index].1 as usize * self.width..][..self.width]
    }

    /// Returns the number of boards kept.
    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    /// Returns whether all boards kept are the same.
    pub(super) fn is_uniform(&self) -> bool {
        let mut boards = self.boards();
        let first = boards.next();
        boards.all(|board| Some(board) == first)
    }
}

fn sample(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let samples = parameters.get(&SAMPLES) as usize;
    let side = puzzle.shape().side();
    let mut board = Filling::random(puzzle, Start::of(parameters), Faults::Missing, &mut run.rng)?;
    let free = board.free().len();
    let mut elite = Elite::new(parameters, samples, free);
    let mut next = Elite::new(parameters, samples, free);
    let mut values = vec![0_u16; free];
    let mut least = u32::MAX;
    for round in 0..parameters.get(&ROUNDS) {
        next.clear();
        for _ in 0..samples {
            run.meter.count(Counter::Evaluated)?;
            for (number, value) in values.iter_mut().enumerate() {
                *value = if round == 0 {
                    run.rng.below(side) as u16 + 1
                } else {
                    elite.board(run.rng.below(elite.len()))[number]
                };
            }
            board.fill(|number| values[number] as u8);
            if board.cost() < least {
                least = board.cost();
                run.offer(|| board.snapshot());
                if least == 0 {
                    return Ok(run.claim(&board.snapshot()));
                }
            }
            next.push(board.cost(), &values);
        }
        next.select();
        std::mem::swap(&mut elite, &mut next);
        run.gauge("elite-cost", || vec![f64::from(elite.worst())]);
        if elite.is_uniform() {
            break;
        }
    }
    Ok(Stop::Stuck)
}
