//! Nogoods from restarts (Lecoutre, Saïs, Tabary & Vidal 2007): sets of decisions that have no
//! solution together. Each is watched at two decisions that do not hold; when one of them comes to
//! hold and no other can be watched instead, the last one is forbidden.

use quadrille_core::{Cell, Digit, DigitSet, Geometry, Run, Stop};

/// That a cell has a digit.
pub(super) type Decision = (Cell, Digit);

pub(super) struct Nogoods {
    side: usize,
    /// The first two decisions of each are watched.
    all: Vec<Box<[Decision]>>,
    /// For each decision, the nogoods that watch it.
    watching: Vec<Vec<u32>>,
}

fn holds((cell, digit): Decision, sets: &[DigitSet]) -> bool {
    sets[cell.index()] == DigitSet::only(digit)
}

impl Nogoods {
    pub(super) fn new(geometry: &'static Geometry) -> Self {
        Self { side: geometry.side(), all: Vec::new(), watching: Vec::new() }
    }

    fn index(&self, (cell, digit): Decision) -> usize {
        cell.index() * self.side + usize::from(digit.get()) - 1
    }

    /// Adds a nogood. Returns the decision to forbid if all others hold already.
    pub(super) fn add(
        &mut self,
        mut decisions: Box<[Decision]>,
        sets: &[DigitSet],
        run: &mut Run<'_>,
    ) -> Result<Option<Decision>, Stop> {
        decisions.sort_by_key(|&decision| holds(decision, sets));
        if decisions.get(1).is_none_or(|&second| holds(second, sets)) {
            return Ok(Some(decisions[0]));
        }
        run.meter.keep((size_of_val(&*decisions) + 2 * size_of::<u64>()) as u64)?;
        self.watching.resize_with(sets.len() * self.side, Vec::new);
        for watched in &decisions[..2] {
            let index = self.index(*watched);
            self.watching[index].push(self.all.len() as u32);
        }
        self.all.push(decisions);
        Ok(None)
    }

    /// Returns the decisions that nogoods forbid now that this one holds.
    pub(super) fn forbidden(&mut self, decision: Decision, sets: &[DigitSet]) -> Vec<Decision> {
        let mut forbidden = Vec::new();
        let index = self.index(decision);
        if index >= self.watching.len() {
            return forbidden;
        }
        let mut watching = std::mem::take(&mut self.watching[index]);
        watching.retain(|&number| {
            let nogood = &mut self.all[number as usize];
            let own = usize::from(nogood[1] == decision);
            let free = nogood[2..].iter().position(|&other| !holds(other, sets));
            let Some(place) = free else {
                forbidden.push(nogood[1 - own]);
                return true;
            };
            nogood.swap(own, place + 2);
            let next = nogood[own];
            let index = next.0.index() * self.side + usize::from(next.1.get()) - 1;
            self.watching[index].push(number);
            false
        });
        self.watching[index] = watching;
        forbidden
    }
}
