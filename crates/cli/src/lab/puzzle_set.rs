//! The puzzles that a comparison or a tuning runs on.

use std::ffi::OsStr;

use quadrille_lab::bounds::MAX_RUNS;
use quadrille_lab::experiment::Instance;

use crate::args::InputOptions;
use crate::context::Context;
use crate::failure::Failure;
use crate::io::arguments::Inputs;
use crate::io::bounded::Kept;
use crate::io::input::Record;

/// The puzzles of some inputs, and the errors of the lines that are not puzzles.
#[derive(Default)]
pub(super) struct PuzzleSet {
    pub(super) instances: Vec<Instance>,
    pub(super) bad_lines: Vec<String>,
}

impl PuzzleSet {
    /// Reads all puzzles, at least one, for that number of algorithms. Prints the errors of bad lines immediately.
    pub(super) fn read(
        names: &[impl AsRef<OsStr>],
        reading: &InputOptions,
        seed: u64,
        algorithms: usize,
        context: &Context,
    ) -> Result<Self, Failure> {
        let inputs = Inputs::resolve(names, reading, seed, context)?;
        let mut set = Self::default();
        let mut kept = Kept::default();
        kept.expect(&inputs)?;
        // Before any puzzle is made.
        let runs = inputs.source_puzzles().saturating_mul(algorithms as u64);
        if runs > MAX_RUNS {
            return Err(Failure::usage(format!(
                "{runs} runs: {algorithms} algorithms on {} puzzles; at most {MAX_RUNS}, so take \
                 fewer puzzles",
                inputs.source_puzzles()
            )));
        }
        for record in inputs.records(&context.cancel) {
            match record {
                Ok(Record { file, line, puzzle, .. }) => {
                    kept.add(&puzzle)?;
                    set.instances.push(Instance { source: file, line, puzzle });
                }
                Err(bad) => {
                    context.bad_input(&bad.message);
                    set.bad_lines.push(bad.message);
                    if context.strict {
                        return Err(Failure::usage(
                            "stopped at the first bad line because of --strict",
                        ));
                    }
                }
            }
        }
        if set.instances.is_empty() {
            return Err(Failure::usage("the inputs hold no puzzle"));
        }
        Ok(set)
    }
}
