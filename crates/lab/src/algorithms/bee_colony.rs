//! Artificial bee colony (Karaboga), on boxes as Pacurib, Seno & Yusiong do it.

use quadrille_core::{Cell, Counter, Puzzle, Run, Snapshot, Stop};

use super::permutations::{Kept, Permutations};
use crate::board::Start;
use crate::registry::{Entry, Key, Parameters, Scale};

const SOURCES: Key<i64> =
    Key::integer("sources", 2..=1000, 100, "food sources, each a board with one employed bee")
        .on(Scale::log(4.0, 500.0));
const ONLOOKERS: Key<i64> =
    Key::integer("onlookers", 0..=10_000, 200, "onlooker bees").on(Scale::log(0.0, 1000.0));
const SCOUTS: Key<i64> =
    Key::integer("scouts", 0..=1000, 10, "scout bees (at most one for each food source)")
        .on(Scale::log(0.0, 100.0));

pub(super) const ENTRY: Entry = Entry {
    id: "bee-colony",
    title: "artificial bee colony",
    source: "Pacurib, Seno & Yusiong, Solving sudoku puzzles using improved artificial bee colony \
             algorithm, ICICIC 2009, as in their program SudokuBee; Karaboga 2005",
    about: "Food sources are boards whose boxes hold every digit; the cost is the number of digits \
            missing in rows and columns. A bee takes a random free cell of its board, adds to its \
            digit a random part of the distance to the digit that another board has there, and \
            swaps the cell with the one of its box that holds the digit of that number among those \
            that the box lacked at first. The new board is kept unless it is worse. In a round one \
            employed bee visits every source, then onlookers in proportion to 1 / (1 + cost). \
            Last, scouts make random boards, which replace the worst sources unless they are \
            worse. Nodes are boards proposed.",
    flaw: Some(
        "Kept as published: the random boards of the scouts compete with boards that have \
         improved for many rounds and hardly ever replace one, so nothing leads out of a local \
         optimum.",
    ),
    parameters: &[Start::KEY.parameter, SOURCES.parameter, ONLOOKERS.parameter, SCOUTS.parameter],
    run: forage,
    ..Entry::LOCAL
};

/// Cost and board of a food source.
type Source = (u32, Snapshot);

struct Colony {
    space: Permutations,
    /// The free cells of every box that has any, and the digits that it lacks, ascending.
    boxes: Vec<(Vec<Cell>, Vec<u8>)>,
    /// The free cells, each with its box.
    cells: Vec<(Cell, usize)>,
    sources: Vec<Source>,
    least: u32,
}

fn forage(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let size = parameters.get(&SOURCES) as usize;
    let scouts = (parameters.get(&SCOUTS) as usize).min(size);
    let onlookers = parameters.get(&ONLOOKERS) as f64;
    let space = Permutations::new(puzzle, Start::of(parameters), Kept::Boxes)?;
    let blank = (u32::MAX, space.blank());
    let (boxes, cells) = (Vec::new(), Vec::new());
    let mut colony = Colony { space, boxes, cells, sources: vec![blank; size], least: u32::MAX };
    for index in 0..size {
        colony.scout(index, run)?;
    }
    if colony.space.is_rigid() {
        return Ok(Stop::Stuck);
    }
    for (own, cells) in colony.space.houses().enumerate() {
        let board = &colony.sources[0].1;
        let mut lacked: Vec<u8> = cells.iter().map(|cell| board[cell.index()]).collect();
        lacked.sort_unstable();
        colony.boxes.push((cells.to_vec(), lacked));
        colony.cells.extend(cells.iter().map(|&cell| (cell, own)));
    }
    let nectar = |source: &Source| 1.0 / f64::from(1 + source.0);
    for round in 0_u64.. {
        for index in 0..size {
            colony.visit(index, run)?;
        }
        let all: f64 = colony.sources.iter().map(nectar).sum();
        for index in 0..size {
            for _ in 0..(nectar(&colony.sources[index]) / all * onlookers) as usize {
                colony.visit(index, run)?;
            }
        }
        let mut worst: Vec<usize> = (0..size).collect();
        worst.sort_by_key(|&index| std::cmp::Reverse(colony.sources[index].0));
        for &index in &worst[..scouts] {
            colony.scout(index, run)?;
        }
        if round.is_multiple_of(64) {
            let costs = || colony.sources.iter().map(|(cost, _)| f64::from(*cost)).collect();
            run.gauge("costs", costs);
        }
    }
    unreachable!("rounds have no end");
}

impl Colony {
    /// Proposes a swap on a board.
    fn visit(&mut self, index: usize, run: &mut Run<'_>) -> Result<(), Stop> {
        run.meter.count(Counter::Evaluated)?;
        let (cell, own) = self.cells[run.rng.below(self.cells.len())];
        let (members, lacked) = &self.boxes[own];
        let other = self.sources[run.rng.below(self.sources.len())].1[cell.index()];
        let mut board = self.sources[index].1.clone();
        let digit = board[cell.index()];
        let far = run.rng.fraction() * f64::from(digit.abs_diff(other));
        let wanted = lacked[libm::ceil(f64::from(digit) + far) as usize % lacked.len()];
        let holder = members.iter().find(|holder| board[holder.index()] == wanted);
        board.swap(cell.index(), holder.expect("the box holds what it lacked").index());
        self.keep(index, board, run)
    }

    /// Proposes a random board.
    fn scout(&mut self, index: usize, run: &mut Run<'_>) -> Result<(), Stop> {
        run.meter.count(Counter::Evaluated)?;
        let mut board = self.space.blank();
        self.space.fill(&mut board, &mut run.rng);
        self.keep(index, board, run)
    }

    /// Replaces a food source unless that is worse; ends the search on a board without cost.
    fn keep(&mut self, index: usize, board: Snapshot, run: &mut Run<'_>) -> Result<(), Stop> {
        let cost = self.space.cost(&board);
        if cost > self.sources[index].0 {
            return Ok(());
        }
        run.meter.note(Counter::Accepted);
        if cost < self.least {
            self.least = cost;
            run.offer(|| board.clone());
        }
        if cost == 0 {
            return Err(run.claim(&board));
        }
        self.sources[index] = (cost, board);
        Ok(())
    }
}
