//! A set of algorithms that names refer to.

use quadrille_core::printable::is_hidden;
use thiserror::Error;

use super::{Configuration, Entry, NameError, parse_name};
use crate::process::split_command;
use crate::program::{Program, ProgramHost};

/// What the name of a program begins with.
const COMMAND: &str = "cmd:";

/// The algorithms that names refer to: [those of the lab](Registry::default), perhaps with
/// [others](Registry::with) from outside.
///
/// ```
/// use quadrille_core::Stop;
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
pub struct Registry {
    entries: Vec<&'static Entry>,
    /// How programs from outside are run, if names may name them.
    programs: Option<ProgramHost>,
}

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
        Self { entries: entries.to_vec(), programs: None }
    }

    /// Lets names name programs from outside, as `cmd:PROGRAM ARG…`. They run with the rights of the
    /// process, so names must then come from its user.
    #[cfg(feature = "process")]
    #[must_use]
    pub fn with_programs(self, host: ProgramHost) -> Self {
        Self { programs: Some(host), ..self }
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
        if self.entries.iter().any(|other| other.id == entry.id) {
            return Err(RegistryError::Repeated(entry.id));
        }
        if !entry.counters.contains(&entry.nodes) {
            return Err(RegistryError::Nodes { id: entry.id, nodes: entry.nodes.id() });
        }
        self.entries.push(entry);
        Ok(self)
    }

    /// Returns the algorithms, in the order of lists and tables.
    ///
    /// ```
    /// use quadrille_lab::registry::Registry;
    ///
    /// assert!(Registry::default().entries().iter().any(|entry| entry.id == "tabu"));
    /// ```
    pub fn entries(&self) -> &[&'static Entry] {
        &self.entries
    }

    /// Parses the name of a configuration, `id` or `id:key=value,key=value`, or `cmd:PROGRAM ARG…` if
    /// programs are allowed. Blanks separate the arguments of a program; quotes protect them.
    ///
    /// # Errors
    /// When there is no such algorithm, or a parameter is invalid.
    ///
    /// ```
    /// use quadrille_lab::registry::Registry;
    ///
    /// let registry = Registry::default();
    /// assert_eq!(registry.parse("tabu:start=givens")?.to_string(), "tabu:start=givens");
    /// assert!(registry.parse("cmd:./solver").is_err()); // programs are not allowed
    /// # Ok::<(), quadrille_lab::registry::NameError>(())
    /// ```
    pub fn parse(&self, text: &str) -> Result<Configuration, NameError> {
        if let Some(command) = text.trim().strip_prefix(COMMAND) {
            let Some(host) = &self.programs else { return Err(NameError::ProgramsOff) };
            if command.contains(is_hidden) {
                return Err(NameError::Hidden);
            }
            let words = split_command(command)?;
            if words.first().is_none_or(String::is_empty) {
                return Err(NameError::NoProgram);
            }
            return Ok(Configuration::of_program(Program::new(words, host.clone())));
        }
        let (entry, parameters) = parse_name(text, &self.entries)?;
        Ok(Configuration { parameters, ..Configuration::of(entry) })
    }

    /// Parses a list of names, separated by blanks or `;`, or by commas if no name in the list has
    /// parameters. A name that begins with `cmd:` reaches to the next `;` outside quotes.
    ///
    /// # Errors
    /// When a name is invalid, or two names stand for the same configuration.
    ///
    /// ```
    /// use quadrille_lab::registry::Registry;
    ///
    /// let registry = Registry::default();
    /// assert_eq!(registry.parse_list("tabu,naive,sat")?.len(), 3);
    /// assert!(registry.parse_list("tabu tabu").is_err());
    /// # Ok::<(), quadrille_lab::registry::NameError>(())
    /// ```
    pub fn parse_list(&self, text: &str) -> Result<Vec<Configuration>, NameError> {
        let (mut names, mut rest) = (Vec::new(), text);
        while let Some(at) = command_in(rest) {
            let (before, command) = rest.split_at(at);
            let end = end_of(command);
            names.extend([(before, false), (&command[..end], true)]);
            rest = &command[end..];
        }
        names.push((rest, false));
        let comma = !names.iter().any(|(name, is_command)| !is_command && name.contains(':'));
        let mut configurations = Vec::new();
        for (name, is_command) in names {
            if is_command {
                self.parse(name)?.add_to(&mut configurations)?;
                continue;
            }
            let parts = name.split(|c: char| c.is_whitespace() || c == ';' || (comma && c == ','));
            for name in parts.filter(|name| !name.is_empty()) {
                self.parse(name)?.add_to(&mut configurations)?;
            }
        }
        Ok(configurations)
    }
}

/// Returns where a program is named first in a list: at its start, or after a separator.
fn command_in(list: &str) -> Option<usize> {
    let is_separator = |c: char| c.is_whitespace() || c == ';' || c == ',';
    let begins = |&(at, _): &(usize, &str)| list[..at].chars().next_back().is_none_or(is_separator);
    list.match_indices(COMMAND).find(begins).map(|(at, _)| at)
}

/// Returns the length of a command up to the first `;` outside quotes.
fn end_of(command: &str) -> usize {
    let mut quote = None;
    let end = command.char_indices().find(|&(_, c)| match quote {
        Some(end) => {
            quote = quote.filter(|_| c != end);
            false
        }
        None => {
            quote = Some(c).filter(|c| matches!(c, '"' | '\''));
            c == ';'
        }
    });
    end.map_or(command.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(feature = "process")]
    fn lists_may_name_programs() {
        let registry = Registry::default().with_programs(ProgramHost::default());
        let names = |text: &str| -> Result<Vec<String>, NameError> {
            let list = registry.parse_list(text)?;
            Ok(list.iter().map(ToString::to_string).collect())
        };
        for (text, expected) in [
            ("cmd:python3  my.py --fast", vec!["cmd:python3 my.py --fast"]),
            ("norvig,tabu;cmd:./a, b", vec!["norvig", "tabu", "cmd:./a, b"]),
            (
                "norvig cmd:sh -c 'a; b' ; cmd:./b;bits",
                vec!["norvig", "cmd:sh -c \"a; b\"", "cmd:./b", "bits"],
            ),
            ("tabu:tenure=0.5 cmd:a tabu", vec!["tabu:tenure=0.5", "cmd:a tabu"]),
            ("cmd:env A=cmd:b c", vec!["cmd:env A=cmd:b c"]),
            ("cmd:'a' \"it's \"'\"'", vec!["cmd:a 'it'\"'s \"'\"'"]),
        ] {
            let found = names(text).unwrap();
            assert_eq!(found, expected, "{text}");
            let again: Vec<String> =
                found.iter().map(|name| registry.parse(name).unwrap().to_string()).collect();
            assert_eq!(again, found);
            assert_eq!(names(&found.join(";")).unwrap(), found);
        }
        assert!(matches!(names("cmd:a; cmd:  a"), Err(NameError::Repeated(_))));
        assert!(matches!(names("cmd:"), Err(NameError::NoProgram)));
        assert!(matches!(names("cmd: ; norvig"), Err(NameError::NoProgram)));
        assert!(matches!(names("cmd:'a; norvig"), Err(NameError::Quote(_))));
        assert!(matches!(names("cmd:a\u{202e}b"), Err(NameError::Hidden)));
        assert!(matches!(names("cmd:a\nb"), Err(NameError::Hidden)));
    }

    #[test]
    fn programs_are_refused_unless_they_are_allowed() {
        let refused = |name| Registry::default().parse_list(name).err();
        for name in ["cmd:true", "norvig;cmd:true", " cmd:'", "cmd:"] {
            assert_eq!(refused(name), Some(NameError::ProgramsOff), "{name}");
        }
        assert_eq!(Registry::default().parse("cmd:true").err(), Some(NameError::ProgramsOff));
        assert!(matches!(Registry::default().parse("cmd").err(), Some(NameError::Unknown { .. })));
    }

    #[test]
    fn only_sound_entries_are_added() {
        use quadrille_core::Counter;

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
