//! The runs of a tuning as they end, from which an interrupted one continues.
//!
//! A tuning learns nothing of its runs but their results, so that with the same results it takes the
//! same way. The journal has a line of JSON that says what is tuned, and one for each run, with its nodes,
//! `null` if it did not solve. Runs are numbered in the order in which the tuning asks for them; they
//! end in any order.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use thiserror::Error;

use super::Tuning;

/// A line of a run.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RunLine {
    run: u64,
    // Required, though it may be null.
    #[serde(deserialize_with = "Option::deserialize")]
    nodes: Option<u64>,
}

/// Keeps a line, and returns whether that was possible.
type Keep<'k> = &'k mut (dyn FnMut(&[u8]) -> bool + Send);

/// The runs that are known, and where others are kept.
pub struct Journal<'k> {
    known: BTreeMap<u64, Option<u64>>,
    asked: AtomicU64,
    keep: Mutex<Keep<'k>>,
    has_failed: AtomicBool,
}

/// What is in a journal.
#[derive(Debug)]
pub struct JournalContents {
    known: BTreeMap<u64, Option<u64>>,
    /// The length of its whole lines in bytes; what follows was cut off while it was written.
    pub good_bytes: usize,
}

/// The reason why a tuning cannot go on from a journal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JournalError {
    /// It is of another tuning.
    #[error("is of another tuning ({})", .0.join("; "))]
    Other(Vec<String>),
    /// It is something else.
    #[error("is not the log of a tuning")]
    Foreign,
    /// A line is not a run.
    #[error("is damaged in line {0}")]
    Damaged(usize),
}

impl JournalContents {
    /// Reads a journal of a tuning. An empty one is that of any.
    ///
    /// # Errors
    /// When it is of another, or damaged.
    pub fn read(text: &[u8], tuning: &Tuning) -> Result<Self, JournalError> {
        let good_bytes = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let mut lines = text[..good_bytes].split_inclusive(|&byte| byte == b'\n').zip(1..);
        let mut known = BTreeMap::new();
        if let Some((head, _)) = lines.next() {
            let head: Value = serde_json::from_slice(head).unwrap_or_default();
            if head["type"] != "tuning" {
                return Err(JournalError::Foreign);
            }
            let differences = differences(&head, &tuning.head());
            if !differences.is_empty() {
                return Err(JournalError::Other(differences));
            }
        }
        for (line, number) in lines {
            let run: RunLine =
                serde_json::from_slice(line).map_err(|_| JournalError::Damaged(number))?;
            known.insert(run.run, run.nodes);
        }
        Ok(Self { known, good_bytes })
    }

    /// Returns how many runs are known.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Returns whether none is.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }
}

impl<'k> Journal<'k> {
    /// Goes on with the runs of a journal; `keep` gets each line that follows, and returns whether it
    /// could be kept. After the first that could not, no more are run.
    pub fn new(contents: JournalContents, keep: Keep<'k>) -> Self {
        let (asked, has_failed) = (AtomicU64::new(0), AtomicBool::new(false));
        Self { known: contents.known, asked, keep: Mutex::new(keep), has_failed }
    }

    /// Returns the number of the first of so many runs that are asked for now.
    pub(super) fn ask(&self, runs: usize) -> u64 {
        self.asked.fetch_add(runs as u64, Ordering::Relaxed)
    }

    /// Returns the nodes of a run, `None` within if it did not solve.
    pub(super) fn known(&self, number: u64) -> Option<Option<u64>> {
        self.known.get(&number).copied()
    }

    /// Keeps a run.
    pub(super) fn keep(&self, number: u64, nodes: Option<u64>) {
        let mut keep = self.keep.lock().expect("keeping does not panic");
        if !keep(&line_of(&RunLine { run: number, nodes })) {
            self.has_failed.store(true, Ordering::Relaxed);
        }
    }

    /// Returns whether a line could not be kept.
    pub(super) fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed)
    }
}

/// Opens the log of a tuning, or creates it, and reads the runs that it has.
///
/// # Errors
/// When it cannot be opened or read, or is not the log of this tuning.
#[cfg(feature = "files")]
pub fn open_journal(
    path: &std::path::Path,
    tuning: &Tuning,
) -> Result<(quadrille_storage::AppendFile, JournalContents), crate::study::DirectoryError> {
    use std::io::Read;

    use crate::study::DirectoryError;

    let mut file = quadrille_storage::AppendFile::open(path, quadrille_storage::Links::Refuse)?;
    let mut text = Vec::new();
    file.read().and_then(|mut file| file.read_to_end(&mut text)).map_err(|error| {
        DirectoryError::System { what: format!("cannot read {}", path.display()), error }
    })?;
    let contents = JournalContents::read(&text, tuning).map_err(|error| {
        DirectoryError::Foreign { path: path.to_owned(), what: error.to_string() }
    })?;
    file.truncate(contents.good_bytes as u64)?;
    if file.is_empty() {
        file.append(&tuning.journal_head())?;
    }
    Ok((file, contents))
}

/// Returns a line of JSON.
fn line_of(value: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(value).expect("it is plain data");
    line.push(b'\n');
    line
}

impl Tuning {
    /// Returns the first line of the journal.
    pub fn journal_head(&self) -> Vec<u8> {
        line_of(&self.head())
    }

    /// Returns everything that the runs depend on.
    fn head(&self) -> Value {
        let mut hash = crc32fast::Hasher::new();
        for instance in self.training.iter().chain(&self.held_out) {
            hash.update(format!("{:?}\n", instance.puzzle).as_bytes());
        }
        json!({
            "type": "tuning",
            "version": env!("CARGO_PKG_VERSION"),
            "algorithm": self.configuration.to_string(),
            "fixed": self.fixed,
            "seed": self.seed,
            "runs": self.runs,
            "nodes": self.nodes,
            "limits": format!("{:?}", self.limits),
            "settings": self.settings,
            "races": self.races,
            "puzzles": format!("{:08x}", hash.finalize()),
        })
    }
}

/// Returns the fields that differ, each with what is there and what was expected.
fn differences(there: &Value, expected: &Value) -> Vec<String> {
    let fields = expected.as_object().into_iter().flatten();
    let differing = fields.filter(|(name, value)| there[name.as_str()] != **value);
    differing
        .map(|(name, value)| format!("{name} {value}, there {}", there[name.as_str()]))
        .collect()
}
