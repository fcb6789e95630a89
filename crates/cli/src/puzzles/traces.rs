//! `solve --trace`: every run with what happened in it, kept in one file, run after run.
//!
//! One run at a time, straight into the file: traces may be long, and their order is that of the
//! inputs whatever the number of threads. The file is opened before the first run; when it cannot
//! be written any more, the run that is on is broken off.

use std::ops::ControlFlow;
use std::path::Path;

use quadrille_engine::{CancelFlag, Counters, Event, Observer, Puzzle, Stop};
use quadrille_lab::trace::{Header, TraceWriter};

use super::solve::First;
use super::stream::Answering;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::input::{Arrival, Inputs};
use crate::io::output::Output;

/// Writes a trace, and ends the run when that fails.
struct Watch<'a> {
    writer: TraceWriter<&'a mut Output>,
    cancel: CancelFlag,
}

impl Observer for Watch<'_> {
    fn event(&mut self, at: &Counters, event: Event<'_>) {
        self.writer.event(at, event);
        if self.writer.has_failed() {
            self.cancel.cancel();
        }
    }
}

impl First {
    /// Solves all puzzles of the inputs, keeping traces in that file.
    pub(super) fn trace(
        &self,
        inputs: &Inputs,
        path: &Path,
        context: &Context,
    ) -> Result<Exit, Failure> {
        let to_standard = path == Path::new("-");
        if to_standard && context.output.is_none() {
            return Err(Failure::usage(
                "--trace - and the answers would both go to standard output; name a file for the \
                 answers with --output",
            ));
        }
        if context.output.as_deref() == Some(path) {
            return Err(Failure::usage(format!(
                "--trace and --output both name {}; name two files",
                path.display()
            )));
        }
        let mut traces =
            if to_standard { Output::standard(context) } else { Output::create(context, path)? };
        // By another name, too.
        context.used_files.add(path);
        let mut out = Output::open(context)?;
        let cancel = &self.cancel;
        let mut exit = Exit::Done;
        let mut failed = None;
        inputs.read(cancel, &mut |arrival| {
            let one = self.trace_one(arrival, &mut traces, &mut out);
            match one {
                Ok(one) => {
                    exit.merge(one);
                    let bad = one == Exit::Usage && context.strict;
                    if bad || cancel.is_cancelled() {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                }
                Err(failure) => {
                    failed = Some(failure);
                    ControlFlow::Break(())
                }
            }
        });
        if let Some(failure) = failed {
            return Err(failure);
        }
        exit.merge(context.signal_status());
        traces.conclude(exit)?;
        out.conclude(exit)?;
        Ok(exit)
    }

    fn trace_one(
        &self,
        arrival: Arrival,
        traces: &mut Output,
        out: &mut Output,
    ) -> Result<Exit, Failure> {
        let item = match arrival {
            Arrival::Trouble(message) => {
                out.flush()?;
                out.messages.bad_input(&message);
                return Ok(Exit::Usage);
            }
            Arrival::Item(item) => item,
            Arrival::Chunk(_) => unreachable!("this command asks for no chunks"),
        };
        let puzzle = match &item.puzzle {
            Ok(puzzle) => puzzle,
            Err(error) => return self.write_bad(&item, error, out),
        };
        let header = self.header(puzzle);
        let mut watch =
            Watch { writer: TraceWriter::new(&mut *traces, &header), cancel: self.cancel.clone() };
        let timed = self.run(puzzle, Some(&mut watch));
        let finished = watch.writer.finish().map(|_| ());
        finished.map_err(|error| traces.failure(error))?;
        if timed.outcome.stop == Stop::Cancelled {
            return Ok(Exit::Done);
        }
        let exit = self.write(&item, puzzle, timed, out)?;
        out.flush()?;
        Ok(exit)
    }

    fn header(&self, puzzle: &Puzzle) -> Header {
        Header {
            shape: puzzle.shape(),
            puzzle: puzzle.to_string(),
            configuration: self.method.to_string(),
            seed: self.seed,
        }
    }
}
