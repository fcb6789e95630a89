//! NEON, which every AArch64 processor has: 8 lanes. Truth values are all ones or all zeros in each
//! lane.
//!
//! Tested only under emulation (qemu); see docs/log/2026-11-22.md.

use core::arch::aarch64::*;
use std::arch::is_aarch64_feature_detected;

use super::backend::{backend, byte_positions};
use crate::layout::Form;

const FORM: Form = Form::DENSE;

backend! {
    /// Proof that the processor has NEON.
    struct Neon if is_aarch64_feature_detected!("neon");
    const LANES: usize = 8;
    type V = uint16x8_t;
    type M = uint16x8_t;
    type Order = uint16x8_t;

    ops {
        splat(x) = vdupq_n_u16(x);
        and(x, y) = vandq_u16(x, y);
        or(x, y) = vorrq_u16(x, y);
        xor(x, y) = veorq_u16(x, y);
        and3(x, y, z) = and(and(x, y), z);
        or3(x, y, z) = or(or(x, y), z);
        xor3(x, y, z) = xor(xor(x, y), z);
        majority(x, y, z) = or(and(x, y), and(z, or(x, y)));
        drop2(x, y, z) = vbicq_u16(x, or(y, z));
        add(x, y) = vaddq_u16(x, y);
        min(x, y) = vminq_u16(x, y);
        count(x) = vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u16(x)));
        sum3(x, y, z) = add(add(x, y), z);
        single(x, ones) = vbicq_u16(x, nonzero(and(x, add(x, ones))));
        lowest(x) = vbicq_u16(x, add(x, splat(!0)));
        equal(x, y) = vceqq_u16(x, y);
        less(x, y) = vcltq_u16(x, y);
        nonzero(x) = vtstq_u16(x, x);
        select(m, yes, no) = vbslq_u16(m, yes, no);
        bits(m) = {
            let places = load(&Row([1, 2, 4, 8, 16, 32, 64, 128]));
            u32::from(vaddvq_u16(and(m, places)))
        };
        order(from) = load(&Row(byte_positions(from)));
        rearrange(x, order) = vreinterpretq_u16_u8(vqtbl1q_u8(
            vreinterpretq_u8_u16(x),
            vreinterpretq_u8_u16(order),
        ));
    }
}
