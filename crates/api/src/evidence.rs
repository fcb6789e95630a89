//! Deductions as fields, for words and drawings.

use quadrille_engine::logic::{Deduction, State, text};
use quadrille_engine::{Candidate, Cell, Digit, DigitSet};
use serde::{Deserialize, Serialize};

/// A digit in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CandidatePlace {
    /// The row, from 1.
    pub row: usize,
    /// The column, from 1.
    pub column: usize,
    /// The digit.
    pub digit: u8,
}

impl CandidatePlace {
    /// Returns the place of a candidate of a 9x9 board.
    pub(crate) fn of(candidate: Candidate) -> Self {
        let (row, column) = candidate.cell.row_column(9);
        Self { row: row + 1, column: column + 1, digit: candidate.digit.get() }
    }
}

/// What a deduction shows, and the evidence for it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Evidence {
    /// Digits that must be in their cells.
    pub placements: Vec<CandidatePlace>,
    /// Candidates that cannot be true.
    pub eliminations: Vec<CandidatePlace>,
    /// The cells of the pattern, such as `r1c2`.
    pub cells: Vec<String>,
    /// The houses of the pattern: `row 1`, `column 2`, `box 3`.
    pub houses: Vec<String>,
    /// The implications of chains, causes before effects.
    pub links: Vec<LinkFields>,
    /// A chain in Eureka notation, if there is one without branches.
    pub eureka: Option<String>,
    /// The digits of the pattern.
    pub digits: Vec<u8>,
    /// The cells of a second part of the pattern, such as fins.
    pub others: Vec<String>,
    /// The digits of the second part.
    pub other_digits: Vec<u8>,
    /// Further parts, such as almost locked sets and colors.
    pub parts: Vec<PartFields>,
}

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PartFields {
    /// The cells, such as `r1c2`.
    pub cells: Vec<String>,
    /// The digits that matter in these cells.
    pub digits: Vec<u8>,
}

/// A candidate assumed or shown to be true or false.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct StateFields {
    /// The candidate.
    #[serde(flatten)]
    pub place: CandidatePlace,
    /// Whether it is true.
    pub on: bool,
}

/// A step of a chain: if all of `from` hold, so does `to`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LinkFields {
    /// The causes; none for an assumption.
    pub from: Vec<StateFields>,
    /// The effect.
    pub to: StateFields,
    /// Why: `assumption`, `cell`, a house, or the id of a technique.
    pub reason: String,
    /// 0 in a chain itself, more in a chain within it.
    pub depth: u8,
}

impl Evidence {
    /// Returns the whole evidence.
    pub(crate) fn of(deduction: &Deduction) -> Self {
        let places =
            |candidates: &[Candidate]| candidates.iter().copied().map(CandidatePlace::of).collect();
        let state = |state: &State| StateFields {
            place: CandidatePlace::of(state.candidate),
            on: state.is_on,
        };
        let links = deduction.links.iter().map(|link| LinkFields {
            from: link.from.iter().map(state).collect(),
            to: state(&link.to),
            reason: link.reason.to_string(),
            depth: link.depth,
        });
        let parts = deduction
            .parts
            .iter()
            .map(|part| PartFields { cells: names(&part.cells), digits: list(part.digits) });
        Self {
            placements: places(&deduction.placements),
            eliminations: places(&deduction.eliminations),
            cells: names(&deduction.cells),
            houses: deduction.houses.iter().map(ToString::to_string).collect(),
            links: links.collect(),
            eureka: text::eureka(deduction),
            digits: list(deduction.digits),
            others: names(&deduction.others),
            other_digits: list(deduction.other_digits),
            parts: parts.collect(),
        }
    }

    /// Returns the evidence that the third level of a hint tells.
    pub(crate) fn houses_only(deduction: &Deduction) -> Self {
        Self { houses: Self::of(deduction).houses, ..Self::default() }
    }
}

fn names(cells: &[Cell]) -> Vec<String> {
    cells.iter().map(|cell| cell.name(9).to_string()).collect()
}

fn list(digits: DigitSet) -> Vec<u8> {
    digits.iter().map(Digit::get).collect()
}
