//! Values of options: parsing, with messages that say what to write instead.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::time::Duration;

use bytesize::ByteSize;
use quadrille_lab::bounds::MAX_THREADS;

/// The longest duration, some thirty years.
pub(crate) const MAX_DURATION: Duration = Duration::from_secs(1_000_000_000);

/// Parses a whole number such as `1000000`, `1_000_000`, `1e6` or `1.5e6`.
pub(crate) fn whole(text: &str) -> Option<u64> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<u32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) if mantissa.len() < text.len() => (whole, fraction),
        Some(_) => return None,
        None => (mantissa, ""),
    };
    let is_grouped = |digits: &str| {
        digits
            .split('_')
            .all(|group| !group.is_empty() && group.bytes().all(|b| b.is_ascii_digit()))
    };
    if !is_grouped(whole) || !(fraction.is_empty() || is_grouped(fraction)) {
        return None;
    }
    let digits = format!("{whole}{}", fraction.trim_end_matches('0')).replace('_', "");
    let fraction_digits = fraction.trim_end_matches('0').replace('_', "").len() as u32;
    let scale = 10_u64.checked_pow(exponent.checked_sub(fraction_digits)?)?;
    digits.parse::<u64>().ok()?.checked_mul(scale)
}

/// Returns a parser of whole numbers in a range.
pub(crate) fn number<T: TryFrom<u64> + Clone + Send + Sync + 'static>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = whole(text).filter(|number| range.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
            // The largest number of 64 bits says nothing to those who wrote a word or a small one.
            let is_large = text.parse::<f64>().is_ok_and(|number| number > 1e15);
            // Such as 5k, 1,000 and 10^6.
            let is_number = text.len() > 1 && text.starts_with(|c: char| c.is_ascii_digit());
            match (*range.start(), *range.end()) {
                (least, u64::MAX) if !is_large && is_number => {
                    format!("write a whole number, {least} or more, such as 1000000 or 1e6")
                }
                (least, u64::MAX) if !is_large => format!("write a whole number, {least} or more"),
                (least, most) => format!("write a whole number from {least} to {most}"),
            }
        })
    }
}

/// Returns a parser of all whole numbers.
pub(crate) fn any_number() -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    number(0..=u64::MAX)
}

/// Parses a number of threads.
pub(crate) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    match whole(text) {
        Some(0) => Err("at least one thread is needed; omit the option to use all cores".into()),
        Some(count) if count <= MAX_THREADS as u64 => {
            Ok(NonZeroUsize::new(count as usize).expect("not 0"))
        }
        _ => Err(format!("write a whole number from 1 to {MAX_THREADS}")),
    }
}

/// Parses a duration.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
    let duration = humantime::parse_duration(text);
    if duration.as_ref().is_ok_and(|duration| *duration > MAX_DURATION) {
        return Err(format!("too long; at most {}s", MAX_DURATION.as_secs()));
    }
    duration.map_err(|_| match number {
        Some(_) => format!("the unit is missing; write {text}s, {text}ms or {text}min"),
        None => {
            "not a duration; write a number with its unit, such as 500ms, 2s or 1h 30min".into()
        }
    })
}

/// Parses a size of memory.
pub(crate) fn size(text: &str) -> Result<ByteSize, String> {
    // What does not fit is rounded down to the largest number.
    let parsed = || text.parse().ok().filter(|size| *size != ByteSize(u64::MAX));
    whole(text).map(ByteSize).or_else(parsed).ok_or_else(|| {
        "not a size; write a number of bytes below 16EiB, or one with KiB, MiB or GiB, such as 512MiB".into()
    })
}

/// Returns a parser of ranges of numbers: `24`, `24..26`, `..24` or `30..`.
pub(crate) fn range(
    what: &'static str,
) -> impl Fn(&str) -> Result<RangeInclusive<usize>, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = |text: &str, default| match text {
            "" => Ok(default),
            text => {
                text.parse::<usize>().map_err(|_| format!("{text:?} is not a number of {what}"))
            }
        };
        match text.split_once("..") {
            None if text.is_empty() => Err(format!("a number of {what} is missing")),
            None => number(text, 0).map(|exactly| exactly..=exactly),
            Some(("", "")) => Err("a range needs a number, as in ..24 or 24..26".to_string()),
            Some((from, to)) => {
                let to = to.strip_prefix('=').unwrap_or(to);
                let (from, to) = (number(from, 0)?, number(to, usize::MAX)?);
                if from > to {
                    return Err(format!(
                        "the range {text} is empty; write the smaller number first"
                    ));
                }
                Ok(from..=to)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_have_groups_and_exponents() {
        for text in ["1000000", "1_000_000", "1e6", "1E6", "1.0e6", "10_0e4", "0.01e8", "1.000_0e6"]
        {
            assert_eq!(whole(text), Some(1_000_000), "{text}");
        }
        assert_eq!(whole("18446744073709551615"), Some(u64::MAX));
        assert_eq!(whole("0e0"), Some(0));
        for text in [
            "",
            "_",
            "1_",
            "_1",
            "1__0",
            "e6",
            "1e",
            "1e-6",
            "1.5",
            "1.0",
            "1.55e1",
            ".5e1",
            "+1",
            "-1",
            "1e20",
            "1e99",
            "1 000",
            "0x10",
            "18446744073709551616",
        ] {
            assert_eq!(whole(text), None, "{text}");
        }
    }

    #[test]
    fn good_values_are_accepted() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1h 30min"), Ok(Duration::from_secs(5400)));
        assert_eq!(size("512MiB"), Ok(ByteSize::mib(512)));
        assert_eq!(size("1000"), Ok(ByteSize(1000)));
        assert_eq!(size("1e9"), Ok(ByteSize(1_000_000_000)));
        assert_eq!(number::<u32>(1..=9)("9"), Ok(9));
        assert_eq!(duration("1000000000s"), Ok(MAX_DURATION));
        assert_eq!(size("15EiB"), Ok(ByteSize::eib(15)));
        assert_eq!(size("18446744073709551615"), Ok(ByteSize(u64::MAX)));
        assert_eq!(threads("4096").unwrap().get(), 4096);
    }

    #[test]
    fn messages_say_what_to_write() {
        for text in ["fast", "5x", "-1", "-1s", "", "1e30", "inf", "99999999999999999999999s"] {
            let message = duration(text).unwrap_err();
            let missing = text == "1e30" && message.contains("unit is missing");
            assert!(missing || message.contains("500ms"), "{text}: {message}");
        }
        assert_eq!(
            duration("1.5").unwrap_err(),
            "the unit is missing; write 1.5s, 1.5ms or 1.5min"
        );
        for text in ["foo", "-1", "5XB", "1e30", "", "GiB", "1..2"] {
            assert!(size(text).unwrap_err().ends_with("such as 512MiB"), "{text}");
        }
        for text in ["1000000001s", "584542046090y"] {
            assert_eq!(duration(text).unwrap_err(), "too long; at most 1000000000s", "{text}");
        }
        for text in ["16EiB", "99999999TiB", "18446744073709551616"] {
            assert!(size(text).unwrap_err().contains("below 16EiB"), "{text}");
        }
        for text in ["4097", "1e30", "99999999999999999999", "x", "-1"] {
            assert_eq!(threads(text).unwrap_err(), "write a whole number from 1 to 4096", "{text}");
        }
        for text in ["x", "-1", "1.5", ""] {
            let message = number::<u64>(0..=u64::MAX)(text).unwrap_err();
            assert!(message.starts_with("write a whole number, 0 or more"), "{text}: {message}");
        }
        for text in ["0", "10", "x", "-1"] {
            let message = number::<u32>(1..=9)(text).unwrap_err();
            assert_eq!(message, "write a whole number from 1 to 9", "{text}");
        }
        for text in ["18446744073709551616", "1e30"] {
            let message = number::<u64>(1..=u64::MAX)(text).unwrap_err();
            assert_eq!(message, "write a whole number from 1 to 18446744073709551615", "{text}");
        }
    }
}
