//! `rate --format`: a line for each puzzle, in the manner of `serate`.

use std::mem;

use quadrille_engine::logic::{self, Class, Profile, Rating};

use crate::failure::Failure;

/// A text with places for what is known about a puzzle.
pub(super) struct Template(Vec<Piece>);

enum Piece {
    Text(String),
    Field(char),
}

/// What is known about a puzzle.
pub(super) struct Record<'a> {
    pub(super) puzzle: &'a str,
    pub(super) line: u64,
    pub(super) profile: &'a Profile,
    pub(super) rating: &'a Rating,
    pub(super) status: &'static str,
    pub(super) seconds: f64,
}

const FIELDS: &str = "grpdRPDSTUcnse";

impl Template {
    /// Reads a template.
    ///
    /// # Errors
    /// When a percent sign stands before an unknown letter.
    pub(super) fn parse(text: &str) -> Result<Self, Failure> {
        let mut pieces = Vec::new();
        let mut literal = String::new();
        let mut characters = text.chars();
        while let Some(c) = characters.next() {
            if c != '%' {
                literal.push(c);
                continue;
            }
            match characters.next() {
                Some('%') => literal.push('%'),
                Some('t') => literal.push('\t'),
                Some('l') => literal.push('\n'),
                Some(field) if FIELDS.contains(field) => {
                    pieces.push(Piece::Text(mem::take(&mut literal)));
                    pieces.push(Piece::Field(field));
                }
                other => {
                    let found = other.map_or("%".to_owned(), |other| format!("%{other}"));
                    return Err(Failure::usage(format!(
                        "`{found}` has no meaning in --format; known are %g %r %p %d %R %P %D %S \
                         %T %U %c %n %s %e %t %l %%"
                    )));
                }
            }
        }
        pieces.push(Piece::Text(literal));
        Ok(Self(pieces))
    }

    /// Appends the line of a puzzle.
    pub(super) fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => out.extend_from_slice(text.as_bytes()),
                Piece::Field(field) => out.extend_from_slice(record.field(*field).as_bytes()),
            }
        }
        out.push(b'\n');
    }
}

impl Record<'_> {
    /// The text of a field. What is not known is empty.
    fn field(&self, field: char) -> String {
        let Rating { rating, pearl, diamond, hardest, pearl_kind, diamond_kind, .. } = *self.rating;
        let is_rated = super::verdict::is_rated(self.rating.verdict);
        let points = |tenths| self.profile.points(tenths);
        let number = |tenths| if is_rated { points(tenths) } else { String::new() };
        let id = |kind: Option<&'static str>| kind.unwrap_or_default().to_owned();
        let title =
            |kind: Option<&'static str>| kind.map(logic::title).unwrap_or_default().to_owned();
        match field {
            'g' => self.puzzle.to_owned(),
            'r' if is_rated => points(rating),
            'r' | 's' => self.status.to_owned(),
            'p' => number(pearl),
            'd' => number(diamond),
            'R' => title(hardest),
            'P' => title(pearl_kind),
            'D' => title(diamond_kind),
            'S' => id(hardest),
            'T' => id(pearl_kind),
            'U' => id(diamond_kind),
            'c' => self.rating.class.map_or("", Class::name).to_owned(),
            'n' => self.line.to_string(),
            'e' => format!("{:.6}", self.seconds),
            _ => String::new(),
        }
    }
}
