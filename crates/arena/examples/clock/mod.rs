//! A clock for measurements on a machine that has other things to do.

use std::time::Duration;

use cpu_time::ThreadTime;
use quadrille_core::Clock;

/// Reports the processor time of the thread as wall time too.
pub(crate) struct ProcessorClock;

impl Clock for ProcessorClock {
    fn wall(&self) -> Duration {
        self.cpu()
    }

    fn cpu(&self) -> Duration {
        ThreadTime::now().as_duration()
    }
}
