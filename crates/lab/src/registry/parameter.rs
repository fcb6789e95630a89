//! Parameters of a method and their values.

use std::fmt;

use thiserror::Error;

use super::nearest;

/// Something about a method that can be set in its name: `id:key=value`.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its key.
    pub name: &'static str,
    /// Which values it takes.
    pub kind: Kind,
    /// The value it has when nothing is said.
    pub default: Value,
    /// What it does.
    pub help: &'static str,
}

/// The values that a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Kind {
    /// One of some words.
    Choice(&'static [&'static str]),
    /// A whole number in that range, ends included.
    Integer(i64, i64),
    /// A number in that range, ends included.
    Real(f64, f64),
}

/// The value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// One of the words of a [`Kind::Choice`].
    Choice(&'static str),
    /// Of a [`Kind::Integer`].
    Integer(i64),
    /// Of a [`Kind::Real`].
    Real(f64),
}

impl Kind {
    /// The value that a text stands for; `None` when it is of another kind or out of range.
    pub fn parse(self, text: &str) -> Option<Value> {
        match self {
            Self::Choice(words) => {
                words.iter().find(|word| **word == text).map(|word| Value::Choice(word))
            }
            Self::Integer(low, high) => {
                let number = text.parse().ok()?;
                (low..=high).contains(&number).then_some(Value::Integer(number))
            }
            Self::Real(low, high) => {
                let number: f64 = text.parse().ok()?;
                (low..=high).contains(&number).then_some(Value::Real(number))
            }
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Choice(words) => f.write_str(&words.join("|")),
            Self::Integer(low, high) => write!(f, "{low}..={high}"),
            Self::Real(low, high) => write!(f, "{low} to {high}"),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Choice(word) => f.write_str(word),
            Self::Integer(number) => write!(f, "{number}"),
            Self::Real(number) => write!(f, "{number}"),
        }
    }
}

/// A parameter that was not understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParameterError {
    /// The method has no parameter of that name.
    #[error("`{id}` has no parameter `{name}`{}", did_you_mean(.id, .near, .known))]
    Unknown {
        /// The method.
        id: &'static str,
        /// The name given.
        name: String,
        /// The nearest that it has.
        near: Option<&'static str>,
        /// All that it has.
        known: Vec<&'static str>,
    },
    /// The value does not fit.
    #[error("`{name}={value}`: `{id}` takes {name}={expected}")]
    Value {
        /// The method.
        id: &'static str,
        /// The parameter.
        name: &'static str,
        /// The value given.
        value: String,
        /// The values it takes.
        expected: String,
    },
    /// Not of the form `key=value`.
    #[error("`{0}`: a parameter is written key=value")]
    Syntax(String),
    /// The same key twice.
    #[error("`{0}` is set twice")]
    Twice(&'static str),
}

fn did_you_mean(id: &str, near: &Option<&str>, known: &[&str]) -> String {
    match (near, known) {
        (Some(near), _) => format!("; did you mean `{near}`?"),
        (None, []) => format!("; `{id}` has no parameters"),
        (None, known) => format!("; it has {}", known.join(", ")),
    }
}

/// The values of a method's parameters, defaults included.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters(Vec<(&'static str, Value)>);

impl Parameters {
    /// All at their defaults.
    pub fn defaults(parameters: &[Parameter]) -> Self {
        Self(parameters.iter().map(|p| (p.name, p.default)).collect())
    }

    /// The values that a text `key=value,key=value` sets, the others at their defaults.
    ///
    /// # Errors
    /// When a key is unknown or set twice, or a value does not fit.
    pub fn parse(
        id: &'static str,
        parameters: &'static [Parameter],
        text: &str,
    ) -> Result<Self, ParameterError> {
        let mut values = Self::defaults(parameters);
        let mut set = Vec::new();
        for part in text.split(',').map(str::trim) {
            let (name, value) = part.split_once('=').ok_or_else(|| {
                ParameterError::Syntax(if part.is_empty() {
                    format!("{id}:{text}")
                } else {
                    part.to_owned()
                })
            })?;
            let (name, value) = (name.trim(), value.trim());
            let Some(index) = parameters.iter().position(|p| p.name == name) else {
                let known: Vec<_> = parameters.iter().map(|p| p.name).collect();
                let near = nearest(name, known.iter().copied());
                return Err(ParameterError::Unknown { id, name: name.to_owned(), near, known });
            };
            let parameter = &parameters[index];
            if set.contains(&index) {
                return Err(ParameterError::Twice(parameter.name));
            }
            set.push(index);
            values.0[index].1 =
                parameter.kind.parse(value).ok_or_else(|| ParameterError::Value {
                    id,
                    name: parameter.name,
                    value: value.to_owned(),
                    expected: parameter.kind.to_string(),
                })?;
        }
        Ok(values)
    }

    /// The names and values, in the order of the entry.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, Value)> + '_ {
        self.0.iter().copied()
    }

    fn get(&self, name: &str) -> Value {
        match self.0.iter().find(|(known, _)| *known == name) {
            Some(&(_, value)) => value,
            None => panic!("a method asked for a parameter `{name}` that its entry does not list"),
        }
    }

    /// The word of a choice.
    ///
    /// # Panics
    /// When the entry lists no such choice: a mistake in the method, not of its user. The same
    /// holds for the other kinds.
    pub fn choice(&self, name: &str) -> &'static str {
        match self.get(name) {
            Value::Choice(word) => word,
            other => panic!("parameter `{name}` is {other:?}, not a choice"),
        }
    }

    /// A whole number.
    pub fn integer(&self, name: &str) -> i64 {
        match self.get(name) {
            Value::Integer(number) => number,
            other => panic!("parameter `{name}` is {other:?}, not an integer"),
        }
    }

    /// A number.
    pub fn real(&self, name: &str) -> f64 {
        match self.get(name) {
            Value::Real(number) => number,
            other => panic!("parameter `{name}` is {other:?}, not a real"),
        }
    }
}
