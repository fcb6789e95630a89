//! A board, what techniques find on it, and its images.

use std::collections::BTreeSet;

use quadrille_core::{
    BoxShape, Candidate, CandidateSet, Cell, Digit, DigitSet, Meter, Puzzle, Solution, Symmetry,
    solve,
};
use quadrille_logic::{Deduction, LogicGrid, Part, Profile, Technique, Walk};

use crate::logic::check;

/// Candidates, and whether they are placed.
pub(super) type Shown = BTreeSet<(Cell, Digit, bool)>;

pub(super) fn shown(deductions: &[Deduction]) -> Shown {
    let placed = deductions.iter().flat_map(|deduction| &deduction.placements);
    let gone = deductions.iter().flat_map(|deduction| &deduction.eliminations);
    let placed = placed.map(|shown| (shown.cell, shown.digit, true));
    placed.chain(gone.map(|shown| (shown.cell, shown.digit, false))).collect()
}

/// A board that a solver has come to.
pub(super) struct Position {
    pub(super) puzzle: Puzzle,
    solution: Solution,
    pub(super) board: LogicGrid,
}

impl Position {
    pub(super) fn new(puzzle: Puzzle, board: LogicGrid) -> Self {
        let verdict = solve::verdict(solve::Solver::Kernel, &puzzle, &mut Meter::unlimited());
        let solve::Verdict::Unique(solution) = verdict else { panic!("{puzzle} is not proper") };
        Self { puzzle, solution, board }
    }

    pub(super) fn image(&self, renaming: &Renaming) -> Self {
        let puzzle = Puzzle::try_from(renaming.symmetry.apply(self.puzzle.givens())).unwrap();
        let entries = renaming.symmetry.apply(&self.board.values());
        let notes = renaming.marks(&self.board.marks());
        let board = LogicGrid::noted(&puzzle, Some(&entries), Some(&notes)).unwrap();
        Self::new(puzzle, board)
    }

    /// All that a technique finds, which is checked to be sound.
    pub(super) fn all(&self, technique: &dyn Technique) -> Vec<Deduction> {
        let profile = Profile::parse("one", &format!("{} 1.0", technique.id())).unwrap();
        let steps = Walk::on(self.board.clone(), &profile).all(&mut Meter::unlimited()).unwrap();
        let deductions: Vec<Deduction> = steps.into_iter().map(|step| step.deduction).collect();
        for deduction in &deductions {
            check(deduction, &self.board, &self.solution, &self.puzzle);
        }
        deductions
    }

    /// What a technique finds first, which is checked to be sound.
    pub(super) fn first(&self, technique: &dyn Technique) -> Option<Deduction> {
        let profile = Profile::parse("one", &format!("{} 1.0", technique.id())).unwrap();
        let mut walk = Walk::on(self.board.clone(), &profile);
        let step = walk.next(&mut Meter::unlimited()).unwrap()?;
        check(&step.deduction, &self.board, &self.solution, &self.puzzle);
        Some(step.deduction)
    }

    /// The candidates that singles and some techniques leave. Those of the solution are among them.
    pub(super) fn end(&self, techniques: &[&str]) -> CandidateSet {
        let singles = ["hidden-single-box", "hidden-single-line", "naked-single"];
        let lines = singles.iter().chain(techniques).map(|id| format!("{id} 1.0\n"));
        let profile = Profile::parse("some", &lines.collect::<String>()).unwrap();
        let mut walk = Walk::on(self.board.clone(), &profile).without_evidence();
        while walk.next(&mut Meter::unlimited()).unwrap().is_some() {}
        let marks = walk.grid().marks();
        for (cell, digit) in self.solution.grid().filled() {
            let is_left = marks.get(cell).contains(digit);
            assert!(is_left, "{techniques:?} rule out the solution of {}", self.puzzle);
        }
        marks
    }

    /// The candidates that are shown to be false.
    pub(super) fn ruled_out(&self, shown: &Shown) -> BTreeSet<(Cell, Digit)> {
        let of_one = |&(cell, digit, is_placed): &(Cell, Digit, bool)| {
            let digits = self.board.candidates(cell).iter();
            digits.filter(move |&other| (other == digit) != is_placed).map(move |gone| (cell, gone))
        };
        shown.iter().flat_map(of_one).collect()
    }

    /// Whether parts are almost locked sets of which each has a digit in common with the next that only
    /// one of them can hold, another one than with the set before, and the first or the last set has the
    /// digits that are removed from what sees them in both.
    pub(super) fn is_als_chain(&self, deduction: &Deduction) -> bool {
        let geometry = self.puzzle.geometry();
        let sees = |one: Cell, other: Cell| geometry.peers(one).contains(&other);
        let holds = |cell: &Cell, digit| self.board.candidates(*cell).contains(digit);
        let places = |set: &Part, digit: Digit| -> Vec<Cell> {
            set.cells.iter().copied().filter(|cell| holds(cell, digit)).collect()
        };
        let is_restricted = |[one, other]: [&Part; 2], digit: Digit| {
            let (one, other) = (places(one, digit), places(other, digit));
            let all_see = one.iter().all(|&one| other.iter().all(|&other| sees(one, other)));
            !one.is_empty() && !other.is_empty() && all_see
        };
        let sets = &deduction.parts;
        let are_almost_locked = sets.iter().all(|set| {
            let first = set.cells[0];
            let rows = set.cells.iter().all(|&c| geometry.row_of(c) == geometry.row_of(first));
            let columns =
                set.cells.iter().all(|&c| geometry.column_of(c) == geometry.column_of(first));
            let boxes = set.cells.iter().all(|&c| geometry.box_of(c) == geometry.box_of(first));
            let all = set.cells.iter().map(|&cell| self.board.candidates(cell));
            let digits = all.fold(DigitSet::EMPTY, |digits, more| digits | more);
            (rows || columns || boxes) && digits.iter().count() == set.cells.len() + 1
        });
        let removes = |begin: Digit, end: Digit| {
            deduction.eliminations.iter().all(|&Candidate { cell, digit }| {
                let of_both = [&sets[0], &sets[sets.len() - 1]].map(|set| places(set, digit));
                let seen = |places: &Vec<Cell>| {
                    !places.is_empty() && places.iter().all(|&place| sees(cell, place))
                };
                digit != begin && digit != end && of_both.iter().all(seen)
            })
        };
        let restricted: Vec<Vec<Digit>> = sets
            .windows(2)
            .map(|pair| {
                let of_pair = |&digit: &Digit| is_restricted([&pair[0], &pair[1]], digit);
                deduction.digits.iter().filter(of_pair).collect()
            })
            .collect();
        let is_chain = |&begin: &Digit| {
            let mut ends = vec![begin];
            for digits in &restricted[1..] {
                let goes_on = |digit: &&Digit| ends.iter().any(|end| end != *digit);
                ends = digits.iter().filter(goes_on).copied().collect();
            }
            ends.into_iter().any(|end| removes(begin, end))
        };
        sets.len() >= 4 && are_almost_locked && restricted[0].iter().any(is_chain)
    }
}

/// What a symmetry makes of cells and digits.
pub(super) struct Renaming {
    pub(super) symmetry: Symmetry,
    cells: Vec<Cell>,
}

impl Renaming {
    pub(super) fn new(symmetry: Symmetry) -> Self {
        let image = |cell: usize| {
            let text: String = (0..81).map(|at| if at == cell { '1' } else { '.' }).collect();
            let puzzle: Puzzle = text.parse().unwrap();
            symmetry.apply(puzzle.givens()).filled().next().unwrap().0
        };
        let cells = (0..81).map(image).collect();
        Self { symmetry, cells }
    }

    fn cell(&self, cell: Cell) -> Cell {
        self.cells[cell.index()]
    }

    fn digit(&self, digit: Digit) -> Digit {
        self.symmetry.digits()[usize::from(digit.get() - 1)]
    }

    fn digits(&self, digits: DigitSet) -> DigitSet {
        digits.iter().map(|digit| self.digit(digit)).collect()
    }

    pub(super) fn marks(&self, marks: &CandidateSet) -> CandidateSet {
        let mut image = CandidateSet::none(BoxShape::NINE);
        for cell in (0..81).map(Cell::new) {
            image.set(self.cell(cell), self.digits(marks.get(cell)));
        }
        image
    }

    pub(super) fn shown(&self, shown: &Shown) -> Shown {
        shown.iter().map(|&(cell, digit, on)| (self.cell(cell), self.digit(digit), on)).collect()
    }

    /// The image of a deduction that has parts, and no houses or links.
    pub(super) fn deduction(&self, deduction: &Deduction) -> Deduction {
        let cells = |cells: &[Cell]| cells.iter().map(|&cell| self.cell(cell)).collect();
        let mut image = deduction.clone();
        for shown in image.placements.iter_mut().chain(&mut image.eliminations) {
            *shown = Candidate { cell: self.cell(shown.cell), digit: self.digit(shown.digit) };
        }
        for part in &mut image.parts {
            *part = Part { cells: cells(&part.cells), digits: self.digits(part.digits) };
        }
        image.cells = cells(&deduction.cells);
        image.digits = self.digits(deduction.digits);
        image
    }
}
