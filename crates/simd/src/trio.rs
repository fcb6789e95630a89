//! The sweep for a few puzzles: each vector holds the three bands of a puzzle side by side, then
//! its three stacks.
//!
//! Bands have no cells in common, and neither do stacks, so the rules can be applied to all three
//! at once. A vector then holds a quarter as many puzzles. A sweep takes a third of the
//! instructions, plus those that gather each vector from three cells:
//!
//! ```text
//! lanes     0 … S-1       S … 2S-1      2S … 3S-1     3S … 4S-1
//!         [ chute 0     | chute 1     | chute 2     | unused     ]     S = LANES / 4 puzzles each
//! ```
//!
//! The cells have the same memory layout as for the other sweep, and this one covers the first `S`
//! lanes. So a search can switch between the two sweeps at any time. Their results are identical.

/// Defines `sweep_trio`, in modules in which `kernel::stamp` was used.
macro_rules! stamp_trio {
    ($(#[$features:meta])*) => {
        /// Number of lanes, from lane 0 on, that `sweep_trio` covers.
        pub(crate) const SLOTS: usize = LANES / 4;

        /// Loads three rows, `step` apart, side by side.
        $(#[$features])*
        #[inline]
        fn gather(rows: &[Row<LANES>], at: usize, step: usize) -> V {
            let mut x = [0; LANES];
            for b in 0..3 {
                x[b * SLOTS..(b + 1) * SLOTS].copy_from_slice(&rows[at + b * step].0[..SLOTS]);
            }
            load(&Row(x))
        }

        /// Gathers the three cells of a triad. `array::map` is compiled without the features of the
        /// backend.
        $(#[$features])*
        #[inline]
        fn triad(rows: &[Row<LANES>], at: usize, next: usize, step: usize) -> [V; 3] {
            [
                gather(rows, at, step),
                gather(rows, at + next, step),
                gather(rows, at + 2 * next, step),
            ]
        }

        $(#[$features])*
        #[inline]
        fn scatter(x: V, rows: &mut [Row<LANES>], at: usize, step: usize) {
            let Row(x) = store(x);
            for b in 0..3 {
                rows[at + b * step].0[..SLOTS].copy_from_slice(&x[b * SLOTS..(b + 1) * SLOTS]);
            }
        }

        /// Combines the values of the three chutes.
        $(#[$features])*
        #[inline]
        fn fold(x: V, with: impl Fn(u16, u16) -> u16) -> [u16; SLOTS] {
            let Row(x) = store(x);
            core::array::from_fn(|s| with(with(x[s], x[SLOTS + s]), x[2 * SLOTS + s]))
        }

        /// Does what `restrict` does, for the chutes `first..first + 3`.
        $(#[$features])*
        #[inline]
        fn restrict_trio(
            t: &mut Triads,
            s: &Triads,
            grid: &mut Grid<LANES>,
            first: usize,
            watch: &mut Watch,
        ) -> Triads {
            let mut configurations = [Row::ZERO; 6];
            let mut weight = Row::ZERO;
            let musts = restrict(t, s, &mut configurations, &mut weight, watch);
            for b in 0..3 {
                let part = b * SLOTS..(b + 1) * SLOTS;
                let kept = &mut grid.weights[first + b].0[..SLOTS];
                kept.copy_from_slice(&weight.0[part.clone()]);
                for p in 0..6 {
                    let kept = &mut grid.configurations[first + b][p].0[..SLOTS];
                    kept.copy_from_slice(&configurations[p].0[part.clone()]);
                }
            }
            musts
        }

        $(#[$features])*
        pub(super) fn sweep_trio(grid: &mut Grid<LANES>) -> Signals {
            let zero = splat(0);
            let ones = core::hint::black_box(splat(!0));
            let mut watch = Watch {
                lightest: ones,
                least: ones,
                weight: zero,
                sum: zero,
            };
            // Bands: cell (k, r, j) of band b is in row 3b + r, column 3k + j.
            let mut t = [[zero; 3]; 3];
            let mut s = t;
            let mut cells = [[[zero; 3]; 3]; 3];
            for k in 0..3 {
                for r in 0..3 {
                    let at = 9 * r + 3 * k;
                    let [x, y, z] = triad(&grid.cells, at, 1, 27);
                    let (a, b, c) = (single(x, ones), single(y, ones), single(z, ones));
                    s[k][r] = or3(a, b, c);
                    let (x, y, z) = (drop2(x, b, c), drop2(y, a, c), drop2(z, a, b));
                    t[k][r] = or3(x, y, z);
                    cells[k][r] = [x, y, z];
                }
            }
            let musts = restrict_trio(&mut t, &s, grid, 0, &mut watch);
            for k in 0..3 {
                for r in 0..3 {
                    scatter(musts[k][r], &mut grid.musts, 3 * k + r, 9);
                    for j in 0..3 {
                        let x = and(cells[k][r][j], t[k][r]);
                        scatter(x, &mut grid.cells, 9 * r + 3 * k + j, 27);
                    }
                }
            }
            // Stacks: cell (k, r, j) of stack b is in row 3k + j, column 3b + r.
            for k in 0..3 {
                for r in 0..3 {
                    cells[k][r] = triad(&grid.cells, 27 * k + r, 9, 3);
                    let [x, y, z] = cells[k][r];
                    t[k][r] = or3(x, y, z);
                }
            }
            let none = [[zero; 3]; 3];
            let musts = restrict_trio(&mut t, &none, grid, 3, &mut watch);
            for k in 0..3 {
                for r in 0..3 {
                    let mut triad = [zero; 3];
                    for j in 0..3 {
                        let x = and(cells[k][r][j], t[k][r]);
                        let across = gather(&grid.musts, 9 * k + j, 3);
                        let hidden = and3(x, musts[k][r], across);
                        let x = select(nonzero(hidden), hidden, x);
                        watch.least = min(watch.least, x);
                        triad[j] = x;
                        scatter(x, &mut grid.cells, 27 * k + 9 * j + r, 3);
                    }
                    watch.sum = add(watch.sum, sum3(triad[0], triad[1], triad[2]));
                }
            }
            let weight = fold(watch.weight, u16::wrapping_add);
            let sum = fold(watch.sum, u16::wrapping_add);
            let lightest = fold(watch.lightest, u16::min);
            let least = fold(watch.least, u16::min);
            let mut signals = Signals { dead: 0, changed: 0, open: 0 };
            for s in 0..SLOTS {
                signals.dead |= u32::from(lightest[s] < 27 * FORM.unit || least[s] == 0) << s;
                signals.changed |= u32::from(sum[s] != grid.sum.0[s]) << s;
                signals.open |= u32::from(weight[s] != 6 * 27 * FORM.unit) << s;
            }
            grid.sum.0[..SLOTS].copy_from_slice(&sum);
            signals
        }
    };
}

pub(crate) use stamp_trio;
