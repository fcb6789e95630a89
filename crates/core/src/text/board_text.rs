//! Boards as text that is not read as text yet.

use std::borrow::Cow;
use std::ops::Deref;

/// A board as text on one line. The symbols of plain lines stay bytes until a caller reads them as
/// text: among millions of puzzles that is felt.
#[derive(Clone, Debug)]
pub enum BoardText<'a> {
    /// 81 symbols.
    Symbols(&'a [u8; 81]),
    /// Any board.
    Text(Cow<'a, str>),
}

impl<'a> BoardText<'a> {
    /// Returns the text as bytes.
    ///
    /// ```
    /// use quadrille_core::text::BoardText;
    ///
    /// let text = BoardText::from("1234".to_owned());
    /// assert_eq!(text.as_bytes(), b"1234");
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Symbols(symbols) => *symbols,
            Self::Text(text) => text.as_bytes(),
        }
    }

    /// Returns the text on its own.
    ///
    /// ```
    /// use quadrille_core::text::BoardText;
    ///
    /// let text = [b'.'; 81];
    /// let owned: BoardText<'static> = BoardText::Symbols(&text).into_owned();
    /// assert_eq!(owned.len(), 81);
    /// ```
    pub fn into_owned(self) -> BoardText<'static> {
        self.to_string().into()
    }
}

impl Deref for BoardText<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Self::Symbols(symbols) => str::from_utf8(*symbols).expect("symbols are ASCII"),
            Self::Text(text) => text,
        }
    }
}

impl AsRef<[u8]> for BoardText<'_> {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl From<String> for BoardText<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl PartialEq for BoardText<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for BoardText<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}
