//! What a checker knows of a board: candidates, and the rules of Sudoku.

use quadrille_core::{Candidate, Cell, Digit, DigitSet, Puzzle};
use quadrille_logic::{House, LogicGrid, State};

/// The candidates of a board, and what the puzzle gives.
#[derive(Clone)]
pub(crate) struct Board {
    /// The candidates of empty cells.
    marks: Vec<DigitSet>,
    values: Vec<Option<Digit>>,
    /// What the puzzle itself lets cells hold; a given is alone.
    permitted: Vec<DigitSet>,
}

pub(crate) fn cells() -> impl Iterator<Item = Cell> {
    (0..81).map(Cell::new)
}

fn place(cell: Cell) -> [usize; 3] {
    let (row, column) = (cell.index() / 9, cell.index() % 9);
    [row, column, row / 3 * 3 + column / 3]
}

pub(crate) fn is_in(house: House, cell: Cell) -> bool {
    let [row, column, of_box] = place(cell);
    match house {
        House::Row(number) => row == usize::from(number),
        House::Column(number) => column == usize::from(number),
        House::Box(number) => of_box == usize::from(number),
    }
}

pub(crate) fn houses() -> impl Iterator<Item = House> {
    (0..9).flat_map(|number| [House::Row(number), House::Column(number), House::Box(number)])
}

/// Whether two cells share a house.
pub(crate) fn see(a: Cell, b: Cell) -> bool {
    a != b && place(a).iter().zip(place(b)).any(|(a, b)| *a == b)
}

/// Whether two candidates cannot both be true.
pub(crate) fn exclude(a: Candidate, b: Candidate) -> bool {
    if a.cell == b.cell { a.digit != b.digit } else { a.digit == b.digit && see(a.cell, b.cell) }
}

pub(crate) fn opposite(state: State) -> State {
    State { is_on: !state.is_on, ..state }
}

impl Board {
    pub(crate) fn new(puzzle: &Puzzle, grid: &LogicGrid) -> Self {
        let given = |cell| puzzle.givens().get(cell).map(DigitSet::only);
        let noted = |cell| puzzle.marks().map(|marks| marks.get(cell));
        let all = || DigitSet::all(9);
        Self {
            marks: cells().map(|cell| grid.candidates(cell)).collect(),
            values: cells().map(|cell| grid.get(cell)).collect(),
            permitted: cells()
                .map(|cell| given(cell).or_else(|| noted(cell)).unwrap_or_else(all))
                .collect(),
        }
    }

    pub(crate) fn marks(&self, cell: Cell) -> DigitSet {
        self.marks[cell.index()]
    }

    pub(crate) fn value(&self, cell: Cell) -> Option<Digit> {
        self.values[cell.index()]
    }

    /// Whether the puzzle lets a cell hold each of these digits.
    pub(crate) fn permits(&self, cell: Cell, digits: DigitSet) -> bool {
        digits.iter().all(|digit| self.permitted[cell.index()].contains(digit))
    }

    pub(crate) fn has(&self, candidate: Candidate) -> bool {
        self.marks(candidate.cell).contains(candidate.digit)
    }

    /// The places of a digit in a house that does not hold it yet.
    pub(crate) fn places(&self, house: House, digit: Digit) -> Result<Vec<Cell>, String> {
        let inside: Vec<Cell> = cells().filter(|&cell| is_in(house, cell)).collect();
        match inside.iter().any(|&cell| self.value(cell) == Some(digit)) {
            true => Err(format!("{house:?} has {digit:?}")),
            false => Ok(inside.into_iter().filter(|&c| self.marks(c).contains(digit)).collect()),
        }
    }

    /// The board without the candidates that are false.
    pub(crate) fn without(&self, states: &[State]) -> Result<Self, String> {
        let mut board = self.clone();
        for state in states {
            if state.is_on {
                return Err(format!("{state:?} is no candidate that is gone"));
            }
            let marks = &mut board.marks[state.candidate.cell.index()];
            *marks -= DigitSet::only(state.candidate.digit);
        }
        Ok(board)
    }
}
