//! Ant colony system with constraint propagation (Lloyd & Amos).
//!
//! Pheromone has one level per cell and digit. Each round some ants start from the propagated
//! puzzle, each at a random cell, and visit every cell once. In an undecided cell an ant chooses
//! one of the remaining digits by pheromone, and all naked and hidden singles that follow are
//! filled in. A cell that has lost all its digits stays empty. The cost is the number of empty
//! cells; an ant that fills all cells has solved the puzzle. The best ant of a round may replace
//! the best so far, whose choices are then reinforced; the value of the best so far decays every
//! round, so that an old board can be replaced.
//!
//! When an ant is greedy follows the published program, not the usual reading of ACS: a random
//! number *above* `weighted` (0.9 there) makes it take the digit with the most pheromone, one below
//! makes it draw in proportion. So nine choices in ten are drawn.

use quadrille_core::{Cell, Counter, Digit, DigitSet, Geometry, Puzzle, Run, Snapshot, Stop};

use super::weighted::{bits, drawn};
use crate::board::Start;
use crate::registry::{Entry, Family, Key, Parameters, Scale};

const ANTS: Key<i64> =
    Key::integer("ants", 1..=1000, 10, "ants a round").on(Scale::log(1.0, 200.0));
const WEIGHTED: Key<f64> = Key::real(
    "weighted",
    0.0..=1.0,
    0.9,
    "share of choices drawn in proportion to the pheromone, the others are greedy",
)
.on(Scale::linear(0.0, 1.0));
const EVAPORATION: Key<f64> = Key::real(
    "evaporation",
    0.0..=1.0,
    0.9,
    "share of the pheromone on the best board's choices that is renewed each round",
)
.on(Scale::linear(0.0, 1.0));
const FORGETTING: Key<f64> = Key::real(
    "forgetting",
    0.0..=1.0,
    0.005,
    "share of its value that the best board loses each round",
)
.on(Scale::log(0.0001, 0.5));

pub(super) const ENTRY: Entry = Entry {
    id: "ant-colony",
    title: "ant colony with propagation",
    family: Family::Sampling,
    source: "Lloyd & Amos, Solving sudoku with ant colony optimization, IEEE Transactions on \
             Games 2019",
    about: "Ants fill the board cell by cell, choosing digits by pheromone; naked and hidden \
            singles are propagated after every choice, and a cell without remaining digits stays \
            empty. The board with the fewest empty cells reinforces its choices; its value decays, \
            so that it can be replaced. Nodes are boards made by ants, `branch` counts their \
            choices.",
    parameters: &[ANTS.parameter, WEIGHTED.parameter, EVAPORATION.parameter, FORGETTING.parameter],
    counters: &[Counter::Evaluated, Counter::Branch],
    run: forage,
    ..Entry::LOCAL
};

/// The state of an ant: the candidates of every cell, and in how many cells of a house each digit
/// can still go. Unlike a search with undo, it continues after contradictions.
#[derive(Clone)]
struct Trail {
    sets: Box<[u64]>,
    /// For each house: cells left for each digit.
    places: Box<[u8]>,
    decided: Box<[bool]>,
    filled: usize,
}

/// Instead of a digit: the cell has lost candidates that its edges may need.
const REVISE: u64 = 0;

/// What all ants share.
struct Ground {
    geometry: &'static Geometry,
    side: usize,
    /// The cells joined to each cell by edges; empty if the puzzle has no edges.
    joined: Vec<Vec<Cell>>,
    /// Cells to be decided, with their digits' bits, or to be checked because of their edges. An
    /// explicit stack, since consequences can be thousands deep.
    pending: Vec<(Cell, u64)>,
}

impl Ground {
    fn decide(&mut self, ant: &mut Trail, cell: Cell, digit: u64) {
        self.pending.clear();
        self.pending.push((cell, digit));
        while let Some((cell, digit)) = self.pending.pop() {
            if digit == REVISE {
                self.revise(ant, cell);
                continue;
            }
            let set = ant.sets[cell.index()];
            // It may have been decided, or have lost the digit, in the meantime.
            if ant.decided[cell.index()] || set & digit == 0 {
                continue;
            }
            ant.decided[cell.index()] = true;
            ant.filled += 1;
            ant.sets[cell.index()] = digit;
            for other in bits(set & !digit) {
                self.lost(ant, cell, other);
            }
            let geometry = self.geometry;
            for &peer in geometry.peers(cell) {
                if ant.sets[peer.index()] & digit != 0 {
                    self.rule_out(ant, peer, digit);
                }
            }
            self.revise(ant, cell);
        }
    }

    /// Removes a candidate of an undecided cell.
    #[inline]
    fn rule_out(&mut self, ant: &mut Trail, cell: Cell, digit: u64) {
        let left = ant.sets[cell.index()] & !digit;
        ant.sets[cell.index()] = left;
        if left.is_power_of_two() {
            self.pending.push((cell, left));
        }
        self.lost(ant, cell, digit.trailing_zeros() as usize);
        if !self.joined.is_empty() {
            self.pending.push((cell, REVISE));
        }
    }

    /// Removes the candidates along the edges of a cell that it no longer supports.
    #[inline]
    fn revise(&mut self, ant: &mut Trail, cell: Cell) {
        let set = ant.sets[cell.index()];
        if self.joined.is_empty() || set == 0 {
            return;
        }
        let near = DigitSet::from_bits(set).neighbors(self.side).bits();
        for index in 0..self.joined[cell.index()].len() {
            let other = self.joined[cell.index()][index];
            let mut far = ant.sets[other.index()] & !near;
            while far != 0 && !ant.decided[other.index()] {
                self.rule_out(ant, other, far & far.wrapping_neg());
                far &= far - 1;
            }
        }
    }

    /// Assigns a digit that a cell has lost where one of its houses has one place left for it.
    #[inline]
    fn lost(&mut self, ant: &mut Trail, cell: Cell, digit: usize) {
        let geometry = self.geometry;
        for house in geometry.houses_of(cell) {
            let places = &mut ant.places[house * self.side + digit];
            *places -= 1;
            if *places == 1 {
                let holds = |cell: &&Cell| ant.sets[cell.index()] >> digit & 1 != 0;
                let place = geometry.house(house).iter().find(holds);
                if let Some(&place) = place.filter(|place| !ant.decided[place.index()]) {
                    self.pending.push((place, 1 << digit));
                }
            }
        }
    }
}

impl Trail {
    fn snapshot(&self) -> Snapshot {
        let digit = |(&set, &decided): (&u64, &bool)| match decided {
            true => set.trailing_zeros() as u8 + 1,
            false => 0,
        };
        self.sets.iter().zip(&self.decided).map(digit).collect()
    }
}

/// Ants between two reports of the pheromone, which is a long list.
const SHOWN: u64 = 1000;

fn forage(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let (renewed, forgotten) = (parameters.get(&EVAPORATION), parameters.get(&FORGETTING));
    let (weighted, ants) = (parameters.get(&WEIGHTED), parameters.get(&ANTS) as usize);
    let (geometry, shape) = (puzzle.geometry(), puzzle.shape());
    let (side, cells) = (shape.side(), shape.cells());
    let mut ground = Ground {
        geometry,
        side,
        joined: puzzle.edges().by_cell(puzzle.shape()),
        pending: Vec::new(),
    };
    let sets = Start::Propagated.candidates(puzzle)?;
    // Propagation has removed singles from their peers, so decided cells have no more consequences.
    let mut start = Trail {
        decided: sets.iter().map(|set| set.single().is_some()).collect(),
        filled: sets.iter().filter(|set| set.single().is_some()).count(),
        sets: sets.iter().map(|set| set.bits()).collect(),
        places: vec![0; geometry.house_count() * side].into(),
    };
    for cell in geometry.cells() {
        for digit in sets[cell.index()].iter().map(Digit::get) {
            for house in geometry.houses_of(cell) {
                start.places[house * side + usize::from(digit) - 1] += 1;
            }
        }
    }
    let first_level = 1.0 / cells as f64;
    let mut pheromone = vec![first_level; cells * side];
    let mut colony = vec![start.clone(); ants];
    let mut steps = vec![0; ants];
    let mut best = start.clone();
    let mut best_value = 0.0;
    let mut most_filled = 0;
    run.offer(|| start.snapshot());
    if start.filled == cells {
        return Ok(run.claim(&start.snapshot()));
    }
    for round in 0_u64.. {
        run.meter.count_many(Counter::Evaluated, ants as u64)?;
        for (ant, at) in colony.iter_mut().zip(&mut steps) {
            ant.sets.copy_from_slice(&start.sets);
            ant.places.copy_from_slice(&start.places);
            ant.decided.copy_from_slice(&start.decided);
            ant.filled = start.filled;
            *at = run.rng.below(cells);
        }
        // All ants step in turn: what one chooses becomes less attractive to the next.
        for _ in 0..cells {
            for (ant, at) in colony.iter_mut().zip(&mut steps) {
                let cell = Cell::new(*at);
                *at = if *at + 1 == cells { 0 } else { *at + 1 };
                let set = ant.sets[cell.index()];
                if ant.decided[cell.index()] || set == 0 {
                    continue;
                }
                // A round on a large board takes long, so the clock is polled here.
                run.meter.count(Counter::Branch)?;
                let levels = &mut pheromone[cell.index() * side..][..side];
                let digit = if run.rng.fraction() > weighted {
                    // The smallest of equals.
                    let stronger =
                        |best, digit| if levels[digit] > levels[best] { digit } else { best };
                    bits(set).reduce(stronger).expect("the cell has digits")
                } else {
                    let last = 63 - set.leading_zeros() as usize;
                    drawn(levels, set, run.rng.fraction()).unwrap_or(last)
                };
                levels[digit] = 0.9 * levels[digit] + 0.1 * first_level;
                ground.decide(ant, cell, 1 << digit);
            }
        }
        let fullest = (0..ants).rev().max_by_key(|&ant| colony[ant].filled).unwrap_or(0);
        let filled = colony[fullest].filled;
        if filled == cells {
            return Ok(run.claim(&colony[fullest].snapshot()));
        }
        let value = cells as f64 / (cells - filled) as f64;
        if value > best_value {
            best_value = value;
            best.clone_from(&colony[fullest]);
            if filled > most_filled {
                most_filled = filled;
                run.offer(|| best.snapshot());
            }
        }
        for (cell, (&set, &decided)) in best.sets.iter().zip(&best.decided).enumerate() {
            if decided {
                let level = &mut pheromone[cell * side + set.trailing_zeros() as usize];
                *level = (1.0 - renewed) * *level + renewed * best_value;
            }
        }
        best_value *= 1.0 - forgotten;
        if round.is_multiple_of(SHOWN.div_ceil(ants as u64)) {
            run.gauge("best-value", || vec![best_value]);
            run.gauge("pheromone", || pheromone.clone());
        }
    }
    unreachable!("rounds have no end");
}
