//! Seeded random streams: the same numbers for the same seed, in every release and on every
//! platform.
//!
//! The generator comes from a library (xoshiro256++). Bounded integers, fractions and shuffles are
//! defined here, because libraries change those between releases.

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A seeded random stream.
///
/// ```
/// use quadrille_core::Rng;
/// let mut rng = Rng::from_seed(7);
/// let die = 1 + rng.below(6);
/// assert!((1..=6).contains(&die));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// Creates the stream of a seed, which SplitMix64 expands.
    ///
    /// ```
    /// use quadrille_core::Rng;
    /// assert_eq!(Rng::from_seed(7).bits(), Rng::from_seed(7).bits());
    /// assert_ne!(Rng::from_seed(7).bits(), Rng::from_seed(8).bits());
    /// ```
    pub fn from_seed(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Creates the stream of a seed and some texts: a separate stream for each purpose.
    ///
    /// The parts are folded with FNV-1a (64 bits; Fowler, Noll, Vo), each followed by its length,
    /// so that moving a character from one text to the next gives another stream.
    ///
    /// ```
    /// use quadrille_core::Rng;
    /// assert_ne!(Rng::derive(1, &["grid", "0"]), Rng::derive(1, &["grid", "1"]));
    /// assert_ne!(Rng::derive(1, &["ab", "c"]), Rng::derive(1, &["a", "bc"]));
    /// ```
    pub fn derive(seed: u64, parts: &[&str]) -> Self {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut fold = |bytes: &[u8]| {
            for &byte in bytes {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        };
        fold(&seed.to_le_bytes());
        for part in parts {
            fold(part.as_bytes());
            fold(&(part.len() as u64).to_le_bytes());
        }
        Self::from_seed(hash)
    }

    /// Draws 64 random bits.
    ///
    /// ```
    /// use quadrille_core::Rng;
    /// let mut rng = Rng::from_seed(1);
    /// assert_ne!(rng.bits(), rng.bits());
    /// ```
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Draws a number below `bound`, each equally likely (Lemire 2019: multiply, reject the few
    /// that would introduce a bias).
    ///
    /// # Panics
    /// When `bound` is 0.
    ///
    /// ```
    /// use quadrille_core::Rng;
    /// let mut rng = Rng::from_seed(1);
    /// assert!((0..100).all(|_| rng.below(6) < 6));
    /// ```
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0 && bound <= u32::MAX as usize, "no number below {bound}");
        let bound = bound as u32;
        let mut product = (self.bits() >> 32) * u64::from(bound);
        if (product as u32) < bound {
            let uneven = bound.wrapping_neg() % bound;
            while (product as u32) < uneven {
                product = (self.bits() >> 32) * u64::from(bound);
            }
        }
        (product >> 32) as usize
    }

    /// Draws a number below `bound`, each equally likely, where [`below`](Self::below) takes bounds of
    /// 32 bits only.
    ///
    /// # Panics
    /// When `bound` is 0.
    ///
    /// ```
    /// use quadrille_core::Rng;
    /// let mut rng = Rng::from_seed(1);
    /// assert!(rng.below_u64(1 << 40) < 1 << 40);
    /// ```
    #[inline]
    pub fn below_u64(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "no number below 0");
        let mut product = u128::from(self.bits()) * u128::from(bound);
        if (product as u64) < bound {
            let uneven = bound.wrapping_neg() % bound;
            while (product as u64) < uneven {
                product = u128::from(self.bits()) * u128::from(bound);
            }
        }
        (product >> 64) as u64
    }

    /// Draws a fraction in 0..1, a multiple of 2^-53.
    ///
    /// ```
    /// use quadrille_core::Rng;
    /// assert!((0.0..1.0).contains(&Rng::from_seed(1).fraction()));
    /// ```
    #[inline]
    pub fn fraction(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
    }

    /// Shuffles the items; each order is equally likely (Fisher-Yates).
    ///
    /// ```
    /// use quadrille_core::Rng;
    /// let mut items = [1, 2, 3, 4];
    /// Rng::from_seed(1).shuffle(&mut items);
    /// items.sort_unstable();
    /// assert_eq!(items, [1, 2, 3, 4]);
    /// ```
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// Draws one of the items; `None` if there are none.
    ///
    /// ```
    /// use quadrille_core::Rng;
    /// let mut rng = Rng::from_seed(1);
    /// assert!(rng.pick(&["north", "south"]).is_some());
    /// assert_eq!(rng.pick::<u8>(&[]), None);
    /// ```
    #[inline]
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.below(items.len())]) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected values come from an independent implementation of SplitMix64, xoshiro256++,
    /// FNV-1a and the draws, written in Python. A change here changes every published result and
    /// requires a major version.
    #[test]
    fn the_streams_are_golden() {
        let mut rng = Rng::from_seed(1);
        assert_eq!(
            [rng.bits(), rng.bits()],
            [14_971_601_782_005_023_387, 13_781_649_495_232_077_965]
        );
        let mut rng = Rng::derive(1, &["annealing-r0", "4..."]);
        let drawn: Vec<usize> = (0..8).map(|_| rng.below(81)).collect();
        assert_eq!(drawn, [45, 34, 77, 73, 10, 41, 51, 47]);
        assert_eq!(rng.fraction().to_bits(), 0x3fda_7969_4a93_0f46);
        let mut order: Vec<u8> = (1..=9).collect();
        rng.shuffle(&mut order);
        assert_eq!(order, [6, 3, 1, 9, 7, 4, 5, 8, 2]);
    }

    #[test]
    fn streams_of_different_parts_differ() {
        let first = |parts: &[&str]| Rng::derive(7, parts).bits();
        assert_ne!(first(&["ab", "c"]), first(&["a", "bc"]));
        assert_ne!(first(&["ab"]), first(&["ab", ""]));
        assert_ne!(first(&[]), Rng::derive(8, &[]).bits());
    }

    #[test]
    fn below_is_even() {
        let mut rng = Rng::from_seed(2);
        let mut seen = [0_u32; 7];
        for _ in 0..70_000 {
            seen[rng.below(7)] += 1;
        }
        // Chi-square with 6 degrees of freedom: 22.46 is its 0.999 quantile.
        let chi: f64 = seen.iter().map(|&n| (f64::from(n) - 1e4).powi(2) / 1e4).sum();
        assert!(chi < 22.46, "{chi}");
    }

    #[test]
    fn large_bounds_are_even() {
        let mut rng = Rng::from_seed(3);
        // Two thirds of the range: without rejection, half of the numbers would be twice as likely.
        let bound = u64::MAX / 3 * 2;
        let mut seen = [0_u32; 4];
        for _ in 0..40_000 {
            seen[(rng.below_u64(bound) / (bound / 4 + 1)) as usize] += 1;
        }
        // Chi-square with 3 degrees of freedom: 16.27 is its 0.999 quantile.
        let chi: f64 = seen.iter().map(|&n| (f64::from(n) - 1e4).powi(2) / 1e4).sum();
        assert!(chi < 16.27, "{chi}");
        assert!((0..100).all(|_| rng.below_u64(1) == 0));
        let seen: Vec<u64> = (0..200).map(|_| rng.below_u64(3)).collect();
        assert!((0..3).all(|number| seen.contains(&number)) && seen.iter().all(|&n| n < 3));
    }
}
