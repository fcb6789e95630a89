//! The board of a game, drawn in one of three sizes.
//!
//! Marks are characters, so that nothing depends on color: `.` is an empty cell, `x` an empty cell in
//! which no digit is legal any more, `+` between two cells an edge, and brackets are around the last
//! move.

use anstyle::{AnsiColor, Style};
use quadrille_arena::game::PlyRecord;
use quadrille_arena::{GameState, Seat};
use quadrille_engine::Cell;

use super::canvas::Canvas;

const GIVEN: Style = Style::new().bold();
const RULE: Style = Style::new().dimmed();
const LABEL: Style = AnsiColor::Cyan.on_default();
const DEAD: Style = AnsiColor::Red.on_default().dimmed();
const LAST: Style = AnsiColor::BrightYellow.on_default().bold();
const SELECTED: Style = Style::new().invert();

/// Returns the color of what belongs to a player.
pub(super) fn color_of(seat: Seat) -> Style {
    match seat {
        Seat::First => AnsiColor::Green.on_default(),
        Seat::Second => AnsiColor::Magenta.on_default(),
    }
}

/// How much room a board takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game::play) enum Size {
    /// Lines around every cell.
    Large,
    /// Lines around boxes.
    Medium,
    /// Lines between boxes only.
    Small,
}

/// What is drawn: a position and the moves that led to it.
pub(in crate::game::play) struct Position<'a> {
    pub(in crate::game::play) state: &'a GameState,
    pub(in crate::game::play) plies: &'a [PlyRecord],
    /// The cell that the player is typing.
    pub(in crate::game::play) selected: Option<Cell>,
}

impl Position<'_> {
    /// Returns the cell of the last move, if that was a legal placement.
    pub(in crate::game::play) fn last(&self) -> Option<Cell> {
        self.plies.last().and_then(|ply| self.placed(ply))
    }

    fn placed(&self, ply: &PlyRecord) -> Option<Cell> {
        let side = self.state.rules().side();
        let (row, column) = (usize::try_from(ply.row?).ok()?, usize::try_from(ply.col?).ok()?);
        (!ply.illegal && row < side && column < side).then(|| Cell::new(row * side + column))
    }

    /// Returns who filled each cell.
    fn owners(&self) -> Vec<Option<Seat>> {
        let mut owners = vec![None; self.state.rules().side().pow(2)];
        for ply in self.plies {
            if let Some(cell) = self.placed(ply) {
                owners[cell.index()] =
                    Some(if ply.player == 1 { Seat::First } else { Seat::Second });
            }
        }
        owners
    }
}

/// Where the parts of a board are.
#[derive(Clone, Copy)]
pub(in crate::game::play) struct Places {
    size: Size,
    side: usize,
    /// Rows and columns of a box.
    shape: [usize; 2],
    /// Columns of a digit.
    digit: usize,
    has_edges: bool,
}

impl Places {
    pub(in crate::game::play) fn of(state: &GameState, size: Size) -> Self {
        let board = &state.rules().board;
        let shape = [board.shape().rows(), board.shape().columns()];
        let side = state.rules().side();
        let digit = side.to_string().len();
        Self { size, side, shape, digit, has_edges: !board.edges().is_empty() }
    }

    /// Returns the rows above the cells and the columns before them that hold numbers.
    pub(in crate::game::play) fn margins(self) -> [usize; 2] {
        [self.digit, self.digit + usize::from(self.size != Size::Small)]
    }

    /// Returns height and width.
    pub(in crate::game::play) fn extent(self) -> [usize; 2] {
        let [row, column] = self.cell(self.side - 1, self.side - 1);
        match self.size {
            Size::Large | Size::Medium => [row + 2, column + self.digit + 2],
            Size::Small => [row + 1, column + self.digit + 1],
        }
    }

    /// Returns row and column of the first character of a cell.
    pub(in crate::game::play) fn cell(self, row: usize, column: usize) -> [usize; 2] {
        let [top, left] = self.margins();
        let [rows, columns] = self.shape;
        let y = match self.size {
            _ if self.has_edges || self.size == Size::Large => 2 * row,
            _ => row + row / rows,
        };
        let x = match self.size {
            Size::Large => column * (self.digit + 3),
            Size::Medium => column * (self.digit + 1) + column / columns * 2,
            Size::Small => column * (self.digit + 1),
        };
        match self.size {
            Size::Large | Size::Medium => [top + 1 + y, left + 2 + x],
            Size::Small => [top + y, left + 1 + x],
        }
    }

    /// Returns the column of the line before a column of cells, and the row of the line above a row.
    fn line_before(self, index: usize) -> [usize; 2] {
        let [y, x] = self.cell(index.min(self.side - 1), index.min(self.side - 1));
        if index == self.side {
            return [y + 1, x + self.digit + 1];
        }
        [y - 1, x - if self.size == Size::Small { 1 } else { 2 }]
    }
}

/// Draws a board with numbered rows and columns.
pub(in crate::game::play) fn draw(position: &Position<'_>, size: Size) -> Canvas {
    let places = Places::of(position.state, size);
    let [height, width] = places.extent();
    let mut canvas = Canvas::new(height, width);
    draw_numbers(&mut canvas, places);
    draw_rules(&mut canvas, places);
    draw_edges(&mut canvas, places, position);
    let owners = position.owners();
    let last = position.last();
    let board = position.state.board();
    for cell in board.geometry().cells() {
        let [y, x] = places.cell(cell.index() / places.side, cell.index() % places.side);
        let text = match board.get(cell) {
            Some(digit) => digit.to_string(),
            None if board.legal(cell).is_empty() => "x".to_owned(),
            None => ".".to_owned(),
        };
        let mut style = match (board.get(cell), owners[cell.index()]) {
            (Some(_), Some(seat)) => color_of(seat),
            (Some(_), None) => GIVEN,
            (None, _) if text == "x" => DEAD,
            (None, _) => Style::new(),
        };
        if last == Some(cell) {
            style = LAST;
            mark_last(&mut canvas, places, [y, x]);
        }
        if position.selected == Some(cell) {
            style = SELECTED;
        }
        canvas.put(y, x, &format!("{text:>width$}", width = places.digit), style);
    }
    canvas
}

/// Puts brackets around a cell, where there are no edges.
fn mark_last(canvas: &mut Canvas, places: Places, [y, x]: [usize; 2]) {
    for (column, bracket) in [(x - 1, "["), (x + places.digit, "]")] {
        if canvas.at(y, column) != Some('+') {
            canvas.put(y, column, bracket, LAST);
        }
    }
}

fn draw_numbers(canvas: &mut Canvas, places: Places) {
    let width = places.digit;
    for index in 0..places.side {
        let number = format!("{:>width$}", index + 1);
        let [y, x] = places.cell(index, index);
        canvas.put(y, 0, &number, LABEL);
        // One below the other, since a cell may be as narrow as its digit.
        for (row, figure) in number.chars().enumerate() {
            canvas.put(row, x + width - 1, &figure.to_string(), LABEL);
        }
    }
}

/// The lines that leave a point: each is absent (0), thin (1) or thick (2).
struct Crossing {
    vertical: usize,
    horizontal: usize,
    /// Whether lines go up, down, left and right.
    up: bool,
    down: bool,
    left: bool,
    right: bool,
}

fn draw_rules(canvas: &mut Canvas, places: Places) {
    let [rows, columns] = places.shape;
    let is_large = places.size == Size::Large;
    let outer = places.size != Size::Small;
    // The lines before each index: how thick they are.
    let weights = |per_box: usize| -> Vec<(usize, usize)> {
        let weight = |index: usize| match index {
            0 => 2 * usize::from(outer),
            end if end == places.side => 2 * usize::from(outer),
            index if index.is_multiple_of(per_box) => 2,
            _ => usize::from(is_large),
        };
        (0..=places.side).map(|index| (index, weight(index))).filter(|it| it.1 > 0).collect()
    };
    let (across, down) = (weights(rows), weights(columns));
    let [top, left] = places.margins();
    let [height, width] = [canvas.height(), canvas.width()];
    let right_end = width - usize::from(!outer);
    let left_start = left + usize::from(!outer);
    for &(index, weight) in &down {
        let x = places.line_before(index)[1];
        for y in top..height {
            canvas.put(y, x, ["", "│", if is_large { "║" } else { "│" }][weight], RULE);
        }
    }
    for &(index, weight) in &across {
        let y = places.line_before(index)[0];
        for x in left_start..right_end {
            canvas.put(y, x, ["", "─", if is_large { "═" } else { "─" }][weight], RULE);
        }
        for &(column, vertical) in &down {
            let crossing = Crossing {
                vertical,
                horizontal: weight,
                up: index > 0,
                down: index < places.side,
                left: column > 0,
                right: column < places.side,
            };
            let x = places.line_before(column)[1];
            canvas.put(y, x, junction(&crossing, is_large), RULE);
        }
    }
}

/// Returns the character at which lines meet.
fn junction(at: &Crossing, is_large: bool) -> &'static str {
    let index = match (at.up, at.down, at.left, at.right) {
        (false, _, false, _) => 0,
        (false, _, true, true) => 1,
        (false, ..) => 2,
        (true, true, false, _) => 3,
        (true, true, true, true) => 4,
        (true, true, ..) => 5,
        (true, false, false, _) => 6,
        (true, false, true, true) => 7,
        (true, false, ..) => 8,
    };
    let of = |characters: [&'static str; 9]| characters[index];
    match (is_large, at.vertical, at.horizontal) {
        (false, ..) | (_, 1, 1) => of(["┌", "┬", "┐", "├", "┼", "┤", "└", "┴", "┘"]),
        (true, 1, _) => of(["╒", "╤", "╕", "╞", "╪", "╡", "╘", "╧", "╛"]),
        (true, _, 1) => of(["╓", "╥", "╖", "╟", "╫", "╢", "╙", "╨", "╜"]),
        (true, ..) => of(["╔", "╦", "╗", "╠", "╬", "╣", "╚", "╩", "╝"]),
    }
}

fn draw_edges(canvas: &mut Canvas, places: Places, position: &Position<'_>) {
    for &(first, second) in position.state.rules().board.edges().pairs() {
        let at = |cell: Cell| places.cell(cell.index() / places.side, cell.index() % places.side);
        let ([y, x], [below, after]) = (at(first), at(second));
        if y == below {
            // In the middle between the two cells.
            let between = x + places.digit + (after - x - places.digit) / 2;
            canvas.put(y, between, "+", Style::new());
        } else {
            canvas.put(y + 1, x + places.digit - 1, "+", Style::new());
        }
    }
}
