//! Sets of cells of a 9x9 board.

/// A set of cells of a 9x9 board: bit `i` is cell `i`.
pub type Cells = u128;

/// Iterates over the cells of a set in ascending order.
#[inline]
pub fn each(mut cells: Cells) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let cell = cells.trailing_zeros();
        (cell < 128).then(|| {
            cells &= cells - 1;
            cell as usize
        })
    })
}
