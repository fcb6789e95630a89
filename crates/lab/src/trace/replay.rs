//! Replays a trace step by step and checks whether it is consistent.

use std::io::BufRead;

use quadrille_core::{Counters, Grid, Puzzle, Snapshot, Solution, Stop, common_cost};
use quadrille_formats::line::text_of;
use quadrille_formats::{Line, Pencilmark, PuzzleFormat, ReadOptions, read_text};
use thiserror::Error;

use super::{Header, Recorded, TraceError, TraceReader};

/// The result of a replay.
#[derive(Clone, Debug, PartialEq)]
pub struct Replayed {
    /// Number of events, including start and end.
    pub events: u64,
    /// Number of improvements.
    pub improvements: u64,
    /// The common cost of the best board.
    pub best_cost: Option<u32>,
    /// The claimed board, or else the best.
    pub board: Option<Snapshot>,
    /// The counters at the end of the run.
    pub counters: Counters,
    /// Why it ended.
    pub stop: Stop,
    /// The first inconsistency, if any.
    pub disagreement: Option<Disagreement>,
}

/// An inconsistency that no run produces.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Disagreement {
    /// The header has no valid puzzle.
    #[error("the head holds no puzzle of that shape")]
    Puzzle,
    /// A board does not have the cost that the trace says.
    #[error("event {event}: the trace says {told} digits missing, the board lacks {counted}")]
    Cost {
        /// The number of the event, from 1.
        event: u64,
        /// What the trace says.
        told: u32,
        /// The cost of the board.
        counted: u32,
    },
    /// An improvement does not improve.
    #[error("event {event}: an improvement from {before} to {after} digits missing is none")]
    NotBetter {
        /// The number of the event, from 1.
        event: u64,
        /// The best before.
        before: u32,
        /// The cost of the supposed improvement.
        after: u32,
    },
    /// The end contradicts the validator about the claimed board.
    #[error("the end says {told}, but the validator judges otherwise")]
    Verdict {
        /// The end, as the trace says it.
        told: &'static str,
    },
}

impl Header {
    /// Returns the puzzle, or `None` if the text is not a puzzle of that shape.
    ///
    /// ```
    /// use quadrille_core::BoxShape;
    /// use quadrille_lab::trace::Header;
    ///
    /// let header = Header {
    ///     shape: BoxShape::new(2, 2)?,
    ///     puzzle: "1.......2.....3.".to_owned(),
    ///     configuration: "tabu".to_owned(),
    ///     seed: 1,
    /// };
    /// assert!(header.read_puzzle().is_some());
    /// # Ok::<(), quadrille_core::ShapeError>(())
    /// ```
    pub fn read_puzzle(&self) -> Option<Puzzle> {
        let options = ReadOptions { shape: Some(self.shape), ..ReadOptions::default() };
        let formats: [&'static dyn PuzzleFormat; 2] = [&Line, &Pencilmark];
        formats.into_iter().find_map(|format| {
            let mut records = read_text(format, self.puzzle.as_bytes(), &options);
            if records.len() == 1 { records.pop()?.ok() } else { None }
        })
    }

    /// Returns a board of the run on one line; `None` if it is not of its shape.
    ///
    /// ```
    /// use quadrille_core::BoxShape;
    /// use quadrille_lab::trace::Header;
    ///
    /// let header = Header {
    ///     shape: BoxShape::new(2, 2)?,
    ///     puzzle: "1.......2.....3.".to_owned(),
    ///     configuration: "tabu".to_owned(),
    ///     seed: 1,
    /// };
    /// assert_eq!(header.board_text(&[0; 16]).as_deref(), Some("................"));
    /// assert_eq!(header.board_text(&[0; 15]), None);
    /// # Ok::<(), quadrille_core::ShapeError>(())
    /// ```
    pub fn board_text(&self, board: &[u8]) -> Option<String> {
        Grid::from_digits(self.shape, board).map(|grid| text_of(&grid))
    }
}

/// Replays a trace to the end of its run and passes every event to `each`.
///
/// # Errors
/// When the trace cannot be read.
pub fn replay<R: BufRead>(
    reader: &mut TraceReader<R>,
    mut each: impl FnMut(&Counters, &Recorded),
) -> Result<Replayed, TraceError> {
    let puzzle = reader.header().read_puzzle();
    let shape = reader.header().shape;
    let mut replayed = Replayed {
        events: 0,
        improvements: 0,
        best_cost: None,
        board: None,
        counters: Counters::default(),
        stop: Stop::Stuck,
        disagreement: puzzle.is_none().then_some(Disagreement::Puzzle),
    };
    let mut claimed = None;
    for event in reader {
        let (counters, event) = event?;
        replayed.events += 1;
        replayed.counters = counters;
        let wrong = &mut replayed.disagreement;
        match &event {
            Recorded::Improved { cost, board } => {
                let (event, told, counted) = (replayed.events, *cost, common_cost(shape, board));
                if told != counted {
                    wrong.get_or_insert(Disagreement::Cost { event, told, counted });
                }
                if let Some(before) = replayed.best_cost.filter(|&before| before <= told) {
                    wrong.get_or_insert(Disagreement::NotBetter { event, before, after: told });
                }
                replayed.improvements += 1;
                replayed.best_cost = Some(told);
                replayed.board = Some(board.clone());
            }
            Recorded::Claimed { board } => {
                claimed = puzzle.as_ref().map(|puzzle| Solution::new(puzzle, board).is_ok());
                replayed.board = Some(board.clone());
            }
            Recorded::Stopped(stop) => {
                replayed.stop = *stop;
                let judged = match stop {
                    Stop::Solved => claimed == Some(true),
                    Stop::Wrong => claimed == Some(false),
                    _ => claimed.is_none(),
                };
                if !judged {
                    wrong.get_or_insert(Disagreement::Verdict { told: stop.id() });
                }
            }
            Recorded::Started
            | Recorded::At { .. }
            | Recorded::Restarted
            | Recorded::Gauge { .. } => {}
        }
        each(&counters, &event);
    }
    Ok(replayed)
}
