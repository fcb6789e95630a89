//! Integration tests of the engine.

mod boards;
mod formats;
mod solvers;
