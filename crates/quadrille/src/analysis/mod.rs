//! What can be said of a puzzle beside its solution: which givens it can do without, how many
//! solutions it has, which candidates they use, what makes it easy, what makes it unique.
//!
//! Everything here is a plain function of a puzzle and a run. Those that only ask for solutions
//! take the solver as an argument, so that a faster one can answer without a change here.

mod backdoor;
mod estimate;
mod givens;
mod line_givens;
mod solutions;
mod swaps;
mod unavoidable;

pub use backdoor::{MOST_PLACEMENTS, backdoors};
pub use estimate::{Estimate, estimate};
pub use givens::{is_minimal, redundant_givens};
pub use line_givens::{Redundant, redundant_in_lines};
pub use solutions::{solutions, true_candidates};
pub use unavoidable::unavoidable_sets;
