//! Names of the form `id` or `id:key=value,key=value`.

use std::fmt;

use thiserror::Error;

use super::suggestion::{did_you_mean, nearest};
use super::{Parameter, ParameterError, Parameters};
use crate::process::OpenQuote;

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
    /// No program follows `cmd:`.
    #[error("`cmd:` names no program; write cmd:PROGRAM ARG…")]
    NoProgram,
    /// A quote in the command of a program is not closed.
    #[error("`cmd:`: {0}")]
    Quote(#[from] OpenQuote),
    /// The command of a program has a character that is not seen.
    #[error("`cmd:`: the command has a hidden character")]
    Hidden,
    /// Programs are not run here.
    #[error("`cmd:` programs are not run here, only by the command line")]
    ProgramsOff,
    /// A parameter is invalid.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
}

/// Writes the id of an entry and the parameters that differ from their defaults, in the order of the
/// entry: what is equal has equal names.
///
/// # Errors
/// Those of the formatter.
pub fn write_name<E: Named>(
    f: &mut fmt::Formatter<'_>,
    entry: &E,
    parameters: &Parameters,
) -> fmt::Result {
    f.write_str(entry.id())?;
    let mut lead = ':';
    for (parameter, (name, value)) in entry.parameters().iter().zip(parameters.iter()) {
        if value != parameter.default {
            write!(f, "{lead}{name}={value}")?;
            lead = ',';
        }
    }
    Ok(())
}

/// Parses `id` or `id:key=value,key=value` and returns the entry of a registry with its
/// parameters.
///
/// # Errors
/// When there is no such entry, or a parameter is invalid.
///
/// ```
/// use quadrille_lab::algorithms::ENTRIES;
/// use quadrille_lab::registry::parse_name;
///
/// let (entry, _) = parse_name("tabu:start=givens", ENTRIES)?;
/// assert_eq!(entry.id, "tabu");
/// assert!(parse_name("taboo:speed=9", ENTRIES).is_err());
/// # Ok::<(), quadrille_lab::registry::NameError>(())
/// ```
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
