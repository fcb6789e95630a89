//! The all-different constraint of Régin (1994), for a house.
//!
//! A house has as many cells as digits, so a placement of all of its digits is a perfect matching of
//! cells with digits. Given one, another one that gives cell `a` the digit of cell `b` exists exactly
//! if there is a cycle from `a` over `b`: each cell on it can hold the digit of the next. So
//! the digits that can stay are those of cells in the same strongly connected component, where `a` leads
//! to `b` if `a` has the digit of `b` as a candidate. With at most 64 cells, words of reachable cells
//! are simpler than a search for components, and as fast.

use crate::algorithms::weighted::bits;

/// The buffers of the filtering.
#[derive(Default)]
pub(super) struct AllDifferent {
    /// For each cell, its candidates, a bit each.
    sets: Vec<u64>,
    /// For each digit, its cell, if any.
    owners: Vec<Option<usize>>,
    /// For each cell, its digit.
    digits: Vec<usize>,
    /// For each cell, the cells that it leads to.
    reach: Vec<u64>,
}

impl AllDifferent {
    /// Returns, for cells with these candidates, those that are part of a perfect matching; `None`
    /// if there is no such matching.
    pub(super) fn consistent(&mut self, sets: impl Iterator<Item = u64>) -> Option<&[u64]> {
        self.sets.clear();
        self.sets.extend(sets);
        let cells = self.sets.len();
        self.owners.clear();
        self.owners.resize(cells, None);
        for cell in 0..cells {
            if !self.augment(cell, &mut 0) {
                return None;
            }
        }
        self.digits.resize(cells, 0);
        for (digit, owner) in self.owners.iter().enumerate() {
            self.digits[owner.expect("a perfect matching has all digits")] = digit;
        }
        let owners = &self.owners;
        let owners_of = |set: u64| -> u64 {
            bits(set).map(|digit| 1 << owners[digit].expect("as above")).sum()
        };
        self.reach.clear();
        self.reach.extend(self.sets.iter().map(|&set| owners_of(set)));
        for by in 0..cells {
            let further = self.reach[by];
            for reach in &mut self.reach {
                if *reach >> by & 1 != 0 {
                    *reach |= further;
                }
            }
        }
        for cell in 0..cells {
            let leads_back = |&digit: &usize| {
                let owner = owners[digit].expect("as above");
                self.reach[owner] >> cell & 1 != 0
            };
            self.sets[cell] =
                bits(self.sets[cell]).filter(leads_back).map(|digit| 1 << digit).sum();
        }
        Some(&self.sets)
    }

    /// Gives the cell a digit of its own, if need be one that another cell can give up. `seen` has
    /// the digits that were tried.
    fn augment(&mut self, cell: usize, seen: &mut u64) -> bool {
        while let Some(digit) = bits(self.sets[cell] & !*seen).next() {
            *seen |= 1 << digit;
            if self.owners[digit].is_none_or(|owner| self.augment(owner, seen)) {
                self.owners[digit] = Some(cell);
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use quadrille_core::Rng;

    use super::*;

    /// All candidates that are part of a perfect matching, by trying all.
    fn by_trial(sets: &[u64]) -> Option<Vec<u64>> {
        fn search(sets: &[u64], used: u64, chosen: &mut Vec<u64>, found: &mut [u64]) {
            let Some(&set) = sets.get(chosen.len()) else {
                found.iter_mut().zip(chosen).for_each(|(all, digit)| *all |= *digit);
                return;
            };
            for digit in bits(set & !used).map(|digit| 1 << digit) {
                chosen.push(digit);
                search(sets, used | digit, chosen, found);
                chosen.pop();
            }
        }
        let mut found = vec![0; sets.len()];
        search(sets, 0, &mut Vec::new(), &mut found);
        (found[0] != 0).then_some(found)
    }

    #[test]
    fn keeps_exactly_what_some_matching_contains() {
        let mut rng = Rng::from_seed(1);
        let (mut none, mut fewer) = (0, 0);
        for _ in 0..3000 {
            let cells = 2 + rng.below(5);
            let word = |rng: &mut Rng| (rng.bits() | rng.bits() & rng.bits()) & ((1 << cells) - 1);
            let sets: Vec<u64> = (0..cells).map(|_| word(&mut rng) & word(&mut rng)).collect();
            let expected = by_trial(&sets);
            let mut filter = AllDifferent::default();
            let kept = filter.consistent(sets.iter().copied());
            assert_eq!(kept, expected.as_deref(), "{sets:?}");
            none += usize::from(expected.is_none());
            fewer += usize::from(expected.is_some_and(|kept| kept != sets));
        }
        assert!(none > 300 && fewer > 300, "{none} {fewer}");
    }
}
