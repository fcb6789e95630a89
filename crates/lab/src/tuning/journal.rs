//! The runs of a tuning as they end, from which an interrupted one continues.
//!
//! A tuning depends on its runs through their results alone, so with the same results it takes the same
//! course. The journal is a log like that of a comparison: a line that says what is tuned, and one for
//! each run, with its nodes, or `null` and the cost of its best board if it did not solve the puzzle. Runs are numbered in the order in
//! which the tuning asks for them; they end in any order.

use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

use super::Tuning;
use crate::experiment::log::{Lines, LogError, LoggedLimits, fingerprint, push_line};
#[cfg(feature = "files")]
use crate::study::DirectoryError;

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename = "tuning")]
struct Head {
    version: String,
    algorithm: String,
    fixed: Vec<String>,
    seed: u64,
    runs: u32,
    settings: usize,
    races: usize,
    #[serde(flatten)]
    limits: LoggedLimits,
    puzzles: usize,
    puzzles_hash: String,
}

/// A line of a run.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename = "run")]
struct RunLine {
    run: u64,
    // Required, though it may be null.
    #[serde(deserialize_with = "Option::deserialize")]
    nodes: Option<u64>,
    /// The common cost of the best board of a run that did not solve the puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cost: Option<u32>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Done {
    /// Its nodes if it solved the puzzle.
    pub(super) nodes: Option<u64>,
    /// Otherwise the common cost of its best board, if it had one.
    pub(super) least: Option<u32>,
}

/// Writes a line, and returns whether that succeeded.
type Keep<'k> = &'k mut (dyn FnMut(&[u8]) -> bool + Send);

/// The runs that are known, and where others are written.
pub struct Journal<'k> {
    known: BTreeMap<u64, Done>,
    asked: AtomicU64,
    keep: Mutex<Keep<'k>>,
    has_failed: AtomicBool,
}

/// What is in a journal.
#[derive(Debug)]
pub struct JournalContents {
    known: BTreeMap<u64, Done>,
    /// The length of its whole lines in bytes; what follows was cut off while it was written.
    pub good_bytes: u64,
}

/// The reason why a tuning cannot continue from a journal.
#[derive(Debug, Error)]
pub enum JournalError {
    /// It cannot be read, or a line is damaged.
    #[error(transparent)]
    Log(#[from] LogError),
    /// It is of another tuning.
    #[error("is the log of another tuning ({})", .0.join("; "))]
    Other(Vec<String>),
}

impl JournalContents {
    /// Reads the journal of a tuning. An empty one belongs to any.
    ///
    /// # Errors
    /// When it belongs to another, is damaged, or cannot be read.
    pub fn read(mut input: impl BufRead, tuning: &Tuning) -> Result<Self, JournalError> {
        let (mut lines, mut known) = (Lines::default(), BTreeMap::new());
        if let Some(line) = lines.next(&mut input)? {
            let differences = changed_keys(&line.parse::<Head>()?, &tuning.head());
            if !differences.is_empty() {
                return Err(JournalError::Other(differences));
            }
        }
        lines.are_runs = true;
        while let Some(line) = lines.next(&mut input)? {
            let RunLine { run, nodes, cost } = line.parse()?;
            known.insert(run, Done { nodes, least: cost });
        }
        Ok(Self { known, good_bytes: lines.good_bytes })
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
    /// Continues a journal; `keep` gets each line that follows, and returns whether it could be written.
    /// After a failure nothing more is run.
    pub fn new(contents: JournalContents, keep: Keep<'k>) -> Self {
        let (asked, has_failed) = (AtomicU64::new(0), AtomicBool::new(false));
        Self { known: contents.known, asked, keep: Mutex::new(keep), has_failed }
    }

    /// Returns the number of the first of these runs, which are asked for now.
    pub(super) fn ask(&self, runs: usize) -> u64 {
        self.asked.fetch_add(runs as u64, Ordering::Relaxed)
    }

    /// Returns how a run ended.
    pub(super) fn known(&self, number: u64) -> Option<Done> {
        self.known.get(&number).copied()
    }

    /// Writes a run.
    pub(super) fn keep(&self, number: u64, done: Done) {
        let mut keep = self.keep.lock().expect("keeping does not panic");
        let mut line = Vec::new();
        let Done { nodes, least } = done;
        push_line(&mut line, &RunLine { run: number, nodes, cost: least });
        if !keep(&line) {
            self.has_failed.store(true, Ordering::Relaxed);
        }
    }

    /// Returns whether a line could not be written.
    pub(super) fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed)
    }
}

/// Opens the log of a tuning, or creates it, and reads its runs.
///
/// # Errors
/// When it cannot be opened or read, is damaged, or is the log of another tuning.
#[cfg(feature = "files")]
pub fn open_journal(
    path: &std::path::Path,
    tuning: &Tuning,
) -> Result<(quadrille_storage::AppendFile, JournalContents), DirectoryError> {
    let mut file = quadrille_storage::AppendFile::open(path, quadrille_storage::Links::Refuse)?;
    let read = file.read().map_err(|error| JournalError::Log(error.into()));
    let contents = read.and_then(|input| JournalContents::read(input, tuning));
    let contents = contents.map_err(|error| {
        let path = path.to_owned();
        match error {
            JournalError::Log(LogError::Damaged { is_run: false, .. }) => {
                let what = "is not the log of a tuning".to_owned();
                DirectoryError::Foreign { path, what }
            }
            JournalError::Log(error) => DirectoryError::Log { path, error },
            JournalError::Other(_) => DirectoryError::Foreign { path, what: error.to_string() },
        }
    })?;
    file.truncate(contents.good_bytes)?;
    if file.is_empty() {
        file.append(&tuning.journal_head())?;
    }
    Ok((file, contents))
}

impl Tuning {
    /// Returns the first line of the journal.
    pub fn journal_head(&self) -> Vec<u8> {
        let mut line = Vec::new();
        push_line(&mut line, &self.head());
        line
    }

    /// Returns everything that the runs depend on.
    fn head(&self) -> Head {
        let puzzles = || self.training.iter().chain(&self.held_out);
        Head {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            algorithm: self.configuration.to_string(),
            fixed: self.fixed.clone(),
            seed: self.seed,
            runs: self.runs,
            settings: self.settings,
            races: self.races,
            limits: self.run_limits().into(),
            puzzles: puzzles().count(),
            puzzles_hash: fingerprint(puzzles().map(|instance| instance.puzzle.to_string())),
        }
    }
}

/// Returns the fields that differ, each with what is there and what was expected.
fn changed_keys(there: &Head, here: &Head) -> Vec<String> {
    let fields = |head: &Head| serde_json::to_value(head).expect("it is plain data");
    let (there, here) = (fields(there), fields(here));
    let names = [&there, &here].into_iter().filter_map(Value::as_object).flat_map(Map::keys);
    let names: BTreeSet<&String> = names.collect();
    let differing = names.into_iter().filter(|name| there[*name] != here[*name]);
    differing.map(|name| format!("{name}: {} there, {} here", there[name], here[name])).collect()
}
