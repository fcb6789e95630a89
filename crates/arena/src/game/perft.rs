//! Perft: counts sequences of placements, which tests the move generator.

use quadrille_core::Candidate;

use super::Board;

/// Returns the number of sequences of `depth` legal placements, without passes.
///
/// Does not play the last two plies: what a placement takes from its peers determines how many can
/// follow it.
///
/// ```
/// use quadrille_arena::{Board, perft};
/// use quadrille_core::Puzzle;
///
/// let puzzle: Puzzle = "................".parse()?;
/// // A digit for each of 16 cells; then one of 15 cells, of which 7 peers lack that digit.
/// assert_eq!(perft(&mut Board::new(&puzzle), 1), 16 * 4);
/// assert_eq!(perft(&mut Board::new(&puzzle), 2), 64 * (15 * 4 - 7));
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
pub fn perft(board: &mut Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => board.pairs() as u64,
        2 => board.placements().map(|placement| board.pairs_after(placement) as u64).sum(),
        _ => {
            let mut sequences = 0;
            for cell in board.geometry().cells() {
                for digit in board.legal(cell) {
                    board.place(Candidate { cell, digit });
                    sequences += perft(board, depth - 1);
                    board.undo();
                }
            }
            sequences
        }
    }
}
