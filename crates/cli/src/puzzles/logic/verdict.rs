//! What is said about a puzzle that was rated, or could not be.

use quadrille_engine::logic::Verdict;

use crate::exit::Exit;

pub(super) fn is_rated(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Solved | Verdict::Beyond)
}

pub(super) fn exit(verdict: Verdict) -> Exit {
    match verdict {
        Verdict::Solved => Exit::Done,
        Verdict::Unsuited(_) => Exit::Usage,
        _ => Exit::No,
    }
}
