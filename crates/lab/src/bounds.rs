//! The ranges of counts, sizes and dates that come from options and files.
//!
//! Readers check such numbers here before they allocate anything for them, so that a
//! mistyped or forged one is an error at its place.

use std::ops::RangeInclusive;

use serde::{Deserialize, Deserializer, de::Error};

/// Maximum number of runs of an experiment, all configurations and puzzles together. Each takes
/// some sixty bytes of memory.
pub const MAX_RUNS: u64 = 10_000_000;
/// The last second of the year 9999, counted from 1970; later ones have no date in four digits.
pub const MAX_DATE: u64 = 253_402_300_799;
/// Seconds that a run or a move can take, if not 0: from a picosecond, below what any clock
/// measures, to some thirty years.
pub const SECONDS: RangeInclusive<f64> = 1e-12..=1e9;

/// Maximum number of threads.
pub const MAX_THREADS: usize = 4096;
/// Maximum number of puzzles that a source such as `random-norvig:COUNT` makes.
pub const MAX_PUZZLES: u64 = 1_000_000_000;

/// Deserializes a number of runs.
///
/// # Errors
/// When it is larger than [`MAX_RUNS`].
pub fn runs<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let runs = u32::deserialize(deserializer)?;
    if u64::from(runs) <= MAX_RUNS {
        return Ok(runs);
    }
    Err(D::Error::custom(format!("{runs} runs; at most {MAX_RUNS}")))
}

/// Deserializes a number of threads.
///
/// # Errors
/// When it is 0 or larger than [`MAX_THREADS`].
pub fn threads<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    let threads = usize::deserialize(deserializer)?;
    if (1..=MAX_THREADS).contains(&threads) {
        return Ok(threads);
    }
    Err(D::Error::custom(format!("{threads} threads; from 1 to {MAX_THREADS}")))
}

/// Deserializes a date, in seconds since 1970.
///
/// # Errors
/// When it is later than [`MAX_DATE`].
pub fn date<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let date = u64::deserialize(deserializer)?;
    if date <= MAX_DATE {
        return Ok(date);
    }
    Err(D::Error::custom(format!("the date {date} is after the year 9999, second {MAX_DATE}")))
}

/// Deserializes a duration in seconds.
///
/// # Errors
/// When it is neither 0 nor in [`SECONDS`].
pub fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let seconds = f64::deserialize(deserializer)?;
    check_seconds(seconds).map_err(D::Error::custom)
}

/// Deserializes a duration in seconds that may be absent.
///
/// # Errors
/// When it is there, and neither 0 nor in [`SECONDS`].
pub fn optional_seconds<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<f64>, D::Error> {
    let seconds = Option::<f64>::deserialize(deserializer)?;
    seconds.map(check_seconds).transpose().map_err(D::Error::custom)
}

/// Deserializes the durations of both players, in seconds.
///
/// # Errors
/// When one is neither 0 nor in [`SECONDS`].
pub fn both_seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[f64; 2], D::Error> {
    let seconds = <[f64; 2]>::deserialize(deserializer)?;
    for seconds in seconds {
        check_seconds(seconds).map_err(D::Error::custom)?;
    }
    Ok(seconds)
}

fn check_seconds(seconds: f64) -> Result<f64, String> {
    if seconds == 0.0 || SECONDS.contains(&seconds) {
        return Ok(seconds);
    }
    let (least, most) = (SECONDS.start(), SECONDS.end());
    Err(format!("{seconds:e} seconds; a duration is 0, or from {least:e} to {most:e}"))
}

#[cfg(all(test, feature = "report"))]
mod tests {
    use super::*;

    #[test]
    fn durations_have_a_range() {
        for seconds in [0.0, 1e-12, 1e-9, 2.5, 1e9] {
            assert_eq!(check_seconds(seconds), Ok(seconds));
        }
        for seconds in [-1.0, -1e-320, 1e-320, 1.1e9, 1e308, f64::INFINITY, f64::NAN] {
            let error = check_seconds(seconds).unwrap_err();
            assert!(error.ends_with("a duration is 0, or from 1e-12 to 1e9"), "{error}");
        }
    }

    #[test]
    fn runs_and_dates_have_a_range() {
        let of = |text: &str| runs(&mut serde_json::Deserializer::from_str(text));
        assert_eq!(of("10000000").unwrap(), 10_000_000);
        assert!(of("10000001").unwrap_err().to_string().starts_with("10000001 runs; at most"));
        assert!(of("-1").is_err() && of("4294967296").is_err());
        let of = |text: &str| date(&mut serde_json::Deserializer::from_str(text));
        assert_eq!(of("253402300799").unwrap(), MAX_DATE);
        assert!(of("253402300800").unwrap_err().to_string().contains("after the year 9999"));
        assert!(of("18446744073709551615").is_err());
    }
}
