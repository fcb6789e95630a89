//! DualSudoku: games, agents, analyses and records. The Python half gives them the verbs of
//! python-chess.

pub(crate) mod agent;
mod analysis;
pub(crate) mod canonical;
pub(crate) mod errors;
pub(crate) mod moves;
pub(crate) mod observation;
mod records;
pub(crate) mod referee;
mod rules;
pub(crate) mod state;

use pyo3::prelude::*;

/// Adds what is here to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<state::GameCore>()?;
    module.add_class::<agent::AgentCore>()?;
    module.add_function(wrap_pyfunction!(agent::agents, module)?)?;
    module.add_function(wrap_pyfunction!(agent::guard_bot, module)?)?;
    module.add_function(wrap_pyfunction!(analysis::analyze, module)?)?;
    module.add_function(wrap_pyfunction!(records::read_records, module)?)?;
    module.add_function(wrap_pyfunction!(records::turning_points, module)?)?;
    module.add_function(wrap_pyfunction!(referee::play, module)?)?;
    Ok(())
}
