//! One run of an algorithm on a puzzle: its meter, its random stream, its observer, its claim.

use std::time::Duration;

use super::{Counters, Event, Meter, Observer, Stop, common_cost};
use crate::board::{Puzzle, Snapshot, Solution};
use crate::rng::Rng;

/// What an algorithm of the lab receives: it counts its work in `meter`, draws random numbers from
/// `rng`, shows boards to its observer, and claims its answer.
pub struct Run<'a> {
    /// Limits and counters.
    pub meter: Meter<'a>,
    /// The random stream.
    pub rng: Rng,
    puzzle: &'a Puzzle,
    best_cost: u32,
    /// How many boards [`at`](Self::at) was offered.
    boards: u64,
    solution: Option<Solution>,
    refused: Option<Snapshot>,
    /// What happened, beyond what the [`Stop`] says.
    pub reason: Option<String>,
    /// Processor time of other processes that did the work; `None` if this thread did it.
    pub cpu_elsewhere: Option<Duration>,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Why the run ended.
    pub stop: Stop,
    /// The solution, if the algorithm claimed one and the validator accepted it.
    pub solution: Option<Solution>,
    /// The board that the algorithm claimed and the validator rejected.
    pub refused: Option<Snapshot>,
    /// What the algorithm counted.
    pub counters: Counters,
    /// The most bytes that the algorithm kept at once, by its own count.
    pub memory: u64,
    /// What happened, beyond what `stop` says.
    pub reason: Option<String>,
    /// Processor time of other processes that did the work; `None` if the calling thread did it.
    pub cpu_elsewhere: Option<Duration>,
}

impl<'a> Run<'a> {
    /// Creates a run on a puzzle.
    ///
    /// ```
    /// use quadrille_core::{Counter, Meter, Puzzle, Rng, Run, Stop};
    /// let puzzle: Puzzle = "1234341221.....1".parse()?;
    /// let mut run = Run::new(&puzzle, Meter::unlimited(), Rng::from_seed(1));
    /// assert_eq!(run.meter.count(Counter::Branch), Ok(()));
    /// let outcome = run.finish(Stop::Stuck);
    /// assert_eq!(outcome.counters[Counter::Branch], 1);
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn new(puzzle: &'a Puzzle, meter: Meter<'a>, rng: Rng) -> Self {
        Self {
            meter,
            rng,
            puzzle,
            best_cost: u32::MAX,
            boards: 0,
            solution: None,
            refused: None,
            reason: None,
            cpu_elsewhere: None,
        }
    }

    /// Returns this run with an observer, and reports the start of the run to it.
    #[must_use]
    pub fn observed_by(mut self, observer: &'a mut dyn Observer) -> Self {
        self.meter = self.meter.observed_by(observer);
        self.meter.emit(Event::Started);
        self
    }

    /// Returns whether boards that are shown reach an observer.
    ///
    /// ```
    /// use quadrille_core::{Meter, Puzzle, Rng, Run};
    /// let puzzle: Puzzle = "1234341221.....1".parse()?;
    /// let run = Run::new(&puzzle, Meter::unlimited(), Rng::from_seed(1));
    /// assert!(!run.is_observed());
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn is_observed(&self) -> bool {
        self.meter.is_observed()
    }

    /// Shows a board that may be the best so far. `board` is called only if the run is observed.
    #[inline]
    pub fn offer(&mut self, board: impl FnOnce() -> Snapshot) {
        if self.meter.is_observed() {
            let board = board();
            let cost = common_cost(self.puzzle.shape(), &board);
            if cost < self.best_cost {
                self.best_cost = cost;
                self.meter.emit(Event::Improved { cost, board: &board });
            }
        }
    }

    /// Shows where the search is: how many placements or decisions below the root of its tree, or 0
    /// without a tree, and the board. Call it for every board: the first 2048 are all reported, and after that
    /// 512, evenly spaced, each time their number doubles; fewer of large boards, so that the trace of
    /// a run has a few megabytes at most. `place` is called only for these, and only if the
    /// run is observed.
    #[inline]
    pub fn at(&mut self, place: impl FnOnce() -> (usize, Snapshot)) {
        if self.meter.is_observed() {
            if is_shown(self.boards, self.puzzle.shape().cells()) {
                let (depth, board) = place();
                self.meter.emit(Event::At { board: &board, depth: depth as u32 });
            }
            self.boards += 1;
        }
    }

    /// Shows an inner quantity. `values` is called only if the run is observed.
    #[inline]
    pub fn gauge(&mut self, name: &'static str, values: impl FnOnce() -> Vec<f64>) {
        if self.meter.is_observed() {
            self.meter.emit(Event::Gauge { name, values: &values() });
        }
    }

    /// Claims that a board is the solution. The validator decides between [`Stop::Solved`] and
    /// [`Stop::Wrong`].
    ///
    /// ```
    /// use quadrille_core::{Meter, Puzzle, Rng, Run, Stop};
    /// let puzzle: Puzzle = "1234341221.....1".parse()?;
    /// let mut run = Run::new(&puzzle, Meter::unlimited(), Rng::from_seed(1));
    /// assert_eq!(run.claim(&[1; 16]), Stop::Wrong);
    /// assert_eq!(run.claim(&[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]), Stop::Solved);
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn claim(&mut self, board: &[u8]) -> Stop {
        let judged = Solution::new(self.puzzle, board);
        if judged.is_ok() {
            self.offer(|| board.into());
        }
        self.meter.emit(Event::Claimed { board });
        match judged {
            Ok(solution) => {
                self.solution = Some(solution);
                Stop::Solved
            }
            Err(_) => {
                self.refused = Some(board.into());
                Stop::Wrong
            }
        }
    }

    /// Ends the run.
    ///
    /// ```
    /// use quadrille_core::{Meter, Puzzle, Rng, Run};
    /// let puzzle: Puzzle = "1234341221.....1".parse()?;
    /// let mut run = Run::new(&puzzle, Meter::unlimited(), Rng::from_seed(1));
    /// let stop = run.claim(&[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]);
    /// assert!(run.finish(stop).solution.is_some());
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn finish(mut self, stop: Stop) -> Outcome {
        self.meter.emit(Event::Stopped(stop));
        Outcome {
            stop,
            solution: self.solution,
            refused: self.refused,
            counters: self.meter.counters,
            memory: self.meter.peak_memory(),
            reason: self.reason,
            cpu_elsewhere: self.cpu_elsewhere,
        }
    }
}

/// Returns whether [`Run::at`] reports the board with this number and that many cells.
fn is_shown(number: u64, cells: usize) -> bool {
    let rarer = (cells / 64).max(1).ilog2();
    number < 2048 >> rarer || number.is_multiple_of(1 << (number.ilog2() + rarer - 9))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoxShape, Grid};

    #[test]
    fn boards_are_shown_ever_more_sparsely() {
        for (cells, rarer) in [(16, 0), (81, 0), (256, 2), (625, 3), (2401, 5)] {
            let shown =
                |from: u64, to: u64| (from..to).filter(|&number| is_shown(number, cells)).count();
            assert_eq!(shown(0, 2048 >> rarer), 2048 >> rarer);
            for bits in 11 - rarer..20 {
                assert_eq!(shown(1 << bits, 2 << bits), 512 >> rarer);
            }
        }
    }

    #[test]
    fn a_wrong_claim_is_refused() {
        let puzzle = Puzzle::try_from(Grid::empty(BoxShape::NINE)).unwrap();
        let mut run = Run::new(&puzzle, Meter::unlimited(), Rng::from_seed(1));
        assert_eq!(run.claim(&[1; 81]), Stop::Wrong);
        let outcome = run.finish(Stop::Wrong);
        assert!(outcome.solution.is_none() && outcome.refused.is_some());
    }
}
