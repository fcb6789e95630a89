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
