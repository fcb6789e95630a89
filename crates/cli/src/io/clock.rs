//! The machine's clocks, for the libraries that never read them.

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use quadrille_engine::Clock;

pub(crate) struct SystemClock(Instant);

impl SystemClock {
    pub(crate) fn new() -> Self {
        Self(Instant::now())
    }
}

impl Clock for SystemClock {
    fn wall(&self) -> Duration {
        self.0.elapsed()
    }

    fn cpu(&self) -> Duration {
        ThreadTime::now().as_duration()
    }
}
