//! SK loop: eight pairs of cells around four filled ones.

use std::ops::ControlFlow;

use super::{Pattern, report};
use crate::cells::{Cells, bits};
use crate::grid::LogicGrid;
use crate::houses::{BOXES, COLUMNS, HOUSES, ROWS};
use crate::technique::{Kind, Sink, Technique};

/// Four filled cells where two rows and two columns cross, in four boxes. In each box, two cells beside the
/// filled one are in its row, and two in its column. These eight pairs form a loop: each shares a row or a
/// column with the pair before or after it, and the box with the other one. The digits of a pair are linked
/// in one of its two houses or in the other.
///
/// Some cells of the pairs may be filled, but of fewer than [`LEAST`] empty ones the loop is one of cells
/// rather than pairs, which is left to chains.
///
/// If there are as many links, each a digit in one of the eight houses, as empty cells in the pairs, each
/// is true in these cells: its house has the digit nowhere else, and a pair that is linked with both
/// neighbors by a digit does not have it. That holds for each choice of as few links for a digit.
///
/// In the evidence, `cells` are those of the loop, `houses` the eight houses and `parts` their cells and
/// digits for one choice of links.
///
/// Found by Steve Kurzhals for the puzzle Easter Monster:
/// <http://forum.enjoysudoku.com/sk-and-related-loops-t35883.html>.
pub(in crate::techniques) struct SkLoop;

/// The fewest empty cells of a loop.
const LEAST: u32 = 12;

impl Technique for SkLoop {
    fn id(&self) -> &'static str {
        "sk-loop"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind { id: "sk-loop", title: "SK loop" }]
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let apart =
            || (0..9).flat_map(|first| (first / 3 * 3 + 3..9).map(move |second| [first, second]));
        let mut found = Vec::new();
        for rows in apart() {
            for columns in apart() {
                found.extend(pattern(grid, rows, columns));
            }
        }
        report("sk-loop", found, sink)?;
        sink.poll()
    }
}

/// The loop around the cells where two rows and two columns cross.
fn pattern(grid: &LogicGrid, rows: [usize; 2], columns: [usize; 2]) -> Option<Pattern<'_>> {
    let is_filled = |row: usize| columns.iter().all(|column| grid.value(9 * row + column) != 0);
    if !rows.into_iter().all(is_filled) {
        return None;
    }
    let houses = houses(rows, columns);
    // Pair and link have the same number if the pair is before the link.
    let pairs: [Cells; 8] = std::array::from_fn(|pair| {
        let both = HOUSES[houses[pair]] & HOUSES[houses[(pair + 7) % 8]];
        both & grid.empty()
    });
    if pairs.contains(&0) {
        return None;
    }
    let cells = pairs.iter().fold(0, |all, pair| all | pair);
    if cells.count_ones() < LEAST {
        return None;
    }
    let mut pattern = Pattern { grid, cells, links: [0; 27], removed: [0; 81] };
    let covers: [&Cover; 9] = std::array::from_fn(|digit| {
        let has = |&pair: &usize| pairs[pair] & grid.cells_of(digit) != 0;
        &COVERS[(0..8).filter(has).fold(0, |having, pair| having | 1 << pair)]
    });
    let is_closed = covers.iter().fold(0, |links, cover| links | cover.links) == 255;
    let count: u32 = covers.iter().map(|cover| u32::from(cover.size)).sum();
    if !is_closed || count != cells.count_ones() {
        return None;
    }
    for (digit, cover) in covers.iter().enumerate() {
        for link in bits(cover.links.into()) {
            pattern.remove(HOUSES[houses[link]] & !cells, digit);
        }
        for pair in bits(cover.twice.into()) {
            pattern.remove(pairs[pair], digit);
        }
        for link in bits(cover.chosen.into()) {
            pattern.links[houses[link]] |= 1 << digit;
        }
    }
    (pattern.removed != [0; 81]).then_some(pattern)
}

/// The houses of the links around the loop: the row, the box, the column and so forth.
fn houses(rows: [usize; 2], columns: [usize; 2]) -> [usize; 8] {
    let of_box = |row: usize, column: usize| BOXES.start + row / 3 * 3 + column / 3;
    let [top, bottom] = rows;
    let [left, right] = columns;
    [
        ROWS.start + top,
        of_box(top, right),
        COLUMNS.start + right,
        of_box(bottom, right),
        ROWS.start + bottom,
        of_box(bottom, left),
        COLUMNS.start + left,
        of_box(top, left),
    ]
}

/// The fewest links for some of the pairs.
#[derive(Clone, Copy)]
struct Cover {
    /// How many they are.
    size: u8,
    /// The links of some choice of as few.
    links: u8,
    /// The pairs that have two links of a choice.
    twice: u8,
    /// The links of one choice.
    chosen: u8,
}

/// The fewest links for each set of pairs that have a digit.
static COVERS: [Cover; 256] = covers();

const fn covers() -> [Cover; 256] {
    let mut covers = [Cover { size: 9, links: 0, twice: 0, chosen: 0 }; 256];
    let mut pairs = 0;
    while pairs < 256 {
        let mut links: u8 = 0;
        loop {
            // A link joins the pair with its number and the next one.
            let next = links.rotate_left(1);
            let (size, cover) = (links.count_ones() as u8, &mut covers[pairs]);
            if pairs as u8 & !(links | next) == 0 && size <= cover.size {
                if size < cover.size {
                    *cover = Cover { size, links: 0, twice: 0, chosen: links };
                }
                cover.links |= links;
                cover.twice |= links & next;
            }
            if links == 255 {
                break;
            }
            links += 1;
        }
        pairs += 1;
    }
    covers
}
