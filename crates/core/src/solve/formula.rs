//! The formula for what propagation leaves of a puzzle: a variable for each open candidate, and
//! sets of which exactly one member is true. Both clause-learning solvers start from it.
//!
//! Encoding the whole board instead takes longer than solving many boards.

use super::layout::{Layout, bits};
use super::propagate::Propagation;
use crate::board::Puzzle;
use crate::control::{Meter, Stop};

/// Marks a candidate that is decided and has no variable.
const DECIDED: u32 = u32::MAX;

/// No literal, for unused places.
pub(super) const NO_LITERAL: Literal = Literal(u32::MAX);

/// A variable or its negation: `2 * variable`, plus 1 when negated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Literal(pub(super) u32);

impl Literal {
    #[inline]
    pub(super) fn yes(variable: u32) -> Self {
        Self(2 * variable)
    }

    #[inline]
    pub(super) fn no(variable: u32) -> Self {
        Self(2 * variable + 1)
    }

    #[inline]
    pub(super) fn variable(self) -> usize {
        (self.0 / 2) as usize
    }

    #[inline]
    pub(super) fn is_yes(self) -> bool {
        self.0 & 1 == 0
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::ops::Not for Literal {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// The open part of a propagated board.
pub(super) struct Formula {
    side: usize,
    /// Cell, and digit less one, of each variable that represents a candidate; these come first.
    pub(super) candidates: Vec<(u16, u8)>,
    /// The open cells in order; the first sets are theirs.
    pub(super) open_cells: Vec<u16>,
    /// Number of variables, including those of intersections.
    pub(super) variables: usize,
    /// The variable of each candidate, by `cell * side + digit - 1`.
    of_candidate: Vec<u32>,
    /// Row-major digits, 0 where open.
    pub(super) decided: Vec<u8>,
    /// Literals of which exactly one is true, set by set.
    members: Vec<Literal>,
    /// The start of each set in `members`, and the end of the last.
    first_member: Vec<u32>,
    /// Pairs that an edge forbids.
    pub(super) forbidden: Vec<(u32, u32)>,
}

impl Formula {
    /// Builds the formula of a board at the fixed point of propagation.
    ///
    /// # Errors
    /// Returns the reason to stop when a limit ends the construction: on an empty 49x49 with edges
    /// there are millions of forbidden pairs.
    pub(super) fn of(
        puzzle: &Puzzle,
        board: &Propagation,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let layout = Layout::of(puzzle.shape());
        let (side, cells) = (puzzle.shape().side(), puzzle.shape().cells());
        let mut formula = Self {
            side,
            candidates: Vec::new(),
            open_cells: Vec::new(),
            variables: 0,
            of_candidate: vec![DECIDED; cells * side],
            decided: vec![0; cells],
            members: Vec::new(),
            first_member: vec![0],
            forbidden: Vec::new(),
        };
        for (cell, &set) in board.sets()[..cells].iter().enumerate() {
            if set.is_power_of_two() {
                formula.decided[cell] = set.trailing_zeros() as u8 + 1;
                continue;
            }
            for digit in bits(set) {
                formula.of_candidate[cell * side + digit as usize] =
                    formula.candidates.len() as u32;
                formula.members.push(Literal::yes(formula.candidates.len() as u32));
                formula.candidates.push((cell as u16, digit as u8));
            }
            formula.first_member.push(formula.members.len() as u32);
            formula.open_cells.push(cell as u16);
        }
        formula.variables = formula.candidates.len();
        // The literals of the intersections: by set of a box, those with its rows, then those with
        // its columns. A vector for each took half of the time.
        let shape = puzzle.shape();
        let most = shape.rows().max(shape.columns());
        let first_box = 3 * cells;
        let mut of_box = vec![NO_LITERAL; 2 * cells * most];
        let mut in_box = vec![0_u8; 2 * cells];
        let mut parts = Vec::with_capacity(side);
        for (index, &set) in board.sets().iter().enumerate().skip(cells) {
            if set.is_power_of_two() {
                continue;
            }
            meter.poll()?;
            let (house, digit) = layout.house_and_digit(index).expect("past the cells");
            if house < 2 * side {
                parts.clear();
                for crossing in layout.crossings_of(house) {
                    let inside = set & crossing.here;
                    if inside == 0 {
                        continue;
                    }
                    let literal = if inside.is_power_of_two() {
                        let (cell, digit) = layout.candidate(index, inside.trailing_zeros());
                        Literal::yes(formula.of_candidate[cell * side + digit as usize])
                    } else if inside == set {
                        // The whole set needs no variable.
                        continue;
                    } else {
                        let literal = Literal::yes(formula.variables as u32);
                        formula.variables += 1;
                        formula.members.push(!literal);
                        formula.literals_of(layout, index, inside);
                        formula.first_member.push(formula.members.len() as u32);
                        literal
                    };
                    let set = (crossing.first_set + digit) as usize - first_box;
                    let own = 2 * set + house / side;
                    of_box[own * most + usize::from(in_box[own])] = literal;
                    in_box[own] += 1;
                    parts.push(literal);
                }
                if parts.is_empty() {
                    formula.literals_of(layout, index, set);
                } else {
                    formula.members.extend_from_slice(&parts);
                }
                formula.first_member.push(formula.members.len() as u32);
            } else {
                for own in [2 * (index - first_box), 2 * (index - first_box) + 1] {
                    let parts = &of_box[own * most..][..usize::from(in_box[own])];
                    if parts.len() > 1 {
                        formula.members.extend_from_slice(parts);
                        formula.first_member.push(formula.members.len() as u32);
                    }
                }
            }
        }
        for &(a, b) in puzzle.edges().pairs() {
            meter.poll()?;
            let (a, b) = (a.index(), b.index());
            for x in 0..side as u32 {
                for y in (0..side as u32).filter(|y| y.abs_diff(x) > 1) {
                    let pair = (formula.variable(a, x), formula.variable(b, y));
                    if let (Some(first), Some(second)) = pair {
                        formula.forbidden.push((first, second));
                    }
                }
            }
        }
        Ok(formula)
    }

    /// Adds the candidates at these bits of a board's set to the current set.
    fn literals_of(&mut self, layout: &Layout, set: usize, places: u64) {
        for place in bits(places) {
            let (cell, digit) = layout.candidate(set, place);
            let variable = self.of_candidate[cell * self.side + digit as usize];
            self.members.push(Literal::yes(variable));
        }
    }

    pub(super) fn set_count(&self) -> usize {
        self.first_member.len() - 1
    }

    /// Returns the literals of a set.
    #[inline]
    pub(super) fn set(&self, set: usize) -> &[Literal] {
        &self.members[self.first_member[set] as usize..self.first_member[set + 1] as usize]
    }

    /// Returns the variable of a candidate, if it is open.
    pub(super) fn variable(&self, cell: usize, digit: u32) -> Option<u32> {
        let variable = self.of_candidate[cell * self.side + digit as usize];
        (variable != DECIDED).then_some(variable)
    }

    /// Returns the board in which the candidates are true for which `holds` returns `true`.
    pub(super) fn digits(&self, holds: impl Fn(u32) -> bool) -> Vec<u8> {
        let mut digits = self.decided.clone();
        for (variable, &(cell, digit)) in self.candidates.iter().enumerate() {
            if holds(variable as u32) {
                digits[usize::from(cell)] = digit + 1;
            }
        }
        digits
    }
}
