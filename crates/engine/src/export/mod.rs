//! Pictures and pages of puzzles, for people: what is written here is not read again. Formats that
//! are read and written are in [`format`](mod@crate::format).
//!
//! ```
//! use quadrille_engine::export::svg;
//! use quadrille_engine::format::Extra;
//!
//! let picture = svg(&"1...............".parse()?, Extra::NONE);
//! assert!(picture.starts_with("<svg xmlns=") && picture.ends_with("</svg>\n"));
//! # Ok::<(), quadrille_engine::format::ParseError>(())
//! ```

mod board;
mod booklet;
mod steps;

pub use board::svg;
pub use booklet::{Booklet, Outcome, PerPage};
pub use steps::{PageStep, StepDrawing, Walkthroughs, heading, step_svg, unlocks};

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

/// Text with the characters escaped that have a meaning in XML and HTML, and without control
/// characters.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in crate::printable::line(text).chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            // XML has no place for these two.
            '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            _ => safe.push(character),
        }
    }
    safe
}

#[cfg(test)]
mod tests;
