//! Sets of cells of a 9x9 board.

/// A set of cells of a 9x9 board: bit `i` is cell `i`.
pub(super) type Cells = u128;

/// Iterates over the cells of a set in ascending order.
pub(super) fn each(mut cells: Cells) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let cell = cells.trailing_zeros();
        (cell < 128).then(|| {
            cells &= cells - 1;
            cell as usize
        })
    })
}

/// Iterates over the set bits of a mask of digits or positions in ascending order.
pub(super) fn bits(mut mask: u16) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros();
        (bit < 16).then(|| {
            mask &= mask - 1;
            bit as usize
        })
    })
}

/// Iterates over the sets of `size` out of the nine bits, as masks in ascending order: the order in
/// which Sudoku Explainer tries combinations.
pub(super) fn sets(size: u32) -> impl Iterator<Item = u16> {
    (0..512_u16).filter(move |mask| mask.count_ones() == size)
}
