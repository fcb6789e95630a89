//! The almost locked sets of a board, and their links.

use crate::cells::{Cells, bits, each, ones};
use crate::grid::LogicGrid;
use crate::houses::{BOXES, CELLS, COLUMNS, HOUSES, HOUSES_OF, PEERS, ROWS};

/// Cells of a house that have one digit more than they are.
#[derive(Clone)]
pub(super) struct Als {
    pub(super) cells: Cells,
    pub(super) digits: u16,
    /// For each digit, its places in the set.
    pub(super) places: [Cells; 9],
    /// For each digit, the candidates outside the set that see all its places in it.
    pub(super) sees: [Cells; 9],
    /// The digits for which there are any.
    pub(super) live: u16,
}

impl Als {
    fn new(grid: &LogicGrid, cells: Cells, digits: u16) -> Self {
        let (mut places, mut sees, mut live) = ([0; 9], [0; 9], 0);
        for digit in bits(digits) {
            let of_digit = grid.cells_of(digit);
            places[digit] = cells & of_digit;
            sees[digit] =
                each(cells & of_digit).fold(of_digit & !cells, |seen, cell| seen & PEERS[cell]);
            live |= u16::from(sees[digit] != 0) << digit;
        }
        Self { cells, digits, places, sees, live }
    }
}

/// Two sets with one or two digits that are common and restricted.
#[derive(Clone, Copy)]
pub(super) struct Link {
    /// The numbers of the sets, in ascending order.
    pub(super) sets: [usize; 2],
    /// The least and the greatest of the digits, which are equal if there is only one.
    pub(super) digits: [u8; 2],
}

impl Link {
    pub(super) fn is_double(&self) -> bool {
        self.digits[0] != self.digits[1]
    }

    /// The digits as a mask.
    pub(super) fn mask(&self) -> u16 {
        1 << self.digits[0] | 1 << self.digits[1]
    }
}

/// The sets and links of the board that was looked at last.
pub(super) struct Table {
    masks: [u16; 81],
    pub(super) sets: Vec<Als>,
    pub(super) outlines: Vec<Outline>,
    /// For each digit, the sets in which it sees something outside, with what that is.
    pub(super) seeing: [Vec<(usize, Cells)>; 9],
    /// The links by their first set, then by their second one.
    pub(super) links: Vec<Link>,
    /// For each set the number of the first link that begins with it, and the number of links.
    pub(super) starts: Vec<usize>,
    buffer: Buffer,
}

impl Default for Table {
    fn default() -> Self {
        Self {
            masks: [0; 81],
            sets: Vec::new(),
            outlines: Vec::new(),
            seeing: Default::default(),
            links: Vec::new(),
            starts: Vec::new(),
            buffer: Buffer::default(),
        }
    }
}

/// What is looked at of a set most often, in little space.
pub(super) struct Outline {
    pub(super) cells: Cells,
    pub(super) live: u16,
}

/// Memory of the search for links.
#[derive(Default)]
struct Buffer {
    /// Lists of sets by a digit and its first place in the set, from the last set to the first: for each
    /// digit and cell the number of an entry, from 1, or 0.
    heads: Vec<u32>,
    entries: Vec<Entry>,
    /// For each set, the digits that link it with the set that is looked at.
    common: Vec<u16>,
    /// The sets for which there are any.
    linked: Vec<usize>,
}

/// A set in a list.
struct Entry {
    set: usize,
    places: Cells,
    /// The number of the next entry.
    next: u32,
}

impl Table {
    /// Makes it the table of a board.
    pub(super) fn update(&mut self, grid: &LogicGrid) {
        let is_changed = |(cell, mask): (usize, &u16)| *mask != grid.mask(cell);
        if !self.masks.iter().enumerate().any(is_changed) {
            return;
        }
        self.masks = std::array::from_fn(|cell| grid.mask(cell));
        self.sets.clear();
        for house in ROWS.chain(COLUMNS).chain(BOXES) {
            let search = Search { grid, house };
            search.extend(0, 0, 0, 0, &mut self.sets);
        }
        self.link();
    }

    /// The numbers of the links that begin with a set.
    pub(super) fn links_from(&self, set: usize) -> std::ops::Range<usize> {
        self.starts[set]..self.starts[set + 1]
    }

    fn link(&mut self) {
        let Self { sets, outlines, seeing, links, starts, buffer, .. } = self;
        let Buffer { heads, entries, common, linked } = buffer;
        heads.clear();
        heads.resize(9 * 81, 0);
        entries.clear();
        outlines.clear();
        seeing.iter_mut().for_each(Vec::clear);
        for (number, set) in sets.iter().enumerate() {
            outlines.push(Outline { cells: set.cells, live: set.live });
            for digit in bits(set.live) {
                seeing[digit].push((number, set.sees[digit]));
                let places = set.places[digit];
                let head = &mut heads[81 * digit + places.trailing_zeros() as usize];
                entries.push(Entry { set: number, places, next: *head });
                *head = entries.len() as u32;
            }
        }
        links.clear();
        starts.clear();
        common.clear();
        common.resize(sets.len(), 0);
        for (number, set) in sets.iter().enumerate() {
            starts.push(links.len());
            for digit in bits(set.live) {
                for cell in each(set.sees[digit]) {
                    let mut next = heads[81 * digit + cell];
                    while next != 0 {
                        let entry = &entries[next as usize - 1];
                        if entry.set <= number {
                            break;
                        }
                        if entry.places & !set.sees[digit] == 0 {
                            if common[entry.set] == 0 {
                                linked.push(entry.set);
                            }
                            common[entry.set] |= 1 << digit;
                        }
                        next = entry.next;
                    }
                }
            }
            linked.sort_unstable();
            for other in linked.drain(..) {
                let digits = std::mem::take(&mut common[other]);
                if outlines[other].cells & set.cells == 0 {
                    let digits = [digits.trailing_zeros() as u8, digits.ilog2() as u8];
                    links.push(Link { sets: [number, other], digits });
                }
            }
        }
        starts.push(links.len());
    }
}

/// A search for sets in a house.
struct Search<'g> {
    grid: &'g LogicGrid,
    house: usize,
}

impl Search<'_> {
    /// Adds cells from a position on to some that are there.
    fn extend(&self, start: usize, cells: Cells, count: u32, digits: u16, found: &mut Vec<Als>) {
        for (position, &cell) in CELLS[self.house].iter().enumerate().skip(start) {
            let cell = usize::from(cell);
            let mask = self.grid.mask(cell);
            // Each cell that follows takes away one digit at most.
            let digits = digits | mask;
            let left = 8 - position as u32;
            if mask == 0 || ones(digits) > count + left + 2 {
                continue;
            }
            let cells = cells | 1 << cell;
            if ones(digits) == count + 2 && count < 8 && self.is_first(cells, count + 1) {
                found.push(Als::new(self.grid, cells, digits));
            }
            self.extend(position + 1, cells, count + 1, digits, found);
        }
    }

    /// Whether no house before this one has all of the cells.
    fn is_first(&self, cells: Cells, count: u32) -> bool {
        let [_, column, row] = HOUSES_OF[cells.trailing_zeros() as usize];
        let is_in = |house: u8| cells & !HOUSES[usize::from(house)] == 0;
        if BOXES.contains(&self.house) {
            !is_in(row) && !is_in(column)
        } else {
            ROWS.contains(&self.house) || count > 1
        }
    }
}
