//! Strong links of a digit: two groups of cells in a house, one of which holds the digit.

use crate::cells::{Cells, bits, each};
use crate::grid::LogicGrid;
use crate::houses::{BOXES, CELLS, COLUMNS, HOUSES, HOUSES_OF, PEERS};

/// A strong link in a house.
pub(super) struct Link {
    pub(super) house: usize,
    /// The place of the link in the order of Sudoku Explainer: the house, counting boxes, rows and
    /// columns in this order; then the link in the house.
    pub(super) order: u8,
    /// All cells of the house that may hold the digit.
    pub(super) cells: Cells,
    /// Whether there are more than two of them.
    pub(super) is_grouped: bool,
    pub(super) ends: [End; 2],
}

/// A group of cells at the end of a link.
pub(super) struct End {
    pub(super) cells: Cells,
    /// The cells that see all of them.
    pub(super) sees: Cells,
    /// The houses that contain all of them, as a set.
    pub(super) houses: u32,
}

impl Link {
    /// Whether the house is a box (0), a row (1) or a column (2).
    pub(super) fn kind(&self) -> u8 {
        kind(self.house)
    }
}

fn kind(house: usize) -> u8 {
    if BOXES.contains(&house) {
        0
    } else if COLUMNS.contains(&house) {
        2
    } else {
        1
    }
}

impl End {
    fn new(house: usize, places: u16) -> Self {
        let mut end = Self { cells: 0, sees: Cells::MAX, houses: u32::MAX };
        for position in bits(places) {
            let cell = usize::from(CELLS[house][position]);
            end.cells |= 1 << cell;
            end.sees &= PEERS[cell];
            end.houses &= HOUSES_OF[cell].iter().fold(0, |houses, house| houses | 1 << house);
        }
        end
    }
}

/// Returns the strong links of a digit in the order of Sudoku Explainer.
///
/// It takes one way, or for four cells in a rectangle two, to divide the places in a house with more
/// than two of them; those in a line of a box, or more than six, are not divided.
pub(super) fn links(grid: &LogicGrid, digit: usize) -> Vec<Link> {
    let mut links = Vec::new();
    for house in (0..9).chain(18..27).chain(9..18) {
        let places = grid.places(house, digit);
        if !(2..=6).contains(&places.count_ones()) {
            continue;
        }
        for (index, ends) in divisions(house, places).into_iter().flatten().enumerate() {
            links.push(Link {
                house,
                order: 2 * (9 * kind(house) + house as u8 % 9) + index as u8,
                cells: grid.cells_of(digit) & HOUSES[house],
                is_grouped: places.count_ones() > 2,
                ends: ends.map(|places| End::new(house, places)),
            });
        }
    }
    links
}

/// The positions in a row of a box, and in a column of a box.
const ROW: u16 = 0b111;
const COLUMN: u16 = 0b1001001;

/// Ways to divide the places of a digit in a house into two groups.
fn divisions(house: usize, places: u16) -> [Option<[u16; 2]>; 2] {
    let is_box = BOXES.contains(&house);
    if places.count_ones() == 2 {
        let first = places & places.wrapping_neg();
        // Two places in a line of a box are a link of the line.
        let is_in_line = is_box && lines_of_box().any(|line| places & !line == 0);
        return [(!is_in_line).then_some([first, places & !first]), None];
    }
    if is_box { divisions_of_box(places) } else { divisions_of_line(places) }
}

/// The rows and columns of a box, as positions.
fn lines_of_box() -> impl Iterator<Item = u16> {
    (0..3).flat_map(|index| [ROW << (3 * index), COLUMN << index])
}

/// Three or more places in a row or column: they must lie in two boxes.
fn divisions_of_line(places: u16) -> [Option<[u16; 2]>; 2] {
    let in_box = [ROW, ROW << 3, ROW << 6].map(|mask| places & mask);
    let Some(empty) = in_box.iter().position(|&places| places == 0) else { return [None, None] };
    let [first, second] = [[1, 2], [0, 2], [0, 1]][empty].map(|index| in_box[index]);
    let is_divided = first != 0 && second != 0;
    // A single place comes first.
    let ends = if second.is_power_of_two() { [second, first] } else { [first, second] };
    [is_divided.then_some(ends), None]
}

/// Three or more places in a box: they must lie in a row and a column of it, or in two parallel lines
/// of it.
fn divisions_of_box(places: u16) -> [Option<[u16; 2]>; 2] {
    for center in 0..9 {
        let (row, column) = (ROW << (center / 3 * 3), COLUMN << (center % 3));
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
    let pairs = [[0, 1], [0, 2], [1, 2]];
    let rows = pairs.map(|pair| pair.map(|index| ROW << (3 * index)));
    let columns = pairs.map(|pair| pair.map(|index| COLUMN << index));
    for lines in rows.into_iter().chain(columns) {
        if places & !(lines[0] | lines[1]) != 0 {
            continue;
        }
        let ends = lines.map(|line| places & line);
        // Four places in a rectangle are divided both ways.
        let across = lines_of_box().filter(|line| (places & line).count_ones() == 2);
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
pub(super) fn first_house(houses: u32) -> usize {
    let of_kind = |range: std::ops::Range<usize>| houses >> range.start & 511;
    let start = [COLUMNS.start, 18, BOXES.start].into_iter();
    let start = start.clone().find(|&start| of_kind(start..start + 9) != 0).unwrap_or(0);
    start + of_kind(start..start + 9).trailing_zeros() as usize
}

/// The cells of some houses.
pub(super) fn union(houses: &[usize]) -> Cells {
    houses.iter().fold(0, |cells, &house| cells | HOUSES[house])
}

/// The cells of a set in ascending order, for the evidence.
pub(super) fn listed(cells: Cells) -> impl Iterator<Item = quadrille_core::Cell> {
    each(cells).map(quadrille_core::Cell::new)
}
