//! The field `edges=r1c1-r1c2,r1c1-r2c1` of a line.

use super::super::error::ParseErrorKind;
use super::super::symbol::excerpt;
use crate::board::{BoxShape, Cell, Edges};

/// How the field begins.
pub(in crate::format) const LEAD: &[u8] = b"edges=";

/// The edges of a field; an error comes with its place in the field.
pub(in crate::format) fn parse(
    field: &[u8],
    shape: BoxShape,
) -> Result<Edges, (usize, ParseErrorKind)> {
    let mut pairs = Vec::new();
    let mut start = LEAD.len();
    for part in field[LEAD.len()..].split(|&byte| byte == b',') {
        let pair = pair_of(part, shape).ok_or_else(|| {
            let text = excerpt(part);
            (start, ParseErrorKind::EdgeSyntax { text, side: shape.side() })
        })?;
        // Alone first, so that the one that does not fit is the one that is named.
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
