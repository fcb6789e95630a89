//! Search spaces: boards with moves that take (nearly) constant time to make and undo. Algorithms
//! are built from these parts.

mod box_permutation;
mod candidate_grid;
mod elimination;
mod filling;
mod houses;
mod metropolis;
mod outlook;
mod placement;
mod start;

pub use box_permutation::{BoxPermutation, Swap};
pub use candidate_grid::{CandidateGrid, Mark};
pub use elimination::{CandidateCode, Contradictions, Elimination, PrimeProduct, SetGrid};
pub use filling::{Faults, Filling};
pub(crate) use houses::{fill_ascending, held, is_valid, lacking, line_cost, missing, violated};
pub use metropolis::Metropolis;
pub use outlook::Outlook;
pub use placement::Placement;
pub use start::Start;
