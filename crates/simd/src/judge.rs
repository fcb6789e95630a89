//! A judge of written solutions, in vectors. It stands here for its instructions alone and shares
//! nothing with the kernel: no table, no lane operation, no layout. It works from the rules.
//!
//! Nine cells hold each digit once when the union of their digits, a bit each, is all nine. No cell
//! can hold anything else then: it would be missing for a digit.

use core::arch::x86_64::*;

/// Proof that this machine can judge by vectors.
#[derive(Clone, Copy, Debug)]
pub struct Judge(());

impl Judge {
    /// The judge, where the machine has AVX-512 F and BW.
    #[inline]
    #[must_use]
    pub fn new() -> Option<Self> {
        (is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw"))
            .then_some(Self(()))
    }

    /// Whether 81 bytes, row by row, are a solution written in figures: each of 1 to 9 once in every
    /// row, column and box, and wherever the puzzle has such a figure, the same one. Any other byte
    /// of the puzzle is an empty cell.
    #[inline]
    #[must_use]
    pub fn is_solution(self, puzzle: &[u8; 81], solution: &[u8; 81]) -> bool {
        // SAFETY: `self` exists, so the processor has the features.
        unsafe { is_solution(puzzle, solution) }
    }
}

/// Places of words in two vectors side by side: 0 to 31 in the first, from 32 on in the second.
type Places = [u16; 32];

/// A vector of places, the rest of which does not matter.
const fn places(first: usize, step: usize) -> Places {
    let mut places = [0; 32];
    let mut t = 0;
    while t < 27 {
        places[t] = (first + step * t) as u16;
        t += 1;
    }
    places
}

/// Cells `j`, `j + 3`, `j + 6` and so on, one to a word. Those from 63 on are beyond two vectors.
const EVERY_THIRD: [Places; 3] = [places(0, 3), places(1, 3), places(2, 3)];
/// The same from 63 on, in the words from 21 on; the third vector begins with cell 49.
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
/// In the third vector.
const THIRD_BAND: Places = places(54 - 49, 1);

/// For each house, where one third of it stands: for the rows in words 0 to 8 and the boxes in words
/// 9 to 17 among the unions of three cells of a row, for the columns in words 18 to 26 behind them,
/// among the unions of three cells of a column.
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
/// The figures 1 to 9 as bits.
const ALL: i16 = 0b11_1111_1110;

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn words(places: Places) -> __m512i {
    // SAFETY: both are 64 bytes without padding, and every bit pattern is a value of both.
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

/// A bit for the figure of each cell: bit `d` for the figure `d`. What is far from a figure has none.
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

/// Of three cells side by side, cell `j`, for all such threes.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn every_third(j: usize, x: __m512i, y: __m512i, z: __m512i) -> __m512i {
    let cells = _mm512_permutex2var_epi16(x, words(EVERY_THIRD[j]), y);
    _mm512_mask_permutexvar_epi16(cells, BEHIND, words(EVERY_THIRD_BEHIND[j]), z)
}

/// One third of each house.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn third(which: usize, along: __m512i, across: __m512i) -> __m512i {
    _mm512_permutex2var_epi16(along, words(THIRDS[which]), across)
}

/// Whether there is a given that the solution changes.
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
    // Zeros are no figures, so there is no given in what is behind the last cells.
    let changed = changes(first_bytes(puzzle), front)
        | changes(_mm512_zextsi256_si512(last_bytes(puzzle)), _mm512_zextsi256_si512(back));
    // Cells 0 to 31, 32 to 63, 49 to 80.
    let x = digits(_mm512_castsi512_si256(front));
    let y = digits(_mm512_extracti64x4_epi64::<1>(front));
    let z = digits(back);
    // The three cells of a row and a box together.
    let along = union(every_third(0, x, y, z), every_third(1, x, y, z), every_third(2, x, y, z));
    // Those of a column in the same place of each band.
    let second = _mm512_permutex2var_epi16(x, words(SECOND_BAND), y);
    let across = union(x, second, _mm512_permutexvar_epi16(words(THIRD_BAND), z));
    let houses = union(third(0, along, across), third(1, along, across), third(2, along, across));
    let wrong = _mm512_mask_cmpneq_epi16_mask(HOUSES, houses, _mm512_set1_epi16(ALL));
    !changed & (wrong == 0)
}
