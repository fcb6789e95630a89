//! Integration tests of the engine.

mod analysis;
mod boards;
mod formats;
mod large;
mod reading_speed;
mod many;
mod solvers;
mod worst_files;
