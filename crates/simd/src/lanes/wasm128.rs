//! WebAssembly `simd128`: 8 puzzles.
//!
//! Tested with node; docs/benchmarks.md says how.

use core::arch::wasm32::*;

use crate::kernel::stamp;
use crate::layout::Machine;
use crate::trio::stamp_trio;

pub(crate) const LANES: usize = 8;

type V = v128;
/// All ones or all zeros in each lane.
type M = v128;
type Order = v128;

#[target_feature(enable = "simd128")]
#[inline]
fn load(row: &Row<LANES>) -> V {
    // SAFETY: both are 16 bytes without padding, and every bit pattern is a value of both.
    unsafe { core::mem::transmute(row.0) }
}

#[target_feature(enable = "simd128")]
#[inline]
fn store(x: V) -> Row<LANES> {
    // SAFETY: as in `load`.
    Row(unsafe { core::mem::transmute::<V, [u16; LANES]>(x) })
}

#[target_feature(enable = "simd128")]
#[inline]
fn splat(x: u16) -> V {
    u16x8_splat(x)
}

#[target_feature(enable = "simd128")]
#[inline]
fn and(x: V, y: V) -> V {
    v128_and(x, y)
}

#[target_feature(enable = "simd128")]
#[inline]
fn or(x: V, y: V) -> V {
    v128_or(x, y)
}

#[target_feature(enable = "simd128")]
#[inline]
fn xor(x: V, y: V) -> V {
    v128_xor(x, y)
}

#[target_feature(enable = "simd128")]
#[inline]
fn and3(x: V, y: V, z: V) -> V {
    and(and(x, y), z)
}

#[target_feature(enable = "simd128")]
#[inline]
fn or3(x: V, y: V, z: V) -> V {
    or(or(x, y), z)
}

#[target_feature(enable = "simd128")]
#[inline]
fn xor3(x: V, y: V, z: V) -> V {
    xor(xor(x, y), z)
}

#[target_feature(enable = "simd128")]
#[inline]
fn majority(x: V, y: V, z: V) -> V {
    or(and(x, y), and(z, or(x, y)))
}

/// `x` without what is in `y` or `z`.
#[target_feature(enable = "simd128")]
#[inline]
fn drop2(x: V, y: V, z: V) -> V {
    v128_andnot(x, or(y, z))
}

/// Modulo 2^16.
#[target_feature(enable = "simd128")]
#[inline]
fn add(x: V, y: V) -> V {
    u16x8_add(x, y)
}

#[target_feature(enable = "simd128")]
#[inline]
fn min(x: V, y: V) -> V {
    u16x8_min(x, y)
}

#[target_feature(enable = "simd128")]
#[inline]
fn count(x: V) -> V {
    u16x8_extadd_pairwise_u8x16(u8x16_popcnt(x))
}

/// `x` if it has at most one candidate, else nothing; `ones` is all ones.
#[target_feature(enable = "simd128")]
#[inline]
fn single(x: V, ones: V) -> V {
    v128_and(x, u16x8_eq(and(x, add(x, ones)), splat(0)))
}

/// The lowest candidate alone.
#[target_feature(enable = "simd128")]
#[inline]
fn lowest(x: V) -> V {
    v128_andnot(x, add(x, splat(!0)))
}

#[target_feature(enable = "simd128")]
#[inline]
fn equal(x: V, y: V) -> M {
    u16x8_eq(x, y)
}

/// `x < y`, for numbers below 2^15.
#[target_feature(enable = "simd128")]
#[inline]
fn less(x: V, y: V) -> M {
    u16x8_lt(x, y)
}

#[target_feature(enable = "simd128")]
#[inline]
fn nonzero(x: V) -> M {
    u16x8_ne(x, splat(0))
}

#[target_feature(enable = "simd128")]
#[inline]
fn select(m: M, yes: V, no: V) -> V {
    v128_bitselect(yes, no, m)
}

/// Bit `l` = the answer of lane `l`.
#[target_feature(enable = "simd128")]
#[inline]
fn bits(m: M) -> u32 {
    u32::from(u16x8_bitmask(m))
}

/// Byte positions.
#[target_feature(enable = "simd128")]
#[inline]
fn order(from: &[u8; LANES]) -> Order {
    load(&Row(core::array::from_fn(|l| u16::from_le_bytes([2 * from[l], 2 * from[l] + 1]))))
}

#[target_feature(enable = "simd128")]
#[inline]
fn rearrange(x: V, order: Order) -> V {
    u8x16_swizzle(x, order)
}

stamp!(#[target_feature(enable = "simd128")]);
stamp_trio!(#[target_feature(enable = "simd128")]);

/// Proof that the instructions are there.
#[derive(Clone, Copy)]
pub(crate) struct Wasm128(());

impl Wasm128 {
    /// `None` on machines without the instructions.
    pub(crate) fn new() -> Option<Self> {
        (cfg!(target_feature = "simd128")).then_some(Self(()))
    }
}

#[allow(unused_unsafe, reason = "not needed where the whole target has the feature")]
impl Machine<LANES> for Wasm128 {
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
