//! From values to places on an axis, and the ticks between.

/// An axis: its values, and their positions in 0..1.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::report) enum Scale {
    /// Even steps from 0.
    Linear {
        /// The value at 1.
        high: f64,
    },
    /// Even steps from 0, of things that are counted: marks stand at whole numbers only.
    Whole {
        /// The value at 1.
        high: f64,
    },
    /// Even steps in the logarithm.
    Log {
        /// The power of ten that the axis begins with.
        low: i32,
        /// The value at 1.
        high: f64,
        /// Whether a place of its own for 0 comes before, behind a gap: run lengths can be 0, and
        /// an axis that moved them to its least power of ten would lie.
        zero: bool,
    },
}

/// A mark on an axis.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::report) struct Tick {
    /// Its place on 0..1.
    pub(in crate::report) at: f64,
    /// Its text; `None` for the small marks between.
    pub(in crate::report) label: Option<String>,
}

/// The part of a logarithmic axis that 0 and the gap after it take.
const ZERO_PART: f64 = 0.07;

impl Scale {
    /// A logarithmic axis that holds all values; those below `least` count as 0.
    pub(in crate::report) fn log(values: impl Iterator<Item = f64>, least: f64) -> Self {
        let (mut low, mut high, mut zero) = (f64::INFINITY, 0.0_f64, false);
        for value in values {
            if value < least {
                zero = true;
            } else {
                low = low.min(value);
                high = high.max(value);
            }
        }
        if low > high {
            (low, high) = (1.0, 10.0);
        }
        let power = libm::floor(libm::log10(low) + 1e-9) as i32;
        // At least a power of ten wide, and a little air to the right.
        let high = (high * 1.15).max(power_of_ten(power + 1)).min(f64::MAX);
        Self::Log { low: power, high, zero }
    }

    /// The place of a value on 0..1.
    pub(in crate::report) fn place(&self, value: f64) -> f64 {
        match *self {
            Self::Linear { high } | Self::Whole { high } => (value / high).clamp(0.0, 1.0),
            Self::Log { low, high, zero } => {
                let start = if zero { ZERO_PART } else { 0.0 };
                let low = f64::from(low);
                if value <= 0.0 || (zero && libm::log10(value) < low) {
                    return 0.0;
                }
                let part = (libm::log10(value) - low) / (libm::log10(high) - low);
                (start + part * (1.0 - start)).clamp(start, 1.0)
            }
        }
    }

    /// Round values along the axis, for a table beside the plot.
    pub(in crate::report) fn landmarks(&self) -> Vec<f64> {
        match *self {
            Self::Linear { high } => (1..=4).map(|n| high * f64::from(n) / 4.0).collect(),
            Self::Whole { high } => {
                let step = Self::step(high);
                (1..=libm::floor(high / step) as u32).map(|n| f64::from(n) * step).collect()
            }
            Self::Log { low, high, .. } => {
                let top = libm::floor(libm::log10(high) + 1e-9) as i32;
                // More values where there are few powers, fewer where there are many.
                let within: &[f64] = if top - low < 3 { &[1.0, 2.0, 5.0] } else { &[1.0] };
                let every = (top - low) / 9 + 1;
                (low..=top)
                    .filter(|power| (power - low) % every == 0)
                    .flat_map(|power| within.iter().map(move |n| n * power_of_ten(power)))
                    .filter(|&value| value < high)
                    .collect()
            }
        }
    }

    /// The first round step of an axis of counts that leaves at most six.
    fn step(high: f64) -> f64 {
        (0..)
            .flat_map(|power| [1.0, 2.0, 5.0].map(|n| n * power_of_ten(power)))
            .find(|step| high / step <= 6.0)
            .expect("steps grow without end")
    }

    /// Its ticks, written by `label`.
    pub(in crate::report) fn ticks(&self, label: impl Fn(f64) -> String) -> Vec<Tick> {
        let tick = |value: f64| Tick { at: self.place(value), label: Some(label(value)) };
        match *self {
            Self::Linear { high } => (0..=4).map(|n| tick(high * f64::from(n) / 4.0)).collect(),
            Self::Whole { high } => {
                let step = Self::step(high);
                let count = libm::floor(high / step) as u32;
                (0..=count).map(|n| tick(f64::from(n) * step)).collect()
            }
            Self::Log { low, high, zero } => {
                let mut ticks = Vec::new();
                if zero {
                    ticks.push(Tick { at: 0.0, label: Some("0".to_owned()) });
                }
                let top = libm::floor(libm::log10(high) + 1e-9) as i32;
                // With many powers only every second or third is named.
                let every = (top - low) / 9 + 1;
                for power in low..=top {
                    let value = power_of_ten(power);
                    if (power - low) % every == 0 {
                        ticks.push(tick(value));
                    } else {
                        ticks.push(Tick { at: self.place(value), label: None });
                    }
                    for small in (2..=9).map(|n| f64::from(n) * value) {
                        if every == 1 && small < high {
                            ticks.push(Tick { at: self.place(small), label: None });
                        }
                    }
                }
                ticks
            }
        }
    }
}

/// 10 to that power, with the value that the decimal text has.
pub(in crate::report) fn power_of_ten(power: i32) -> f64 {
    format!("1e{power}").parse().expect("a power of ten is a number")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithmic_places() {
        let scale = Scale::log([1.0, 100.0, 1000.0].into_iter(), 1.0);
        assert_eq!(scale, Scale::Log { low: 0, high: 1150.0, zero: false });
        assert_eq!(scale.place(1.0), 0.0);
        assert!(scale.place(10.0) < scale.place(11.0) && scale.place(1150.0) == 1.0);
        let named: Vec<_> =
            scale.ticks(|v| v.to_string()).into_iter().filter_map(|t| t.label).collect();
        assert_eq!(named, ["1", "10", "100", "1000"]);
    }

    /// Of 10 puzzles a mark at 2.5 was named 2, and one at 7.5 was named 8.
    #[test]
    fn counts_are_marked_where_they_are() {
        for (high, marks) in [
            (1.0, "0 1"),
            (3.0, "0 1 2 3"),
            (10.0, "0 2 4 6 8 10"),
            (12.0, "0 2 4 6 8 10 12"),
            (99.0, "0 20 40 60 80"),
            (1_000_000.0, "0 200000 400000 600000 800000 1000000"),
        ] {
            let scale = Scale::Whole { high };
            let ticks = scale.ticks(|n| format!("{n:.0}"));
            let names: Vec<String> = ticks.iter().filter_map(|tick| tick.label.clone()).collect();
            assert_eq!(names.join(" "), marks);
            for (tick, name) in ticks.iter().zip(names) {
                assert_eq!(tick.at, scale.place(name.parse().unwrap()));
            }
        }
    }

    #[test]
    fn landmarks_are_round_and_on_the_axis() {
        let log = |low, high| Scale::Log { low, high, zero: false }.landmarks();
        assert_eq!(log(0, 1150.0), [1.0, 10.0, 100.0, 1000.0]);
        assert_eq!(log(-3, 0.023), [0.001, 0.002, 0.005, 0.01, 0.02]);
        assert!(log(-9, 1e300).len() <= 10);
        assert_eq!(Scale::Whole { high: 3.0 }.landmarks(), [1.0, 2.0, 3.0]);
    }

    #[test]
    fn zero_has_its_own_place() {
        let scale = Scale::log([0.0, 1.0, 50.0].into_iter(), 1.0);
        assert_eq!(scale.place(0.0), 0.0);
        assert!(scale.place(1.0) > 0.05);
        assert_eq!(scale.ticks(|v| v.to_string())[0].label.as_deref(), Some("0"));
        // Nothing to draw is an axis all the same.
        assert_eq!(
            Scale::log(std::iter::empty(), 1.0),
            Scale::Log { low: 0, high: 11.5, zero: false }
        );
    }

    #[test]
    fn small_powers_are_exact() {
        let scale = Scale::log([0.001, 0.02].into_iter(), 1e-9);
        assert_eq!(scale, Scale::Log { low: -3, high: 0.02 * 1.15, zero: false });
        assert_eq!(scale.place(0.001), 0.0);
    }
}
