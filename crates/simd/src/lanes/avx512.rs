//! AVX-512 at full width: 32 puzzles, three-input logic, the answers to questions in mask registers.

use core::arch::x86_64::*;

use crate::exchange::{exchange, stamp_exchange};
use crate::kernel::stamp;
use crate::layout::Machine;
use crate::trio::stamp_trio;

pub(crate) const LANES: usize = 32;

type V = __m512i;
type M = __mmask32;
type Order = __m512i;

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn load(row: &Row<LANES>) -> V {
    // SAFETY: both are 64 bytes without padding, and every bit pattern is a value of both.
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
    _mm512_set1_epi16(x.cast_signed())
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn and(x: V, y: V) -> V {
    _mm512_and_si512(x, y)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn or(x: V, y: V) -> V {
    _mm512_or_si512(x, y)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn xor(x: V, y: V) -> V {
    _mm512_xor_si512(x, y)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn and3(x: V, y: V, z: V) -> V {
    _mm512_ternarylogic_epi32::<0x80>(x, y, z)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn or3(x: V, y: V, z: V) -> V {
    _mm512_ternarylogic_epi32::<0xfe>(x, y, z)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn xor3(x: V, y: V, z: V) -> V {
    _mm512_ternarylogic_epi32::<0x96>(x, y, z)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn majority(x: V, y: V, z: V) -> V {
    _mm512_ternarylogic_epi32::<0xe8>(x, y, z)
}

/// `x` without what is in `y` or `z`.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn drop2(x: V, y: V, z: V) -> V {
    _mm512_ternarylogic_epi32::<0x10>(x, y, z)
}

/// Modulo 2^16.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn add(x: V, y: V) -> V {
    _mm512_add_epi16(x, y)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn min(x: V, y: V) -> V {
    _mm512_min_epu16(x, y)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn count(x: V) -> V {
    _mm512_popcnt_epi16(x)
}

/// `x` if it has at most one candidate, else nothing; `ones` is all ones.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn single(x: V, ones: V) -> V {
    _mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(x, add(x, ones)), x)
}

/// The lowest candidate alone.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn lowest(x: V) -> V {
    _mm512_andnot_si512(add(x, splat(!0)), x)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn equal(x: V, y: V) -> M {
    _mm512_cmpeq_epi16_mask(x, y)
}

/// `x < y`, for numbers below 2^15.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn less(x: V, y: V) -> M {
    _mm512_cmplt_epi16_mask(x, y)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn nonzero(x: V) -> M {
    _mm512_test_epi16_mask(x, x)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn select(m: M, yes: V, no: V) -> V {
    _mm512_mask_mov_epi16(no, m, yes)
}

/// Bit `l` = the answer of lane `l`.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn bits(m: M) -> u32 {
    m
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
    _mm512_permutexvar_epi16(order, x)
}

/// The candidates of written cells: one for a figure from 1 to 9, else all.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn givens(bytes: V) -> V {
    let digit = add(bytes, splat(0_u16.wrapping_sub(u16::from(b'1'))));
    let mask = _mm512_sllv_epi16(splat(1), digit);
    select(_mm512_cmplt_epu16_mask(digit, splat(9)), mask, splat(0x1ff))
}

stamp!(#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]);
stamp_trio!(#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]);
stamp_exchange!(#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]);

/// Proof that the instructions are there.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// `None` on machines without the instructions.
    pub(crate) fn new() -> Option<Self> {
        (is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bitalg"))
        .then_some(Self(()))
    }
}

impl Machine<LANES> for Avx512 {
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
