//! WebAssembly `simd128`: 8 lanes. Truth values are all ones or all zeros in each lane.
//!
//! Tested with node and wasmtime; see docs/log/2026-11-22.md.

use core::arch::wasm32::*;

use super::backend::{backend, byte_positions};
use crate::layout::Form;

/// WebAssembly cannot detect features at run time: a module that uses one the engine lacks does not
/// load.
macro_rules! is_compiled_in {
    ($feature:tt) => {
        cfg!(target_feature = $feature)
    };
}

const FORM: Form = Form::DENSE;

backend! {
    /// Proof that the module is compiled with `simd128`.
    struct Wasm128 if is_compiled_in!("simd128");
    const LANES: usize = 8;
    type V = v128;
    type M = v128;
    type Order = v128;

    ops {
        splat(x) = u16x8_splat(x);
        and(x, y) = v128_and(x, y);
        or(x, y) = v128_or(x, y);
        xor(x, y) = v128_xor(x, y);
        and3(x, y, z) = and(and(x, y), z);
        or3(x, y, z) = or(or(x, y), z);
        xor3(x, y, z) = xor(xor(x, y), z);
        majority(x, y, z) = or(and(x, y), and(z, or(x, y)));
        drop2(x, y, z) = v128_andnot(x, or(y, z));
        add(x, y) = u16x8_add(x, y);
        min(x, y) = u16x8_min(x, y);
        count(x) = u16x8_extadd_pairwise_u8x16(u8x16_popcnt(x));
        sum3(x, y, z) = add(add(x, y), z);
        single(x, ones) = v128_and(x, u16x8_eq(and(x, add(x, ones)), splat(0)));
        lowest(x) = v128_andnot(x, add(x, splat(!0)));
        equal(x, y) = u16x8_eq(x, y);
        less(x, y) = u16x8_lt(x, y);
        nonzero(x) = u16x8_ne(x, splat(0));
        select(m, yes, no) = v128_bitselect(yes, no, m);
        bits(m) = u32::from(u16x8_bitmask(m));
        order(from) = load(&Row(byte_positions(from)));
        rearrange(x, order) = u8x16_swizzle(x, order);
    }
}
