//! The statistics that reports rest on. Everything here is a pure function of numbers; what it
//! computes is checked against published or independently computed values, named beside each test.

mod bootstrap;
mod interval;
mod survival;

pub use bootstrap::{Resampler, cluster_success};
pub use interval::{Interval, Z95, wilson};
pub use survival::{End, Observation, Step, Survival};
