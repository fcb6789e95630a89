//! Integration tests of the engine.

mod analysis;
mod boards;
mod canon;
mod format_page;
mod formats;
mod golden;
mod large;
mod library_speed;
mod logic;
mod many;
mod reading_speed;
mod solvers;
mod symmetry;
mod worst_files;
