//! The puzzles that a comparison or a tuning runs on.

use std::ops::ControlFlow;

use quadrille_lab::experiment::Instance;

use crate::args::InputOptions;
use crate::context::Context;
use crate::failure::Failure;
use crate::io::bounded::Kept;
use crate::io::input::{Arrival, Inputs};

/// The puzzles of some inputs, and the errors of the lines that are not puzzles.
#[derive(Default)]
pub(super) struct PuzzleSet {
    pub(super) instances: Vec<Instance>,
    pub(super) bad_lines: Vec<String>,
}

impl PuzzleSet {
    /// Reads all puzzles, at least one. Prints the errors of bad lines immediately.
    pub(super) fn read(
        names: &[String],
        reading: &InputOptions,
        seed: u64,
        context: &Context,
    ) -> Result<Self, Failure> {
        let inputs = Inputs::resolve(names, reading, seed, context)?;
        let mut set = Self::default();
        let (mut kept, mut failure) = (Kept::default(), None);
        inputs.read(&context.cancel, &mut |arrival| {
            let bad_line = match arrival {
                Arrival::Trouble(message) => message,
                Arrival::Chunk(_) => unreachable!("this command asks for no chunks"),
                Arrival::Item(item) => match item.puzzle {
                    Err(ref error) => item.message(error),
                    Ok(puzzle) => {
                        if let Err(too_many) = kept.add(&puzzle) {
                            failure = Some(too_many);
                            return ControlFlow::Break(());
                        }
                        set.instances.push(Instance { source: item.file, line: item.line, puzzle });
                        return ControlFlow::Continue(());
                    }
                },
            };
            context.messages.bad_input(&bad_line);
            set.bad_lines.push(bad_line);
            if context.strict {
                failure = Some(Failure::usage("stopped at the first bad line because of --strict"));
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        match failure {
            Some(failure) => Err(failure),
            None if set.instances.is_empty() => Err(Failure::usage("the inputs hold no puzzle")),
            None => Ok(set),
        }
    }
}
