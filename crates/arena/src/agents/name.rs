//! How a user names an agent: a registry entry with parameters, or a program.

use std::fmt;

use quadrille_lab::process::{Guard, OpenQuote, split_command, write_command};
use quadrille_lab::registry::{NameError, Parameters, Value, parse_name, write_name};
use thiserror::Error;

use super::{AGENTS, AgentEntry, Build, Shared, UnsupportedRules};
use crate::agent::{Agent, StartError};
use crate::game::Ruleset;
use crate::protocol::{Hosting, Program};

/// A registered agent with its parameters, or an external program.
///
/// ```
/// use quadrille_arena::AgentName;
///
/// assert_eq!(AgentName::parse("first-valid")?.to_string(), "first-valid");
/// # Ok::<(), quadrille_arena::AgentNameError>(())
/// ```
#[derive(Clone)]
pub enum AgentName {
    /// An agent of the registry.
    Entry {
        /// The entry.
        entry: &'static AgentEntry,
        /// Its parameters.
        parameters: Parameters,
        /// What the agents created from this name share.
        shared: Shared,
    },
    /// A program and its arguments; it speaks the line protocol.
    Command(Program),
}

/// Text that does not name an agent.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AgentNameError {
    /// No entry has this id.
    #[error("unknown agent `{id}`; {}`quadrille agents` lists them", instead(.id, *.near))]
    Unknown {
        /// The id.
        id: String,
        /// The most similar id, if one is similar enough.
        near: Option<&'static str>,
    },
    /// A parameter does not fit the entry.
    #[error(transparent)]
    Invalid(NameError),
    /// No program follows `cmd:`.
    #[error("`cmd:` names no program; write cmd:PROGRAM ARG…")]
    NoProgram,
    /// A quote in the command is not closed.
    #[error("`cmd:`: {0}")]
    Quote(OpenQuote),
}

/// Returns the name of a player among others, of which those before it may have the same: the second
/// `strong` is `strong#2`. People keep their names.
pub(crate) fn numbered_name(names: &[String], player: usize) -> String {
    let name = &names[player];
    match names[..player].iter().filter(|other| *other == name).count() {
        0 => name.clone(),
        _ if name == super::HUMAN.id => name.clone(),
        earlier => format!("{name}#{}", earlier + 1),
    }
}

/// Returns the name of an agent without the number that tells it apart from an equal one in a record.
pub fn without_number(name: &str) -> &str {
    match name.rsplit_once('#') {
        Some((name, number)) if number.parse::<usize>().is_ok_and(|number| number > 1) => name,
        _ => name,
    }
}

/// What the user may have meant.
fn instead(id: &str, near: Option<&str>) -> String {
    match near {
        Some(near) => format!("did you mean `{near}`? "),
        None if id.contains([' ', '/', '.']) => format!("a program is written `cmd:{id}`; "),
        None => String::new(),
    }
}

impl AgentName {
    /// Parses `id`, `id:key=value,key=value` or `cmd:PROGRAM ARG…`. Blanks separate the arguments
    /// of a program; single or double quotes protect blanks within one. A number as in `strong#2`,
    /// by which records tell equal agents apart, is ignored.
    ///
    /// # Errors
    /// When there is no such entry, a parameter does not fit it, or no program is named.
    ///
    /// ```
    /// use quadrille_arena::AgentName;
    ///
    /// assert_eq!(AgentName::parse("first-valid")?.to_string(), "first-valid");
    /// assert!(AgentName::parse("cmd:python3 bot.py").is_ok());
    /// assert!(AgentName::parse("first-valdi").is_err());
    /// # Ok::<(), quadrille_arena::AgentNameError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, AgentNameError> {
        let text = text.trim();
        if let Some(command) = text.strip_prefix("cmd:") {
            let words = split_command(command).map_err(AgentNameError::Quote)?;
            let is_named = words.first().is_some_and(|program| !program.is_empty());
            return is_named.then(|| Self::Command(words.into())).ok_or(AgentNameError::NoProgram);
        }
        let (entry, parameters) =
            parse_name(without_number(text), AGENTS).map_err(|error| match error {
                NameError::Unknown { id, near, .. } => AgentNameError::Unknown { id, near },
                error => AgentNameError::Invalid(error),
            })?;
        Ok(Self::Entry { entry, parameters, shared: Shared::default() })
    }

    /// Checks that the agent can play under these rules. Programs are not asked.
    ///
    /// # Errors
    /// When it cannot.
    ///
    /// ```
    /// use quadrille_arena::{AgentName, Ruleset};
    /// use quadrille_core::BoxShape;
    ///
    /// let perfect = AgentName::parse("perfect4")?;
    /// assert!(perfect.supports(&Ruleset::empty(BoxShape::new(2, 2)?)).is_ok());
    /// assert!(perfect.supports(&Ruleset::empty(BoxShape::NINE)).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn supports(&self, rules: &Ruleset) -> Result<(), UnsupportedRules> {
        match self {
            Self::Entry { entry, .. } => (entry.supports)(rules)
                .map_err(|why| UnsupportedRules { agent: self.to_string(), why }),
            Self::Command(_) => Ok(()),
        }
    }

    /// Returns the value of an integer parameter of an agent of the registry.
    pub fn integer(&self, parameter: &str) -> Option<i64> {
        let Self::Entry { parameters, .. } = self else { return None };
        parameters.iter().find_map(|(name, value)| match value {
            Value::Integer(value) if name == parameter => Some(value),
            _ => None,
        })
    }

    /// Returns whether the agent is known to play the same game under every seed.
    ///
    /// ```
    /// use quadrille_arena::AgentName;
    ///
    /// assert!(AgentName::parse("first-valid")?.is_deterministic());
    /// # Ok::<(), quadrille_arena::AgentNameError>(())
    /// ```
    pub fn is_deterministic(&self) -> bool {
        matches!(self, Self::Entry { entry, .. } if entry.deterministic)
    }

    /// Returns whether the agent is known to draw its moves at random, so that two equal games are two
    /// results. Programs are not known to do so.
    ///
    /// ```
    /// use quadrille_arena::AgentName;
    ///
    /// assert!(!AgentName::parse("first-valid")?.draws_moves());
    /// # Ok::<(), quadrille_arena::AgentNameError>(())
    /// ```
    pub fn draws_moves(&self) -> bool {
        matches!(self, Self::Entry { entry, .. }
            if !entry.deterministic && matches!(entry.build, Build::Ready(_)))
    }

    /// Starts a program and closes its input at once, to find out whether it can be started. Does
    /// nothing for agents of the registry.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub fn try_start(&self) -> Result<(), StartError> {
        match self {
            #[cfg(feature = "process")]
            Self::Command(command) => crate::protocol::Bot::new(command.clone()).try_start(),
            _ => Ok(()),
        }
    }

    /// Puts a program under a guard. Does nothing to agents of the registry.
    #[must_use]
    pub fn guarded_by(self, guard: Guard) -> Self {
        match self {
            Self::Command(program) => Self::Command(Program { guard: Some(guard), ..program }),
            entry @ Self::Entry { .. } => entry,
        }
    }

    /// Says how the arena deals with a program. Does nothing to agents of the registry.
    #[must_use]
    pub fn hosted(self, hosting: Hosting) -> Self {
        match self {
            Self::Command(program) => Self::Command(Program { hosting, ..program }),
            entry @ Self::Entry { .. } => entry,
        }
    }

    /// Creates the agent; `None` if it needs a terminal.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use quadrille_arena::{AgentName, GameState, Ruleset};
    /// use quadrille_core::{BoxShape, Meter};
    ///
    /// let mut agent = AgentName::parse("first-valid")?.build().expect("it needs no terminal");
    /// let state = GameState::new(Arc::new(Ruleset::empty(BoxShape::NINE)));
    /// let mv = agent.choose(&state, &mut Meter::unlimited())?;
    /// assert!(state.is_legal(mv));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn build(&self) -> Option<Box<dyn Agent>> {
        match self {
            Self::Entry { entry, parameters, shared } => match entry.build {
                Build::Ready(build) => Some(build(parameters, shared)),
                Build::Terminal => None,
            },
            #[cfg(feature = "process")]
            Self::Command(command) => Some(Box::new(crate::protocol::Bot::new(command.clone()))),
            #[cfg(not(feature = "process"))]
            Self::Command(_) => None,
        }
    }
}

impl fmt::Display for AgentName {
    /// Writes the id and the parameters that differ from their defaults, in the order of the entry:
    /// equal agents have equal names.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Entry { entry, parameters, .. } => write_name(f, *entry, parameters),
            Self::Command(Program { words, .. }) => {
                f.write_str("cmd:")?;
                write_command(f, words)
            }
        }
    }
}

impl fmt::Debug for AgentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AgentName({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for text in [
            "ia",
            "ia:values=ascending,heuristics=off",
            "minimax:values=ascending",
            "cmd:python3 bot.py --level 3",
            "cmd:\"my bot\" 'say \"go\"'",
        ] {
            assert_eq!(AgentName::parse(text).unwrap().to_string(), text);
        }
        let canonical = AgentName::parse(" ia:heuristics=on , values=ascending ").unwrap();
        assert_eq!(canonical.to_string(), "ia:values=ascending");
    }

    #[test]
    fn equal_agents_are_told_apart_by_numbers() {
        let names = ["strong", "ia", "strong", "human", "human", "strong"].map(str::to_owned);
        let numbered: Vec<String> = (0..6).map(|player| numbered_name(&names, player)).collect();
        assert_eq!(numbered, ["strong", "ia", "strong#2", "human", "human", "strong#3"]);
        for (name, plain) in [("strong#2", "strong"), ("a#1", "a#1"), ("c#", "c#"), ("ia", "ia")] {
            assert_eq!(without_number(name), plain);
        }
    }

    #[test]
    fn errors_suggest_what_was_meant() {
        let say = |text| AgentName::parse(text).unwrap_err().to_string();
        assert_eq!(
            say("minmax"),
            "unknown agent `minmax`; did you mean `minimax`? `quadrille agents` lists them"
        );
        assert_eq!(
            say("python3 bot.py"),
            "unknown agent `python3 bot.py`; a program is written `cmd:python3 bot.py`; \
             `quadrille agents` lists them"
        );
        assert_eq!(
            say("minimax:value=ascending"),
            "`minimax` has no parameter `value`; did you mean `values`?"
        );
        assert_eq!(say("cmd: "), "`cmd:` names no program; write cmd:PROGRAM ARG…");
        assert_eq!(say("cmd:\"\" a"), "`cmd:` names no program; write cmd:PROGRAM ARG…");
        assert_eq!(say("cmd:./it's"), "`cmd:`: the quote ' is not closed");
    }
}
