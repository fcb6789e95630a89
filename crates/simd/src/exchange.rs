//! Puzzles in and out of lanes by whole vectors: every few sweeps some lanes end, and a pass over the
//! cells for all of them costs what a walk through the cells of one or two does. Walking, every cell
//! is in another cache line, and a store too small for the next sweep to load from at once.

/// Stamps `admit`, `collect`, `read` and `write`; for modules in which `kernel::stamp` was used.
macro_rules! stamp_exchange {
    ($(#[$features:meta])*) => {
        /// The lanes of a set, as a question's answer.
        $(#[$features])*
        #[inline]
        fn among(lanes: u32) -> M {
            let mut row = [0; LANES];
            for (l, lane) in row.iter_mut().enumerate() {
                *lane = (lanes >> l & 1) as u16;
            }
            nonzero(load(&Row(row)))
        }

        $(#[$features])*
        pub(super) fn admit(
            cells: &mut [Row<LANES>; 81],
            queue: &[Row<LANES>; 81],
            from: &[u8; LANES],
            lanes: u32,
        ) {
            let (order, chosen) = (order(from), among(lanes));
            for (cell, next) in cells.iter_mut().zip(queue) {
                *cell = store(select(chosen, rearrange(load(next), order), load(cell)));
            }
        }

        $(#[$features])*
        pub(super) fn collect(
            cells: &[Row<LANES>; 81],
            solved: &mut [Row<LANES>; 81],
            from: &[u8; LANES],
            lanes: u32,
        ) -> u32 {
            let (order, chosen) = (order(from), among(lanes));
            let ones = splat(!0);
            let mut several = splat(0);
            for (cell, kept) in cells.iter().zip(solved) {
                let x = load(cell);
                several = or(several, and(x, add(x, ones)));
                *kept = store(select(chosen, rearrange(x, order), load(kept)));
            }
            bits(nonzero(several))
        }

        $(#[$features])*
        pub(super) fn read(bytes: &[[u8; LANES]; 81], cells: &mut [Row<LANES>; 81]) {
            for (cell, bytes) in cells.iter_mut().zip(bytes) {
                let mut row = [0; LANES];
                for (lane, &byte) in row.iter_mut().zip(bytes) {
                    *lane = u16::from(byte);
                }
                *cell = store(givens(load(&Row(row))));
            }
        }

        $(#[$features])*
        pub(super) fn write(cells: &[Row<LANES>; 81], bytes: &mut [[u8; LANES]; 81]) {
            for (cell, bytes) in cells.iter().zip(bytes) {
                for (&lane, byte) in cell.0.iter().zip(bytes) {
                    *byte = crate::puzzles::digit(lane);
                }
            }
        }
    };
}

/// The methods of a `Machine` that call them.
macro_rules! exchange {
    () => {
        fn admit(
            self,
            cells: &mut [Row<LANES>; 81],
            queue: &[Row<LANES>; 81],
            from: &[u8; LANES],
            lanes: u32,
        ) {
            // SAFETY: `self` exists, so the processor has the features.
            unsafe { admit(cells, queue, from, lanes) }
        }

        fn collect(
            self,
            cells: &[Row<LANES>; 81],
            solved: &mut [Row<LANES>; 81],
            from: &[u8; LANES],
            lanes: u32,
        ) -> u32 {
            // SAFETY: as above.
            unsafe { collect(cells, solved, from, lanes) }
        }

        fn read(self, bytes: &[[u8; LANES]; 81], cells: &mut [Row<LANES>; 81]) {
            // SAFETY: as above.
            unsafe { read(bytes, cells) }
        }

        fn write(self, cells: &[Row<LANES>; 81], bytes: &mut [[u8; LANES]; 81]) {
            // SAFETY: as above.
            unsafe { write(cells, bytes) }
        }
    };
}

pub(crate) use {exchange, stamp_exchange};
