//! ALS chain: almost locked sets, each of which is linked with the next.

use std::cmp::Reverse;
use std::ops::ControlFlow::{self, Continue};

use super::sets::{Link, Table};
use super::{Removed, deduction};
use crate::cells::bits;
use crate::grid::LogicGrid;
use crate::technique::{Kind, Sink, Technique};

/// Four or more almost locked sets, each of which has a restricted common digit with the next,
/// another than with the one before. If the first set has its link's digit, the second is without
/// it, so it has the digit of the next link, and so on to the last set, which is without the digit
/// of the last link. So the first or the last set is without one of these digits, and has each of
/// its others: what sees all places of a common digit of these two sets is not this digit.
///
/// In the evidence, `parts` are the sets in order and `digits` the digits that link them.
///
/// As in HoDoKu, sets are added in the order in which they are found, so not all chains are. Of all
/// eliminations that these chains have, those are chosen that are most, then those with the least sum of
/// cells, weighted by their place.
pub(in crate::techniques) struct AlsChain;

impl Technique for AlsChain {
    fn id(&self) -> &'static str {
        "als-chain"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind { id: "als-chain", title: "ALS Chain" }]
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let mut table = std::mem::take(sink.memory::<Table>().0);
        table.update(grid);
        let mut reach = std::mem::take(sink.memory::<Reach>().0);
        reach.update(&table);
        let flow = find(&table, &mut reach, sink);
        *sink.memory::<Table>().0 = table;
        *sink.memory::<Reach>().0 = reach;
        flow
    }
}

/// The fewest links of a chain. Chains with fewer are ALS-XZ and ALS-XY-Wings.
const LEAST_LINKS: usize = 3;

/// Which digits of a link are used after one that used a digit: the first of two that are used is the
/// one that the next link cannot use.
fn used(link: &Link, before: Option<u8>) -> Option<[u8; 2]> {
    let [first, second] = link.digits;
    if before == Some(second) && first != second {
        Some([first; 2])
    } else if before == Some(first) {
        link.is_double().then_some([second; 2])
    } else {
        Some(link.digits)
    }
}

/// Which sets chains can lead to: words of bits for each set that a chain has come to, and the digit of
/// its last link.
#[derive(Default)]
struct Reach {
    words: usize,
    /// With one more link or any number.
    any: Vec<u64>,
    /// With two more links or any number.
    two: Vec<u64>,
    /// For each digit, the sets after one that see, for this digit, some cell that the one sees.
    targets: [Vec<u64>; 9],
}

impl Reach {
    fn state(&self, set: usize, digit: u8) -> std::ops::Range<usize> {
        let start = (9 * set + usize::from(digit)) * self.words;
        start..start + self.words
    }

    fn update(&mut self, table: &Table) {
        let count = table.sets.len();
        self.words = count.div_ceil(64);
        for sets in [&mut self.any, &mut self.two] {
            sets.clear();
            sets.resize(9 * count * self.words, 0);
        }
        for set in (0..count).rev() {
            for digit in bits(table.sets[set].digits) {
                let state = self.state(set, digit as u8);
                for number in table.links_from(set) {
                    let link = &table.links[number];
                    let Some([next, _]) = used(link, Some(digit as u8)) else { continue };
                    let to = link.sets[1];
                    let after = self.state(to, next);
                    // The set that follows has its bits further on.
                    let (before, rest) = self.any.split_at_mut(state.end);
                    let any = &mut before[state.start..];
                    let after = &rest[after.start - state.end..after.end - state.end];
                    let two = &mut self.two[state.clone()];
                    any[to / 64] |= 1 << (to % 64);
                    for ((any, two), after) in any.iter_mut().zip(two).zip(after) {
                        *any |= after;
                        *two |= after;
                    }
                }
            }
        }
    }

    /// Finds the sets with which a set can have an elimination in common.
    fn aim(&mut self, table: &Table, first: usize) {
        let set = &table.sets[first];
        for digit in bits(set.live) {
            let targets = &mut self.targets[digit];
            targets.clear();
            targets.resize(self.words, 0);
            let seeing = &table.seeing[digit];
            let start = seeing.partition_point(|&(number, _)| number <= first);
            for &(number, sees) in &seeing[start..] {
                let is_target = set.sees[digit] & sees != 0;
                targets[number / 64] |= u64::from(is_target) << (number % 64);
            }
        }
    }

    /// The sets with which a set can have an elimination in common, if a digit is not among these.
    fn wanted(&self, live: u16, digit: u8, wanted: &mut Vec<u64>) {
        wanted.clear();
        wanted.resize(self.words, 0);
        for other in bits(live & !(1 << digit)) {
            for (wanted, target) in wanted.iter_mut().zip(&self.targets[other]) {
                *wanted |= target;
            }
        }
    }
}

/// Whether two sets of bits have any in common.
fn meet(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).any(|(one, other)| one & other != 0)
}

fn find(table: &Table, reach: &mut Reach, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
    let mut found = Vec::new();
    for first in 0..table.sets.len() {
        walk(table, reach, first, usize::MAX, &mut found, sink)?;
    }
    // The sort is stable: those found first stay first.
    found.sort_by_key(|chain: &Chain| {
        let gone = chain.removed.candidates();
        let weights = (1..).step_by(80);
        let of_each = gone.zip(weights).map(|(gone, weight): (_, usize)| {
            gone.cell.index() * weight + usize::from(gone.digit.get())
        });
        (Reverse(chain.removed.candidates().count()), of_each.sum::<usize>())
    });
    for chain in &found {
        let mut links = chain.links.clone();
        if sink.wants_evidence() {
            links = shortest(table, reach, &chain.removed, sink)?.unwrap_or(links);
        }
        let first = table.links[links[0].0].sets[0];
        let others = links.iter().map(|&(number, _)| table.links[number].sets[1]);
        let sets = std::iter::once(first).chain(others).map(|set| &table.sets[set]);
        let digits =
            links.iter().fold(0, |digits, (_, [one, other])| digits | 1 << one | 1 << other);
        sink.take(deduction("als-chain", &chain.removed, sets, digits))?;
    }
    Continue(())
}

/// Finds a chain with certain eliminations that has as few links as any.
fn shortest(
    table: &Table,
    reach: &mut Reach,
    removed: &Removed,
    sink: &mut Sink<'_, '_>,
) -> ControlFlow<(), Option<Vec<Used>>> {
    for most in LEAST_LINKS..table.sets.len() {
        let mut found = Vec::new();
        for first in 0..table.sets.len() {
            walk(table, reach, first, most, &mut found, sink)?;
        }
        if let Some(chain) = found.into_iter().find(|chain| chain.removed == *removed) {
            return Continue(Some(chain.links));
        }
    }
    Continue(None)
}

/// A link by its number, and the digits of it that are used.
type Used = (usize, [u8; 2]);

/// A chain that removes something.
struct Chain {
    links: Vec<Used>,
    removed: Removed,
}

/// Collects the chains that begin with a set, one for all with the same eliminations.
fn walk(
    table: &Table,
    reach: &mut Reach,
    first: usize,
    most: usize,
    found: &mut Vec<Chain>,
    sink: &mut Sink<'_, '_>,
) -> ControlFlow<()> {
    let links = table.links_from(first);
    if links.is_empty() || table.sets[first].live == 0 {
        return Continue(());
    }
    sink.poll()?;
    reach.aim(table, first);
    let live = table.sets[first].live;
    let mut walk =
        Walk { table, reach, first, most, wanted: Vec::new(), seen: Vec::new(), links: Vec::new() };
    for number in links {
        let link = &table.links[number];
        let digits = if link.is_double() { &link.digits[..] } else { &link.digits[..1] };
        for &digit in digits {
            reach.wanted(live, digit, &mut walk.wanted);
            if meet(&reach.two[reach.state(link.sets[1], digit)], &walk.wanted) {
                walk.links.push((number, [digit; 2]));
                walk.extend(digit, found, sink)?;
                walk.links.pop();
            }
        }
    }
    Continue(())
}

struct Walk<'t> {
    table: &'t Table,
    reach: &'t Reach,
    first: usize,
    /// The most links.
    most: usize,
    /// The sets that are worth reaching, as bits.
    wanted: Vec<u64>,
    /// What follows from a link does not depend on the links before it, but for the digit of the first
    /// one and the number of links. So a bit for each of: the number of links, which only matters up to
    /// the least unless there may not be more; the digit; the link; and which of its digits are used.
    seen: Vec<u64>,
    links: Vec<Used>,
}

impl Walk<'_> {
    /// Adds links to a chain whose first link uses a digit.
    fn extend(
        &mut self,
        digit: u8,
        found: &mut Vec<Chain>,
        sink: &mut Sink<'_, '_>,
    ) -> ControlFlow<()> {
        let &(last, [before, _]) = self.links.last().expect("it has a first link");
        if self.links.len() == self.most {
            return Continue(());
        }
        sink.poll()?;
        for number in self.table.links_from(self.table.links[last].sets[1]) {
            let link = &self.table.links[number];
            let Some(digits) = used(link, Some(before)) else { continue };
            let to = link.sets[1];
            let is_wanted = self.wanted[to / 64] >> (to % 64) & 1 != 0;
            let goes_on = meet(&self.reach.any[self.reach.state(to, digits[0])], &self.wanted);
            if !(is_wanted || goes_on) || !self.is_new(digit, number, digits) {
                continue;
            }
            self.links.push((number, digits));
            if is_wanted && self.links.len() >= LEAST_LINKS {
                self.check(digit, (number, digits), found);
            }
            if goes_on {
                self.extend(digit, found, sink)?;
            }
            self.links.pop();
        }
        Continue(())
    }

    /// Whether a link has not been the next one in the same circumstances.
    fn is_new(&mut self, digit: u8, number: usize, digits: [u8; 2]) -> bool {
        let count = self.links.len() + 1;
        let count = if self.most == usize::MAX { count.min(LEAST_LINKS) } else { count };
        let link = &self.table.links[number];
        let which = match digits {
            [one, other] if one != other => 2,
            [one, _] => usize::from(one != link.digits[0]),
        };
        let place = 9 * count + usize::from(digit);
        let bit = (place * self.table.links.len() + number) * 3 + which;
        if self.seen.len() <= bit / 64 {
            self.seen.resize(bit / 64 + 1, 0);
        }
        let is_new = self.seen[bit / 64] >> (bit % 64) & 1 == 0;
        self.seen[bit / 64] |= 1 << (bit % 64);
        is_new
    }

    /// Keeps the chain if it removes what no other one does.
    fn check(&self, digit: u8, (number, [one, other]): Used, found: &mut Vec<Chain>) {
        let [first, last] =
            [self.first, self.table.links[number].sets[1]].map(|set| &self.table.sets[set]);
        let digits = !(1 << digit | 1 << one | 1 << other);
        if !Removed::is_any_common(first, last, digits) {
            return;
        }
        let removed = Removed::common(first, last, digits);
        if !found.iter().any(|chain| chain.removed == removed) {
            found.push(Chain { links: self.links.clone(), removed });
        }
    }
}
