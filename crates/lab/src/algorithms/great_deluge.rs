//! The great deluge algorithm (Dueck).

use quadrille_core::Counter;

use super::swap_walk::{PATIENCE, Rule, swap_walk};
use crate::board::Start;
use crate::registry::{Entry, Key, Scale};

const RAIN: Key<f64> =
    Key::real("rain", 0.000_001..=100.0, 0.03, "change of the level with every accepted swap")
        .on(Scale::log(0.000_01, 1.0));

pub(super) const ENTRY: Entry = Entry {
    id: "great-deluge",
    title: "great deluge",
    source: "Dueck, New optimization heuristics: the great deluge algorithm and the \
             record-to-record travel, Journal of Computational Physics 104, 1993",
    about: "Each box holds its missing digits in random order. A random swap of two free cells of \
            a box is accepted if the cost (digits missing in rows and columns) stays at or below \
            a level. The level starts at the first cost and sinks by `rain` with every accepted \
            swap (Dueck maximizes, so there the water rises). When no way below the level is left, \
            the paper ends; here a new board is made. Nodes are proposed swaps.",
    parameters: &[Start::KEY.parameter, RAIN.parameter, PATIENCE.parameter],
    counters: &[Counter::Evaluated, Counter::Accepted, Counter::Restart],
    run: |puzzle, parameters, run| {
        swap_walk(puzzle, parameters, run, Deluge { level: 0.0, rain: parameters.get(&RAIN) })
    },
    ..Entry::LOCAL
};

struct Deluge {
    level: f64,
    rain: f64,
}

impl Rule for Deluge {
    fn begin(&mut self, cost: u32) {
        self.level = f64::from(cost);
    }

    fn accepts(&mut self, _: u32, proposed: u32) -> bool {
        let accepted = f64::from(proposed) <= self.level;
        if accepted {
            self.level -= self.rain;
        }
        accepted
    }

    fn bound(&self) -> (&'static str, f64) {
        ("level", self.level)
    }
}
