//! Second solutions found without a search: two digits, or two lines of a chute, are swapped in a
//! part of a solved 9x9 grid.
//!
//! The cells of two digits fall into parts that share no house; in each part, the two may be
//! swapped. The columns of two rows of a band fall into parts that hold the same digits in both
//! rows, and so do the rows of two columns of a stack. If a proper puzzle has a single given in
//! this part, that given is needed. In puzzles with 17 givens, this settles four of five.

use crate::board::validate_nine;
use crate::solve::propagate::bits;

/// Returns the cells of givens that a swap shows to be needed, a bit each; the others may be
/// needed, too. Givens and solution are ASCII digits; any other byte is an empty cell. Every second
/// solution is validated.
pub(super) fn needed_by_swaps(givens: &[u8; 81], solution: &[u8; 81]) -> u128 {
    let in_box = |index: usize, place: usize| {
        27 * (index / 3) + 3 * (index % 3) + 9 * (place / 3) + place % 3
    };
    let swaps = Swaps {
        solution,
        rows: Houses::of(in_row, givens, solution),
        columns: Houses::of(in_column, givens, solution),
        boxes: Houses::of(in_box, givens, solution),
    };
    let mut needed = 0;
    let mut open = *givens;
    for cell in 0..81 {
        if matches!(givens[cell], b'1'..=b'9')
            && let Some(second) = swaps.without(cell)
        {
            open[cell] = b'.';
            let sound = validate_nine(&open, &second) && second[cell] != givens[cell];
            assert!(sound, "a swap gives another solution");
            open[cell] = givens[cell];
            needed |= 1 << cell;
        }
    }
    needed
}

fn in_row(row: usize, column: usize) -> usize {
    9 * row + column
}

fn in_column(column: usize, row: usize) -> usize {
    9 * row + column
}

/// The houses of one kind of a solution. Digits, houses and places in them count from 0.
struct Houses {
    /// By house and place.
    digit: [[u8; 9]; 9],
    /// By digit and house.
    place: [[u8; 9]; 9],
    /// The places with a given in a house, a bit each.
    given: [u16; 9],
}

impl Houses {
    /// Creates the table, given the cell at a place of a house.
    fn of(cell: impl Fn(usize, usize) -> usize, givens: &[u8; 81], solution: &[u8; 81]) -> Self {
        let mut all = Self { digit: [[0; 9]; 9], place: [[0; 9]; 9], given: [0; 9] };
        for house in 0..9 {
            for place in 0..9 {
                let cell = cell(house, place);
                let digit = solution[cell] - b'1';
                all.digit[house][place] = digit;
                all.place[usize::from(digit)][house] = place as u8;
                let is_given = matches!(givens[cell], b'1'..=b'9');
                all.given[house] |= u16::from(is_given) << place;
            }
        }
        all
    }

    fn place(&self, digit: usize, house: usize) -> usize {
        usize::from(self.place[digit][house])
    }

    fn is_given(&self, house: usize, place: usize) -> u16 {
        self.given[house] >> place & 1
    }

    /// Returns the places at which two lines must be swapped if they are swapped at one; `None` if
    /// they hold more than one given. Goes from each digit of the second line to the same digit of
    /// the first, until the cycle closes.
    fn cycle(&self, [a, b]: [usize; 2], from: usize) -> Option<u64> {
        let (mut places, mut givens) = (0, 0);
        let mut place = from;
        loop {
            places |= 1 << place;
            givens += self.is_given(a, place) + self.is_given(b, place);
            if givens > 1 {
                return None;
            }
            place = self.place(usize::from(self.digit[b][place]), a);
            if place == from {
                return Some(places);
            }
        }
    }
}

struct Swaps<'s> {
    solution: &'s [u8; 81],
    rows: Houses,
    columns: Houses,
    boxes: Houses,
}

impl Swaps<'_> {
    /// Returns the solution with a part swapped in which this cell holds the only given.
    fn without(&self, cell: usize) -> Option<[u8; 81]> {
        let (row, column) = (cell / 9, cell % 9);
        let digit = usize::from(self.rows.digit[row][column]);
        self.lines(&self.rows, in_row, row, column)
            .or_else(|| self.lines(&self.columns, in_column, column, row))
            .or_else(|| (0..9).find_map(|other| self.digits([digit, other], row)))
    }

    /// Swaps a line with another of its chute.
    fn lines(
        &self,
        lines: &Houses,
        cell: impl Fn(usize, usize) -> usize,
        line: usize,
        place: usize,
    ) -> Option<[u8; 81]> {
        let others = [(line + 1) % 3, (line + 2) % 3].map(|other| line / 3 * 3 + other);
        others.into_iter().find_map(|other| {
            let places = lines.cycle([line, other], place)?;
            Some(self.swapped(places, |place| [line, other].map(|line| cell(line, place))))
        })
    }

    /// Swaps two digits. Following the first one to the second suffices: every row of a closed set
    /// is entered once, so none leads out of it.
    fn digits(&self, [a, b]: [usize; 2], from: usize) -> Option<[u8; 81]> {
        let Self { rows, columns, boxes, .. } = self;
        if a == b {
            return None;
        }
        let mut within = 1_u64 << from;
        let (mut open, mut givens) = (within, 0);
        while open != 0 {
            let row = open.trailing_zeros() as usize;
            open &= open - 1;
            let column = rows.place(a, row);
            givens += rows.is_given(row, column) + rows.is_given(row, rows.place(b, row));
            if givens > 1 {
                return None;
            }
            let row_in_box = row / 3 * 3 + boxes.place(b, row / 3 * 3 + column / 3) / 3;
            let met = 1 << columns.place(b, column) | 1 << row_in_box;
            open |= met & !within;
            within |= met;
        }
        Some(self.swapped(within, |row| [a, b].map(|digit| 9 * row + rows.place(digit, row))))
    }

    /// Returns the solution with the two cells swapped that `pair` returns for each line.
    fn swapped(&self, lines: u64, pair: impl Fn(usize) -> [usize; 2]) -> [u8; 81] {
        let mut second = *self.solution;
        for line in bits(lines) {
            let [a, b] = pair(line as usize);
            second.swap(a, b);
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
