//! Techniques that search in the order of HoDoKu 2.2 by Bernhard Hobiger, so that its ratings can be
//! compared.
//!
//! HoDoKu tries boxes, then rows, then columns, and cells, digits and combinations in ascending order;
//! exceptions are named where they occur. Sources: `solver/*.java` for the order of the search, and
//! the manual for the techniques. Other techniques of this crate that find the same kinds differ in
//! the order and in what they omit.

pub(super) mod brute_force;
pub(super) mod bug;
pub(super) mod locked;
pub(super) mod rectangles;
pub(super) mod remote_pair;
pub(super) mod single_digit;
pub(super) mod singles;
pub(super) mod subsets;
pub(super) mod turbot_fish;
pub(super) mod wings;

#[cfg(test)]
mod tests;

use crate::board::Board;

/// The houses in the order boxes, rows, columns.
fn houses<B: Board>(board: B) -> impl Iterator<Item = usize> {
    board.boxes().chain(board.rows()).chain(board.columns())
}
