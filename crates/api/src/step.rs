//! Steps as text: `r1c2=5` places a digit, `r1c2<>5` rules it out.

use quadrille_core::{BoxShape, Candidate, Cell, Digit};
use quadrille_logic::{State, kinds};
use serde::{Deserialize, Serialize};

use crate::Error;

/// A step that somebody claims to be right.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "a step such as \"r1c2=5\", or an object with `row`, `column` and `digit`"
)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum StepInput {
    /// `r1c2=5` places a digit, `r1c2<>5` rules it out; the id of a technique may follow.
    Text(String),
    /// The same as fields.
    Fields(StepFields),
}

/// A step as fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct StepFields {
    /// The row, from 1.
    pub row: usize,
    /// The column, from 1.
    pub column: usize,
    /// The digit.
    pub digit: u8,
    /// Whether the digit is placed; otherwise it is ruled out. Placed if it is missing.
    pub on: Option<bool>,
    /// The technique, or kind of deduction, that is said to show it.
    pub technique: Option<String>,
    /// Fields of the evidence of `explain`, each of which must be that of a deduction; with a technique
    /// only.
    #[cfg_attr(feature = "schema", ts(type = "Record<string, unknown> | null"))]
    pub evidence: Option<serde_json::Map<String, serde_json::Value>>,
}

/// A step and what is said to show it.
#[derive(Clone, Debug)]
pub struct Claim {
    pub(crate) step: Written,
    pub(crate) technique: Option<String>,
    pub(crate) evidence: Option<serde_json::Map<String, serde_json::Value>>,
}

impl StepInput {
    /// Reads the step, which may not be on the board.
    pub(crate) fn claim(&self) -> Result<Claim, Error> {
        match self {
            Self::Text(text) => Claim::of_text(text),
            Self::Fields(fields) => {
                let StepFields { row, column, digit, on, technique, evidence } = fields.clone();
                if evidence.is_some() && technique.is_none() {
                    return Err(Error::bad_request("`evidence` is that of a `technique`; name it"));
                }
                let step = Written { row, column, digit: digit.into(), is_on: on.unwrap_or(true) };
                Claim { step, technique, evidence }.checked()
            }
        }
    }
}

impl Claim {
    /// Reads a step as text, which may not be on the board.
    pub(crate) fn of_text(text: &str) -> Result<Self, Error> {
        let mut words = text.split_whitespace();
        let step = words.next().and_then(parsed).filter(|(_, rest)| rest.is_empty());
        match (step, words.next(), words.next()) {
            (Some((step, _)), None, _) => Ok(Self { step, technique: None, evidence: None }),
            (Some((step, _)), Some(id), None) => {
                Self { step, technique: Some(id.to_owned()), evidence: None }.checked()
            }
            _ => Err(Error::bad_request(format!(
                "`{text}` is not a step; write r1c2=5 to place 5, or r1c2<>5 to rule it out"
            ))),
        }
    }

    /// Checks that there is the technique.
    fn checked(self) -> Result<Self, Error> {
        let known = || kinds().map(|(technique, kind)| (technique.id(), kind.id));
        match &self.technique {
            Some(id) if !known().any(|(technique, kind)| id == technique || id == kind) => {
                Err(Error::unknown("technique", id, known().map(|(_, kind)| kind)))
            }
            _ => Ok(self),
        }
    }
}

/// A step as it is written: rows, columns and digits from 1, not yet on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    row: usize,
    column: usize,
    digit: usize,
    is_on: bool,
}

impl Written {
    /// Returns the step on a board; `None` if it is outside.
    pub(crate) fn on(self, shape: BoxShape) -> Option<State> {
        let Self { row, column, digit, is_on } = self;
        let side = shape.side();
        let is_inside = [row, column, digit].iter().all(|number| (1..=side).contains(number));
        let digit = u8::try_from(digit).ok().and_then(Digit::new).filter(|_| is_inside)?;
        let cell = Cell::new((row - 1) * side + column - 1);
        Some(State { candidate: Candidate { cell, digit }, is_on })
    }
}

impl std::fmt::Display for Written {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { row, column, digit, is_on } = self;
        write!(f, "r{row}c{column}{}{digit}", if *is_on { "=" } else { "<>" })
    }
}

/// Reads a step at the beginning of a text, and returns the rest.
pub(crate) fn parsed(text: &str) -> Option<(Written, &str)> {
    let (steps, rest) = parsed_group(text)?;
    if let [step] = steps[..] { Some((step, rest)) } else { None }
}

/// Reads steps with the same digit at the beginning of a text, as in `r1c2,r1c3<>5`, and returns the
/// rest.
pub(crate) fn parsed_group(text: &str) -> Option<(Vec<Written>, &str)> {
    let (mut cells, mut rest) = (Vec::new(), text);
    loop {
        let (row, after) = number(rest.strip_prefix(['r', 'R'])?)?;
        let (column, after) = number(after.strip_prefix(['c', 'C'])?)?;
        cells.push((row, column));
        match after.strip_prefix(',') {
            Some(after) => rest = after,
            None => {
                rest = after;
                break;
            }
        }
    }
    let (is_on, rest) = match rest.strip_prefix('=') {
        Some(rest) => (true, rest),
        None => (false, ["<>", "!=", "≠"].iter().find_map(|sign| rest.strip_prefix(sign))?),
    };
    let (digit, rest) = number(rest)?;
    let step = |(row, column)| Written { row, column, digit, is_on };
    Some((cells.into_iter().map(step).collect(), rest))
}

/// Reads a number of at most three figures.
fn number(text: &str) -> Option<(usize, &str)> {
    let end = text.find(|symbol: char| !symbol.is_ascii_digit()).unwrap_or(text.len());
    let (figures, rest) = text.split_at(end);
    (figures.len() <= 3).then(|| figures.parse().ok()).flatten().map(|number| (number, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_read_as_they_are_written() {
        for text in ["r1c2=5", "r9c9<>1"] {
            let (step, rest) = parsed(text).unwrap();
            assert_eq!((step.to_string().as_str(), rest), (text, ""));
            assert!(step.on(BoxShape::NINE).is_some());
        }
        assert_eq!(parsed("R1C2≠5,").unwrap().1, ",");
        for wrong in ["", "r1c2", "r1c=5", "c2r1=5", "r1c2=", "r1c2=x", "r1111c1=1"] {
            assert_eq!(parsed(wrong), None, "{wrong}");
        }
        for outside in ["r0c1=1", "r10c1=1", "r1c1=10"] {
            assert!(parsed(outside).unwrap().0.on(BoxShape::NINE).is_none(), "{outside}");
        }
    }
}
