//! Mathematical programming: the 0-1 model of a Sudoku and its linear relaxation.
//!
//! There is a variable for each candidate that propagation leaves in an undecided cell, and an
//! equation for each such cell and for each digit that a house lacks: exactly one of its candidates
//! is 1. The relaxation allows fractions.

mod branch_and_bound;
mod rounding;
mod simplex;

use quadrille_core::{Cell, Digit, Geometry, Puzzle, Run, Snapshot, Stop};

pub(super) use self::branch_and_bound::ENTRY as BRANCH_AND_BOUND;
pub(super) use self::rounding::ENTRY as ROUNDING;
use self::simplex::Simplex;
use crate::board::CandidateGrid;
use crate::registry::without_edges;

/// The largest side: a program takes a few milliseconds there, and seconds on a 16x16 with few
/// givens.
const LARGEST: usize = 9;

fn supports(puzzle: &Puzzle) -> bool {
    without_edges(puzzle) && puzzle.shape().side() <= LARGEST
}

/// What a solution of the relaxation minimizes.
#[derive(Clone, Copy)]
enum Objective {
    /// Nothing: any corner will do.
    None,
    /// The sum of the values, each times a random cost.
    Random,
}

/// A solution of the relaxation.
struct Relaxed {
    /// The candidates of undecided cells, by cell, with their values.
    values: Vec<(Cell, Digit, f64)>,
    /// The decided cells.
    board: Snapshot,
}

impl Relaxed {
    /// Solves the relaxation for the candidates of a grid and an objective. Returns `None` if it has
    /// no solution.
    fn solve(
        geometry: &'static Geometry,
        grid: &CandidateGrid,
        objective: Objective,
        run: &mut Run<'_>,
    ) -> Result<Option<Self>, Stop> {
        let side = geometry.side();
        let undecided =
            |cell: Cell| if grid.get(cell).len() > 1 { grid.get(cell) } else { Default::default() };
        let mut values = Vec::new();
        // By cell and digit, and by house and digit, the variables that add up to 1.
        let mut equations = vec![Vec::new(); (1 + geometry.house_count()) * side * side];
        for cell in geometry.cells() {
            for digit in undecided(cell) {
                let variable = values.len();
                let number = usize::from(digit.get()) - 1;
                equations[cell.index()].push(variable);
                for house in geometry.houses_of(cell) {
                    equations[side * side + house * side + number].push(variable);
                }
                values.push((cell, digit, 0.0));
            }
        }
        let equations = equations.iter().map(Vec::as_slice).filter(|equation| !equation.is_empty());
        let simplex = Simplex::new(values.len(), equations, run)?;
        let costs: Option<Vec<f64>> = match objective {
            Objective::None => None,
            Objective::Random => Some(values.iter().map(|_| run.rng.fraction()).collect()),
        };
        let Some(solution) = simplex.solve(costs.as_deref(), run)? else { return Ok(None) };
        for ((.., value), found) in values.iter_mut().zip(solution) {
            *value = found;
        }
        Ok(Some(Self { values, board: grid.snapshot() }))
    }

    /// Returns the candidates of each undecided cell with their values.
    fn cells(&self) -> impl Iterator<Item = &[(Cell, Digit, f64)]> {
        self.values.chunk_by(|(a, ..), (b, ..)| a == b)
    }

    /// Returns the board on which each cell has its digit with the largest value, the smallest of
    /// equals.
    fn rounded(&self) -> Snapshot {
        let mut board = self.board.clone();
        for cell in self.cells() {
            let larger = |best: (Cell, Digit, f64), next: &(Cell, Digit, f64)| {
                if next.2 > best.2 { *next } else { best }
            };
            let (cell, digit, _) = cell.iter().fold(cell[0], larger);
            board[cell.index()] = digit.get();
        }
        board
    }
}
