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
//! | `count(x)` | the number of candidates in `x`, which has at most 9 |
//! | `single(x, ones)` | `x` if it has at most one candidate, else 0; `ones` has all bits set |
//! | `lowest(x)` | the lowest set bit of `x` |
//! | `equal(x, y)`, `nonzero(x)` | whether `x == y`; whether `x != 0` |
//! | `less(x, y)` | whether `x < y`, for numbers below 2^15 |
//! | `select(m, yes, no)` | `yes` where `m` is true, else `no` |
//! | `bits(m)` | not a vector: bit `l` is the value of `m` in lane `l` |
//! | `order(from)` | `from` in the form that `rearrange` needs |
//! | `rearrange(x, order)` | lane `from[l]` of `x`, in lane `l` |
//!
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
    ($attributes:tt rearrange($x:ident, $order:ident) $value:expr) => {
        $crate::lanes::table::lane_op! { @ $attributes rearrange($x: V, $order: Order) -> V, $value }
    };
    ($attributes:tt $name:ident($($x:ident),+) $value:expr) => {
        $crate::lanes::table::lane_op! { @ $attributes $name($($x: V),+) -> V, $value }
    };
}

/// Defines a backend: a type that proves that the processor has the features, the lane operations,
/// and the kernel compiled for them.
///
/// `V` is a vector of candidate sets, `M` a truth value for each lane, `Order` the second argument
/// of `rearrange`. `detected` is a macro that tells whether a feature is available. `transfer` is
/// optional: without it, puzzles enter and leave lanes by scalar code.
macro_rules! backend {
    (
        $(#[$doc:meta])*
        struct $machine:ident if $detected:ident!($($feature:tt),+);
        const LANES: usize = $lanes:literal;
        type V = $vector:ty;
        type M = $mask:ty;
        type Order = $order:ty;
        ops { $($ops:tt)+ }
        $(transfer { $($transfer:tt)+ })?
    ) => {
        pub(crate) const LANES: usize = $lanes;

        type V = $vector;
        type M = $mask;
        type Order = $order;

        $crate::lanes::table::lane_ops! {
            [#[target_feature($(enable = $feature),+)] #[inline]]
            // SAFETY: `transmute` checks that the sizes are equal. Neither type has padding, and
            // every bit pattern is valid for both.
            load(row) = unsafe { core::mem::transmute::<[u16; LANES], V>(row.0) };
            // SAFETY: as in `load`.
            store(x) = Row(unsafe { core::mem::transmute::<V, [u16; LANES]>(x) });
            $($ops)+
        }
        $crate::kernel::stamp! { #[target_feature($(enable = $feature),+)] }
        $crate::trio::stamp_trio! { #[target_feature($(enable = $feature),+)] }

        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(crate) struct $machine(());

        impl $machine {
            /// Returns `None` if the processor lacks one of the features.
            pub(crate) fn new() -> Option<Self> {
                ($($detected!($feature))&&+).then_some(Self(()))
            }
        }

        #[allow(unused_unsafe, reason = "safe if the whole program is compiled for the features")]
        impl $crate::machine::Machine<LANES> for $machine {
            const FEW: usize = SLOTS;

            fn sweep_few(self, grid: &mut Grid<LANES>) -> Signals {
                // SAFETY: `self` exists, so the processor has the features.
                unsafe { sweep_trio(grid) }
            }

            fn sweep(self, grid: &mut Grid<LANES>) -> Signals {
                // SAFETY: as above.
                unsafe { sweep(grid) }
            }

            fn choose(self, grid: &mut Grid<LANES>) {
                // SAFETY: as above.
                unsafe { choose(grid) }
            }

            fn permute(self, grid: &mut Grid<LANES>, from: &[u8; LANES]) {
                // SAFETY: as above.
                unsafe { permute(grid, from) }
            }
        }

        $crate::transfer::impl_transfer! {
            [#[target_feature($(enable = $feature),+)]] $machine $($($transfer)+)?
        }
    };
}

pub(super) use backend;
pub(crate) use {lane_op, lane_ops};
