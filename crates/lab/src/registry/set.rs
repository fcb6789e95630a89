//! A set of algorithms that names refer to.

use thiserror::Error;

use super::{Configuration, Entry, NameError, parse_name};

/// The algorithms that names refer to: [those of the lab](Registry::default), perhaps with
/// [others](Registry::with) from outside.
///
/// ```
/// use quadrille_engine::Stop;
/// use quadrille_lab::registry::{Entry, Registry};
///
/// static GIVING_UP: Entry =
///     Entry { id: "giving-up", title: "gives up", run: |_, _, _| Ok(Stop::Stuck), ..Entry::TREE };
///
/// let registry = Registry::default().with(&GIVING_UP)?;
/// assert_eq!(registry.parse_list("giving-up;tabu:tenure=0.7")?.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Registry(Vec<&'static Entry>);

/// The reason why an algorithm cannot be added.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// The id is not kebab-case.
    #[error("the id `{0}` is not of small letters and digits, joined by single dashes")]
    Id(&'static str),
    /// There is an algorithm of this id.
    #[error("there is an algorithm `{0}`")]
    Repeated(&'static str),
    /// The entry does not declare the counter that limits on nodes apply to.
    #[error("`{id}` limits {nodes}, but does not have it among its counters")]
    Nodes {
        /// The algorithm.
        id: &'static str,
        /// The counter.
        nodes: &'static str,
    },
}

impl Registry {
    /// Returns the registry of these algorithms alone, in this order. Ids must be distinct.
    pub(crate) fn of(entries: &[&'static Entry]) -> Self {
        Self(entries.to_vec())
    }

    /// Adds an algorithm.
    ///
    /// # Errors
    /// When its id is invalid or taken, or it does not declare the counter of its nodes.
    pub fn with(mut self, entry: &'static Entry) -> Result<Self, RegistryError> {
        let is_word = |word: &str| {
            !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        };
        if !entry.id.split('-').all(is_word) {
            return Err(RegistryError::Id(entry.id));
        }
        if self.0.iter().any(|other| other.id == entry.id) {
            return Err(RegistryError::Repeated(entry.id));
        }
        if !entry.counters.contains(&entry.nodes) {
            return Err(RegistryError::Nodes { id: entry.id, nodes: entry.nodes.id() });
        }
        self.0.push(entry);
        Ok(self)
    }

    /// Returns the algorithms, in the order of lists and tables.
    pub fn entries(&self) -> &[&'static Entry] {
        &self.0
    }

    /// Parses the name of a configuration, `id` or `id:key=value,key=value`.
    ///
    /// # Errors
    /// When there is no such algorithm, or a parameter is invalid.
    pub fn parse(&self, text: &str) -> Result<Configuration, NameError> {
        parse_name(text, &self.0).map(|(entry, parameters)| Configuration { entry, parameters })
    }

    /// Parses a list of names, separated by blanks or `;`, or by commas if no name in the list has
    /// parameters.
    ///
    /// # Errors
    /// When a name is invalid, or two names stand for the same configuration.
    pub fn parse_list(&self, text: &str) -> Result<Vec<Configuration>, NameError> {
        let comma = !text.contains(':');
        let mut configurations = Vec::new();
        let names = text.split(|c: char| c.is_whitespace() || c == ';' || (comma && c == ','));
        for name in names.filter(|name| !name.is_empty()) {
            self.parse(name)?.add_to(&mut configurations)?;
        }
        Ok(configurations)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sound_entries_are_added() {
        use quadrille_engine::Counter;

        static OWN: Entry = Entry { id: "own-2", ..Entry::LOCAL };
        static TAKEN: Entry = Entry { id: "tabu", ..Entry::LOCAL };
        static SPACED: Entry = Entry { id: "two words", ..Entry::LOCAL };
        static EMPTY: Entry = Entry { id: "", ..Entry::LOCAL };
        static PARAMETERS: Entry = Entry { id: "own:a=1", ..Entry::LOCAL };
        static NODES: Entry = Entry { id: "nodes", nodes: Counter::Branch, ..Entry::LOCAL };
        let registry = Registry::default();
        let with = |entry: &'static Entry| registry.clone().with(entry);
        let own = with(&OWN).unwrap();
        assert_eq!(own.parse("own-2").unwrap().to_string(), "own-2");
        assert_eq!(own.parse("tabu:tenure=0.5").unwrap().to_string(), "tabu:tenure=0.5");
        assert!(registry.parse("own-2").is_err());
        assert_eq!(own.with(&OWN).err(), Some(RegistryError::Repeated("own-2")));
        assert_eq!(with(&TAKEN).err(), Some(RegistryError::Repeated("tabu")));
        for entry in [&SPACED, &EMPTY, &PARAMETERS] {
            assert_eq!(with(entry).err(), Some(RegistryError::Id(entry.id)));
        }
        assert!(matches!(with(&NODES).err(), Some(RegistryError::Nodes { id: "nodes", .. })));
    }
}
