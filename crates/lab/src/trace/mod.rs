//! Traces: the events of a run as text that can be stored, compared and replayed.
//!
//! ```text
//! quadrille-trace 2
//! puzzle 3x3 53..7....6..195...
//! method annealing:start=givens
//! seed 1
//! counters assign assign_given assign_hidden branch ...
//! started
//! improved 7+31 8+31 : 42 = 5341…        counter 7 (by the list above) rose by 31; cost; board
//! gauge : temperature 0.5
//! improved 7+204 8+9 : 41 12=8 14=3      cells that changed since the last board, from 0
//! at 7+2 : 13 4=7                        where the search is now: depth, and the board by what changed
//! restarted 9+1 :
//! claimed 7+11 :                         the board handed in as the solution, again by what changed
//! stopped : solved
//! ```
//!
//! A line is an event; only changes are written. Traces of several runs can follow each other in
//! one file. Numbers are written so that reading them gives the same bits. The format is text so
//! that two traces can be compared line by line and a page can read them with a split; the
//! differences make it about as short as a binary format.

mod read;
mod replay;
mod show;
mod write;

pub use read::{Recorded, TraceError, TraceReader};
pub use replay::{Disagreement, Replayed, replay};
pub use show::stop_text;
pub use write::TraceWriter;

use quadrille_core::BoxShape;

const VERSION: &str = "quadrille-trace 2";

/// Traces that can be read. The first version had no `at`.
const VERSIONS: [&str; 2] = ["quadrille-trace 1", VERSION];

/// The run that a trace belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The box shape.
    pub shape: BoxShape,
    /// The puzzle on one line.
    pub puzzle: String,
    /// The name of the configuration.
    pub configuration: String,
    /// The seed.
    pub seed: u64,
}
