//! Learned clauses in one array, and their watches.
//!
//! ```text
//!  reference ─▶ length, quality, activity, literal, literal, …      then the next clause
//! ```
//!
//! The first two literals of a clause are watched: the clause is visited only when one of them
//! becomes false. Each watch also stores another literal of the clause; if that one is true, the
//! clause is not read at all.

use crate::solve::formula::Literal;

/// The start of a clause in the array.
pub(super) type Reference = u32;

const HEAD: usize = 3;
/// The quality of clauses that are never deleted.
const KEPT: u32 = 0;

#[derive(Clone, Copy)]
pub(super) struct Watch {
    pub(super) clause: Reference,
    pub(super) other: Literal,
}

pub(super) struct Clauses {
    words: Vec<u32>,
    /// Clauses that may be deleted.
    learned: Vec<Reference>,
    /// By literal: the clauses to visit when it becomes false.
    pub(super) watches: Vec<Vec<Watch>>,
    step: f32,
}

impl Clauses {
    pub(super) fn new(literals: usize) -> Self {
        Self {
            words: Vec::new(),
            learned: Vec::new(),
            watches: vec![Vec::new(); literals],
            step: 1.0,
        }
    }

    /// Returns the number of clauses that may be deleted.
    pub(super) fn droppable(&self) -> usize {
        self.learned.len()
    }

    /// Returns the size in bytes of a clause of that length, with its watches.
    pub(super) fn bytes(length: usize) -> u64 {
        (4 * (HEAD + length) + 2 * size_of::<Watch>()) as u64
    }

    /// Adds a clause of two or more literals and watches its first two. Its quality is the number
    /// of levels among its literals; with `None` it is never deleted.
    pub(super) fn add(&mut self, literals: &[Literal], quality: Option<u32>) -> Reference {
        let clause = self.words.len() as Reference;
        self.words.extend([literals.len() as u32, quality.unwrap_or(KEPT), self.step.to_bits()]);
        self.words.extend(literals.iter().map(|literal| literal.0));
        if quality.is_some() {
            self.learned.push(clause);
        }
        self.watch(clause);
        clause
    }

    fn watch(&mut self, clause: Reference) {
        let [first, second] = [0, 1].map(|i| Literal(self.words[clause as usize + HEAD + i]));
        self.watches[first.index()].push(Watch { clause, other: second });
        self.watches[second.index()].push(Watch { clause, other: first });
    }

    /// Returns the literals of a clause, as [`Literal`] numbers.
    #[inline]
    pub(super) fn literals(&self, clause: Reference) -> &[u32] {
        let start = clause as usize + HEAD;
        &self.words[start..start + self.words[clause as usize] as usize]
    }

    #[inline]
    pub(super) fn literals_mut(&mut self, clause: Reference) -> &mut [u32] {
        let start = clause as usize + HEAD;
        let length = self.words[clause as usize] as usize;
        &mut self.words[start..start + length]
    }

    /// Increases the activity of a clause that took part in a conflict.
    pub(super) fn bump(&mut self, clause: Reference) {
        let at = clause as usize + 2;
        let activity = f32::from_bits(self.words[at]) + self.step;
        self.words[at] = activity.to_bits();
        if activity > 1e20 {
            self.step *= 1e-20;
            for &clause in &self.learned {
                let at = clause as usize + 2;
                self.words[at] = (f32::from_bits(self.words[at]) * 1e-20).to_bits();
            }
        }
    }

    /// Reduces the weight of earlier conflicts.
    pub(super) fn decay(&mut self) {
        self.step *= 1.0 / 0.999;
    }

    /// Deletes the worse half of the learned clauses, except those that are `locked` or of quality
    /// 2 or better, and closes the gaps. Calls `moved` with the old and new reference of every
    /// remaining clause and returns the number of bytes freed.
    pub(super) fn reduce(
        &mut self,
        locked: impl Fn(Reference) -> bool,
        mut moved: impl FnMut(Reference, Reference),
    ) -> u64 {
        let worth = |clause: Reference, words: &[u32]| {
            (words[clause as usize + 1], f32::from_bits(words[clause as usize + 2]))
        };
        let words = &self.words;
        self.learned.sort_by(|&a, &b| {
            let ((p, x), (q, y)) = (worth(a, words), worth(b, words));
            p.cmp(&q).then(y.total_cmp(&x)).then(a.cmp(&b))
        });
        let keep = self.learned.len() / 2;
        let mut dropped: Vec<Reference> = Vec::new();
        let mut rank = 0;
        self.learned.retain(|&clause| {
            rank += 1;
            let stays = rank <= keep || words[clause as usize + 1] <= 2 || locked(clause);
            if !stays {
                dropped.push(clause);
            }
            stays
        });
        dropped.sort_unstable();
        self.learned.clear();
        for watches in &mut self.watches {
            watches.clear();
        }
        let (mut from, mut to, mut gone, mut freed) = (0, 0, 0, 0);
        while from < self.words.len() {
            let length = self.words[from] as usize;
            if dropped.get(gone) == Some(&(from as Reference)) {
                gone += 1;
                freed += Self::bytes(length);
            } else {
                self.words.copy_within(from..from + HEAD + length, to);
                moved(from as Reference, to as Reference);
                if self.words[to + 1] != KEPT {
                    self.learned.push(to as Reference);
                }
                self.watch(to as Reference);
                to += HEAD + length;
            }
            from += HEAD + length;
        }
        self.words.truncate(to);
        freed
    }
}
