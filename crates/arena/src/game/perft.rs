//! Perft: how many sequences of placements there are, a sharp test of the move generator.

use quadrille_engine::Candidate;

use super::Board;

/// The number of sequences of `depth` legal placements, passes left aside.
///
/// The last ply is never played and the one before it only looked at: what a placement takes from
/// its peers is enough to know how many follow it.
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
