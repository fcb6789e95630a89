//! AVX-512 instructions on vectors of half the width: 16 puzzles.
//!
//! Of the narrow instructions the processor runs three at a time, of the wide ones two, so a sweep
//! is over in little more than half the time. For a few puzzles, which cannot fill 32 lanes, that is
//! what counts.

use core::arch::x86_64::*;

use crate::kernel::stamp;
use crate::layout::Machine;
use crate::trio::stamp_trio;

pub(crate) const LANES: usize = 16;

type V = __m256i;
type M = __mmask16;
type Order = __m256i;

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn load(row: &Row<LANES>) -> V {
    // SAFETY: both are 32 bytes without padding, and every bit pattern is a value of both.
    unsafe { core::mem::transmute(row.0) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn store(x: V) -> Row<LANES> {
    // SAFETY: as in `load`.
    Row(unsafe { core::mem::transmute::<V, [u16; LANES]>(x) })
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn splat(x: u16) -> V {
    _mm256_set1_epi16(x.cast_signed())
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn and(x: V, y: V) -> V {
    _mm256_and_si256(x, y)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn or(x: V, y: V) -> V {
    _mm256_or_si256(x, y)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn xor(x: V, y: V) -> V {
    _mm256_xor_si256(x, y)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn and3(x: V, y: V, z: V) -> V {
    _mm256_ternarylogic_epi32::<0x80>(x, y, z)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn or3(x: V, y: V, z: V) -> V {
    _mm256_ternarylogic_epi32::<0xfe>(x, y, z)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn xor3(x: V, y: V, z: V) -> V {
    _mm256_ternarylogic_epi32::<0x96>(x, y, z)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn majority(x: V, y: V, z: V) -> V {
    _mm256_ternarylogic_epi32::<0xe8>(x, y, z)
}

/// `x` without what is in `y` or `z`.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn drop2(x: V, y: V, z: V) -> V {
    _mm256_ternarylogic_epi32::<0x10>(x, y, z)
}

/// Modulo 2^16.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn add(x: V, y: V) -> V {
    _mm256_add_epi16(x, y)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn min(x: V, y: V) -> V {
    _mm256_min_epu16(x, y)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn count(x: V) -> V {
    _mm256_popcnt_epi16(x)
}

/// `x` if it has at most one candidate, else nothing; `ones` is all ones.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn single(x: V, ones: V) -> V {
    _mm256_maskz_mov_epi16(_mm256_testn_epi16_mask(x, add(x, ones)), x)
}

/// The lowest candidate alone.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn lowest(x: V) -> V {
    _mm256_andnot_si256(add(x, splat(!0)), x)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn equal(x: V, y: V) -> M {
    _mm256_cmpeq_epi16_mask(x, y)
}

/// `x < y`, for numbers below 2^15.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn less(x: V, y: V) -> M {
    _mm256_cmplt_epi16_mask(x, y)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn nonzero(x: V) -> M {
    _mm256_test_epi16_mask(x, x)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn select(m: M, yes: V, no: V) -> V {
    _mm256_mask_mov_epi16(no, m, yes)
}

/// Bit `l` = the answer of lane `l`.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn bits(m: M) -> u32 {
    u32::from(m)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn order(from: &[u8; LANES]) -> Order {
    let mut row = [0; LANES];
    for (lane, &from) in row.iter_mut().zip(from) {
        *lane = u16::from(from);
    }
    load(&Row(row))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn rearrange(x: V, order: Order) -> V {
    _mm256_permutexvar_epi16(order, x)
}

stamp!(#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]);
stamp_trio!(#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]);

/// Proof that the instructions are there.
#[derive(Clone, Copy)]
pub(crate) struct Avx512Half(());

impl Avx512Half {
    /// `None` on machines without the instructions.
    pub(crate) fn new() -> Option<Self> {
        (is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bitalg"))
        .then_some(Self(()))
    }
}

impl Machine<LANES> for Avx512Half {
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
}
