//! The macros that turn a backend's table of vector operations into functions and a [`Machine`].
//!
//! Each backend writes an operation as `name(arguments) = value;`. The signatures are here, since
//! they are the same for all backends:
//!
//! | operation | result in each lane |
//! |---|---|
//! | `load(row)`, `store(x)` | the value in memory; `x` in memory |
//! | `splat(x)` | the number `x` |
//! | `and`, `or`, `xor` | the bitwise operation on two inputs |
//! | `and3`, `or3`, `xor3` | the bitwise operation on three inputs |
//! | `majority(x, y, z)` | the bits set in at least two inputs |
//! | `drop2(x, y, z)` | the bits of `x` that are in neither `y` nor `z` |
//! | `add(x, y)` | the sum modulo 2^16 |
//! | `min(x, y)` | the smaller number, unsigned |
//! | `count(x)` | the number of candidates in `x`, in units of the [`Form`] |
//! | `sum3(x, y, z)` | the sum of three cells in the dense form |
//! | `single(x, ones)` | `x` if it has at most one candidate, else 0; `ones` has all bits set |
//! | `lowest(x)` | the lowest set bit of `x` |
//! | `equal(x, y)`, `nonzero(x)` | whether `x == y`; whether `x != 0` |
//! | `less(x, y)` | whether `x < y`, for numbers below 2^15 |
//! | `select(m, yes, no)` | `yes` where `m` is true, else `no` |
//! | `bits(m)` | not a vector: bit `l` is the value of `m` in lane `l` |
//! | `order(from)` | `from` in the form that `rearrange` needs |
//! | `rearrange(x, order)` | lane `from[l]` of `x`, in lane `l` |
//!
//! [`Form`]: crate::layout::Form
//! [`Machine`]: crate::machine::Machine

/// Defines lane operations, each with the given attributes.
macro_rules! lane_ops {
    ($attributes:tt $($name:ident($($x:ident),+) = $value:expr;)+) => {
        $($crate::lanes::table::lane_op! { $attributes $name($($x),+) $value })+
    };
}

/// Defines one lane operation. Those without an arm of their own map vectors to a vector.
macro_rules! lane_op {
    (@ [$($attribute:tt)*] $name:ident($($x:ident: $input:ty),+) -> $output:ty, $value:expr) => {
        $($attribute)*
        fn $name($($x: $input),+) -> $output {
            $value
        }
    };
    ($attributes:tt load($row:ident) $value:expr) => {
        $crate::lanes::table::lane_op! { @ $attributes load($row: &Row<LANES>) -> V, $value }
    };
    ($attributes:tt store($x:ident) $value:expr) => {
        $crate::lanes::table::lane_op! { @ $attributes store($x: V) -> Row<LANES>, $value }
    };
    ($attributes:tt splat($x:ident) $value:expr) => {
        $crate::lanes::table::lane_op! { @ $attributes splat($x: u16) -> V, $value }
    };
    ($attributes:tt equal($x:ident, $y:ident) $value:expr) => {
        $crate::lanes::table::lane_op! { @ $attributes equal($x: V, $y: V) -> M, $value }
    };
    ($attributes:tt less($x:ident, $y:ident) $value:expr) => {
        $crate::lanes::table::lane_op! { @ $attributes less($x: V, $y: V) -> M, $value }
    };
    ($attributes:tt nonzero($x:ident) $value:expr) => {
        $crate::lanes::table::lane_op! { @ $attributes nonzero($x: V) -> M, $value }
    };
    ($attributes:tt select($m:ident, $yes:ident, $no:ident) $value:expr) => {
        $crate::lanes::table::lane_op! { @ $attributes select($m: M, $yes: V, $no: V) -> V, $value }
    };
    ($attributes:tt bits($m:ident) $value:expr) => {
        $crate::lanes::table::lane_op! { @ $attributes bits($m: M) -> u32, $value }
    };
    ($attributes:tt order($from:ident) $value:expr) => {
        $crate::lanes::table::lane_op! { @ $attributes order($from: &[u8; LANES]) -> Order, $value }
    };
    ($attributes:tt rearrange($x:ident, $by:ident) $value:expr) => {
        $crate::lanes::table::lane_op! { @ $attributes rearrange($x: V, $by: Order) -> V, $value }
    };
    ($attributes:tt $name:ident($($x:ident),+) $value:expr) => {
        $crate::lanes::table::lane_op! { @ $attributes $name($($x: V),+) -> V, $value }
    };
}

pub(crate) use {lane_op, lane_ops};
