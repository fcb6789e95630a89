//! Exceptions. Their classes are in `quadrille._errors`.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use quadrille_api::{Answer, CheckAnswer, Error, ErrorKind, InvalidAnswer};
use quadrille_formats::ParseError;

/// What is wrong with a row without text.
pub(crate) const NULL: &str = "null where a puzzle is expected";

/// What is wrong with a row of a column.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    /// What is wrong, and where.
    pub(crate) error: Error,
}

impl Fault {
    /// Returns the fault of a row without text.
    pub(crate) fn null() -> Self {
        Self { error: Error::new(ErrorKind::BadPuzzle, NULL) }
    }

    /// Returns the fault of something that is not a puzzle, if the answer is about that.
    pub(crate) fn of(answer: &Answer<'_>) -> Option<Self> {
        let (message, place, cells) = match answer {
            Answer::Invalid(InvalidAnswer { error, place, cells, .. })
            | Answer::Check(CheckAnswer { error: Some(error), place, cells, .. }) => {
                (error, *place, cells.clone())
            }
            _ => return None,
        };
        Some(Self { error: Error { place, cells, ..Error::new(ErrorKind::BadPuzzle, message) } })
    }

    /// Returns whether two givens conflict.
    pub(crate) fn is_conflict(&self) -> bool {
        !self.error.cells.is_empty()
    }

    /// Returns the text as the command line has it: `LINE:COLUMN: message`.
    pub(crate) fn text(&self) -> String {
        match self.error.place {
            Some(place) => format!("{}:{}: {}", place.line, place.column, self.error.message),
            None => self.error.message.clone(),
        }
    }
}

impl From<&ParseError> for Fault {
    fn from(error: &ParseError) -> Self {
        Self { error: error.into() }
    }
}

/// Returns the exception of an error.
pub(crate) fn exception(py: Python<'_>, error: &Error, row: Option<usize>) -> PyErr {
    made(py, error, row).unwrap_or_else(|other| other)
}

fn made(py: Python<'_>, error: &Error, row: Option<usize>) -> PyResult<PyErr> {
    let class = match error.error {
        ErrorKind::BadPuzzle => "PuzzleError",
        ErrorKind::UnknownName => "UnknownNameError",
        ErrorKind::Unsupported => "UnsupportedError",
        _ => "QuadrilleError",
    };
    let class = py.import("quadrille._errors")?.getattr(class)?;
    let fields = PyDict::new(py);
    if error.error == ErrorKind::BadPuzzle {
        fields.set_item("line", error.place.map(|place| place.line))?;
        fields.set_item("column", error.place.map(|place| place.column))?;
        fields.set_item("cells", error.cells.clone())?;
        fields.set_item("row", row)?;
    }
    if error.error == ErrorKind::UnknownName {
        fields.set_item("near", error.near.clone())?;
    }
    Ok(PyErr::from_value(class.call((error.message.clone(),), Some(&fields))?))
}
