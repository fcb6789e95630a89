//! A board as SVG.

use std::fmt::Write;

use quadrille_core::printable::markup;
use quadrille_core::{Cell, DigitSet, Grid, Puzzle};

use crate::{Detail, Extra};

/// Size of a cell in units of the picture.
const CELL: usize = 40;
/// Room around the grid, for half of its border.
const MARGIN: usize = 2;

/// Returns a picture of a puzzle, as a whole SVG file: the givens, digits that a solver has entered
/// in italics, candidates as small digits, and consecutive edges as circles on the border of their
/// cells. It has a title and a description in words for those who cannot see it.
pub fn svg(puzzle: &Puzzle, extra: &Extra) -> String {
    let side = puzzle.shape().side();
    let title = match extra.details.get(Detail::Title) {
        Some(title) => title.to_owned(),
        None => format!("Sudoku, {side}x{side}"),
    };
    let mut out = String::new();
    let size = Some(side * CELL + 2 * MARGIN);
    draw(
        puzzle,
        extra,
        &Picture { title: &title, id: "board", size, is_whole_file: true },
        &mut out,
    );
    out
}

/// How a picture is labeled.
pub(super) struct Picture<'a> {
    pub(super) title: &'a str,
    /// An id that no other picture of the document has.
    pub(super) id: &'a str,
    /// Width and height; without them it takes the room that it is given.
    pub(super) size: Option<usize>,
    /// Whether it is a file, and not a part of a page.
    pub(super) is_whole_file: bool,
}

/// Appends a picture.
pub(super) fn draw(puzzle: &Puzzle, extra: &Extra, picture: &Picture<'_>, out: &mut String) {
    let (side, id) = (puzzle.shape().side(), picture.id);
    let extent = side * CELL + 2 * MARGIN;
    let namespace =
        if picture.is_whole_file { " xmlns=\"http://www.w3.org/2000/svg\"" } else { "" };
    let size = picture.size.map(|size| format!(" width=\"{size}\" height=\"{size}\""));
    let _ = writeln!(
        out,
        "<svg{namespace}{} viewBox=\"-{MARGIN} -{MARGIN} {extent} {extent}\" role=\"img\" \
         aria-labelledby=\"{id}-title {id}-desc\">",
        size.unwrap_or_default()
    );
    let _ = writeln!(out, "<title id=\"{id}-title\">{}</title>", markup(picture.title));
    let _ = writeln!(out, "<desc id=\"{id}-desc\">{}</desc>", described(puzzle, extra));
    if picture.is_whole_file {
        let _ = writeln!(
            out,
            "<rect x=\"-{MARGIN}\" y=\"-{MARGIN}\" width=\"{extent}\" height=\"{extent}\" fill=\"#fff\"/>"
        );
    }
    lines(puzzle, out);
    digits(puzzle.givens(), "font-weight=\"600\" fill=\"#000\"", out);
    if let Some(entries) = &extra.entries {
        let mut shown = entries.clone();
        for (cell, _) in puzzle.givens().filled() {
            shown.set(cell, None);
        }
        digits(&shown, "font-style=\"italic\" fill=\"#1f5fa8\"", out);
    }
    candidates(puzzle, extra, out);
    edges(puzzle, out);
    out.push_str("</svg>\n");
}

/// Says in words what is on the board: how many givens, and the rows.
fn described(puzzle: &Puzzle, extra: &Extra) -> String {
    let shape = puzzle.shape();
    let side = shape.side();
    let givens = puzzle.givens().filled().count();
    let mut text = format!(
        "A {side}x{side} grid with boxes of {} rows and {} columns, {givens} givens",
        shape.rows(),
        shape.columns()
    );
    for (count, what) in [
        (extra.entries.as_ref().map_or(0, |entries| entries.filled().count()), "entered digits"),
        (
            puzzle.edges().pairs().len(),
            "pairs of cells with consecutive digits, joined by a circle",
        ),
    ] {
        if count > 0 {
            let _ = write!(text, ", {count} {what}");
        }
    }
    text.push('.');
    let values = extra.values(puzzle);
    for (index, row) in values.digits().chunks(side).enumerate() {
        let cells: Vec<String> = row
            .iter()
            .map(|digit| digit.map_or("empty".to_owned(), |digit| text_of(digit.get(), side)))
            .collect();
        let _ = write!(text, " Row {}: {}.", index + 1, cells.join(" "));
    }
    text
}

/// The sign of a digit: those of the format `line`, numbers on boards that are too large for them.
fn text_of(digit: u8, side: usize) -> String {
    let symbol = quadrille_core::Digit::new(digit).and_then(quadrille_core::Digit::symbol);
    match symbol.filter(|_| side <= crate::line::MOST_SYMBOLS) {
        Some(symbol) => symbol.to_string(),
        None => digit.to_string(),
    }
}

/// Draws thin lines between cells and thick ones around boxes.
fn lines(puzzle: &Puzzle, out: &mut String) {
    let shape = puzzle.shape();
    let (side, end) = (shape.side(), shape.side() * CELL);
    for is_thick in [false, true] {
        let (width, color) = if is_thick { (3, "#000") } else { (1, "#8a8a8a") };
        let mut path = String::new();
        for at in 0..=side {
            let place = at * CELL;
            if at.is_multiple_of(shape.rows()) == is_thick {
                let _ = write!(path, "M0 {place}H{end}");
            }
            if at.is_multiple_of(shape.columns()) == is_thick {
                let _ = write!(path, "M{place} 0V{end}");
            }
        }
        if !path.is_empty() {
            let _ = writeln!(
                out,
                "<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" \
                 stroke-linecap=\"square\"/>"
            );
        }
    }
}

/// Draws large digits.
fn digits(grid: &Grid, style: &str, out: &mut String) {
    let side = grid.shape().side();
    let mut filled = grid.filled().peekable();
    if filled.peek().is_none() {
        return;
    }
    let size = if side > crate::line::MOST_SYMBOLS { 21 } else { 26 };
    let _ = writeln!(
        out,
        "<g font-family=\"Helvetica,Arial,sans-serif\" font-size=\"{size}\" text-anchor=\"middle\" {style}>"
    );
    for (cell, digit) in filled {
        let (row, column) = cell.row_column(side);
        // Not every program knows how to center text vertically: the baseline is 0.36 of the size
        // below the middle.
        let (x, y) = (column * CELL + CELL / 2, row * CELL + CELL / 2 + size * 36 / 100);
        let _ = write!(out, "<text x=\"{x}\" y=\"{y}\">{}</text>", text_of(digit.get(), side));
    }
    out.push_str("\n</g>\n");
}

/// Draws small digits: the candidates that a solver has noted, or those to which the puzzle restricts
/// a cell.
fn candidates(puzzle: &Puzzle, extra: &Extra, out: &mut String) {
    let side = puzzle.shape().side();
    let values = extra.values(puzzle);
    let all = DigitSet::all(side);
    let shown = |cell: Cell| {
        let noted = extra.candidates.as_ref().map_or(DigitSet::EMPTY, |notes| notes.get(cell));
        // A cell without marks may hold every digit.
        let marks = puzzle.marks().map_or(all, |marks| marks.get(cell));
        let marks = if marks == all { DigitSet::EMPTY } else { marks };
        let set = if noted.is_empty() { marks } else { noted };
        if values.get(cell).is_some() { DigitSet::EMPTY } else { set }
    };
    let cells: Vec<(Cell, DigitSet)> = (0..puzzle.shape().cells())
        .map(|index| (Cell::new(index), shown(Cell::new(index))))
        .filter(|(_, set)| !set.is_empty())
        .collect();
    if cells.is_empty() {
        return;
    }
    // Each digit has a place of its own in the cell.
    let columns = (side as f64).sqrt().ceil() as usize;
    let pitch = (CELL - 4) as f64 / columns as f64;
    let wide = if side > crate::line::MOST_SYMBOLS { 0.62 } else { 0.86 };
    let _ = writeln!(
        out,
        "<g font-family=\"Helvetica,Arial,sans-serif\" font-size=\"{:.1}\" text-anchor=\"middle\" fill=\"#555\">",
        pitch * wide
    );
    for (cell, set) in cells {
        let (row, column) = cell.row_column(side);
        for digit in set {
            let place = usize::from(digit.get()) - 1;
            let at = |cell: usize, place: usize| {
                (cell * CELL) as f64 + 2.0 + pitch * (place as f64 + 0.5)
            };
            let (x, y) = (at(column, place % columns), at(row, place / columns));
            let _ = write!(
                out,
                "<text x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
                y + pitch * wide * 0.36,
                text_of(digit.get(), side)
            );
        }
    }
    out.push_str("\n</g>\n");
}

/// Draws consecutive edges.
fn edges(puzzle: &Puzzle, out: &mut String) {
    if puzzle.edges().is_empty() {
        return;
    }
    let side = puzzle.shape().side();
    out.push_str("<g fill=\"#fff\" stroke=\"#000\" stroke-width=\"1.5\">\n");
    for &(first, second) in puzzle.edges().pairs() {
        let places = [first, second].map(|cell| cell.row_column(side));
        let middle = |one: usize, other: usize| (one + other + 1) * CELL / 2;
        let x = middle(places[0].1, places[1].1);
        let y = middle(places[0].0, places[1].0);
        let _ = write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"5\"/>");
    }
    out.push_str("\n</g>\n");
}
