//! SSE4.1: 8 lanes. Truth values are all ones or all zeros in each lane.

use core::arch::x86_64::*;

use super::backend::{backend, byte_positions};
use crate::layout::Form;
use crate::transfer::givens_by_comparison;

const FORM: Form = Form::SPLIT;

backend! {
    /// Proof that the processor has SSE4.1.
    struct Sse41 if is_x86_feature_detected!("sse4.1");
    const LANES: usize = 8;
    type V = __m128i;
    type M = __m128i;
    type Order = __m128i;

    ops {
        splat(x) = _mm_set1_epi16(x.cast_signed());
        and(x, y) = _mm_and_si128(x, y);
        or(x, y) = _mm_or_si128(x, y);
        xor(x, y) = _mm_xor_si128(x, y);
        and3(x, y, z) = and(and(x, y), z);
        or3(x, y, z) = or(or(x, y), z);
        xor3(x, y, z) = xor(xor(x, y), z);
        majority(x, y, z) = or(and(x, y), and(z, or(x, y)));
        drop2(x, y, z) = _mm_andnot_si128(or(y, z), x);
        add(x, y) = _mm_add_epi16(x, y);
        min(x, y) = _mm_min_epu16(x, y);
        // As in AVX2.
        count(x) = {
            let counts = _mm_setr_epi8(
                0, 16, 16, 32, 16, 32, 32, 48, 16, 32, 32, 48, 32, 48, 48, 64,
            );
            let fours = _mm_shuffle_epi8(counts, x);
            _mm_maddubs_epi16(add(fours, and(x, splat(0x10))), _mm_set1_epi8(1))
        };
        // As in AVX2.
        sum3(x, y, z) = _mm_maddubs_epi16(add(add(x, y), z), splat(0x2001));
        single(x, ones) = and(x, equal(and(x, add(x, ones)), _mm_setzero_si128()));
        lowest(x) = _mm_andnot_si128(add(x, splat(!0)), x);
        equal(x, y) = _mm_cmpeq_epi16(x, y);
        less(x, y) = _mm_cmpgt_epi16(y, x);
        nonzero(x) = xor(equal(x, _mm_setzero_si128()), splat(!0));
        select(m, yes, no) = _mm_blendv_epi8(no, yes, m);
        bits(m) = _mm_movemask_epi8(_mm_packs_epi16(m, m)).cast_unsigned() & 0xff;
        order(from) = load(&Row(byte_positions(from)));
        rearrange(x, order) = _mm_shuffle_epi8(x, order);
    }

    transfer {
        givens(bytes) = givens_by_comparison!(bytes);
    }
}
