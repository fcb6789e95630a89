//! Integration tests of the engine.

mod boards;
mod solvers;
