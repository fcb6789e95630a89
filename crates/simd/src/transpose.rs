//! Transposes eight puzzles at a time between consecutive puzzles and lanes side by side.
//!
//! The only operation is a step that interleaves eight words of 16 bytes: the first with the fifth,
//! the second with the sixth, and so on. Consider the address of a byte in binary, `vvvpppp`, where
//! `vvv` is the word and `pppp` the position in it. A step rotates this address left by one bit. So
//! three steps bring together the bytes at the same position of all eight words, and four more
//! steps undo that. For words of eight 16-bit numbers the address has six bits, so three steps do
//! the same.
//!
//! The code uses loops instead of `map` and `from_fn`, which are not inlined without link-time
//! optimization.

use crate::Masks;
use crate::layout::{Form, Row};

/// Copies eight texts into the bytes of the lanes from `lane` on.
pub(crate) fn side_by_side<const L: usize>(
    texts: [&[u8; 81]; 8],
    bytes: &mut [[u8; L]; 81],
    lane: usize,
) {
    let (parts, last) = bytes.as_chunks_mut::<16>();
    for (at, rows) in parts.iter_mut().enumerate() {
        let mut words = [pack([0; 16]); 8];
        for (word, text) in words.iter_mut().zip(texts) {
            *word = pack(text.as_chunks().0[at]);
        }
        for _ in 0..3 {
            words = interleave(words);
        }
        for (rows, word) in rows.as_chunks_mut::<2>().0.iter_mut().zip(words) {
            for (row, eight) in rows.iter_mut().zip(unpack(word).as_chunks::<8>().0) {
                row[lane..lane + 8].copy_from_slice(eight);
            }
        }
    }
    for (byte, text) in last[0][lane..].iter_mut().zip(texts) {
        *byte = text[80];
    }
}

/// Returns the bytes of the eight lanes from `lane` on as texts.
pub(crate) fn one_by_one<const L: usize>(bytes: &[[u8; L]; 81], lane: usize) -> [[u8; 81]; 8] {
    let mut texts = [[0; 81]; 8];
    let (parts, last) = bytes.as_chunks::<16>();
    for (at, rows) in parts.iter().enumerate() {
        let mut words = [pack([0; 16]); 8];
        for (word, rows) in words.iter_mut().zip(rows.as_chunks::<2>().0) {
            let mut both = [0; 16];
            both[..8].copy_from_slice(&rows[0][lane..lane + 8]);
            both[8..].copy_from_slice(&rows[1][lane..lane + 8]);
            *word = pack(both);
        }
        for _ in 0..4 {
            words = interleave(words);
        }
        for (text, word) in texts.iter_mut().zip(words) {
            text[16 * at..16 * at + 16].copy_from_slice(&unpack(word));
        }
    }
    for (text, &byte) in texts.iter_mut().zip(&last[0][lane..]) {
        text[80] = byte;
    }
    texts
}

/// Copies eight puzzles into the cells of the lanes from `lane` on.
pub(crate) fn masks_side_by_side<const L: usize>(
    form: Form,
    masks: [&Masks; 8],
    cells: &mut [Row<L>; 81],
    lane: usize,
) {
    let (parts, last) = cells.as_chunks_mut::<8>();
    for (at, rows) in parts.iter_mut().enumerate() {
        let mut words = [pack_pairs([0; 8]); 8];
        for (word, masks) in words.iter_mut().zip(masks) {
            *word = pack_pairs(masks.as_chunks().0[at]);
        }
        for _ in 0..3 {
            words = interleave_pairs(words);
        }
        for (row, word) in rows.iter_mut().zip(words) {
            for (cell, mask) in row.0[lane..lane + 8].iter_mut().zip(unpack_pairs(word)) {
                *cell = form.spread(mask);
            }
        }
    }
    for (cell, masks) in last[0].0[lane..].iter_mut().zip(masks) {
        *cell = form.spread(masks[80]);
    }
}

#[cfg(target_arch = "x86_64")]
mod words {
    //! The step in SSE2, which every x86-64 processor has.

    use core::arch::x86_64::*;

    #[inline]
    pub(super) fn pack(bytes: [u8; 16]) -> __m128i {
        // SAFETY: both types are 16 bytes without padding, and every bit pattern is valid for both.
        unsafe { core::mem::transmute(bytes) }
    }

    #[inline]
    pub(super) fn unpack(word: __m128i) -> [u8; 16] {
        // SAFETY: as in `pack`.
        unsafe { core::mem::transmute(word) }
    }

    #[inline]
    pub(super) fn pack_pairs(pairs: [u16; 8]) -> __m128i {
        // SAFETY: as in `pack`.
        unsafe { core::mem::transmute(pairs) }
    }

    #[inline]
    pub(super) fn unpack_pairs(word: __m128i) -> [u16; 8] {
        // SAFETY: as in `pack`.
        unsafe { core::mem::transmute(word) }
    }

    #[inline]
    pub(super) fn interleave(x: [__m128i; 8]) -> [__m128i; 8] {
        let mut y = x;
        for i in 0..4 {
            // SAFETY: SSE2 is part of x86-64.
            unsafe {
                y[2 * i] = _mm_unpacklo_epi8(x[i], x[i + 4]);
                y[2 * i + 1] = _mm_unpackhi_epi8(x[i], x[i + 4]);
            }
        }
        y
    }

    #[inline]
    pub(super) fn interleave_pairs(x: [__m128i; 8]) -> [__m128i; 8] {
        let mut y = x;
        for i in 0..4 {
            // SAFETY: SSE2 is part of x86-64.
            unsafe {
                y[2 * i] = _mm_unpacklo_epi16(x[i], x[i + 4]);
                y[2 * i + 1] = _mm_unpackhi_epi16(x[i], x[i + 4]);
            }
        }
        y
    }
}

#[cfg(any(test, not(target_arch = "x86_64")))]
mod plain {
    //! The step on arrays, for all other targets.

    #[cfg(not(target_arch = "x86_64"))]
    pub(super) use core::convert::{
        identity as pack, identity as unpack, identity as pack_pairs, identity as unpack_pairs,
    };

    #[inline]
    pub(super) fn interleave(x: [[u8; 16]; 8]) -> [[u8; 16]; 8] {
        std::array::from_fn(|to| {
            std::array::from_fn(|place| x[to / 2 + 4 * (place % 2)][8 * (to % 2) + place / 2])
        })
    }

    #[inline]
    pub(super) fn interleave_pairs(x: [[u16; 8]; 8]) -> [[u16; 8]; 8] {
        std::array::from_fn(|to| {
            std::array::from_fn(|place| x[to / 2 + 4 * (place % 2)][4 * (to % 2) + place / 2])
        })
    }
}

#[cfg(not(target_arch = "x86_64"))]
use plain as words;
use words::{interleave, interleave_pairs, pack, pack_pairs, unpack, unpack_pairs};

#[cfg(test)]
mod tests {
    use super::*;

    /// Pseudorandom numbers.
    fn numbers() -> impl Iterator<Item = u16> {
        let mut x = 1_u32;
        std::iter::repeat_with(move || {
            x = x.wrapping_mul(0x0019_660d).wrapping_add(0x3c6e_f35f);
            (x >> 16) as u16
        })
    }

    #[test]
    fn texts_go_into_their_lanes_and_come_back() {
        let mut numbers = numbers();
        let texts: [[u8; 81]; 8] =
            std::array::from_fn(|_| std::array::from_fn(|_| numbers.next().unwrap() as u8));
        for lane in [0, 8, 24] {
            let mut bytes = [[b'x'; 32]; 81];
            side_by_side(texts.each_ref(), &mut bytes, lane);
            for (cell, row) in bytes.iter().enumerate() {
                for (l, &byte) in row.iter().enumerate() {
                    let text = l.checked_sub(lane).and_then(|text| texts.get(text));
                    assert_eq!(byte, text.map_or(b'x', |text| text[cell]));
                }
            }
            assert_eq!(one_by_one(&bytes, lane), texts);
        }
    }

    #[test]
    fn masks_go_into_their_lanes() {
        let mut numbers = numbers();
        let masks: [Masks; 8] =
            std::array::from_fn(|_| std::array::from_fn(|_| numbers.next().unwrap()));
        let mut cells = [Row([0xffff; 16]); 81];
        masks_side_by_side(Form::DENSE, masks.each_ref(), &mut cells, 8);
        for (cell, row) in cells.iter().enumerate() {
            assert_eq!(row.0[..8], [0xffff; 8]);
            assert_eq!(row.0[8..], masks.map(|masks| masks[cell] & 0x1ff));
        }
    }

    #[test]
    fn steps_are_those_on_arrays() {
        let mut numbers = numbers();
        let x: [[u8; 16]; 8] =
            std::array::from_fn(|_| std::array::from_fn(|_| numbers.next().unwrap() as u8));
        assert_eq!(interleave(x.map(pack)).map(unpack), plain::interleave(x));
        let x: [[u16; 8]; 8] =
            std::array::from_fn(|_| std::array::from_fn(|_| numbers.next().unwrap()));
        assert_eq!(
            interleave_pairs(x.map(pack_pairs)).map(unpack_pairs),
            plain::interleave_pairs(x)
        );
    }
}
