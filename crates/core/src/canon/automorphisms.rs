//! The automorphisms of a puzzle.

use crate::{BoxShape, Symmetry};

/// All symmetries that map a puzzle to itself; they form a group.
///
/// The group is stored as a chain of transversals, so that even the automorphisms of an empty board
/// take little memory.
#[derive(Clone, Debug)]
pub struct Automorphisms {
    shape: BoxShape,
    /// Every automorphism is the product of one of each level or the identity there, the last level
    /// applied first.
    levels: Vec<Vec<Symmetry>>,
}

impl Automorphisms {
    pub(super) fn new(shape: BoxShape, levels: Vec<Vec<Symmetry>>) -> Self {
        Self { shape, levels }
    }

    /// Returns the number of automorphisms, the identity included; `None` if it does not fit into
    /// 128 bits, as on empty boards from side 25 on.
    ///
    /// Exchanges of digits that the puzzle does not have count.
    ///
    /// ```
    /// use quadrille_core::{Meter, Puzzle, canon};
    /// let puzzle: Puzzle = "1...............".parse()?;
    /// let automorphisms = canon::automorphisms(puzzle.givens(), &mut Meter::unlimited())?;
    /// assert!(automorphisms.count().is_some_and(|count| count > 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count(&self) -> Option<u128> {
        self.levels
            .iter()
            .try_fold(1_u128, |count, level| count.checked_mul(level.len() as u128 + 1))
    }

    /// Returns all automorphisms, the identity first.
    ///
    /// ```
    /// use quadrille_core::{Meter, Puzzle, Symmetry, canon};
    /// let puzzle: Puzzle = "1234341221434321".parse()?;
    /// let automorphisms = canon::automorphisms(puzzle.givens(), &mut Meter::unlimited())?;
    /// assert_eq!(automorphisms.iter().next(), Some(Symmetry::identity(puzzle.shape())));
    /// assert!(automorphisms.iter().all(|map| &map.apply(puzzle.givens()) == puzzle.givens()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = Symmetry> + '_ {
        // Counts in a mixed base, one digit a level; 0 stands for the identity.
        let mut next = Some(vec![0; self.levels.len()]);
        std::iter::from_fn(move || {
            let digits = next.take()?;
            let chosen = self.levels.iter().zip(&digits).rev();
            let symmetry = chosen
                .filter_map(|(level, &digit): (_, &usize)| level.get(digit.wrapping_sub(1)))
                .fold(Symmetry::identity(self.shape), |all, one| all.then(one));
            next = self.after(digits);
            Some(symmetry)
        })
    }

    fn after(&self, mut digits: Vec<usize>) -> Option<Vec<usize>> {
        for (digit, level) in digits.iter_mut().zip(&self.levels).rev() {
            if *digit < level.len() {
                *digit += 1;
                return Some(digits);
            }
            *digit = 0;
        }
        None
    }
}
