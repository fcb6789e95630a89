//! Integration tests of the core.

mod analysis;
mod boards;
mod canon;
mod large;
mod library_speed;
mod many;
mod solvers;
