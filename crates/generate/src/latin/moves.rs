//! Latin squares by the moves of Jacobson and Matthews.
//!
//! # The moves
//!
//! A Latin square is a cube of zeros and ones, in which (row, column, symbol) is 1 if the cell holds
//! the symbol. Every line of the cube, which fixes two of the three, has exactly one 1. A move takes a
//! cell (r, c, s) that is 0 and the 1 of each of its three lines, at (r', c, s), (r, c', s) and
//! (r, c, s'). It adds 1 at (r, c, s), (r, c', s'), (r', c, s') and (r', c', s), and subtracts 1 at the
//! other corners of that box. All lines keep their sum. The corner (r', c', s') may become -1; the
//! cube is *improper* then. Its next move must begin at that corner, whose three lines now have two 1s
//! each, of which it takes a random one.
//!
//! Jacobson and Matthews proved that the moves connect all squares of a side, and that the chain of
//! the proper squares that are visited has the uniform distribution as its limit. So the number of
//! moves is counted in *proper* squares. A fixed number of all moves, and then more until the square is
//! proper, would favor squares that follow long improper stretches.
//!
//! # Data layout
//!
//! Three tables hold where the 1 of each line is. For the three lines with two 1s and the -1, they
//! hold one of the 1s; the other one is known, since it is where the last move began.

use quadrille_core::{Counter, Meter, Rng, Stop};

/// Returns the number of moves between proper squares after which more make no difference that was
/// measured: `2 * side^2`, eight times what the measurement needs, and at least 64.
///
/// ```
/// use quadrille_generate::latin::enough_moves;
///
/// assert_eq!((enough_moves(3), enough_moves(10)), (64, 200));
/// ```
pub fn enough_moves(side: usize) -> u64 {
    (2 * side as u64 * side as u64).max(64)
}

/// Makes moves until that many proper squares were visited.
pub(super) fn by_moves(
    side: usize,
    proper: u64,
    rng: &mut Rng,
    meter: &mut Meter<'_>,
) -> Result<Vec<u8>, Stop> {
    let mut cube = Cube::isotope(side, rng);
    for _ in 0..proper {
        let mut improper = None;
        loop {
            meter.count(Counter::Accepted)?;
            improper = cube.step(improper, rng);
            if improper.is_none() {
                break;
            }
        }
    }
    Ok(cube.symbols.iter().map(|symbol| symbol + 1).collect())
}

/// A row, a column and a symbol, from 0.
type Corner = [usize; 3];

/// A cube with a -1.
#[derive(Clone, Copy)]
pub(super) struct Improper {
    /// Where the -1 is.
    at: Corner,
    /// Where the last move began: each line of `at` has a 1 there, beside the one in the tables.
    other: Corner,
}

/// Where the 1 of each line is.
pub(super) struct Cube {
    side: usize,
    /// By row and column.
    pub(super) symbols: Vec<u8>,
    /// By row and symbol.
    columns: Vec<u8>,
    /// By column and symbol.
    rows: Vec<u8>,
}

impl Cube {
    /// Creates the cyclic square with its rows, columns and symbols shuffled.
    pub(super) fn isotope(side: usize, rng: &mut Rng) -> Self {
        let mut orders = [(); 3].map(|()| (0..side).collect::<Vec<usize>>());
        orders.iter_mut().for_each(|order| rng.shuffle(order));
        let [row_order, column_order, symbol_order] = orders;
        let mut cube = Self {
            side,
            symbols: vec![0; side * side],
            columns: vec![0; side * side],
            rows: vec![0; side * side],
        };
        for row in 0..side {
            for column in 0..side {
                let symbol = symbol_order[(row_order[row] + column_order[column]) % side];
                cube.put(row, column, symbol);
            }
        }
        cube
    }

    /// Makes a cell the 1 of its three lines.
    fn put(&mut self, row: usize, column: usize, symbol: usize) {
        self.symbols[row * self.side + column] = symbol as u8;
        self.columns[row * self.side + symbol] = column as u8;
        self.rows[column * self.side + symbol] = row as u8;
    }

    fn symbol(&mut self, row: usize, column: usize) -> &mut u8 {
        &mut self.symbols[row * self.side + column]
    }

    fn column(&mut self, row: usize, symbol: usize) -> &mut u8 {
        &mut self.columns[row * self.side + symbol]
    }

    fn row(&mut self, column: usize, symbol: usize) -> &mut u8 {
        &mut self.rows[column * self.side + symbol]
    }

    /// Makes a move, from the -1 if there is one, and returns the -1 that it leaves.
    pub(super) fn step(&mut self, improper: Option<Improper>, rng: &mut Rng) -> Option<Improper> {
        let ([r, c, s], [r1, c1, s1]) = match improper {
            None => {
                let (r, c) = (rng.below(self.side), rng.below(self.side));
                let s1 = usize::from(*self.symbol(r, c));
                // Any symbol but that of the cell.
                let s = (s1 + 1 + rng.below(self.side - 1)) % self.side;
                let (r1, c1) = (usize::from(*self.row(c, s)), usize::from(*self.column(r, s)));
                self.put(r, c, s);
                ([r, c, s], [r1, c1, s1])
            }
            Some(Improper { at: [r, c, s], other }) => {
                let coins = rng.below(8);
                // What is not chosen remains the 1 of the line.
                let choose = |kept: &mut u8, other: usize, coin: usize| {
                    if coins >> coin & 1 == 0 {
                        return other;
                    }
                    usize::from(std::mem::replace(kept, other as u8))
                };
                let r1 = choose(self.row(c, s), other[0], 0);
                let c1 = choose(self.column(r, s), other[1], 1);
                let s1 = choose(self.symbol(r, c), other[2], 2);
                ([r, c, s], [r1, c1, s1])
            }
        };
        // Each of these lines had one 1, which moves to the other end.
        *self.symbol(r, c1) = s1 as u8;
        *self.symbol(r1, c) = s1 as u8;
        *self.column(r, s1) = c1 as u8;
        *self.column(r1, s) = c1 as u8;
        *self.row(c, s1) = r1 as u8;
        *self.row(c1, s) = r1 as u8;
        if usize::from(*self.symbol(r1, c1)) == s1 {
            // The last corner was 1: its lines have their 1 where the move added one.
            *self.symbol(r1, c1) = s as u8;
            *self.column(r1, s1) = c as u8;
            *self.row(c1, s1) = r as u8;
            return None;
        }
        Some(Improper { at: [r1, c1, s1], other: [r, c, s] })
    }

    /// Returns all cells of the cube.
    #[cfg(test)]
    pub(super) fn cells(&self, improper: Option<Improper>) -> Vec<i8> {
        let side = self.side;
        let mut cells = vec![0; side * side * side];
        for (cell, &symbol) in self.symbols.iter().enumerate() {
            cells[cell * side + usize::from(symbol)] = 1;
        }
        if let Some(Improper { at, other }) = improper {
            let cell = (at[0] * side + at[1]) * side;
            cells[cell + at[2]] = -1;
            // The second 1 of the line along the symbols; the others are 1s of other cells.
            cells[cell + other[2]] = 1;
        }
        cells
    }
}
