//! Exceptions about games. Their classes are in `quadrille._game_errors`.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use quadrille_arena::game::{RecordError, ReplayError};
use quadrille_arena::{AgentError, AgentNameError, AnalysisError};
use quadrille_lab::registry::NameError;

/// Returns an exception of a class of `quadrille._game_errors`, or of `quadrille._errors`.
fn made(py: Python<'_>, class: &str, message: &str, fields: Option<&Bound<'_, PyDict>>) -> PyErr {
    let made = || {
        let class = py.import("quadrille._game_errors")?.getattr(class)?;
        Ok(PyErr::from_value(class.call((message,), fields)?))
    };
    made().unwrap_or_else(|other: PyErr| other)
}

/// Returns a `QuadrilleError`: an option or a value is wrong.
pub(crate) fn wrong(py: Python<'_>, message: &str) -> PyErr {
    made(py, "QuadrilleError", message, None)
}

/// Returns an `UnsupportedError`: an agent or a function does not deal with these rules.
pub(crate) fn unsupported(py: Python<'_>, message: &str) -> PyErr {
    made(py, "UnsupportedError", message, None)
}

/// Returns an `IllegalMoveError`.
pub(crate) fn illegal(py: Python<'_>, message: &str) -> PyErr {
    made(py, "IllegalMoveError", message, None)
}

/// Returns an `UnknownNameError` with the name that was probably meant.
fn unknown_with(py: Python<'_>, message: &str, near: Option<&str>) -> PyErr {
    let fields = PyDict::new(py);
    match fields.set_item("near", near) {
        Ok(()) => made(py, "UnknownNameError", message, Some(&fields)),
        Err(error) => error,
    }
}

/// Returns an `UnknownNameError` in the words of the command line.
pub(crate) fn unknown(py: Python<'_>, what: &str, name: &str, known: &[&str]) -> PyErr {
    let error = quadrille_api::Error::unknown(what, name, known.iter().copied());
    unknown_with(py, &error.message, error.near.as_deref())
}

/// Returns the exception for a text that does not name an agent.
pub(crate) fn agent_name(py: Python<'_>, error: &AgentNameError) -> PyErr {
    match error {
        AgentNameError::Unknown { near, .. } => unknown_with(py, &error.to_string(), *near),
        AgentNameError::Invalid(NameError::Unknown { near, .. }) => {
            unknown_with(py, &error.to_string(), *near)
        }
        _ => wrong(py, &error.to_string()),
    }
}

/// Returns the exception for an agent that gave no move.
pub(crate) fn agent(py: Python<'_>, name: &str, error: &AgentError) -> PyErr {
    match error {
        AgentError::Forfeit(why) => {
            let fields = PyDict::new(py);
            match fields.set_item("reason", why.reason().id()) {
                Ok(()) => made(py, "AgentError", &format!("`{name}`: {why}"), Some(&fields)),
                Err(error) => error,
            }
        }
        // Says nothing about the agent.
        other => pyo3::exceptions::PyOSError::new_err(format!("`{name}`: {other}")),
    }
}

/// Returns the exception for an analysis that there is not.
pub(crate) fn analysis(py: Python<'_>, error: &AnalysisError) -> PyErr {
    match error {
        AnalysisError::Limits => pyo3::exceptions::PyTimeoutError::new_err(error.to_string()),
        other => wrong(py, &other.to_string()),
    }
}

/// Returns the exception for a line that is not valid in a record.
pub(crate) fn record(py: Python<'_>, error: &RecordError) -> PyErr {
    let fields = PyDict::new(py);
    let set =
        fields.set_item("line", error.line).and_then(|()| fields.set_item("column", error.column));
    match set {
        Ok(()) => made(py, "RecordError", &error.what, Some(&fields)),
        Err(error) => error,
    }
}

/// Returns the exception for a game whose moves do not lead to its scores, which begins at a line.
pub(crate) fn replay(py: Python<'_>, error: &ReplayError, line: Option<usize>) -> PyErr {
    let fields = PyDict::new(py);
    let set = fields.set_item("line", line);
    match set {
        Ok(()) => made(py, "RecordError", &error.to_string(), Some(&fields)),
        Err(error) => error,
    }
}
