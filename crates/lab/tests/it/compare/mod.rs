//! Experiments, their statistics and their reports.

mod access;
mod bench;
mod equal;
mod log;
mod merge;
mod pages;
mod pool;
mod seeds;
mod study;
mod tables;
mod tuning;
