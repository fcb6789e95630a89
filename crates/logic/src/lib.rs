//! Human logic: techniques from singles to nested forcing chains, walkthroughs and ratings.
//!
//! A [`Technique`] finds [`Deduction`]s on a [`LogicGrid`] and changes nothing. A [`Profile`] says
//! which techniques are tried, in which order, and how hard each of their deductions is; the
//! [`Walk`] applies the first deduction found and starts again with the easiest technique.
//! [`rate`] walks to the end and keeps the hardest step.
//!
//! All techniques work on plain and pencilmark 9x9 boards; those for which
//! [`Technique::works_on_any`] is true work on boards of any shape up to 16x16 too. The profiles `se` and `se121` follow the
//! rules of Sudoku Explainer by Nicolas Juillerat and of its maintained fork, SukakuExplainer, so
//! that ratings can be compared; the profile `hodoku` follows HoDoKu by Bernhard Hobiger, which adds
//! up the scores of all steps and gives puzzles a [`Class`]. Sources are named where a technique is
//! defined.
//!
//! ```
//! use quadrille_logic::{Profile, Verdict, rate};
//! use quadrille_core::{Meter, Puzzle};
//!
//! let text = "2...6......7..4.86.....13.........4..9.......48....71.9...78.......5...2.2.6..5.1";
//! let puzzle: Puzzle = text.parse()?;
//! let profile = Profile::by_id("se121").expect("it comes with the engine");
//! let rating = rate(&puzzle, &profile, &mut Meter::unlimited());
//! assert_eq!(rating.verdict, Verdict::Solved);
//! assert_eq!((rating.rating, rating.pearl, rating.diamond), (26, 12, 12)); // 2.6, 1.2, 1.2
//! # Ok::<(), quadrille_core::TextError>(())
//! ```
//!
//! # The types to know
//!
//! - [`Profile`] is an order of techniques with ratings; [`rate`] makes a [`Rating`] of a puzzle, and
//!   [`Difficulty`] accepts puzzles by it.
//! - [`LogicGrid`] is a board with candidates; a [`Walk`] solves it in [`Step`]s, each with a
//!   [`Deduction`].
//! - [`PositionSearch`] finds a [`Position`] in which a technique applies.
//! - [`hint()`] gives a [`Hint`] to a solver who has entries and notes.
//! - [`text::Language`] says it in words; [`Technique`] is what a new technique implements.

mod board;
mod cells;
mod chains;
mod class;
mod counts;
mod deduction;
pub mod depth;
mod difficulty;
mod grid;
mod hint;
mod houses;
mod judge;
pub mod page;
mod placements;
mod position;
mod profile;
mod progress;
mod queue;
mod rating;
mod roles;
mod samples;
mod single_digit;
mod singles;
mod state;
mod tabling;
mod technique;
mod techniques;
pub mod text;
mod truths;
mod walk;

pub use board::{Any, Board, Nine};
pub use class::Class;
pub use deduction::{Deduction, House, Link, Part, Reason, State, Truth};
pub use difficulty::{Difficulty, Fit};
pub use grid::{LogicGrid, NotRatable};
pub use hint::{Hint, Level, Next, hint};
pub use judge::{Judge, Judgement, NotJudged};
pub use position::{Position, PositionSearch};
pub use profile::{Profile, ProfileError};
pub use progress::{Progress, rank};
pub use rating::{Rating, Verdict, rate, rate_up_to, rate_with_kinds, unsuited};
pub use roles::{Role, RoleSet};
pub use samples::{is_step, sample, sample_puzzles, samples, step_puzzles};
pub use state::BoardState;
pub use technique::{Kind, Sink, Technique, TechniqueError};
pub use techniques::{TECHNIQUES, kinds, title};
pub use walk::{Step, Walk};
