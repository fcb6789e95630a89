//! Exact values of the 4x4 game under the pass rules that end a game.
//!
//! Without edges the whole game is solved once and kept. With edges there are too many different
//! boards for that, and each is searched from the current position: exactly, with at most about a
//! million nodes for the first move on an empty board with two or three edges, which are the
//! hardest.

mod edge_classes;
mod position;
mod search;
mod solved;
mod symmetry;
#[cfg(test)]
mod tests;

pub(crate) use self::search::Searched;
pub(crate) use self::solved::SolvedGames;
