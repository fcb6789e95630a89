//! How many runs a comparison takes to detect a difference.

use std::num::NonZeroUsize;

use quadrille_lab::experiment::{Experiment, Progress};
use quadrille_lab::study::DetectError;

use crate::{Comparison, Context, Error, ErrorKind};

impl Comparison {
    /// Returns the comparison with as many runs as detect the difference that it is to detect: those
    /// that a log has planned, or else those that follow from some runs, of which `each` gets the
    /// progress.
    ///
    /// # Errors
    /// When too little is known of the times, or it takes more runs than the context allows.
    pub fn sized(
        mut self,
        planned: Option<u32>,
        threads: NonZeroUsize,
        context: &Context<'_>,
        each: impl FnMut(Progress) + Send,
    ) -> Result<Self, Error> {
        let Some(difference) = self.detect else { return Ok(self) };
        let experiment = self.experiment;
        self.experiment = match planned {
            Some(runs) => Experiment { runs, detect: Some(difference), ..experiment },
            None => experiment
                .to_detect(difference, threads, &context.cancel, context.clock, each)
                .map_err(|error| match error {
                    DetectError::Cancelled => {
                        Error::new(ErrorKind::Busy, "the comparison was cancelled")
                    }
                    error => Error::bad_request(error.to_string()),
                })?,
        };
        if self.experiment.trials() > context.caps.runs {
            let message = format!(
                "to detect {difference} takes {} runs of each algorithm on each puzzle, more than {} \
                 in all; take a larger difference, or common seeds",
                self.experiment.runs, context.caps.runs
            );
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        Ok(self)
    }
}
