//! Experiments: methods × puzzles × seeds under one budget, on all cores, with the same results
//! whatever their number.

mod defaults;
pub mod log;
mod plan;
mod pool;
mod singles;
mod spec;
mod table;
mod trial;

pub use defaults::{DEFAULT_NODES, default_methods};
pub use plan::{Experiment, Instance};
pub use pool::{Finished, Progress, run_trials};
pub use singles::singles_solve;
pub use spec::{Spec, SpecError};
pub use table::{PuzzleRow, Row, Subject, Table, TraceRow};
pub use trial::{Trace, Trial, TrialRow};
