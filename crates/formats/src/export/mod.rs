//! Pictures and pages of puzzles, for people: what is written here is not read again. Formats that
//! are read and written are in [the crate](crate).
//!
//! ```
//! use quadrille_formats::export::svg;
//! use quadrille_formats::Extra;
//!
//! let picture = svg(&"1...............".parse()?, Extra::NONE);
//! assert!(picture.starts_with("<svg xmlns=") && picture.ends_with("</svg>\n"));
//! # Ok::<(), quadrille_core::TextError>(())
//! ```

mod board;
mod booklet;

pub use board::svg;
pub use booklet::{Booklet, Outcome, PerPage};

/// Something that puzzles can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    /// A picture of a board.
    Svg,
    /// A page to print, with solutions.
    Booklet,
}

impl Export {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Svg, Self::Booklet];

    /// Its name for users.
    pub fn id(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Booklet => "booklet",
        }
    }

    /// The export of that id.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|export| export.id() == id)
    }

    /// What it is, in a few words.
    pub fn title(self) -> &'static str {
        match self {
            Self::Svg => "a picture of a puzzle, a file each",
            Self::Booklet => "an HTML file to print: several puzzles a page, solutions at the end",
        }
    }

    /// File name extensions of it, without the dot.
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Svg => &["svg"],
            Self::Booklet => &["html"],
        }
    }
}

#[cfg(test)]
mod tests;
