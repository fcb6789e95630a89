//! AVX-512 at full width: 32 lanes.

mod board;

use core::arch::x86_64::*;

use super::backend::backend;
use crate::layout::Form;

const FORM: Form = Form::DENSE;

backend! {
    /// Proof that the processor has AVX-512 F, BW, VL and BITALG.
    struct Avx512
        if is_x86_feature_detected!("avx512f", "avx512bw", "avx512vl", "avx512bitalg");
    const LANES: usize = 32;
    type V = __m512i;
    type M = __mmask32;
    type Order = __m512i;

    ops {
        splat(x) = _mm512_set1_epi16(x.cast_signed());
        and(x, y) = _mm512_and_si512(x, y);
        or(x, y) = _mm512_or_si512(x, y);
        xor(x, y) = _mm512_xor_si512(x, y);
        and3(x, y, z) = _mm512_ternarylogic_epi32::<0x80>(x, y, z);
        or3(x, y, z) = _mm512_ternarylogic_epi32::<0xfe>(x, y, z);
        xor3(x, y, z) = _mm512_ternarylogic_epi32::<0x96>(x, y, z);
        majority(x, y, z) = _mm512_ternarylogic_epi32::<0xe8>(x, y, z);
        drop2(x, y, z) = _mm512_ternarylogic_epi32::<0x10>(x, y, z);
        add(x, y) = _mm512_add_epi16(x, y);
        min(x, y) = _mm512_min_epu16(x, y);
        count(x) = _mm512_popcnt_epi16(x);
        sum3(x, y, z) = add(add(x, y), z);
        single(x, ones) = _mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(x, add(x, ones)), x);
        lowest(x) = _mm512_andnot_si512(add(x, splat(!0)), x);
        equal(x, y) = _mm512_cmpeq_epi16_mask(x, y);
        less(x, y) = _mm512_cmplt_epi16_mask(x, y);
        nonzero(x) = _mm512_test_epi16_mask(x, x);
        select(m, yes, no) = _mm512_mask_mov_epi16(no, m, yes);
        bits(m) = m;
        order(from) = load(&Row(from.map(u16::from)));
        rearrange(x, order) = _mm512_permutexvar_epi16(order, x);
    }

    transfer {
        givens(bytes) = {
            let digit = add(bytes, splat(0_u16.wrapping_sub(u16::from(b'1'))));
            let mask = _mm512_sllv_epi16(splat(1), digit);
            select(_mm512_cmplt_epu16_mask(digit, splat(9)), mask, splat(0x1ff))
        };
    }
}
