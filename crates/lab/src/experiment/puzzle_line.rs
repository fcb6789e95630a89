//! The line of a puzzle in the log.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::PuzzleRow;
use crate::features::{Features, Value};

/// A puzzle, with its features.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename = "puzzle")]
pub(super) struct PuzzleLine {
    pub(super) number: u64,
    pub(super) source: String,
    pub(super) line: u64,
    pub(super) puzzle: String,
    /// Whether propagation alone solves it.
    pub(super) by_singles: bool,
    /// Early logs have no features.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    features: BTreeMap<String, f64>,
    /// The features whose value is a lower bound.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    at_least: Vec<String>,
}

impl PuzzleLine {
    /// Returns the line of a puzzle.
    pub(super) fn of(number: u64, row: &PuzzleRow) -> Self {
        let known = || row.features.known();
        Self {
            number,
            source: row.source.to_string(),
            line: row.line,
            puzzle: row.text.clone(),
            by_singles: row.by_singles,
            features: known().map(|(f, value)| (f.id.to_owned(), value.number())).collect(),
            at_least: known()
                .filter(|(_, value)| value.is_bound())
                .map(|(feature, _)| feature.id.to_owned())
                .collect(),
        }
    }

    /// Returns the features. Those of other versions are ignored.
    pub(super) fn features(&self) -> Features {
        let mut features = Features::default();
        for (id, &number) in &self.features {
            let is_bound = self.at_least.contains(id);
            features
                .set(id, if is_bound { Value::AtLeast(number) } else { Value::Exactly(number) });
        }
        features
    }
}
