//! Local search on candidates: whole boards on which every free cell holds one of its candidates,
//! changed a cell at a time. It proves nothing, and solves large boards that exact search does not.

mod conflict_table;
mod tabu;

pub use conflict_table::{Choice, ConflictTable, FreeCell, LANES, Standing, Steepest};
pub use tabu::{Move, NOISE, TENURE, Tabu};
