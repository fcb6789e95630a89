//! NEON, which every AArch64 processor has: 8 puzzles.
//!
//! Tested under emulation (qemu) only; docs/benchmarks.md says how.

use core::arch::aarch64::*;

use crate::kernel::stamp;
use crate::layout::Machine;
use crate::trio::stamp_trio;

pub(crate) const LANES: usize = 8;

type V = uint16x8_t;
/// All ones or all zeros in each lane.
type M = uint16x8_t;
type Order = uint16x8_t;

#[target_feature(enable = "neon")]
#[inline]
fn load(row: &Row<LANES>) -> V {
    // SAFETY: both are 16 bytes without padding, and every bit pattern is a value of both.
    unsafe { core::mem::transmute(row.0) }
}

#[target_feature(enable = "neon")]
#[inline]
fn store(x: V) -> Row<LANES> {
    // SAFETY: as in `load`.
    Row(unsafe { core::mem::transmute::<V, [u16; LANES]>(x) })
}

#[target_feature(enable = "neon")]
#[inline]
fn splat(x: u16) -> V {
    vdupq_n_u16(x)
}

#[target_feature(enable = "neon")]
#[inline]
fn and(x: V, y: V) -> V {
    vandq_u16(x, y)
}

#[target_feature(enable = "neon")]
#[inline]
fn or(x: V, y: V) -> V {
    vorrq_u16(x, y)
}

#[target_feature(enable = "neon")]
#[inline]
fn xor(x: V, y: V) -> V {
    veorq_u16(x, y)
}

#[target_feature(enable = "neon")]
#[inline]
fn and3(x: V, y: V, z: V) -> V {
    and(and(x, y), z)
}

#[target_feature(enable = "neon")]
#[inline]
fn or3(x: V, y: V, z: V) -> V {
    or(or(x, y), z)
}

#[target_feature(enable = "neon")]
#[inline]
fn xor3(x: V, y: V, z: V) -> V {
    xor(xor(x, y), z)
}

#[target_feature(enable = "neon")]
#[inline]
fn majority(x: V, y: V, z: V) -> V {
    or(and(x, y), and(z, or(x, y)))
}

/// `x` without what is in `y` or `z`.
#[target_feature(enable = "neon")]
#[inline]
fn drop2(x: V, y: V, z: V) -> V {
    vbicq_u16(x, or(y, z))
}

/// Modulo 2^16.
#[target_feature(enable = "neon")]
#[inline]
fn add(x: V, y: V) -> V {
    vaddq_u16(x, y)
}

#[target_feature(enable = "neon")]
#[inline]
fn min(x: V, y: V) -> V {
    vminq_u16(x, y)
}

#[target_feature(enable = "neon")]
#[inline]
fn count(x: V) -> V {
    vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u16(x)))
}

/// `x` if it has at most one candidate, else nothing; `ones` is all ones.
#[target_feature(enable = "neon")]
#[inline]
fn single(x: V, ones: V) -> V {
    vbicq_u16(x, nonzero(and(x, add(x, ones))))
}

/// The lowest candidate alone.
#[target_feature(enable = "neon")]
#[inline]
fn lowest(x: V) -> V {
    vbicq_u16(x, add(x, splat(!0)))
}

#[target_feature(enable = "neon")]
#[inline]
fn equal(x: V, y: V) -> M {
    vceqq_u16(x, y)
}

/// `x < y`, for numbers below 2^15.
#[target_feature(enable = "neon")]
#[inline]
fn less(x: V, y: V) -> M {
    vcltq_u16(x, y)
}

#[target_feature(enable = "neon")]
#[inline]
fn nonzero(x: V) -> M {
    vtstq_u16(x, x)
}

#[target_feature(enable = "neon")]
#[inline]
fn select(m: M, yes: V, no: V) -> V {
    vbslq_u16(m, yes, no)
}

/// Bit `l` = the answer of lane `l`.
#[target_feature(enable = "neon")]
#[inline]
fn bits(m: M) -> u32 {
    let places = load(&Row([1, 2, 4, 8, 16, 32, 64, 128]));
    u32::from(vaddvq_u16(and(m, places)))
}

/// Byte positions.
#[target_feature(enable = "neon")]
#[inline]
fn order(from: &[u8; LANES]) -> Order {
    load(&Row(core::array::from_fn(|l| u16::from_le_bytes([2 * from[l], 2 * from[l] + 1]))))
}

#[target_feature(enable = "neon")]
#[inline]
fn rearrange(x: V, order: Order) -> V {
    vreinterpretq_u16_u8(vqtbl1q_u8(vreinterpretq_u8_u16(x), vreinterpretq_u8_u16(order)))
}

stamp!(#[target_feature(enable = "neon")]);
stamp_trio!(#[target_feature(enable = "neon")]);

/// Proof that the instructions are there.
#[derive(Clone, Copy)]
pub(crate) struct Neon(());

impl Neon {
    /// `None` on machines without the instructions.
    pub(crate) fn new() -> Option<Self> {
        (std::arch::is_aarch64_feature_detected!("neon")).then_some(Self(()))
    }
}

#[allow(unused_unsafe, reason = "not needed where the whole target has the feature")]
impl Machine<LANES> for Neon {
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
