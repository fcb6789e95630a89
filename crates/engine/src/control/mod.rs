//! One way to limit, watch and repeat anything that searches.

mod budget;
mod clock;
mod counter;
mod event;
mod rng;
mod run;
mod stop;

pub use budget::{Budget, CancelFlag};
pub use clock::{Clock, NoClock, SteppingClock};
pub use counter::{Counter, Counters};
pub use event::{Event, Observer, common_cost};
pub use rng::Rng;
pub use run::{Outcome, Run};
pub use stop::{Status, Stop};
