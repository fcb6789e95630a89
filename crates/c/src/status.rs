//! What C sees of an answer.

/// What is known about a puzzle.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It was solved, counted, brought to its canonical form, rated or generated.
    Solved = 0,
    /// It has exactly one solution.
    Proper = 1,
    /// It has several solutions.
    Multiple = 2,
    /// It has no solution.
    None = 3,
    /// The techniques of the profile do not solve it.
    Stuck = 4,
    /// A limit ended the search.
    Limit = 5,
    /// The text is not a puzzle, or its givens conflict; the detail says why.
    Invalid = 6,
    /// This cannot be done on a board of this kind.
    Unsupported = 7,
}
