//! The field `edges=r1c1-r1c2,r1c1-r2c1` of a line.

use super::error::ParseErrorKind;
use super::symbol::excerpt;
use std::fmt::Write as _;

use crate::board::{BoxShape, Cell, Edges, Puzzle};

/// How the field begins.
pub(super) const LEAD: &[u8] = b"edges=";

/// Parses the field; an error comes with its position in the field.
pub(super) fn parse(field: &[u8], shape: BoxShape) -> Result<Edges, (usize, ParseErrorKind)> {
    let mut pairs = Vec::new();
    let mut start = LEAD.len();
    for part in field[LEAD.len()..].split(|&byte| byte == b',') {
        let pair = pair_of(part, shape).ok_or_else(|| {
            let text = excerpt(part);
            (start, ParseErrorKind::EdgeSyntax { text, side: shape.side() })
        })?;
        // Each alone first, so that an error names the right one.
        Edges::new(shape, [pair]).map_err(|error| (start, error.into()))?;
        pairs.push(pair);
        start += part.len() + 1;
    }
    Ok(Edges::new(shape, pairs).expect("each was accepted alone"))
}

fn pair_of(text: &[u8], shape: BoxShape) -> Option<(Cell, Cell)> {
    let (first, second) = std::str::from_utf8(text).ok()?.split_once('-')?;
    Some((cell_of(first, shape)?, cell_of(second, shape)?))
}

fn cell_of(text: &str, shape: BoxShape) -> Option<Cell> {
    let (row, column) = text.strip_prefix('r')?.split_once('c')?;
    let place = |number: &str| {
        let plain = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let number = plain.then(|| number.parse::<usize>().ok()).flatten()?;
        (1..=shape.side()).contains(&number).then(|| number - 1)
    };
    Some(Cell::new(place(row)? * shape.side() + place(column)?))
}

/// Appends the field with a puzzle's edges, if it has any.
pub(super) fn push_edges(puzzle: &Puzzle, text: &mut String) {
    let side = puzzle.shape().side();
    for (index, (a, b)) in puzzle.edges().pairs().iter().enumerate() {
        let lead = if index == 0 { " edges=" } else { "," };
        write!(text, "{lead}{}-{}", a.name(side), b.name(side))
            .expect("writing to a String cannot fail");
    }
}
