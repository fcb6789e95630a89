//! The Metropolis rule: a change that raises the cost by d is accepted with probability exp(-d/T).

use quadrille_core::Rng;

/// Larger than the rise of cost by any swap of two cells: four lines and eight edges.
const DELTAS: usize = 16;

/// The rule at a temperature and all below it.
///
/// A random number is first compared with the probability at the highest temperature, from a table;
/// the exponential decides only the rare rest. So cooling after every step needs no exponential per
/// step, and the decisions are the same as with one.
#[derive(Clone, Debug)]
pub struct Metropolis {
    highest: f64,
    /// For every rise, the 53-bit random numbers from which on it is rejected at the highest
    /// temperature.
    ceilings: [u64; DELTAS],
}

/// 2^53: random numbers are fractions of it.
const WHOLE: f64 = (1_u64 << 53) as f64;

impl Metropolis {
    /// Creates the rule for that temperature and below.
    ///
    /// ```
    /// use quadrille_core::Rng;
    /// use quadrille_lab::board::Metropolis;
    ///
    /// let (rule, mut rng) = (Metropolis::new(1.0), Rng::from_seed(1));
    /// let accepted = (0..1000).filter(|_| rule.accepts(1, 1.0, &mut rng)).count();
    /// assert!((300..440).contains(&accepted)); // exp(-1) of them
    /// ```
    pub fn new(highest: f64) -> Self {
        // One more than the product, because rounding may go down.
        let ceiling = |delta: usize| (chance(delta as i32, highest) * WHOLE) as u64 + 1;
        Self { highest, ceilings: std::array::from_fn(ceiling) }
    }

    /// Returns whether a change of cost is accepted at a temperature not above the highest. Draws
    /// one random number if the cost rises.
    ///
    /// ```
    /// use quadrille_core::Rng;
    /// use quadrille_lab::board::Metropolis;
    ///
    /// assert!(Metropolis::new(1.0).accepts(-1, 0.1, &mut Rng::from_seed(1)));
    /// ```
    #[inline(always)]
    pub fn accepts(&self, delta: i32, temperature: f64, rng: &mut Rng) -> bool {
        debug_assert!(temperature <= self.highest && delta < DELTAS as i32);
        if delta <= 0 {
            return true;
        }
        let drawn = rng.bits() >> 11;
        drawn < self.ceilings[delta as usize % DELTAS] && decide(drawn, delta, temperature)
    }

    /// Like [`accepts`](Self::accepts), for changes that may be larger than any swap's.
    pub(crate) fn accepts_any(&self, delta: i32, temperature: f64, rng: &mut Rng) -> bool {
        if delta < DELTAS as i32 {
            return self.accepts(delta, temperature, rng);
        }
        decide(rng.bits() >> 11, delta, temperature)
    }
}

#[cold]
fn decide(drawn: u64, delta: i32, temperature: f64) -> bool {
    (drawn as f64) < chance(delta, temperature) * WHOLE
}

fn chance(delta: i32, temperature: f64) -> f64 {
    libm::exp(-f64::from(delta) / temperature)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rule_is_that_of_the_exponential() {
        let mut rng = Rng::from_seed(1);
        let rule = Metropolis::new(1.5);
        for temperature in [1.5, 1.49, 1.0, 0.3, 0.05, 0.001] {
            for delta in -2..=20 {
                let (mut taken, runs) = (0, 4000);
                for _ in 0..runs {
                    let mut same = rng.clone();
                    let accepted = rule.accepts_any(delta, temperature, &mut rng);
                    // The decision by the exponential alone.
                    let alone =
                        delta <= 0 || same.fraction() < libm::exp(-f64::from(delta) / temperature);
                    assert_eq!(accepted, alone);
                    taken += i32::from(accepted);
                }
                let expected = libm::exp(-f64::from(delta.max(0)) / temperature);
                let share = f64::from(taken) / f64::from(runs);
                let error = (expected * (1.0 - expected) / f64::from(runs)).sqrt();
                assert!((share - expected).abs() <= 4.0 * error + 1e-9, "{delta} {temperature}");
            }
        }
    }
}
