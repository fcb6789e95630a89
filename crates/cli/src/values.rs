//! Values of options: what each may be, and what to write instead of what it may not be.

use std::ops::RangeInclusive;
use std::time::Duration;

use bytesize::ByteSize;

/// A time of a limit.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
    humantime::parse_duration(text).map_err(|_| match number {
        Some(_) => format!("the unit is missing; write {text}s, or {text}ms, or {text}min"),
        None => {
            "a time is wanted; write a number with its unit, as in 500ms, 2s or 1h 30min".into()
        }
    })
}

/// A size of memory.
pub(crate) fn size(text: &str) -> Result<ByteSize, String> {
    text.parse().map_err(|_| {
        "a size is wanted; write a number of bytes, or one with KiB, MiB or GiB, as in 512MiB"
            .into()
    })
}

/// A whole number in a range.
pub(crate) fn number<T: TryFrom<u64> + Clone + Send + Sync + 'static>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
            let largest = T::try_from(*range.end()).is_ok() && *range.end() < u64::from(u32::MAX);
            match (*range.start(), *range.end()) {
                (least, most) if largest => format!("write a whole number from {least} to {most}"),
                (least, _) => format!("write a whole number, {least} or more"),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_values_are_taken() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1h 30min"), Ok(Duration::from_secs(5400)));
        assert_eq!(size("512MiB"), Ok(ByteSize::mib(512)));
        assert_eq!(size("1000"), Ok(ByteSize(1000)));
        assert_eq!(number::<u64>(0..=u64::MAX)("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(number::<u32>(1..=9)("9"), Ok(9));
    }

    #[test]
    fn bad_ones_are_told_what_to_write() {
        for text in ["fast", "5x", "-1", "-1s", "", "1e30", "inf", "99999999999999999999999s"] {
            let said = duration(text).unwrap_err();
            let missing = text == "1e30" && said.contains("unit is missing");
            assert!(missing || said.contains("500ms"), "{text}: {said}");
        }
        assert_eq!(
            duration("1.5").unwrap_err(),
            "the unit is missing; write 1.5s, or 1.5ms, or 1.5min"
        );
        for text in ["foo", "-1", "5XB", "1e30", "", "GiB", "1..2"] {
            assert!(size(text).unwrap_err().ends_with("as in 512MiB"), "{text}");
        }
        for text in ["x", "-1", "1.5", "", "18446744073709551616"] {
            let said = number::<u64>(0..=u64::MAX)(text).unwrap_err();
            assert_eq!(said, "write a whole number, 0 or more", "{text}");
        }
        for text in ["0", "10", "x", "-1"] {
            let said = number::<u32>(1..=9)(text).unwrap_err();
            assert_eq!(said, "write a whole number from 1 to 9", "{text}");
        }
        let said = number::<u32>(1..=u64::MAX)("4294967296").unwrap_err();
        assert_eq!(said, "write a whole number, 1 or more");
    }
}
