//! Limits, counters, clocks, random streams and observers: what every search shares.

mod clock;
mod counter;
mod event;
mod limits;
mod meter;
mod run;
mod stop;

pub use clock::{Clock, NoClock, SteppingClock, WallClock};
pub use counter::{Counter, Counters};
pub use event::{Event, Observer, common_cost};
pub use limits::{CancelFlag, Limits};
pub use meter::{Meter, Reserved, TimeWithoutClock};
pub use run::{Outcome, Run};
pub use stop::{Status, Stop};
