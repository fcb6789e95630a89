//! What the laboratory knows of a method: its entry, its parameters, and how a user names it.

mod configuration;
mod entry;
mod parameter;

pub use configuration::{Configuration, ConfigurationError};
pub use entry::{Entry, Family, any_board, any_puzzle, supported_shapes, without_edges};
pub use parameter::{Kind, Parameter, ParameterError, Parameters, Value};

/// The nearest of some names to a misspelt one, where one is near enough to be meant.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|candidate| (strsim::jaro_winkler(name, candidate), candidate))
        .filter(|&(likeness, _)| likeness > 0.7)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}
