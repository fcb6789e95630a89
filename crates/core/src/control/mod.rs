//! Limits, counters, clocks, random streams and observers: what every search shares.

mod clock;
mod counter;
mod event;
mod limits;
mod meter;
mod run;
mod stop;
#[cfg(not(target_family = "wasm"))]
mod wall_clock;

pub use clock::{Clock, NoClock, SteppingClock, TimeWithoutClock};
pub use counter::{Counter, Counters};
pub use event::{Event, Observer, common_cost};
pub use limits::{CancelFlag, Limits};
pub use meter::{Meter, Reserved};
pub use run::{Outcome, Run};
pub use stop::{Status, Stop};
#[cfg(not(target_family = "wasm"))]
pub use wall_clock::WallClock;
