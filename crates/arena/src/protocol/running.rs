//! Programs that are running: the threads that read from and write to them, and their end.

use std::fmt;
use std::io::{self, BufReader};
use std::process::Child;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::child::Process;
use super::message::ToBot;
use super::pipes::{GameOver, Heard, LastLine, Pipe, read_lines, write_lines};
use super::shortage::Machine;

/// How long it may take to end after `quit` before it is killed.
const QUIT_LIMIT: Duration = Duration::from_millis(200);
/// How often a wait polls the cancel flag.
pub(super) const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Programs that wait for their next game. They are ended when this is dropped.
#[derive(Clone, Default)]
pub struct Waiting(Arc<Mutex<Vec<Running>>>);

impl Waiting {
    /// Takes a program that has not ended.
    pub(super) fn take(&self) -> Option<Running> {
        let mut next = self.lock().pop()?;
        let process = next.process.as_mut()?;
        matches!(process.ended(), Ok(None)).then_some(next)
    }

    /// Lets a program wait.
    pub(super) fn add(&self, running: Running) {
        self.lock().push(running);
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Running>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Waiting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Waiting")
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Waiting {}

/// A program that was started, with the threads that read from and write to it.
pub(super) struct Running {
    /// Taken when it is closed.
    pub(super) process: Option<Process>,
    /// As it was before the start.
    pub(super) machine: Machine,
    /// Dropped to close its standard input.
    pub(super) to: Option<Sender<String>>,
    pub(super) from: Receiver<Heard>,
    /// Set once the end of its output was read: whether it was in the middle of a line.
    pub(super) ended: Option<bool>,
    /// Receives the last line of its standard error when that ends, unless its guard reads it.
    pub(super) last_error: Receiver<String>,
    pub(super) over: GameOver,
}

impl Running {
    /// Tells the program to quit and kills what is left of it. Returns whether it ended by itself.
    pub(super) fn close(&mut self) -> bool {
        if let Some(to) = self.to.take() {
            // The end of the input, which follows, means the same.
            let _ = to.send(format!("{}\n", ToBot::Quit.line(0)));
        }
        let Some(mut process) = self.process.take() else { return false };
        let mut waited = Duration::ZERO;
        let mut ended = false;
        while !ended && waited < QUIT_LIMIT {
            ended = matches!(process.ended(), Ok(Some(_)));
            if !ended {
                thread::sleep(POLL_INTERVAL / 4);
                waited += POLL_INTERVAL / 4;
            }
        }
        self.over.announce();
        process.kill();
        ended
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.close();
    }
}

/// Starts the threads that read from and write to a program.
pub(super) fn attend(
    child: &mut Child,
    over: &GameOver,
) -> io::Result<(Sender<String>, Receiver<Heard>, Receiver<String>)> {
    let (sender, from) = mpsc::sync_channel(16);
    let (error_sender, last_error) = mpsc::channel();
    let (to, lines) = mpsc::channel();
    let stdout = Pipe::new(child.stdout.take().expect("piped"), over)?;
    let stdin = Pipe::new(child.stdin.take().expect("piped"), over)?;
    let thread = thread::Builder::new;
    thread().spawn(move || read_lines(BufReader::new(stdout), &sender))?;
    thread().spawn(move || write_lines(stdin, &lines))?;
    // A guard reads the standard error of its program.
    if let Some(stderr) = child.stderr.take() {
        let stderr = Pipe::new(stderr, over)?;
        thread().spawn(move || error_sender.send(LastLine::of(stderr)))?;
    }
    Ok((to, from, last_error))
}
