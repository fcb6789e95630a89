//! The vector passes, written once in a macro that defines them for every backend.
//!
//! [`stamp`] is used in a module that has the lane operations in scope (see `lanes`). It adds the
//! given attributes, the backend's `target_feature`, to every function. Generic functions over a
//! trait of lane operations do not work: each operation would have to be inlined into a function
//! with the features enabled, but `inline(always)` cannot be combined with `target_feature`.
//!
//! A sweep visits the bands, then the stacks, in place. In each chute:
//!
//! 1. The candidates of a triad are the union of those of its three cells. Its naked singles are
//!    recorded separately.
//! 2. A digit keeps a configuration if all three triads of the configuration have the digit. A
//!    triad keeps a digit if one of the two configurations that use it remains.
//! 3. A triad with exactly three candidates owns them, and a triad with naked singles owns these.
//!    Owned digits are eliminated from the other triads of the line and the box.
//! 4. A digit that remains in only one triad of its line *must* be there. If a triad has three such
//!    digits, its other digits are eliminated.
//! 5. The cells lose the digits that their triad lost. In the stack half, a cell takes a digit that
//!    must be in both its band triad and its stack triad. This finds the hidden singles of rows,
//!    columns and boxes at once.
//!
//! Only the band half looks for naked singles. It also eliminates them from the other cells of
//! their triad, so they are hidden singles in the stack half.
//!
//! A lane is dead if a cell is empty or a chute has fewer than 27 (triad, digit) pairs. It is open
//! unless all six chutes have 27. It has changed if the sum of its cells has. This must be exact: a
//! lane at its fixed point may be swept again any number of times, while it waits or moves, and
//! must then branch as if it had not been.
//!
//! A lane that is neither dead nor open is solved if each digit has a configuration in every chute,
//! even if its last sweep changed it. For then each digit has exactly one, because one takes at
//! least three of the 27 pairs. So within a box the band leaves a digit one line and the stack
//! another, which meet in one cell. As none of the nine cells is empty, each has one digit, and the
//! configurations have put each digit into every row and column once.
//!
//! Tried without success: contradictions from triads with fewer than three candidates or more than
//! three musts (no fewer nodes, 5 % slower); no naked triples from musts (15 % more sweeps);
//! branching before the fixed point (fewer sweeps, more nodes, no gain). See the benchmark log.

/// Defines `sweep`, `complete`, `digits`, `choose`, `choose_more`, `put_away`, `bring_back` and
/// `permute` for the lane operations in scope.
macro_rules! stamp {
    ($(#[$features:meta])*) => {
        use crate::layout::{
            CONFIGURATIONS, Choice, Grid, NEARLY_EMPTY, PLACING, Row, Signals, next_chute,
        };

        type Triads = [[V; 3]; 3];

        /// What a sweep observes, combined over its chutes.
        struct Watch {
            /// Smallest weight of a chute.
            lightest: V,
            /// Smallest candidate set of a cell, as a number.
            least: V,
            /// Sum of the weights of the chutes.
            weight: V,
            /// Sum of all cells.
            sum: V,
        }

        $(#[$features])*
        #[inline]
        fn restrict(
            triads: &mut Triads,
            singles: &Triads,
            configurations: &mut [Row<LANES>; 6],
            weight: &mut Row<LANES>,
            watch: &mut Watch,
        ) -> Triads {
            let three = splat(3 * FORM.unit);
            let t = triads;
            let mut left = [splat(0); 6];
            for p in 0..6 {
                let [x, y, z] = CONFIGURATIONS[p];
                left[p] = and3(t[0][x], t[1][y], t[2][z]);
                configurations[p] = store(left[p]);
            }
            let mut owned = *singles;
            let mut total = splat(0);
            for k in 0..3 {
                for r in 0..3 {
                    let [p, q] = PLACING[k][r];
                    t[k][r] = or(left[p], left[q]);
                    let n = count(t[k][r]);
                    total = add(total, n);
                    owned[k][r] = select(equal(n, three), t[k][r], singles[k][r]);
                }
            }
            *weight = store(total);
            watch.weight = add(watch.weight, total);
            watch.lightest = min(watch.lightest, total);
            for k in 0..3 {
                for r in 0..3 {
                    let elsewhere = or3(
                        owned[(k + 1) % 3][r],
                        owned[(k + 2) % 3][r],
                        owned[k][(r + 1) % 3],
                    );
                    t[k][r] = drop2(t[k][r], elsewhere, owned[k][(r + 2) % 3]);
                }
            }
            let mut musts = *t;
            for k in 0..3 {
                for r in 0..3 {
                    musts[k][r] = drop2(t[k][r], t[(k + 1) % 3][r], t[(k + 2) % 3][r]);
                }
            }
            for k in 0..3 {
                for r in 0..3 {
                    let n = count(musts[k][r]);
                    t[k][r] = select(equal(n, three), musts[k][r], t[k][r]);
                }
            }
            musts
        }

        $(#[$features])*
        #[inline]
        fn band(grid: &mut Grid<LANES>, b: usize, ones: V, watch: &mut Watch) {
            let (chunks, _) = grid.cells.as_chunks_mut::<27>();
            let cells = &mut chunks[b];
            let (chunks, _) = grid.musts.as_chunks_mut::<9>();
            let kept = &mut chunks[b];
            let mut t = [[splat(0); 3]; 3];
            let mut s = t;
            for k in 0..3 {
                for r in 0..3 {
                    let at = 9 * r + 3 * k;
                    let (x, y, z) = (load(&cells[at]), load(&cells[at + 1]), load(&cells[at + 2]));
                    let (a, b, c) = (single(x, ones), single(y, ones), single(z, ones));
                    s[k][r] = or3(a, b, c);
                    let (x, y, z) = (drop2(x, b, c), drop2(y, a, c), drop2(z, a, b));
                    t[k][r] = or3(x, y, z);
                    cells[at] = store(x);
                    cells[at + 1] = store(y);
                    cells[at + 2] = store(z);
                }
            }
            let musts =
                restrict(&mut t, &s, &mut grid.configurations[b], &mut grid.weights[b], watch);
            for k in 0..3 {
                for r in 0..3 {
                    kept[3 * k + r] = store(musts[k][r]);
                    for j in 0..3 {
                        let cell = &mut cells[9 * r + 3 * k + j];
                        *cell = store(and(load(cell), t[k][r]));
                    }
                }
            }
        }

        $(#[$features])*
        #[inline]
        fn stack(grid: &mut Grid<LANES>, b: usize, watch: &mut Watch) {
            let cells: &mut [Row<LANES>; 75] =
                (&mut grid.cells[3 * b..3 * b + 75]).try_into().expect("75 cells");
            let mut t = [[splat(0); 3]; 3];
            let s = t;
            for k in 0..3 {
                for r in 0..3 {
                    let at = 27 * k + r;
                    let (x, y, z) = (load(&cells[at]), load(&cells[at + 9]), load(&cells[at + 18]));
                    t[k][r] = or3(x, y, z);
                }
            }
            let musts = restrict(
                &mut t,
                &s,
                &mut grid.configurations[3 + b],
                &mut grid.weights[3 + b],
                watch,
            );
            for k in 0..3 {
                for r in 0..3 {
                    let mut triad = [splat(0); 3];
                    for j in 0..3 {
                        // Row 3k + j, column 3b + r: in band k, box b, line j.
                        let cell = &mut cells[27 * k + 9 * j + r];
                        let x = and(load(cell), t[k][r]);
                        let hidden = and3(x, musts[k][r], load(&grid.musts[9 * k + 3 * b + j]));
                        let x = select(nonzero(hidden), hidden, x);
                        watch.least = min(watch.least, x);
                        triad[j] = x;
                        *cell = store(x);
                    }
                    watch.sum = add(watch.sum, sum3(triad[0], triad[1], triad[2]));
                }
            }
        }

        $(#[$features])*
        pub(super) fn sweep(grid: &mut Grid<LANES>) -> Signals {
            let zero = splat(0);
            // The compiler must not know this value. It would turn the test for singles into a
            // population count, which on AVX-512 competes for the execution port of comparisons.
            let ones = core::hint::black_box(splat(!0));
            let mut watch = Watch {
                lightest: ones,
                least: ones,
                weight: zero,
                sum: zero,
            };
            for b in 0..3 {
                band(grid, b, ones, &mut watch);
            }
            for b in 0..3 {
                stack(grid, b, &mut watch);
            }
            let before = load(&grid.sum);
            grid.sum = store(watch.sum);
            Signals {
                dead: bits(less(watch.lightest, splat(27 * FORM.unit)))
                    | bits(equal(watch.least, zero)),
                changed: !bits(equal(before, watch.sum)),
                open: !bits(equal(watch.weight, splat(6 * 27 * FORM.unit))),
            }
        }

        /// Returns the digits with exactly two configurations: one in each half, or two in one half
        /// and none in the other. Each half is counted by a full adder.
        $(#[$features])*
        #[inline]
        fn twofold([a, b, c, d, e, f]: [V; 6]) -> V {
            let (odd1, odd2) = (xor3(a, b, c), xor3(d, e, f));
            let (two1, two2) = (majority(a, b, c), majority(d, e, f));
            or(drop2(and(odd1, odd2), two1, two2), drop2(xor(two1, two2), odd1, odd2))
        }

        /// Chooses the first digit with two configurations, or if there is none, the first with
        /// several. `chute` is 64 times the chute.
        $(#[$features])*
        #[inline]
        fn decide(chute: V, left: [V; 6]) -> Choice<LANES> {
            let two = twofold(left);
            let [a, b, c, d, e, f] = left;
            let several =
                or3(majority(a, b, c), majority(d, e, f), and(or3(a, b, c), or3(d, e, f)));
            let two = select(nonzero(two), two, several);
            let digit = lowest(two);
            let mut cuts = chute;
            for p in 0..6 {
                let bit = select(nonzero(and(left[p], digit)), splat(1 << p), splat(0));
                cuts = add(cuts, bit);
            }
            Choice { digit: store(digit), cuts: store(cuts) }
        }

        $(#[$features])*
        pub(super) fn choose(grid: &mut Grid<LANES>) -> u32 {
            let settled = splat(27 * FORM.unit);
            let mut least = splat(999 * FORM.unit);
            let mut heaviest = splat(0);
            let mut chute = splat(0);
            let mut left = [splat(0); 6];
            for c in 0..6 {
                let weight = load(&grid.weights[c]);
                heaviest = select(less(heaviest, weight), weight, heaviest);
                let here = core::array::from_fn(|p| load(&grid.configurations[c][p]));
                // Twice the weight plus the number of digits with two configurations. Compared with
                // the weight alone: 7 % fewer nodes on forum_hardest_1106 and 1 % fewer on
                // forum_hardest_1905_11plus.
                let price = add(add(weight, weight), count(twofold(here)));
                let price = select(equal(weight, settled), splat(999 * FORM.unit), price);
                let better = less(price, least);
                least = select(better, price, least);
                chute = select(better, splat(64 * c as u16), chute);
                for p in 0..6 {
                    left[p] = select(better, here[p], left[p]);
                }
            }
            grid.choices[0] = decide(chute, left);
            bits(less(splat(NEARLY_EMPTY * FORM.unit - 1), heaviest))
        }

        $(#[$features])*
        pub(super) fn choose_more(grid: &mut Grid<LANES>) {
            let first = load(&grid.choices[0].cuts);
            for n in 1..3 {
                let next = |c| &grid.configurations[next_chute(c, n)];
                let mut chute = splat(64 * next_chute(0, n) as u16);
                let mut left = core::array::from_fn(|p| load(&next(0)[p]));
                for c in 1..6 {
                    // Each chute overwrites the choice of the one before.
                    let reached = less(splat(64 * c as u16 - 1), first);
                    chute = select(reached, splat(64 * next_chute(c, n) as u16), chute);
                    for p in 0..6 {
                        left[p] = select(reached, load(&next(c)[p]), left[p]);
                    }
                }
                grid.choices[n] = decide(chute, left);
            }
        }

        $(#[$features])*
        pub(super) fn complete(grid: &Grid<LANES>) -> u32 {
            let all = splat(FORM.spread(0x1ff));
            let mut everywhere = all;
            for [a, b, c, d, e, f] in &grid.configurations {
                let digits =
                    or(or3(load(a), load(b), load(c)), or3(load(d), load(e), load(f)));
                everywhere = and(everywhere, digits);
            }
            bits(equal(everywhere, all))
        }

        $(#[$features])*
        pub(super) fn digits(column: &[u16; 96]) -> Option<[u8; 81]> {
            let mut several = 0;
            let mut digits = [0; 96];
            for (digit, &candidates) in digits.iter_mut().zip(column) {
                several |= candidates & candidates.wrapping_sub(1);
                *digit = $crate::layout::digit(FORM.compact(candidates));
            }
            (several == 0).then(|| *digits.first_chunk().expect("96 digits"))
        }

        /// Returns a truth value for each lane: whether the set contains it.
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
        pub(super) fn put_away(
            cells: &[Row<LANES>; 81],
            shelf: &mut [Row<LANES>; 81],
            lanes: u32,
        ) {
            let chosen = among(lanes);
            for (kept, cell) in shelf.iter_mut().zip(cells) {
                *kept = store(select(chosen, load(cell), load(kept)));
            }
        }

        $(#[$features])*
        pub(super) fn bring_back(
            cells: &mut [Row<LANES>; 81],
            shelf: &[Row<LANES>; 81],
            lanes: u32,
        ) {
            // With `select`, this would become a masked store on AVX-512. The next sweep would then
            // have to wait until the store has reached the cache.
            let chosen = select(among(lanes), splat(!0), splat(0));
            for (cell, kept) in cells.iter_mut().zip(shelf) {
                let x = load(cell);
                *cell = store(xor(x, and(xor(x, load(kept)), chosen)));
            }
        }

        $(#[$features])*
        pub(super) fn permute(grid: &mut Grid<LANES>, from: &[u8; LANES]) {
            let order = order(from);
            for cell in &mut grid.cells {
                *cell = store(rearrange(load(cell), order));
            }
        }
    };
}

pub(crate) use stamp;
