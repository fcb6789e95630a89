//! A forcing chain that was found.

use super::super::Id;
use super::super::run::Place;

/// What assumptions are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::chains) enum Shape {
    /// A candidate that is on leads to what its being off leads to.
    Double(Id),
    /// The candidates of a cell.
    Cell(usize),
    /// The places of a digit in a house.
    House { house: usize, digit: usize },
    /// A candidate being on, or off, leads to a contradiction.
    Contradiction(Id, bool),
}

impl Shape {
    fn sort_key(self) -> u8 {
        match self {
            Self::Double(_) => 1,
            Self::Cell(_) => 5,
            Self::House { .. } => 6,
            Self::Contradiction(..) => 7,
        }
    }
}

/// The end of a branch: the run, and the node in it.
#[derive(Clone, Copy)]
pub(in crate::chains) struct Branch {
    pub(in crate::chains) start: Id,
    pub(in crate::chains) is_on: bool,
    pub(in crate::chains) place: Place,
}

/// A candidate that is shown to be on or off.
#[derive(Clone)]
pub(in crate::chains) struct Hint {
    pub(in crate::chains) shape: Shape,
    pub(in crate::chains) target: Id,
    pub(in crate::chains) is_on: bool,
    pub(in crate::chains) complexity: u32,
    /// What goes: digits of the cell of the target.
    pub(in crate::chains) removed: u16,
    pub(in crate::chains) branches: Vec<Branch>,
}

impl Hint {
    pub(in crate::chains) fn key(&self) -> (u32, u8) {
        (self.complexity, self.shape.sort_key())
    }
}
