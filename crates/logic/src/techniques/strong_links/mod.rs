//! Strong links of one digit in a chain: Skyscraper, Two-String Kite, Turbot Fish, Empty Rectangle
//! and their longer relatives.

mod link;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::DigitSet;

use crate::board::{Array, Board};
use crate::cells::{CellSet, each};
use crate::deduction::{Deduction, candidate, listed, part};
use crate::grid::LogicGrid;
use crate::technique::{Kind, Sink, Technique, search_every_board};
use link::{End, Link, first_house, links, union};

/// The most links in a chain.
const MOST: usize = 6;

/// Two to six strong links of a digit, each in a house. One end of each link and one of the next
/// share a house, so they are not both true. Then one of the two ends of the chain is true, and cells
/// that see both do not hold the digit. If the ends of the chain share a house too, every pair of ends
/// that share a house has this effect.
///
/// In the evidence, `houses` are those of the links and, in between, those that join two; for a ring
/// another one joins the last link to the first. `cells` are the places of the digit in the links, and
/// `parts` the two ends of each link in the direction of the chain.
///
/// Which links there are, and which chain comes first, follows SukakuExplainer's strong links.
pub(super) struct StrongLinks {
    id: &'static str,
    kinds: &'static [Kind],
    count: usize,
}

/// The kinds differ in the houses of the links, in this order: parallel lines; rows and columns; boxes
/// and parallel lines; boxes, rows and columns; and if a link has more than two places, grouped.
const fn family(id: &'static str, kinds: &'static [Kind; 5], count: usize) -> StrongLinks {
    StrongLinks { id, kinds, count }
}

pub(super) const TWO: StrongLinks = family(
    "strong-links-2",
    &[
        Kind { id: "skyscraper", title: "Skyscraper" },
        Kind { id: "two-string-kite", title: "Two-String Kite" },
        Kind { id: "turbot-fish", title: "Turbot Fish" },
        Kind { id: "strong-links-2-mixed", title: "2 strong links in boxes, rows and columns" },
        Kind { id: "empty-rectangle", title: "Empty Rectangle or grouped Turbot Fish" },
    ],
    2,
);

pub(super) const THREE: StrongLinks = family(
    "strong-links-3",
    &[
        Kind { id: "strong-links-3-parallel", title: "3 strong links in parallel lines" },
        Kind { id: "strong-links-3-crossing", title: "3 strong links in rows and columns" },
        Kind { id: "strong-links-3-box", title: "3 strong links in boxes and parallel lines" },
        Kind { id: "strong-links-3-mixed", title: "3 strong links in boxes, rows and columns" },
        Kind { id: "strong-links-3-grouped", title: "3 grouped strong links" },
    ],
    3,
);

pub(super) const FOUR: StrongLinks = family(
    "strong-links-4",
    &[
        Kind { id: "strong-links-4-parallel", title: "4 strong links in parallel lines" },
        Kind { id: "strong-links-4-crossing", title: "4 strong links in rows and columns" },
        Kind { id: "strong-links-4-box", title: "4 strong links in boxes and parallel lines" },
        Kind { id: "strong-links-4-mixed", title: "4 strong links in boxes, rows and columns" },
        Kind { id: "strong-links-4-grouped", title: "4 grouped strong links" },
    ],
    4,
);

pub(super) const FIVE: StrongLinks = family(
    "strong-links-5",
    &[
        Kind { id: "strong-links-5-parallel", title: "5 strong links in parallel lines" },
        Kind { id: "strong-links-5-crossing", title: "5 strong links in rows and columns" },
        Kind { id: "strong-links-5-box", title: "5 strong links in boxes and parallel lines" },
        Kind { id: "strong-links-5-mixed", title: "5 strong links in boxes, rows and columns" },
        Kind { id: "strong-links-5-grouped", title: "5 grouped strong links" },
    ],
    5,
);

pub(super) const SIX: StrongLinks = family(
    "strong-links-6",
    &[
        Kind { id: "strong-links-6-parallel", title: "6 strong links in parallel lines" },
        Kind { id: "strong-links-6-crossing", title: "6 strong links in rows and columns" },
        Kind { id: "strong-links-6-box", title: "6 strong links in boxes and parallel lines" },
        Kind { id: "strong-links-6-mixed", title: "6 strong links in boxes, rows and columns" },
        Kind { id: "strong-links-6-grouped", title: "6 grouped strong links" },
    ],
    6,
);

impl Technique for StrongLinks {
    fn id(&self) -> &'static str {
        self.id
    }

    fn kinds(&self) -> &'static [Kind] {
        self.kinds
    }

    search_every_board!();
}

impl StrongLinks {
    fn search<B: Board>(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let (board, mut found) = (grid.board(), Vec::new());
        for digit in 0..board.side() {
            let links = links(grid, digit);
            if links.len() >= self.count {
                let places = grid.cells_of(digit);
                Search::new(board, &links, digit, places, &mut found).all(self.count, sink)?;
            }
        }
        found.sort_by_cached_key(|found| {
            let rating = sink.rating(self.kinds[found.kind].id);
            (rating, std::cmp::Reverse(found.count), found.name, found.order)
        });
        for found in found {
            let removed = found.removed.each();
            let mut deduction = Deduction {
                kind: self.kinds[found.kind].id,
                eliminations: removed.map(|cell| candidate(cell, found.digit)).collect(),
                ..Deduction::default()
            };
            if sink.wants_evidence() {
                deduction.cells = listed(found.cells);
                deduction.digits = DigitSet::from_bits(1 << found.digit);
                deduction.houses =
                    found.houses[..found.houses_len].iter().map(|&h| board.named(h)).collect();
                let ends = &found.ends[..2 * self.count];
                deduction.parts = ends.iter().map(|&end| part(end, 1 << found.digit)).collect();
            }
            sink.take(deduction)?;
        }
        Continue(())
    }
}

/// A deduction with what decides its place among others.
struct Found<C> {
    digit: usize,
    removed: C,
    /// How often the chain shows that a cell does not hold the digit: a ring can show it twice.
    count: u32,
    /// The index of the kind.
    kind: usize,
    /// The number of grouped links, then the kinds of houses, as decimal digits.
    name: u32,
    /// The place in the order in which SukakuExplainer comes to it: the kinds of houses, last first;
    /// the digit; the links; their permutation; their directions.
    order: (u32, usize, u64, usize, u32),
    cells: C,
    /// The ends of the links in the direction of the chain.
    ends: [C; 2 * MOST],
    houses: [usize; 2 * MOST],
    houses_len: usize,
}

/// Links in a row, each with the index of the end at which the chain enters it.
#[derive(Clone, Copy)]
struct Chain {
    links: [(u8, u8); MOST],
    len: usize,
}

impl Chain {
    const EMPTY: Self = Self { links: [(0, 0); MOST], len: 0 };
}

struct Search<'s, B: Board> {
    board: B,
    links: &'s [Link<B>],
    digit: usize,
    places: B::Cells,
    /// For each house, the ends of links in it.
    ends_in: B::OfHouses<Ends>,
    /// For each link, the ends of the links that have a cell in common with it.
    overlaps: [Ends; MOST_LINKS],
    chain: Chain,
    found: &'s mut Vec<Found<B::Cells>>,
}

/// A set of ends of links: bit `2 * link + end`.
type Ends = u128;

/// A link in each house, and another in each box.
const MOST_LINKS: usize = 64;

impl<'s, B: Board> Search<'s, B> {
    fn new(
        board: B,
        links: &'s [Link<B>],
        digit: usize,
        places: B::Cells,
        found: &'s mut Vec<Found<B::Cells>>,
    ) -> Self {
        let mut ends_in: B::OfHouses<Ends> = Array::filled(0);
        let mut overlaps = [0; MOST_LINKS];
        for (index, link) in links.iter().enumerate() {
            for (end, group) in link.ends.iter().enumerate() {
                for house in houses_of(group.houses) {
                    ends_in[house] |= 1 << (2 * index + end);
                }
            }
            for (other, with) in links.iter().enumerate() {
                if !(link.cells & with.cells).is_empty() {
                    overlaps[index] |= 3 << (2 * other);
                }
            }
        }
        let chain = Chain::EMPTY;
        Self { board, links, digit, places, ends_in, overlaps, chain, found }
    }

    fn all(&mut self, count: usize, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        for link in 0..self.links.len() {
            sink.poll()?;
            for entry in 0..2 {
                self.chain.links[0] = (link as u8, entry);
                self.chain.len = 1;
                self.extend(count, self.overlaps[link]);
            }
        }
        Continue(())
    }

    /// Adds links that have none of the ends in `used`.
    fn extend(&mut self, count: usize, used: Ends) {
        let len = self.chain.len;
        let houses = houses_of(self.at(len - 1).2.houses);
        let near = houses.fold(0, |near, house| near | self.ends_in[house]) & !used;
        for end in each(near) {
            let link = end / 2;
            self.chain.links[len] = (link as u8, end as u8 % 2);
            self.chain.len = len + 1;
            if len + 1 == count {
                self.close();
            } else {
                self.extend(count, used | self.overlaps[link]);
            }
        }
        self.chain.len = len;
    }

    /// The link at a place of the chain, and its ends in the direction of the chain.
    fn at(&self, place: usize) -> (&Link<B>, &End<B>, &End<B>) {
        let (link, entry) = self.chain.links[place];
        let link = &self.links[usize::from(link)];
        (link, &link.ends[usize::from(entry)], &link.ends[1 - usize::from(entry)])
    }

    /// Looks at what a chain of the wanted length shows.
    fn close(&mut self) {
        let len = self.chain.len;
        let ((first, start, _), (last, _, end)) = (self.at(0), self.at(len - 1));
        // Each chain is met from both ends.
        if first.order > last.order {
            return;
        }
        let ring = start.houses & end.houses;
        if ring == 0 && (start.sees & end.sees & self.places).is_empty() {
            return;
        }
        if ring != 0 {
            // A ring is met from each of its links, in both directions.
            let is_first = (1..len).all(|place| first.order < self.at(place).0.order);
            if !is_first || self.chain.links[0].1 != 0 {
                return;
            }
        }
        let mut bases = [0; MOST];
        let mut joints = [0; MOST];
        for place in 0..len {
            bases[place] = self.at(place).0.house;
            if place + 1 < len {
                joints[place] =
                    first_house(self.board, self.at(place).2.houses & self.at(place + 1).1.houses);
            }
        }
        let places = self.places & !union(self.board, &bases[..len]);
        let mut removed = start.sees & end.sees & places;
        let mut count = removed.len();
        if ring == 0 {
            removed &= !union(self.board, &joints[..len - 1]);
            count = removed.len();
        } else {
            for place in 0..len - 1 {
                let seen = self.at(place).2.sees & self.at(place + 1).1.sees & places;
                count += seen.len();
                removed |= seen;
            }
        }
        if removed.is_empty() {
            return;
        }
        let mut houses = [0; 2 * MOST];
        for place in 0..len {
            houses[2 * place] = bases[place];
            houses[2 * place + 1] = joints[place];
        }
        if ring != 0 {
            houses[2 * len - 1] = first_house(self.board, ring);
        }
        let houses_len = if ring == 0 { 2 * len - 1 } else { 2 * len };
        let none = B::Cells::NONE;
        let cells = (0..len).fold(none, |cells, place| cells | self.at(place).0.cells);
        let mut ends = [none; 2 * MOST];
        for place in 0..len {
            let (_, entry, exit) = self.at(place);
            (ends[2 * place], ends[2 * place + 1]) = (entry.cells, exit.cells);
        }
        let (kind, name) = self.name();
        let order = self.order();
        let digit = self.digit;
        self.found.push(Found {
            digit,
            removed,
            count,
            kind,
            name,
            order,
            cells,
            ends,
            houses,
            houses_len,
        });
    }

    /// The index of the kind, and the number by which SukakuExplainer names the chain: the number of
    /// grouped links, then 0 for a box, and 1 and 2 for lines: the least such number for the
    /// chain and its mirror images.
    fn name(&self) -> (usize, u32) {
        let len = self.chain.len;
        let kind_at = |place: usize| u32::from(self.at(place).0.kind);
        let swapped = |kind: u32| if kind == 0 { 0 } else { 3 - kind };
        let number = |digits: &mut dyn Iterator<Item = u32>| {
            digits.fold(0, |number, digit| 10 * number + digit)
        };
        let numbers = [
            number(&mut (0..len).map(kind_at)),
            number(&mut (0..len).rev().map(kind_at)),
            number(&mut (0..len).map(kind_at).map(swapped)),
            number(&mut (0..len).rev().map(kind_at).map(swapped)),
        ];
        let least = numbers.into_iter().min().unwrap_or_default();
        let grouped = (0..len).filter(|&place| self.at(place).0.is_grouped).count();
        let has = |kind: u32| (0..len).any(|place| kind_at(place) == kind);
        let kind = match (has(0), has(1) && has(2)) {
            _ if grouped > 0 => 4,
            (false, false) => 0,
            (false, true) => 1,
            (true, false) => 2,
            (true, true) => 3,
        };
        (kind, grouped as u32 * 10_u32.pow(len as u32) + least)
    }

    fn order(&self) -> (u32, usize, u64, usize, u32) {
        let len = self.chain.len;
        let mut sorted: Vec<&Link<B>> = (0..len).map(|place| self.at(place).0).collect();
        sorted.sort_by_key(|link| link.order);
        let kinds = sorted.iter().rev().fold(0, |kinds, link| 3 * kinds + u32::from(link.kind));
        let links = sorted.iter().fold(0, |links, link| links << 7 | u64::from(link.order));
        let rank = |place: usize| {
            let order = self.at(place).0.order;
            sorted.iter().take_while(|link| link.order < order).count()
        };
        let permutation: Vec<usize> = (0..len).map(rank).collect();
        let directions = self.chain.links[..len].iter();
        let directions = directions.fold(0, |bits, &(_, entry)| bits << 1 | u32::from(entry));
        (kinds, self.digit, links, place_of(&permutation), directions)
    }
}

/// Iterates over a set of houses.
fn houses_of(mut houses: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let house = houses.trailing_zeros();
        houses &= houses.wrapping_sub(1);
        (house < 64).then_some(house as usize)
    })
}

/// The place of a permutation in the order of Phillip Paul Fuchs's counting algorithm
/// (<https://www.quickperm.org/>), in which SukakuExplainer goes through them.
fn place_of(wanted: &[usize]) -> usize {
    let len = wanted.len();
    let mut permutation: Vec<usize> = (0..len).collect();
    let mut weights: Vec<usize> = (0..=len).collect();
    let mut place = 0;
    let mut upper = 1;
    while permutation != wanted && upper < len {
        weights[upper] -= 1;
        let lower = upper % 2 * weights[upper];
        permutation.swap(lower, upper);
        place += 1;
        upper = 1;
        while weights[upper] == 0 {
            weights[upper] = upper;
            upper += 1;
        }
    }
    place
}
