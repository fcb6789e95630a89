//! Games between agents: the referee, matches, tournaments, and what their results mean.

mod referee;

pub use referee::{Fixture, play_game};
