//! Sequences of items that are made from their numbers, on all threads and written in order.

use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use quadrille_api::Tried;
use quadrille_core::parallel;

use super::output::{Output, Printed, Report};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

/// Batches under way or waiting for each thread.
const WINDOW: NonZeroUsize = NonZeroUsize::new(4).expect("not 0");

/// The items to make.
pub(crate) struct Sequence {
    /// The number of the first one.
    pub(crate) first: u64,
    /// How many.
    pub(crate) count: u64,
    /// How many are made at a time on a thread.
    pub(crate) batch: u64,
    /// What they are, for people: "grids".
    pub(crate) unit: &'static str,
    /// What the search for them tried, if they are searched for.
    pub(crate) tried: Option<Arc<Tried>>,
}

impl Sequence {
    /// Returns the numbers of each batch. It counts batches, so that the last number may be the largest
    /// there is.
    fn batches(&self) -> impl Iterator<Item = Range<u64>> + Send + use<> {
        let (first, count, batch) = (self.first, self.count, self.batch);
        (0..count.div_ceil(batch)).map(move |index| {
            let from = index * batch;
            first + from..first + count.min(from + batch)
        })
    }

    /// Makes the items and writes them in the order of their numbers. `write` gets a number and writes
    /// its item, unless Ctrl-C came. Memory does not depend on how many there are.
    pub(crate) fn write_all<'a>(
        &self,
        context: &'a Context,
        write: impl Fn(u64, &mut Report<'a>) + Sync,
    ) -> Result<Exit, Failure> {
        self.write_batches(context, |numbers, report| {
            for number in numbers {
                if context.cancel.is_cancelled() {
                    report.end();
                    break;
                }
                write(number, report);
            }
        })
    }

    /// Like [`write_all`](Self::write_all), for items that are made together: `write` gets the numbers
    /// of a batch.
    pub(crate) fn write_batches<'a>(
        &self,
        context: &'a Context,
        write: impl Fn(Range<u64>, &mut Report<'a>) + Sync,
    ) -> Result<Exit, Failure> {
        let mut out = Output::open(context)?;
        let progress = match self.tried.clone() {
            None => context.progress_bar(self.count, self.unit),
            Some(tried) => {
                context.search_bar(self.count, self.unit, Box::new(move || tried.words()))
            }
        };
        let mut printed = Printed::new(&mut out, None);
        let mut failure = None;
        let make = |numbers: Range<u64>| {
            let mut report = Report::new(context);
            write(numbers, &mut report);
            report
        };
        let threads = context.threads();
        parallel::map_in_order(threads, WINDOW, self.batches(), make, |report, more| {
            let print = || {
                let flow = report.print(&mut printed)?;
                if !more {
                    printed.write(b"", true)?;
                }
                Ok(flow)
            };
            let flow = progress.suspend(print);
            progress.set_position(printed.count);
            flow.unwrap_or_else(|error| {
                failure = Some(error);
                ControlFlow::Break(())
            })
        });
        progress.finish_and_clear();
        let Printed { count, mut exit, .. } = printed;
        if let Some(failure) = failure {
            return Err(failure);
        }
        exit.merge(context.signal_status());
        out.conclude(exit)?;
        if exit == Exit::Interrupted {
            context.messages.note(&format!("interrupted; the first {count} are written"));
        }
        Ok(exit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_cover_all_numbers() {
        for (first, count, batch) in
            [(0, 0, 5), (0, 1, 5), (3, 10, 5), (3, 11, 5), (u64::MAX - 7, 7, 2), (0, 4, u64::MAX)]
        {
            let sequence = Sequence { first, count, batch, unit: "grids", tried: None };
            let batches: Vec<_> = sequence.batches().collect();
            assert!(batches.iter().all(|batch| !batch.is_empty()));
            let numbers: Vec<u64> = batches.into_iter().flatten().collect();
            assert_eq!(numbers, (first..first + count).collect::<Vec<u64>>());
        }
    }
}
