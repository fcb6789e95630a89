//! What the houses of a row-major board hold and lack, and the cells that edges join.

use quadrille_core::{BoxShape, Cell, Geometry};

/// Larger than any side, and a power of two.
pub(super) const LINES: usize = 64;
/// Larger than the number of cells of any board, and a power of two.
pub(super) const CELLS: usize = 4096;
const _: () = assert!(BoxShape::MAX_SIDE < LINES && LINES * LINES == CELLS);

/// Returns the digits in these cells, bit `d` for digit `d`; bit 0 stands for empty cells.
pub(crate) fn held(board: &[u8], cells: &[Cell]) -> u64 {
    cells.iter().fold(0, |held, cell| held | 1 << board[cell.index()])
}

/// Returns the digits that no cell of a house holds, ascending.
pub(crate) fn lacking(board: &[u8], house: &[Cell]) -> impl Iterator<Item = u8> + use<> {
    let held = held(board, house);
    (1..=house.len() as u8).filter(move |digit| held >> digit & 1 == 0)
}

/// Fills the empty cells of every box with the digits that it lacks, the smallest first.
pub(crate) fn fill_ascending(board: &mut [u8], geometry: &Geometry) {
    for cells in geometry.houses().skip(2 * geometry.side()) {
        let mut lacking = lacking(board, cells);
        for cell in cells {
            if board[cell.index()] == 0 {
                board[cell.index()] = lacking.next().expect("a box lacks a digit per empty cell");
            }
        }
    }
}

/// Returns the number of edges whose digits are not consecutive.
pub(crate) fn violated(board: &[u8], edges: &[(Cell, Cell)]) -> u32 {
    let far = |&&(a, b): &&(Cell, Cell)| board[a.index()].abs_diff(board[b.index()]) != 1;
    edges.iter().filter(far).count() as u32
}

/// Returns how many digits of a full board a house lacks.
pub(crate) fn missing(board: &[u8], house: &[Cell]) -> u32 {
    house.len() as u32 - held(board, house).count_ones()
}

/// Returns whether every house of a full board holds every digit.
pub(crate) fn is_valid(board: &[u8], geometry: &Geometry) -> bool {
    geometry.houses().all(|house| missing(board, house) == 0)
}

/// Returns the digits missing in the rows and columns of a full board, plus violated edges.
pub(crate) fn line_cost(board: &[u8], geometry: &Geometry, edges: &[(Cell, Cell)]) -> u32 {
    let lines = geometry.houses().take(2 * geometry.side());
    lines.map(|line| missing(board, line)).sum::<u32>() + violated(board, edges)
}
