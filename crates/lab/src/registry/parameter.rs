//! Parameters of algorithms and agents, and their values.

use std::fmt;
use std::ops::RangeInclusive;

use thiserror::Error;

use super::Scale;
use super::suggestion::{did_you_mean, nearest};

/// A parameter that users set in a name, as in `id:key=value`.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The key.
    pub name: &'static str,
    /// The values that it takes.
    pub kind: Kind,
    /// The value if the name does not set it.
    pub default: Value,
    /// How a tuning draws numbers. Without a scale, it leaves a number as it is; words need none.
    pub scale: Option<Scale>,
    /// What it does, in a few words.
    pub help: &'static str,
}

impl Parameter {
    /// Returns where a value is on the scale of this parameter, from 0 to 1; `None` if it has none.
    ///
    /// ```
    /// use quadrille_lab::registry::{Key, Scale, Value};
    ///
    /// const WEIGHT: Key<f64> =
    ///     Key::real("weight", 0.0..=1.0, 0.5, "").on(Scale::linear(0.0, 1.0));
    /// assert_eq!(WEIGHT.parameter.position(Value::Real(0.25)), Some(0.25));
    /// ```
    pub fn position(&self, value: Value) -> Option<f64> {
        match value {
            Value::Integer(x) => Some(self.scale?.position(x as f64, true)),
            Value::Real(x) => Some(self.scale?.position(x, false)),
            Value::Choice(_) => None,
        }
    }

    /// Returns the value at a position on the scale of this parameter; `None` if it has none.
    ///
    /// ```
    /// use quadrille_lab::registry::{Key, Scale, Value};
    ///
    /// const WEIGHT: Key<f64> =
    ///     Key::real("weight", 0.0..=1.0, 0.5, "").on(Scale::linear(0.0, 1.0));
    /// assert_eq!(WEIGHT.parameter.at(0.25), Some(Value::Real(0.25)));
    /// ```
    pub fn at(&self, position: f64) -> Option<Value> {
        match self.kind {
            Kind::Integer(..) => Some(Value::Integer(self.scale?.at(position, true) as i64)),
            Kind::Real(..) => Some(Value::Real(self.scale?.at(position, false))),
            Kind::Choice(_) => None,
        }
    }
}

/// The values that a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Kind {
    /// One of these words.
    Choice(&'static [&'static str]),
    /// An integer in this range, both ends included.
    Integer(i64, i64),
    /// A number in this range, both ends included.
    Real(f64, f64),
}

/// The value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// A word of a [`Kind::Choice`].
    Choice(&'static str),
    /// A value of a [`Kind::Integer`].
    Integer(i64),
    /// A value of a [`Kind::Real`].
    Real(f64),
}

/// A parameter with values of type `T`, which code uses to read it from [`Parameters`]: a key that
/// does not exist, or of another type, does not compile.
///
/// ```
/// use quadrille_lab::registry::{Key, Parameters};
///
/// const TEMPERATURE: Key<f64> = Key::real("temperature", 0.01..=1000.0, 0.5, "the temperature");
/// let parameters = Parameters::parse("annealing", &[TEMPERATURE.parameter], "temperature=2")?;
/// assert_eq!(parameters.get(&TEMPERATURE), 2.0);
/// # Ok::<(), quadrille_lab::registry::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Key<T> {
    /// The parameter, to be listed in a registry entry.
    pub parameter: Parameter,
    read: fn(Value) -> Option<T>,
}

impl Key<&'static str> {
    /// Creates a parameter that takes one of some words.
    ///
    /// ```
    /// use quadrille_lab::registry::{Key, Parameters};
    ///
    /// const ORDER: Key<&str> = Key::choice("order", &["row", "random"], "row", "order of cells");
    /// let parameters = Parameters::parse("mine", &[ORDER.parameter], "order=random")?;
    /// assert_eq!(parameters.get(&ORDER), "random");
    /// # Ok::<(), quadrille_lab::registry::ParameterError>(())
    /// ```
    pub const fn choice(
        name: &'static str,
        words: &'static [&'static str],
        default: &'static str,
        help: &'static str,
    ) -> Self {
        let kind = Kind::Choice(words);
        let parameter =
            Parameter { name, kind, default: Value::Choice(default), scale: None, help };
        Self { parameter, read: |value| if let Value::Choice(x) = value { Some(x) } else { None } }
    }

    /// Returns this parameter with another default.
    pub(crate) const fn with_default(self, default: &'static str) -> Self {
        let parameter = Parameter { default: Value::Choice(default), ..self.parameter };
        Self { parameter, ..self }
    }
}

impl Key<i64> {
    /// Creates a parameter that takes an integer.
    ///
    /// ```
    /// use quadrille_lab::registry::{Key, Parameters};
    ///
    /// const WIDTH: Key<i64> = Key::integer("width", 1..=1000, 10, "states kept");
    /// let parameters = Parameters::parse("mine", &[WIDTH.parameter], "width=50")?;
    /// assert_eq!(parameters.get(&WIDTH), 50);
    /// assert!(Parameters::parse("mine", &[WIDTH.parameter], "width=0").is_err());
    /// # Ok::<(), quadrille_lab::registry::ParameterError>(())
    /// ```
    pub const fn integer(
        name: &'static str,
        range: RangeInclusive<i64>,
        default: i64,
        help: &'static str,
    ) -> Self {
        let kind = Kind::Integer(*range.start(), *range.end());
        let parameter =
            Parameter { name, kind, default: Value::Integer(default), scale: None, help };
        Self { parameter, read: |value| if let Value::Integer(x) = value { Some(x) } else { None } }
    }
}

impl Key<f64> {
    /// Creates a parameter that takes a number.
    ///
    /// ```
    /// use quadrille_lab::registry::{Key, Parameters};
    ///
    /// const RATE: Key<f64> = Key::real("rate", 0.0..=1.0, 0.5, "learning rate");
    /// assert_eq!(Parameters::defaults(&[RATE.parameter]).get(&RATE), 0.5);
    /// ```
    pub const fn real(
        name: &'static str,
        range: RangeInclusive<f64>,
        default: f64,
        help: &'static str,
    ) -> Self {
        let kind = Kind::Real(*range.start(), *range.end());
        let parameter = Parameter { name, kind, default: Value::Real(default), scale: None, help };
        Self { parameter, read: |value| if let Value::Real(x) = value { Some(x) } else { None } }
    }
}

impl<T> Key<T> {
    /// Returns this parameter with a scale on which a tuning draws its values.
    ///
    /// ```
    /// use quadrille_lab::registry::{Key, Scale};
    ///
    /// const RATE: Key<f64> = Key::real("rate", 1e-3..=1.0, 0.1, "rate").on(Scale::log(1e-3, 1.0));
    /// assert!(RATE.parameter.scale.is_some());
    /// ```
    pub const fn on(self, scale: Scale) -> Self {
        let parameter = Parameter { scale: Some(scale), ..self.parameter };
        Self { parameter, read: self.read }
    }
}

impl Kind {
    /// Parses a value; returns `None` if it is of another kind or out of range.
    ///
    /// ```
    /// use quadrille_lab::registry::{Kind, Value};
    ///
    /// assert_eq!(Kind::Integer(1, 9).parse("7"), Some(Value::Integer(7)));
    /// assert_eq!(Kind::Integer(1, 9).parse("10"), None);
    /// ```
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

/// The reason why parameters in a name are invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParameterError {
    /// There is no parameter of that name.
    #[error("`{id}` has no parameter `{name}`{}", hint(.id, *.near, .known))]
    Unknown {
        /// The algorithm or agent.
        id: &'static str,
        /// The name given.
        name: String,
        /// A parameter with a similar name.
        near: Option<&'static str>,
        /// All parameters of the algorithm or agent.
        known: Vec<&'static str>,
    },
    /// The parameter does not take that value.
    #[error("`{name}={value}`: `{id}` takes {name}={expected}")]
    Value {
        /// The algorithm or agent.
        id: &'static str,
        /// The parameter.
        name: &'static str,
        /// The value given.
        value: String,
        /// The values that it takes.
        expected: String,
    },
    /// The text is not of the form `key=value`.
    #[error("`{0}`: a parameter is written key=value")]
    Syntax(String),
    /// The same parameter is set twice.
    #[error("`{0}` is set twice")]
    Twice(&'static str),
}

fn hint(id: &str, near: Option<&str>, known: &[&str]) -> String {
    match (near, known) {
        (Some(_), _) => did_you_mean(near),
        (None, []) => format!("; `{id}` has no parameters"),
        (None, known) => format!("; it has {}", known.join(", ")),
    }
}

/// The values of all parameters of an algorithm or agent.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters(Vec<(&'static str, Value)>);

impl Parameters {
    /// Returns the defaults.
    ///
    /// ```
    /// use quadrille_lab::registry::{Key, Parameters};
    ///
    /// const WIDTH: Key<i64> = Key::integer("width", 1..=1000, 10, "states kept");
    /// assert_eq!(Parameters::defaults(&[WIDTH.parameter]).get(&WIDTH), 10);
    /// ```
    pub fn defaults(parameters: &[Parameter]) -> Self {
        Self(parameters.iter().map(|p| (p.name, p.default)).collect())
    }

    /// Returns these values, which must be those of a registry entry in its order.
    #[cfg(feature = "report")]
    pub(crate) fn of(values: Vec<(&'static str, Value)>) -> Self {
        Self(values)
    }

    /// Parses `key=value,key=value`; parameters that the text does not set get their defaults.
    ///
    /// # Errors
    /// When a key is unknown or set twice, or a value is invalid. `id` is for the message.
    ///
    /// ```
    /// use quadrille_lab::registry::{Key, Parameters};
    ///
    /// const WIDTH: Key<i64> = Key::integer("width", 1..=1000, 10, "states kept");
    /// assert_eq!(Parameters::parse("mine", &[WIDTH.parameter], "width=3")?.get(&WIDTH), 3);
    /// assert!(Parameters::parse("mine", &[WIDTH.parameter], "height=3").is_err());
    /// # Ok::<(), quadrille_lab::registry::ParameterError>(())
    /// ```
    pub fn parse(
        id: &'static str,
        parameters: &[Parameter],
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

    /// Returns the names and values, in the order of the registry entry.
    ///
    /// ```
    /// use quadrille_lab::registry::{Key, Parameters, Value};
    ///
    /// const WIDTH: Key<i64> = Key::integer("width", 1..=1000, 10, "states kept");
    /// let parameters = Parameters::defaults(&[WIDTH.parameter]);
    /// assert_eq!(parameters.iter().collect::<Vec<_>>(), [("width", Value::Integer(10))]);
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, Value)> + '_ {
        self.0.iter().copied()
    }

    /// Returns the value of a parameter.
    ///
    /// A parameter that the registry entry does not list has its default; tests with debug
    /// assertions fail then, since it could never be set.
    pub fn get<T: Copy>(&self, key: &Key<T>) -> T {
        let listed = self.iter().find(|(name, _)| *name == key.parameter.name);
        let value = listed.and_then(|(_, value)| (key.read)(value));
        debug_assert!(value.is_some(), "`{}` is not listed", key.parameter.name);
        let value = value.or_else(|| (key.read)(key.parameter.default));
        value.expect("a default is of the key's own type")
    }
}
