//! `rate --format`: a line for each puzzle, in the manner of `serate`.

use std::mem;

use quadrille_api::RateAnswer;
use quadrille_logic::Profile;

use crate::failure::Failure;

/// A text with places for what is known about a puzzle.
pub(super) struct Template(Vec<Piece>);

enum Piece {
    Text(String),
    Field(char),
}

const FIELDS: &str = "grpdRPDSTUcnse";

impl Template {
    /// Reads a template.
    ///
    /// # Errors
    /// When an unknown letter follows a percent sign.
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
    pub(super) fn write(
        &self,
        found: &RateAnswer,
        line: u64,
        profile: &Profile,
        out: &mut Vec<u8>,
    ) {
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => out.extend_from_slice(text.as_bytes()),
                Piece::Field('n') => out.extend_from_slice(line.to_string().as_bytes()),
                Piece::Field(name) => {
                    out.extend_from_slice(field(*name, found, profile).as_bytes());
                }
            }
        }
        out.push(b'\n');
    }
}

/// Returns a rating in tenths, as profiles write it.
pub(super) fn tenths(rating: f64) -> u32 {
    (rating * 10.0).round() as u32
}

/// Returns the text of a field. What is not known is empty.
fn field(name: char, found: &RateAnswer, profile: &Profile) -> String {
    let RateAnswer { hardest, pearl_kind, diamond_kind, .. } = *found;
    let number = |rating: Option<f64>| rating.map(|rating| profile.points(tenths(rating)));
    let id = |kind: Option<&str>| kind.unwrap_or_default().to_owned();
    let title = |kind: Option<&'static str>| {
        kind.map(quadrille_logic::title).unwrap_or_default().to_owned()
    };
    match name {
        'g' => found.puzzle.clone(),
        'r' => number(found.rating).unwrap_or_else(|| found.status.to_owned()),
        's' => found.status.to_owned(),
        'p' => number(found.pearl).unwrap_or_default(),
        'd' => number(found.diamond).unwrap_or_default(),
        'R' => title(hardest),
        'P' => title(pearl_kind),
        'D' => title(diamond_kind),
        'S' => id(hardest),
        'T' => id(pearl_kind),
        'U' => id(diamond_kind),
        'c' => id(found.class),
        'e' => format!("{:.6}", found.seconds),
        _ => String::new(),
    }
}
