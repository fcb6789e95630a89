//! Experiments, their statistics and their reports.

mod bench;
mod pages;
mod pool;
