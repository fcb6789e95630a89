//! The native half of the Python package `quadrille`: what `quadrille._native` exports.
//!
//! Functions here take their arguments one by one; the Python half gives them names, defaults and
//! documentation.

mod ai;
mod batch;
mod capsule;
mod column;
mod errors;
mod game;
mod generate;
mod lab;
mod lab_shards;
mod rl;
mod rows;
mod run;
mod single;
mod texts;
mod trace;
mod validate;

use pyo3::prelude::*;

#[pymodule(gil_used = false)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<column::Column>()?;
    module.add_class::<column::Table>()?;
    module.add_function(wrap_pyfunction!(batch::solve_batch, module)?)?;
    module.add_function(wrap_pyfunction!(batch::check_batch, module)?)?;
    module.add_function(wrap_pyfunction!(batch::count_batch, module)?)?;
    module.add_function(wrap_pyfunction!(batch::solve_digits, module)?)?;
    module.add_function(wrap_pyfunction!(rows::rate_batch, module)?)?;
    module.add_function(wrap_pyfunction!(rows::canon_batch, module)?)?;
    module.add_function(wrap_pyfunction!(rows::run_batch, module)?)?;
    module.add_function(wrap_pyfunction!(generate::generate_batch, module)?)?;
    module.add_class::<lab::Comparison>()?;
    module.add_function(wrap_pyfunction!(lab::algorithms, module)?)?;
    module.add_function(wrap_pyfunction!(lab::compare, module)?)?;
    module.add_function(wrap_pyfunction!(lab_shards::count_runs, module)?)?;
    module.add_function(wrap_pyfunction!(lab_shards::run_shard, module)?)?;
    module.add_function(wrap_pyfunction!(lab_shards::merge_shards, module)?)?;
    module.add_function(wrap_pyfunction!(lab::is_source, module)?)?;
    module.add_function(wrap_pyfunction!(lab::lines_of, module)?)?;
    module.add_function(wrap_pyfunction!(trace::cost_curve, module)?)?;
    module.add_function(wrap_pyfunction!(single::parse, module)?)?;
    module.add_function(wrap_pyfunction!(single::solve_one, module)?)?;
    module.add_function(wrap_pyfunction!(single::call, module)?)?;
    module.add_function(wrap_pyfunction!(single::ask_json, module)?)?;
    module.add_function(wrap_pyfunction!(single::draw, module)?)?;
    module.add_function(wrap_pyfunction!(single::digits, module)?)?;
    module.add_function(wrap_pyfunction!(validate::validate_batch, module)?)?;
    ai::register(module)?;
    game::register(module)?;
    rl::register(module)
}
