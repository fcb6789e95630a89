//! Many 9x9 boards at once: the kernel's batches, validated.

use quadrille_simd::{Answer, Backend, Limits, Masks, solve_batch};

use crate::board::validate_nine;
use crate::control::CancelFlag;

/// Room for solving batches of 9x9 boards without edges, kept from batch to batch.
#[derive(Default)]
pub struct Nines {
    masks: Vec<Masks>,
    answers: Vec<Answer>,
}

impl Nines {
    /// Hands the first solution of each board to `each`, in order, or `None` where there is no
    /// solution; boards are row-major digits, 0 = empty. The solution is the one that [`Kernel`]
    /// finds first, whatever the batch; each has passed [`validate_nine`]. False when the flag was
    /// raised meanwhile; then nothing is handed out.
    ///
    /// Batches of about a thousand boards are fastest.
    ///
    /// [`Kernel`]: super::Kernel
    ///
    /// # Panics
    /// When a digit is beyond 9.
    pub fn first_solutions(
        &mut self,
        boards: &[[u8; 81]],
        cancel: &CancelFlag,
        mut each: impl FnMut(Option<&[u8; 81]>),
    ) -> bool {
        /// Candidates of a cell by what it holds.
        const MASK: [u16; 10] = [0x1ff, 1, 2, 4, 8, 16, 32, 64, 128, 256];
        self.masks.clear();
        self.masks.extend(boards.iter().map(|board| board.map(|digit| MASK[usize::from(digit)])));
        self.answers.clear();
        self.answers.resize(boards.len(), Answer::default());
        let limits = Limits::solutions(1);
        solve_batch(Backend::best(), &self.masks, limits, cancel.as_atomic(), &mut self.answers);
        if cancel.is_cancelled() {
            return false;
        }
        for (board, answer) in boards.iter().zip(&self.answers) {
            if answer.count == 0 {
                each(None);
            } else {
                let solution = &answer.witnesses[0];
                assert!(validate_nine(board, solution), "the kernel is right");
                each(Some(solution));
            }
        }
        true
    }
}
