//! Experiments: configurations × puzzles × seeds under the same limits, on all cores, with the same
//! results at any number of threads.

mod defaults;
mod difference;
#[cfg(feature = "report")]
pub mod log;
#[cfg(feature = "report")]
pub mod merge;
mod plan;
mod pool;
#[cfg(feature = "report")]
mod puzzle_line;
mod sample;
mod shard;
mod singles;
#[cfg(feature = "report")]
mod spec;
mod table;
mod trial;

pub use defaults::{DEFAULT_NODES, default_configurations};
pub use difference::{Difference, DifferenceError};
pub use plan::{Experiment, Instance, Trial};
pub use pool::{Finished, Progress, run_trials};
pub use sample::Sample;
pub use shard::{Shard, ShardError};
pub use singles::singles_solve;
#[cfg(feature = "report")]
pub use spec::{Spec, SpecError};
#[cfg(feature = "report")]
pub(crate) use table::Unsolvable;
pub use table::{Failure, PuzzleRow, Row, Table, TraceRow};
pub use trial::{Trace, TrialRow};
