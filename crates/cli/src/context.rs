//! What every command gets besides its own arguments.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use quadrille_core::CancelFlag;
use quadrille_core::parallel::possible_threads;
use quadrille_lab::bounds::MAX_THREADS;
use quadrille_lab::registry::Registry;

use crate::args::Common;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::files::UsedFiles;
use crate::io::flood::Flood;
use crate::io::messages::Messages;
use crate::io::streams::OpenOutputs;

/// The common options, resolved, and the streams and signals of the process.
///
/// `main` makes one and passes it to the command; nothing else is shared between the parts of the
/// program.
pub(crate) struct Context {
    /// The algorithms that names refer to.
    pub(crate) algorithms: Registry,
    /// Whether results are JSON objects.
    pub(crate) json: bool,
    /// Whether the first bad line ends the command.
    pub(crate) strict: bool,
    /// The file or directory to write to, instead of standard output.
    pub(crate) output: Option<PathBuf>,
    /// Notes and errors, on standard error.
    pub(crate) messages: Messages,
    /// Raised by Ctrl-C once the command [handles signals](Self::handle_signals).
    pub(crate) cancel: CancelFlag,
    /// Files that the command uses and must not overwrite.
    pub(crate) used_files: UsedFiles,
    /// Outputs that Ctrl-C flushes.
    pub(crate) outputs: Arc<OpenOutputs>,
    /// Counts of bad parts of the input, which Ctrl-C prints.
    pub(crate) bad_inputs: Arc<Flood>,
    seed: Option<u64>,
    threads: Option<NonZeroUsize>,
    usable_threads: OnceLock<NonZeroUsize>,
}

/// Returns the number of threads to use if the user wants that number, or all of the cores, and a note
/// if the system starts fewer.
fn usable_threads(
    wanted: Option<NonZeroUsize>,
    cores: NonZeroUsize,
    possible: impl Fn(NonZeroUsize) -> NonZeroUsize,
) -> (NonZeroUsize, Option<String>) {
    let wanted = wanted.unwrap_or_else(|| cores.min(MOST_THREADS));
    let possible = possible(wanted);
    let note = (possible < wanted).then(|| {
        format!(
            "the system starts only {possible} of {wanted} threads; limits on processes or memory \
             may be the reason"
        )
    });
    (possible, note)
}

const MOST_THREADS: NonZeroUsize = NonZeroUsize::new(MAX_THREADS).expect("not 0");

impl Context {
    pub(crate) fn new(common: Common, algorithms: Registry) -> Self {
        Self {
            algorithms,
            json: common.json,
            strict: common.strict,
            output: common.output,
            messages: Messages::new(common.color, common.quiet, common.verbose),
            cancel: CancelFlag::new(),
            used_files: UsedFiles::default(),
            outputs: Arc::default(),
            bad_inputs: Arc::default(),
            seed: common.seed,
            threads: common.threads,
            usable_threads: OnceLock::new(),
        }
    }

    /// Prints what is wrong with a part of the input, of which there may be many.
    pub(crate) fn bad_input(&self, message: &str) {
        self.bad_inputs.bad_input(self.messages, message);
    }

    /// Prints how many bad parts of the input were only counted.
    pub(crate) fn conclude_bad_inputs(&self) {
        self.bad_inputs.conclude(self.messages);
    }

    /// Returns the seed of all random choices, 1 by default.
    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// Returns the seed given by the user.
    pub(crate) fn given_seed(&self) -> Option<u64> {
        self.seed
    }

    /// Returns a seed drawn from the time, for commands whose default is not 1.
    pub(crate) fn drawn_seed() -> u64 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        now.map_or(1, |time| time.as_micros() as u64 & 0xffff_ffff)
    }

    /// Returns the number of threads to use, all cores by default.
    ///
    /// If the system starts fewer, a note says so.
    pub(crate) fn threads(&self) -> NonZeroUsize {
        *self.usable_threads.get_or_init(|| {
            let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
            let (threads, note) = usable_threads(self.threads, cores, possible_threads);
            if let Some(note) = note {
                self.messages.note(&note);
            }
            threads
        })
    }

    /// Returns the number of threads given by the user.
    pub(crate) fn given_threads(&self) -> Option<NonZeroUsize> {
        self.threads
    }

    /// Returns the directory given by `--output`, for commands that write several files.
    pub(crate) fn output_directory(&self) -> Result<Option<&Path>, Failure> {
        match self.output.as_deref() {
            Some(path) if path == Path::new("-") => Err(Failure::usage(
                "`--output -`: this command writes a directory; standard output gets its results \
                 anyway, so omit --output or name a directory",
            )),
            path => Ok(path),
        }
    }

    /// Returns the exit status that Ctrl-C causes.
    pub(crate) fn signal_status(&self) -> Exit {
        if self.cancel.is_cancelled() { Exit::Interrupted } else { Exit::Done }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_threads_than_wanted_are_noted() {
        let some = |count| NonZeroUsize::new(count).unwrap();
        let at_most_3 = |wanted: NonZeroUsize| wanted.min(some(3));
        for (wanted, cores, used, noted) in [
            (None, 8, 3, Some("only 3 of 8 threads")),
            (Some(5), 2, 3, Some("only 3 of 5 threads")),
            (None, 3, 3, None),
            (Some(2), 8, 2, None),
        ] {
            let (threads, note) = usable_threads(wanted.map(some), some(cores), at_most_3);
            assert_eq!(threads.get(), used);
            assert_eq!(note.is_some(), noted.is_some());
            assert!(note.unwrap_or_default().contains(noted.unwrap_or_default()));
        }
        assert_eq!(usable_threads(None, some(1 << 20), |all| all).0.get(), MAX_THREADS);
    }
}
