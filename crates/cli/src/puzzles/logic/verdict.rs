//! What is said about a puzzle that was rated, or could not be.

use quadrille_engine::Status;
use quadrille_engine::logic::Verdict;

use crate::exit::Exit;

/// The word for a verdict.
pub(super) fn status(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Solved => Status::Solved.id(),
        Verdict::Beyond => Status::Stuck.id(),
        Verdict::Several => "multiple",
        Verdict::None => Status::None.id(),
        Verdict::Unsuited(_) => Status::Unsupported.id(),
        Verdict::Stopped(stop) => stop.status().id(),
    }
}

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
