//! The macro that defines the backend of an instruction set.

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

            fn complete(self, grid: &Grid<LANES>) -> u32 {
                // SAFETY: as above.
                unsafe { complete(grid) }
            }

            fn digits(self, column: &[u16; 96]) -> Option<[u8; 81]> {
                // SAFETY: as above.
                unsafe { digits(column) }
            }

            fn choose(self, grid: &mut Grid<LANES>) -> u32 {
                // SAFETY: as above.
                unsafe { choose(grid) }
            }

            fn choose_more(self, grid: &mut Grid<LANES>) {
                // SAFETY: as above.
                unsafe { choose_more(grid) }
            }

            fn permute(self, grid: &mut Grid<LANES>, from: &[u8; LANES]) {
                // SAFETY: as above.
                unsafe { permute(grid, from) }
            }

            fn put_away(
                self,
                cells: &[Row<LANES>; 81],
                shelf: &mut [Row<LANES>; 81],
                lanes: u32,
            ) {
                // SAFETY: as above.
                unsafe { put_away(cells, shelf, lanes) }
            }

            fn bring_back(
                self,
                cells: &mut [Row<LANES>; 81],
                shelf: &[Row<LANES>; 81],
                lanes: u32,
            ) {
                // SAFETY: as above.
                unsafe { bring_back(cells, shelf, lanes) }
            }
        }

        $crate::transfer::impl_transfer! {
            [#[target_feature($(enable = $feature),+)]] $machine $($($transfer)+)?
        }

        #[cfg(test)]
        mod tests {
            use super::*;

            #[test]
            fn counts_and_sums_are_those_of_the_dense_form() {
                if $machine::new().is_none() {
                    return;
                }
                for first in (0..512).step_by(LANES) {
                    let x: [u16; LANES] = core::array::from_fn(|l| first as u16 + l as u16);
                    let y = x.map(|x| 0x1ff & !x);
                    let z = x.map(|x| (x << 4 | x >> 5) & 0x1ff);
                    let lanes = |dense: [u16; LANES]| Row(dense.map(|dense| FORM.spread(dense)));
                    let (counts, sums) = {
                        let (x, y, z) = (&lanes(x), &lanes(y), &lanes(z));
                        #[allow(unused_unsafe, reason = "as for the machine")]
                        // SAFETY: the processor has the features.
                        unsafe {
                            (store(count(load(x))), store(sum3(load(x), load(y), load(z))))
                        }
                    };
                    assert_eq!(lanes(x).0.map(|cell| FORM.compact(cell)), x);
                    assert_eq!(counts.0, x.map(|x| x.count_ones() as u16 * FORM.unit));
                    assert_eq!(sums.0, core::array::from_fn(|l| x[l] + y[l] + z[l]));
                }
            }
        }
    };
}

/// Returns the byte positions of the lanes `from`, for instructions that shuffle the bytes of a
/// vector of 8 lanes.
#[inline(always)]
pub(super) fn byte_positions(from: &[u8; 8]) -> [u16; 8] {
    core::array::from_fn(|l| u16::from_le_bytes([2 * from[l], 2 * from[l] + 1]))
}

pub(super) use backend;
