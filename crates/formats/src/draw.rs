//! A grid drawn for a terminal.

use quadrille_core::{Cell, Edges, Geometry, Grid};

use super::symbol::cell_text;

/// The grid with borders around its boxes, in complete lines. A `+` between two cells is an edge
/// that joins them; where there are edges, lines between the rows make room for them.
///
/// Each cell's text goes through `style`, which may color it; what the caller adds must not take
/// room on the screen.
///
/// ```
/// use quadrille_core::{BoxShape, Edges, Grid};
/// use quadrille_formats::drawn;
/// let grid = Grid::from_digits(BoxShape::new(2, 2)?, b"\x01\0\0\x04\0\0\0\0\0\0\0\0\0\0\0\0").unwrap();
/// let text = drawn(&grid, &Edges::none(), &|_, text| text.to_string());
/// assert_eq!(text, "\
/// ┌─────┬─────┐
/// │ 1 . │ . 4 │
/// │ . . │ . . │
/// ├─────┼─────┤
/// │ . . │ . . │
/// │ . . │ . . │
/// └─────┴─────┘
/// ");
/// # Ok::<(), quadrille_core::ShapeError>(())
/// ```
pub fn drawn(grid: &Grid, edges: &Edges, style: &dyn Fn(Cell, &str) -> String) -> String {
    let geometry = grid.geometry();
    let side = geometry.side();
    let width = cell_text(None, side).len();
    drawn_cells(geometry, edges, width, &|cell| style(cell, &cell_text(grid.get(cell), side)))
}

/// The same of any texts in the cells, which take `width` columns each.
pub fn drawn_cells(
    geometry: &Geometry,
    edges: &Edges,
    width: usize,
    text_of: &dyn Fn(Cell) -> String,
) -> String {
    let (shape, side) = (geometry.shape(), geometry.side());
    let joined = |first: Cell, second: Cell| edges.pairs().binary_search(&(first, second)).is_ok();
    let rule = |[left, middle, right, stroke]: [&str; 4], row: Option<usize>| {
        let mut line = left.to_string();
        for column in 0..side {
            if column > 0 && column.is_multiple_of(shape.columns()) {
                line.push_str(stroke);
                line.push_str(middle);
            }
            line.push_str(&stroke.repeat(width));
            let joins = row.is_some_and(|row| {
                joined(geometry.cell(row - 1, column), geometry.cell(row, column))
            });
            line.push_str(if joins { "+" } else { stroke });
        }
        line + stroke + right + "\n"
    };
    let mut text = rule(["┌", "┬", "┐", "─"], None);
    for row in 0..side {
        if row > 0 && row.is_multiple_of(shape.rows()) {
            text.push_str(&rule(["├", "┼", "┤", "─"], Some(row)));
        } else if row > 0 && !edges.is_empty() {
            text.push_str(&rule(["│", "│", "│", " "], Some(row)));
        }
        text.push_str("│ ");
        for column in 0..side {
            let cell = geometry.cell(row, column);
            if column > 0 {
                let joins = joined(geometry.cell(row, column - 1), cell);
                text.push_str(match (column.is_multiple_of(shape.columns()), joins) {
                    (true, true) => " + ",
                    (true, false) => " │ ",
                    (false, true) => "+",
                    (false, false) => " ",
                });
            }
            text.push_str(&text_of(cell));
        }
        text.push_str(" │\n");
    }
    text + &rule(["└", "┴", "┘", "─"], None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::BoxShape;

    #[test]
    fn edges_stand_between_their_cells() {
        let shape = BoxShape::new(2, 2).unwrap();
        let cell = Cell::new;
        let pairs = [(0, 1), (1, 2), (3, 7), (4, 8), (10, 11), (10, 14)];
        let edges = Edges::new(shape, pairs.map(|(a, b)| (cell(a), cell(b)))).unwrap();
        let marked = |at: Cell, text: &str| {
            if at.index() == 15 { format!("<{text}>") } else { text.to_string() }
        };
        assert_eq!(
            drawn(&Grid::empty(shape), &edges, &marked),
            "\
┌─────┬─────┐
│ .+. + . . │
│     │   + │
│ . . │ . . │
├─+───┼─────┤
│ . . │ .+. │
│     │ +   │
│ . . │ . <.> │
└─────┴─────┘
"
        );
    }

    #[test]
    fn numbers_stand_in_columns() {
        let text = drawn(&Grid::empty(BoxShape::new(6, 6).unwrap()), &Edges::none(), &|_, text| {
            text.to_string()
        });
        let widths: Vec<usize> = text.lines().map(|line| line.chars().count()).collect();
        assert!(widths.iter().all(|&width| width == widths[0]), "{text}");
        assert_eq!(text.lines().count(), 36 + 7);
    }
}
