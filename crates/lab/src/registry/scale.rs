//! Scales on which a tuning draws the values of numeric parameters.
//!
//! A cooling factor of 0.9999 cools a hundred times more slowly than 0.99, but evenly drawn numbers
//! from 0.5 to 1 are hardly ever near either. So each parameter says on which scale equal steps have
//! similar effects, and between which values drawing makes sense: users may set any value of its
//! [`Kind`], also outside.
//!
//! On a scale, values have positions from 0 to 1. Drawn values are rounded to a few digits, in steps
//! that hardly matter on their scale, so that names of configurations stay readable and parse to the
//! same value.

use std::fmt;

/// How the values of a numeric parameter are spread when a tuning draws them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    spacing: Spacing,
    low: f64,
    high: f64,
}

/// Where equal steps have similar effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spacing {
    /// In x.
    Linear,
    /// In log(x); in log(x + 1) for integers from 0 on.
    Log,
    /// In log(1 - x).
    BelowOne,
}

impl Scale {
    /// Equal differences are equal steps.
    ///
    /// ```
    /// use quadrille_lab::registry::Scale;
    ///
    /// const WEIGHTS: Scale = Scale::linear(0.0, 1.0);
    /// assert_ne!(WEIGHTS, Scale::linear(0.0, 2.0));
    /// ```
    pub const fn linear(low: f64, high: f64) -> Self {
        assert!(low < high);
        Self { spacing: Spacing::Linear, low, high }
    }

    /// Equal factors are equal steps: times, sizes, temperatures. Integers may start at 0; they are
    /// increased by 1 then.
    ///
    /// ```
    /// use quadrille_lab::registry::{Key, Scale, Value};
    ///
    /// const STEPS: Key<f64> =
    ///     Key::real("steps", 1.0..=100.0, 10.0, "").on(Scale::log(1.0, 100.0));
    /// // 10 is half-way from 1 to 100.
    /// let position = STEPS.parameter.position(Value::Real(10.0)).expect("it has a scale");
    /// assert!((position - 0.5).abs() < 1e-9);
    /// ```
    pub const fn log(low: f64, high: f64) -> Self {
        assert!(0.0 <= low && low < high);
        Self { spacing: Spacing::Log, low, high }
    }

    /// Equal factors of the distance from 1 are equal steps: factors such as 0.99 and 0.9999.
    pub const fn below_one(low: f64, high: f64) -> Self {
        assert!(low < high && high < 1.0);
        Self { spacing: Spacing::BelowOne, low, high }
    }

    /// Returns where a number is on this scale, from 0 to 1; at an end if it is beyond.
    pub(super) fn position(&self, x: f64, integer: bool) -> f64 {
        let (from, to) = self.ends(integer);
        ((self.there(x.clamp(self.low, self.high)) - from) / (to - from)).clamp(0.0, 1.0)
    }

    /// Returns the number at a position, rounded to a few digits.
    pub(super) fn at(&self, position: f64, integer: bool) -> f64 {
        let (from, to) = self.ends(integer);
        let x = self.back(from + (to - from) * position.clamp(0.0, 1.0));
        self.short(x, integer).clamp(self.low, self.high)
    }

    /// Returns the ends on the scale. An integer stands for the values up to half a step from it, so
    /// that the first and the last get their share.
    fn ends(&self, integer: bool) -> (f64, f64) {
        let half = if integer { 0.5 } else { 0.0 };
        (self.there(self.low - half), self.there(self.high + half))
    }

    fn there(&self, x: f64) -> f64 {
        match self.spacing {
            Spacing::Linear => x,
            Spacing::Log => libm::log(x + self.shift()),
            Spacing::BelowOne => -libm::log(1.0 - x),
        }
    }

    fn back(&self, x: f64) -> f64 {
        match self.spacing {
            Spacing::Linear => x,
            Spacing::Log => libm::exp(x) - self.shift(),
            Spacing::BelowOne => 1.0 - libm::exp(-x),
        }
    }

    fn shift(&self) -> f64 {
        if self.low == 0.0 { 1.0 } else { 0.0 }
    }

    /// Rounds a value in steps of at most one percent on a logarithmic scale (of the distance from
    /// 1: ten percent at most), and of a thousandth of the range on a linear one.
    fn short(&self, x: f64, integer: bool) -> f64 {
        let text = match self.spacing {
            Spacing::Log => format!("{x:.2e}"),
            Spacing::Linear => {
                let places = 3.0 - libm::floor(libm::log10(self.high - self.low));
                format!("{x:.*}", places.clamp(0.0, 17.0) as usize)
            }
            Spacing::BelowOne => {
                let places = 1.0 - libm::floor(libm::log10(1.0 - x));
                format!("{x:.*}", places.clamp(0.0, 17.0) as usize)
            }
        };
        let number = text.parse().unwrap_or(x);
        if !integer {
            number
        } else if x < 1000.0 {
            x.round()
        } else {
            number.round()
        }
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spacing = match self.spacing {
            Spacing::Linear => "evenly",
            Spacing::Log if self.low == 0.0 => "by log(x+1)",
            Spacing::Log => "by log(x)",
            Spacing::BelowOne => "by log(1-x)",
        };
        write!(f, "{spacing} from {} to {}", self.low, self.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::ENTRIES;
    use crate::board::Start;
    use crate::registry::{Kind, Parameter, Value};
    use quadrille_core::Rng;

    fn parameters() -> impl Iterator<Item = (&'static str, &'static Parameter)> {
        ENTRIES.iter().flat_map(|entry| entry.parameters.iter().map(|p| (entry.id, p)))
    }

    /// Zero means "no limit" there: a scale would have it beside the strictest limit.
    const NOT_TUNED: [(&str, &str); 2] =
        [("rbfs-original", "limit"), ("hill-climbing-restarts", "restarts")];

    #[test]
    fn every_number_has_a_scale_within_its_range() {
        let mut without = Vec::new();
        for (id, parameter) in parameters() {
            let (low, high, default) = match (parameter.kind, parameter.default) {
                (Kind::Integer(low, high), Value::Integer(x)) => {
                    (low as f64, high as f64, x as f64)
                }
                (Kind::Real(low, high), Value::Real(x)) => (low, high, x),
                (Kind::Choice(_), _) => {
                    assert!(parameter.scale.is_none(), "{id}:{}", parameter.name);
                    continue;
                }
                _ => panic!("{id}:{}: default of another kind", parameter.name),
            };
            let Some(scale) = parameter.scale else {
                without.push((id, parameter.name));
                continue;
            };
            let name = format!("{id}:{} {scale}", parameter.name);
            assert!(low <= scale.low && scale.high <= high, "{name}");
            assert!((scale.low..=scale.high).contains(&default), "{name}");
            let from_zero = scale.spacing == Spacing::Log && scale.low == 0.0;
            assert!(matches!(parameter.kind, Kind::Integer(..)) || !from_zero, "{name}");
            let place = parameter.position(parameter.default).unwrap();
            assert!((0.02..=0.98).contains(&place), "{name}: default at the end, {place}");
        }
        assert_eq!(without, NOT_TUNED);
    }

    /// What is drawn is written in a name and read again: the same value, in few characters.
    #[test]
    fn drawn_values_are_short_and_parse_to_themselves() {
        let mut rng = Rng::from_seed(3);
        for (id, parameter) in parameters() {
            let Some(scale) = parameter.scale else { continue };
            for _ in 0..500 {
                let position = rng.fraction();
                let value = parameter.at(position).unwrap();
                let text = value.to_string();
                assert_eq!(parameter.kind.parse(&text), Some(value), "{id}:{}", parameter.name);
                assert!(text.len() <= 12, "{id}:{}={text}", parameter.name);
                // And it is where it was drawn, but for the rounding.
                let x = match value {
                    Value::Integer(x) => x as f64,
                    Value::Real(x) => x,
                    Value::Choice(_) => unreachable!(),
                };
                let half = if matches!(value, Value::Integer(_)) { 0.5 } else { 0.0 };
                let (from, to) = scale.ends(half > 0.0);
                let near = (scale.there(x - half) - from) / (to - from)
                    ..=(scale.there(x + half) - from) / (to - from);
                let off = f64::max(near.start() - position, position - near.end());
                assert!(off < 0.02, "{id}:{}={text} {position}", parameter.name);
            }
        }
        let cooling = Scale::below_one(0.5, 0.999_999);
        for (position, expected) in [(0.0, "0.5"), (1.0, "0.999999"), (0.7, "0.999949")] {
            assert_eq!(cooling.at(position, false).to_string(), expected);
        }
    }

    /// Kolmogorov's distance of the positions of drawn values from even ones.
    #[test]
    fn draws_are_even_on_their_scale() {
        let mut rng = Rng::from_seed(4);
        for (scale, middle) in [
            (Scale::linear(0.0, 10.0), 5.0),
            (Scale::log(0.01, 100.0), 1.0),
            (Scale::below_one(0.9, 0.99999), 0.999),
        ] {
            let mut drawn: Vec<f64> =
                (0..20_000).map(|_| scale.at(rng.fraction(), false)).collect();
            let low = drawn.iter().filter(|&&x| x < middle).count();
            assert!(low.abs_diff(10_000) < 300, "{scale}: {low}");
            drawn.sort_unstable_by(f64::total_cmp);
            let distance = drawn
                .iter()
                .enumerate()
                .map(|(index, &x)| {
                    let even = (index as f64 + 0.5) / 20_000.0;
                    (scale.position(x, false) - even).abs()
                })
                .fold(0.0, f64::max);
            // 1.63 / sqrt(20000) at the level of 1 %, and half a step of the rounding.
            assert!(distance < 0.0115 + 0.006, "{scale}: {distance}");
        }
    }

    /// Each integer has the share of the scale between its neighbors.
    #[test]
    fn integers_have_their_shares() {
        let mut rng = Rng::from_seed(5);
        for (scale, first) in [
            (Scale::log(1.0, 100.0), 1.0 / 5.303_3 * 1.098_6),
            (Scale::log(0.0, 99.0), 1.0 / 5.303_3 * 1.098_6),
            (Scale::linear(3.0, 12.0), 0.1),
        ] {
            let mut lowest = 0;
            for _ in 0..20_000 {
                let x = scale.at(rng.fraction(), true);
                assert!((scale.low..=scale.high).contains(&x) && x == x.round());
                lowest += usize::from(x == scale.low);
            }
            let share = lowest as f64 / 20_000.0;
            assert!((share - first).abs() < 0.01, "{scale}: {share} for {first}");
        }
    }

    #[test]
    fn ends_and_words() {
        let scale = Scale::log(0.1, 10.0);
        assert_eq!(scale.position(1000.0, false), 1.0);
        assert_eq!(scale.position(0.0, false), 0.0);
        assert_eq!(scale.at(f64::INFINITY, false), 10.0);
        let word = Start::KEY.parameter;
        assert_eq!((word.position(word.default), word.at(0.5)), (None, None));
        assert_eq!(scale.to_string(), "by log(x) from 0.1 to 10");
    }
}
