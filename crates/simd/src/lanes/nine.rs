//! A whole board in nine vectors of 16 lanes: for each plane, one for each of the three boxes of a
//! band.
//!
//! Lane `4b + r` is line `r` of band `b`; the other lanes are 0. So lines move within groups of four
//! lanes, bands move as groups, and boxes move by renaming vectors.

use crate::layout::Row;

/// Number of lanes.
pub(super) const LANES: usize = 16;

/// All bits of the lanes that are places.
pub(super) static USED: Row<LANES> = {
    let mut lanes = Row::ZERO;
    let mut lane = 0;
    while lane < 12 {
        if lane % 4 < 3 {
            lanes.0[lane] = !0;
        }
        lane += 1;
    }
    lanes
};

/// `GROUPS[b]` has all bits of the lanes of band `b`.
pub(super) static GROUPS: [Row<LANES>; 3] = {
    let mut groups = [Row::ZERO; 3];
    let mut lane = 0;
    while lane < 12 {
        groups[lane / 4].0[lane] = USED.0[lane];
        lane += 1;
    }
    groups
};

/// `SINGLES[3b + r]` has all bits of one lane.
pub(super) static SINGLES: [Row<LANES>; 9] = {
    let mut lanes = [Row::ZERO; 9];
    let mut place = 0;
    while place < 9 {
        lanes[place].0[place / 3 * 4 + place % 3] = !0;
        place += 1;
    }
    lanes
};

/// Applies an operation to each of the three vectors of a plane. A closure would not do:
/// `array::map` is compiled without the features of the backend, so the operations would not be
/// inlined.
macro_rules! each {
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

/// Defines the places of a board, for modules inside the module of a backend with 16 lanes whose
/// truth values are vectors. The first argument is a dollar sign.
///
/// That module also has `lines::<A, B, C>(x)`, which puts lines A, B and C of each group on lines 0,
/// 1 and 2; `group1` and `group2`, which put group `b + 1` and `b + 2` (modulo 3) in place of group
/// `b`; `diagonal(x, y, z)`, which takes line 0 of `x`, line 1 of `y` and line 2 of `z`; and
/// `is_any(x)`, which tells whether some lane is not 0.
macro_rules! nine_vectors {
    ($d:tt [$($features:tt)*]) => {
        use super::{LANES, V};
        use crate::lanes::nine::{GROUPS, SINGLES, USED, each};
        use crate::layout::Row;

        type Places = [V; 3];
        const PLACES: usize = 3 * LANES;

        const fn at(b: usize, k: usize, r: usize) -> usize {
            LANES * k + 4 * b + r
        }

        /// Defines operations on the three vectors of a plane.
        macro_rules! ops {
            ($d($d name:ident($d($d x:ident),+) = $d value:expr;)+) => {
                $d(
                    $($features)*
                    #[inline]
                    fn $d name($d($d x: Places),+) -> Places {
                        $d value
                    }
                )+
            };
        }

        ops! {
            and(x, y) = each!(k => super::and(x[k], y[k]));
            or(x, y) = each!(k => super::or(x[k], y[k]));
            xor(x, y) = each!(k => super::xor(x[k], y[k]));
            and3(x, y, z) = each!(k => super::and3(x[k], y[k], z[k]));
            or3(x, y, z) = each!(k => super::or3(x[k], y[k], z[k]));
            xor3(x, y, z) = each!(k => super::xor3(x[k], y[k], z[k]));
            majority(x, y, z) = each!(k => super::majority(x[k], y[k], z[k]));
            drop2(x, y, z) = each!(k => super::drop2(x[k], y[k], z[k]));
            add(x, y) = each!(k => super::add(x[k], y[k]));
            count(x) = each!(k => super::count(x[k]));
            single(x, ones) = each!(k => super::single(x[k], ones[k]));
            line1(x) = each!(k => super::lines::<1, 2, 0>(x[k]));
            line2(x) = each!(k => super::lines::<2, 0, 1>(x[k]));
            band1(x) = each!(k => super::group1(x[k]));
            band2(x) = each!(k => super::group2(x[k]));
            box1(x) = [x[1], x[2], x[0]];
            box2(x) = [x[2], x[0], x[1]];
            box1_line1(x) = box1(line1(x));
            box1_line2(x) = box1(line2(x));
            box2_line1(x) = box2(line1(x));
            box2_line2(x) = box2(line2(x));
            band1_line1(x) = line1(band1(x));
            band1_line2(x) = line2(band1(x));
            band2_line1(x) = line1(band2(x));
            band2_line2(x) = line2(band2(x));
            diagonal(x, y, z) = each!(k => super::diagonal(x[k], y[k], z[k]));
            where_equal(x, y, yes, no) =
                each!(k => super::select(super::equal(x[k], y[k]), yes[k], no[k]));
            where_less(x, y, yes, no) =
                each!(k => super::select(super::less(x[k], y[k]), yes[k], no[k]));
            // These need fewer instructions than a selection, because one set contains the other.
            grow_where_equal(x, y, z, to) =
                each!(k => super::or(z[k], super::and(to[k], super::equal(x[k], y[k]))));
            shrink_where_equal(x, y, z, to) = each!(k => {
                let gone = super::drop2(super::equal(x[k], y[k]), to[k], to[k]);
                super::drop2(z[k], gone, gone)
            });
            shrink_to_any(x, to) =
                each!(k => super::and(x[k], super::or(to[k], super::equal(to[k], super::splat(0)))));
        }

        $($features)*
        #[inline]
        fn line_to_all<const LINE: u16>(x: Places) -> Places {
            each!(k => super::lines::<LINE, LINE, LINE>(x[k]))
        }

        $($features)*
        #[inline]
        fn splat(x: u16) -> Places {
            [super::splat(x); 3]
        }

        $($features)*
        #[inline]
        fn is_any(x: Places) -> bool {
            super::is_any(super::or3(x[0], x[1], x[2]))
        }

        $($features)*
        #[inline]
        fn has_empty(x: Places, y: Places, z: Places) -> bool {
            let least = each!(k => super::min(x[k], super::min(y[k], z[k])));
            let least = super::min(least[0], super::min(least[1], least[2]));
            super::is_any(super::and(super::equal(least, super::splat(0)), super::load(&USED)))
        }

        $($features)*
        #[inline]
        fn values(x: Places) -> [u16; PLACES] {
            let mut values = [0; PLACES];
            for (values, x) in values.chunks_exact_mut(LANES).zip(x) {
                values.copy_from_slice(&super::store(x).0);
            }
            values
        }

        $($features)*
        #[inline]
        fn places(values: [u16; PLACES]) -> Places {
            let (chunks, _) = values.as_chunks::<LANES>();
            each!(k => super::load(&Row(chunks[k])))
        }

        $($features)*
        #[inline]
        fn remove(board: &mut Board, chute: usize, triad: usize, digit: u16) {
            let (k, r) = (triad / 3, triad % 3);
            let digit = super::splat(digit);
            if chute < 3 {
                let gone = super::and(digit, super::load(&SINGLES[3 * chute + r]));
                for plane in board {
                    plane[k] = super::drop2(plane[k], gone, gone);
                }
            } else {
                let gone = super::and(digit, super::load(&GROUPS[k]));
                let cells = &mut board[r][chute - 3];
                *cells = super::drop2(*cells, gone, gone);
            }
        }
    };
}

pub(super) use {each, nine_vectors};
