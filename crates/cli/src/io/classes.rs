//! The first puzzle of each class, for any number of puzzles in bounded memory.
//!
//! Classes are distinguished by 128 bits of their canonical form: two SipHash values with keys that are
//! drawn for each run, so no input can be made to collide. Among 10^9 classes any two are confused
//! with a probability of 10^18 / 2^129, less than 10^-20, which is far below that of an error of the
//! memory; the forms themselves would take twice the space and time.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use quadrille_core::{BoxShape, CancelFlag};
use quadrille_storage::Firsts;

use crate::failure::Failure;

/// Memory for everything else: the program, its threads and what they work on.
const OVERHEAD: u64 = 16 << 20;

/// A class of isomorphic puzzles.
pub(crate) type Class = u128;

/// Computes classes.
pub(crate) struct ClassHasher([RandomState; 2]);

impl ClassHasher {
    pub(crate) fn new() -> Self {
        Self([RandomState::new(), RandomState::new()])
    }

    /// Returns the class of all puzzles whose boxes have this shape and whose form is this text.
    pub(crate) fn class(&self, shape: BoxShape, form: &str) -> Class {
        let [high, low] = [0, 1].map(|half: usize| {
            let mut hasher = self.0[half].build_hasher();
            hasher.write_u8(shape.rows() as u8);
            hasher.write_u8(shape.columns() as u8);
            hasher.write(form.as_bytes());
            u128::from(hasher.finish())
        });
        high << 64 | low
    }
}

/// What is written of the rows that come, in order.
pub(crate) struct Classes(Mutex<(Firsts, Option<io::Error>)>);

/// Why the rest of the rows is not written.
enum Unwritten {
    Kept(io::Error),
    Written(Failure),
}

impl From<io::Error> for Unwritten {
    fn from(error: io::Error) -> Self {
        Self::Kept(error)
    }
}

impl Classes {
    /// Creates an empty set that takes that number of bytes, the rest of the program included; at least a
    /// few hundred kilobytes of its own.
    pub(crate) fn new(memory: u64) -> Self {
        let usable = memory.saturating_sub(OVERHEAD).max(memory / 4).max(1 << 19);
        Self(Mutex::new((Firsts::new(usable), None)))
    }

    /// Returns whether a row is the first of its class and to be written now. If that is not known
    /// yet, the row is kept for later. A row without a class is written in any case. `None` if rows
    /// cannot be kept, which [`finish`](Self::finish) reports.
    pub(super) fn offer(&self, class: Option<Class>, row: &[u8]) -> Option<bool> {
        let (firsts, failed) = &mut *self.lock();
        firsts.offer(class, row).map_err(|error| *failed = Some(error)).ok()
    }

    /// Writes the rows that were kept for later and are the first of their class.
    pub(crate) fn finish(
        &self,
        cancel: &CancelFlag,
        write: &mut dyn FnMut(&[u8]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (firsts, failed) = std::mem::replace(&mut *self.lock(), (Firsts::new(0), None));
        if let Some(error) = failed {
            return Err(failure(error));
        }
        let mut write = |row: &[u8]| write(row).map_err(Unwritten::Written);
        firsts.finish(&|| cancel.is_cancelled(), &mut write).map_err(|error| match error {
            Unwritten::Kept(error) => failure(error),
            Unwritten::Written(failure) => failure,
        })
    }

    fn lock(&self) -> MutexGuard<'_, (Firsts, Option<io::Error>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the failure for an error of the temporary files.
fn failure(error: io::Error) -> Failure {
    let directory = std::env::temp_dir();
    let what = format!(
        "cannot use temporary files in {} (TMPDIR names another directory; with more --memory there \
         is less to write)",
        directory.display()
    );
    Failure::unwritten(error, what)
}
