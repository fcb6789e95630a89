//! A whole board in nine vectors: for each plane, one for each of the three boxes of a band.
//!
//! Lane `4b + r` is line `r` of band `b`; the other lanes are 0. So lines move within groups of four
//! lanes, bands move as groups, and boxes move by renaming vectors.

use core::arch::x86_64::*;

use super::{Avx2, LANES, V};
use crate::board::stamp_board;
use crate::layout::Row;

type Places = [V; 3];
const PLACES: usize = 3 * LANES;

const fn at(b: usize, k: usize, r: usize) -> usize {
    LANES * k + 4 * b + r
}

/// Applies an operation to each of the three vectors. A closure would not do: `array::map` is
/// compiled without the features, so the operations would not be inlined.
macro_rules! three {
    ($k:ident => $value:expr) => {
        [
            {
                let $k = 0;
                $value
            },
            {
                let $k = 1;
                $value
            },
            {
                let $k = 2;
                $value
            },
        ]
    };
}

/// Defines operations that do the same on each of the three vectors.
macro_rules! each {
    ($($name:ident($($x:ident),+);)+) => {
        $(
            #[target_feature(enable = "avx2")]
            #[inline]
            fn $name($($x: Places),+) -> Places {
                three!(k => super::$name($($x[k]),+))
            }
        )+
    };
}

each! {
    and(x, y);
    or(x, y);
    xor(x, y);
    and3(x, y, z);
    or3(x, y, z);
    xor3(x, y, z);
    majority(x, y, z);
    drop2(x, y, z);
    add(x, y);
    count(x);
    single(x, ones);
}

#[target_feature(enable = "avx2")]
#[inline]
fn splat(x: u16) -> Places {
    [super::splat(x); 3]
}

/// Byte positions that put line `from[r]` on line `r` of each group.
const fn lines(from: [u16; 3]) -> Row<LANES> {
    let mut positions = [0; LANES];
    let mut lane = 0;
    while lane < LANES {
        let r = lane % 4;
        positions[lane] = if r < 3 {
            let source = lane as u16 % 8 / 4 * 4 + from[r];
            u16::from_le_bytes([2 * source as u8, 2 * source as u8 + 1])
        } else {
            // Yields zero. So the compiler cannot use two instructions for words instead.
            u16::MAX
        };
        lane += 1;
    }
    Row(positions)
}

macro_rules! shuffle {
    ($x:ident, $from:expr) => {{
        let positions = super::load(&const { lines($from) });
        three!(k => _mm256_shuffle_epi8($x[k], positions))
    }};
}

#[target_feature(enable = "avx2")]
#[inline]
fn line1(x: Places) -> Places {
    shuffle!(x, [1, 2, 0])
}

#[target_feature(enable = "avx2")]
#[inline]
fn line2(x: Places) -> Places {
    shuffle!(x, [2, 0, 1])
}

#[target_feature(enable = "avx2")]
#[inline]
fn line_to_all<const LINE: u16>(x: Places) -> Places {
    shuffle!(x, [LINE; 3])
}

#[target_feature(enable = "avx2")]
#[inline]
fn band1(x: Places) -> Places {
    three!(k => _mm256_permute4x64_epi64::<0b11_00_10_01>(x[k]))
}

#[target_feature(enable = "avx2")]
#[inline]
fn band2(x: Places) -> Places {
    three!(k => _mm256_permute4x64_epi64::<0b11_01_00_10>(x[k]))
}

fn box1([x, y, z]: Places) -> Places {
    [y, z, x]
}

fn box2([x, y, z]: Places) -> Places {
    [z, x, y]
}

/// Defines compositions.
macro_rules! both {
    ($($name:ident = $outer:ident, $inner:ident;)+) => {
        $(
            #[target_feature(enable = "avx2")]
            #[inline]
            fn $name(x: Places) -> Places {
                $outer($inner(x))
            }
        )+
    };
}

both! {
    box1_line1 = box1, line1;
    box1_line2 = box1, line2;
    box2_line1 = box2, line1;
    box2_line2 = box2, line2;
    band1_line1 = line1, band1;
    band1_line2 = line2, band1;
    band2_line1 = line1, band2;
    band2_line2 = line2, band2;
}

#[target_feature(enable = "avx2")]
#[inline]
fn diagonal(x: Places, y: Places, z: Places) -> Places {
    three!(k => {
        let xy = _mm256_blend_epi16::<0b0010_0010>(x[k], y[k]);
        _mm256_blend_epi16::<0b0100_0100>(xy, z[k])
    })
}

#[target_feature(enable = "avx2")]
#[inline]
fn where_equal(x: Places, y: Places, yes: Places, no: Places) -> Places {
    three!(k => super::select(super::equal(x[k], y[k]), yes[k], no[k]))
}

#[target_feature(enable = "avx2")]
#[inline]
fn where_less(x: Places, y: Places, yes: Places, no: Places) -> Places {
    three!(k => super::select(super::less(x[k], y[k]), yes[k], no[k]))
}

// The following need fewer instructions than blending, because one set contains the other.

#[target_feature(enable = "avx2")]
#[inline]
fn grow_where_equal(x: Places, y: Places, z: Places, to: Places) -> Places {
    three!(k => super::or(z[k], super::and(to[k], super::equal(x[k], y[k]))))
}

#[target_feature(enable = "avx2")]
#[inline]
fn shrink_where_equal(x: Places, y: Places, z: Places, to: Places) -> Places {
    three!(k => {
        let gone = _mm256_andnot_si256(to[k], super::equal(x[k], y[k]));
        _mm256_andnot_si256(gone, z[k])
    })
}

#[target_feature(enable = "avx2")]
#[inline]
fn shrink_to_any(x: Places, to: Places) -> Places {
    three!(k => super::and(x[k], super::or(to[k], super::equal(to[k], super::splat(0)))))
}

#[target_feature(enable = "avx2")]
#[inline]
fn is_any([x, y, z]: Places) -> bool {
    let any = super::or3(x, y, z);
    _mm256_testz_si256(any, any) == 0
}

#[target_feature(enable = "avx2")]
#[inline]
fn has_empty(x: Places, y: Places, z: Places) -> bool {
    let least = three!(k => super::min(x[k], super::min(y[k], z[k])));
    let least = super::min(least[0], super::min(least[1], least[2]));
    let used = super::load(&USED);
    let empty = super::equal(least, super::splat(0));
    _mm256_testz_si256(empty, used) == 0
}

/// All bits of the lanes that are places.
static USED: Row<LANES> = {
    let mut lanes = [!0; LANES];
    let mut lane = 0;
    while lane < LANES {
        if lane % 4 == 3 || lane >= 12 {
            lanes[lane] = 0;
        }
        lane += 1;
    }
    Row(lanes)
};

#[target_feature(enable = "avx2")]
#[inline]
fn values(x: Places) -> [u16; PLACES] {
    let mut values = [0; PLACES];
    for (values, x) in values.chunks_exact_mut(LANES).zip(x) {
        values.copy_from_slice(&super::store(x).0);
    }
    values
}

#[target_feature(enable = "avx2")]
#[inline]
fn places(values: [u16; PLACES]) -> Places {
    let (chunks, _) = values.as_chunks::<LANES>();
    three!(k => super::load(&Row(chunks[k])))
}

/// `GROUPS[b]` has all bits of the lanes of band `b`, and `SINGLE_LANES[3b + r]` those of one lane.
static GROUPS: [Row<LANES>; 3] = {
    let mut groups = [Row::ZERO; 3];
    let mut lane = 0;
    while lane < 12 {
        if lane % 4 < 3 {
            groups[lane / 4].0[lane] = !0;
        }
        lane += 1;
    }
    groups
};
static SINGLE_LANES: [Row<LANES>; 9] = {
    let mut lanes = [Row::ZERO; 9];
    let mut place = 0;
    while place < 9 {
        lanes[place].0[place / 3 * 4 + place % 3] = !0;
        place += 1;
    }
    lanes
};

#[target_feature(enable = "avx2")]
#[inline]
fn remove(board: &mut Board, chute: usize, triad: usize, digit: u16) {
    let (k, r) = (triad / 3, triad % 3);
    let digit = super::splat(digit);
    if chute < 3 {
        let gone = super::and(digit, super::load(&SINGLE_LANES[3 * chute + r]));
        for plane in board {
            plane[k] = _mm256_andnot_si256(gone, plane[k]);
        }
    } else {
        let gone = super::and(digit, super::load(&GROUPS[k]));
        let cells = &mut board[r][chute - 3];
        *cells = _mm256_andnot_si256(gone, *cells);
    }
}

stamp_board! { Avx2, #[target_feature(enable = "avx2")] }
