//! An agent as a user names it: an entry with parameters, or a program.

use std::fmt;

use quadrille_lab::registry::{ParameterError, Parameters, nearest};
use thiserror::Error;

use super::{AGENTS, Agent, AgentEntry, Build};
use crate::game::Ruleset;

/// A registered agent with its parameters set, or an outside program.
#[derive(Clone)]
pub enum AgentName {
    /// Of the registry.
    Entry {
        /// The entry.
        entry: &'static AgentEntry,
        /// Its parameters.
        parameters: Parameters,
    },
    /// A program with arguments that speaks the line protocol.
    Command(Vec<String>),
}

/// A name that stands for no agent.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AgentNameError {
    /// No entry of that id.
    #[error("unknown agent `{id}`{}; `quadrille agents` lists them", instead(.id, *.near))]
    Unknown {
        /// The id given.
        id: String,
        /// The nearest that there is.
        near: Option<&'static str>,
    },
    /// A parameter was not understood.
    #[error(transparent)]
    Knob(#[from] ParameterError),
    /// `cmd:` without a program.
    #[error("`cmd:` names no program; write cmd:PROGRAM ARG…")]
    NoProgram,
}

/// What somebody may have meant.
fn instead(id: &str, near: Option<&str>) -> String {
    match near {
        Some(near) => format!("; did you mean `{near}`?"),
        None if id.contains([' ', '/', '.']) => format!("; a program is written `cmd:{id}`"),
        None => String::new(),
    }
}

impl AgentName {
    /// The agent of a name `id`, `id:key=value,key=value` or `cmd:PROGRAM ARG…`. The arguments of
    /// a program are separated by blanks; quotes, single or double, keep blanks within one.
    ///
    /// # Errors
    /// When there is no such entry, a parameter does not fit it, or no program is named.
    pub fn parse(text: &str) -> Result<Self, AgentNameError> {
        let text = text.trim();
        if let Some(command) = text.strip_prefix("cmd:") {
            let words = words(command);
            return if words.is_empty() {
                Err(AgentNameError::NoProgram)
            } else {
                Ok(Self::Command(words))
            };
        }
        let (id, parameters) = match text.split_once(':') {
            Some((id, parameters)) => (id.trim(), Some(parameters)),
            None => (text, None),
        };
        let Some(&entry) = AGENTS.iter().find(|entry| entry.id == id) else {
            let near = nearest(id, AGENTS.iter().map(|entry| entry.id));
            return Err(AgentNameError::Unknown { id: id.to_owned(), near });
        };
        let parameters = match parameters {
            Some(text) => Parameters::parse(entry.id, entry.parameters, text)?,
            None => Parameters::defaults(entry.parameters),
        };
        Ok(Self::Entry { entry, parameters })
    }

    /// Whether it can play under these rules.
    ///
    /// # Errors
    /// With the reason, when it cannot.
    pub fn supports(&self, rules: &Ruleset) -> Result<(), String> {
        match self {
            Self::Entry { entry, .. } => {
                (entry.supports)(rules).map_err(|why| format!("`{self}` {why}"))
            }
            Self::Command(_) => Ok(()),
        }
    }

    /// Whether it plays the same game again under another seed, as far as we can know.
    pub fn is_deterministic(&self) -> bool {
        matches!(self, Self::Entry { entry, .. } if entry.deterministic)
    }

    /// Starts the program that it is and ends it again; of the registry's there is nothing to try.
    ///
    /// # Errors
    /// When the program cannot be started: which, the system's reason, and what to do.
    pub fn try_start(&self) -> Result<(), String> {
        match self {
            #[cfg(feature = "process")]
            Self::Command(command) => crate::protocol::Bot::new(command.clone()).try_start(),
            _ => Ok(()),
        }
    }

    /// The agent, where it needs no terminal.
    pub fn build(&self) -> Option<Box<dyn Agent>> {
        match self {
            Self::Entry { entry, parameters } => match entry.build {
                Build::Ready(build) => Some(build(parameters)),
                Build::Terminal => None,
            },
            #[cfg(feature = "process")]
            Self::Command(command) => Some(Box::new(crate::protocol::Bot::new(command.clone()))),
            #[cfg(not(feature = "process"))]
            Self::Command(_) => None,
        }
    }
}

fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quote) = (None::<String>, None);
    for c in text.chars() {
        match quote {
            Some(end) if c == end => quote = None,
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

impl fmt::Display for AgentName {
    /// The id with the parameters that are not at their defaults, in the order of the entry: the
    /// same agent always has the same name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Entry { entry, parameters } => {
                f.write_str(entry.id)?;
                let mut lead = ':';
                for (parameter, (name, value)) in entry.parameters.iter().zip(parameters.iter()) {
                    if value != parameter.default {
                        write!(f, "{lead}{name}={value}")?;
                        lead = ',';
                    }
                }
                Ok(())
            }
            Self::Command(words) => {
                f.write_str("cmd:")?;
                for (index, word) in words.iter().enumerate() {
                    let lead = if index == 0 { "" } else { " " };
                    let plain = !word.is_empty() && !word.contains(|c: char| c.is_whitespace());
                    let quote = if plain && !word.contains(['"', '\'']) {
                        ""
                    } else if word.contains('"') {
                        "'"
                    } else {
                        "\""
                    };
                    write!(f, "{lead}{quote}{word}{quote}")?;
                }
                Ok(())
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
    fn names_go_there_and_back() {
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
    fn a_wrong_name_is_told_what_would_fit() {
        let say = |text| AgentName::parse(text).unwrap_err().to_string();
        assert_eq!(
            say("minmax"),
            "unknown agent `minmax`; did you mean `minimax`?; `quadrille agents` lists them"
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
    }
}
