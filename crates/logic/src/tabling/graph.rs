//! The links between candidates and groups.

use super::groups::{self, Group};
use crate::cells::{Cells, bits, each, ones};
use crate::grid::LogicGrid;
use crate::houses::{ALL, BOXES, CELLS, COLUMNS, HOUSES, ROWS};

/// A candidate or a group, without saying whether it is true.
///
/// Of each digit the 81 candidates come first, and then its groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node(u16);

/// The number of nodes of a digit.
const OF_DIGIT: usize = 81 + Group::MOST;

impl Node {
    /// The number of nodes that there can be.
    pub(super) const COUNT: usize = 9 * OF_DIGIT;

    pub(super) fn candidate(cell: usize, digit: usize) -> Self {
        Self((digit * OF_DIGIT + cell) as u16)
    }

    /// The group of a digit with a rank.
    pub(super) fn ranked(digit: usize, rank: usize) -> Self {
        Self((digit * OF_DIGIT + 81 + rank) as u16)
    }

    fn group(group: &Group) -> Self {
        Self::ranked(group.digit, group.rank)
    }

    pub(super) fn index(self) -> usize {
        self.0.into()
    }

    pub(super) fn digit(self) -> usize {
        self.index() / OF_DIGIT
    }

    /// The cell, if it is a candidate.
    pub(super) fn as_cell(self) -> Option<usize> {
        match self.place() {
            Place::Cell(cell) => Some(cell),
            Place::Group(_) => None,
        }
    }

    /// The cell of a candidate, or the rank of a group.
    pub(super) fn place(self) -> Place {
        match self.index() % OF_DIGIT {
            cell @ 0..81 => Place::Cell(cell),
            group => Place::Group(group - 81),
        }
    }
}

/// What a node of a digit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A candidate, by its cell.
    Cell(usize),
    /// A group, by its rank.
    Group(usize),
}

/// Nodes, by digit: the cells of candidates, and groups by their rank.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Nodes {
    pub(super) cells: [Cells; 9],
    pub(super) groups: [u64; 9],
}

impl Nodes {
    /// Inserts a node, and returns whether it is new.
    pub(super) fn insert(&mut self, node: Node) -> bool {
        let digit = node.digit();
        match node.place() {
            Place::Cell(cell) => {
                let is_new = self.cells[digit] >> cell & 1 == 0;
                self.cells[digit] |= 1 << cell;
                is_new
            }
            Place::Group(rank) => {
                let is_new = self.groups[digit] >> rank & 1 == 0;
                self.groups[digit] |= 1 << rank;
                is_new
            }
        }
    }

    /// Whether a candidate is among the nodes.
    pub(super) fn has_candidate(&self, cell: usize, digit: usize) -> bool {
        self.cells[digit] >> cell & 1 != 0
    }
}

/// The nodes that become true when a node is false, in the order in which they are found.
#[derive(Clone, Copy, Debug)]
struct Partners {
    count: u8,
    nodes: [Node; 4],
}

const NO_PARTNERS: Partners = Partners { count: 0, nodes: [Node(0); 4] };

/// The links of a board.
///
/// If a candidate is true, the others of its cell and house are false, and groups that it sees. If
/// it is false, the last other of its cell or house is true, or the last group. Groups behave the
/// same.
pub(super) struct Graph {
    /// The candidates of each cell.
    pub(super) masks: [u16; 81],
    /// The candidates by digit.
    pub(super) candidates: [Cells; 9],
    /// The groups, in the order in which they are found.
    pub(super) groups: Vec<Group>,
    /// The places in `groups` of those of each digit, by rank.
    of_digit: [Vec<u16>; 9],
    /// The groups that each candidate sees.
    seers: Vec<[u64; 9]>,
    /// The groups that each group sees.
    between: Vec<u64>,
    partners: Vec<Partners>,
    /// The nodes with partners.
    pub(super) linked: Nodes,
}

impl Default for Graph {
    fn default() -> Self {
        Self {
            masks: [0; 81],
            candidates: [0; 9],
            groups: Vec::new(),
            of_digit: Default::default(),
            seers: vec![[0; 9]; 81],
            between: Vec::new(),
            partners: vec![NO_PARTNERS; Node::COUNT],
            linked: Nodes::default(),
        }
    }
}

impl Graph {
    /// Takes over a board.
    pub(super) fn set(&mut self, grid: &LogicGrid, with_groups: bool) {
        for cell in 0..81 {
            self.masks[cell] = grid.mask(cell);
        }
        for digit in 0..9 {
            self.candidates[digit] = grid.cells_of(digit);
        }
        self.clear_partners();
        self.link_cells(grid);
        for house in ROWS.chain(COLUMNS).chain(BOXES) {
            self.link_house(grid, house);
        }
        self.groups.clear();
        self.of_digit.iter_mut().for_each(Vec::clear);
        if with_groups {
            groups::list(grid, &mut self.groups);
            self.link_groups(grid);
        }
    }

    fn clear_partners(&mut self) {
        for digit in 0..9 {
            for cell in each(self.linked.cells[digit]) {
                self.partners[Node::candidate(cell, digit).index()].count = 0;
            }
            for rank in 0..self.of_digit[digit].len() {
                self.partners[digit * OF_DIGIT + 81 + rank].count = 0;
            }
        }
        self.linked = Nodes::default();
    }

    /// Adds a partner, unless it is there.
    fn link(&mut self, from: Node, to: Node) {
        let Partners { count, nodes } = &mut self.partners[from.index()];
        let length = usize::from(*count);
        if !nodes[..length].contains(&to) {
            nodes[length] = to;
            *count += 1;
            self.linked.insert(from);
        }
    }

    fn link_cells(&mut self, grid: &LogicGrid) {
        for cell in each(grid.bivalue()) {
            let mask = grid.mask(cell);
            let low = mask.trailing_zeros() as usize;
            let high = (mask & (mask - 1)).trailing_zeros() as usize;
            let [low, high] = [low, high].map(|digit| Node::candidate(cell, digit));
            self.link(low, high);
            self.link(high, low);
        }
    }

    fn link_house(&mut self, grid: &LogicGrid, house: usize) {
        for digit in 0..9 {
            let places = grid.places(house, digit);
            if ones(places) == 2 {
                let mut ends =
                    bits(places).map(|place| Node::candidate(CELLS[house][place].into(), digit));
                let (first, last) = (ends.next(), ends.next());
                if let (Some(first), Some(last)) = (first, last) {
                    self.link(first, last);
                    self.link(last, first);
                }
            }
        }
    }

    fn link_groups(&mut self, grid: &LogicGrid) {
        self.seers.fill([0; 9]);
        self.between.clear();
        for (index, group) in self.groups.iter().enumerate() {
            self.of_digit[group.digit].push(index as u16);
            for cell in each(group.seen) {
                self.seers[cell][group.digit] |= 1 << group.rank;
            }
        }
        for group in &self.groups {
            let others = self.of_digit[group.digit].iter().map(|&other| usize::from(other));
            let seen = others.map(|other| &self.groups[other]).filter(|other| group.sees(other));
            self.between.push(seen.fold(0, |seen, other| seen | 1 << other.rank));
        }
        for index in 0..self.groups.len() {
            let group = self.groups[index];
            let node = Node::group(&group);
            // The rest of the box and of the line is one candidate, or one group.
            let rest = |house: usize| HOUSES[house] & grid.cells_of(group.digit) & !group.cells;
            for house in [group.square, group.line] {
                let rest = rest(house);
                if rest.count_ones() == 1 {
                    let other = Node::candidate(rest.trailing_zeros() as usize, group.digit);
                    self.link(node, other);
                    self.link(other, node);
                }
            }
            for (house, is_line) in [(group.line, true), (group.square, false)] {
                let rest = rest(house);
                let shares = |other: &Group| {
                    if is_line { other.line == group.line } else { other.square == group.square }
                };
                let seen = self.of_digit[group.digit].iter().map(|&other| usize::from(other));
                let mut seen = seen
                    .map(|other| self.groups[other])
                    .filter(|other| group.sees(other) && shares(other));
                if let (Some(other), None) = (seen.next(), seen.next())
                    && other.cells == rest
                {
                    self.link(node, Node::group(&other));
                }
            }
        }
    }

    /// The nodes that become true when a node is false, in order.
    pub(super) fn partners(&self, node: Node) -> &[Node] {
        let partners = &self.partners[node.index()];
        &partners.nodes[..usize::from(partners.count)]
    }

    /// The group of a node.
    pub(super) fn group_at(&self, digit: usize, rank: usize) -> &Group {
        &self.groups[usize::from(self.of_digit[digit][rank])]
    }

    /// The place of a group among all.
    pub(super) fn group_index(&self, digit: usize, rank: usize) -> usize {
        self.of_digit[digit][rank].into()
    }

    /// All candidates and groups.
    pub(super) fn all(&self) -> Nodes {
        let groups = std::array::from_fn(|digit| (1 << self.of_digit[digit].len()) - 1);
        Nodes { cells: self.candidates, groups }
    }

    /// The cells of a node.
    pub(super) fn cells(&self, node: Node) -> Cells {
        match node.place() {
            Place::Cell(cell) => 1 << cell,
            Place::Group(rank) => self.group_at(node.digit(), rank).cells,
        }
    }

    /// The first cell of a node.
    pub(super) fn cell(&self, node: Node) -> usize {
        match node.place() {
            Place::Cell(cell) => cell,
            Place::Group(rank) => self.group_at(node.digit(), rank).cell(),
        }
    }

    /// The cells that see all cells of a node.
    pub(super) fn seen(&self, node: Node) -> Cells {
        self.houses(node).fold(0, |seen, house| seen | HOUSES[house]) & !self.cells(node) & ALL
    }

    /// The houses in which all cells of a node are.
    fn houses(&self, node: Node) -> impl Iterator<Item = usize> {
        let cells = self.cells(node);
        (0..27).filter(move |&house| HOUSES[house] & cells == cells)
    }

    /// Calls a function with the nodes among some that are false when a node is true: candidates of
    /// its cell, then of its row, column and box, then groups, and each from the first.
    ///
    /// A node may come twice.
    pub(super) fn each_seen(&self, node: Node, among: &Nodes, mut take: impl FnMut(Node)) {
        let digit = node.digit();
        let (seen, groups) = match node.place() {
            Place::Cell(cell) => {
                for other in bits(self.masks[cell] & !(1 << digit)) {
                    if among.cells[other] >> cell & 1 != 0 {
                        take(Node::candidate(cell, other));
                    }
                }
                let others = among.cells[digit] & !(1 << cell);
                let (row, column) = (cell / 9, cell % 9);
                let box_ = BOXES.start + row / 3 * 3 + column / 3;
                for house in [ROWS.start + row, COLUMNS.start + column, box_] {
                    for other in each(others & HOUSES[house]) {
                        take(Node::candidate(other, digit));
                    }
                }
                (0, if self.groups.is_empty() { 0 } else { self.seers[cell][digit] })
            }
            Place::Group(rank) => {
                let index = usize::from(self.of_digit[digit][rank]);
                (self.groups[index].seen, self.between[index])
            }
        };
        for cell in each(seen & among.cells[digit]) {
            take(Node::candidate(cell, digit));
        }
        for rank in each((groups & among.groups[digit]).into()) {
            take(Node::ranked(digit, rank));
        }
    }
}
