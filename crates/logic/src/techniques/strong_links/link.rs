//! Strong links of a digit: two groups of cells in a house, one of which holds the digit.

use quadrille_core::BoxShape;

use crate::board::Board;
use crate::cells::CellSet;
use crate::grid::LogicGrid;

/// A strong link in a house.
pub(super) struct Link<B: Board> {
    pub(super) house: usize,
    /// Whether the house is a box (0), a row (1) or a column (2).
    pub(super) kind: u8,
    /// The place of the link in the order of Sudoku Explainer: the house, counting boxes, rows and
    /// columns in this order; then the link in the house.
    pub(super) order: u8,
    /// All cells of the house that may hold the digit.
    pub(super) cells: B::Cells,
    /// Whether there are more than two of them.
    pub(super) is_grouped: bool,
    pub(super) ends: [End<B>; 2],
}

/// A group of cells at the end of a link.
pub(super) struct End<B: Board> {
    pub(super) cells: B::Cells,
    /// The cells that see all of them.
    pub(super) sees: B::Cells,
    /// The houses that contain all of them, as a set.
    pub(super) houses: u64,
}

impl<B: Board> End<B> {
    fn new(board: B, house: usize, places: u16) -> Self {
        let cells = board.cells(house, places);
        let mut end = Self { cells, sees: board.all(), houses: u64::MAX };
        for cell in cells.each() {
            end.sees &= board.peers(cell);
            end.houses &= board.houses_of(cell).iter().fold(0, |houses, house| houses | 1 << house);
        }
        end
    }
}

/// Returns the strong links of a digit in the order of Sudoku Explainer.
///
/// It takes one way, or for four cells in a rectangle two, to divide the places in a house with more
/// than two of them; those in a line of a box, or more than six, are not divided.
pub(super) fn links<B: Board>(grid: &LogicGrid<B>, digit: usize) -> Vec<Link<B>> {
    let (board, mut links) = (grid.board(), Vec::new());
    let boxes = board.boxes().map(|house| (house, 0));
    let rows = board.rows().map(|house| (house, 1));
    let columns = board.columns().map(|house| (house, 2));
    for (place, (house, kind)) in boxes.chain(rows).chain(columns).enumerate() {
        let places = grid.places(house, digit);
        if !(2..=6).contains(&places.count_ones()) {
            continue;
        }
        for (index, ends) in
            divisions(board.shape(), kind, places).into_iter().flatten().enumerate()
        {
            links.push(Link {
                house,
                kind,
                order: 2 * place as u8 + index as u8,
                cells: grid.cells_of(digit) & board.house(house),
                is_grouped: places.count_ones() > 2,
                ends: ends.map(|places| End::new(board, house, places)),
            });
        }
    }
    links
}

/// The first positions.
fn first(count: usize) -> u16 {
    u16::MAX >> (16 - count)
}

/// The positions in the first row of a box, and in its first column.
fn lines(shape: BoxShape) -> (u16, u16) {
    let column = (0..shape.rows()).fold(0, |column, row| column | 1 << (row * shape.columns()));
    (first(shape.columns()), column)
}

/// Ways to divide the places of a digit in a house of some kind into two groups.
fn divisions(shape: BoxShape, kind: u8, places: u16) -> [Option<[u16; 2]>; 2] {
    let is_box = kind == 0;
    if places.count_ones() == 2 {
        let first = places & places.wrapping_neg();
        // Two places in a line of a box are a link of the line.
        let is_in_line = is_box && lines_of_box(shape).any(|line| places & !line == 0);
        return [(!is_in_line).then_some([first, places & !first]), None];
    }
    match kind {
        0 => divisions_of_box(shape, places),
        1 => divisions_of_line(shape.columns(), places),
        _ => divisions_of_line(shape.rows(), places),
    }
}

/// The rows and columns of a box, as positions.
fn lines_of_box(shape: BoxShape) -> impl Iterator<Item = u16> {
    let (row, column) = lines(shape);
    let rows = (0..shape.rows()).map(move |index| row << (shape.columns() * index));
    rows.chain((0..shape.columns()).map(move |index| column << index))
}

/// Three or more places in a row or column: they must lie in two boxes, each of which has some cells
/// of the line.
fn divisions_of_line(width: usize, places: u16) -> [Option<[u16; 2]>; 2] {
    let starts = (0..16).step_by(width);
    let mut in_boxes = starts.map(|start| places & first(width) << start);
    let mut next = || in_boxes.find(|&places| places != 0);
    let (Some(first), Some(second), None) = (next(), next(), next()) else { return [None, None] };
    // A single place comes first.
    let ends = if second.is_power_of_two() { [second, first] } else { [first, second] };
    [Some(ends), None]
}

/// Three or more places in a box: they must lie in a row and a column of it, or in two parallel lines
/// of it.
fn divisions_of_box(shape: BoxShape, places: u16) -> [Option<[u16; 2]>; 2] {
    let (width, (first_row, first_column)) = (shape.columns(), lines(shape));
    for center in 0..shape.side() {
        let (row, column) =
            (first_row << (center / width * width), first_column << (center % width));
        if places & !(row | column) != 0 {
            continue;
        }
        let middle = places & (1 << center);
        let (upright, level) = (places & column & !middle, places & row & !middle);
        let is_divided = upright != 0 && level != 0;
        // The center goes with the larger group; with both, if both have two more places.
        let ends = if level.is_power_of_two() {
            [level, upright | middle]
        } else if upright.is_power_of_two() {
            [upright, level | middle]
        } else {
            [upright | middle, level | middle]
        };
        return [is_divided.then_some(ends), None];
    }
    if places.count_ones() < 4 {
        return [None, None];
    }
    let pairs = |count| (0..count).flat_map(move |one| (one + 1..count).map(move |two| [one, two]));
    let rows = pairs(shape.rows()).map(|pair| pair.map(|index| first_row << (width * index)));
    let columns = pairs(width).map(|pair| pair.map(|index| first_column << index));
    for lines in rows.chain(columns) {
        if places & !(lines[0] | lines[1]) != 0 {
            continue;
        }
        let ends = lines.map(|line| places & line);
        // Four places in a rectangle are divided both ways.
        let across = lines_of_box(shape).filter(|line| (places & line).count_ones() == 2);
        let mut across = across.filter(|line| !lines.contains(line)).map(|line| places & line);
        let is_square = places.count_ones() == 4;
        let other = match (is_square, across.next(), across.next()) {
            (true, Some(first), Some(second)) => Some([first, second]),
            _ => None,
        };
        return [Some(ends), other];
    }
    [None, None]
}

/// The first house of a set in the order column, row, box.
pub(super) fn first_house<B: Board>(board: B, houses: u64) -> usize {
    let mut kinds = [board.columns(), board.rows(), board.boxes()].into_iter();
    let first = kinds.find_map(|mut kind| kind.find(|house| houses >> house & 1 != 0));
    first.unwrap_or(0)
}

/// The cells of some houses.
pub(super) fn union<B: Board>(board: B, houses: &[usize]) -> B::Cells {
    houses.iter().fold(B::Cells::NONE, |cells, &house| cells | board.house(house))
}
