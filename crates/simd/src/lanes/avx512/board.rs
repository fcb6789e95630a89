//! A whole board in three vectors: 27 of the 32 lanes are places.

use core::arch::x86_64::*;

use super::{
    Avx512, V, add, and, and3, count, drop2, load, majority, or, or3, single, splat, store,
};
use super::{xor, xor3};
use crate::board::stamp_board;
use crate::layout::Row;

type Places = V;
const PLACES: usize = 32;
/// The lanes that are places.
const USED: u32 = (1 << 27) - 1;

const fn at(b: usize, k: usize, r: usize) -> usize {
    9 * b + 3 * k + r
}

#[repr(align(64))]
struct Order([u16; 32]);

/// Place (b, k, r) takes the value at band `b + band`, box `k + boxes`, line `r + line`.
const fn turned(band: usize, boxes: usize, line: usize) -> Order {
    let mut order = [31; 32];
    let mut place = 0;
    while place < 27 {
        let (b, k, r) = (place / 9, place / 3 % 3, place % 3);
        order[place] = at((b + band) % 3, (k + boxes) % 3, (r + line) % 3) as u16;
        place += 1;
    }
    Order(order)
}

/// Place (b, k, r) takes the value at line `line`.
const fn spread(line: usize) -> Order {
    let mut order = [31; 32];
    let mut place = 0;
    while place < 27 {
        order[place] = (place / 3 * 3 + line) as u16;
        place += 1;
    }
    Order(order)
}

/// The places on a line.
const fn on_line(line: usize) -> u32 {
    let mut set = 0;
    let mut place = line;
    while place < 27 {
        set |= 1 << place;
        place += 3;
    }
    set
}

macro_rules! ops {
    ($($name:ident = $order:expr;)+) => {
        $(
            #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
            #[inline]
            fn $name(x: Places) -> Places {
                static ORDER: Order = $order;
                _mm512_permutexvar_epi16(load(&Row(ORDER.0)), x)
            }
        )+
    };
}

ops! {
    box1 = turned(0, 1, 0);
    box2 = turned(0, 2, 0);
    band1 = turned(1, 0, 0);
    band2 = turned(2, 0, 0);
    line1 = turned(0, 0, 1);
    line2 = turned(0, 0, 2);
    box1_line1 = turned(0, 1, 1);
    box1_line2 = turned(0, 1, 2);
    box2_line1 = turned(0, 2, 1);
    box2_line2 = turned(0, 2, 2);
    band1_line1 = turned(1, 0, 1);
    band1_line2 = turned(1, 0, 2);
    band2_line1 = turned(2, 0, 1);
    band2_line2 = turned(2, 0, 2);
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn line_to_all<const LINE: u16>(x: Places) -> Places {
    static ORDERS: [Order; 3] = [spread(0), spread(1), spread(2)];
    _mm512_permutexvar_epi16(load(&Row(ORDERS[LINE as usize].0)), x)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn diagonal(x: Places, y: Places, z: Places) -> Places {
    _mm512_mask_mov_epi16(
        _mm512_mask_mov_epi16(x, const { on_line(1) }, y),
        const { on_line(2) },
        z,
    )
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn where_equal(x: Places, y: Places, yes: Places, no: Places) -> Places {
    _mm512_mask_mov_epi16(no, _mm512_cmpeq_epi16_mask(x, y), yes)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn where_less(x: Places, y: Places, yes: Places, no: Places) -> Places {
    _mm512_mask_mov_epi16(no, _mm512_cmplt_epi16_mask(x, y), yes)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn grow_where_equal(x: Places, y: Places, z: Places, to: Places) -> Places {
    where_equal(x, y, to, z)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn shrink_where_equal(x: Places, y: Places, z: Places, to: Places) -> Places {
    where_equal(x, y, to, z)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn shrink_to_any(x: Places, to: Places) -> Places {
    _mm512_mask_mov_epi16(x, _mm512_test_epi16_mask(to, to), to)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn is_any(x: Places) -> bool {
    _mm512_test_epi64_mask(x, x) != 0
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn has_empty(x: Places, y: Places, z: Places) -> bool {
    let empty = _mm512_testn_epi16_mask(x, x)
        | _mm512_testn_epi16_mask(y, y)
        | _mm512_testn_epi16_mask(z, z);
    empty & USED != 0
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn values(x: Places) -> [u16; PLACES] {
    store(x).0
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn places(values: [u16; PLACES]) -> Places {
    load(&Row(values))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn remove(board: &mut Board, chute: usize, triad: usize, digit: u16) {
    let digit = splat(digit);
    if chute < 3 {
        let lanes = 1 << (9 * chute + triad);
        for plane in board {
            *plane = _mm512_mask_mov_epi16(*plane, lanes, _mm512_andnot_si512(digit, *plane));
        }
    } else {
        let plane = &mut board[triad % 3];
        let lanes = 0b111 << (9 * (triad / 3) + 3 * (chute - 3));
        *plane = _mm512_mask_mov_epi16(*plane, lanes, _mm512_andnot_si512(digit, *plane));
    }
}

stamp_board! { Avx512, #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")] }
