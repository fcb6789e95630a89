//! What a format can hold, and what of a record it omits.

use std::fmt;
use std::ops::BitOrAssign;

use quadrille_core::{BoxShape, Puzzle};

use super::error::Unrepresentable;
use super::extra::{Detail, Extra};

/// The boards that a format can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sizes {
    /// 9x9 with boxes of 3x3.
    Nine,
    /// Every board up to this side.
    UpTo(usize),
    /// Boards with square boxes, such as 9x9 and 16x16.
    Squares,
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nine => write!(f, "9x9"),
            Self::UpTo(side) => write!(f, "to {side}x{side}"),
            Self::Squares => write!(f, "square boxes"),
        }
    }
}

/// What a format can hold besides the givens of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carries {
    /// The boards.
    pub sizes: Sizes,
    /// Consecutive edges.
    pub edges: bool,
    /// Pencilmarks that belong to the puzzle, [`Puzzle::marks`].
    pub marks: bool,
    /// Digits that a solver has entered, [`Extra::entries`].
    pub entries: bool,
    /// Candidates that a solver has noted, [`Extra::candidates`].
    pub candidates: bool,
    /// Details.
    pub details: &'static [Detail],
}

impl Carries {
    /// Givens only.
    pub(super) const GIVENS: Self = Self {
        sizes: Sizes::UpTo(BoxShape::MAX_SIDE),
        edges: false,
        marks: false,
        entries: false,
        candidates: false,
        details: &[],
    };

    /// Checks that nothing which belongs to the puzzle gets lost in the format of that id.
    pub(super) fn check(
        &self,
        format: &'static str,
        puzzle: &Puzzle,
    ) -> Result<(), Unrepresentable> {
        let shape = puzzle.shape();
        if puzzle.marks().is_some() && !self.marks {
            return Err(Unrepresentable::Marks { format });
        }
        if !puzzle.edges().is_empty() && !self.edges {
            return Err(Unrepresentable::Edges { format });
        }
        match self.sizes {
            Sizes::Nine if shape != BoxShape::NINE => {
                Err(Unrepresentable::OnlyNine { format, shape })
            }
            Sizes::Squares if shape.rows() != shape.columns() => {
                Err(Unrepresentable::OnlySquares { format, shape })
            }
            Sizes::UpTo(most) if shape.side() > most => Err(Unrepresentable::Side { format, most }),
            _ => Ok(()),
        }
    }

    /// Returns what the format omits of a record.
    pub fn left_out(&self, extra: &Extra) -> LeftOut {
        LeftOut {
            entries: extra.entries.is_some() && !self.entries,
            candidates: extra.candidates.is_some() && !self.candidates,
            details: extra
                .details
                .iter()
                .filter(|(detail, _)| !self.details.contains(detail))
                .fold(0, |details, (detail, _)| details | bit(detail)),
        }
    }
}

/// What a format omitted of one record, or of several. `Display` names it: "entries, author and
/// comment".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Digits that a solver has entered.
    pub entries: bool,
    /// Candidates that a solver has noted.
    pub candidates: bool,
    /// A bit for each detail.
    details: u16,
}

fn bit(detail: Detail) -> u16 {
    1 << detail as u16
}

impl LeftOut {
    /// Returns whether nothing was omitted.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the details that were omitted.
    pub fn details(&self) -> impl Iterator<Item = Detail> {
        let details = self.details;
        Detail::ALL.into_iter().filter(move |&detail| details & bit(detail) != 0)
    }

    /// Adds a detail.
    pub(super) fn add(&mut self, detail: Detail) {
        self.details |= bit(detail);
    }
}

impl BitOrAssign for LeftOut {
    fn bitor_assign(&mut self, other: Self) {
        self.entries |= other.entries;
        self.candidates |= other.candidates;
        self.details |= other.details;
    }
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = [(self.entries, "entries"), (self.candidates, "candidates")];
        let state = state.into_iter().filter_map(|(is_out, name)| is_out.then_some(name));
        let names: Vec<&str> = state.chain(self.details().map(Detail::id)).collect();
        match &names[..] {
            [] => write!(f, "nothing"),
            [name] => write!(f, "{name}"),
            [names @ .., last] => write!(f, "{} and {last}", names.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::extra::Details;
    use super::*;
    use quadrille_core::Grid;

    #[test]
    fn what_was_left_out_is_named() {
        let mut details = Details::default();
        details.push(Detail::Author, "a");
        details.push(Detail::Comment, "b");
        let entries = Some(Grid::empty(BoxShape::NINE));
        let extra = Extra { entries, details, ..Extra::default() };
        let mut left_out = Carries::GIVENS.left_out(&extra);
        assert_eq!(left_out.to_string(), "entries, author and comment");
        let knows_authors = Carries { details: &[Detail::Author], ..Carries::GIVENS };
        assert_eq!(knows_authors.left_out(&extra).to_string(), "entries and comment");
        left_out |= LeftOut { candidates: true, ..LeftOut::default() };
        assert_eq!(left_out.to_string(), "entries, candidates, author and comment");
        assert!(Carries::GIVENS.left_out(Extra::NONE).is_empty());
        assert_eq!(LeftOut::default().to_string(), "nothing");
    }
}
