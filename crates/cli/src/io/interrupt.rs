//! Ctrl-C and termination signals: the first asks the command to end, so that what is done is
//! written; the second ends the process immediately.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use quadrille_core::CancelFlag;

use super::flood::Flood;
use super::messages::Messages;
use super::output::so_far;
use super::streams::OpenOutputs;
use crate::context::Context;

/// How long a command may take to end by itself. Giving back memory takes a while after that.
pub(crate) const PATIENCE: Duration = Duration::from_millis(40);
/// The same for a command that has a table to print.
pub(crate) const LONG_PATIENCE: Duration = Duration::from_millis(80);
/// A second signal within this time counts as the first: timeout(1), for example, signals both the
/// process and its group.
const ECHO: Duration = Duration::from_millis(150);
/// How long an output may stay busy after that. If its reader has stopped reading, it stays busy
/// forever.
const WRITING: Duration = Duration::from_millis(20);
/// How long an output may stay busy while a command without a limit on its time ends.
const LONG_WRITING: Duration = Duration::from_millis(250);

/// Makes a write beyond the limit on the size of files (`ulimit -f`) an error, as on a full disk. By
/// default it ends the process without a word. Bots are not affected.
#[cfg(unix)]
pub(crate) fn survive_file_limit() {
    // Any handler will do. Without one, the default remains.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

#[cfg(not(unix))]
pub(crate) fn survive_file_limit() {}

impl Context {
    /// Makes signals raise the cancel flag, and returns it.
    ///
    /// With `patience`, the process ends that long after the first signal even if the command has
    /// not noticed, with its outputs flushed. That is for commands that lose nothing when they end
    /// at a line of their output. Without, it ends only when the command does, or when an output has
    /// no reader.
    pub(crate) fn handle_signals(&self, patience: Option<Duration>) -> CancelFlag {
        let handler = Handler {
            flag: self.cancel.clone(),
            patience,
            first: None,
            outputs: self.outputs.clone(),
            bad_inputs: self.bad_inputs.clone(),
            messages: self.messages,
            exiting: Arc::default(),
        };
        // `ctrlc` catches signals before it starts the thread that acts on them. Without that thread
        // they would be lost; if they are not caught, they end the process.
        let started = thread::Builder::new().spawn(|| ()).map(JoinHandle::join);
        if let Err(error) = started {
            self.messages.note(&format!(
                "Ctrl-C will end the command at once and lose its last results, because no thread can \
                 wait for it: {error}"
            ));
        } else if let Err(error) = ctrlc::set_handler(handler.into_closure()) {
            self.messages.note(&format!("Ctrl-C may have no effect: {error}"));
        }
        self.cancel.clone()
    }
}

struct Handler {
    flag: CancelFlag,
    patience: Option<Duration>,
    /// When the first signal came.
    first: Option<Instant>,
    outputs: Arc<OpenOutputs>,
    bad_inputs: Arc<Flood>,
    messages: Messages,
    /// Two concurrent calls of `exit` are undefined behavior on some systems.
    exiting: Arc<Mutex<()>>,
}

impl Handler {
    fn into_closure(mut self) -> impl FnMut() + Send + 'static {
        move || self.signal()
    }

    fn signal(&mut self) {
        let first = *self.first.get_or_insert_with(Instant::now);
        if self.flag.is_cancelled() {
            if first.elapsed() > ECHO {
                exit(&self.exiting);
            }
            return;
        }
        self.flag.cancel();
        let (outputs, exiting) = (self.outputs.clone(), self.exiting.clone());
        let (bad_inputs, messages) = (self.bad_inputs.clone(), self.messages);
        let patience = self.patience;
        let end = move || {
            let kept = match patience {
                Some(patience) => end_outputs(&outputs, patience),
                None => wait_for_blocked(&outputs),
            };
            conclude(&bad_inputs, kept, messages);
            exit(&exiting);
        };
        let end = Arc::new(end);
        let later = end.clone();
        if thread::Builder::new().spawn(move || later()).is_err() && patience.is_some() {
            // The thread of the signals waits instead; a second signal then comes too late.
            end();
        }
    }
}

/// Flushes the outputs after that time, unless one stays busy. Returns the files that hold results
/// under another name than theirs.
fn end_outputs(outputs: &OpenOutputs, patience: Duration) -> Vec<PathBuf> {
    thread::sleep(patience);
    let late = Instant::now() + WRITING;
    loop {
        match outputs.flush_if_idle() {
            Some(kept) => return kept,
            None if Instant::now() >= late => return Vec::new(),
            None => thread::sleep(Duration::from_millis(1)),
        }
    }
}

/// Returns when an output has stayed busy for long.
fn wait_for_blocked(outputs: &OpenOutputs) -> Vec<PathBuf> {
    let mut idle = Instant::now();
    while idle.elapsed() < LONG_WRITING {
        thread::sleep(Duration::from_millis(5));
        if !outputs.is_busy() {
            idle = Instant::now();
        }
    }
    outputs.drop_empty();
    Vec::new()
}

/// Prints the counts of bad inputs and where results are. Gives up soon if standard error is a pipe that is not read.
fn conclude(bad_inputs: &Arc<Flood>, kept: Vec<PathBuf>, messages: Messages) {
    let (done, is_done) = mpsc::channel();
    let bad_inputs = bad_inputs.clone();
    let print = move || {
        bad_inputs.conclude(messages);
        kept.iter().for_each(|part| messages.note(&so_far(part)));
        // The process may no longer wait.
        let _ = done.send(());
    };
    if thread::Builder::new().spawn(print).is_ok() {
        // An error means that it took too long.
        let _ = is_done.recv_timeout(WRITING);
    }
}

/// Ends the process, if the command does not end by itself.
fn exit(exiting: &Mutex<()>) {
    let _guard = exiting.lock();
    std::process::exit(130);
}
