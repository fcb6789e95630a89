//! What is typed, read by a thread of its own so that waiting for it can be interrupted.

use std::io::{self, BufRead, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use quadrille_arena::{AgentError, Forfeit};
use quadrille_engine::Meter;

/// Maximum bytes of a typed line; a longer one counts as several.
const LONGEST_LINE: u64 = 4096;
/// How often waiting checks the clock and the cancel flag.
const POLL: Duration = Duration::from_millis(20);

/// How standard input is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pieces {
    /// In lines.
    Lines,
    /// In whatever arrives, key by key.
    Keys,
}

/// What a person types.
pub(super) struct Typed {
    pieces: Mutex<Receiver<Vec<u8>>>,
    ended: AtomicBool,
}

impl Typed {
    /// Starts to read standard input.
    ///
    /// # Errors
    /// When the system starts no more threads.
    pub(super) fn new(pieces: Pieces) -> io::Result<Arc<Self>> {
        let (sender, receiver) = mpsc::sync_channel(16);
        thread::Builder::new().spawn(move || {
            let mut input = io::stdin().lock();
            while let Some(piece) = read(&mut input, pieces) {
                if sender.send(piece).is_err() {
                    return;
                }
            }
        })?;
        Ok(Arc::new(Self { pieces: Mutex::new(receiver), ended: AtomicBool::new(false) }))
    }

    /// Whether a piece was wanted after the end of the input.
    pub(super) fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// Records that the person ended the input.
    pub(super) fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }

    /// Waits for a line.
    pub(super) fn line(&self, meter: &Meter<'_>) -> Result<String, AgentError> {
        loop {
            if let Some(line) = self.next(meter)? {
                return Ok(String::from_utf8_lossy(&line).into_owned());
            }
        }
    }

    /// Waits for the next piece for a short time; `None` if there is none yet.
    pub(super) fn next(&self, meter: &Meter<'_>) -> Result<Option<Vec<u8>>, AgentError> {
        // Checked before every piece, because they may arrive faster than they are processed.
        check(meter)?;
        let pieces = self.pieces.lock().unwrap_or_else(PoisonError::into_inner);
        match pieces.recv_timeout(POLL) {
            Ok(piece) => Ok(Some(piece)),
            Err(RecvTimeoutError::Disconnected) => {
                self.end();
                Err(AgentError::Stopped)
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
        }
    }
}

/// Returns an error if the game was stopped or the player's time is up.
pub(super) fn check(meter: &Meter<'_>) -> Result<(), AgentError> {
    if meter.cancel_flag().is_cancelled() {
        return Err(AgentError::Stopped);
    }
    if meter.limits().time.is_some_and(|left| meter.elapsed() >= left) {
        return Err(Forfeit::Time.into());
    }
    Ok(())
}

/// Reads the next piece; `None` at the end.
fn read(input: &mut impl BufRead, pieces: Pieces) -> Option<Vec<u8>> {
    let mut piece = Vec::new();
    match pieces {
        Pieces::Lines => {
            let read = input.take(LONGEST_LINE).read_until(b'\n', &mut piece);
            matches!(read, Ok(1..)).then_some(piece)
        }
        Pieces::Keys => loop {
            match input.fill_buf() {
                Ok([]) => return None,
                Ok(bytes) => {
                    piece.extend(bytes);
                    input.consume(piece.len());
                    return Some(piece);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return None,
            }
        },
    }
}
