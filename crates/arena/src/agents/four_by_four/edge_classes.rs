//! Sets of edges up to symmetry, and the representative of a position.
//!
//! An edge is *active* while its cells have candidates that it forbids together. The fewer edges
//! are active, the more symmetries a position has: without any, all 128. The representative of a
//! position is its image whose active edges form the least set (a *class* of edges), and among
//! those images the least one.

use std::collections::{BTreeMap, HashMap};

use super::symmetry::{CELLS, Candidates, Closed, Symmetry, digits, houses_of, least};

/// A pair of cells, the lower first.
type Pair = (u8, u8);

/// The number of a class. The class without edges is 0.
pub(super) type ClassId = u16;

/// The classes seen so far, numbered in the order in which they occurred.
pub(super) struct Classes {
    classes: Vec<Class>,
    by_pairs: BTreeMap<Vec<Pair>, ClassId>,
    /// By class and its active edges.
    reductions: HashMap<(ClassId, u32), Reduction>,
}

struct Class {
    pairs: Vec<Pair>,
    /// By placement: the candidates that remain after it.
    keep: [Candidates; 64],
}

/// How to reach the representatives of the positions of a class with some edges active.
struct Reduction {
    class: ClassId,
    /// All symmetries that map the active edges to those of the new class.
    symmetries: Box<[Symmetry]>,
    /// All candidates of the cells without active edges.
    free: Candidates,
}

impl Classes {
    /// The largest number of classes. Positions beyond it keep their inactive edges, which is
    /// correct but slower.
    const MAX: usize = 1 << 14;

    pub(super) fn new() -> Self {
        let mut classes =
            Self { classes: Vec::new(), by_pairs: BTreeMap::new(), reductions: HashMap::new() };
        classes.number(Vec::new());
        classes
    }

    /// Returns the number of the class with exactly these edges.
    pub(super) fn number(&mut self, pairs: Vec<Pair>) -> ClassId {
        if let Some(&known) = self.by_pairs.get(&pairs) {
            return known;
        }
        let class = self.classes.len() as ClassId;
        self.classes.push(Class { keep: keep(&pairs), pairs: pairs.clone() });
        self.by_pairs.insert(pairs, class);
        class
    }

    /// Returns the candidates left after a placement.
    #[inline]
    pub(super) fn after(
        &self,
        class: ClassId,
        candidates: Candidates,
        placement: u8,
    ) -> Candidates {
        candidates & self.classes[usize::from(class)].keep[usize::from(placement)]
    }

    /// Returns the representative of a position: class, candidates and closed houses.
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
        let mut active = 0;
        for (index, &(a, b)) in self.classes[usize::from(class)].pairs.iter().enumerate() {
            let is_active = is_active(digits(candidates, a.into()), digits(candidates, b.into()));
            active |= u32::from(is_active) << index;
        }
        if !self.reductions.contains_key(&(class, active)) && !self.add_reduction(class, active) {
            return (class, candidates, closed);
        }
        let reduction = &self.reductions[&(class, active)];
        if reduction.class == 0 {
            let (candidates, closed) = least(undominated(candidates, !0), closed);
            return (0, candidates, closed);
        }
        let candidates = undominated(candidates, reduction.free);
        let mut best = (Candidates::MAX, Closed::MAX);
        for symmetry in &reduction.symmetries {
            let image = symmetry.candidates(candidates);
            if image <= best.0 {
                best = best.min((image, symmetry.closed(closed)));
            }
        }
        (reduction.class, best.0, best.1)
    }

    #[cold]
    fn add_reduction(&mut self, class: ClassId, active: u32) -> bool {
        if self.classes.len() >= Self::MAX {
            return false;
        }
        let pairs = &self.classes[usize::from(class)].pairs;
        let left: Vec<Pair> = (0..pairs.len())
            .filter(|index| active >> index & 1 != 0)
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
        let free = left.iter().fold(!0, |cells, (a, b)| cells & !(15 << (4 * a) | 15 << (4 * b)));
        let reduction = Reduction { free, class: self.number(least), symmetries };
        self.reductions.insert((class, active), reduction);
        true
    }
}

/// Returns whether an edge between cells with these digits forbids anything that their house allows.
#[inline]
fn is_active(a: u64, b: u64) -> bool {
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

/// Removes the candidates that a higher digit of the same cell dominates: if no peer of the cell has
/// either digit as a candidate, the two differ only in their points. Cells outside `of` keep all
/// their candidates.
#[inline]
fn undominated(candidates: Candidates, of: Candidates) -> Candidates {
    const LOW: u64 = 0x00ff_00ff_00ff_00ff;
    const LEFT: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    const UPPER: u64 = 0x0000_ffff_0000_ffff;
    // The candidates of the other cells of the row, the column and the box.
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
