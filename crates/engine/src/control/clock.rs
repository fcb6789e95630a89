//! Time as the shell supplies it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Where time comes from. Libraries never read the machine's clocks themselves: the browser has
/// none of the standard ones, and tests want their own.
///
/// A limit on time holds by the clock of the run. Where there is a standard one:
///
/// ```
/// use std::time::{Duration, Instant};
///
/// use quadrille_engine::solve::{self, Auto};
/// use quadrille_engine::{BoxShape, Budget, Clock, Counter, Grid, Puzzle, Rng, Run, Stop};
///
/// struct Wall(Instant);
///
/// impl Clock for Wall {
///     fn wall(&self) -> Duration {
///         self.0.elapsed()
///     }
///
///     fn cpu(&self) -> Duration {
///         self.wall()
///     }
/// }
///
/// let empty = Puzzle::try_from(Grid::empty(BoxShape::new(5, 5)?)).expect("nothing in conflict");
/// let (clock, rng) = (Wall(Instant::now()), Rng::from_seed(1));
/// let budget = Budget { time: Some(Duration::from_millis(20)), ..Budget::unlimited() };
/// let mut run = Run::new(&empty, Counter::Branch, budget, rng, &clock);
/// assert_eq!(solve::count(&Auto, &empty, 0, &mut run).stop, Stop::Time);
/// # Ok::<(), quadrille_engine::ShapeError>(())
/// ```
pub trait Clock: Sync {
    /// Wall time since some fixed moment; never goes back.
    fn wall(&self) -> Duration;

    /// Processor time of the calling thread since some fixed moment.
    fn cpu(&self) -> Duration;
}

/// A clock for tests: each look at it takes a fixed step.
#[derive(Debug, Default)]
pub struct SteppingClock {
    step_nanos: u64,
    now_nanos: AtomicU64,
}

impl SteppingClock {
    /// A clock that advances by `step` whenever it is read.
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

/// A clock that stands still: for runs without a limit on time whose duration nobody asks for.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoClock;

impl Clock for NoClock {
    fn wall(&self) -> Duration {
        Duration::ZERO
    }

    fn cpu(&self) -> Duration {
        Duration::ZERO
    }
}
