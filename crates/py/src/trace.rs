//! What the trace of a run says, as columns.

use std::sync::Arc;

use arrow_array::{StringArray, UInt32Array, UInt64Array};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadrille_core::{Counter, Grid};
use quadrille_lab::Configuration;
use quadrille_lab::trace::{Recorded, TraceReader};

use crate::column::Table;

/// Returns how the best board of a run improved: nodes so far, the common cost, and the board.
#[pyfunction]
pub(crate) fn cost_curve(trace: &str) -> PyResult<Table> {
    let wrong = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
    let reader = TraceReader::new(trace.as_bytes()).map_err(|error| wrong(&error))?;
    let shape = reader.header().shape;
    let configuration =
        Configuration::parse(&reader.header().configuration).map_err(|error| wrong(&error))?;
    let (mut nodes, mut evaluated) = (Vec::new(), Vec::new());
    let (mut costs, mut boards) = (Vec::new(), Vec::new());
    for event in reader {
        let (at, event) = event.map_err(|error| wrong(&error))?;
        if let Recorded::Improved { cost, board } = event {
            nodes.push(at[configuration.entry.nodes]);
            evaluated.push(at[Counter::Evaluated]);
            costs.push(cost);
            let grid = Grid::from_digits(shape, &board).expect("the reader checks boards");
            boards.push(grid.to_string());
        }
    }
    Table::of(vec![
        ("nodes", Arc::new(UInt64Array::from(nodes))),
        ("evaluated", Arc::new(UInt64Array::from(evaluated))),
        ("cost", Arc::new(UInt32Array::from(costs))),
        ("board", Arc::new(StringArray::from(boards))),
    ])
}
