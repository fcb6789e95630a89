//! What an input says about a puzzle beyond the puzzle itself: how far it is solved, and
//! who wrote it. Nothing of this changes what its solutions are.

use std::fmt;

use quadrille_core::{CandidateSet, Grid, Puzzle};

/// What a record holds besides its puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extra {
    /// The digits that a solver has entered, in cells without a given. They may be wrong, or in
    /// conflict with each other.
    pub entries: Option<Grid>,
    /// The candidates that a solver has noted in each cell; an empty set in a cell without notes.
    /// Unlike [`Puzzle::marks`], they do not restrict the puzzle.
    pub candidates: Option<CandidateSet>,
    /// What the input says about the puzzle in words.
    pub details: Details,
}

impl Extra {
    /// Nothing besides the puzzle.
    pub const NONE: &'static Self =
        &Self { entries: None, candidates: None, details: Details(Vec::new()) };

    /// Returns whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.entries.is_none() && self.candidates.is_none() && self.details.is_empty()
    }

    /// Returns the givens of a puzzle together with the entries.
    ///
    /// # Panics
    /// If the entries are of another shape.
    pub fn values(&self, puzzle: &Puzzle) -> Grid {
        let mut values = puzzle.givens().clone();
        if let Some(entries) = &self.entries {
            assert_eq!(entries.shape(), values.shape(), "entries are of the shape of the puzzle");
            for (cell, digit) in entries.filled() {
                if values.get(cell).is_none() {
                    values.set(cell, Some(digit));
                }
            }
        }
        values
    }

    /// In a box, unless there is nothing.
    pub(super) fn boxed(self) -> Option<Box<Self>> {
        (!self.is_empty()).then(|| Box::new(self))
    }
}

/// What a detail is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Detail {
    /// The name of the puzzle.
    Title,
    /// What the puzzle is, in a sentence or two.
    Description,
    /// Who made it.
    Author,
    /// Where it was published.
    Source,
    /// The address of its source.
    Url,
    /// When it was made or published, as written.
    Date,
    /// How difficult it is, in words.
    Level,
    /// How difficult it is, as a number of some scale.
    Rating,
    /// Anything else.
    Comment,
    /// What is drawn on the board or around it, as decoration: only that it is there is read.
    Drawing,
}

impl Detail {
    /// All of them, in the order in which formats write them.
    pub const ALL: [Self; 10] = [
        Self::Title,
        Self::Description,
        Self::Author,
        Self::Source,
        Self::Url,
        Self::Date,
        Self::Level,
        Self::Rating,
        Self::Comment,
        Self::Drawing,
    ];

    /// Its name, in lower case.
    pub fn id(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Description => "description",
            Self::Author => "author",
            Self::Source => "source",
            Self::Url => "url",
            Self::Date => "date",
            Self::Level => "level",
            Self::Rating => "rating",
            Self::Comment => "comment",
            Self::Drawing => "drawing",
        }
    }

    /// The detail that a field of that name holds, in any case: its id, or what other programs call
    /// it.
    pub(super) fn of_field(name: &str) -> Option<Self> {
        let is = |known: &&str| name.eq_ignore_ascii_case(known);
        let other = |detail: Self| -> &[&str] {
            match detail {
                Self::Title => &["name"],
                Self::Author => &["setter", "creator"],
                Self::Url => &["sourceurl", "link"],
                Self::Date => &["created"],
                Self::Level => &["difficulty"],
                Self::Comment => &["comments", "note"],
                _ => &[],
            }
        };
        Self::ALL.into_iter().find(|&detail| is(&detail.id()) || other(detail).iter().any(is))
    }
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// Details of a puzzle, in the order of the input.
///
/// Each is text without blanks around it and without control characters other than line feeds. A
/// detail may occur several times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details(Vec<(Detail, String)>);

impl Details {
    /// The most details that are kept; further ones are ignored, so that a hostile input cannot fill
    /// the memory.
    pub const MOST: usize = 64;
    /// The most bytes of a text that are kept.
    pub const LONGEST: usize = 4096;

    /// Appends a detail, unless the text is blank or there are [`MOST`](Self::MOST) already. The text
    /// is trimmed, cut at [`LONGEST`](Self::LONGEST) bytes, and has blanks in place of control
    /// characters.
    ///
    /// ```
    /// use quadrille_formats::{Detail, Details};
    /// let mut details = Details::default();
    /// details.push(Detail::Author, " Howard\tGarns\r\n");
    /// details.push(Detail::Level, " ");
    /// assert_eq!(details.get(Detail::Author), Some("Howard Garns"));
    /// assert_eq!(details.iter().count(), 1);
    /// ```
    pub fn push(&mut self, detail: Detail, text: &str) {
        let text = text.trim();
        let text = &text[..text.floor_char_boundary(Self::LONGEST)];
        let mut safe = String::with_capacity(text.len());
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            match character {
                '\r' if characters.peek() == Some(&'\n') => {}
                '\r' | '\n' => safe.push('\n'),
                _ if character.is_control() => safe.push(' '),
                _ => safe.push(character),
            }
        }
        let safe = safe.trim();
        if !safe.is_empty() && self.0.len() < Self::MOST {
            self.0.push((detail, safe.to_owned()));
        }
    }

    /// Returns the first text about something.
    pub fn get(&self, detail: Detail) -> Option<&str> {
        self.iter().find(|&(found, _)| found == detail).map(|(_, text)| text)
    }

    /// Returns all details, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Detail, &str)> {
        self.0.iter().map(|(detail, text)| (*detail, text.as_str()))
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::{BoxShape, Cell, Digit};

    #[test]
    fn details_are_bounded_and_free_of_control_characters() {
        let mut details = Details::default();
        details.push(Detail::Comment, "a\u{1b}[31mb\r\nc\rd\n");
        details.push(Detail::Comment, &"\u{e9}".repeat(Details::LONGEST));
        for _ in 0..100 {
            details.push(Detail::Source, "x");
        }
        let texts: Vec<&str> = details.iter().map(|(_, text)| text).collect();
        assert_eq!(texts.len(), Details::MOST);
        assert_eq!(texts[0], "a [31mb\nc\nd");
        assert_eq!(texts[1].len(), Details::LONGEST);
        for detail in Detail::ALL {
            assert_eq!(Detail::of_field(&detail.id().to_uppercase()), Some(detail));
        }
        assert_eq!(Detail::of_field("puzzle"), None);
    }

    #[test]
    fn entries_do_not_replace_givens() {
        let shape = BoxShape::new(2, 2).unwrap();
        let [a, b] = [0, 5].map(Cell::new);
        let digit = |value| Digit::new(value);
        let mut givens = Grid::empty(shape);
        givens.set(a, digit(1));
        let mut entries = Grid::empty(shape);
        entries.set(a, digit(2));
        entries.set(b, digit(3));
        let extra = Extra { entries: Some(entries), ..Extra::default() };
        let values = extra.values(&Puzzle::try_from(givens).unwrap());
        assert_eq!((values.get(a), values.get(b)), (digit(1), digit(3)));
        assert!(!extra.is_empty() && Extra::NONE.is_empty());
    }
}
