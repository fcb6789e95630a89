//! What is typed, read by a thread of its own so that waiting for it can be interrupted.

use std::io::{self, BufRead, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use quadrille_arena::{AgentError, Forfeit};
use quadrille_core::Meter;

/// Maximum bytes of a typed line; a longer one counts as several.
const LONGEST_LINE: u64 = 4096;
/// How often waiting checks the clock and the cancel flag.
const POLL: Duration = Duration::from_millis(20);

/// What a person types.
pub(super) struct Typed {
    lines: Mutex<Receiver<Vec<u8>>>,
    ended: AtomicBool,
}

impl Typed {
    /// Starts to read standard input.
    ///
    /// # Errors
    /// When the system starts no more threads.
    pub(super) fn new() -> io::Result<Arc<Self>> {
        let (sender, receiver) = mpsc::sync_channel(16);
        thread::Builder::new().spawn(move || {
            let mut input = io::stdin().lock();
            while let Some(line) = read(&mut input) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        })?;
        Ok(Arc::new(Self { lines: Mutex::new(receiver), ended: AtomicBool::new(false) }))
    }

    /// Whether a line was wanted after the end of the input.
    pub(super) fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// Waits for a line, while the clock and the cancel flag are watched.
    pub(super) fn line(&self, meter: &Meter<'_>) -> Result<String, AgentError> {
        loop {
            // Checked before every line, because they may arrive faster than they are processed.
            check(meter)?;
            let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
            match lines.recv_timeout(POLL) {
                Ok(line) => return Ok(String::from_utf8_lossy(&line).into_owned()),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    self.ended.store(true, Ordering::Relaxed);
                    return Err(AgentError::Stopped);
                }
            }
        }
    }
}

/// Returns an error if the game was stopped or the player's time is up.
fn check(meter: &Meter<'_>) -> Result<(), AgentError> {
    if meter.cancel_flag().is_cancelled() {
        return Err(AgentError::Stopped);
    }
    if meter.limits().time.is_some_and(|left| meter.elapsed() >= left) {
        return Err(Forfeit::Time.into());
    }
    Ok(())
}

/// Reads the next line; `None` at the end.
fn read(input: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    let read = input.take(LONGEST_LINE).read_until(b'\n', &mut line);
    matches!(read, Ok(1..)).then_some(line)
}
