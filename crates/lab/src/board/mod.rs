//! Search spaces: boards with moves that take (nearly) constant time to make and undo. Algorithms
//! are built from these parts.

mod box_permutation;
mod candidate_grid;
mod elimination;
mod filling;
mod metropolis;
mod outlook;
mod placement;
mod start;

pub use box_permutation::{BoxPermutation, Swap};
pub use candidate_grid::{AssignTally, Assigned, CandidateGrid, Mark, Propagation, Uncounted};
pub use elimination::{CandidateCode, Contradictions, Elimination, PrimeProduct, SetGrid};
pub use filling::Filling;
pub use metropolis::Metropolis;
pub use outlook::Outlook;
pub use placement::Placement;
pub use quadrille_engine::local::{Choice, ConflictTable, LANES, Slot, Slots, Standing, Steepest};
pub use start::Start;
