//! Sets of cells, digits and positions of a 9x9 board.

pub(super) use quadrille_core::internal::nine_cells::{Cells, each};

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

/// Returns the number of bits of a mask of digits or positions.
///
/// Most builds must do without an instruction for this, and a table takes less time.
pub(super) fn ones(mask: u16) -> u32 {
    static SIZES: [u8; 512] = {
        let mut sizes = [0; 512];
        let mut mask = 1;
        while mask < 512 {
            sizes[mask] = sizes[mask / 2] + mask as u8 % 2;
            mask += 1;
        }
        sizes
    };
    SIZES[usize::from(mask & 511)].into()
}

/// Returns whether a set has at least two cells, which is cheaper than counting them.
pub(super) fn has_two(cells: Cells) -> bool {
    cells & cells.wrapping_sub(1) != 0
}

/// Iterates over the sets of `count` bits out of a mask of nine, in ascending order: the order in which
/// Sudoku Explainer tries combinations.
pub(super) fn sets(count: u32, able: u16) -> impl Iterator<Item = u16> {
    // Subtracting the mask from a part of it gives the next larger part.
    let next = move |part: &u16| Some(part.wrapping_sub(able) & able).filter(|&part| part != 0);
    std::iter::successors(Some(0), next).filter(move |&part| ones(part) == count)
}

/// The sum of the places of candidates of a digit (from 0), in which later places weigh more: HoDoKu
/// uses the deduction with the least of several that remove as many candidates.
pub(super) fn sum_of_places(cells: Cells, digit: usize) -> u32 {
    sum_of_candidates(each(cells).map(|cell| (cell, digit)))
}

/// As [`sum_of_places`], of candidates of several digits in ascending order of digits and cells.
pub(super) fn sum_of_candidates(candidates: impl Iterator<Item = (usize, usize)>) -> u32 {
    let weigh = |((cell, digit), weight): ((usize, usize), usize)| cell * weight + digit + 1;
    candidates.zip((1..).step_by(80)).map(weigh).sum::<usize>() as u32
}
