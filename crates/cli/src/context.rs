//! What every command gets besides its own arguments.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, RwLock};
use std::thread;

use quadrille_engine::CancelFlag;

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
    possible_threads: OnceLock<NonZeroUsize>,
}

/// Returns how many threads can run at once, up to `wanted`, with the caller's among them.
fn possible_threads(wanted: NonZeroUsize) -> NonZeroUsize {
    let gate = RwLock::new(());
    let others = thread::scope(|scope| {
        // All of them wait until the last is started.
        let _closed = gate.write();
        let start = |_: &usize| {
            let wait = || drop(gate.read());
            thread::Builder::new().spawn_scoped(scope, wait).is_ok()
        };
        (1..wanted.get()).take_while(start).count()
    });
    NonZeroUsize::MIN.saturating_add(others)
}

impl Context {
    pub(crate) fn new(common: Common) -> Self {
        Self {
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
            possible_threads: OnceLock::new(),
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

    /// Returns the number of threads to use, all cores by default.
    ///
    /// If the user wants more than the system starts, these are fewer, and a note says so.
    pub(crate) fn threads(&self) -> NonZeroUsize {
        let Some(wanted) = self.threads else {
            return thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        };
        *self.possible_threads.get_or_init(|| {
            let possible = possible_threads(wanted);
            if possible < wanted {
                self.messages.note(&format!(
                    "the system starts only {possible} of {wanted} threads; limits on processes or \
                     memory may be the reason"
                ));
            }
            possible
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

    /// Returns the exit status as far as it depends on Ctrl-C.
    pub(crate) fn signal_status(&self) -> Exit {
        if self.cancel.is_cancelled() { Exit::Interrupted } else { Exit::Done }
    }
}
