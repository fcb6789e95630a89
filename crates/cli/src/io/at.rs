//! The place of a puzzle, and what its answer means.

use quadrille_api::Answer;

use crate::exit::Exit;

/// The place of a puzzle.
#[derive(Clone, Copy)]
pub(crate) struct At<'r> {
    /// The name of the input.
    pub(crate) file: &'r str,
    /// The line, from 1.
    pub(crate) line: u64,
    /// Its text, if that is wanted and on one line that is not too long.
    pub(crate) text: Option<&'r str>,
}

/// Returns what an answer means for the exit status.
pub(crate) fn exit_of(answer: &Answer<'_>) -> Exit {
    match (answer, answer.status()) {
        (Answer::Count(_), _) => Exit::Done,
        (Answer::Check(_), "proper") => Exit::Done,
        (Answer::Check(_), "conflict") => Exit::No,
        (Answer::Judge(judged), "proper") => match judged.is_right() {
            true => Exit::Done,
            false => Exit::No,
        },
        (_, "solved") => Exit::Done,
        (_, "invalid" | "conflict" | "unsupported") => Exit::Usage,
        _ => Exit::No,
    }
}
