//! Random objects from a seeded stream: permutations, Latin squares, solved grids.
//!
//! Each family has several methods, and the documentation of each says whether it is exactly
//! uniform. Nothing here reads a clock or draws a seed: the same stream gives the same objects. A
//! caller that wants item `k` of a sequence without the items before it derives a stream for each
//! `k`, as [`item_stream`] does.
//!
//! ```
//! use quadrille_core::{BoxShape, Meter};
//! use quadrille_generate::puzzle::{Generator, PatternSymmetry, Recipe};
//!
//! let mut recipe = Recipe::new(BoxShape::NINE);
//! recipe.symmetry = PatternSymmetry::HalfTurn;
//! let (made, _) = Generator::new(recipe, 7)?.make(0..3, &mut Meter::unlimited());
//! assert_eq!(made.iter().flatten().count(), 3); // three proper puzzles
//! # Ok::<(), quadrille_generate::puzzle::RecipeError>(())
//! ```
//!
//! # The types to know
//!
//! - [`puzzle::Generator`] makes puzzles by a [`puzzle::Recipe`], such as with a
//!   [`puzzle::PatternSymmetry`].
//! - [`grids::uniform`], [`grids::fast`] and [`grids::nine`] draw solved grids.
//! - [`latin::square`] draws a [`latin::LatinSquare`], [`permutation::permutation`] a permutation.

pub mod grids;
pub mod latin;
pub mod permutation;
pub mod puzzle;
pub mod vicinity;

use quadrille_core::Rng;

/// Returns the stream of item `index` of the sequence that a seed and a text stand for. The text
/// should name everything that the items depend on.
///
/// ```
/// use quadrille_generate::{grids, item_stream};
/// let third = grids::nine(&mut item_stream(7, "grid 3x3 uniform", 2));
/// assert_ne!(third, grids::nine(&mut item_stream(7, "grid 3x3 uniform", 3)));
/// ```
pub fn item_stream(seed: u64, text: &str, index: u64) -> Rng {
    let (mut digits, mut from, mut rest) = ([0; 20], 20, index);
    loop {
        from -= 1;
        digits[from] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    let index = std::str::from_utf8(&digits[from..]).expect("figures are ASCII");
    Rng::derive(seed, &[text, index])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns chi-square of counts that should be equal.
    pub(super) fn chi_square(counts: impl ExactSizeIterator<Item = u32> + Clone) -> f64 {
        let expected = f64::from(counts.clone().sum::<u32>()) / counts.len() as f64;
        counts.map(|count| (f64::from(count) - expected).powi(2) / expected).sum()
    }

    /// Returns the total variation distance between what was counted and equal probabilities, over
    /// that many classes.
    pub(super) fn distance(counts: impl Iterator<Item = u32> + Clone, classes: usize) -> f64 {
        let total = f64::from(counts.clone().sum::<u32>());
        let even = 1.0 / classes as f64;
        counts.map(|count| (f64::from(count) / total - even).max(0.0)).sum()
    }

    /// Returns the value that chi-square exceeds with a probability of about one in a million
    /// (Wilson and Hilferty 1931; 4.7534 is the quantile of the normal distribution).
    pub(super) fn critical(degrees: usize) -> f64 {
        let degrees = degrees as f64;
        let ratio = 2.0 / (9.0 * degrees);
        degrees * (1.0 - ratio + 4.7534 * ratio.sqrt()).powi(3)
    }

    #[test]
    fn critical_values_are_as_in_tables() {
        // Computed with scipy.stats.chi2.isf(1e-6, degrees).
        for (degrees, quantile) in [(11, 48.866), (23, 70.550), (287, 415.60), (575, 750.82)] {
            let excess = critical(degrees) / quantile - 1.0;
            assert!((0.0..0.03).contains(&excess), "{degrees}: {excess}");
        }
    }

    #[test]
    fn streams_of_items_are_those_of_their_numbers() {
        for index in [0, 9, 10, 1_234_567, u64::MAX] {
            assert_eq!(item_stream(1, "x", index), Rng::derive(1, &["x", &index.to_string()]));
        }
    }
}
