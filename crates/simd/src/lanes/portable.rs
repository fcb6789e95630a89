//! Plain arrays, safe code: the compiler vectorises the loops for whatever the target has.

use crate::kernel::stamp;
use crate::layout::Machine;
use crate::trio::stamp_trio;

pub(crate) const LANES: usize = 16;

type V = [u16; LANES];
/// All ones or all zeros.
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
fn truth(answer: bool) -> u16 {
    (answer as u16).wrapping_neg()
}

#[inline(always)]
fn load(row: &Row<LANES>) -> V {
    row.0
}

#[inline(always)]
fn store(x: V) -> Row<LANES> {
    Row(x)
}

#[inline(always)]
fn splat(x: u16) -> V {
    [x; LANES]
}

#[inline(always)]
fn and(x: V, y: V) -> V {
    zip(x, y, |x, y| x & y)
}

#[inline(always)]
fn or(x: V, y: V) -> V {
    zip(x, y, |x, y| x | y)
}

#[inline(always)]
fn xor(x: V, y: V) -> V {
    zip(x, y, |x, y| x ^ y)
}

#[inline(always)]
fn and3(x: V, y: V, z: V) -> V {
    zip3(x, y, z, |x, y, z| x & y & z)
}

#[inline(always)]
fn or3(x: V, y: V, z: V) -> V {
    zip3(x, y, z, |x, y, z| x | y | z)
}

#[inline(always)]
fn xor3(x: V, y: V, z: V) -> V {
    zip3(x, y, z, |x, y, z| x ^ y ^ z)
}

#[inline(always)]
fn majority(x: V, y: V, z: V) -> V {
    zip3(x, y, z, |x, y, z| x & y | z & (x | y))
}

/// `x` without what is in `y` or `z`.
#[inline(always)]
fn drop2(x: V, y: V, z: V) -> V {
    zip3(x, y, z, |x, y, z| x & !(y | z))
}

#[inline(always)]
fn add(x: V, y: V) -> V {
    zip(x, y, u16::wrapping_add)
}

#[inline(always)]
fn min(x: V, y: V) -> V {
    zip(x, y, u16::min)
}

/// Number of candidates. Counted in parallel fields, as few targets have an instruction for it.
#[inline(always)]
fn count(x: V) -> V {
    map(x, |x| {
        let pairs = x - (x >> 1 & 0x55);
        let fours = (pairs & 0x33) + (pairs >> 2 & 0x33);
        ((fours + (fours >> 4)) & 0x0f) + (x >> 8)
    })
}

/// `x` if it has at most one candidate, else nothing; `ones` is all ones.
#[inline(always)]
fn single(x: V, ones: V) -> V {
    zip(x, ones, |x, ones| x & truth(x & x.wrapping_add(ones) == 0))
}

#[inline(always)]
fn lowest(x: V) -> V {
    map(x, |x| x & x.wrapping_neg())
}

#[inline(always)]
fn equal(x: V, y: V) -> M {
    zip(x, y, |x, y| truth(x == y))
}

/// `x < y`, for numbers below 2^15.
#[inline(always)]
fn less(x: V, y: V) -> M {
    zip(x, y, |x, y| truth((x as i16) < y as i16))
}

#[inline(always)]
fn nonzero(x: V) -> M {
    map(x, |x| truth(x != 0))
}

#[inline(always)]
fn select(m: M, yes: V, no: V) -> V {
    zip3(m, yes, no, |m, yes, no| yes & m | no & !m)
}

/// Bit `l` = the answer of lane `l`.
#[inline(always)]
fn bits(m: M) -> u32 {
    m.iter().enumerate().fold(0, |bits, (l, &m)| bits | u32::from(m & 1) << l)
}

#[inline(always)]
fn order(from: &[u8; LANES]) -> Order {
    *from
}

#[inline(always)]
fn rearrange(x: V, order: Order) -> V {
    std::array::from_fn(|l| x[order[l] as usize % LANES])
}

stamp!();
stamp_trio!();

/// Available everywhere.
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

    fn choose(self, grid: &mut Grid<LANES>) {
        choose(grid);
    }

    fn permute(self, grid: &mut Grid<LANES>, from: &[u8; LANES]) {
        permute(grid, from);
    }
}
