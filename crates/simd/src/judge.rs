//! A vector validator for solutions given as text. It is in this crate only because it needs vector
//! instructions. It shares no table, lane operation or layout with the kernel.
//!
//! Nine cells hold each digit once if and only if the union of their digits, one bit each, has all
//! nine digits.

use core::arch::x86_64::*;

/// A validator of solutions. Can only be constructed if the processor has the instructions.
#[derive(Clone, Copy, Debug)]
pub struct Judge(());

impl Judge {
    /// Returns `None` if the processor lacks AVX-512 F or BW.
    #[inline]
    #[must_use]
    pub fn new() -> Option<Self> {
        (is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw"))
            .then_some(Self(()))
    }

    /// Returns whether `solution` solves `puzzle`. Both are 81 characters, row by row. A solution
    /// has each of `1` to `9` once in every row, column and box, and agrees with the givens. Any
    /// other character in the puzzle is an empty cell.
    #[inline]
    #[must_use]
    pub fn is_solution(self, puzzle: &[u8; 81], solution: &[u8; 81]) -> bool {
        // SAFETY: `self` exists, so the processor has the features.
        unsafe { is_solution(puzzle, solution) }
    }
}

/// Positions of 16-bit words in two vectors: 0 to 31 in the first, 32 to 63 in the second.
type Places = [u16; 32];

/// Returns 27 positions, `step` apart. The others are unused.
const fn places(first: usize, step: usize) -> Places {
    let mut places = [0; 32];
    let mut t = 0;
    while t < 27 {
        places[t] = (first + step * t) as u16;
        t += 1;
    }
    places
}

/// Cells `j`, `j + 3`, `j + 6` and so on. Those from 63 on are not in the first two vectors.
const EVERY_THIRD: [Places; 3] = [places(0, 3), places(1, 3), places(2, 3)];
/// The cells from 63 on, in the words from 21 on. The third vector begins with cell 49.
const EVERY_THIRD_BEHIND: [Places; 3] = [behind(0), behind(1), behind(2)];
const BEHIND: __mmask32 = 0b11_1111 << 21;

const fn behind(first: usize) -> Places {
    let mut places = [0; 32];
    let mut t = 21;
    while t < 27 {
        places[t] = (first + 3 * t - 49) as u16;
        t += 1;
    }
    places
}

const SECOND_BAND: Places = places(27, 1);
/// Positions in the third vector.
const THIRD_BAND: Places = places(54 - 49, 1);

/// Returns the position of one third of each house. Rows (words 0 to 8) and boxes (words 9 to 17)
/// consist of unions of three cells of a row, which are in the first vector. Columns (words 18 to
/// 26) consist of unions of three cells of a column, which are in the second.
const fn thirds(which: usize) -> Places {
    let mut places = [0; 32];
    let mut house = 0;
    while house < 9 {
        places[house] = (3 * house + which) as u16;
        places[9 + house] = (house / 3 * 9 + 3 * which + house % 3) as u16;
        places[18 + house] = (32 + 9 * which + house) as u16;
        house += 1;
    }
    places
}
const THIRDS: [Places; 3] = [thirds(0), thirds(1), thirds(2)];
const HOUSES: __mmask32 = (1 << 27) - 1;
/// The digits 1 to 9 as bits.
const ALL: i16 = 0b11_1111_1110;

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn words(places: Places) -> __m512i {
    // SAFETY: both types are 64 bytes without padding, and every bit pattern is valid for both.
    unsafe { core::mem::transmute(places) }
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn first_bytes(cells: &[u8; 81]) -> __m512i {
    let bytes: [u8; 64] = *cells.first_chunk().expect("64 of 81");
    // SAFETY: as in `words`.
    unsafe { core::mem::transmute(bytes) }
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn last_bytes(cells: &[u8; 81]) -> __m256i {
    let bytes: [u8; 32] = *cells.last_chunk().expect("32 of 81");
    // SAFETY: as in `words`, with 32 bytes.
    unsafe { core::mem::transmute(bytes) }
}

/// Returns the digit `d` of each cell as bit `d`. A character that is not a digit has a different
/// bit or none.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn digits(bytes: __m256i) -> __m512i {
    let digit = _mm512_sub_epi16(_mm512_cvtepu8_epi16(bytes), _mm512_set1_epi16(i16::from(b'0')));
    _mm512_sllv_epi16(_mm512_set1_epi16(1), digit)
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn union(x: __m512i, y: __m512i, z: __m512i) -> __m512i {
    _mm512_ternarylogic_epi32::<0xfe>(x, y, z)
}

/// Returns cell `j` of every three cells of a row and a box.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn every_third(j: usize, x: __m512i, y: __m512i, z: __m512i) -> __m512i {
    let cells = _mm512_permutex2var_epi16(x, words(EVERY_THIRD[j]), y);
    _mm512_mask_permutexvar_epi16(cells, BEHIND, words(EVERY_THIRD_BEHIND[j]), z)
}

/// Returns one third of each house.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn third(which: usize, along: __m512i, across: __m512i) -> __m512i {
    _mm512_permutex2var_epi16(along, words(THIRDS[which]), across)
}

/// Returns whether the solution differs from a given.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn changes(puzzle: __m512i, solution: __m512i) -> bool {
    let digit = _mm512_sub_epi8(puzzle, _mm512_set1_epi8(b'1' as i8));
    let given = _mm512_cmplt_epu8_mask(digit, _mm512_set1_epi8(9));
    _mm512_mask_cmpneq_epi8_mask(given, puzzle, solution) != 0
}

#[target_feature(enable = "avx512f,avx512bw")]
fn is_solution(puzzle: &[u8; 81], solution: &[u8; 81]) -> bool {
    let (front, back) = (first_bytes(solution), last_bytes(solution));
    // Zeros are not digits, so there are no givens beyond the last cells.
    let changed = changes(first_bytes(puzzle), front)
        | changes(_mm512_zextsi256_si512(last_bytes(puzzle)), _mm512_zextsi256_si512(back));
    // Cells 0 to 31, 32 to 63, 49 to 80.
    let x = digits(_mm512_castsi512_si256(front));
    let y = digits(_mm512_extracti64x4_epi64::<1>(front));
    let z = digits(back);
    // The unions of the three cells of a row and a box.
    let along = union(every_third(0, x, y, z), every_third(1, x, y, z), every_third(2, x, y, z));
    // The unions of three cells of a column, one from each band.
    let second = _mm512_permutex2var_epi16(x, words(SECOND_BAND), y);
    let across = union(x, second, _mm512_permutexvar_epi16(words(THIRD_BAND), z));
    let houses = union(third(0, along, across), third(1, along, across), third(2, along, across));
    let wrong = _mm512_mask_cmpneq_epi16_mask(HOUSES, houses, _mm512_set1_epi16(ALL));
    !changed & (wrong == 0)
}
