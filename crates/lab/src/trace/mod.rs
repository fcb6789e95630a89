//! Traces: what a run told, as a text that can be kept, compared and played again.
//!
//! ```text
//! quadrille-trace 1
//! puzzle 3x3 53..7....6..195...
//! configuration annealing:start=givens
//! seed 1
//! counters assign assign_given assign_hidden branch ...
//! started
//! improved 7+31 8+31 : 42 = 5341…        counter 7 (by the list above) rose by 31; cost; board
//! gauge : temperature 0.5
//! improved 7+204 8+9 : 41 12=8 14=3      cells that changed since the last board, from 0
//! restarted 9+1 :
//! claimed 7+11 :                         the board handed in as the solution, again by what changed
//! stopped : solved
//! ```
//!
//! Traces of several runs follow each other in one file. An event a line; what has not changed is not said again. Numbers are written so that reading
//! them gives the same bits. A text rather than bytes: the lines of two traces can be compared, and
//! a page reads them with a split; the differences make it about as short as bytes would be.

mod read;
mod replay;
mod write;

pub use read::{Recorded, TraceError, TraceReader};
pub use replay::{Disagreement, Replayed, replay};
pub use write::TraceWriter;

use quadrille_engine::BoxShape;

const VERSION: &str = "quadrille-trace 1";

/// Of what run a trace is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The board's shape.
    pub shape: BoxShape,
    /// The puzzle on one line.
    pub puzzle: String,
    /// The configuration's canonical name.
    pub configuration: String,
    /// The seed.
    pub seed: u64,
}
