//! How far the consequences of a decision are followed.

/// A kind of filtering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Filter {
    /// None: a cell is compared with the done ones when its turn comes.
    None,
    /// To the peers of the cell that the search has decided.
    Forward,
    /// To all cells, one constraint of two cells at a time (AC-3).
    Arcs,
    /// To all cells, one house at a time.
    AllDifferent,
}

impl Filter {
    /// Returns whether consequences have consequences.
    pub(super) fn repeats(self) -> bool {
        matches!(self, Self::Arcs | Self::AllDifferent)
    }
}
