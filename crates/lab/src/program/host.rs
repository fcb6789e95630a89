//! The processes of a program: started when they are needed, kept between runs, replaced after a
//! failure.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use quadrille_core::{CancelFlag, Stop};

use super::message::{LONGEST_LINE, Said, hello, parse, shown};
use super::{Program, ProgramHost};
use crate::process::{Heard, POLL_INTERVAL, Running, SpawnError, Waiting};

/// How long a program may take to answer the greeting.
const START_LIMIT: Duration = Duration::from_secs(10);
/// After that many failed starts in a row, a program is not started again.
const MOST_STARTS: u32 = 3;

/// What the clones of a program share.
pub(super) struct Host {
    pub(super) options: ProgramHost,
    waiting: Waiting,
    /// Starts in a row that failed.
    failed_starts: AtomicU32,
    last_failure: Mutex<String>,
    /// What an exact solver found on puzzles of which the program said that they have no solution.
    pub(super) verdicts: Mutex<HashMap<String, Stop>>,
    /// Why the machine could not run the program.
    shortage: Mutex<Option<String>>,
}

/// Why there is no answer.
pub(super) enum Trouble {
    /// What the program did.
    Program(String),
    /// What the machine could not do, which says nothing about the program.
    Machine(io::Error),
    Cancelled,
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Host {
    pub(super) fn new(options: ProgramHost) -> Self {
        Self {
            options,
            waiting: Waiting::default(),
            failed_starts: AtomicU32::new(0),
            last_failure: Mutex::default(),
            verdicts: Mutex::default(),
            shortage: Mutex::default(),
        }
    }
}

impl Program {
    /// Starts the program and closes its input at once, to find out whether it can be started.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn try_start(&self) -> io::Result<()> {
        let mut running = self.spawn(None).map_err(|error| match error {
            SpawnError::Environment(error) | SpawnError::Program(error) => error,
        })?;
        running.close_input();
        running.close();
        Ok(())
    }

    /// Starts the program and waits for its greeting, to find out whether it works here.
    ///
    /// # Errors
    /// Why it does not, in words for users.
    pub fn try_greeting(&self) -> Result<(), String> {
        match self.start(None, &CancelFlag::new()) {
            Ok(mut running) => {
                // Runs may have a limit on memory, which a process gets when it starts.
                running.close_input();
                running.close();
                Ok(())
            }
            Err(Trouble::Program(why)) => Err(why),
            Err(Trouble::Machine(error)) => Err(error.to_string()),
            Err(Trouble::Cancelled) => Err("was cancelled".to_owned()),
        }
    }

    /// Ends the processes that wait for a run; the next run starts one. They also end when the last
    /// clone of the configuration is dropped.
    pub fn end(&self) {
        self.host.waiting.end();
    }

    /// Returns why the machine could not run the program, if that happened.
    pub fn shortage(&self) -> Option<String> {
        lock(&self.host.shortage).clone()
    }

    /// Records why the machine could not run the program.
    pub(super) fn blame_machine(&self, error: &io::Error) {
        *lock(&self.host.shortage) = Some(error.to_string());
    }

    fn spawn(&self, memory: Option<u64>) -> Result<Running, SpawnError> {
        let mut guard = self.host.options.guard.clone();
        if let (Some(guard), Some(memory)) = (&mut guard, memory) {
            guard.memory = Some(memory.max(self.host.options.least_memory));
        }
        Running::start(&self.words, guard.as_ref(), LONGEST_LINE)
    }

    /// Returns a process that waits for a run, or starts one.
    pub(super) fn open(
        &self,
        memory: Option<u64>,
        cancel: &CancelFlag,
    ) -> Result<Running, Trouble> {
        if let Some(running) = self.host.waiting.take() {
            return Ok(running);
        }
        if self.host.failed_starts.load(Ordering::Relaxed) >= MOST_STARTS {
            let last = lock(&self.host.last_failure).clone();
            return Err(Trouble::Program(format!("{last}; not started again")));
        }
        let opened = self.start(memory, cancel);
        match &opened {
            Ok(_) => self.host.failed_starts.store(0, Ordering::Relaxed),
            Err(Trouble::Program(why)) => {
                self.host.failed_starts.fetch_add(1, Ordering::Relaxed);
                lock(&self.host.last_failure).clone_from(why);
            }
            Err(_) => {}
        }
        opened
    }

    /// Starts a process and waits for its `ready`.
    pub(super) fn start(
        &self,
        memory: Option<u64>,
        cancel: &CancelFlag,
    ) -> Result<Running, Trouble> {
        let mut running = self.spawn(memory).map_err(|error| match error {
            SpawnError::Environment(error) => Trouble::Machine(error),
            SpawnError::Program(error) => Trouble::Program(format!("cannot be started: {error}")),
        })?;
        running.send(&hello());
        let started = Instant::now();
        loop {
            match next(&mut running, POLL_INTERVAL, cancel)? {
                Some(line) => match parse(&line, 0) {
                    Some(Said::Ready) => return Ok(running),
                    _ => {
                        let (hello, line) = (hello(), shown(&line));
                        let why = format!("said `{line}`; the answer to `{hello}` is `ready NAME`");
                        return Err(Trouble::Program(why));
                    }
                },
                None if started.elapsed() >= START_LIMIT => {
                    let why = format!("was not ready within {} s", START_LIMIT.as_secs());
                    return Err(blamed(&mut running, why));
                }
                None => {}
            }
        }
    }

    /// Keeps a process for the next run.
    pub(super) fn keep(&self, running: Running) {
        self.host.waiting.add(running);
    }
}

/// Waits a moment for the next line.
pub(super) fn next(
    running: &mut Running,
    limit: Duration,
    cancel: &CancelFlag,
) -> Result<Option<String>, Trouble> {
    if cancel.is_cancelled() {
        return Err(Trouble::Cancelled);
    }
    let what = match running.hear(limit) {
        Some(Heard::Line(line)) => return Ok(Some(line)),
        Some(Heard::TooLong) => {
            let why = format!("wrote a line of more than {LONGEST_LINE} bytes");
            return Err(Trouble::Program(why));
        }
        Some(Heard::Broken(error)) => return Err(Trouble::Machine(error)),
        Some(Heard::End { half: true }) => "ended in the middle of a line",
        Some(Heard::End { half: false }) => "ended",
        // A process that it started may hold its output open.
        None => match running.ended() {
            Err(error) => return Err(Trouble::Machine(error)),
            // What it wrote last may arrive a moment later.
            Ok(Some(_)) => match running.hear(limit) {
                Some(Heard::Line(line)) => return Ok(Some(line)),
                _ => "ended",
            },
            Ok(None) => return Ok(None),
        },
    };
    let obituary = running.obituary().map_err(Trouble::Machine)?;
    Err(blamed(running, format!("{what}{obituary}")))
}

/// Blames the program, unless the machine may be the reason.
pub(super) fn blamed(running: &mut Running, why: String) -> Trouble {
    running.shortage().map_or(Trouble::Program(why), Trouble::Machine)
}
