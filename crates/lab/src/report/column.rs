//! Cells of tables that are written to files.

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Count,
    Real,
}

/// A cell; counts and reals may be absent.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cell<'a> {
    Text(&'a str),
    Count(Option<u64>),
    Real(Option<f64>),
}

impl From<u64> for Cell<'_> {
    fn from(count: u64) -> Self {
        Self::Count(Some(count))
    }
}

impl From<f64> for Cell<'_> {
    fn from(real: f64) -> Self {
        Self::Real(Some(real))
    }
}

impl From<Option<f64>> for Cell<'_> {
    fn from(real: Option<f64>) -> Self {
        Self::Real(real)
    }
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}
