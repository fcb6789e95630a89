//! Why there is no answer.

use std::fmt;

use quadrille_formats::{ParseError, ParseErrorKind};
use quadrille_lab::registry::{NameError, nearest};
use serde::{Deserialize, Serialize};

/// Why a request has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Error {
    /// What kind of error it is.
    pub error: ErrorKind,
    /// What is wrong and what to do, in English.
    pub message: String,
    /// Where in the text of the request it is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The cells that conflict, such as `r1c2`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
    /// The name that was probably meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub near: Option<String>,
}

/// A place in a text, from 1; columns are characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The column.
    pub column: u64,
}

/// A kind of error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[non_exhaustive]
pub enum ErrorKind {
    /// The request is not one, or its options contradict each other.
    BadRequest,
    /// The text or board is not a puzzle.
    BadPuzzle,
    /// A name that is not in the registry.
    UnknownName,
    /// The board cannot be dealt with in this way.
    Unsupported,
    /// More than the limits of this server allow.
    TooLarge,
    /// There is no such route, game or event.
    NotFound,
    /// The route has other methods.
    MethodNotAllowed,
    /// The caller may not do that.
    Forbidden,
    /// A token or cookie is missing or wrong.
    Unauthorized,
    /// What the server has stored cannot be read.
    Damaged,
    /// The state has changed meanwhile.
    Conflict,
    /// The server has too much to do. Try again later.
    Busy,
    /// The caller asks too often. Try again later.
    TooManyRequests,
    /// The request took too long to arrive.
    Timeout,
    /// The server failed.
    Internal,
}

impl Error {
    /// How many known names the message about an unknown one lists at most.
    pub const LISTED: usize = 40;

    /// Says what is wrong with the name of an algorithm.
    ///
    /// ```
    /// use quadrille_api::Error;
    /// use quadrille_lab::Configuration;
    ///
    /// let error = Configuration::parse("tabuu").expect_err("there is no such algorithm");
    /// assert_eq!(Error::of_name(&error).near.as_deref(), Some("tabu"));
    /// ```
    pub fn of_name(error: &NameError) -> Self {
        let (kind, near) = match error {
            NameError::Unknown { near, .. } => {
                (ErrorKind::UnknownName, near.map(ToOwned::to_owned))
            }
            _ => (ErrorKind::BadRequest, None),
        };
        Self { near, ..Self::new(kind, error.to_string()) }
    }

    /// Returns an error that has nothing but a message.
    ///
    /// ```
    /// use quadrille_api::{Error, ErrorKind};
    ///
    /// let error = Error::new(ErrorKind::Busy, "try again later");
    /// assert_eq!(error.to_string(), "try again later");
    /// ```
    pub fn new(error: ErrorKind, message: impl Into<String>) -> Self {
        Self { error, message: message.into(), place: None, cells: Vec::new(), near: None }
    }

    /// Returns an error about the options of a request.
    ///
    /// ```
    /// use quadrille_api::{Error, ErrorKind};
    ///
    /// assert_eq!(Error::bad_request("`ms` is negative").error, ErrorKind::BadRequest);
    /// ```
    pub fn bad_request(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::BadRequest, message)
    }

    /// Returns an error about a name that is not one of the known ones.
    ///
    /// ```
    /// use quadrille_api::Error;
    ///
    /// let error = Error::unknown("profile", "hodoko", ["hodoku", "se"]);
    /// assert_eq!(error.near.as_deref(), Some("hodoku"));
    /// ```
    pub fn unknown<'k>(what: &str, name: &str, known: impl IntoIterator<Item = &'k str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        let near = nearest(name, known.iter().copied()).map(ToOwned::to_owned);
        let shown: String = name.chars().take(100).collect();
        let instead = near.as_ref().map(|near| format!("; did you mean `{near}`?"));
        let instead = instead.unwrap_or_default();
        let known = match known.len() {
            // A longer list would hide what was wrong.
            0..=Self::LISTED => format!("known are {}", known.join(", ")),
            count => format!("{count} are known"),
        };
        let message = format!("unknown {what} `{shown}`{instead}; {known}");
        Self { near, ..Self::new(ErrorKind::UnknownName, message) }
    }
}

impl From<&ParseError> for Error {
    fn from(error: &ParseError) -> Self {
        let cells = match &error.kind {
            ParseErrorKind::Conflict(conflict) => {
                let side = conflict.geometry.side();
                conflict.cells.iter().map(|cell| cell.name(side).to_string()).collect()
            }
            _ => Vec::new(),
        };
        Self {
            place: Some(Place { line: error.line, column: error.column }),
            cells,
            ..Self::new(ErrorKind::BadPuzzle, error.to_string())
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
