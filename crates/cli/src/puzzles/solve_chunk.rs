//! `solve` on the plain lines of a chunk: they go to the kernel as they stand, in one batch, and
//! come back as lines.

use quadrille_engine::solve::{NINE_LINE, first_solutions};
use quadrille_engine::{CancelFlag, Status};

use super::plain_lines::{PlainLines, has_conflict};
use super::stream::{Answering, Answers};
use crate::exit::Exit;

/// The first solution of each plain line.
pub(crate) fn solve<C: Answering>(
    cells: &[&[u8; 81]],
    mut lines: PlainLines<'_, C>,
    cancel: &CancelFlag,
) -> Answers<C::Answer> {
    let mut solved = lines.buffers.take(cells.len() * NINE_LINE);
    let unsolved = first_solutions(cells, &mut solved.bytes, cancel);
    solved.length = cells.len() * NINE_LINE;
    if unsolved.is_empty() && lines.are_all() {
        return lines.finish_with(solved, cells.len());
    }
    for unsolved in unsolved {
        lines.solutions(unsolved.puzzle, solved.text());
        if !unsolved.decided {
            return lines.cut_off();
        }
        let cells = cells[unsolved.puzzle];
        if has_conflict(cells) {
            lines.conflict(cells);
        } else {
            lines.answer(|_, text| {
                text.push(Status::None.id().as_bytes());
                text.push(b"\n");
                Exit::No
            });
        }
    }
    lines.solutions(cells.len(), solved.text());
    lines.buffers.give(solved);
    lines.finish()
}
