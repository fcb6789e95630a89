//! Belief propagation between cells and houses (Moon & Gunther).
//!
//! The state is a set of messages. A cell tells each of its houses how likely each candidate is,
//! according to its other two houses. A house tells each of its cells how likely each candidate is,
//! according to its other cells: the sum, over all ways to place the house's open digits in its open
//! cells, of the product of their likelihoods. That sum is a permanent; computed by digit sets it costs
//! `2^k * k` for `k` open cells, which is why large boards are not supported. New messages are mixed
//! with old ones (damping) to prevent oscillation. The graph has many short cycles, so the messages may
//! settle on a board that is not valid; then the run ends, since a restart would draw nothing new.

use quadrille_core::{Cell, Counter, Digit, DigitSet, Geometry, Puzzle, Run, Snapshot, Stop};

use super::weighted::bits;
use crate::board::{Start, is_valid};
use crate::registry::{Entry, Key, Parameters, Scale, without_edges};

const DAMPING: Key<f64> =
    Key::real("damping", 0.0..=0.99, 0.3, "share of the old message in the new one")
        .on(Scale::linear(0.0, 0.99));
const ROUNDS: Key<i64> =
    Key::integer("rounds", 1..=1_000_000, 1000, "rounds after which the run ends")
        .on(Scale::log(10.0, 100_000.0));

pub(super) const ENTRY: Entry = Entry {
    id: "belief-propagation",
    title: "belief propagation with damping",
    source: "Moon & Gunther, Multiple constraint satisfaction by belief propagation: an example \
             using sudoku, SMCals 2006",
    about: "Cells and houses exchange messages about how likely each candidate is; a house sums \
            over all permutations of its open digits. After each round every cell takes its \
            likeliest digit. The run ends with a valid board, or stuck: when the messages no \
            longer change (gauge `change` near 0), when they contradict each other, or after a \
            number of rounds. Nodes are rounds. The side is at most 12, since a house costs \
            2^side.",
    parameters: &[Start::KEY.parameter, DAMPING.parameter, ROUNDS.parameter],
    counters: &[Counter::Evaluated],
    deterministic: true,
    supports: |puzzle| without_edges(puzzle) && puzzle.shape().side() <= LARGEST,
    run: propagate,
    ..Entry::LOCAL
};

/// The largest side; a round on its empty board takes some milliseconds.
const LARGEST: usize = 12;
/// Messages that change by less than this in a round have settled.
const STILL: f64 = 1e-9;

/// A house with its open cells and digits.
struct House {
    cells: Vec<Cell>,
    /// The open digits, from 0, as many as cells.
    digits: Vec<usize>,
    /// Which of the three houses of its cells this is.
    kind: usize,
}

/// Messages by cell, kind of house and digit.
struct Messages {
    side: usize,
    values: Vec<f64>,
}

impl Messages {
    fn of(&self, cell: Cell, kind: usize) -> &[f64] {
        &self.values[(3 * cell.index() + kind) * self.side..][..self.side]
    }

    fn of_mut(&mut self, cell: Cell, kind: usize) -> &mut [f64] {
        &mut self.values[(3 * cell.index() + kind) * self.side..][..self.side]
    }
}

/// Returns the open cells and digits of all houses, or `None` if a house does not have as many of
/// each.
fn open_houses(geometry: &'static Geometry, sets: &[DigitSet], fixed: &[u8]) -> Option<Vec<House>> {
    let side = geometry.side();
    let open = |(house, cells): (usize, &[Cell])| {
        let held: DigitSet = cells.iter().filter_map(|c| Digit::new(fixed[c.index()])).collect();
        let digits = DigitSet::all(side) - held;
        let cells: Vec<Cell> =
            cells.iter().filter(|cell| fixed[cell.index()] == 0).copied().collect();
        let possible = cells.iter().fold(0, |all, cell| all | sets[cell.index()].bits());
        let whole = cells.len() == digits.len() && digits.bits() & !possible == 0;
        let digits = digits.iter().map(|digit| usize::from(digit.get()) - 1).collect();
        whole.then_some(House { cells, digits, kind: house / side })
    };
    geometry.houses().enumerate().map(open).collect()
}

fn propagate(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let (start, damping) = (Start::of(parameters), parameters.get(&DAMPING));
    let (geometry, side) = (puzzle.geometry(), puzzle.shape().side());
    let (sets, fixed) = (start.candidates(puzzle)?, start.fixed(puzzle)?);
    let houses = open_houses(geometry, &sets, &fixed).ok_or(Stop::ProvedNone)?;
    let free: Vec<Cell> = geometry.cells().filter(|cell| fixed[cell.index()] == 0).collect();
    if free.is_empty() {
        return Ok(run.claim(&fixed));
    }
    let blank = || Messages { side, values: vec![0.0; 3 * side * puzzle.shape().cells()] };
    // From houses to cells, equal at first; and from cells to houses.
    let (mut told, mut asked) = (blank(), blank());
    for &cell in &free {
        for kind in 0..3 {
            for digit in sets[cell.index()].iter().map(Digit::get) {
                told.of_mut(cell, kind)[usize::from(digit) - 1] = 1.0;
            }
            normalize(told.of_mut(cell, kind));
        }
    }
    let most = 1_usize << houses.iter().map(|house| house.cells.len()).max().unwrap_or(0);
    let (mut forward, mut backward) = (vec![0.0; most], vec![0.0; most]);
    let mut fresh = vec![0.0; side];
    for _ in 0..parameters.get(&ROUNDS) {
        run.meter.count(Counter::Evaluated)?;
        for &cell in &free {
            for kind in 0..3 {
                let others = [(kind + 1) % 3, (kind + 2) % 3];
                for digit in 0..side {
                    asked.of_mut(cell, kind)[digit] =
                        others.iter().map(|&other| told.of(cell, other)[digit]).product();
                }
                if !normalize(asked.of_mut(cell, kind)) {
                    return Ok(Stop::Stuck);
                }
            }
        }
        let mut change = 0.0_f64;
        for house in &houses {
            ways(house, &asked, &mut forward, &mut backward);
            for (index, &cell) in house.cells.iter().enumerate() {
                fresh.fill(0.0);
                say(house, index, &forward, &backward, &mut fresh);
                let old = told.of_mut(cell, house.kind);
                // A candidate that the cell does not have stays impossible, whatever the house
                // says.
                for (new, old) in fresh.iter_mut().zip(&*old) {
                    *new = if *old > 0.0 { *new } else { 0.0 };
                }
                if !normalize(&mut fresh) {
                    return Ok(Stop::Stuck);
                }
                for (old, new) in old.iter_mut().zip(&fresh) {
                    let mixed = damping * *old + (1.0 - damping) * new;
                    change = change.max((mixed - *old).abs());
                    *old = mixed;
                }
            }
        }
        let board = likeliest(&free, &told, &fixed);
        run.offer(|| board.clone());
        run.gauge("change", || vec![change]);
        if is_valid(&board, geometry) {
            return Ok(run.claim(&board));
        }
        if change < STILL {
            break;
        }
    }
    Ok(Stop::Stuck)
}

/// Scales to a sum of 1; returns `false` if the sum is not positive.
fn normalize(values: &mut [f64]) -> bool {
    let sum: f64 = values.iter().sum();
    if sum <= 0.0 || !sum.is_finite() {
        return false;
    }
    values.iter_mut().for_each(|value| *value /= sum);
    true
}

/// Computes for every set of a house's open digits the weight of all ways in which the first cells,
/// as many as the set has digits, hold exactly these; and of all ways in which the others hold the
/// rest.
fn ways(house: &House, asked: &Messages, forward: &mut [f64], backward: &mut [f64]) {
    let count = house.cells.len();
    let whole = (1_usize << count) - 1;
    let weight =
        |cell: usize, digit: usize| asked.of(house.cells[cell], house.kind)[house.digits[digit]];
    forward[0] = 1.0;
    for set in 1..=whole {
        let cell = set.count_ones() as usize - 1;
        forward[set] = bits(set as u64).map(|d| forward[set & !(1 << d)] * weight(cell, d)).sum();
    }
    backward[whole] = 1.0;
    for set in (0..whole).rev() {
        let cell = set.count_ones() as usize;
        backward[set] =
            bits((whole & !set) as u64).map(|d| backward[set | 1 << d] * weight(cell, d)).sum();
    }
}

/// Computes the message of the house to one of its cells.
fn say(house: &House, cell: usize, forward: &[f64], backward: &[f64], message: &mut [f64]) {
    let whole = (1_usize << house.cells.len()) - 1;
    for set in (0..=whole).filter(|set| set.count_ones() as usize == cell) {
        for digit in bits((whole & !set) as u64) {
            message[house.digits[digit]] += forward[set] * backward[set | 1 << digit];
        }
    }
}

/// Returns the board in which every free cell has its likeliest digit according to its three
/// houses, the smallest of equals.
fn likeliest(free: &[Cell], told: &Messages, fixed: &[u8]) -> Snapshot {
    let mut board: Snapshot = fixed.into();
    for &cell in free {
        let belief = |digit: usize| (0..3).map(|kind| told.of(cell, kind)[digit]).product::<f64>();
        let first = |best: usize, digit| if belief(digit) > belief(best) { digit } else { best };
        board[cell.index()] = (0..told.side).fold(0, first) as u8 + 1;
    }
    board
}
