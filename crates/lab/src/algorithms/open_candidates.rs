//! The candidates of the free cells as variables, and the groups of them of which exactly one is true:
//! the form in which relaxations, messages and clauses see a puzzle without edges.

use quadrille_core::{Cell, Digit, DigitSet, Geometry, Puzzle, Snapshot, Stop};

use crate::board::Start;

/// The candidates of the free cells, in the order of cells and digits.
pub(super) struct OpenCandidates {
    /// Digits of the fixed cells, 0 elsewhere.
    pub(super) fixed: Box<[u8]>,
    /// Cell and digit of each candidate.
    pub(super) places: Vec<(Cell, u8)>,
    /// The groups of which exactly one candidate is true: the places of a digit in a row, in a column
    /// and in a box, and the digits of a cell. Every candidate is in one group of each kind.
    pub(super) groups: [Vec<Vec<u32>>; 4],
}

impl OpenCandidates {
    /// # Errors
    /// [`Stop::ProvedNone`] if a group is empty, or if propagation proves that there is no solution.
    pub(super) fn new(puzzle: &Puzzle, start: Start) -> Result<Self, Stop> {
        let (sets, fixed) = (start.candidates(puzzle)?, start.fixed(puzzle)?);
        Self::of(puzzle.geometry(), &sets, fixed).ok_or(Stop::ProvedNone)
    }

    /// Returns the candidates of the cells that are not fixed, or `None` if a group is empty.
    pub(super) fn of(geometry: &Geometry, sets: &[DigitSet], fixed: Box<[u8]>) -> Option<Self> {
        let side = geometry.side();
        let free = geometry.cells().filter(|cell| fixed[cell.index()] == 0);
        let places: Vec<(Cell, u8)> = free
            .flat_map(|cell| sets[cell.index()].iter().map(move |digit| (cell, Digit::get(digit))))
            .collect();
        let open = |held: bool| if held { None } else { Some(Vec::new()) };
        // By kind and house and digit, or cell; `None` where the digit or cell is fixed.
        let of_kind = |kind: usize| -> Vec<Option<Vec<u32>>> {
            let houses = geometry.houses().skip(kind * side).take(side);
            houses
                .flat_map(|house| {
                    let held = crate::board::held(&fixed, house);
                    (1..=side).map(move |digit| open(held >> digit & 1 != 0))
                })
                .collect()
        };
        let cells = fixed.iter().map(|&digit| open(digit != 0)).collect();
        let mut groups = [of_kind(0), of_kind(1), of_kind(2), cells];
        for (index, &(cell, digit)) in places.iter().enumerate() {
            let within = geometry.houses_of(cell).map(|house| house % side * side);
            let [row, column, own] = within.map(|first| first + usize::from(digit) - 1);
            for (kind, group) in [row, column, own, cell.index()].into_iter().enumerate() {
                if let Some(group) = &mut groups[kind][group] {
                    group.push(index as u32);
                }
            }
        }
        let groups = groups.map(|kind| kind.into_iter().flatten().collect::<Vec<_>>());
        if groups.iter().flatten().any(Vec::is_empty) {
            return None;
        }
        Some(Self { fixed, places, groups })
    }

    /// Returns the board on which every free cell has its candidate of the largest weight, the first
    /// of equals.
    pub(super) fn likeliest(&self, weight: impl Fn(usize) -> f64) -> Snapshot {
        let mut board: Snapshot = self.fixed.clone();
        for group in &self.groups[3] {
            let (cell, digit) = self.places[largest(group, &weight)];
            board[cell.index()] = digit;
        }
        board
    }
}

/// Returns the candidate of a group with the largest weight, the first of equals.
pub(super) fn largest(group: &[u32], weight: impl Fn(usize) -> f64) -> usize {
    let mut best = group[0] as usize;
    for &candidate in &group[1..] {
        if weight(candidate as usize) > weight(best) {
            best = candidate as usize;
        }
    }
    best
}
