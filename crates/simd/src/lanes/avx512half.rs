//! AVX-512 instructions on vectors of half the width: 16 lanes.
//!
//! The processor executes three 256-bit instructions per cycle but only two 512-bit ones, so a
//! sweep takes little more than half the time. That pays off for a few puzzles, which cannot fill
//! 32 lanes.

use core::arch::x86_64::*;

use super::backend::backend;

backend! {
    /// Proof that the processor has AVX-512 F, BW, VL and BITALG.
    struct Avx512Half
        if is_x86_feature_detected!("avx512f", "avx512bw", "avx512vl", "avx512bitalg");
    const LANES: usize = 16;
    type V = __m256i;
    type M = __mmask16;
    type Order = __m256i;

    ops {
        splat(x) = _mm256_set1_epi16(x.cast_signed());
        and(x, y) = _mm256_and_si256(x, y);
        or(x, y) = _mm256_or_si256(x, y);
        xor(x, y) = _mm256_xor_si256(x, y);
        and3(x, y, z) = _mm256_ternarylogic_epi32::<0x80>(x, y, z);
        or3(x, y, z) = _mm256_ternarylogic_epi32::<0xfe>(x, y, z);
        xor3(x, y, z) = _mm256_ternarylogic_epi32::<0x96>(x, y, z);
        majority(x, y, z) = _mm256_ternarylogic_epi32::<0xe8>(x, y, z);
        drop2(x, y, z) = _mm256_ternarylogic_epi32::<0x10>(x, y, z);
        add(x, y) = _mm256_add_epi16(x, y);
        min(x, y) = _mm256_min_epu16(x, y);
        count(x) = _mm256_popcnt_epi16(x);
        single(x, ones) = _mm256_maskz_mov_epi16(_mm256_testn_epi16_mask(x, add(x, ones)), x);
        lowest(x) = _mm256_andnot_si256(add(x, splat(!0)), x);
        equal(x, y) = _mm256_cmpeq_epi16_mask(x, y);
        less(x, y) = _mm256_cmplt_epi16_mask(x, y);
        nonzero(x) = _mm256_test_epi16_mask(x, x);
        select(m, yes, no) = _mm256_mask_mov_epi16(no, m, yes);
        bits(m) = u32::from(m);
        order(from) = load(&Row(from.map(u16::from)));
        rearrange(x, order) = _mm256_permutexvar_epi16(order, x);
    }
}
