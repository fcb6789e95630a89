//! Random solved grids.

mod nine;

pub use nine::nine;
