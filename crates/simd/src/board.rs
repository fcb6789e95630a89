//! The propagation of a single puzzle: the whole board in a few vectors.
//!
//! A batch keeps one puzzle in each lane of 81 vectors, which is best when there are many puzzles.
//! For one puzzle, a sweep over 81 vectors takes as long as for all of them. Here the cells of the
//! puzzle are side by side:
//!
//! ```text
//! plane j (of 3):  the cell at position j of every triad of the bands
//!                  place (b, k, r) = cell (k, r, j) of band b = row 3b + r, column 3k + j
//! ```
//!
//! In the bands, the candidates of all 27 triads are the union of the three planes. In the stacks,
//! place (b, k, r) of plane `j` belongs to the triad in box `b` and column `j` of stack `k`, so the
//! cells of a triad are at three places of one plane; the union of these is put at place (b, k, j).
//! So the triads of the stacks have the form of those of the bands, with stack `k`, box `b` and
//! line `r`, and the rules for chutes are the same except for the direction of "the other boxes".
//!
//! A sweep changes the cells exactly as a sweep of [`kernel`](crate::kernel) changes a lane, and
//! the choice of the branch is the same, so both search the same tree, node by node. Other orders
//! of the rules would reach the same fixed point on all boards that have a solution, but not on all
//! of those that do not.
//!
//! Tried without success: testing for the fixed point after each half of a sweep (fewer halves, but
//! the tests cost more); sweeping two nodes of a tree at the same time (faster on the hardest
//! puzzles, slower on puzzles with several solutions); a test for digits without a place in a line
//! (no fewer sweeps). See the benchmark log.

use crate::Masks;
use crate::search::Path;

/// The end of the propagation of a board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// A contradiction.
    Dead,
    /// Every cell has one candidate.
    Solved,
    /// Neither; the board was split into its first child and that many others.
    Split(usize),
}

/// Maximum number of children of a node, except for the first.
pub(crate) const MOST_OTHERS: usize = 3;
/// Where `visit` puts the child that takes only the first of several decisions.
pub(crate) const ONE_DECISION: usize = MOST_OTHERS;

/// A backend that can hold a whole puzzle in a few vectors.
pub(crate) trait BoardMachine: Copy {
    /// The candidates of all cells.
    type Board: Copy;

    /// Bits 9 and up of the candidate sets are ignored.
    fn load(self, puzzle: &Masks) -> Self::Board;

    /// Visits a node: sweeps to the fixed point or a contradiction. If the board is then open,
    /// replaces it by its first child and the boards of `others` by the other children, the last
    /// one first. If the node makes several decisions, `others[ONE_DECISION]` becomes what would be
    /// its first child if it made one. `path` is where the node is, and then where its first child
    /// is. Adds the number of sweeps to `sweeps`.
    fn visit(
        self,
        board: &mut Self::Board,
        others: &mut [Self::Board; MOST_OTHERS + 1],
        path: &mut Path,
        sweeps: &mut u64,
    ) -> State;

    /// Returns the digits, 1 to 9, of a solved board.
    fn digits(self, board: &Self::Board) -> [u8; 81];

    /// Returns the candidate sets.
    fn masks(self, board: &Self::Board) -> Masks;
}

/// Defines `Board` and its functions, and implements [`BoardMachine`].
///
/// The module must have in scope: the type `Places` with a value for each place; `PLACES`, the
/// number of values that `values` returns; `at(b, k, r)`, the index of a place among them; and the
/// following operations, which, unless stated otherwise, are those of `lanes::table` on every place.
///
/// | operation | result at place (b, k, r) |
/// |---|---|
/// | `box1`, `box2` | the value at box `k + 1`, `k + 2` (modulo 3, as all sums here) |
/// | `band1`, `band2` | the value at band `b + 1`, `b + 2` |
/// | `line1`, `line2` | the value at line `r + 1`, `r + 2` |
/// | `box1_line2(x)`, … | both; likewise `band1_line2`, … |
/// | `line_to_all::<R>(x)` | the value at line `R` |
/// | `diagonal(x, y, z)` | the value of `x`, `y` or `z` if `r` is 0, 1 or 2 |
/// | `where_equal(x, y, yes, no)` | `yes` if `x` and `y` are equal, else `no` |
/// | `where_less(x, y, yes, no)` | `yes` if `x` is less than `y`, else `no` |
/// | `grow_where_equal(x, y, z, to)` | `to`, which contains `z`, if `x` and `y` are equal, else `z` |
/// | `shrink_where_equal(x, y, z, to)` | `to`, a subset of `z`, if `x` and `y` are equal, else `z` |
/// | `shrink_to_any(x, to)` | `to`, a subset of `x`, if it is not empty, else `x` |
/// | `is_any(x)` | not places: whether some value is not 0 |
/// | `has_empty(x, y, z)` | not places: whether a value of a used place is 0 |
/// | `values(x)` | not places: all values in memory |
/// | `remove(board, chute, triad, digit)` | removes the digit from the cells of a triad `3k + r` |
macro_rules! stamp_board {
    ($machine:ident, $(#[$features:meta])*) => {
        use super::FORM;
        use crate::Masks;
        use crate::board::{MOST_OTHERS, ONE_DECISION, State};
        use crate::layout::{NEARLY_EMPTY, SPLITS, next_chute};
        use crate::search::Path;

        /// The three planes.
        type Board = [Places; 3];

        /// The index in [`SPLITS`] of a single configuration: those of even and those of odd
        /// permutations, by the line of the digit in box 0. Compare `layout::CONFIGURATIONS`.
        const EVEN: [u32; 3] = [0, 3, 4];
        const ODD: [u32; 3] = [1, 2, 5];

        /// Applies the rules for three chutes to their triads, whose naked singles are given.
        /// Returns the triads and the digits that must be in each triad.
        ///
        /// A naked single that its triad has lost leaves a cell empty, so it does not matter what
        /// each triad owns.
        macro_rules! restrict {
            ($t:expr, $singles:expr, $next1:ident, $next2:ident, $pairs:expr) => {{
                let t = $t;
                let three = splat(3 * FORM.unit);
                let t = and(or(and($pairs.0(t), $pairs.1(t)), and($pairs.2(t), $pairs.3(t))), t);
                let owned = grow_where_equal(count(t), three, $singles, t);
                let elsewhere = or3($next1(owned), $next2(owned), line1(owned));
                let t = drop2(t, elsewhere, line2(owned));
                let musts = drop2(t, $next1(t), $next2(t));
                (shrink_where_equal(count(musts), three, t, musts), musts)
            }};
        }

        /// Returns the candidates of the triads of the stacks.
        $(#[$features])*
        #[inline]
        fn stack_triads([x, y, z]: Board) -> Places {
            or3(diagonal(x, y, z), line1(diagonal(z, x, y)), line2(diagonal(y, z, x)))
        }

        $(#[$features])*
        #[inline]
        fn sweep([x, y, z]: Board, ones: Places) -> Board {
            let (a, b, c) = (single(x, ones), single(y, ones), single(z, ones));
            let (x, y, z) = (drop2(x, b, c), drop2(y, a, c), drop2(z, a, b));
            let pairs = (box1_line1, box2_line2, box1_line2, box2_line1);
            let (t, across) = restrict!(or3(x, y, z), or3(a, b, c), box1, box2, pairs);
            let board = [and(x, t), and(y, t), and(z, t)];
            let pairs = (band1_line1, band2_line2, band1_line2, band2_line1);
            let (t, down) = restrict!(stack_triads(board), splat(0), band1, band2, pairs);
            let [x, y, z] = board;
            let (x, y, z) = (
                and(x, line_to_all::<0>(t)),
                and(y, line_to_all::<1>(t)),
                and(z, line_to_all::<2>(t)),
            );
            [
                shrink_to_any(x, and3(x, across, line_to_all::<0>(down))),
                shrink_to_any(y, and3(y, across, line_to_all::<1>(down))),
                shrink_to_any(z, and3(z, across, line_to_all::<2>(down))),
            ]
        }

        $(#[$features])*
        fn visit(
            board: &mut Board,
            others: &mut [Board; MOST_OTHERS + 1],
            path: &mut Path,
            sweeps: &mut u64,
        ) -> State {
            // The compiler must not know this value; see `kernel::sweep`.
            let ones = core::hint::black_box(splat(!0));
            let mut now = *board;
            loop {
                let before = now;
                now = sweep(before, ones);
                *sweeps += 1;
                let [x, y, z] = now;
                if has_empty(x, y, z) {
                    return State::Dead;
                }
                if !is_any(or3(xor(x, before[0]), xor(y, before[1]), xor(z, before[2]))) {
                    break;
                }
            }
            *board = now;
            let [x, y, z] = now;
            if !is_any(or3(and(x, add(x, ones)), and(y, add(y, ones)), and(z, add(z, ones)))) {
                return State::Solved;
            }
            match split(now, board, others, path) {
                0 => State::Dead,
                children => State::Split(children),
            }
        }

        /// Returns the even and odd configurations by the line of the digit in box 0 (of the bands,
        /// for k = 0; of the stacks, for b = 0), the digits with exactly two configurations and
        /// those with several, and twice the weight of the chute plus the number of digits with two
        /// configurations. The last is 0 for a contradiction and 999 units for a settled chute.
        macro_rules! weigh {
            ($t:expr, $next1:ident, $next2:ident, $pairs:expr) => {{
                let t = $t;
                let even = and3(t, $pairs.0(t), $pairs.1(t));
                let odd = and3(t, $pairs.2(t), $pairs.3(t));
                let n = count(t);
                let n = add(n, add(line1(n), line2(n)));
                let n = add(n, add($next1(n), $next2(n)));
                let (x, y, z) = (even, line1(even), line2(even));
                let (one1, two1, any1) = (xor3(x, y, z), majority(x, y, z), or3(x, y, z));
                let (x, y, z) = (odd, line1(odd), line2(odd));
                let (one2, two2, any2) = (xor3(x, y, z), majority(x, y, z), or3(x, y, z));
                let exactly_two =
                    or(drop2(and(one1, one2), two1, two2), drop2(xor(two1, two2), one1, one2));
                let several = or3(two1, two2, and(any1, any2));
                let price = add(add(n, n), count(exactly_two));
                let price = where_equal(n, splat(27 * FORM.unit), splat(999 * FORM.unit), price);
                let price = where_less(n, splat(27 * FORM.unit), splat(0), price);
                // `array::map` is compiled without the features of the backend.
                [
                    values(even),
                    values(odd),
                    values(exactly_two),
                    values(several),
                    values(price),
                    values(n),
                ]
            }};
        }

        /// What `weigh` returns for the bands or for the stacks.
        type Weights = [[u16; PLACES]; 6];

        /// Returns the values of part `n` of the weights at line `r` of a chute.
        #[inline(always)]
        fn part(weights: [&Weights; 2], n: usize, chute: usize, r: usize) -> u16 {
            match chute {
                0..3 => weights[0][n][at(chute, 0, r)],
                _ => weights[1][n][at(0, chute - 3, r)],
            }
        }

        /// Writes the children of an open board at its fixed point; the decisions are those of
        /// `kernel::choose` and `choose_more`. Returns the number of children without the first; 0
        /// for a contradiction that only the weights of the chutes show.
        $(#[$features])*
        #[inline]
        fn split(
            board: Board,
            first: &mut Board,
            others: &mut [Board; MOST_OTHERS + 1],
            path: &mut Path,
        ) -> usize {
            let [x, y, z] = board;
            let pairs = (box1_line1, box2_line2, box1_line2, box2_line1);
            let bands = weigh!(or3(x, y, z), box1, box2, pairs);
            let pairs = (band1_line1, band2_line2, band1_line2, band2_line1);
            let stacks = weigh!(stack_triads(board), band1, band2, pairs);
            let weights = [&bands, &stacks];
            // The lowest price, then the first chute.
            let mut best = u32::MAX;
            let mut nearly_empty = false;
            for chute in 0..6 {
                best = best.min(u32::from(part(weights, 4, chute, 0)) << 3 | chute as u32);
                nearly_empty |= part(weights, 5, chute, 0) >= NEARLY_EMPTY * FORM.unit;
            }
            let (price, chute) = (best >> 3, best as usize & 7);
            if price == 0 || price == 999 * u32::from(FORM.unit) {
                return 0;
            }
            let decisions = if path.descend(nearly_empty) { MOST_OTHERS } else { 1 };
            let mut children = 0;
            *first = board;
            for chute in [chute, next_chute(chute, 1), next_chute(chute, 2)].into_iter().take(decisions) {
                // If no digit has two configurations, use those that have several.
                let two = part(weights, 2, chute, 0);
                let digits = if two == 0 { part(weights, 3, chute, 0) } else { two };
                if digits == 0 {
                    continue;
                }
                let digit = digits.trailing_zeros();
                let mut set = 0;
                for r in 0..3 {
                    set |= u32::from(part(weights, 0, chute, r) >> digit & 1) << EVEN[r];
                    set |= u32::from(part(weights, 1, chute, r) >> digit & 1) << ODD[r];
                }
                let split = SPLITS[set as usize];
                others[children] = *first;
                remove(&mut others[children], chute, split.second.into(), 1 << digit);
                children += 1;
                remove(first, chute, split.first[0].into(), 1 << digit);
                remove(first, chute, split.first[1].into(), 1 << digit);
                if decisions > 1 && children == 1 {
                    others[ONE_DECISION] = *first;
                }
            }
            children
        }

        $(#[$features])*
        fn load_board(puzzle: &Masks) -> Board {
            let mut board = [[0; PLACES]; 3];
            for (j, plane) in board.iter_mut().enumerate() {
                for b in 0..3 {
                    for k in 0..3 {
                        for r in 0..3 {
                            plane[at(b, k, r)] = puzzle[9 * (3 * b + r) + 3 * k + j];
                        }
                    }
                }
                // Loops of their own compile to vector code.
                for cell in plane {
                    *cell = FORM.spread(*cell);
                }
            }
            [places(board[0]), places(board[1]), places(board[2])]
        }

        /// Returns the values of the three planes in the order of the cells.
        fn by_cell<T: Copy + Default>(planes: &[[T; PLACES]; 3]) -> [T; 81] {
            let mut cells = [T::default(); 81];
            for (j, plane) in planes.iter().enumerate() {
                for b in 0..3 {
                    for k in 0..3 {
                        for r in 0..3 {
                            cells[9 * (3 * b + r) + 3 * k + j] = plane[at(b, k, r)];
                        }
                    }
                }
            }
            cells
        }

        $(#[$features])*
        fn masks_of(board: &Board) -> Masks {
            let mut planes = [[0; PLACES]; 3];
            for (kept, &plane) in planes.iter_mut().zip(board) {
                *kept = values(plane);
                for cell in kept {
                    *cell = FORM.compact(*cell);
                }
            }
            by_cell(&planes)
        }

        $(#[$features])*
        fn digits_of(board: &Board) -> [u8; 81] {
            let mut planes = [[0; PLACES]; 3];
            for (digits, &plane) in planes.iter_mut().zip(board) {
                for (digit, cell) in digits.iter_mut().zip(values(plane)) {
                    *digit = $crate::layout::digit(FORM.compact(cell));
                }
            }
            by_cell(&planes)
        }

        #[allow(unused_unsafe, reason = "some backends need no features")]
        impl crate::board::BoardMachine for $machine {
            type Board = Board;

            fn load(self, puzzle: &Masks) -> Board {
                // SAFETY: `self` exists, so the processor has the features.
                unsafe { load_board(puzzle) }
            }

            fn visit(
                self,
                board: &mut Board,
                others: &mut [Board; MOST_OTHERS + 1],
                path: &mut Path,
                sweeps: &mut u64,
            ) -> State {
                // SAFETY: as above.
                unsafe { visit(board, others, path, sweeps) }
            }

            fn digits(self, board: &Board) -> [u8; 81] {
                // SAFETY: as above.
                unsafe { digits_of(board) }
            }

            fn masks(self, board: &Board) -> Masks {
                // SAFETY: as above.
                unsafe { masks_of(board) }
            }
        }
    };
}

pub(crate) use stamp_board;
