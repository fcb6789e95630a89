//! How many candidates a partial filling leaves in its empty cells, and how one more digit changes
//! that.

use quadrille_core::{Cell, DigitSet};

use super::Placement;

/// Sums over the empty cells of a [`Placement`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Outlook {
    /// Empty cells.
    pub empty: u32,
    /// Empty cells with more than one legal digit.
    pub undecided: u32,
    /// Legal digits, summed over the empty cells.
    pub candidates: u32,
    /// Empty cells without a legal digit.
    pub dead: u32,
}

impl Outlook {
    /// Computes the sums over those of the cells that are empty.
    ///
    /// ```
    /// use quadrille_core::{Cell, Puzzle};
    /// use quadrille_lab::board::{Outlook, Placement};
    ///
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// let cells: Vec<Cell> = puzzle.geometry().cells().collect();
    /// let outlook = Outlook::of(&Placement::new(&puzzle), &cells);
    /// assert_eq!((outlook.empty, outlook.dead), (14, 0));
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn of(filling: &Placement, cells: &[Cell]) -> Self {
        let mut outlook = Self::default();
        for &cell in cells.iter().filter(|&&cell| filling.is_empty(cell)) {
            outlook.add(filling.legal(cell));
        }
        outlook
    }

    /// Returns the sums after a legal digit, as a set of one, is placed in an empty cell. Only
    /// peers and cells joined by edges change.
    #[must_use]
    pub fn after(mut self, filling: &Placement, cell: Cell, digit: DigitSet) -> Self {
        let geometry = filling.geometry();
        let joined = filling.joined(cell);
        self.remove(filling.legal(cell));
        for &peer in geometry.peers(cell) {
            if !filling.is_empty(peer) {
                continue;
            }
            let before = filling.legal(peer);
            let mut after = before - digit;
            if joined.contains(&peer) {
                after &= digit.neighbors(geometry.side());
            }
            if after != before {
                self.remove(before);
                self.add(after);
            }
        }
        self
    }

    fn add(&mut self, legal: DigitSet) {
        self.empty += 1;
        self.undecided += u32::from(legal.len() > 1);
        self.candidates += legal.len() as u32;
        self.dead += u32::from(legal.is_empty());
    }

    fn remove(&mut self, legal: DigitSet) {
        self.empty -= 1;
        self.undecided -= u32::from(legal.len() > 1);
        self.candidates -= legal.len() as u32;
        self.dead -= u32::from(legal.is_empty());
    }
}
