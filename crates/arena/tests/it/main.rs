//! Integration tests of the arena.

mod analysis;
mod blunders;
mod bots;
mod conformance;
mod damaged;
mod endgames;
mod evidence;
mod failures;
mod goldens;
mod interrupted;
mod perfect;
#[path = "../../examples/positions/mod.rs"]
mod positions;
mod predicted;
mod referee;
mod rules;
