//! Names of the form `id` or `id:key=value,key=value`, and suggestions for misspelled ones.

use thiserror::Error;

use super::{Parameter, ParameterError, Parameters};

/// A registry entry that users name with its parameters: an algorithm of the lab, or an agent of
/// the arena.
pub trait Named {
    /// What the entries of this registry are called in messages.
    const WHAT: &'static str;

    /// Returns the id.
    fn id(&self) -> &'static str;

    /// Returns the parameters that a name can set.
    fn parameters(&self) -> &'static [Parameter];
}

/// The reason why a name is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NameError {
    /// The registry has no entry of that id.
    #[error("unknown {what} `{id}`{}", did_you_mean(*.near))]
    Unknown {
        /// What was expected, as in "algorithm".
        what: &'static str,
        /// The id given.
        id: String,
        /// An entry with a similar id.
        near: Option<&'static str>,
    },
    /// A list has the same name twice, perhaps once with defaults spelled out.
    #[error("`{0}` is named twice; for several runs, set the number of repetitions")]
    Repeated(String),
    /// A parameter is invalid.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
}

/// Parses `id` or `id:key=value,key=value` and returns the entry of a registry with its
/// parameters.
///
/// # Errors
/// When there is no such entry, or a parameter is invalid.
pub fn parse_name<E: Named>(
    text: &str,
    entries: &[&'static E],
) -> Result<(&'static E, Parameters), NameError> {
    let (id, parameters) = match text.split_once(':') {
        Some((id, parameters)) => (id.trim(), Some(parameters)),
        None => (text.trim(), None),
    };
    let entry = *entries.iter().find(|entry| entry.id() == id).ok_or_else(|| {
        let near = nearest(id, entries.iter().map(|entry| entry.id()));
        NameError::Unknown { what: E::WHAT, id: id.to_owned(), near }
    })?;
    let parameters = match parameters {
        Some(text) => Parameters::parse(entry.id(), entry.parameters(), text)?,
        None => Parameters::defaults(entry.parameters()),
    };
    Ok((entry, parameters))
}

/// Returns the known name that a misspelled one most likely means, if it is a near miss.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .filter(|candidate| is_near_miss(name, candidate))
        .min_by_key(|candidate| strsim::osa_distance(name, candidate))
}

/// Returns whether a misspelled name is close enough to a known one to suggest it: at most one edit
/// in three characters, where an exchange of two neighbors is one edit.
pub fn is_near_miss(name: &str, known: &str) -> bool {
    let length = name.chars().count().min(known.chars().count());
    length > 1 && strsim::osa_distance(name, known) <= (length / 3).max(1)
}

/// Returns "; did you mean `…`?" for messages about an unknown name, or nothing.
pub fn did_you_mean(near: Option<&str>) -> String {
    near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_near_misses_are_suggested() {
        let known = ["agents", "norvig", "minimax", "hill-climbing", "tabu"];
        for (name, expected) in [
            ("norvgi", Some("norvig")),
            ("minmax", Some("minimax")),
            ("hillclimbing", Some("hill-climbing")),
            ("hill-climb", Some("hill-climbing")),
            ("tab", Some("tabu")),
            ("generate", None),
            ("nothing-like-it", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(nearest(name, known), expected, "{name}");
        }
    }
}
