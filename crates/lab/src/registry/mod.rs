//! What the laboratory knows of a method: its entry, its parameters, and how a user names it.

mod configuration;
mod entry;
mod parameter;

pub use configuration::{Configuration, ConfigurationError};
pub use entry::{Entry, Family, any_board, any_puzzle, supported_shapes, without_edges};
pub use parameter::{Kind, Parameter, ParameterError, Parameters, Value};

/// Returns the known name that a misspelled one most likely means, if it is a near miss.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .filter(|candidate| is_near_miss(name, candidate))
        .min_by_key(|candidate| strsim::osa_distance(name, candidate))
}

/// Whether a misspelled name is close enough to a known one to suggest it: one edit in three
/// characters, where a swap of two neighbors is one edit.
#[must_use]
pub fn is_near_miss(name: &str, known: &str) -> bool {
    let length = name.chars().count().min(known.chars().count());
    length > 1 && strsim::osa_distance(name, known) <= (length / 3).max(1)
}
