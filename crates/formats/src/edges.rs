//! The field `edges=r1c1-r1c2,r1c1-r2c1` of a line.

use quadrille_core::{BoxShape, Edges, text::parse_edges};

use super::error::ParseErrorKind;
use super::symbol::excerpt;

pub(super) use quadrille_core::text::EDGES as LEAD;

/// Parses the field; an error comes with its position in the field.
pub(super) fn parse(field: &[u8], shape: BoxShape) -> Result<Edges, (usize, ParseErrorKind)> {
    parse_edges(field, shape).map_err(|bad| {
        let text = || excerpt(&field[bad.place.clone()]);
        let syntax = || ParseErrorKind::EdgeSyntax { text: text(), side: shape.side() };
        (bad.place.start, bad.reason.map_or_else(syntax, Into::into))
    })
}
