//! Clocks. Libraries read time only from the clock that the caller supplies.

use std::error::Error;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A source of time. Libraries never read the machine's clocks themselves: WebAssembly has no
/// standard clock, and tests need exact times.
pub trait Clock: Sync {
    /// Returns the wall time since some fixed moment. It never decreases.
    fn wall(&self) -> Duration;

    /// Returns the processor time of the calling thread since some fixed moment.
    fn cpu(&self) -> Duration;

    /// Returns whether time passes on this clock, so that a time limit means something.
    fn is_running(&self) -> bool {
        true
    }
}

/// A clock for tests: each reading advances it by a fixed step.
#[derive(Debug, Default)]
pub struct SteppingClock {
    step_nanos: u64,
    now_nanos: AtomicU64,
}

impl SteppingClock {
    /// Creates a clock that advances by `step` whenever it is read.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use quadrille_core::{Clock, SteppingClock};
    /// let clock = SteppingClock::new(Duration::from_secs(1));
    /// let earlier = clock.wall();
    /// assert_eq!(clock.wall() - earlier, Duration::from_secs(1));
    /// ```
    pub fn new(step: Duration) -> Self {
        Self { step_nanos: step.as_nanos() as u64, now_nanos: AtomicU64::new(0) }
    }
}

impl Clock for SteppingClock {
    fn wall(&self) -> Duration {
        Duration::from_nanos(self.now_nanos.fetch_add(self.step_nanos, Ordering::Relaxed))
    }

    fn cpu(&self) -> Duration {
        self.wall()
    }
}

/// A clock that stands still, for runs without a time limit whose duration does not matter.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoClock;

impl Clock for NoClock {
    fn wall(&self) -> Duration {
        Duration::ZERO
    }

    fn cpu(&self) -> Duration {
        Duration::ZERO
    }

    fn is_running(&self) -> bool {
        false
    }
}

/// A time limit was set, but the clock stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeWithoutClock;

impl fmt::Display for TimeWithoutClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a time limit needs a clock that runs")
    }
}

impl Error for TimeWithoutClock {}
