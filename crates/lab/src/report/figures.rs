//! How figures are written for people: grouped counts, durations with three digits, percentages.

/// The space between groups of digits: narrow and unbreakable on a page, plain on a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    Plain,
    Narrow,
}

impl Space {
    fn text(self) -> &'static str {
        match self {
            Self::Plain => " ",
            Self::Narrow => "\u{202f}",
        }
    }

    /// A whole number, in groups of three.
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

    /// A mean of counts: three significant digits, all digits of the whole part.
    pub(crate) fn mean(self, number: f64) -> String {
        let decimals = match number.abs() {
            x if x >= 99.95 || x == 0.0 => return self.count(number.round() as u64),
            x if x >= 9.995 => 1,
            _ => 2,
        };
        format!("{number:.decimals$}")
    }

    /// A duration.
    pub(crate) fn seconds(self, seconds: f64) -> String {
        if seconds <= 0.0 {
            return format!("0{}s", self.text());
        }
        let units =
            [(1e-9, "ns"), (1e-6, "µs"), (1e-3, "ms"), (1.0, "s"), (60.0, "min"), (3600.0, "h")];
        // The last unit of which there is at least one, after rounding to three digits.
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

    /// A round duration, without needless zeros: for ticks.
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

    /// A share as a percentage.
    pub(crate) fn percent(self, share: f64) -> String {
        format!("{:.1}{}%", share * 100.0, self.text())
    }
}

/// The plural of a word where it is due: `1 run`, `2 runs`.
pub(crate) fn plural(space: Space, count: u64, word: &str) -> String {
    format!("{} {word}{}", space.count(count), if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_read_well() {
        let space = Space::Plain;
        assert_eq!(space.count(0), "0");
        assert_eq!(space.count(999), "999");
        assert_eq!(space.count(26_152_059), "26 152 059");
        assert_eq!(space.mean(380.4), "380");
        assert_eq!(space.mean(12_820.2), "12 820");
        assert_eq!(space.mean(2.5), "2.50");
        assert_eq!(space.mean(0.0), "0");
        assert_eq!(space.seconds(0.0), "0 s");
        assert_eq!(space.seconds(3.5e-5), "35.0 µs");
        assert_eq!(space.seconds(0.9999), "1.00 s");
        assert_eq!(space.seconds(0.0009999), "1.00 ms");
        assert_eq!(space.seconds(94.7), "94.7 s");
        assert_eq!(space.seconds(200.0), "3.33 min");
        assert_eq!(space.seconds(1e-12), "0.00 ns");
        assert_eq!(space.seconds_short(0.01), "10 ms");
        assert_eq!(space.seconds_short(100.0), "100 s");
        assert_eq!(space.percent(0.934), "93.4 %");
        assert_eq!(plural(space, 1, "run"), "1 run");
        assert_eq!(plural(space, 2000, "run"), "2 000 runs");
    }
}
