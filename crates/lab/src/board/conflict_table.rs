//! Whole boards on which every free cell holds one of its candidates, and how much each candidate
//! would conflict: the space of tabu search and min-conflicts.
//!
//! The candidates of the free cells are the vertices of a graph; two of different cells are joined
//! when they cannot stand together, because the cells share a house and the digit is the same, or
//! an edge of the puzzle joins the cells and the digits are not consecutive. A board chooses one
//! candidate a cell, its cost is the number of joined pairs chosen. Each candidate knows how many
//! chosen ones it is joined to, so that the change of cost by any change of one cell is a
//! subtraction, and a change updates only what is joined to the two digits exchanged: far less
//! than all peers, because a peer that cannot hold the digit does not count.
//!
//! A free cell with a single candidate is a vertex like any other. Leaving it out would hide the
//! conflicts of its digit and let boards pass as solved that are not.
//!
//! ```text
//! block    | 0       | 1       | 2       |      four lanes each, unused ones never eligible
//! lane     | 3 5 7 - | 1 2 5 8 | 9 - - - |      a candidate is block * 4 + lane
//! cell     | a       | b       | b       |      in conflict: one bit a block, a cell's together
//! ```
//!
//! Blocks of one size make the scan of all changes a loop without inner loops: on 9x9 the
//! mispredicted ends of loops over two to five candidates cost more than the work itself.

use std::ops::Range;

use quadrille::{Cell, Digit, DigitSet, Puzzle, Rng, Snapshot};

/// A free cell, by its number among the free cells.
pub type FreeCell = u32;
/// A candidate of a free cell, by its number; see the head of the module.
pub type Choice = u32;

/// Candidates in a block.
pub const LANES: usize = 4;

/// What a table knows of a candidate: whether it is on the board, and with how many cells it
/// conflicts, or would. In one word, so that one comparison tells "on the board and in conflict".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing(u32);

impl Standing {
    const CHOSEN: u32 = 1 << 31;
    /// An unused lane, never to be taken.
    const UNUSED: Self = Self(Self::CHOSEN);

    /// Whether it may be taken: it is a candidate, and not the one that its cell holds.
    #[inline]
    pub fn is_open(self) -> bool {
        self.0 < Self::CHOSEN
    }

    /// With how many cells of the board it conflicts, or would.
    #[inline]
    pub fn conflicts(self) -> u32 {
        self.0 & !Self::CHOSEN
    }
}

/// A board of candidates with a table of conflicts.
#[derive(Clone)]
pub struct ConflictTable {
    /// Fixed digits, 0 where free.
    fixed: Snapshot,
    cells: Vec<Cell>,
    /// For each free cell, its candidates.
    choices: Vec<Range<Choice>>,
    /// For each free cell, its candidate on the board.
    chosen: Vec<Choice>,
    /// Block by block: who stands there.
    standing: Vec<[Standing; LANES]>,
    /// Block by block: the cell's candidate on the board.
    holds: Vec<Choice>,
    /// Block by block: the free cell.
    owner: Vec<FreeCell>,
    digits: Vec<u8>,
    /// Where the list of each candidate lies in `joined`.
    lists: Vec<Range<u32>>,
    joined: Vec<Choice>,
    /// The blocks of cells in conflict, as bits.
    conflicting: Vec<u64>,
    /// For each free cell, the word and the bits of its blocks.
    bits: Vec<(u32, u64)>,
    /// How many cells are in conflict.
    in_conflict: u32,
    cost: u32,
}

impl ConflictTable {
    /// The table of a puzzle whose cells have these candidates; each free cell holds its first.
    /// A cell with a single candidate that no peer can hold, and that every edge bears, is fixed.
    /// `None` when a cell has no candidate.
    pub fn new(puzzle: &Puzzle, candidates: &[DigitSet]) -> Option<Self> {
        const NOWHERE: u32 = u32::MAX;
        let geometry = puzzle.geometry();
        if candidates.iter().any(|set| set.is_empty()) {
            return None;
        }
        let edges = puzzle.edges();
        let by_cell = if edges.is_empty() { Vec::new() } else { edges.by_cell(puzzle.shape()) };
        let joined_to = |cell: Cell| by_cell.get(cell.index()).map_or(&[][..], Vec::as_slice);
        let settled = |cell: Cell| -> bool {
            let set = candidates[cell.index()];
            let Some(digit) = set.single() else { return false };
            let near = set.neighbors(geometry.side());
            let apart = |peer: &Cell| !candidates[peer.index()].contains(digit);
            let bears = |other: &Cell| (candidates[other.index()] - near).is_empty();
            geometry.peers(cell).iter().all(apart) && joined_to(cell).iter().all(bears)
        };
        let mut fixed: Snapshot = vec![0; candidates.len()].into();
        let mut first = vec![NOWHERE; candidates.len()];
        let (mut cells, mut choices, mut bits) = (Vec::new(), Vec::new(), Vec::new());
        let mut blocks = 0;
        for cell in geometry.cells() {
            let set = candidates[cell.index()];
            if settled(cell) {
                fixed[cell.index()] = set.first().map_or(0, Digit::get);
                continue;
            }
            let own = set.len().div_ceil(LANES);
            // The bits of a cell lie in one word.
            if blocks / 64 != (blocks + own - 1) / 64 {
                blocks = blocks.next_multiple_of(64);
            }
            let begin = (blocks * LANES) as u32;
            first[cell.index()] = begin;
            choices.push(begin..begin + set.len() as u32);
            bits.push(((blocks / 64) as u32, ((1_u64 << own) - 1) << (blocks % 64)));
            cells.push(cell);
            blocks += own;
        }
        let mut table = Self {
            fixed,
            chosen: choices.iter().map(|range| range.start).collect(),
            standing: vec![[Standing::UNUSED; LANES]; blocks],
            holds: vec![0; blocks],
            owner: vec![0; blocks],
            digits: vec![0; blocks * LANES],
            lists: vec![0..0; blocks * LANES],
            joined: Vec::with_capacity(8 * blocks * LANES),
            conflicting: vec![0; blocks.div_ceil(64)],
            bits,
            in_conflict: 0,
            cost: 0,
            cells,
            choices,
        };
        let choice = |cell: Cell, digit: Digit| {
            let below = candidates[cell.index()].bits() & (DigitSet::only(digit).bits() - 1);
            first[cell.index()] + below.count_ones()
        };
        let mut free_peers: Vec<Cell> = Vec::new();
        for (number, &cell) in table.cells.iter().enumerate() {
            let free = |peer: &&Cell| first[peer.index()] != NOWHERE;
            free_peers.clear();
            free_peers.extend(geometry.peers(cell).iter().filter(free));
            for (own, digit) in table.choices[number].clone().zip(candidates[cell.index()]) {
                let begin = table.joined.len() as u32;
                let holds = |peer: &&Cell| candidates[peer.index()].contains(digit);
                let holders = free_peers.iter().filter(holds);
                table.joined.extend(holders.map(|&peer| choice(peer, digit)));
                let near = DigitSet::only(digit).neighbors(geometry.side());
                for &other in joined_to(cell).iter().filter(free) {
                    // The same digit beside is joined already, by the line.
                    let far = candidates[other.index()] - near - DigitSet::only(digit);
                    table.joined.extend(far.iter().map(|digit| choice(other, digit)));
                }
                table.lists[own as usize] = begin..table.joined.len() as u32;
                table.digits[own as usize] = digit.get();
                table.owner[own as usize / LANES] = number as u32;
            }
        }
        table.recount();
        Some(table)
    }

    /// Gives every free cell one of its candidates, at random.
    pub fn fill(&mut self, rng: &mut Rng) {
        for (chosen, range) in self.chosen.iter_mut().zip(&self.choices) {
            *chosen = range.start + rng.below(range.len()) as u32;
        }
        self.recount();
    }

    /// Gives the free cells, in random order, the candidate that conflicts least with those before,
    /// ties at random.
    pub fn fill_greedily(&mut self, rng: &mut Rng) {
        let mut order: Vec<FreeCell> = (0..self.cells.len() as u32).collect();
        rng.shuffle(&mut order);
        self.clear();
        for &cell in &order {
            let mut best = (u32::MAX, 0);
            let mut ties = 0;
            for choice in self.choices(cell) {
                let conflicts = self.standing_of(choice).conflicts();
                if conflicts < best.0 {
                    (best, ties) = ((conflicts, choice), 1);
                } else if conflicts == best.0 {
                    ties += 1;
                    if rng.below(ties) == 0 {
                        best.1 = choice;
                    }
                }
            }
            self.chosen[cell as usize] = best.1;
            self.add(best.1);
        }
        self.recount();
    }

    /// Nothing on the board.
    fn clear(&mut self) {
        for range in &self.choices {
            for choice in range.clone() {
                self.standing[choice as usize / LANES][choice as usize % LANES] = Standing(0);
            }
        }
    }

    /// Counts the conflicts that a candidate on the board makes.
    fn add(&mut self, choice: Choice) {
        let list = self.lists[choice as usize].clone();
        for &other in &self.joined[list.start as usize..list.end as usize] {
            self.standing[other as usize / LANES][other as usize % LANES].0 += 1;
        }
    }

    /// Computes everything from the choices.
    fn recount(&mut self) {
        self.clear();
        for cell in 0..self.chosen.len() {
            let choice = self.chosen[cell];
            self.standing[choice as usize / LANES][choice as usize % LANES].0 |= Standing::CHOSEN;
            self.add(choice);
        }
        self.conflicting.fill(0);
        self.in_conflict = 0;
        let mut twice = 0;
        for cell in 0..self.chosen.len() as u32 {
            self.hold(cell);
            let conflicts = self.standing_of(self.chosen[cell as usize]).conflicts();
            twice += conflicts;
            if conflicts > 0 {
                self.enter(cell);
            }
        }
        self.cost = twice / 2;
    }

    /// Notes at the cell's blocks what it holds.
    #[inline]
    fn hold(&mut self, cell: FreeCell) {
        let range = &self.choices[cell as usize];
        let (begin, end) = (range.start as usize / LANES, (range.end as usize - 1) / LANES);
        self.holds[begin..=end].fill(self.chosen[cell as usize]);
    }

    /// Pairs of cells in conflict; 0 = solved.
    #[inline]
    pub fn cost(&self) -> u32 {
        self.cost
    }

    /// How many free cells there are.
    #[inline]
    pub fn free_cells(&self) -> usize {
        self.cells.len()
    }

    /// How many blocks the candidates of the free cells fill.
    #[inline]
    pub fn block_count(&self) -> usize {
        self.standing.len()
    }

    /// How many free cells are in conflict.
    #[inline]
    pub fn in_conflict(&self) -> u32 {
        self.in_conflict
    }

    /// The blocks of the free cells in conflict, ascending, as words of 64 bits.
    #[inline]
    pub fn conflicting(&self) -> &[u64] {
        &self.conflicting
    }

    /// The candidates of a block, and with how many others its cell is in conflict now.
    #[inline]
    pub fn block(&self, block: usize) -> ([Standing; LANES], u32) {
        (self.standing[block], self.standing_of(self.holds[block]).conflicts())
    }

    /// How a candidate stands.
    #[inline]
    pub fn standing_of(&self, choice: Choice) -> Standing {
        self.standing[choice as usize / LANES][choice as usize % LANES]
    }

    /// The candidates of a free cell, digits ascending.
    #[inline]
    pub fn choices(&self, cell: FreeCell) -> Range<Choice> {
        self.choices[cell as usize].clone()
    }

    /// The candidate that a free cell holds.
    #[inline]
    pub fn chosen(&self, cell: FreeCell) -> Choice {
        self.chosen[cell as usize]
    }

    /// The free cell whose candidate that is.
    #[inline]
    pub fn owner(&self, choice: Choice) -> FreeCell {
        self.owner[choice as usize / LANES]
    }

    /// The free cell's place on the board.
    #[inline]
    pub fn cell(&self, cell: FreeCell) -> Cell {
        self.cells[cell as usize]
    }

    /// The digit of a candidate.
    #[inline]
    pub fn digit(&self, choice: Choice) -> u8 {
        self.digits[choice as usize]
    }

    /// Puts a candidate into its cell; returns the one that was there.
    #[inline]
    pub fn choose(&mut self, new: Choice) -> Choice {
        let cell = self.owner(new);
        let old = std::mem::replace(&mut self.chosen[cell as usize], new);
        if new == old {
            return old;
        }
        self.hold(cell);
        let was = &mut self.standing[old as usize / LANES][old as usize % LANES].0;
        *was &= !Standing::CHOSEN;
        let before = *was;
        let now = &mut self.standing[new as usize / LANES][new as usize % LANES].0;
        let after = *now;
        *now |= Standing::CHOSEN;
        self.cost = self.cost - before + after;
        let list = &self.lists[old as usize];
        for index in list.start as usize..list.end as usize {
            let other = self.joined[index] as usize;
            let standing = &mut self.standing[other / LANES][other % LANES].0;
            *standing -= 1;
            if *standing == Standing::CHOSEN {
                self.leave(self.owner[other / LANES]);
            }
        }
        let list = &self.lists[new as usize];
        for index in list.start as usize..list.end as usize {
            let other = self.joined[index] as usize;
            let standing = &mut self.standing[other / LANES][other % LANES].0;
            *standing += 1;
            if *standing == Standing::CHOSEN + 1 {
                self.enter(self.owner[other / LANES]);
            }
        }
        match (before > 0, after > 0) {
            (true, false) => self.leave(cell),
            (false, true) => self.enter(cell),
            _ => {}
        }
        old
    }

    #[inline]
    fn enter(&mut self, cell: FreeCell) {
        let (word, bits) = self.bits[cell as usize];
        self.conflicting[word as usize] |= bits;
        self.in_conflict += 1;
    }

    #[inline]
    fn leave(&mut self, cell: FreeCell) {
        let (word, bits) = self.bits[cell as usize];
        self.conflicting[word as usize] &= !bits;
        self.in_conflict -= 1;
    }

    /// The board, row-major.
    pub fn snapshot(&self) -> Snapshot {
        let mut board = self.fixed.clone();
        for (cell, &choice) in self.cells.iter().zip(&self.chosen) {
            board[cell.index()] = self.digits[choice as usize];
        }
        board
    }

    /// The cost computed from the board alone; [`cost`](Self::cost) is always the same.
    pub fn full_cost(&self, puzzle: &Puzzle) -> u32 {
        let (board, geometry) = (self.snapshot(), puzzle.geometry());
        let pairs = geometry.cells().flat_map(|cell| {
            let later = geometry.peers(cell).iter().filter(move |&&peer| peer > cell);
            later.map(move |&peer| (cell, peer))
        });
        let same = pairs.filter(|(a, b)| board[a.index()] == board[b.index()]).count();
        // Equal digits along an edge are counted once.
        let far = |&&(a, b): &&(Cell, Cell)| board[a.index()].abs_diff(board[b.index()]) > 1;
        (same + puzzle.edges().pairs().iter().filter(far).count()) as u32
    }
}
