//! Local search on candidates: every slot of a board holds one of its candidates, and a step
//! changes one slot. It proves nothing, and solves large boards that exact search does not.

mod conflict_table;
mod slots;
mod tabu;

pub use conflict_table::{Choice, ConflictTable, LANES, Slot, Standing, Steepest};
pub use slots::Slots;
pub use tabu::{Move, NOISE, TENURE, Tabu};
