//! The houses of a 9x9 board in the order in which Sudoku Explainer tries them: boxes 0 to 8, columns
//! 9 to 17, rows 18 to 26. Positions within a house count from 0: in a box row by row.

use super::cells::Cells;

/// A range of houses of one kind.
pub(super) type Kind = std::ops::Range<usize>;

pub(super) const BOXES: Kind = 0..9;
pub(super) const COLUMNS: Kind = 9..18;
pub(super) const ROWS: Kind = 18..27;

/// All cells.
pub(super) const ALL: Cells = (1 << 81) - 1;

/// The cells of each house.
pub(super) static CELLS: [[u8; 9]; 27] = cells_of_houses();

/// The cells of each house as a set.
pub(super) static HOUSES: [Cells; 27] = sets_of_houses();

/// The box, the column and the row of each cell.
pub(super) static HOUSES_OF: [[u8; 3]; 81] = houses_of_cells();

/// The position of each cell in its box, in its column and in its row.
pub(super) static POSITIONS: [[u8; 3]; 81] = positions_of_cells();

/// The cells that share a house with each cell.
pub(super) static PEERS: [Cells; 81] = peers_of_cells();

const fn cells_of_houses() -> [[u8; 9]; 27] {
    let mut cells = [[0; 9]; 27];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        cells[row / 3 * 3 + column / 3][row % 3 * 3 + column % 3] = cell as u8;
        cells[9 + column][row] = cell as u8;
        cells[18 + row][column] = cell as u8;
        cell += 1;
    }
    cells
}

const fn sets_of_houses() -> [Cells; 27] {
    let cells = cells_of_houses();
    let mut sets = [0; 27];
    let mut index = 0;
    while index < 27 * 9 {
        sets[index / 9] |= 1 << cells[index / 9][index % 9];
        index += 1;
    }
    sets
}

const fn houses_of_cells() -> [[u8; 3]; 81] {
    let mut houses = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        houses[cell] = [(row / 3 * 3 + column / 3) as u8, 9 + column as u8, 18 + row as u8];
        cell += 1;
    }
    houses
}

const fn positions_of_cells() -> [[u8; 3]; 81] {
    let mut positions = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        positions[cell] = [(row % 3 * 3 + column % 3) as u8, row as u8, column as u8];
        cell += 1;
    }
    positions
}

const fn peers_of_cells() -> [Cells; 81] {
    let (houses, sets) = (houses_of_cells(), sets_of_houses());
    let mut peers = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let [a, b, c] = houses[cell];
        peers[cell] = (sets[a as usize] | sets[b as usize] | sets[c as usize]) & !(1 << cell);
        cell += 1;
    }
    peers
}

/// The house among `covers` that contains two or more places in a house.
pub(super) fn cover(base: usize, covers: &Kind, places: u16) -> Option<usize> {
    let [by_threes, by_step] = PARTS[usize::from(places)];
    let (third, number) = (base % 9 / 3, base % 3);
    // The part of the house with the places; the house that crosses the first part, and the distance
    // to the one that crosses the next.
    let (part, first, step) = match (BOXES.contains(&base), *covers == ROWS) {
        (true, false) => (by_step, 3 * number, 1),
        (false, _) if COLUMNS.contains(&base) => (by_threes, third, 3),
        _ => (by_threes, 3 * third, 1),
    };
    (part != NONE).then_some(covers.start + first + step * usize::from(part))
}

const NONE: u8 = 3;

/// For each mask of two or more positions in a house, which third of it contains them all: of the
/// thirds of consecutive positions, and of those whose positions are three apart.
static PARTS: [[u8; 2]; 512] = {
    let mut parts = [[NONE; 2]; 512];
    let mut mask = 1_usize;
    while mask < 512 {
        let mut part = 0;
        while part < 3 && !mask.is_power_of_two() {
            if mask & !(0b111 << (3 * part)) == 0 {
                parts[mask][0] = part as u8;
            }
            if mask & !(0b1001001 << part) == 0 {
                parts[mask][1] = part as u8;
            }
            part += 1;
        }
        mask += 1;
    }
    parts
};
