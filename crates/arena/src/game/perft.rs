//! Perft: counts sequences of placements, which tests the move generator.

use quadrille_core::Candidate;

use super::Board;

/// Returns the number of sequences of `depth` legal placements, without passes.
///
/// Does not play the last two plies: what a placement takes from its peers determines how many can
/// follow it.
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
