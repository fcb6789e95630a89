//! How many runs it takes to detect a difference.

use std::convert::Infallible;
use std::num::NonZeroUsize;

use quadrille_core::{CancelFlag, Clock};
use thiserror::Error;

use super::Start;
use crate::experiment::{Difference, Experiment, Finished, Progress, Table, run_trials};
use crate::report::{ReportFiles, runs_to_detect};

/// Why it is not known how many runs detect a difference.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DetectError {
    /// The cancel flag was raised.
    #[error("cancelled")]
    Cancelled,
    /// There is nothing to compare.
    #[error("a difference is between two algorithms; there is one")]
    One,
    /// A configuration solved too few puzzles to know how much its times vary.
    #[error(
        "`{0}` solved fewer than six of the puzzles that are compared, so that nothing is known of how \
         much its times vary; take more puzzles that are not solved by singles, or allow more nodes"
    )]
    TooFew(String),
}

/// Returns how many runs were planned to detect a difference by the log of a store, if it is resumed.
///
/// # Errors
/// When the log cannot be read.
pub fn planned_runs<S: ReportFiles>(
    store: &S,
    start: Start,
    difference: Difference,
) -> Result<Option<u32>, S::Error> {
    if start == Start::Anew {
        return Ok(None);
    }
    let header = store.read(&mut |_, _| {})?.map(|contents| contents.header);
    Ok(header.filter(|header| header.detect == Some(difference)).map(|header| header.runs))
}

impl Experiment {
    /// Returns the experiment with as many runs as detect a difference of processor times between any
    /// two of its configurations, with a probability of 90 %.
    ///
    /// The first runs on the puzzles that have [controls](Self::CONTROLS) are made for that, and not
    /// kept; `each` gets their progress. From their differences to the controls follows how much a time varies from run to run.
    ///
    /// # Errors
    /// When too little is known of the times, or there is nothing to compare.
    ///
    /// # Panics
    /// When time is limited, by the experiment or by default, and the clock does not run.
    pub fn to_detect(
        self,
        difference: Difference,
        threads: NonZeroUsize,
        cancel: &CancelFlag,
        clock: &dyn Clock,
        mut each: impl FnMut(Progress) + Send,
    ) -> Result<Self, DetectError> {
        if self.configurations.len() < 2 {
            return Err(DetectError::One);
        }
        let all = self.instances.len();
        let chosen = all.min(Self::CONTROLS as usize);
        let instances = (0..chosen).map(|place| self.instances[place * all / chosen].clone());
        let (runs, detect) = (1, Some(difference));
        let pilot = Self { instances: instances.collect(), runs, detect, ..self.clone() };
        let mut table = Table::of(&pilot);
        let trials: Vec<u64> = (0..pilot.trials() + pilot.controls()).collect();
        let ran = run_trials(&pilot, &trials, threads, cancel, clock, |row, at| {
            table.push(&row);
            each(at);
            Ok::<_, Infallible>(())
        });
        let Ok(finished) = ran;
        if finished == Finished::Cancelled {
            return Err(DetectError::Cancelled);
        }
        table.sort();
        let scale = all as f64 / chosen.max(1) as f64;
        let runs = runs_to_detect(&table, difference, scale).map_err(DetectError::TooFew)?;
        Ok(Self { runs, detect: Some(difference), ..self })
    }
}
