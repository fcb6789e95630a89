//! Uniform permutations.
//!
//! Both methods are exactly uniform. [`Method::Sort`] is the one of Fauquembergue, Hamdaoui and
//! Sitbon's report (2014); [`Method::FisherYates`] needs no sorting.

use quadrille_core::Rng;

/// How to draw a permutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Draws a random key for each digit and sorts the digits by their keys. If two keys are equal,
    /// all keys are drawn again: given that the keys differ, each order of them is equally likely.
    Sort,
    /// Exchanges each place with a random one that is not after it (Fisher and Yates 1938; Durstenfeld
    /// 1964).
    FisherYates,
}

impl Method {
    /// All methods.
    pub const ALL: [Self; 2] = [Self::Sort, Self::FisherYates];

    /// Returns the id that users write.
    ///
    /// ```
    /// use quadrille_generate::permutation::Method;
    ///
    /// assert_eq!(Method::ALL.map(Method::id), ["sort", "fisher-yates"]);
    /// ```
    pub fn id(self) -> &'static str {
        match self {
            Self::Sort => "sort",
            Self::FisherYates => "fisher-yates",
        }
    }
}

/// Draws a permutation of the digits 1 to `side`, each equally likely.
///
/// # Panics
/// When `side` is more than 255.
///
/// ```
/// use quadrille_core::Rng;
/// use quadrille_generate::permutation::{Method, permutation};
///
/// let mut digits = permutation(9, Method::FisherYates, &mut Rng::from_seed(1));
/// digits.sort_unstable();
/// assert_eq!(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
/// ```
pub fn permutation(side: usize, method: Method, rng: &mut Rng) -> Vec<u8> {
    let last = u8::try_from(side).expect("digits fit in a byte");
    match method {
        Method::Sort => by_sorting(last, || rng.bits()),
        Method::FisherYates => {
            let mut digits: Vec<u8> = (1..=last).collect();
            rng.shuffle(&mut digits);
            digits
        }
    }
}

fn by_sorting(last: u8, mut key: impl FnMut() -> u64) -> Vec<u8> {
    loop {
        let mut keys: Vec<(u64, u8)> = (1..=last).map(|digit| (key(), digit)).collect();
        keys.sort_unstable();
        if keys.windows(2).all(|pair| pair[0].0 < pair[1].0) {
            return keys.into_iter().map(|(_, digit)| digit).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::tests::{chi_square, critical};
    use super::*;

    fn check_even(mut draw: impl FnMut() -> Vec<u8>) {
        let mut seen = BTreeMap::new();
        for _ in 0..24_000 {
            let mut drawn = draw();
            *seen.entry(drawn.clone()).or_insert(0) += 1;
            drawn.sort_unstable();
            assert_eq!(drawn, [1, 2, 3, 4]);
        }
        assert_eq!(seen.len(), 24);
        let chi = chi_square(seen.values().copied());
        assert!(chi < critical(23), "{chi}");
    }

    #[test]
    fn permutations_of_four_are_uniform() {
        for method in Method::ALL {
            let mut rng = Rng::from_seed(1);
            check_even(|| permutation(4, method, &mut rng));
        }
    }

    /// With keys of 3 bits, more than half of the draws have a tie.
    #[test]
    fn ties_do_not_bias() {
        let mut rng = Rng::from_seed(2);
        check_even(|| by_sorting(4, || rng.bits() >> 61));
    }

    #[test]
    fn every_side_is_complete() {
        let mut rng = Rng::from_seed(3);
        for side in [0, 1, 2, 49, 255] {
            for method in Method::ALL {
                let mut drawn = permutation(side, method, &mut rng);
                drawn.sort_unstable();
                assert!(drawn.len() == side && drawn.iter().zip(1..=255).all(|(a, b)| *a == b));
            }
        }
    }
}
