//! Exact cover by dancing links (Knuth 2000, "Dancing links"; with secondary items as in The Art
//! of Computer Programming 4B, 7.2.2.1).
//!
//! Items: each cell, and each digit in each row, column and box. An option is a candidate; it
//! covers its four items, and a solution covers each item once. Consecutive edges add secondary
//! items, covered at most once: one for each pair of candidates that an edge forbids together.
//!
//! ```text
//!  root ⇄ item ⇄ item ⇄ item …      headers, linked left and right while uncovered
//!           ⇅      ⇅      ⇅
//!          node · node · node        an option: nodes in a row of the array, closed by a spacer
//! ```
//!
//! The nodes of an option stand side by side in memory, so left and right need no links there; a
//! spacer behind each option points back to its first node.

use std::ops::ControlFlow;

use super::ExactSolver;
use crate::board::{CandidateSet, Cell, Digit, Puzzle, Solution};
use crate::control::{Counter, Run, Stop};

/// The dancing-links solver.
#[derive(Clone, Copy, Debug)]
pub struct Dlx;

/// A header or a node. For a spacer, `item` is [`SPACER`] and `up` the first node before it.
#[derive(Clone, Copy, Default)]
struct Node {
    item: u32,
    up: u32,
    down: u32,
}

const SPACER: u32 = u32::MAX;
const ROOT: u32 = 0;

struct Links {
    /// Headers of items 1..=items at their own index, then nodes.
    nodes: Vec<Node>,
    left: Vec<u32>,
    right: Vec<u32>,
    size: Vec<u32>,
    /// The candidate of each option, at the index of its first node.
    candidate: Vec<(Cell, Digit)>,
    /// Which option each node belongs to.
    option: Vec<u32>,
}

impl Links {
    fn new(puzzle: &Puzzle) -> Self {
        let candidates = CandidateSet::of(puzzle);
        let (side, cells) = (puzzle.shape().side(), puzzle.shape().cells());
        let geometry = puzzle.geometry();
        // Cells, then digits of houses.
        let primary = cells + geometry.house_count() * side;
        let forbidden = forbidden_pairs(puzzle, &candidates);
        let items = primary + forbidden.len();
        let mut secondary: Vec<Vec<(Digit, u32)>> = vec![Vec::new(); cells];
        for (index, pair) in forbidden.iter().enumerate() {
            for &(cell, digit) in pair {
                secondary[cell.index()].push((digit, (primary + index + 1) as u32));
            }
        }
        let header = |item: u32| Node { item, up: item, down: item };
        let mut links = Self {
            nodes: (0..=items as u32).map(header).collect(),
            left: (0..=items as u32).map(|item| item.wrapping_sub(1)).collect(),
            right: (0..=items as u32).map(|item| item + 1).collect(),
            size: vec![0; items + 1],
            candidate: Vec::new(),
            option: vec![0; items + 1],
        };
        // Only primary items have to be covered: the others are not in the list of the root.
        links.left[0] = primary as u32;
        links.right[primary] = ROOT;
        for item in primary + 1..=items {
            (links.left[item], links.right[item]) = (item as u32, item as u32);
        }
        links.nodes.push(Node { item: SPACER, ..Node::default() });
        links.option.push(0);
        for cell in geometry.cells() {
            for digit in candidates.get(cell) {
                let houses = geometry.houses_of(cell);
                let of_house = |house: usize| cells + house * side + usize::from(digit.get());
                let own = [cell.index() + 1].into_iter().chain(houses.map(of_house));
                let joined = secondary[cell.index()].iter().filter(|(d, _)| *d == digit);
                let all = own.map(|item| item as u32).chain(joined.map(|&(_, item)| item));
                links.push_option((cell, digit), all);
            }
        }
        links
    }

    fn push_option(&mut self, candidate: (Cell, Digit), items: impl Iterator<Item = u32>) {
        let option = self.candidate.len() as u32;
        self.candidate.push(candidate);
        let first = self.nodes.len() as u32;
        for item in items {
            let node = self.nodes.len() as u32;
            let up = self.nodes[item as usize].up;
            self.nodes.push(Node { item, up, down: item });
            self.nodes[up as usize].down = node;
            self.nodes[item as usize].up = node;
            self.size[item as usize] += 1;
            self.option.push(option);
        }
        self.nodes.push(Node { item: SPACER, up: first, down: 0 });
        self.option.push(option);
    }

    /// The uncovered item with the fewest options; `None` when all are covered.
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

    /// The other nodes of the option that a node belongs to, in cyclic order from it.
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
        // The order does not matter here: the nodes of one option lie in different items.
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

/// Pairs of candidates that an edge forbids together.
fn forbidden_pairs(puzzle: &Puzzle, candidates: &CandidateSet) -> Vec<[(Cell, Digit); 2]> {
    let mut pairs = Vec::new();
    for &(a, b) in puzzle.edges().pairs() {
        for x in candidates.get(a) {
            for y in candidates.get(b) {
                // Equal digits are forbidden by the line that the cells share.
                if x.get().abs_diff(y.get()) > 1 {
                    pairs.push([(a, x), (b, y)]);
                }
            }
        }
    }
    pairs
}

impl ExactSolver for Dlx {
    fn id(&self) -> &'static str {
        "exact-cover"
    }

    fn node(&self) -> Counter {
        Counter::Branch
    }

    fn solve(
        &self,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        found: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Stop {
        let mut links = Links::new(puzzle);
        let mut digits = vec![0_u8; puzzle.shape().cells()];
        // Chosen options, outermost first: the node in the column of the item that was branched on.
        let mut chosen: Vec<u32> = Vec::new();
        'down: loop {
            let mut node = match links.fewest() {
                Some(item) => {
                    links.cover(item);
                    links.nodes[item as usize].down
                }
                None => {
                    for &node in &chosen {
                        let (cell, digit) = links.candidate[links.option[node as usize] as usize];
                        digits[cell.index()] = digit.get();
                    }
                    let solution = Solution::new(puzzle, &digits).expect("covers every item once");
                    if found(&solution).is_break() {
                        return Stop::Solved;
                    }
                    match chosen.pop() {
                        Some(node) => {
                            links.unchoose(node);
                            links.nodes[node as usize].down
                        }
                        None => return Stop::ProvedNone,
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
                    if links.size[item as usize] > 1
                        && let Err(stop) = run.count(Counter::Branch)
                    {
                        return stop;
                    }
                    links.choose(node);
                    chosen.push(node);
                    continue 'down;
                }
                if links.size[item as usize] == 0 {
                    run.note(Counter::Contradiction);
                }
                links.uncover(item);
                match chosen.pop() {
                    Some(last) => {
                        run.note(Counter::Backtrack);
                        links.unchoose(last);
                        node = links.nodes[last as usize].down;
                    }
                    None => return Stop::ProvedNone,
                }
            }
        }
    }
}
