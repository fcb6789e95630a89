//! `candidates`: the digits that each cell may have.

use quadrille_core::{CandidateSet, DigitSet, Meter, Puzzle, Status, analysis};
use quadrille_formats::Extra;
use quadrille_formats::pencilmark::text_of_marks;
use serde::Serialize;

use super::{Answer, InvalidAnswer, limit_of, text_of};
use crate::batch::cells_of;

/// Asks for candidates.
#[derive(Clone, Copy, Debug, Default)]
pub struct Candidates {
    /// Whether entries count as givens.
    pub with_entries: bool,
    /// Whether to omit only what filled cells rule out directly, which takes no search.
    pub direct: bool,
}

/// Candidates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct CandidatesAnswer {
    /// The puzzle as text on one line.
    pub puzzle: String,
    /// `solved` if they are known, `none` if there is no solution, `limit`.
    pub status: &'static str,
    /// The candidates of all cells row by row, as the format `pencilmark` writes them: as many
    /// characters for each cell as the board has digits, with `.` for digits that are ruled out.
    /// `null` if they are not known.
    pub candidates: Option<String>,
    /// The limit that ended the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<&'static str>,
    /// The seed.
    pub seed: u64,
}

impl Candidates {
    pub(super) fn answer(
        &self,
        puzzle: &Puzzle,
        extra: &Extra,
        seed: u64,
        meter: &mut Meter<'_>,
    ) -> Answer<'static> {
        let text = text_of(puzzle);
        let begun = match self.with_entries.then(|| with_entries(puzzle, extra)) {
            None => Ok(puzzle.clone()),
            Some(begun) => begun,
        };
        let begun = match begun {
            Ok(begun) => begun,
            Err(cells) => {
                let error = format!("the entries conflict in {}", cells.join(" and "));
                let status = Status::Invalid.id();
                let puzzle = Some(text);
                let place = None;
                return Answer::Invalid(InvalidAnswer {
                    puzzle,
                    status,
                    error,
                    place,
                    cells,
                    seed,
                });
            }
        };
        let found = match self.direct {
            true => Ok(CandidateSet::of(&begun)),
            false => analysis::true_candidates(&begun, meter),
        };
        let (status, candidates, stop) = match found {
            Err(stop) => (stop.status(), None, limit_of(stop)),
            Ok(found) => {
                let has_none = found.cells().iter().all(|digits| digits.is_empty());
                let status = if has_none { Status::None } else { Status::Solved };
                (status, Some(text_of_marks(&found)), None)
            }
        };
        let status = status.id();
        Answer::Candidates(CandidatesAnswer { puzzle: text, status, candidates, stop, seed })
    }
}

/// Returns the puzzle with its entries as givens, or the cells of a conflict.
pub(super) fn with_entries(puzzle: &Puzzle, extra: &Extra) -> Result<Puzzle, Vec<String>> {
    let values = extra.values(puzzle);
    let made = match puzzle.marks() {
        None => Puzzle::new(values, puzzle.edges().clone()),
        Some(marks) => {
            let mut marks = marks.clone();
            for (cell, digit) in values.filled() {
                let allowed = marks.get(cell).contains(digit);
                marks.set(cell, if allowed { DigitSet::only(digit) } else { DigitSet::EMPTY });
            }
            Puzzle::from_marks(marks, puzzle.edges().clone())
        }
    };
    made.map_err(|conflict| cells_of(&conflict))
}
