//! The field `edges=r1c1-r1c2,r1c1-r2c1` of a line.

use std::fmt::Write as _;
use std::ops::Range;

use crate::board::{BoxShape, Cell, Edges, NotAdjacent, Puzzle};

/// How the field begins.
pub const EDGES: &[u8] = b"edges=";

/// A part of the field that is not an edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadEdge {
    /// Where it is in the field.
    pub place: Range<usize>,
    /// Why the two cells have no edge between them; `None` if they are not two cells of the board.
    pub reason: Option<NotAdjacent>,
}

/// Parses the field, with [`EDGES`] at its beginning.
///
/// # Errors
/// The first part that is not an edge.
///
/// ```
/// use quadrille_core::BoxShape;
/// use quadrille_core::text::parse_edges;
///
/// let edges = parse_edges(b"edges=r1c1-r1c2", BoxShape::NINE).expect("the cells are adjacent");
/// assert_eq!(edges.pairs().len(), 1);
/// let error = parse_edges(b"edges=r1c1-r9c9", BoxShape::NINE).expect_err("they are not");
/// assert_eq!(error.place, 6..15);
/// ```
pub fn parse_edges(field: &[u8], shape: BoxShape) -> Result<Edges, BadEdge> {
    let mut pairs = Vec::new();
    let mut start = EDGES.len();
    for part in field[EDGES.len()..].split(|&byte| byte == b',') {
        let place = start..start + part.len();
        let bad = |reason| BadEdge { place: place.clone(), reason };
        let pair = pair_of(part, shape).ok_or_else(|| bad(None))?;
        // Each alone first, so that an error names the right one.
        Edges::new(shape, [pair]).map_err(|error| bad(Some(error)))?;
        pairs.push(pair);
        start += part.len() + 1;
    }
    Ok(Edges::new(shape, pairs).expect("each was accepted alone"))
}

fn pair_of(text: &[u8], shape: BoxShape) -> Option<(Cell, Cell)> {
    let (first, second) = str::from_utf8(text).ok()?.split_once('-')?;
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
