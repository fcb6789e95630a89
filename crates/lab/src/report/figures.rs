//! How numbers are written for people: counts, durations and percentages in three digits.

/// What separates groups of digits, and numbers from their units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    /// Nothing, for text that a program may read.
    None,
    /// A narrow no-break space, for pages.
    Narrow,
}

impl Space {
    fn text(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Narrow => "\u{202f}",
        }
    }

    /// Writes an integer, in groups of three digits.
    pub(crate) fn count(self, number: u64) -> String {
        let digits = number.to_string();
        let mut text = String::new();
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                text.push_str(self.text());
            }
            text.push(digit);
        }
        text
    }

    /// Writes a mean of counts with three significant digits, or all digits of the integer part.
    pub(crate) fn mean(self, number: f64) -> String {
        let decimals = match number.abs() {
            x if x >= 99.95 || x == 0.0 => return self.count(number.round() as u64),
            x if x >= 9.995 => 1,
            _ => 2,
        };
        format!("{number:.decimals$}")
    }

    /// Writes a duration.
    pub(crate) fn seconds(self, seconds: f64) -> String {
        if seconds <= 0.0 {
            return format!("0{}s", self.text());
        }
        let units =
            [(1e-9, "ns"), (1e-6, "µs"), (1e-3, "ms"), (1.0, "s"), (60.0, "min"), (3600.0, "h")];
        // The largest unit that gives at least 1 (minutes and hours: 2) after rounding.
        let (size, unit) = *units
            .iter()
            .rev()
            .find(|(size, _)| seconds * 1.0005 >= *size * if *size > 1.0 { 2.0 } else { 1.0 })
            .unwrap_or(&units[0]);
        let number = seconds / size;
        let decimals = match number {
            x if x >= 99.95 => 0,
            x if x >= 9.995 => 1,
            _ => 2,
        };
        format!("{number:.decimals$}{}{unit}", self.text())
    }

    /// Writes a round duration without trailing zeros, for the labels of an axis.
    pub(crate) fn seconds_short(self, seconds: f64) -> String {
        let text = self.seconds(seconds);
        match text.split_once('.') {
            Some((whole, rest)) => {
                let unit = rest.trim_start_matches('0');
                if unit.starts_with(|c: char| c.is_ascii_digit()) {
                    text
                } else {
                    format!("{whole}{unit}")
                }
            }
            None => text,
        }
    }

    /// Writes a share as a percentage.
    pub(crate) fn percent(self, share: f64) -> String {
        format!("{:.1}{}%", share * 100.0, self.text())
    }
}

/// Writes a count with its noun: `1 run`, `2 runs`.
pub(crate) fn plural(space: Space, count: u64, word: &str) -> String {
    format!("{} {word}{}", space.count(count), if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_read_well() {
        let space = Space::None;
        assert_eq!(space.count(0), "0");
        assert_eq!(space.count(999), "999");
        assert_eq!(space.count(26_152_059), "26152059");
        assert_eq!(Space::Narrow.count(26_152_059), "26\u{202f}152\u{202f}059");
        assert_eq!(space.mean(380.4), "380");
        assert_eq!(space.mean(12_820.2), "12820");
        assert_eq!(space.mean(2.5), "2.50");
        assert_eq!(space.mean(0.0), "0");
        assert_eq!(space.seconds(0.0), "0s");
        assert_eq!(space.seconds(3.5e-5), "35.0µs");
        assert_eq!(space.seconds(0.9999), "1.00s");
        assert_eq!(space.seconds(0.0009999), "1.00ms");
        assert_eq!(space.seconds(94.7), "94.7s");
        assert_eq!(space.seconds(200.0), "3.33min");
        assert_eq!(space.seconds(1e-12), "0.00ns");
        assert_eq!(Space::Narrow.seconds(94.7), "94.7\u{202f}s");
        assert_eq!(space.seconds_short(0.01), "10ms");
        assert_eq!(space.seconds_short(100.0), "100s");
        assert_eq!(space.percent(0.934), "93.4%");
        assert_eq!(plural(space, 1, "run"), "1 run");
        assert_eq!(plural(space, 2000, "run"), "2000 runs");
    }
}
