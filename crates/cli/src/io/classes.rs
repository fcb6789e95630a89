//! The first puzzle of each class, for any number of puzzles in bounded memory.
//!
//! Classes are told apart by 128 bits of their canonical form: two SipHash values with keys that are
//! drawn for each run, so no input can be made to collide. Among 10^9 classes any two are confused
//! with a probability of 10^18 / 2^129, less than 10^-20, which is far below that of an error of the
//! memory; the forms themselves would take twice the space and time.
//!
//! As long as the classes fit into memory, the first puzzle of each is written immediately. Then the
//! set stays as it is. Puzzles of a class in it are still dropped; of all others the row goes to one
//! file and (class, number of the row) to a [`Sorter`]. At the end the least number of each class is
//! a row to write. A second sort puts these numbers in order, so that the file of rows is read once,
//! from its beginning. The input is read only once, and may be a pipe.

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState};
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use quadrille_engine::{BoxShape, CancelFlag};
use quadrille_storage::{Rows, Sorter};

use crate::failure::Failure;

/// Memory for everything else: the program, its threads and what they work on.
const OVERHEAD: u64 = 16 << 20;
/// Bytes of each place in the set, whose number is a power of two.
const PLACE: u64 = 17;

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

/// Classes are random bits already.
#[derive(Default)]
struct Bits(u64);

impl Hasher for Bits {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("classes are written as a number");
    }

    fn write_u128(&mut self, class: u128) {
        self.0 = class as u64;
    }
}

/// What is written of the rows that come, in order.
pub(crate) struct Classes {
    state: Mutex<State>,
}

struct State {
    seen: HashSet<Class, BuildHasherDefault<Bits>>,
    /// Maximum number of classes in the set.
    most: usize,
    /// Bytes for sorting.
    memory: usize,
    later: Option<Later>,
    error: Option<io::Error>,
}

/// Rows that may have to be written at the end.
struct Later {
    rows: Rows,
    /// The class of each row in two numbers, and the number of the row.
    classes: Sorter,
    /// The numbers of rows without a class, which are written in any case.
    others: Sorter,
}

impl Classes {
    /// Creates an empty set that takes so many bytes, the rest of the program included; at least a
    /// few hundred kilobytes of its own.
    pub(crate) fn new(memory: u64) -> Self {
        let usable = memory.saturating_sub(OVERHEAD).max(memory / 4).max(1 << 19);
        // The set takes half, and half of that again while it grows.
        let places = 1_u64 << (usable / 2 / PLACE).max(2).ilog2();
        let most = usize::try_from(places / 8 * 7).unwrap_or(usize::MAX).max(1);
        let memory = usize::try_from(usable / 4).unwrap_or(usize::MAX / 2);
        let seen = HashSet::default();
        Self { state: Mutex::new(State { seen, most, memory, later: None, error: None }) }
    }

    /// Returns whether a row is the first of its class and to be written now. If that is not known
    /// yet, the row is kept for later. A row without a class is written in any case. `None` if rows
    /// cannot be kept, which [`finish`](Self::finish) reports.
    pub(super) fn offer(&self, class: Option<Class>, row: &[u8]) -> Option<bool> {
        let mut state = self.lock();
        let offered = state.offer(class, row);
        offered.map_err(|error| state.error = Some(error)).ok()
    }

    /// Writes the rows that were kept for later and are the first of their class.
    pub(crate) fn finish(
        &self,
        cancel: &CancelFlag,
        write: &mut dyn FnMut(&[u8]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut state = self.lock();
        if let Some(error) = state.error.take() {
            return Err(failure(error));
        }
        state.seen = HashSet::default();
        let memory = state.memory;
        let Some(Later { rows, classes, others }) = state.later.take() else { return Ok(()) };
        let mut firsts = Sorter::new(memory);
        let mut last = None;
        for record in classes.sorted().map_err(failure)? {
            if cancel.is_cancelled() {
                return Ok(());
            }
            let [high, low, number] = record.map_err(failure)?;
            if last.replace((high, low)) != Some((high, low)) {
                firsts.push([number, 0, 0]).map_err(failure)?;
            }
        }
        for record in others.sorted().map_err(failure)? {
            firsts.push(record.map_err(failure)?).map_err(failure)?;
        }
        let mut rows = rows.read().map_err(failure)?;
        let mut next = 0;
        for record in firsts.sorted().map_err(failure)? {
            let [number, ..] = record.map_err(failure)?;
            while let Some(row) = rows.next_row().map_err(failure)? {
                next += 1;
                if next > number {
                    write(row)?;
                    break;
                }
            }
            if cancel.is_cancelled() {
                return Ok(());
            }
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Returns whether to write a row now.
    fn offer(&mut self, class: Option<Class>, row: &[u8]) -> io::Result<bool> {
        let is_seen = match class {
            None => false,
            Some(class) if self.later.is_none() && self.seen.len() < self.most => {
                return Ok(self.seen.insert(class));
            }
            Some(class) => self.seen.contains(&class),
        };
        if is_seen || (class.is_none() && self.later.is_none()) {
            return Ok(!is_seen);
        }
        if self.later.is_none() {
            let classes = Sorter::new(self.memory);
            // There are few of them.
            let others = Sorter::new(self.memory / 16);
            self.later = Some(Later { rows: Rows::create()?, classes, others });
        }
        if let Some(later) = &mut self.later {
            let number = later.rows.push(row)?;
            match class {
                Some(class) => later.classes.push([(class >> 64) as u64, class as u64, number])?,
                None => later.others.push([number, 0, 0])?,
            }
        }
        Ok(false)
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
