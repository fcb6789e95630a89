//! Environments for reinforcement learning: many games at once, the solved game, and evaluations.

pub(crate) mod arrays;
mod evaluation;
mod exact;
mod vector;

use pyo3::prelude::*;

/// Adds what is here to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<arrays::SharedArray>()?;
    module.add_class::<vector::GamesCore>()?;
    module.add_function(wrap_pyfunction!(exact::exact_values, module)?)?;
    module.add_function(wrap_pyfunction!(evaluation::evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(evaluation::openings, module)?)?;
    Ok(())
}
