//! Late acceptance hill climbing (Burke & Bykov).

use quadrille_core::Counter;

use super::swap_walk::{PATIENCE, Rule, swap_walk};
use crate::board::Start;
use crate::registry::{Entry, Key, Scale};

const HISTORY: Key<i64> = Key::integer(
    "history",
    1..=1_000_000,
    60,
    "how many proposals ago the cost was that a proposal is compared with",
)
.on(Scale::log(1.0, 100_000.0));

pub(super) const ENTRY: Entry = Entry {
    id: "late-acceptance",
    title: "late acceptance hill climbing",
    source: "Burke & Bykov, The late acceptance hill-climbing heuristic, European Journal of \
             Operational Research 258, 2017",
    about: "Each box holds its missing digits in random order. A random swap of two free cells of \
            a box is accepted if the cost (digits missing in rows and columns) is not higher than \
            now, or lower than it was `history` proposals ago. The remembered costs only \
            fall, so the search cools itself, and the length of the history is its only schedule. \
            The paper ends when it stalls; here a new board is made. Nodes are proposed swaps.",
    parameters: &[Start::KEY.parameter, HISTORY.parameter, PATIENCE.parameter],
    counters: &[Counter::Evaluated, Counter::Accepted, Counter::Restart],
    run: |puzzle, parameters, run| {
        let costs = vec![0; parameters.get(&HISTORY) as usize];
        swap_walk(puzzle, parameters, run, Late { costs, next: 0 })
    },
    ..Entry::LOCAL
};

/// The costs of the last proposals, in a ring.
struct Late {
    costs: Vec<u32>,
    next: usize,
}

impl Rule for Late {
    fn begin(&mut self, cost: u32) {
        self.costs.fill(cost);
        self.next = 0;
    }

    fn accepts(&mut self, cost: u32, proposed: u32) -> bool {
        let late = &mut self.costs[self.next];
        let accepted = proposed < *late || proposed <= cost;
        *late = (*late).min(if accepted { proposed } else { cost });
        self.next = if self.next + 1 == self.costs.len() { 0 } else { self.next + 1 };
        accepted
    }

    fn bound(&self) -> (&'static str, f64) {
        ("late-cost", f64::from(self.costs[self.next]))
    }
}
