//! All that follows from each candidate on the links that the marks have, without the paths.

use super::links::{Links, Strong};
use super::marks::Marks;
use super::reach::{Lead, Reach};
use super::{Id, id};
use crate::cells::bits;

/// What follows from each candidate, for the marks for which it was found last.
///
/// It tells whether there is anything to be found on these marks. Only if there is, chains are
/// followed in the order on which ratings depend.
pub(super) struct Closure {
    marks: Marks,
    pub(super) strong: Strong,
    /// The candidates in ascending order.
    pub(super) ids: Vec<Id>,
    two: Reach<2>,
    three: Reach<3>,
    four: Reach<4>,
    all: Reach<12>,
    has_chain: bool,
}

/// Calls a method of the smallest matrix that has room for all candidates.
macro_rules! smallest {
    ($closure:ident, $reach:ident => $call:expr) => {
        match $closure.ids.len() {
            0..=128 => {
                let $reach = &mut $closure.two;
                $call
            }
            129..=192 => {
                let $reach = &mut $closure.three;
                $call
            }
            193..=256 => {
                let $reach = &mut $closure.four;
                $call
            }
            _ => {
                let $reach = &mut $closure.all;
                $call
            }
        }
    };
}

impl Closure {
    pub(super) fn new() -> Self {
        Self {
            marks: Marks::none(),
            strong: Strong::new(),
            ids: Vec::new(),
            two: Reach::new(),
            three: Reach::new(),
            four: Reach::new(),
            all: Reach::new(),
            has_chain: false,
        }
    }

    /// Turns to some marks. Returns whether there is a forcing chain.
    ///
    /// Without one there is no cycle that removes anything: what sees a candidate of the cycle that
    /// is on, and one that is off, would turn itself off by way of the cycle. Neither is there a
    /// candidate that turns itself on if it is off: the others of its cell would turn themselves off.
    pub(super) fn find(&mut self, marks: &Marks) -> bool {
        if self.marks == *marks {
            return self.has_chain;
        }
        self.marks.clone_from(marks);
        self.strong.find(marks);
        self.ids.clear();
        for (cell, &digits) in marks.cells.iter().enumerate() {
            if digits & digits.wrapping_sub(1) == 0 {
                // A candidate that is alone in all of its houses has no links.
                let lone = bits(digits).map(|digit| id(cell, digit));
                self.ids.extend(lone.filter(|&id| marks.peers(id) != [0; 3]));
            } else {
                self.ids.extend(bits(digits).map(|digit| id(cell, digit)));
            }
        }
        self.has_chain = smallest!(self, reach => has_chain(reach, &self.strong, &self.ids));
        self.has_chain
    }

    /// Whether all of some candidates turn another one off, if there is no forcing chain.
    pub(super) fn have_common(&mut self, starts: impl Iterator<Item = Id>) -> bool {
        smallest!(self, reach => reach.have_common(starts))
    }

    /// Calls `f` with the candidates that another one turns both on and off.
    pub(super) fn each_twist(&mut self, start: Id, f: impl FnMut(Id)) {
        smallest!(self, reach => reach.each_twist(start, f));
    }

    /// Takes all steps again, and calls `f` with what each shows, and the complexity.
    pub(super) fn each_lead(&mut self, mut f: impl FnMut(Lead, Id, u32)) {
        smallest!(self, reach => {
            reach.restart();
            for steps in 1.. {
                if steps > 1 {
                    reach.each_cycle(|id| f(Lead::Cycle, id, 2 * steps));
                }
                if !reach.step(|lead, id| f(lead, id, 2 * steps + 2)) {
                    break;
                }
            }
        });
    }
}

fn has_chain<const W: usize>(reach: &mut Reach<W>, strong: &Strong, ids: &[Id]) -> bool {
    reach.start(strong, Links::All, ids);
    loop {
        let mut has_chain = false;
        let has_more = reach.step(|_, _| has_chain = true);
        if has_chain || !has_more {
            return has_chain;
        }
    }
}
