//! Safe code on plain arrays: the compiler vectorizes the loops for the target. 16 lanes. Truth
//! values are all ones or all zeros in each lane.

mod board;

use super::table::lane_ops;
use crate::kernel::stamp;
use crate::layout::Form;
use crate::machine::Machine;
use crate::transfer::impl_transfer;
use crate::trio::stamp_trio;

pub(crate) const LANES: usize = 16;

const FORM: Form = Form::DENSE;

type V = [u16; LANES];
type M = V;
type Order = [u8; LANES];

#[inline(always)]
fn map(x: V, f: impl Fn(u16) -> u16) -> V {
    std::array::from_fn(|l| f(x[l]))
}

#[inline(always)]
fn zip(x: V, y: V, f: impl Fn(u16, u16) -> u16) -> V {
    std::array::from_fn(|l| f(x[l], y[l]))
}

#[inline(always)]
fn zip3(x: V, y: V, z: V, f: impl Fn(u16, u16, u16) -> u16) -> V {
    std::array::from_fn(|l| f(x[l], y[l], z[l]))
}

#[inline(always)]
fn truth(value: bool) -> u16 {
    (value as u16).wrapping_neg()
}

lane_ops! {
    [#[inline(always)]]
    load(row) = row.0;
    store(x) = Row(x);
    splat(x) = [x; LANES];
    and(x, y) = zip(x, y, |x, y| x & y);
    or(x, y) = zip(x, y, |x, y| x | y);
    xor(x, y) = zip(x, y, |x, y| x ^ y);
    and3(x, y, z) = zip3(x, y, z, |x, y, z| x & y & z);
    or3(x, y, z) = zip3(x, y, z, |x, y, z| x | y | z);
    xor3(x, y, z) = zip3(x, y, z, |x, y, z| x ^ y ^ z);
    majority(x, y, z) = zip3(x, y, z, |x, y, z| x & y | z & (x | y));
    drop2(x, y, z) = zip3(x, y, z, |x, y, z| x & !(y | z));
    add(x, y) = zip(x, y, u16::wrapping_add);
    min(x, y) = zip(x, y, u16::min);
    // Adds neighboring bit fields, since few targets have a vector instruction that counts.
    count(x) = map(x, |x| {
        let pairs = x - (x >> 1 & 0x55);
        let fours = (pairs & 0x33) + (pairs >> 2 & 0x33);
        ((fours + (fours >> 4)) & 0x0f) + (x >> 8)
    });
    sum3(x, y, z) = add(add(x, y), z);
    single(x, ones) = zip(x, ones, |x, ones| x & truth(x & x.wrapping_add(ones) == 0));
    lowest(x) = map(x, |x| x & x.wrapping_neg());
    equal(x, y) = zip(x, y, |x, y| truth(x == y));
    less(x, y) = zip(x, y, |x, y| truth((x as i16) < y as i16));
    nonzero(x) = map(x, |x| truth(x != 0));
    select(m, yes, no) = zip3(m, yes, no, |m, yes, no| yes & m | no & !m);
    bits(m) = m.iter().enumerate().fold(0, |bits, (l, &m)| bits | u32::from(m & 1) << l);
    order(from) = *from;
    rearrange(x, order) = std::array::from_fn(|l| x[order[l] as usize % LANES]);
}
stamp!();
stamp_trio!();

/// The backend that works everywhere.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl Machine<LANES> for Portable {
    const FEW: usize = SLOTS;

    fn sweep_few(self, grid: &mut Grid<LANES>) -> Signals {
        sweep_trio(grid)
    }

    fn sweep(self, grid: &mut Grid<LANES>) -> Signals {
        sweep(grid)
    }

    fn complete(self, grid: &Grid<LANES>) -> u32 {
        complete(grid)
    }

    fn digits(self, column: &[u16; 96]) -> Option<[u8; 81]> {
        digits(column)
    }

    fn choose(self, grid: &mut Grid<LANES>) -> u32 {
        choose(grid)
    }

    fn choose_more(self, grid: &mut Grid<LANES>) {
        choose_more(grid);
    }

    fn permute(self, grid: &mut Grid<LANES>, from: &[u8; LANES]) {
        permute(grid, from);
    }

    fn put_away(self, cells: &[Row<LANES>; 81], shelf: &mut [Row<LANES>; 81], lanes: u32) {
        put_away(cells, shelf, lanes);
    }

    fn bring_back(self, cells: &mut [Row<LANES>; 81], shelf: &[Row<LANES>; 81], lanes: u32) {
        bring_back(cells, shelf, lanes);
    }
}

impl_transfer! { [] Portable }

#[inline(always)]
fn lines<const A: u16, const B: u16, const C: u16>(x: V) -> V {
    std::array::from_fn(|l| match l % 4 {
        3 => 0,
        r => x[l / 4 * 4 + usize::from([A, B, C][r])],
    })
}

#[inline(always)]
fn group1(x: V) -> V {
    std::array::from_fn(|l| if l < 12 { x[(l + 4) % 12] } else { 0 })
}

#[inline(always)]
fn group2(x: V) -> V {
    group1(group1(x))
}

#[inline(always)]
fn diagonal(x: V, y: V, z: V) -> V {
    std::array::from_fn(|l| [x, y, z, [0; LANES]][l % 4][l])
}

#[inline(always)]
fn is_any(x: V) -> bool {
    x.iter().fold(0, |any, &x| any | x) != 0
}
