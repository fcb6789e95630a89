//! AVX2: 16 puzzles.

use core::arch::x86_64::*;

use crate::exchange::{exchange, stamp_exchange};
use crate::kernel::stamp;
use crate::layout::Machine;
use crate::trio::stamp_trio;

pub(crate) const LANES: usize = 16;

type V = __m256i;
/// All ones or all zeros in each lane.
type M = __m256i;
type Order = [__m256i; 2];

#[target_feature(enable = "avx2")]
#[inline]
fn load(row: &Row<LANES>) -> V {
    // SAFETY: both are 32 bytes without padding, and every bit pattern is a value of both.
    unsafe { core::mem::transmute(row.0) }
}

#[target_feature(enable = "avx2")]
#[inline]
fn store(x: V) -> Row<LANES> {
    // SAFETY: as in `load`.
    Row(unsafe { core::mem::transmute::<V, [u16; LANES]>(x) })
}

#[target_feature(enable = "avx2")]
#[inline]
fn splat(x: u16) -> V {
    _mm256_set1_epi16(x.cast_signed())
}

#[target_feature(enable = "avx2")]
#[inline]
fn and(x: V, y: V) -> V {
    _mm256_and_si256(x, y)
}

#[target_feature(enable = "avx2")]
#[inline]
fn or(x: V, y: V) -> V {
    _mm256_or_si256(x, y)
}

#[target_feature(enable = "avx2")]
#[inline]
fn xor(x: V, y: V) -> V {
    _mm256_xor_si256(x, y)
}

#[target_feature(enable = "avx2")]
#[inline]
fn and3(x: V, y: V, z: V) -> V {
    and(and(x, y), z)
}

#[target_feature(enable = "avx2")]
#[inline]
fn or3(x: V, y: V, z: V) -> V {
    or(or(x, y), z)
}

#[target_feature(enable = "avx2")]
#[inline]
fn xor3(x: V, y: V, z: V) -> V {
    xor(xor(x, y), z)
}

#[target_feature(enable = "avx2")]
#[inline]
fn majority(x: V, y: V, z: V) -> V {
    or(and(x, y), and(z, or(x, y)))
}

/// `x` without what is in `y` or `z`.
#[target_feature(enable = "avx2")]
#[inline]
fn drop2(x: V, y: V, z: V) -> V {
    _mm256_andnot_si256(or(y, z), x)
}

/// Modulo 2^16.
#[target_feature(enable = "avx2")]
#[inline]
fn add(x: V, y: V) -> V {
    _mm256_add_epi16(x, y)
}

#[target_feature(enable = "avx2")]
#[inline]
fn min(x: V, y: V) -> V {
    _mm256_min_epu16(x, y)
}

/// Looked up four candidates at a time: two fours in the lower byte, the ninth in the upper.
#[target_feature(enable = "avx2")]
#[inline]
fn count(x: V) -> V {
    let ones = _mm256_setr_epi8(
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3,
        3, 4,
    );
    let lower = _mm256_shuffle_epi8(ones, and(x, splat(0x010f)));
    let upper = _mm256_shuffle_epi8(ones, and(_mm256_srli_epi16::<4>(x), splat(0x000f)));
    _mm256_maddubs_epi16(add(lower, upper), _mm256_set1_epi8(1))
}

/// `x` if it has at most one candidate, else nothing; `ones` is all ones.
#[target_feature(enable = "avx2")]
#[inline]
fn single(x: V, ones: V) -> V {
    and(x, equal(and(x, add(x, ones)), _mm256_setzero_si256()))
}

/// The lowest candidate alone.
#[target_feature(enable = "avx2")]
#[inline]
fn lowest(x: V) -> V {
    _mm256_andnot_si256(add(x, splat(!0)), x)
}

#[target_feature(enable = "avx2")]
#[inline]
fn equal(x: V, y: V) -> M {
    _mm256_cmpeq_epi16(x, y)
}

/// `x < y`, for numbers below 2^15.
#[target_feature(enable = "avx2")]
#[inline]
fn less(x: V, y: V) -> M {
    _mm256_cmpgt_epi16(y, x)
}

#[target_feature(enable = "avx2")]
#[inline]
fn nonzero(x: V) -> M {
    xor(equal(x, _mm256_setzero_si256()), splat(!0))
}

#[target_feature(enable = "avx2")]
#[inline]
fn select(m: M, yes: V, no: V) -> V {
    _mm256_blendv_epi8(no, yes, m)
}

/// Bit `l` = the answer of lane `l`.
#[target_feature(enable = "avx2")]
#[inline]
fn bits(m: M) -> u32 {
    let bytes = _mm256_permute4x64_epi64::<0b1000>(_mm256_packs_epi16(m, m));
    _mm256_movemask_epi8(bytes).cast_unsigned() & 0xffff
}

/// Byte positions for values that stay in their half, and for values that cross.
#[target_feature(enable = "avx2")]
#[inline]
fn order(from: &[u8; LANES]) -> Order {
    let pick = |crossing: usize, l: usize| {
        let source = usize::from(from[l]);
        // A position of 128 or more yields zero.
        let byte = if (source / 8) ^ (l / 8) == crossing { source as u8 % 8 * 2 } else { 128 };
        u16::from_le_bytes([byte, byte + 1])
    };
    [0, 1].map(|crossing| load(&Row(core::array::from_fn(|l| pick(crossing, l)))))
}

#[target_feature(enable = "avx2")]
#[inline]
fn rearrange(x: V, order: Order) -> V {
    let crossed = _mm256_permute2x128_si256::<1>(x, x);
    or(_mm256_shuffle_epi8(x, order[0]), _mm256_shuffle_epi8(crossed, order[1]))
}

/// The candidates of written cells: one for a figure from 1 to 9, else all.
#[target_feature(enable = "avx2")]
#[inline]
fn givens(bytes: V) -> V {
    let mut mask = splat(0);
    for digit in 0..9 {
        let figure = equal(bytes, splat(u16::from(b'1') + digit));
        mask = or(mask, and(figure, splat(1 << digit)));
    }
    select(nonzero(mask), mask, splat(0x1ff))
}

stamp!(#[target_feature(enable = "avx2")]);
stamp_trio!(#[target_feature(enable = "avx2")]);
stamp_exchange!(#[target_feature(enable = "avx2")]);

/// Proof that the instructions are there.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// `None` on machines without the instructions.
    pub(crate) fn new() -> Option<Self> {
        (is_x86_feature_detected!("avx2")).then_some(Self(()))
    }
}

impl Machine<LANES> for Avx2 {
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
