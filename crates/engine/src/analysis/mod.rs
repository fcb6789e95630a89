//! What can be said of a puzzle beside its solution: which givens it can do without, how many
//! solutions it has, which candidates they use, what makes it easy, what makes it unique.
//!
//! Everything here is a plain function of a puzzle and a run. Those that only ask for solutions
//! take the solver as an argument, so that a faster one can answer without a change here.
//!
//! ```
//! use quadrille_engine::analysis::{backdoors, redundant_givens, unavoidable_sets};
//! use quadrille_engine::solve;
//! use quadrille_engine::{Meter, Puzzle};
//!
//! let puzzle: Puzzle =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let solution = solve::first(&puzzle).expect("it has one");
//! let mut meter = Meter::unlimited();
//! // Each of 22 givens could go; singles finish it without help; 27 small sets must be hit.
//! assert_eq!(redundant_givens(&puzzle, &mut meter)?.len(), 22);
//! assert_eq!(backdoors(&puzzle, &solution, 1, &mut meter)?, [vec![]]);
//! assert_eq!(unavoidable_sets(&solution, 6, &mut meter)?.len(), 27);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod backdoor;
mod estimate;
mod givens;
mod redundant;
mod solutions;
mod swaps;
mod unavoidable;

pub use backdoor::{MOST_PLACEMENTS, backdoors};
pub use estimate::{Estimate, estimate};
pub use givens::{is_minimal, redundant_givens};
pub use redundant::{Redundant, redundant_in_lines};
pub use solutions::{solutions, true_candidates};
pub use unavoidable::unavoidable_sets;
