//! Programs that are running: what is said to them and heard of them, and their end.

use std::fmt;
use std::io::{self, BufReader};
use std::mem;
use std::process::{Child, ExitStatus};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::child::{Process, SpawnError};
use super::containment::Guard;
use super::cpu;
use super::pipes::{Closed, Heard, LastLine, Pipe, read_lines, write_lines};
use super::shortage::Machine;

/// What a program reads last, after which its input ends.
const QUIT: &str = "quit";
/// How long it may take to end after that before it is killed.
const QUIT_LIMIT: Duration = Duration::from_millis(200);
/// How long a program that is checked may take to end, so that a busy machine is not its fault.
pub const QUIT_PATIENCE: Duration = Duration::from_secs(2);
/// How often callers that wait for a program should poll whether they still need it.
pub const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Programs that wait until they are needed again. They are ended when the last clone of this is
/// dropped.
#[derive(Clone, Default)]
pub struct Waiting(Arc<Mutex<Vec<Running>>>);

impl Waiting {
    /// Takes a program that has not ended.
    pub fn take(&self) -> Option<Running> {
        let mut next = self.lock().pop()?;
        matches!(next.ended(), Ok(None)).then_some(next)
    }

    /// Lets a program wait.
    pub fn add(&self, running: Running) {
        self.lock().push(running);
    }

    /// Ends the programs that wait.
    pub fn end(&self) {
        let waiting = mem::take(&mut *self.lock());
        drop(waiting);
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

/// A program that was started, with the threads that read from and write to it. It is
/// [closed](Self::close) when this is dropped.
pub struct Running {
    /// Taken when it is closed.
    process: Option<Process>,
    /// As it was before the start.
    machine: Machine,
    /// Dropped to close its standard input.
    to: Option<Sender<String>>,
    from: Receiver<Heard>,
    /// Set once the end of its output was read: whether it was in the middle of a line.
    half: Option<bool>,
    /// Receives the last line of its standard error when that ends, unless its guard reads it.
    last_error: Receiver<String>,
    closed: Closed,
}

impl Running {
    /// Starts a program with its arguments, by its guard if it has one. Its lines may have that
    /// many bytes.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(
        words: &[String],
        guard: Option<&Guard>,
        longest_line: usize,
    ) -> Result<Self, SpawnError> {
        let machine = Machine::observe();
        let mut process = Process::spawn(words, guard)?;
        let closed = Closed::default();
        match attend(&mut process.child, longest_line, &closed) {
            Ok((to, from, last_error)) => {
                let (process, to) = (Some(process), Some(to));
                Ok(Self { process, machine, to, from, half: None, last_error, closed })
            }
            Err(error) => {
                closed.announce();
                process.kill();
                Err(SpawnError::Environment(error))
            }
        }
    }

    /// Returns the number of its process, or that of its guard.
    pub fn id(&self) -> Option<u32> {
        self.process.as_ref().map(|process| process.child.id())
    }

    /// Waits a moment until it sleeps, and returns its processor time so far, with that of the
    /// processes that it started, if they live or it waited for them. `None` if it has ended,
    /// and on other systems than Linux.
    pub fn cpu(&self) -> Option<Duration> {
        cpu::settle(self.process.as_ref()?.program_id()?);
        self.cpu_now()
    }

    /// Returns what [`cpu`](Self::cpu) returns, without waiting.
    pub(crate) fn cpu_now(&self) -> Option<Duration> {
        cpu::of_all(self.process.as_ref()?.program_id()?)
    }

    /// Sends a line. Returns whether its input is open; a program may have ended all the same.
    pub fn send(&self, line: &str) -> bool {
        let Some(to) = &self.to else { return false };
        // If the writing thread ended, so did the program. What it wrote last is read later.
        let _ = to.send(format!("{line}\n"));
        true
    }

    /// Closes its input.
    pub fn close_input(&mut self) {
        self.to = None;
    }

    /// Returns whether its input is open.
    pub fn is_open(&self) -> bool {
        self.to.is_some()
    }

    /// Waits up to `limit` for what it writes; `None` if it writes nothing.
    pub fn hear(&mut self, limit: Duration) -> Option<Heard> {
        if let Some(half) = self.half {
            return Some(Heard::End { half });
        }
        let heard = match self.from.recv_timeout(limit) {
            Ok(heard) => heard,
            Err(RecvTimeoutError::Disconnected) => Heard::End { half: false },
            Err(RecvTimeoutError::Timeout) => return None,
        };
        if let Heard::End { half } = heard {
            self.half = Some(half);
        }
        Some(heard)
    }

    /// Returns what it has written, without waiting. The end of its output is no news.
    pub fn heard(&mut self) -> Option<Heard> {
        let heard = self.from.try_recv().ok()?;
        if let Heard::End { half } = heard {
            self.half = Some(half);
            return None;
        }
        Some(heard)
    }

    /// Returns the status of a program that ended, and what its guard read last from its standard
    /// error.
    ///
    /// # Errors
    /// When it is not known how it ended, as its guard was killed.
    pub fn ended(&mut self) -> io::Result<Option<(ExitStatus, Option<String>)>> {
        self.process.as_mut().map_or(Ok(None), Process::ended)
    }

    /// Returns the status and the last error message of a program that closed its output, as in
    /// ` (exit status: 1): no memory`, if it reports them within a moment.
    ///
    /// # Errors
    /// When it is not known how it ended, as its guard was killed.
    pub fn obituary(&mut self) -> io::Result<String> {
        let (mut text, mut error) = (String::new(), None);
        // On a busy machine, the end of its output is read long before its status is known.
        for _ in 0..100 {
            if let Some((status, last_error)) = self.ended()? {
                text = format!(" ({status})");
                error = last_error;
                break;
            }
            thread::sleep(POLL_INTERVAL / 4);
        }
        let wait = POLL_INTERVAL * 5;
        let error = error.unwrap_or_else(|| self.last_error.recv_timeout(wait).unwrap_or_default());
        if !error.is_empty() {
            text += &format!(": {error}");
        }
        Ok(text)
    }

    /// Returns the shortage of the machine that may have made it fail, if there is one.
    pub fn shortage(&mut self) -> Option<io::Error> {
        let ended = self.ended().ok().flatten();
        self.machine.shortage(ended.map(|(status, _)| status))
    }

    /// Sends `quit`, closes its input, and kills what is left of it after a moment. Returns whether
    /// it ended by itself.
    pub fn close(&mut self) -> bool {
        self.close_within(QUIT_LIMIT)
    }

    /// Does the same as [`Running::close`], with another moment.
    pub fn close_within(&mut self, limit: Duration) -> bool {
        // The end of the input, which follows, means the same.
        self.send(QUIT);
        self.close_input();
        let mut waited = Duration::ZERO;
        let mut ended = false;
        while !ended && waited < limit && self.process.is_some() {
            ended = matches!(self.ended(), Ok(Some(_)));
            if !ended {
                thread::sleep(POLL_INTERVAL / 4);
                waited += POLL_INTERVAL / 4;
            }
        }
        self.kill();
        ended
    }

    /// Kills it and everything that it started.
    pub fn kill(&mut self) {
        self.close_input();
        self.closed.announce();
        if let Some(process) = self.process.take() {
            process.kill();
        }
    }
}

impl fmt::Debug for Running {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Running({:?})", self.id())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.close();
    }
}

/// Starts the threads that read from and write to a program.
fn attend(
    child: &mut Child,
    longest_line: usize,
    closed: &Closed,
) -> io::Result<(Sender<String>, Receiver<Heard>, Receiver<String>)> {
    let (sender, from) = mpsc::sync_channel(16);
    let (error_sender, last_error) = mpsc::channel();
    let (to, lines) = mpsc::channel();
    let stdout = Pipe::new(child.stdout.take().expect("piped"), closed)?;
    let stdin = Pipe::new(child.stdin.take().expect("piped"), closed)?;
    let thread = thread::Builder::new;
    thread().spawn(move || read_lines(BufReader::new(stdout), longest_line, &sender))?;
    thread().spawn(move || write_lines(stdin, &lines))?;
    // A guard reads the standard error of its program.
    if let Some(stderr) = child.stderr.take() {
        let stderr = Pipe::new(stderr, closed)?;
        thread().spawn(move || error_sender.send(LastLine::of(stderr)))?;
    }
    Ok((to, from, last_error))
}
