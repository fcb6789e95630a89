//! Cells of tables that are written to files.

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A text in each row.
    Text,
    /// A list of texts in each row.
    Texts,
    /// A count, which may be absent.
    Count,
    /// A number, which may be absent.
    Real,
}

/// A cell; counts and reals may be absent.
#[derive(Clone, Copy, Debug)]
pub enum Cell<'a> {
    /// A text.
    Text(&'a str),
    /// A list of texts.
    Texts(&'a [String]),
    /// A count.
    Count(Option<u64>),
    /// A number.
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
