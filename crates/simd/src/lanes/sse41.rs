//! SSE4.1: 8 puzzles.

use core::arch::x86_64::*;

use crate::exchange::{exchange, stamp_exchange};
use crate::kernel::stamp;
use crate::layout::Machine;
use crate::trio::stamp_trio;

pub(crate) const LANES: usize = 8;

type V = __m128i;
/// All ones or all zeros in each lane.
type M = __m128i;
type Order = __m128i;

#[target_feature(enable = "sse4.1")]
#[inline]
fn load(row: &Row<LANES>) -> V {
    // SAFETY: both are 16 bytes without padding, and every bit pattern is a value of both.
    unsafe { core::mem::transmute(row.0) }
}

#[target_feature(enable = "sse4.1")]
#[inline]
fn store(x: V) -> Row<LANES> {
    // SAFETY: as in `load`.
    Row(unsafe { core::mem::transmute::<V, [u16; LANES]>(x) })
}

#[target_feature(enable = "sse4.1")]
#[inline]
fn splat(x: u16) -> V {
    _mm_set1_epi16(x.cast_signed())
}

#[target_feature(enable = "sse4.1")]
#[inline]
fn and(x: V, y: V) -> V {
    _mm_and_si128(x, y)
}

#[target_feature(enable = "sse4.1")]
#[inline]
fn or(x: V, y: V) -> V {
    _mm_or_si128(x, y)
}

#[target_feature(enable = "sse4.1")]
#[inline]
fn xor(x: V, y: V) -> V {
    _mm_xor_si128(x, y)
}

#[target_feature(enable = "sse4.1")]
#[inline]
fn and3(x: V, y: V, z: V) -> V {
    and(and(x, y), z)
}

#[target_feature(enable = "sse4.1")]
#[inline]
fn or3(x: V, y: V, z: V) -> V {
    or(or(x, y), z)
}

#[target_feature(enable = "sse4.1")]
#[inline]
fn xor3(x: V, y: V, z: V) -> V {
    xor(xor(x, y), z)
}

#[target_feature(enable = "sse4.1")]
#[inline]
fn majority(x: V, y: V, z: V) -> V {
    or(and(x, y), and(z, or(x, y)))
}

/// `x` without what is in `y` or `z`.
#[target_feature(enable = "sse4.1")]
#[inline]
fn drop2(x: V, y: V, z: V) -> V {
    _mm_andnot_si128(or(y, z), x)
}

/// Modulo 2^16.
#[target_feature(enable = "sse4.1")]
#[inline]
fn add(x: V, y: V) -> V {
    _mm_add_epi16(x, y)
}

#[target_feature(enable = "sse4.1")]
#[inline]
fn min(x: V, y: V) -> V {
    _mm_min_epu16(x, y)
}

/// Looked up four candidates at a time: two fours in the lower byte, the ninth in the upper.
#[target_feature(enable = "sse4.1")]
#[inline]
fn count(x: V) -> V {
    let ones = _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    let lower = _mm_shuffle_epi8(ones, and(x, splat(0x010f)));
    let upper = _mm_shuffle_epi8(ones, and(_mm_srli_epi16::<4>(x), splat(0x000f)));
    _mm_maddubs_epi16(add(lower, upper), _mm_set1_epi8(1))
}

/// `x` if it has at most one candidate, else nothing; `ones` is all ones.
#[target_feature(enable = "sse4.1")]
#[inline]
fn single(x: V, ones: V) -> V {
    and(x, equal(and(x, add(x, ones)), _mm_setzero_si128()))
}

/// The lowest candidate alone.
#[target_feature(enable = "sse4.1")]
#[inline]
fn lowest(x: V) -> V {
    _mm_andnot_si128(add(x, splat(!0)), x)
}

#[target_feature(enable = "sse4.1")]
#[inline]
fn equal(x: V, y: V) -> M {
    _mm_cmpeq_epi16(x, y)
}

/// `x < y`, for numbers below 2^15.
#[target_feature(enable = "sse4.1")]
#[inline]
fn less(x: V, y: V) -> M {
    _mm_cmpgt_epi16(y, x)
}

#[target_feature(enable = "sse4.1")]
#[inline]
fn nonzero(x: V) -> M {
    xor(equal(x, _mm_setzero_si128()), splat(!0))
}

#[target_feature(enable = "sse4.1")]
#[inline]
fn select(m: M, yes: V, no: V) -> V {
    _mm_blendv_epi8(no, yes, m)
}

/// Bit `l` = the answer of lane `l`.
#[target_feature(enable = "sse4.1")]
#[inline]
fn bits(m: M) -> u32 {
    _mm_movemask_epi8(_mm_packs_epi16(m, m)).cast_unsigned() & 0xff
}

/// Byte positions.
#[target_feature(enable = "sse4.1")]
#[inline]
fn order(from: &[u8; LANES]) -> Order {
    load(&Row(core::array::from_fn(|l| u16::from_le_bytes([2 * from[l], 2 * from[l] + 1]))))
}

#[target_feature(enable = "sse4.1")]
#[inline]
fn rearrange(x: V, order: Order) -> V {
    _mm_shuffle_epi8(x, order)
}

/// The candidates of written cells: one for a figure from 1 to 9, else all.
#[target_feature(enable = "sse4.1")]
#[inline]
fn givens(bytes: V) -> V {
    let mut mask = splat(0);
    for digit in 0..9 {
        let figure = equal(bytes, splat(u16::from(b'1') + digit));
        mask = or(mask, and(figure, splat(1 << digit)));
    }
    select(nonzero(mask), mask, splat(0x1ff))
}

stamp!(#[target_feature(enable = "sse4.1")]);
stamp_trio!(#[target_feature(enable = "sse4.1")]);
stamp_exchange!(#[target_feature(enable = "sse4.1")]);

/// Proof that the instructions are there.
#[derive(Clone, Copy)]
pub(crate) struct Sse41(());

impl Sse41 {
    /// `None` on machines without the instructions.
    pub(crate) fn new() -> Option<Self> {
        (is_x86_feature_detected!("sse4.1")).then_some(Self(()))
    }
}

impl Machine<LANES> for Sse41 {
    const FEW: usize = SLOTS;

    fn sweep_few(self, grid: &mut Grid<LANES>) -> Signals {
        // SAFETY: `self` exists, so the processor has the features.
        unsafe { sweep_trio(grid) }
    }

    fn sweep(self, grid: &mut Grid<LANES>) -> Signals {
        // SAFETY: `self` exists, so the processor has the features.
        unsafe { sweep(grid) }
    }

    fn choose(self, grid: &mut Grid<LANES>) {
        // SAFETY: as above.
        unsafe { choose(grid) }
    }

    fn permute(self, grid: &mut Grid<LANES>, from: &[u8; LANES]) {
        // SAFETY: as above.
        unsafe { permute(grid, from) }
    }

    exchange!();
}
