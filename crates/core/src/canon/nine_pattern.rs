//! The canonical form of 9x9 puzzles: least pattern first, then least digits.
//!
//! The search goes band by band. Suppose the rows of a band have an order. Then the least pattern
//! of the band follows by sorting, because sorting the columns of each stack as 3-bit numbers (top
//! row first) makes every row as small as the rows above allow, and so does sorting the stacks by
//! their sorted columns. One step therefore sorts three columns and three stacks for the six orders
//! of the rows of a band in the lanes of one vector. The least result over the six chutes of the
//! board leaves few candidates. Each of them fixes an order of the columns except for those that
//! are equal so far, and the two bands below refine it in the same way.
//!
//! The lexicographic order of patterns, and of digits after patterns, is the usual one of the
//! Sudoku forums ("minlex"). The lanes are arrays, which the compiler turns into vector code.

/// The orders of three things.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// One value for each order of the rows of a band. The last two lanes repeat the first two.
type Lanes = [i16; 8];

/// The three bits of a column (bit `j` for row `j` of the band) with the top row in bit 6, the next
/// in bit 3 and the last in bit 0.
static COLUMN: [Lanes; 8] = {
    let mut table = [[0; 8]; 8];
    let mut bits = 0;
    while bits < 8 {
        let mut order = 0;
        while order < 8 {
            let [a, b, c] = ORDERS[order % 6];
            table[bits][order] =
                ((bits >> a & 1) << 6 | (bits >> b & 1) << 3 | (bits >> c & 1)) as i16;
            order += 1;
        }
        bits += 1;
    }
    table
};

/// The least form of a box under all column orders; three columns of three bits, as in `COLUMN`.
/// The form has nine bits, row by row.
static BOX: [Lanes; 512] = {
    let mut table = [[0; 8]; 512];
    let mut bits = 0;
    while bits < 512 {
        let mut order = 0;
        while order < 8 {
            let (mut a, mut b, mut c) =
                (COLUMN[bits & 7][order], COLUMN[bits >> 3 & 7][order], COLUMN[bits >> 6][order]);
            if a > b {
                (a, b) = (b, a);
            }
            if b > c {
                (b, c) = (c, b);
            }
            if a > b {
                (a, b) = (b, a);
            }
            table[bits][order] = a << 2 | b << 1 | c;
            order += 1;
        }
        bits += 1;
    }
    table
};

/// A row of nine bits with two zero bits put in front of each.
static SPREAD: [u32; 512] = {
    let mut table = [0; 512];
    let mut bits = 0;
    while bits < 512 {
        let mut column = 0;
        while column < 9 {
            table[bits] |= ((bits as u32) >> column & 1) << (3 * column);
            column += 1;
        }
        bits += 1;
    }
    table
};

#[inline(always)]
fn map(a: &Lanes, change: impl Fn(i16) -> i16) -> Lanes {
    let mut result = [0; 8];
    for (result, &a) in result.iter_mut().zip(a) {
        *result = change(a);
    }
    result
}

#[inline(always)]
fn zip(a: &Lanes, b: &Lanes, combine: impl Fn(i16, i16) -> i16) -> Lanes {
    let mut result = [0; 8];
    for (result, (&a, &b)) in result.iter_mut().zip(a.iter().zip(b)) {
        *result = combine(a, b);
    }
    result
}

/// Sorts three vectors lane by lane.
#[inline(always)]
fn sort([a, b, c]: [Lanes; 3]) -> [Lanes; 3] {
    let (a, b) = (zip(&a, &b, i16::min), zip(&a, &b, i16::max));
    let (b, c) = (zip(&b, &c, i16::min), zip(&b, &c, i16::max));
    let (a, b) = (zip(&a, &b, i16::min), zip(&a, &b, i16::max));
    [a, b, c]
}

/// The pattern of a band in 27 bits, row by row, for each order of its rows.
type Patterns = [i32; 8];

/// Returns the patterns of a band from the forms of its boxes, which it sorts. Bits above the form
/// keep boxes apart that may not be exchanged.
#[inline(always)]
fn patterns(boxes: [Lanes; 3]) -> Patterns {
    let [a, b, c] = sort(boxes);
    let mut result = [0; 8];
    for lane in 0..8 {
        let (a, b, c) = (a[lane], b[lane], c[lane]);
        let top = a & 0o700 | (b & 0o700) >> 3 | (c & 0o700) >> 6;
        let middle = (a & 0o70) << 3 | b & 0o70 | (c & 0o70) >> 3;
        let last = (a & 7) << 6 | (b & 7) << 3 | c & 7;
        result[lane] = i32::from(top) << 18 | i32::from(middle) << 9 | i32::from(last);
    }
    result
}

/// Returns the least of six patterns.
#[inline(always)]
fn least(patterns: &Patterns) -> i32 {
    // All eight lanes, or else the compiler computes the last two in scalar code.
    let mut half = [0; 4];
    for lane in 0..4 {
        half[lane] = patterns[lane].min(patterns[lane + 4]);
    }
    let [a, b, c, d] = half;
    a.min(b).min(c.min(d))
}

/// Returns the orders of rows that give a pattern.
#[inline(always)]
fn lanes(patterns: &Patterns, wanted: i32) -> impl Iterator<Item = u8> {
    let mut set = 0_u32;
    for (lane, &pattern) in patterns.iter().enumerate() {
        set |= u32::from(pattern == wanted) << lane;
    }
    set &= 0x3f;
    std::iter::from_fn(move || {
        let lane = set.trailing_zeros() as u8;
        set &= set.wrapping_sub(1);
        (lane < 6).then_some(lane)
    })
}

/// How far the order of the columns is known: in each stack the number of columns that come before
/// this one, and for each stack the number of stacks before it, both shifted beyond the bits that
/// they are sorted with. What is equal has no order yet.
#[derive(Clone, Copy, Default)]
struct Order {
    columns: [i16; 9],
    stacks: [i16; 3],
}

/// The position of the ranks of [`Order`].
const RANK: u32 = 10;

impl Order {
    /// Returns the patterns of a band under the column orders that are left.
    #[inline(always)]
    fn patterns(&self, band: u32) -> Patterns {
        let mut boxes = [[0; 8]; 3];
        for (stack, form) in boxes.iter_mut().enumerate() {
            let column = |k: usize| {
                let at = 3 * stack + k;
                let rank = self.columns[at];
                map(&COLUMN[(band >> (3 * at) & 7) as usize], |bits| bits | rank)
            };
            let [a, b, c] = sort([column(0), column(1), column(2)]);
            let rank = self.stacks[stack];
            for lane in 0..8 {
                let (a, b, c) = (a[lane] & 0o111, b[lane] & 0o111, c[lane] & 0o111);
                form[lane] = a << 2 | b << 1 | c | rank;
            }
        }
        patterns(boxes)
    }

    /// Returns the order that is left when a band with its rows in this order follows.
    #[inline]
    fn refined(&self, band: u32, order: u8) -> Self {
        let mut refined = Self::default();
        let mut forms = [0; 3];
        for (stack, form) in forms.iter_mut().enumerate() {
            let key = |k: usize| {
                let at = 3 * stack + k;
                COLUMN[(band >> (3 * at) & 7) as usize][usize::from(order)] | self.columns[at]
            };
            let (a, b, c) = (key(0), key(1), key(2));
            let (ab, ac, bc) = (a < b, a < c, b < c);
            let (ba, ca, cb) = (b < a, c < a, c < b);
            refined.columns[3 * stack] = (i16::from(ba) + i16::from(ca)) << RANK;
            refined.columns[3 * stack + 1] = (i16::from(ab) + i16::from(cb)) << RANK;
            refined.columns[3 * stack + 2] = (i16::from(ac) + i16::from(bc)) << RANK;
            let (low, high) = (a.min(b), a.max(b));
            let (middle, high) = (high.min(c), high.max(c));
            let (low, middle) = (low.min(middle), low.max(middle));
            *form =
                (low & 0o111) << 2 | (middle & 0o111) << 1 | (high & 0o111) | self.stacks[stack];
        }
        let [a, b, c] = forms;
        refined.stacks = [
            (i16::from(b < a) + i16::from(c < a)) << RANK,
            (i16::from(a < b) + i16::from(c < b)) << RANK,
            (i16::from(a < c) + i16::from(b < c)) << RANK,
        ];
        refined
    }

    /// Returns whether no two columns are equal.
    #[inline]
    fn is_total(&self) -> bool {
        // Three ranks are different if and only if their sum is 0 + 1 + 2: equal ranks count only
        // what is before both, which makes the sum smaller.
        let total = |ranks: &[i16]| ranks.iter().sum::<i16>() == 3 << RANK;
        total(&self.stacks) && self.columns.chunks_exact(3).all(total)
    }
}

/// The first bands of a way to reach the least pattern.
#[derive(Clone, Copy)]
struct Candidate {
    order: Order,
    /// The chutes in the order of the image: 0 to 2 bands, 3 to 5 stacks.
    chutes: [u8; 3],
    /// For each of them the order of its lines.
    lines: [u8; 3],
}

/// A way to arrange a board, apart from the digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrangement {
    pub(super) transpose: bool,
    /// Row `r` of the image is row `rows[r]` of the (transposed) original.
    pub(super) rows: [u8; 9],
    pub(super) columns: [u8; 9],
}

/// The search, which keeps its memory from one puzzle to the next.
#[derive(Debug, Default)]
pub(super) struct PatternSearch {
    second: Vec<Candidate>,
    third: Vec<Candidate>,
    last: Vec<Candidate>,
}

impl std::fmt::Debug for Candidate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:?}", self.chutes, self.lines)
    }
}

/// The image of a puzzle, and the way there.
pub(super) struct Least {
    /// Row-major digits, 0 = empty.
    pub(super) digits: [u8; 81],
    pub(super) arrangement: Arrangement,
    /// The number of arrangements with this image.
    pub(super) ways: u32,
}

/// The largest number of arrangements that are compared one by one: more than that have the same
/// pattern only if it is very symmetric, and then the general search is faster.
const MOST_ARRANGEMENTS: usize = 5000;

impl PatternSearch {
    /// Returns the canonical form of a puzzle, row-major digits up to 9 and 0 = empty.
    ///
    /// Returns `None` when too many arrangements have the least pattern.
    pub(super) fn least(&mut self, puzzle: &[u8; 81]) -> Option<Least> {
        let chutes = chutes(puzzle);
        let pattern = self.arrange(&chutes);
        let mut total = 0;
        for candidate in &self.last {
            total += if candidate.order.is_total() { 1 } else { candidate.order.completions() };
        }
        if total > MOST_ARRANGEMENTS {
            return None;
        }
        let places = Places::of(&pattern);
        let mut best: Option<Least> = None;
        for candidate in &self.last {
            let (transpose, rows) = (candidate.chutes[0] >= 3, candidate.rows());
            candidate.order.each_completion(|columns| {
                let arrangement = Arrangement { transpose, rows, columns };
                let digits = places.digits(puzzle, &arrangement);
                match &mut best {
                    Some(best) if digits > best.digits => {}
                    Some(best) if digits == best.digits => best.ways += 1,
                    _ => best = Some(Least { digits, arrangement, ways: 1 }),
                }
            });
        }
        best
    }

    /// Collects the candidates that give the least pattern in `last` and returns that pattern, by
    /// bands.
    fn arrange(&mut self, chutes: &[u32; 6]) -> [i32; 3] {
        self.second.clear();
        let firsts = chutes.map(|chute| {
            let stack = |k: u32| BOX[(chute >> (9 * k) & 511) as usize];
            patterns([stack(0), stack(1), stack(2)])
        });
        let leasts = firsts.map(|first| least(&first));
        let first_least = leasts.iter().copied().fold(i32::MAX, i32::min);
        for (chute, patterns) in firsts.iter().enumerate() {
            if leasts[chute] != first_least {
                continue;
            }
            for order in lanes(patterns, first_least) {
                self.second.push(Candidate {
                    order: Order::default().refined(chutes[chute], order),
                    chutes: [chute as u8, 0, 0],
                    lines: [order, 0, 0],
                });
            }
        }

        self.third.clear();
        let mut second_least = i32::MAX;
        for candidate in &self.second {
            let first = candidate.chutes[0];
            let side = first / 3 * 3;
            for other in [(first + 1) % 3 + side, (first + 2) % 3 + side] {
                let patterns = candidate.order.patterns(chutes[usize::from(other)]);
                let here = least(&patterns);
                if here > second_least {
                    continue;
                }
                if here < second_least {
                    second_least = here;
                    self.third.clear();
                }
                for order in lanes(&patterns, here) {
                    let mut next = *candidate;
                    next.chutes[1] = other;
                    next.lines[1] = order;
                    self.third.push(next);
                }
            }
        }

        self.last.clear();
        let mut third_least = i32::MAX;
        for candidate in &self.third {
            let [first, second, _] = candidate.chutes;
            let other = first / 3 * 9 + 3 - first - second;
            let chute = chutes[usize::from(second)];
            let order = candidate.order.refined(chute, candidate.lines[1]);
            let chute = chutes[usize::from(other)];
            let patterns = order.patterns(chute);
            let here = least(&patterns);
            if here > third_least {
                continue;
            }
            if here < third_least {
                third_least = here;
                self.last.clear();
            }
            for lines in lanes(&patterns, here) {
                let mut next = *candidate;
                next.order = order.refined(chute, lines);
                next.chutes[2] = other;
                next.lines[2] = lines;
                self.last.push(next);
            }
        }
        [first_least, second_least, third_least]
    }
}

impl Candidate {
    /// Returns the rows of the (transposed) original in the order of the image.
    #[inline]
    fn rows(&self) -> [u8; 9] {
        let mut rows = [0; 9];
        for band in 0..3 {
            let first = self.chutes[band] % 3 * 3;
            let order = ORDERS[usize::from(self.lines[band])];
            for (line, at) in order.into_iter().enumerate() {
                rows[3 * band + line] = first + at as u8;
            }
        }
        rows
    }
}

/// The cells of a pattern in row order.
struct Places {
    /// Cell, row and column.
    cells: [(u8, u8, u8); 81],
    count: usize,
}

/// Cell, row and column of each bit of a band's pattern from the highest of 27 on.
static PLACES: [[(u8, u8, u8); 27]; 3] = {
    let mut table = [[(0, 0, 0); 27]; 3];
    let mut cell = 0;
    while cell < 81 {
        table[cell / 27][cell % 27] = (cell as u8, (cell / 9) as u8, (cell % 9) as u8);
        cell += 1;
    }
    table
};

impl Places {
    #[inline]
    fn of(pattern: &[i32; 3]) -> Self {
        let mut places = Self { cells: [(0, 0, 0); 81], count: 0 };
        for (band, &bits) in pattern.iter().enumerate() {
            let mut bits = (bits as u32) << 5;
            while bits != 0 {
                let first = bits.leading_zeros();
                bits &= !(1 << 31 >> first);
                places.cells[places.count.min(80)] = PLACES[band][(first as usize).min(26)];
                places.count += 1;
            }
        }
        places
    }

    /// Returns the digits of an arrangement in the order of their first appearance.
    #[inline]
    fn digits(&self, puzzle: &[u8; 81], arrangement: &Arrangement) -> [u8; 81] {
        let (row_step, column_step) = if arrangement.transpose { (1, 9) } else { (9, 1) };
        // Sixteen entries, so that four bits index without a check.
        let (mut rows, mut columns) = ([0; 16], [0; 16]);
        for line in 0..9 {
            rows[line] = arrangement.rows[line] * row_step;
            columns[line] = arrangement.columns[line] * column_step;
        }
        let mut labels = [0_u8; 16];
        let mut next = 1;
        let mut digits = [0; 81];
        for &(cell, row, column) in self.cells.iter().take(self.count) {
            let source = rows[usize::from(row & 15)] + columns[usize::from(column & 15)];
            let label = &mut labels[usize::from(puzzle[usize::from(source.min(80))] & 15)];
            // Without a branch: whether a digit is new is hard to predict.
            let is_new = *label == 0;
            *label = if is_new { next } else { *label };
            next += u8::from(is_new);
            digits[usize::from(cell.min(80))] = *label;
        }
        digits
    }
}

impl Order {
    /// Returns the number of total orders that refine this one.
    fn completions(&self) -> usize {
        let orders = |ranks: &[i16]| matching(ranks).count();
        self.columns.chunks_exact(3).map(orders).product::<usize>() * orders(&self.stacks)
    }

    /// Calls `visit` with the columns of every total order that refines this one, first to last.
    #[inline]
    fn each_completion(&self, mut visit: impl FnMut([u8; 9])) {
        if self.is_total() {
            let mut columns = [0; 9];
            for stack in 0..3 {
                let start = usize::from((self.stacks[stack] >> RANK) as u8 & 3) * 3;
                for column in 3 * stack..3 * stack + 3 {
                    let rank = usize::from((self.columns[column] >> RANK) as u8 & 3);
                    columns[(start + rank).min(8)] = column as u8;
                }
            }
            visit(columns);
            return;
        }
        let within = |stack: usize| matching(&self.columns[3 * stack..3 * stack + 3]);
        for stacks in matching(&self.stacks) {
            for first in within(stacks[0]) {
                for second in within(stacks[1]) {
                    for third in within(stacks[2]) {
                        let mut columns = [0; 9];
                        for (place, order) in [first, second, third].into_iter().enumerate() {
                            for (k, column) in order.into_iter().enumerate() {
                                columns[3 * place + k] = (3 * stacks[place] + column) as u8;
                            }
                        }
                        visit(columns);
                    }
                }
            }
        }
    }
}

/// Returns the orders of three things that put lower ranks first.
fn matching(ranks: &[i16]) -> impl Iterator<Item = [usize; 3]> {
    ORDERS.into_iter().filter(|&[a, b, c]| ranks[a] <= ranks[b] && ranks[b] <= ranks[c])
}

/// Returns the patterns of the bands, then those of the stacks: in each the three bits of the first
/// column (for a stack, row), then those of the second, from the lowest bit up.
#[inline]
fn chutes(puzzle: &[u8; 81]) -> [u32; 6] {
    let mut rows = [0_u32; 9];
    for (row, digits) in puzzle.as_chunks::<9>().0.iter().enumerate() {
        let [a, b, c, d, e, f, g, h, last] = *digits;
        let eight = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
        // Digits have four bits, so that this carries into bit 7 of the byte if it is not 0.
        let filled = (eight + 0x7f7f_7f7f_7f7f_7f7f) & 0x8080_8080_8080_8080;
        // Gathers the eight bits, the first byte's lowest.
        let bits = (filled >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        rows[row] = bits as u32 | u32::from(last != 0) << 8;
    }
    let mut chutes = [0; 6];
    for band in 0..3 {
        let spread = |row: usize| SPREAD[(rows[3 * band + row] & 511) as usize];
        chutes[band] = spread(0) | spread(1) << 1 | spread(2) << 2;
        for (row, &bits) in rows.iter().enumerate() {
            chutes[3 + band] |= (bits >> (3 * band) & 7) << (3 * row);
        }
    }
    chutes
}
