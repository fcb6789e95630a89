//! Facts about a puzzle besides its solution: which givens are redundant, how many solutions it
//! has, which candidates they use, what makes it easy and what makes it unique.
//!
//! These are plain functions of a puzzle and a [`Meter`](crate::Meter).
//!
//! ```
//! use quadrille_core::analysis::{backdoors, redundant_givens, unavoidable_sets};
//! use quadrille_core::solve;
//! use quadrille_core::{Meter, Puzzle};
//!
//! let puzzle: Puzzle =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let solution = solve::first(&puzzle).expect("it has one");
//! let mut meter = Meter::unlimited();
//! // 22 givens are redundant, one at a time; singles alone solve it; it has 27 small unavoidable sets.
//! assert_eq!(redundant_givens(&puzzle, &mut meter)?.len(), 22);
//! assert_eq!(backdoors(&puzzle, &solution, 1, &mut meter)?, [vec![]]);
//! assert_eq!(unavoidable_sets(&solution, 6, &mut meter)?.len(), 27);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod backdoor;
mod estimate;
mod givens;
mod many;
mod solutions;
mod swaps;
mod unavoidable;

pub use backdoor::{BackdoorSize, MOST_PLACEMENTS, backdoor_size, backdoors};
pub use estimate::{Estimate, estimate};
pub use givens::{Redundant, is_minimal, redundant_givens};
pub use many::{LEAST_GIVENS, redundant_in_many, redundant_of_solved};
pub use solutions::{solutions, true_candidates};
pub use unavoidable::unavoidable_sets;
