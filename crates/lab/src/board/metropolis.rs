//! Metropolis' rule: whether a change for the worse is taken.

use quadrille::Rng;

/// True with probability exp(-`ratio`), for a change that raises the cost by `ratio` times the
/// temperature. Draws one number.
///
/// Most draws are decided without the exponential: exp(x) > (1 + x/8)^8 for x > 0.
#[inline]
pub fn accepts(ratio: f64, rng: &mut Rng) -> bool {
    let drawn = rng.fraction();
    let eighth = 1.0 + ratio * 0.125;
    let square = eighth * eighth;
    let fourth = square * square;
    if drawn * (fourth * fourth) > 1.0 {
        return false;
    }
    drawn < libm::exp(-ratio)
}
