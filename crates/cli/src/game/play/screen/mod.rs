//! The full screen: the board, the score, the moves and the line that a player types, drawn in place.
//!
//! A frame is composed as a whole, and only the rows that changed are written, so nothing scrolls. What
//! is in this module knows characters and keys, but neither the terminal nor what the player's words
//! mean. Crates such as rustyline wait for a line and can neither redraw the board above it nor stop
//! when the player's time is up; the keys that are needed here are few.

mod board;
mod canvas;
mod editor;
mod frame;
mod keys;

pub(super) use board::{Position, Size, draw};
pub(super) use canvas::wrapped;
pub(super) use editor::{Editor, Pressed};
pub(super) use frame::{Frame, View, compose, compose_page, has_room, moves};
pub(super) use keys::{Key, KeyReader};
