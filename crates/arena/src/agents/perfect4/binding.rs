//! Which edges still bind, up to symmetry.
//!
//! An edge binds while both its cells can take digits that it would keep apart. The fewer bind,
//! the more symmetries a position has: with none left all 128. So positions are turned until the
//! edges that bind lie as some representative has them (a *class* of edges), and then, among the
//! symmetries that keep those in place, until the position is least.

use std::collections::{BTreeMap, HashMap};

use super::symmetry::{CELLS, Candidates, Closed, Symmetry, digits, houses_of, least};

/// A pair of cells, the lower first.
type Pair = (u8, u8);

/// The number of a class. The class without edges is 0.
pub(super) type ClassId = u16;

/// Sets of edges by number, as they turn up.
pub(super) struct Classes {
    classes: Vec<Class>,
    by_pairs: BTreeMap<Vec<Pair>, ClassId>,
    /// By class and the edges of it that still bind.
    turns: HashMap<(ClassId, u32), Turn>,
}

struct Class {
    pairs: Vec<Pair>,
    /// By four times the cell plus the digit from 0: what remains when it is placed.
    keep: [Candidates; 64],
}

/// What remains of a class, and how to turn the board for it.
#[derive(Clone)]
struct Turn {
    class: ClassId,
    /// Every symmetry that brings the edges to where the class has them.
    symmetries: Box<[Symmetry]>,
    /// The cells whose edges no longer bind, with all their digits.
    unbound: Candidates,
}

impl Classes {
    /// More are not numbered: positions then keep edges that no longer bind, which is as right.
    const MOST: usize = 1 << 14;

    pub(super) fn new() -> Self {
        let mut classes =
            Self { classes: Vec::new(), by_pairs: BTreeMap::new(), turns: HashMap::new() };
        classes.number(Vec::new());
        classes
    }

    /// The class of these edges, without turning the board.
    pub(super) fn number(&mut self, pairs: Vec<Pair>) -> ClassId {
        if let Some(&known) = self.by_pairs.get(&pairs) {
            return known;
        }
        let class = self.classes.len() as ClassId;
        self.classes.push(Class { keep: keep(&pairs), pairs: pairs.clone() });
        self.by_pairs.insert(pairs, class);
        class
    }

    /// The candidates left by a placement.
    #[inline]
    pub(super) fn after(
        &self,
        class: ClassId,
        candidates: Candidates,
        placement: u8,
    ) -> Candidates {
        candidates & self.classes[usize::from(class)].keep[usize::from(placement)]
    }

    /// The representative of a position, with its class.
    pub(super) fn representative(
        &mut self,
        class: ClassId,
        candidates: Candidates,
        closed: Closed,
    ) -> (ClassId, Candidates, Closed) {
        if class == 0 {
            let (candidates, closed) = least(undominated(candidates, !0), closed);
            return (0, candidates, closed);
        }
        let mut binding = 0;
        for (index, &(a, b)) in self.classes[usize::from(class)].pairs.iter().enumerate() {
            let binds = binds(digits(candidates, a.into()), digits(candidates, b.into()));
            binding |= u32::from(binds) << index;
        }
        if !self.turns.contains_key(&(class, binding)) && !self.add_turn(class, binding) {
            return (class, candidates, closed);
        }
        let turn = &self.turns[&(class, binding)];
        if turn.class == 0 {
            let (candidates, closed) = least(undominated(candidates, !0), closed);
            return (0, candidates, closed);
        }
        let candidates = undominated(candidates, turn.unbound);
        let mut best = (Candidates::MAX, Closed::MAX);
        for symmetry in &turn.symmetries {
            let image = symmetry.candidates(candidates);
            if image <= best.0 {
                best = best.min((image, symmetry.closed(closed)));
            }
        }
        (turn.class, best.0, best.1)
    }

    #[cold]
    fn add_turn(&mut self, class: ClassId, binding: u32) -> bool {
        if self.classes.len() >= Self::MOST {
            return false;
        }
        let pairs = &self.classes[usize::from(class)].pairs;
        let left: Vec<Pair> = (0..pairs.len())
            .filter(|index| binding >> index & 1 != 0)
            .map(|index| pairs[index])
            .collect();
        let images: Vec<(Vec<Pair>, Symmetry)> = Symmetry::all()
            .map(|symmetry| {
                let place = |cell: u8| symmetry.cell(cell.into()) as u8;
                let mut image: Vec<Pair> = left
                    .iter()
                    .map(|&(a, b)| (place(a), place(b)))
                    .map(|(a, b)| (a.min(b), a.max(b)))
                    .collect();
                image.sort_unstable();
                (image, symmetry)
            })
            .collect();
        let least = images.iter().map(|(image, _)| image).min().expect("128 images").clone();
        let symmetries =
            images.iter().filter(|(image, _)| *image == least).map(|&(_, s)| s).collect();
        let unbound =
            left.iter().fold(!0, |cells, (a, b)| cells & !(15 << (4 * a) | 15 << (4 * b)));
        let turn = Turn { unbound, class: self.number(least), symmetries };
        self.turns.insert((class, binding), turn);
        true
    }
}

/// Whether an edge between cells with these digits forbids anything that their house allows.
#[inline]
fn binds(a: u64, b: u64) -> bool {
    // Digits of b two or three away from one of a.
    (a << 2 | a << 3 | a >> 2 | a >> 3) & b != 0
}

fn keep(pairs: &[Pair]) -> [Candidates; 64] {
    std::array::from_fn(|placement| {
        let (cell, digit) = (placement / 4, placement % 4);
        let mut gone = 15 << (4 * cell);
        for peer in (0..16).filter(|&peer| peer != cell) {
            let (own, other) = (houses_of(cell), houses_of(peer));
            if own.iter().any(|house| other.contains(house)) {
                gone |= 1 << (4 * peer + digit);
            }
        }
        for &(a, b) in pairs {
            let (a, b) = (usize::from(a), usize::from(b));
            let other = match cell {
                _ if cell == a => b,
                _ if cell == b => a,
                _ => continue,
            };
            let near = (1_u64 << digit) << 1 | (1 << digit) >> 1;
            gone |= (!near & 15) << (4 * other);
        }
        !gone
    })
}

/// The candidates without those that a higher digit of the same cell makes pointless: neither can
/// go anywhere else that the cell sees, so they differ in their points only. Cells outside `of`
/// are left alone.
#[inline]
fn undominated(candidates: Candidates, of: Candidates) -> Candidates {
    const LOW: u64 = 0x00ff_00ff_00ff_00ff;
    const LEFT: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    const UPPER: u64 = 0x0000_ffff_0000_ffff;
    // What the other cells of the row, the column and the box can take.
    let beside = (candidates & LEFT) << 4 | candidates >> 4 & LEFT;
    let pair = candidates | beside;
    let across = (pair & LOW) << 8 | pair >> 8 & LOW;
    let below = (pair & UPPER) << 16 | pair >> 16 & UPPER;
    let columns =
        candidates.rotate_left(16) | candidates.rotate_left(32) | candidates.rotate_left(48);
    let own = candidates & of & !(beside | across | below | columns);
    let lower = (own >> 1 & 0x7777_7777_7777_7777)
        | (own >> 2 & 0x3333_3333_3333_3333)
        | (own >> 3 & CELLS);
    candidates & !(own & lower)
}
