//! Second solutions found without a search: two digits, or two lines of a chute, are swapped in a
//! part of a solved 9x9 grid.
//!
//! The cells of two digits fall into parts that share no house; in each part, the two may be
//! swapped. The columns of two rows of a band fall into parts that hold the same digits in both
//! rows, and so do the rows of two columns of a stack. If a proper puzzle has a single given in
//! such a part, that given is needed. In puzzles with 17 givens, this settles four of five.

use crate::board::validate_nine;

/// Returns the cells of givens that a swap shows to be needed, a bit each; the others may be
/// needed, too. Givens and solution are ASCII digits; any other byte is an empty cell. Every second
/// solution is validated.
pub(super) fn needed_by_swaps(givens: &[u8; 81], solution: &[u8; 81]) -> u128 {
    let places = Places::of(givens, solution);
    let mut needed = 0;
    let mut open = *givens;
    for cell in 0..81 {
        if matches!(givens[cell], b'1'..=b'9')
            && let Some(second) = places.without(cell)
        {
            open[cell] = b'.';
            let second = second.applied(solution, &places);
            let sound = validate_nine(&open, &second) && second[cell] != givens[cell];
            assert!(sound, "a swap gives another solution");
            open[cell] = givens[cell];
            needed |= 1 << cell;
        }
    }
    needed
}

/// The places of the digits of a solution. Digits and houses count from 0.
struct Places {
    /// By row and column.
    digit: [[u8; 9]; 9],
    /// By digit and row.
    column: [[u8; 9]; 9],
    /// By digit and column.
    row: [[u8; 9]; 9],
    /// By digit and box.
    row_in_box: [[u8; 9]; 9],
    /// The columns with a given in a row, a bit each.
    given: [u16; 9],
}

/// A part of the grid in which digits or lines can be swapped.
enum Part {
    /// Two digits, in these rows.
    Digits([usize; 2], u16),
    /// Two rows, in these columns.
    Rows([usize; 2], u16),
    /// Two columns, in these rows.
    Columns([usize; 2], u16),
}

impl Places {
    fn of(givens: &[u8; 81], solution: &[u8; 81]) -> Self {
        let none = [[0; 9]; 9];
        let (digit, column, row, row_in_box) = (none, none, none, none);
        let mut places = Self { digit, column, row, row_in_box, given: [0; 9] };
        for r in 0..9 {
            for c in 0..9 {
                let digit = solution[9 * r + c] - b'1';
                let of_digit = usize::from(digit);
                places.digit[r][c] = digit;
                places.column[of_digit][r] = c as u8;
                places.row[of_digit][c] = r as u8;
                places.row_in_box[of_digit][r / 3 * 3 + c / 3] = r as u8;
                let is_given = matches!(givens[9 * r + c], b'1'..=b'9');
                places.given[r] |= u16::from(is_given) << c;
            }
        }
        places
    }

    /// Returns a part in which this cell holds the only given.
    fn without(&self, cell: usize) -> Option<Part> {
        let (row, column) = (cell / 9, cell % 9);
        let others = |line: usize| [line / 3 * 3 + (line + 1) % 3, line / 3 * 3 + (line + 2) % 3];
        let rows = others(row).into_iter().find_map(|other| self.rows([row, other], column));
        let columns =
            || others(column).into_iter().find_map(|other| self.columns([column, other], row));
        let digit = usize::from(self.digit[row][column]);
        let digits = || {
            let others = (0..9).filter(|&other| other != digit);
            others.into_iter().find_map(|other| self.digits([digit, other], row))
        };
        rows.or_else(columns).or_else(digits)
    }

    /// Returns the columns in which two rows must be swapped if they are swapped in one column;
    /// `None` if they hold more than one given. Goes from each digit of the second row to the same
    /// digit of the first, until the cycle closes.
    fn rows(&self, [a, b]: [usize; 2], from: usize) -> Option<Part> {
        let (mut columns, mut givens) = (0, 0);
        let mut column = from;
        loop {
            columns |= 1 << column;
            givens += self.is_given(a, column) + self.is_given(b, column);
            if givens > 1 {
                return None;
            }
            column = usize::from(self.column[usize::from(self.digit[b][column])][a]);
            if column == from {
                return Some(Part::Rows([a, b], columns));
            }
        }
    }

    fn columns(&self, [a, b]: [usize; 2], from: usize) -> Option<Part> {
        let (mut rows, mut givens) = (0, 0);
        let mut row = from;
        loop {
            rows |= 1 << row;
            givens += self.is_given(row, a) + self.is_given(row, b);
            if givens > 1 {
                return None;
            }
            row = usize::from(self.row[usize::from(self.digit[row][b])][a]);
            if row == from {
                return Some(Part::Columns([a, b], rows));
            }
        }
    }

    /// Returns the rows in which two digits must be swapped if they are swapped in one row.
    /// Following the first digit to the second suffices: every row of a closed set is entered once,
    /// so none leads out of it.
    fn digits(&self, [a, b]: [usize; 2], from: usize) -> Option<Part> {
        let mut rows = 1_u16 << from;
        let (mut open, mut givens) = (rows, 0);
        while open != 0 {
            let row = open.trailing_zeros() as usize;
            open &= open - 1;
            let column = usize::from(self.column[a][row]);
            givens += self.is_given(row, column);
            givens += self.is_given(row, usize::from(self.column[b][row]));
            if givens > 1 {
                return None;
            }
            let met = 1 << self.row[b][column] | 1 << self.row_in_box[b][row / 3 * 3 + column / 3];
            open |= met & !rows;
            rows |= met;
        }
        Some(Part::Digits([a, b], rows))
    }

    fn is_given(&self, row: usize, column: usize) -> u16 {
        self.given[row] >> column & 1
    }
}

impl Part {
    /// Returns the solution with the part swapped.
    fn applied(&self, solution: &[u8; 81], places: &Places) -> [u8; 81] {
        let mut second = *solution;
        let each = |lines: u16| (0..9).filter(move |line| lines >> line & 1 == 1);
        match *self {
            Self::Digits([a, b], rows) => {
                for row in each(rows) {
                    let at = |digit: usize| 9 * row + usize::from(places.column[digit][row]);
                    second.swap(at(a), at(b));
                }
            }
            Self::Rows([a, b], columns) => {
                each(columns).for_each(|column| second.swap(9 * a + column, 9 * b + column));
            }
            Self::Columns([a, b], rows) => {
                each(rows).for_each(|row| second.swap(9 * row + a, 9 * row + b));
            }
        }
        second
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::solve;

    /// An irregular solved grid: the first solution of a few random givens.
    fn solved(rng: &mut Rng) -> [u8; 81] {
        loop {
            let mut text = [b'.'; 81];
            for _ in 0..12 {
                text[rng.below(81)] = b'1' + rng.below(9) as u8;
            }
            let puzzle = std::str::from_utf8(&text).expect("symbols are ASCII").parse();
            if let Some(solution) = puzzle.ok().and_then(|puzzle| solve::first(&puzzle)) {
                let text = solution.to_string().into_bytes();
                return text.try_into().expect("81 symbols");
            }
        }
    }

    /// Adds the givens that are alone in a connected part of the cells, where `linked` tells which
    /// cells are connected.
    fn alone(
        cells: &[usize],
        givens: &[u8; 81],
        linked: impl Fn(usize, usize) -> bool,
        needed: &mut u128,
    ) {
        let mut part: Vec<usize> = (0..cells.len()).collect();
        for _ in cells {
            for (i, &a) in cells.iter().enumerate() {
                for (j, &b) in cells.iter().enumerate() {
                    if linked(a, b) {
                        part[i] = part[i].min(part[j]);
                    }
                }
            }
        }
        for name in 0..cells.len() {
            let members = cells.iter().zip(&part).filter(|&(_, &part)| part == name);
            let of_part: Vec<usize> =
                members.map(|(&cell, _)| cell).filter(|&cell| givens[cell] != b'.').collect();
            if let [only] = of_part[..] {
                *needed |= 1 << only;
            }
        }
    }

    #[test]
    fn every_part_with_a_single_given_is_found() {
        let mut rng = Rng::from_seed(5);
        let mut total = 0;
        for round in 0..40 {
            let solution = solved(&mut rng);
            let mut givens = solution;
            let mut cells: Vec<usize> = (0..81).collect();
            rng.shuffle(&mut cells);
            for &cell in &cells[..80 - round] {
                givens[cell] = b'.';
            }
            let row: fn(usize) -> usize = |cell| cell / 9;
            let column: fn(usize) -> usize = |cell| cell % 9;
            let in_box = |cell: usize| cell / 27 * 3 + cell % 9 / 3;
            let mut expected = 0;
            for a in b'1'..=b'9' {
                for b in b'1'..a {
                    let cells: Vec<usize> =
                        (0..81).filter(|&cell| [a, b].contains(&solution[cell])).collect();
                    let linked = |x: usize, y: usize| {
                        row(x) == row(y) || column(x) == column(y) || in_box(x) == in_box(y)
                    };
                    alone(&cells, &givens, linked, &mut expected);
                }
            }
            for a in 0..9 {
                for b in (0..a).filter(|b| b / 3 == a / 3) {
                    for (line, across) in [(row, column), (column, row)] {
                        let cells: Vec<usize> =
                            (0..81).filter(|&cell| [a, b].contains(&line(cell))).collect();
                        let linked = |x: usize, y: usize| {
                            across(x) == across(y) || solution[x] == solution[y]
                        };
                        alone(&cells, &givens, linked, &mut expected);
                    }
                }
            }
            let needed = needed_by_swaps(&givens, &solution);
            assert_eq!(needed, expected, "{}", String::from_utf8_lossy(&givens));
            total += needed.count_ones();
        }
        assert!(total > 200, "{total}");
    }
}
