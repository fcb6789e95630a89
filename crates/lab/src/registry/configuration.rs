//! A method as a user names it: an entry with parameters.

use std::fmt;
use std::time::Duration;

use quadrille_engine::{
    CancelFlag, Clock, Counter, Limits, Meter, Observer, Outcome, Puzzle, Rng, Run, Stop,
    TimeWithoutClock,
};
use thiserror::Error;

use super::{Entry, ParameterError, Parameters, nearest};
use crate::algorithms::ENTRIES;

/// A registry entry with its parameters set.
#[derive(Clone)]
pub struct Configuration {
    /// The entry.
    pub entry: &'static Entry,
    /// Its parameters.
    pub parameters: Parameters,
}

/// A name that stands for no method.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ConfigurationError {
    /// No entry of that id.
    #[error("unknown algorithm `{id}`{}; `quadrille algorithms` lists them", .near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
    Unknown {
        /// The id given.
        id: String,
        /// The nearest that there is.
        near: Option<&'static str>,
    },
    /// A list names a method twice, perhaps once with its defaults spelt out.
    #[error("`{0}` is named twice; name it once, and set --runs for several runs")]
    Repeated(String),
    /// A parameter was not understood.
    #[error(transparent)]
    Knob(#[from] ParameterError),
}

impl Configuration {
    /// The time that an incomplete method gets when nothing is said.
    pub const DEFAULT_TIME: Duration = Duration::from_secs(10);
    /// The bytes that a frontier gets when nothing is said.
    pub const DEFAULT_MEMORY: u64 = 1 << 30;

    /// The entry with its defaults.
    pub fn of(entry: &'static Entry) -> Self {
        Self { entry, parameters: Parameters::defaults(entry.parameters) }
    }

    /// The method of a name `id` or `id:key=value,key=value`.
    ///
    /// # Errors
    /// When there is no such entry, or a parameter does not fit it.
    pub fn parse(text: &str) -> Result<Self, ConfigurationError> {
        let (id, parameters) = match text.split_once(':') {
            Some((id, parameters)) => (id.trim(), Some(parameters)),
            None => (text.trim(), None),
        };
        let Some(&entry) = ENTRIES.iter().find(|entry| entry.id == id) else {
            let near = nearest(id, ENTRIES.iter().map(|entry| entry.id));
            return Err(ConfigurationError::Unknown { id: id.to_owned(), near });
        };
        let parameters = match parameters {
            Some(text) => Parameters::parse(entry.id, entry.parameters, text)?,
            None => Parameters::defaults(entry.parameters),
        };
        Ok(Self { entry, parameters })
    }

    /// The methods of a list, separated by blanks or `;`, or by commas where no entry of the list
    /// has parameters.
    ///
    /// # Errors
    /// As [`parse`](Self::parse), for the first name that does not stand for a method, and for one
    /// that stands for a method of the list again.
    pub fn parse_list(text: &str) -> Result<Vec<Self>, ConfigurationError> {
        let comma = !text.contains(':');
        let mut methods = Vec::new();
        let names = text.split(|c: char| c.is_whitespace() || c == ';' || (comma && c == ','));
        for name in names.filter(|name| !name.is_empty()) {
            Self::parse(name)?.add_to(&mut methods)?;
        }
        Ok(methods)
    }

    /// Becomes the last of a list, of which no other has its name: in logs and reports a method is
    /// known by that.
    ///
    /// # Errors
    /// When it is there already.
    pub(crate) fn add_to(self, methods: &mut Vec<Self>) -> Result<(), ConfigurationError> {
        let name = self.to_string();
        if methods.iter().any(|method| method.to_string() == name) {
            return Err(ConfigurationError::Repeated(name));
        }
        methods.push(self);
        Ok(())
    }

    /// Returns these limits with the contract's defaults where they are not set: memory for
    /// frontiers, and time for algorithms that might never end. A limit on evaluations does not
    /// limit algorithms that make none.
    pub fn with_defaults(&self, mut limits: Limits) -> Limits {
        limits.memory.get_or_insert(Self::DEFAULT_MEMORY);
        let evaluates = self.entry.counters.contains(&Counter::Evaluated);
        let limited = limits.time.is_some()
            || limits.nodes.is_some()
            || evaluates && limits.evaluations.is_some();
        if !self.entry.complete && !limited {
            limits.time = Some(Self::DEFAULT_TIME);
        }
        limits
    }

    /// The random stream of a run: one for each seed, method and puzzle.
    pub fn stream(&self, seed: u64, puzzle: &Puzzle) -> Rng {
        Rng::derive(seed, &[&self.to_string(), &puzzle.to_string()])
    }

    /// Runs the algorithm on a puzzle under these limits, with the defaults where they are not set.
    ///
    /// # Errors
    /// When time is limited, by these limits or by default, and the clock does not run.
    pub fn run(
        &self,
        puzzle: &Puzzle,
        seed: u64,
        limits: Limits,
        cancel: &CancelFlag,
        clock: &dyn Clock,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Outcome, TimeWithoutClock> {
        let meter = Meter::new(self.with_defaults(limits), self.entry.nodes, cancel, clock)?;
        let mut run = Run::new(puzzle, meter, self.stream(seed, puzzle));
        if let Some(observer) = observer {
            run = run.observed_by(observer);
        }
        let stop = if (self.entry.supports)(puzzle) {
            (self.entry.run)(puzzle, &self.parameters, &mut run)
        } else {
            Stop::Unsupported
        };
        Ok(run.finish(stop))
    }
}

impl fmt::Display for Configuration {
    /// The id with the parameters that are not at their defaults, in the order of the entry: the
    /// same method always has the same name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.entry.id)?;
        let mut lead = ':';
        for (parameter, (name, value)) in self.entry.parameters.iter().zip(self.parameters.iter()) {
            if value != parameter.default {
                write!(f, "{lead}{name}={value}")?;
                lead = ',';
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Configuration({self})")
    }
}
