//! A genetic algorithm whose individuals keep their boxes whole (Mantere & Koljonen).
//!
//! State: a population of boards, each box of which holds its missing digits in some order. A child
//! takes every box whole from one parent or the other; then in some boxes two free cells exchange
//! their digits. Cost: digits missing over rows and columns (plus violated edges). The best boards
//! live on, parents are drawn from the better part with a preference for the best, and when the
//! best has not improved for long the whole population is made anew.

use quadrille_engine::{Cell, Counter, Geometry, Puzzle, Rng, Run, Stop};

use crate::board::Start;
use crate::registry::{Entry, Family, Kind, Parameter, Parameters, Value, any_board};

/// The entry.
pub(super) const ENTRY: Entry = Entry {
    id: "genetic",
    title: "genetic algorithm on boxes",
    family: Family::Local,
    source: "Mantere & Koljonen, Solving, rating and generating sudoku puzzles with GA, CEC 2007",
    about: "Boards whose boxes hold every digit are crossed by exchanging whole boxes and mutated \
            by swaps within boxes. The cost is the digits missing over rows and columns. The best \
            few live on; each parent is the best of two drawn. After a number of generations \
            without a better board the population is made anew. Nodes are boards made.",
    flaw: None,
    parameters: &[
        Start::PARAMETER,
        Parameter {
            name: "population",
            kind: Kind::Integer(2, 100_000),
            default: Value::Integer(100),
            help: "boards in a generation",
        },
        Parameter {
            name: "elite",
            kind: Kind::Integer(0, 100_000),
            default: Value::Integer(4),
            help: "best boards that live on (at most all but one)",
        },
        Parameter {
            name: "mutation",
            kind: Kind::Real(0.0, 1.0),
            default: Value::Real(0.1),
            help: "chance of a swap in each box of a child",
        },
        Parameter {
            name: "patience",
            kind: Kind::Integer(1, 1_000_000_000),
            default: Value::Integer(100),
            help: "generations without a better board, after which the population is made anew",
        },
    ],
    counters: &[Counter::Evaluated, Counter::Restart],
    nodes: Counter::Evaluated,
    complete: false,
    deterministic: false,
    may_be_wrong: false,
    supports: any_board,
    run: |puzzle, parameters, run| breed(puzzle, parameters, run).unwrap_or_else(|stop| stop),
};

/// What is the same for all boards.
struct World<'a> {
    puzzle: &'a Puzzle,
    geometry: &'static Geometry,
    side: usize,
    /// Digits of the fixed cells, 0 elsewhere.
    fixed: Box<[u8]>,
    /// The free cells of every box that has any, and the digits that it lacks.
    boxes: Vec<(Vec<Cell>, Vec<u8>)>,
}

impl World<'_> {
    /// Fills the free cells at random.
    fn fill(&mut self, board: &mut [u8], rng: &mut Rng) {
        board.copy_from_slice(&self.fixed);
        for (cells, missing) in &mut self.boxes {
            rng.shuffle(missing);
            for (cell, &digit) in cells.iter().zip(&*missing) {
                board[cell.index()] = digit;
            }
        }
    }

    /// A board with every box from one of two, then swaps in some.
    fn cross(&self, parents: [&[u8]; 2], mutation: f64, child: &mut [u8], rng: &mut Rng) {
        child.copy_from_slice(parents[0]);
        for (cells, _) in &self.boxes {
            let bits = rng.bits();
            if bits >> 63 != 0 {
                for cell in cells {
                    child[cell.index()] = parents[1][cell.index()];
                }
            }
            if cells.len() > 1 && rng.fraction() < mutation {
                let first = rng.below(cells.len());
                let second = (first + 1 + rng.below(cells.len() - 1)) % cells.len();
                child.swap(cells[first].index(), cells[second].index());
            }
        }
    }

    /// Digits missing over rows and columns, plus edges violated.
    fn cost(&self, board: &[u8]) -> u32 {
        let mut cost = 0;
        for line in self.geometry.houses().take(2 * self.side) {
            let held = line.iter().fold(0_u64, |held, cell| held | 1 << board[cell.index()]);
            cost += self.side as u32 - held.count_ones();
        }
        let far = |&&(a, b): &&(Cell, Cell)| board[a.index()].abs_diff(board[b.index()]) != 1;
        cost + self.puzzle.edges().pairs().iter().filter(far).count() as u32
    }
}

fn breed(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let population = parameters.integer("population") as usize;
    let elite = (parameters.integer("elite") as usize).min(population - 1);
    let (mutation, patience) = (parameters.real("mutation"), parameters.integer("patience"));
    let (geometry, side) = (puzzle.geometry(), puzzle.shape().side());
    let Some(fixed) = Start::of(parameters).fixed(puzzle) else {
        return Ok(Stop::ProvedNone);
    };
    let of_box = |own: &[Cell]| -> (Vec<Cell>, Vec<u8>) {
        let held = own.iter().fold(0_u64, |held, cell| held | 1 << fixed[cell.index()]);
        let free = own.iter().filter(|cell| fixed[cell.index()] == 0).copied().collect();
        (free, (1..=side as u8).filter(|digit| held >> digit & 1 == 0).collect())
    };
    let boxes = geometry.houses().skip(2 * side).map(of_box);
    let boxes = boxes.filter(|(cells, _)| !cells.is_empty()).collect();
    let mut world = World { puzzle, geometry, side, fixed, boxes };
    // Cost and board, best first.
    let blank = (u32::MAX, world.fixed.clone());
    let mut parents = vec![blank.clone(); population];
    let mut children = vec![blank; population];
    let (mut least, mut least_here, mut idle) = (u32::MAX, u32::MAX, 0);
    let mut anew = true;
    let mut generation = 0_u64;
    loop {
        let kept = if anew { 0 } else { elite };
        for (child, parent) in children.iter_mut().zip(&parents).take(kept) {
            child.0 = parent.0;
            child.1.copy_from_slice(&parent.1);
        }
        for (cost, board) in &mut children[kept..] {
            run.meter.count(Counter::Evaluated)?;
            if anew {
                world.fill(board, &mut run.rng);
            } else {
                // The population is sorted: the best of two drawn is the one further in front.
                let mut draw = || run.rng.below(population).min(run.rng.below(population));
                let pair = [draw(), draw()].map(|index| &*parents[index].1);
                world.cross(pair, mutation, board, &mut run.rng);
            }
            *cost = world.cost(board);
            if *cost < least {
                least = *cost;
                run.offer(|| board.clone());
                if least == 0 {
                    return Ok(run.claim(board));
                }
            }
        }
        std::mem::swap(&mut parents, &mut children);
        // A stable order, so that no detail of sorting decides who is drawn.
        parents.sort_by_key(|(cost, _)| *cost);
        if world.boxes.iter().all(|(cells, _)| cells.len() < 2) {
            return Ok(Stop::Stuck);
        }
        idle = if parents[0].0 < least_here { 0 } else { idle + 1 };
        least_here = least_here.min(parents[0].0);
        anew = idle >= patience;
        if anew {
            (least_here, idle) = (u32::MAX, 0);
            run.meter.restarted();
        }
        generation += 1;
        if generation.is_multiple_of(64) {
            run.gauge("costs", || parents.iter().map(|(cost, _)| f64::from(*cost)).collect());
        }
    }
}
