//! Sets of cells of a 9x9 board.

pub(super) use quadrille_core::internal::nine_cells::{Cells, each};

pub(super) const ALL: Cells = (1 << 81) - 1;

/// Returns the cells in which two grids differ.
pub(super) fn difference(a: &[u8; 81], b: &[u8; 81]) -> Cells {
    let (a_words, [a_last]) = a.as_chunks::<8>() else { unreachable!("81 is 10 * 8 + 1") };
    let (b_words, [b_last]) = b.as_chunks::<8>() else { unreachable!("81 is 10 * 8 + 1") };
    let mut cells = Cells::from(a_last != b_last) << 80;
    for (word, (&a, &b)) in a_words.iter().zip(b_words).enumerate() {
        let differing = u64::from_le_bytes(a) ^ u64::from_le_bytes(b);
        // Digits have 4 bits, so the sum sets the top bit of each byte that is not zero, and the
        // product gathers these bits in its top byte.
        let tops = ((differing + 0x7f7f_7f7f_7f7f_7f7f) & 0x8080_8080_8080_8080) >> 7;
        let byte = tops.wrapping_mul(0x0102_0408_1020_4080) >> 56;
        cells |= Cells::from(byte) << (8 * word);
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differing_cells_are_found() {
        let a: [u8; 81] = std::array::from_fn(|cell| (cell % 9) as u8 + 1);
        for cell in 0..81 {
            for digit in 1..=9 {
                let mut b = a;
                b[cell] = digit;
                let expected = if a == b { 0 } else { 1 << cell };
                assert_eq!(difference(&a, &b), expected);
            }
        }
        let b = a.map(|digit| digit % 9 + 1);
        assert_eq!(difference(&a, &b), ALL);
        assert!(each(ALL).eq(0..81));
    }
}
