//! The spaces that methods search, each with moves that are made and undone in constant time or
//! nearly so. Parts to build searchers from: a searcher uses those that it needs.

mod box_permutation;
mod candidate_grid;
mod metropolis;
mod placement;
mod start;

pub use box_permutation::{BoxPermutation, Swap};
pub use candidate_grid::{AssignTally, Assigned, CandidateGrid, Mark, Propagation, Uncounted};
pub use metropolis::accepts;
pub use placement::Placement;
pub use start::Start;
