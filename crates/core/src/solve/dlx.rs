//! Exact cover by dancing links (Knuth 2000, "Dancing links"; with secondary items as in The Art
//! of Computer Programming 4B, 7.2.2.1).
//!
//! The items are each cell, and each digit in each row, column and box. An option is a candidate;
//! it covers its four items, and a solution covers each item once. Edges add secondary items,
//! covered at most once: one for each pair of candidates that an edge forbids.
//!
//! ```text
//!  root ⇄ item ⇄ item ⇄ item …      headers, linked left and right while uncovered
//!           ⇅      ⇅      ⇅
//!          node · node · node        an option: nodes in a row of the array, closed by a spacer
//! ```
//!
//! The nodes of an option are adjacent in memory, so they need no links to the left and right; a
//! spacer after each option points back to its first node.
//!
//! Edges make the matrix large: on an empty 49x49 each forbids 2256 pairs. So its bytes are counted
//! before it is built, and the clock is polled meanwhile.

use std::ops::Range;

use super::Found;
use crate::board::{CandidateSet, Cell, Digit, DigitSet, Puzzle, Solution};
use crate::control::{Counter, Meter, Stop};

/// A header or a node. For a spacer, `item` is [`SPACER`], `up` the first node before it and `down`
/// the index of their option.
#[derive(Clone, Copy, Default)]
struct Node {
    item: u32,
    up: u32,
    down: u32,
}

const SPACER: u32 = u32::MAX;
const ROOT: u32 = 0;

struct Links {
    /// Headers of items 1..=items at their own index, followed by nodes.
    nodes: Vec<Node>,
    left: Vec<u32>,
    right: Vec<u32>,
    size: Vec<u32>,
    /// The candidate of each option.
    candidate: Vec<(Cell, Digit)>,
}

/// The secondary items of an edge: one for each pair of candidates that it forbids, by the digit of
/// the first cell, then by that of the second.
struct Barrier {
    cells: (Cell, Cell),
    /// For each digit of the first cell, the index of its first item.
    first_items: Vec<u32>,
}

/// Returns the digits that an edge forbids next to a digit. Equal ones are omitted, because the
/// line that the cells share forbids them.
fn far(candidates: DigitSet, digit: Digit, side: usize) -> DigitSet {
    let digit = DigitSet::only(digit);
    candidates - digit - digit.neighbors(side)
}

impl Barrier {
    /// Returns the items of a candidate of one of its cells, ascending.
    fn items<'a>(
        &'a self,
        candidates: &'a CandidateSet,
        (cell, digit): (Cell, Digit),
    ) -> impl Iterator<Item = u32> + 'a {
        let side = candidates.geometry().side();
        let (first, second) = (candidates.get(self.cells.0), candidates.get(self.cells.1));
        let is_first = cell == self.cells.0;
        let of_digit = move |digit: Digit| self.first_items[usize::from(digit.get()) - 1];
        let below = DigitSet::only(digit).bits() - 1;
        far(if is_first { second } else { first }, digit, side).iter().enumerate().map(
            move |(index, other)| {
                if is_first {
                    return of_digit(digit) + index as u32;
                }
                of_digit(other) + (far(second, other, side).bits() & below).count_ones()
            },
        )
    }
}

/// The size of a puzzle's matrix, before it is built.
struct Plan {
    candidates: CandidateSet,
    /// Items that must be covered: cells, then digits of houses.
    primary: usize,
    items: usize,
    nodes: usize,
    barriers: Vec<Barrier>,
}

impl Plan {
    fn of(puzzle: &Puzzle) -> Self {
        let candidates = CandidateSet::of(puzzle);
        let (side, cells) = (puzzle.shape().side(), puzzle.shape().cells());
        let primary = cells + puzzle.geometry().house_count() * side;
        let mut items = primary;
        let mut barriers = Vec::with_capacity(puzzle.edges().pairs().len());
        for &(a, b) in puzzle.edges().pairs() {
            let mut first_items = vec![0; side];
            for digit in candidates.get(a) {
                first_items[usize::from(digit.get()) - 1] = items as u32 + 1;
                items += far(candidates.get(b), digit, side).len();
            }
            barriers.push(Barrier { cells: (a, b), first_items });
        }
        let options: usize = candidates.cells().iter().map(|digits| digits.len()).sum();
        // Headers, a spacer before all, and for each option four nodes and a spacer; a pair is in
        // two.
        let nodes = 1 + items + 1 + 5 * options + 2 * (items - primary);
        Self { candidates, primary, items, nodes, barriers }
    }

    fn bytes(&self) -> u64 {
        let of_edges = size_of::<Barrier>() + self.candidates.geometry().side() * size_of::<u32>();
        let bytes = self.nodes * size_of::<Node>()
            + 3 * (self.items + 1) * size_of::<u32>()
            + self.barriers.len() * of_edges;
        bytes as u64
    }
}

/// Appends what `item` returns for each index.
fn extend<T>(
    list: &mut Vec<T>,
    numbers: Range<u32>,
    meter: &mut Meter<'_>,
    item: impl Fn(u32) -> T,
) -> Result<(), Stop> {
    // Some 10 us.
    const CHUNK: usize = 1 << 12;
    for start in numbers.clone().step_by(CHUNK) {
        meter.poll()?;
        list.extend((start..numbers.end.min(start + CHUNK as u32)).map(&item));
    }
    Ok(())
}

impl Links {
    fn new(puzzle: &Puzzle, plan: &Plan, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let Plan { candidates, primary, items, nodes, barriers } = plan;
        let (primary, items) = (*primary as u32, *items as u32);
        let mut links = Self {
            nodes: Vec::with_capacity(*nodes),
            left: Vec::with_capacity(items as usize + 1),
            right: Vec::with_capacity(items as usize + 1),
            size: Vec::with_capacity(items as usize + 1),
            candidate: Vec::new(),
        };
        extend(&mut links.nodes, 0..items + 1, meter, |item| Node { item, up: item, down: item })?;
        // Only primary items must be covered: the others are not in the list of the root.
        extend(&mut links.left, 0..items + 1, meter, |item| match item {
            0 => primary,
            item if item <= primary => item - 1,
            item => item,
        })?;
        extend(&mut links.right, 0..items + 1, meter, |item| match item {
            item if item < primary => item + 1,
            item if item == primary => ROOT,
            item => item,
        })?;
        extend(&mut links.size, 0..items + 1, meter, |_| 0)?;
        links.nodes.push(Node { item: SPACER, ..Node::default() });
        let mut of_cell: Vec<Vec<&Barrier>> = vec![Vec::new(); puzzle.shape().cells()];
        for barrier in barriers {
            of_cell[barrier.cells.0.index()].push(barrier);
            of_cell[barrier.cells.1.index()].push(barrier);
        }
        let (side, cells) = (puzzle.shape().side(), puzzle.shape().cells());
        let geometry = puzzle.geometry();
        for cell in geometry.cells() {
            for digit in candidates.get(cell) {
                meter.poll()?;
                let houses = geometry.houses_of(cell);
                let of_house = |house: usize| cells + house * side + usize::from(digit.get());
                let own = [cell.index() + 1].into_iter().chain(houses.map(of_house));
                let joined = of_cell[cell.index()].iter();
                let joined = joined.flat_map(|barrier| barrier.items(candidates, (cell, digit)));
                links.push_option((cell, digit), own.map(|item| item as u32).chain(joined));
            }
        }
        meter.poll_now()?;
        Ok(links)
    }

    fn push_option(&mut self, candidate: (Cell, Digit), items: impl Iterator<Item = u32>) {
        let first = self.nodes.len() as u32;
        for item in items {
            let node = self.nodes.len() as u32;
            let up = self.nodes[item as usize].up;
            self.nodes.push(Node { item, up, down: item });
            self.nodes[up as usize].down = node;
            self.nodes[item as usize].up = node;
            self.size[item as usize] += 1;
        }
        self.nodes.push(Node { item: SPACER, up: first, down: self.candidate.len() as u32 });
        self.candidate.push(candidate);
    }

    /// Returns the candidate of the option that a node belongs to.
    fn candidate_of(&self, mut node: u32) -> (Cell, Digit) {
        while self.nodes[node as usize].item != SPACER {
            node += 1;
        }
        self.candidate[self.nodes[node as usize].down as usize]
    }

    /// Returns the uncovered item with the fewest options; `None` if all are covered.
    fn fewest(&self) -> Option<u32> {
        let mut item = self.right[ROOT as usize];
        let mut best = (u32::MAX, ROOT);
        while item != ROOT {
            let size = self.size[item as usize];
            if size < best.0 {
                best = (size, item);
                if size <= 1 {
                    break;
                }
            }
            item = self.right[item as usize];
        }
        (best.1 != ROOT).then_some(best.1)
    }

    /// Returns the other nodes of the option that a node belongs to, in cyclic order.
    #[inline]
    fn next_in_option(&self, node: u32) -> u32 {
        let next = self.nodes[node as usize + 1];
        if next.item == SPACER { next.up } else { node + 1 }
    }

    fn hide(&mut self, node: u32) {
        let mut other = self.next_in_option(node);
        while other != node {
            let Node { item, up, down } = self.nodes[other as usize];
            self.nodes[up as usize].down = down;
            self.nodes[down as usize].up = up;
            self.size[item as usize] -= 1;
            other = self.next_in_option(other);
        }
    }

    fn unhide(&mut self, node: u32) {
        // The order does not matter here, because the nodes of an option belong to different items.
        let mut other = self.next_in_option(node);
        while other != node {
            let Node { item, up, down } = self.nodes[other as usize];
            self.nodes[up as usize].down = other;
            self.nodes[down as usize].up = other;
            self.size[item as usize] += 1;
            other = self.next_in_option(other);
        }
    }

    fn cover(&mut self, item: u32) {
        let (left, right) = (self.left[item as usize], self.right[item as usize]);
        self.right[left as usize] = right;
        self.left[right as usize] = left;
        let mut node = self.nodes[item as usize].down;
        while node != item {
            self.hide(node);
            node = self.nodes[node as usize].down;
        }
    }

    fn uncover(&mut self, item: u32) {
        let mut node = self.nodes[item as usize].up;
        while node != item {
            self.unhide(node);
            node = self.nodes[node as usize].up;
        }
        let (left, right) = (self.left[item as usize], self.right[item as usize]);
        self.right[left as usize] = item;
        self.left[right as usize] = item;
    }

    /// Covers the other items of a chosen option, in order.
    fn choose(&mut self, node: u32) {
        let mut other = self.next_in_option(node);
        while other != node {
            self.cover(self.nodes[other as usize].item);
            other = self.next_in_option(other);
        }
    }

    /// Undoes [`choose`](Self::choose): the same items, in reverse order.
    fn unchoose(&mut self, node: u32) {
        let mut other = self.previous_in_option(node);
        while other != node {
            self.uncover(self.nodes[other as usize].item);
            other = self.previous_in_option(other);
        }
    }

    fn previous_in_option(&self, node: u32) -> u32 {
        if self.nodes[node as usize - 1].item != SPACER {
            return node - 1;
        }
        let mut last = node;
        while self.nodes[last as usize + 1].item != SPACER {
            last += 1;
        }
        last
    }
}

/// Builds the matrix and searches it.
pub(super) fn solve(
    puzzle: &Puzzle,
    meter: &mut Meter<'_>,
    found: &mut Found<'_>,
) -> Result<(), Stop> {
    let plan = Plan::of(puzzle);
    let bytes = plan.bytes();
    meter.keep(bytes)?;
    let links = Links::new(puzzle, &plan, meter);
    let result = links.and_then(|links| search(puzzle, links, meter, found));
    meter.release(bytes);
    result
}

fn search(
    puzzle: &Puzzle,
    mut links: Links,
    meter: &mut Meter<'_>,
    found: &mut Found<'_>,
) -> Result<(), Stop> {
    let mut digits = vec![0_u8; puzzle.shape().cells()];
    // Chosen options, outermost first: the node in the column of the item that was branched on.
    let mut chosen: Vec<u32> = Vec::new();
    'down: loop {
        // An item with a single option is not counted.
        meter.poll()?;
        let mut node = match links.fewest() {
            Some(item) => {
                links.cover(item);
                links.nodes[item as usize].down
            }
            None => {
                for &node in &chosen {
                    let (cell, digit) = links.candidate_of(node);
                    digits[cell.index()] = digit.get();
                }
                let solution = Solution::new(puzzle, &digits).expect("covers every item once");
                found(&solution)?;
                match chosen.pop() {
                    Some(node) => {
                        links.unchoose(node);
                        links.nodes[node as usize].down
                    }
                    None => return Ok(()),
                }
            }
        };
        // `node` is the next option of the innermost item, or its header when none is left.
        loop {
            let item = if (node as usize) < links.size.len() {
                node
            } else {
                links.nodes[node as usize].item
            };
            if node != item {
                // The only option of an item is no choice.
                if links.size[item as usize] > 1 {
                    meter.count(Counter::Branch)?;
                }
                links.choose(node);
                chosen.push(node);
                continue 'down;
            }
            if links.size[item as usize] == 0 {
                meter.note(Counter::Contradiction);
            }
            links.uncover(item);
            match chosen.pop() {
                Some(last) => {
                    meter.note(Counter::Backtrack);
                    links.unchoose(last);
                    node = links.nodes[last as usize].down;
                }
                None => return Ok(()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoxShape, Edges, Grid};
    use crate::control::{CancelFlag, Limits, NoClock};

    /// Each edge between horizontally adjacent cells, every third of them omitted.
    fn with_edges(shape: BoxShape, givens: &[u8]) -> Puzzle {
        let side = shape.side();
        let beside = (0..shape.cells()).filter(|cell| cell % side + 1 < side && cell % 3 != 1);
        let edges = beside.map(|cell| (Cell::new(cell), Cell::new(cell + 1)));
        let grid = Grid::from_digits(shape, givens).unwrap();
        Puzzle::new(grid, Edges::new(shape, edges).unwrap()).unwrap()
    }

    #[test]
    fn what_is_counted_beforehand_is_what_is_built() {
        let shape = BoxShape::NINE;
        let mut givens = [0; 81];
        (givens[0], givens[30], givens[77]) = (4, 7, 1);
        let empty = Grid::empty(BoxShape::new(5, 7).unwrap());
        for puzzle in
            [with_edges(shape, &[0; 81]), with_edges(shape, &givens), empty.try_into().unwrap()]
        {
            let meter =
                |limits| Meter::new(limits, Counter::Branch, &CancelFlag::new(), &NoClock).unwrap();
            let plan = Plan::of(&puzzle);
            let links = Links::new(&puzzle, &plan, &mut Meter::unlimited()).unwrap();
            assert_eq!(links.nodes.len(), plan.nodes);
            assert_eq!(links.size.len(), plan.items + 1);
            // Every pair of candidates that an edge forbids is an item with these two options.
            let candidates = CandidateSet::of(&puzzle);
            let mut pairs = Vec::new();
            for &(a, b) in puzzle.edges().pairs() {
                for x in candidates.get(a) {
                    let far = candidates.get(b).iter().filter(|y| y.get().abs_diff(x.get()) > 1);
                    pairs.extend(far.map(|y| [(a, x), (b, y)]));
                }
            }
            assert_eq!(plan.items - plan.primary, pairs.len());
            for (item, pair) in (plan.primary + 1..).zip(pairs) {
                let first = links.nodes[item].down;
                let second = links.nodes[first as usize].down;
                assert_eq!([first, second].map(|node| links.candidate_of(node)), pair);
                assert_eq!(links.nodes[second as usize].down as usize, item);
            }
            // With a byte less than it takes, nothing is built.
            for (memory, too_little) in [(plan.bytes() - 1, true), (plan.bytes(), false)] {
                let limits = Limits { memory: Some(memory), ..Limits::nodes(10) };
                let mut meter = meter(limits);
                let result = solve(&puzzle, &mut meter, &mut |_| Err(Stop::Solved));
                assert_eq!(result == Err(Stop::Memory), too_little, "{result:?}");
                assert_eq!(meter.peak_memory(), if too_little { 0 } else { memory });
            }
        }
    }

    /// As on an empty 49x49, where it takes hundreds of megabytes.
    #[test]
    fn a_raised_flag_ends_the_building() {
        let puzzle = with_edges(BoxShape::NINE, &[0; 81]);
        let cancel = CancelFlag::new();
        cancel.cancel();
        let mut meter = Meter::cancellable(&cancel);
        let built = Links::new(&puzzle, &Plan::of(&puzzle), &mut meter);
        assert_eq!(built.err(), Some(Stop::Cancelled));
    }
}
