//! AVX2: 16 lanes. Truth values are all ones or all zeros in each lane.

mod board;

use core::arch::x86_64::*;

use super::backend::backend;
use crate::layout::Form;
use crate::transfer::givens_by_comparison;

const FORM: Form = Form::SPLIT;

backend! {
    /// Proof that the processor has AVX2.
    struct Avx2 if is_x86_feature_detected!("avx2");
    const LANES: usize = 16;
    type V = __m256i;
    type M = __m256i;
    type Order = [__m256i; 2];

    ops {
        splat(x) = _mm256_set1_epi16(x.cast_signed());
        and(x, y) = _mm256_and_si256(x, y);
        or(x, y) = _mm256_or_si256(x, y);
        xor(x, y) = _mm256_xor_si256(x, y);
        and3(x, y, z) = and(and(x, y), z);
        or3(x, y, z) = or(or(x, y), z);
        xor3(x, y, z) = xor(xor(x, y), z);
        majority(x, y, z) = or(and(x, y), and(z, or(x, y)));
        drop2(x, y, z) = _mm256_andnot_si256(or(y, z), x);
        add(x, y) = _mm256_add_epi16(x, y);
        min(x, y) = _mm256_min_epu16(x, y);
        // Four candidates of each byte by a table, whose values are 16 times the count because the
        // fifth is worth 16. The table ignores the fifth bit of a position.
        count(x) = {
            let counts = _mm256_setr_epi8(
                0, 16, 16, 32, 16, 32, 32, 48, 16, 32, 32, 48, 32, 48, 48, 64,
                0, 16, 16, 32, 16, 32, 32, 48, 16, 32, 32, 48, 32, 48, 48, 64,
            );
            let fours = _mm256_shuffle_epi8(counts, x);
            _mm256_maddubs_epi16(add(fours, and(x, splat(0x10))), _mm256_set1_epi8(1))
        };
        // The bytes of three cells do not overflow. The upper ones count 32, as in the dense form.
        sum3(x, y, z) = _mm256_maddubs_epi16(add(add(x, y), z), splat(0x2001));
        single(x, ones) = and(x, equal(and(x, add(x, ones)), _mm256_setzero_si256()));
        lowest(x) = _mm256_andnot_si256(add(x, splat(!0)), x);
        equal(x, y) = _mm256_cmpeq_epi16(x, y);
        less(x, y) = _mm256_cmpgt_epi16(y, x);
        nonzero(x) = xor(equal(x, _mm256_setzero_si256()), splat(!0));
        select(m, yes, no) = _mm256_blendv_epi8(no, yes, m);
        bits(m) = {
            let bytes = _mm256_permute4x64_epi64::<0b1000>(_mm256_packs_epi16(m, m));
            _mm256_movemask_epi8(bytes).cast_unsigned() & 0xffff
        };
        // Byte positions for values that stay in their half, and for values that cross.
        order(from) = {
            let pick = |crossing: usize, l: usize| {
                let source = usize::from(from[l]);
                // A position of 128 or more yields zero.
                let byte =
                    if (source / 8) ^ (l / 8) == crossing { source as u8 % 8 * 2 } else { 128 };
                u16::from_le_bytes([byte, byte + 1])
            };
            [0, 1].map(|crossing| load(&Row(core::array::from_fn(|l| pick(crossing, l)))))
        };
        rearrange(x, order) = {
            let crossed = _mm256_permute2x128_si256::<1>(x, x);
            or(_mm256_shuffle_epi8(x, order[0]), _mm256_shuffle_epi8(crossed, order[1]))
        };
    }

    transfer {
        givens(bytes) = givens_by_comparison!(bytes);
    }
}

/// Byte positions that put line `from[r]` on line `r` of each group of four lanes.
const fn positions(from: [u16; 3]) -> Row<LANES> {
    let mut positions = [0; LANES];
    let mut lane = 0;
    while lane < LANES {
        positions[lane] = if lane % 4 < 3 {
            let source = lane as u16 % 8 / 4 * 4 + from[lane % 4];
            u16::from_le_bytes([2 * source as u8, 2 * source as u8 + 1])
        } else {
            // Yields zero. Otherwise the compiler would use two instructions for words instead.
            u16::MAX
        };
        lane += 1;
    }
    Row(positions)
}

#[target_feature(enable = "avx2")]
#[inline]
fn lines<const A: u16, const B: u16, const C: u16>(x: V) -> V {
    _mm256_shuffle_epi8(x, load(&const { positions([A, B, C]) }))
}

#[target_feature(enable = "avx2")]
#[inline]
fn group1(x: V) -> V {
    _mm256_permute4x64_epi64::<0b11_00_10_01>(x)
}

#[target_feature(enable = "avx2")]
#[inline]
fn group2(x: V) -> V {
    _mm256_permute4x64_epi64::<0b11_01_00_10>(x)
}

#[target_feature(enable = "avx2")]
#[inline]
fn diagonal(x: V, y: V, z: V) -> V {
    let xy = _mm256_blend_epi16::<0b0010_0010>(x, y);
    _mm256_blend_epi16::<0b0100_0100>(xy, z)
}

#[target_feature(enable = "avx2")]
#[inline]
fn is_any(x: V) -> bool {
    _mm256_testz_si256(x, x) == 0
}
