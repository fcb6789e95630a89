//! The 4x4 game without edges, solved: the value of every position up to symmetry.
//!
//! A position is a number of 48 bits: four rows of four cells of three bits, the first cell
//! highest. Rows and columns may be reordered within bands and stacks, those as wholes, and the
//! board transposed: 128 symmetries. Digits are points, so they stay. The canonical form is the
//! least image; row orders need no trying, since the least is found by sorting.

use quadrille_engine::CancelFlag;

use crate::agents::passing::Terms;

/// A canonical position.
type Key = u64;

const CELLS: usize = 16;
const ROW_BITS: u32 = 12;
/// Positions between two looks at the flag: some milliseconds.
const LOOK: usize = 1024;

/// All positions by layers of filled cells, with their values.
pub(crate) struct Solved {
    terms: Terms,
    layers: Vec<Layer>,
    orders: Orders,
}

struct Layer {
    /// Ascending.
    keys: Vec<Key>,
    /// For the mover, where the last move was no pass.
    values: Vec<i32>,
}

/// The eight column orders, applied to a row by looking it up.
struct Orders(Vec<[u16; 8]>);

impl Orders {
    fn new() -> Self {
        let mut orders = Vec::new();
        for [a, b] in [[0, 2], [2, 0]] {
            for flips in 0..4 {
                orders.push([
                    a + (flips & 1),
                    a + 1 - (flips & 1),
                    b + (flips >> 1),
                    b + 1 - (flips >> 1),
                ]);
            }
        }
        let image = |row: usize, order: [usize; 4]| {
            order.into_iter().fold(0, |image, column| image << 3 | (row >> (9 - 3 * column) & 7))
        };
        Self(
            (0..1 << ROW_BITS)
                .map(|row| std::array::from_fn(|index| image(row, orders[index]) as u16))
                .collect(),
        )
    }

    /// The least image of a position.
    fn canonical(&self, cells: &[u8; CELLS]) -> Key {
        let row = |at: [usize; 4]| {
            at.into_iter().fold(0, |row, cell| row << 3 | usize::from(cells[cell]))
        };
        let rows: [usize; 4] =
            std::array::from_fn(|r| row([4 * r, 4 * r + 1, 4 * r + 2, 4 * r + 3]));
        let columns: [usize; 4] = std::array::from_fn(|c| row([c, c + 4, c + 8, c + 12]));
        let mut least = Key::MAX;
        for lines in [rows, columns] {
            let images = lines.map(|line| &self.0[line]);
            for order in 0..8 {
                let [a, b, c, d] = images.map(|image| Key::from(image[order]));
                let band = |x: Key, y: Key| x.min(y) << ROW_BITS | x.max(y);
                let (top, bottom) = (band(a, b), band(c, d));
                least = least.min(top.min(bottom) << (2 * ROW_BITS) | top.max(bottom));
            }
        }
        least
    }
}

fn cells_of(key: Key) -> [u8; CELLS] {
    std::array::from_fn(|cell| (key >> (45 - 3 * cell) & 7) as u8)
}

/// The houses of a cell as masks of cells.
const fn houses_of(cell: usize) -> [u16; 3] {
    let (row, column) = (cell / 4, cell % 4);
    let corner = (row / 2) * 8 + (column / 2) * 2;
    [0xf << (4 * row), 0x1111 << column, 0x33 << corner]
}

/// Calls `each` with cell, digit and completed houses of every legal placement, cells in order and
/// digits descending.
fn placements(cells: &[u8; CELLS], mut each: impl FnMut(usize, u8, i32)) {
    let mut held = [0_u16; 5];
    for (cell, &digit) in cells.iter().enumerate() {
        held[usize::from(digit)] |= 1 << cell;
    }
    let empty = held[0];
    for cell in (0..CELLS).filter(|cell| empty >> cell & 1 != 0) {
        let houses = houses_of(cell);
        let seen = houses[0] | houses[1] | houses[2];
        let completed = houses.iter().filter(|&&house| house & empty == 1 << cell).count() as i32;
        for digit in (1..=4_u8).rev() {
            if held[usize::from(digit)] & seen == 0 {
                each(cell, digit, completed);
            }
        }
    }
}

impl Solved {
    /// Solves the game under these terms; `None` where the flag is raised meanwhile.
    pub(crate) fn new(terms: Terms, cancel: &CancelFlag) -> Option<Self> {
        let orders = Orders::new();
        let mut layers: Vec<Vec<Key>> = vec![vec![0]];
        for _ in 0..CELLS {
            let mut next = Vec::new();
            for (index, &key) in layers.last().expect("the empty board").iter().enumerate() {
                if index.is_multiple_of(LOOK) && cancel.is_cancelled() {
                    return None;
                }
                let mut cells = cells_of(key);
                placements(&cells.clone(), |cell, digit, _| {
                    cells[cell] = digit;
                    next.push(orders.canonical(&cells));
                    cells[cell] = 0;
                });
            }
            next.sort_unstable();
            next.dedup();
            next.shrink_to_fit();
            layers.push(next);
        }
        let mut solved = Self { terms, layers: Vec::new(), orders };
        for keys in layers.into_iter().rev() {
            // The layers so far are those after this one, the full boards first.
            let mut values = Vec::with_capacity(keys.len());
            for (index, &key) in keys.iter().enumerate() {
                if index.is_multiple_of(LOOK) && cancel.is_cancelled() {
                    return None;
                }
                let best = solved.best(&cells_of(key), solved.layers.last());
                values.push(best.map_or(0, |best| terms.with_pass(best)));
            }
            solved.layers.push(Layer { keys, values });
        }
        solved.layers.reverse();
        Some(solved)
    }

    fn best(&self, cells: &[u8; CELLS], next: Option<&Layer>) -> Option<i32> {
        let mut best = None;
        self.worth(cells, next, |_, _, value| best = best.max(Some(value)));
        best
    }

    /// Calls `each` with cell, digit and value of every legal placement.
    fn worth(
        &self,
        cells: &[u8; CELLS],
        next: Option<&Layer>,
        mut each: impl FnMut(usize, u8, i32),
    ) {
        let mut child = *cells;
        placements(cells, |cell, digit, completed| {
            let gain = i32::from(digit) + self.terms.bonus * completed;
            child[cell] = digit;
            let key = self.orders.canonical(&child);
            child[cell] = 0;
            let layer = next.expect("a board with a placement is not full");
            let index = layer.keys.binary_search(&key).expect("every child is in the next layer");
            each(cell, digit, gain - layer.values[index]);
        });
    }

    /// The placements of a position with their values, cells in order and digits descending.
    pub(crate) fn moves(&self, cells: &[u8; CELLS]) -> Vec<(usize, u8, i32)> {
        let filled = cells.iter().filter(|&&digit| digit != 0).count();
        let mut moves = Vec::new();
        let next = self.layers.get(filled + 1);
        self.worth(cells, next, |cell, digit, value| moves.push((cell, digit, value)));
        moves
    }

    /// The terms.
    pub(crate) fn terms(&self) -> Terms {
        self.terms
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Passing;

    #[test]
    fn a_raised_flag_ends_the_solving() {
        let cancel = CancelFlag::new();
        cancel.cancel();
        let terms = Terms { bonus: 16, pass_cost: 4, passing: Passing::Forbidden };
        assert!(Solved::new(terms, &cancel).is_none());
    }

    #[test]
    fn the_game_has_the_published_size_and_values() {
        let sizes = [
            1, 4, 38, 280, 1918, 9468, 32_922, 75_948, 116_628, 118_080, 79_812, 35_640, 10_881,
            2244, 372, 36, 6,
        ];
        let expected = [
            (Passing::Forbidden, -9, [-9, -11, -12, -13]),
            (Passing::TwoPassEnd, 0, [0, -1, -1, -2]),
            (Passing::NoDoublePass, 0, [0, -1, -2, -3]),
        ];
        for (passing, value, by_digit) in expected {
            let terms = Terms { bonus: 16, pass_cost: 4, passing };
            let solved = Solved::new(terms, &CancelFlag::new()).unwrap();
            let counted: Vec<usize> = solved.layers.iter().map(|layer| layer.keys.len()).collect();
            assert_eq!(counted, sizes);
            assert_eq!(counted.iter().sum::<usize>(), 484_278);
            assert_eq!(solved.layers[0].values, [value], "{passing}");
            let moves = solved.moves(&[0; CELLS]);
            let firsts: Vec<i32> = moves[..4].iter().map(|&(_, _, value)| value).collect();
            assert_eq!(firsts, by_digit, "{passing}");
            let terminal = solved
                .layers
                .iter()
                .flat_map(|layer| &layer.keys)
                .filter(|&&key| {
                    let mut any = false;
                    placements(&cells_of(key), |_, _, _| any = true);
                    !any
                })
                .count();
            assert_eq!(terminal, 1560);
        }
    }
}
