//! Local search on candidates: whole boards on which every slot holds one of its candidates,
//! changed a slot at a time. It proves nothing, and solves large boards that exact search does not.

mod conflict_table;
mod slots;
mod tabu;

pub use conflict_table::{Choice, ConflictTable, LANES, Slot, Standing, Steepest};
pub use slots::Slots;
pub use tabu::{Move, NOISE, TENURE, Tabu};
