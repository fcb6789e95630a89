//! The clocks of the machine, which WebAssembly does not have.

use std::time::{Duration, Instant};

use super::Clock;

/// The machine's clocks.
///
/// ```
/// use std::time::Duration;
///
/// use quadrille_core::solve::{self, Solver};
/// use quadrille_core::{
///     BoxShape, CancelFlag, Counter, Grid, Limits, Meter, Puzzle, Stop, WallClock,
/// };
///
/// let empty = Puzzle::try_from(Grid::empty(BoxShape::new(5, 5)?))?;
/// let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::NONE };
/// let clock = WallClock::new();
/// let mut meter = Meter::new(limits, Counter::Branch, &CancelFlag::new(), &clock)?;
/// assert_eq!(solve::count(Solver::Auto, &empty, 0, &mut meter).stop, Stop::Time);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WallClock {
    started: Instant,
}

impl WallClock {
    /// Creates a clock that starts now.
    ///
    /// ```
    /// use quadrille_core::{Clock, WallClock};
    /// let clock = WallClock::new();
    /// assert!(clock.is_running());
    /// ```
    pub fn new() -> Self {
        Self { started: Instant::now() }
    }
}

impl Default for WallClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for WallClock {
    fn wall(&self) -> Duration {
        self.started.elapsed()
    }

    fn cpu(&self) -> Duration {
        cpu_time::ThreadTime::now().as_duration()
    }
}
