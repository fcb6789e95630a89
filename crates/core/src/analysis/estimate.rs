//! Estimates the number of solutions of a loose puzzle by random probes.
//!
//! Knuth 1975, "Estimating the efficiency of backtrack programs": a probe descends the search tree
//! and chooses among the branches of each node with equal probability; the product of their numbers
//! is an unbiased estimate of the number of leaves. Branches that propagation refutes immediately
//! are not counted. Trying each costs time, but reduces the variance far more. Products are stored
//! as mantissa and exponent, because the number of 25x25 grids exceeds the range of a float.

use std::fmt;

use crate::board::Puzzle;
use crate::control::{Counter, Meter, Stop};
use crate::rng::Rng;
use crate::solve::propagate::{Propagation, bits};

/// An estimate of the number of solutions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Decimal logarithm of the estimated number; minus infinity if no probe reached a solution.
    pub log10: f64,
    /// Standard error relative to the estimate; infinite with fewer than two probes or without a
    /// solution. The distribution has a long tail: an error above a half means little.
    pub relative_error: f64,
    /// Number of probes made.
    pub probes: u64,
    /// Number of probes that reached a solution.
    pub hits: u64,
    /// The limit that ended the estimate before all probes were made.
    pub stop: Option<Stop>,
}

impl Estimate {
    /// Returns the estimated number; infinite if it exceeds the range of a float.
    ///
    /// ```
    /// use quadrille_core::{Meter, Puzzle, Rng, analysis};
    /// let puzzle: Puzzle = "1234341221.....1".parse()?;
    /// let estimate =
    ///     analysis::estimate(&puzzle, 10, &mut Rng::from_seed(1), &mut Meter::unlimited());
    /// assert_eq!(estimate.mean(), 1.0);
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn mean(&self) -> f64 {
        libm::pow(10.0, self.log10)
    }
}

impl fmt::Display for Estimate {
    /// Writes the number and its relative error, if that is known: `~2671 ±3.1%`, `~6.67e21 ±1.2%`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.log10 < 6.0 {
            write!(f, "~{:.0}", self.mean())?;
        } else {
            let mut exponent = libm::floor(self.log10);
            let mut mantissa = format!("{:.2}", libm::pow(10.0, self.log10 - exponent));
            if mantissa == "10.00" {
                mantissa = "1.00".to_owned();
                exponent += 1.0;
            }
            write!(f, "~{mantissa}e{exponent}")?;
        }
        let percent = 100.0 * self.relative_error;
        match percent {
            _ if !percent.is_finite() => Ok(()),
            _ if percent < 9.95 => write!(f, " ±{percent:.1}%"),
            _ => write!(f, " ±{percent:.0}%"),
        }
    }
}

/// A positive number `mantissa * 2^exponent`, the mantissa from 1 to 2.
#[derive(Clone, Copy)]
struct Product {
    mantissa: f64,
    exponent: i32,
}

impl Product {
    const ONE: Self = Self { mantissa: 1.0, exponent: 0 };

    fn times(&mut self, factor: u32) {
        self.mantissa *= f64::from(factor);
        while self.mantissa >= 2.0 {
            self.mantissa *= 0.5;
            self.exponent += 1;
        }
    }

    /// Returns the value in units of `2^exponent`; 0 if it is far smaller.
    fn in_units_of(self, exponent: i32) -> f64 {
        libm::ldexp(self.mantissa, self.exponent - exponent)
    }
}

/// Estimates the number of solutions of a puzzle from that many random probes (Knuth 1975). Each
/// branch examined counts as a [`Counter::Branch`].
///
/// ```
/// use quadrille_core::{Meter, Puzzle, Rng, analysis};
/// let puzzle: Puzzle = "1...............".parse()?; // 72 solutions
/// let estimate =
///     analysis::estimate(&puzzle, 1000, &mut Rng::from_seed(1), &mut Meter::unlimited());
/// assert!((60.0..85.0).contains(&estimate.mean()));
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
pub fn estimate(puzzle: &Puzzle, probes: u64, rng: &mut Rng, meter: &mut Meter<'_>) -> Estimate {
    let mut products = Vec::new();
    let mut done = 0;
    let mut stop = None;
    if let Ok(mut board) = Propagation::at_fixed_point(puzzle) {
        while done < probes {
            match probe(&mut board, rng, meter) {
                Ok(product) => products.extend(product),
                Err(reason) => {
                    stop = Some(reason);
                    break;
                }
            }
            done += 1;
        }
    } else {
        done = probes;
    }
    summary(&products, done, stop)
}

/// Returns the product of a probe, `None` if it ended without a solution. Leaves the board as it
/// was, except after an error.
fn probe(
    board: &mut Propagation,
    rng: &mut Rng,
    meter: &mut Meter<'_>,
) -> Result<Option<Product>, Stop> {
    let start = board.mark();
    let mut product = Product::ONE;
    let mut alive = Vec::new();
    let result = loop {
        let Some(set) = board.fewest(&mut 0) else { break Some(product) };
        let mark = board.mark();
        alive.clear();
        for bit in bits(board.sets()[set]) {
            meter.count(Counter::Branch)?;
            if board.choose(set, bit).is_ok() {
                alive.push(bit);
            }
            board.undo(mark);
        }
        let Some(&bit) = rng.pick(&alive) else { break None };
        product.times(alive.len() as u32);
        assert!(board.choose(set, bit).is_ok(), "the branch was not refuted before");
    };
    board.undo(start);
    Ok(result)
}

fn summary(products: &[Product], probes: u64, stop: Option<Stop>) -> Estimate {
    let hits = products.len() as u64;
    let Some(unit) = products.iter().map(|p| p.exponent).max() else {
        return Estimate {
            log10: f64::NEG_INFINITY,
            relative_error: f64::INFINITY,
            probes,
            hits,
            stop,
        };
    };
    let count = probes as f64;
    let mean = products.iter().map(|p| p.in_units_of(unit)).sum::<f64>() / count;
    let square = |x: f64| (x - mean) * (x - mean);
    let hit: f64 = products.iter().map(|p| square(p.in_units_of(unit))).sum();
    let missed = (probes - hits) as f64 * square(0.0);
    let relative_error = if probes < 2 {
        f64::INFINITY
    } else {
        libm::sqrt((hit + missed) / (count - 1.0) / count) / mean
    };
    let log10 = libm::log10(mean) + f64::from(unit) * std::f64::consts::LOG10_2;
    Estimate { log10, relative_error, probes, hits, stop }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_beyond_floats_are_averaged() {
        let of = |exponent| Product { mantissa: 1.0, exponent };
        // (2^2001 + 2^2000 + 0 + 0) / 4 = 2^2000 * 3/4, with deviations known by hand.
        let found = summary(&[of(2001), of(2000)], 4, None);
        let log10 = 2000.0 * std::f64::consts::LOG10_2 + 0.75_f64.log10();
        assert!((found.log10 - log10).abs() < 1e-9);
        let variance = (1.25_f64.powi(2) + 0.25_f64.powi(2) + 2.0 * 0.75_f64.powi(2)) / 3.0;
        let error = (variance / 4.0).sqrt() / 0.75;
        assert!((found.relative_error - error).abs() < 1e-12);
        assert_eq!((found.probes, found.hits, found.mean()), (4, 2, f64::INFINITY));
        let mut product = Product::ONE;
        for factor in [3, 5, 7] {
            product.times(factor);
        }
        assert_eq!(product.in_units_of(0), 105.0);
    }

    #[test]
    fn numbers_of_every_size_are_written() {
        let text = |log10: f64, relative_error: f64| {
            Estimate { log10, relative_error, probes: 9, hits: 9, stop: None }.to_string()
        };
        assert_eq!(text(3.4267, 0.031), "~2671 ±3.1%");
        assert_eq!(text(21.8242, 0.012), "~6.67e21 ±1.2%");
        assert_eq!(text(400.5, 0.0996), "~3.16e400 ±10%");
        // Not 10.00e7.
        assert_eq!(text(7.999_99, 0.0), "~1.00e8 ±0.0%");
        assert_eq!(text(7.0, f64::INFINITY), "~1.00e7");
        assert_eq!(text(f64::NEG_INFINITY, f64::INFINITY), "~0");
    }
}
