//! Constraint programming: one engine whose parts can be exchanged one by one, and the published
//! searches that consist of them.
//!
//! A [`Store`](store::Store) has the domains and filters them; [`order`] chooses cells and digits;
//! [`mod@search`] and [`discrepancies`] are ways through the tree of decisions. Nodes are assignments
//! for all of them: a digit taken from the peers of its cell, givens included.

mod all_different;
mod discrepancies;
mod filter;
mod nogoods;
mod order;
mod search;
mod store;
mod weights;

use quadrille_core::Counter;

use self::filter::Filter;
use self::order::{CellOrder, DigitOrder, Ties};
use self::search::{Branching, Plan, Restarts, search};
use crate::registry::{Entry, Key, Parameters, Scale};

const FILTER: Key<&'static str> = Key::choice(
    "filter",
    &["none", "forward", "arcs", "all-different"],
    "arcs",
    "how far the consequences of a decision are followed: not at all, to the peers of its cell, by \
     arc consistency of all pairs (AC-3), or by consistency of whole houses",
);
const CELLS: Key<&'static str> = Key::choice(
    "cells",
    &["input", "mrv", "mrv-degree", "dom-deg", "dom-wdeg"],
    "mrv",
    "the cell decided next: the first, that with the fewest candidates, ties by open peers, that \
     with the fewest per open peer, or per weight of its constraints",
);
const DIGITS: Key<&'static str> = Key::choice(
    "digits",
    &["ascending", "least-constraining"],
    "ascending",
    "which digit is tried: the smallest, or that of the fewest open peers",
);
const DIGITS_OR_RANDOM: Key<&'static str> = Key::choice(
    "digits",
    &["ascending", "least-constraining", "random"],
    "ascending",
    "which digit is tried: the smallest, that of the fewest open peers, or any",
);
const BRANCHING: Key<&'static str> = Key::choice(
    "branching",
    &["digits", "binary"],
    "binary",
    "what follows a failure: the next digit of the cell, or the exclusion of the digit",
);
const RESTARTS: Key<&'static str> = Key::choice(
    "restarts",
    &["none", "luby", "geometric"],
    "luby",
    "contradictions between restarts: units times 1, 1, 2, 1, 1, 2, 4, …, or growing by half",
);
const UNIT: Key<i64> =
    Key::integer("unit", 1..=1_000_000, 10, "contradictions before the first restart")
        .on(Scale::log(1.0, 1000.0));
const NOGOODS: Key<&'static str> = Key::choice(
    "nogoods",
    &["yes", "no"],
    "yes",
    "whether a restart records what the branch before it has refuted",
);
const TIES: Key<&'static str> =
    Key::choice("ties", &["first", "random"], "random", "which of equally good cells is decided");

/// What the entries have in common.
const ENTRY: Entry = Entry {
    counters: &[
        Counter::Assign,
        Counter::AssignGiven,
        Counter::Branch,
        Counter::Backtrack,
        Counter::Contradiction,
    ],
    nodes: Counter::Assign,
    supports: |_| true,
    run: |puzzle, parameters, run| search(puzzle, &Plan::of(parameters), run),
    ..Entry::TREE
};

pub(super) const FORWARD_CHECKING: Entry = Entry {
    id: "forward-checking",
    title: "forward checking",
    source: "Haralick & Elliott, Increasing tree search efficiency for constraint satisfaction \
             problems, Artificial Intelligence 14, 1980",
    about: "Every cell is a variable with a domain of digits. The cell with the smallest domain \
            gets its digits one after the other; each is removed from the domains of its peers, \
            and an empty domain makes the search backtrack at once. A domain of one digit has no \
            consequences until its cell is chosen. Nodes are assignments, givens included; \
            `branch` counts the digits tried where there was a choice.",
    parameters: &[
        FILTER.with_default("forward").parameter,
        CELLS.parameter,
        DIGITS.parameter,
        BRANCHING.with_default("digits").parameter,
    ],
    ..ENTRY
};

pub(super) const MAC: Entry = Entry {
    id: "mac",
    title: "maintaining arc consistency",
    source: "Sabin & Freuder, Contradicting conventional wisdom in constraint satisfaction, ECAI \
             1994; AC-3: Mackworth 1977",
    about: "After every decision each pair of peers, and each edge, is made arc consistent: a \
            digit stays in a domain only if every related cell has a digit that goes with it. For \
            peers that is the rule of naked singles, followed to its end. A digit that fails is \
            removed from its cell, and the consequences are followed too, before the cell with the \
            smallest domain is chosen again. Nodes are assignments, inferred ones and givens \
            included; `branch` counts the digits tried.",
    parameters: &[FILTER.parameter, CELLS.parameter, DIGITS.parameter, BRANCHING.parameter],
    ..ENTRY
};

pub(super) const MAC_WEIGHTS: Entry = Entry {
    id: "mac-wdeg",
    title: "maintaining arc consistency, weighted degrees",
    source: "Boussemart, Hemery, Lecoutre & Saïs, Boosting systematic search by weighting \
             constraints, ECAI 2004",
    about: "Maintains arc consistency and counts for each pair of peers how often it has emptied a \
            domain. The next cell has the smallest domain per weight, where the weight sums \
            one plus these counts over its peers that are still open: the search moves to where it \
            fails, and learns that across branches. Nodes are assignments, inferred ones and \
            givens included; `branch` counts the digits tried.",
    parameters: &[
        FILTER.parameter,
        CELLS.with_default("dom-wdeg").parameter,
        DIGITS.parameter,
        BRANCHING.parameter,
    ],
    ..ENTRY
};

pub(super) const ALL_DIFFERENT: Entry = Entry {
    id: "all-different",
    title: "all-different constraints on houses",
    source: "Régin, A filtering algorithm for constraints of difference in CSPs, AAAI 1994; on \
             Sudoku: Simonis, Sudoku as a constraint problem, 2005",
    about: "Each house is one constraint. A digit stays in a domain only if some placement of all \
            digits in the house has it there: a perfect matching of cells with digits is found, \
            and a candidate outside it stays only if it lies in a strongly connected component of \
            cells that can exchange their digits. That finds naked and hidden singles, pairs, \
            triples and all larger subsets of a house, but nothing between houses. The search \
            is that of `mac`. Nodes are assignments, inferred ones and givens included; \
            `branch` counts the digits tried.",
    parameters: &[
        FILTER.with_default("all-different").parameter,
        CELLS.parameter,
        DIGITS.parameter,
        BRANCHING.parameter,
    ],
    ..ENTRY
};

pub(super) const RESTARTING: Entry = Entry {
    id: "mac-restarts",
    title: "maintaining arc consistency, restarts with nogoods",
    source: "Lecoutre, Saïs, Tabary & Vidal, Nogood recording from restarts, IJCAI 2007; random \
             ties after Gomes, Selman & Kautz 1998; Luby, Sinclair & Zuckerman 1993",
    about: "The search of `mac-wdeg` with ties at random restarts after a number of \
            contradictions, so that no bad early decision is paid for long; the weights stay. At \
            each restart, every refuted digit of the present branch gives a nogood: with the digits \
            decided before it, it has no solution. So nothing is searched twice. Nogoods are \
            filtered with two watched decisions each. Nodes are assignments, inferred ones and \
            givens included.",
    parameters: &[
        FILTER.parameter,
        CELLS.with_default("dom-wdeg").parameter,
        DIGITS_OR_RANDOM.parameter,
        BRANCHING.parameter,
        TIES.parameter,
        RESTARTS.parameter,
        UNIT.parameter,
        NOGOODS.parameter,
    ],
    counters: &[
        Counter::Assign,
        Counter::AssignGiven,
        Counter::Branch,
        Counter::Backtrack,
        Counter::Contradiction,
        Counter::Restart,
    ],
    deterministic: false,
    run: |puzzle, parameters, run| {
        let restarts = match parameters.get(&RESTARTS) {
            "none" => Restarts::Never,
            "geometric" => Restarts::Geometric,
            _ => Restarts::Luby,
        };
        let ties = match parameters.get(&TIES) {
            "first" => Ties::First,
            _ => Ties::Random,
        };
        let unit = parameters.get(&UNIT) as u64;
        let nogoods = parameters.get(&NOGOODS) == "yes";
        search(puzzle, &Plan { ties, restarts, unit, nogoods, ..Plan::of(parameters) }, run)
    },
    ..ENTRY
};

pub(super) const DISCREPANCIES: Entry = Entry {
    id: "limited-discrepancy",
    title: "limited discrepancy search",
    source: "Harvey & Ginsberg, Limited discrepancy search, IJCAI 1995",
    about: "The tree of `mac` is binary: a cell has its most promising digit, that of the fewest \
            open peers, or it does not; the latter is a discrepancy. The first iteration follows \
            the heuristic everywhere, the next one also goes against it once, then twice, the \
            earliest decisions first, since the heuristic is least reliable there. Each iteration \
            repeats the paths of those before it. The search ends with a proof when an iteration \
            has met no limit. Nodes are assignments, inferred ones and givens included; `branch` counts \
            decisions, the gauge `discrepancies` shows their limit.",
    parameters: &[
        FILTER.parameter,
        CELLS.parameter,
        DIGITS.with_default("least-constraining").parameter,
    ],
    counters: RESTARTING.counters,
    run: |puzzle, parameters, run| {
        let plan = Plan { filter: filter(parameters), ..Plan::of_orders(parameters) };
        discrepancies::search(puzzle, &plan, run)
    },
    ..ENTRY
};

fn filter(parameters: &Parameters) -> Filter {
    match parameters.get(&FILTER) {
        "none" => Filter::None,
        "forward" => Filter::Forward,
        "all-different" => Filter::AllDifferent,
        _ => Filter::Arcs,
    }
}

impl Plan {
    /// Returns the parts that these parameters name, without restarts.
    fn of(parameters: &Parameters) -> Self {
        let branching = match parameters.get(&BRANCHING) {
            "digits" => Branching::Digits,
            _ => Branching::Binary,
        };
        Self { branching, ..Self::of_orders(parameters) }
    }

    fn of_orders(parameters: &Parameters) -> Self {
        Self {
            filter: filter(parameters),
            cells: match parameters.get(&CELLS) {
                "input" => CellOrder::Input,
                "mrv-degree" => CellOrder::FewestThenDegree,
                "dom-deg" => CellOrder::PerDegree,
                "dom-wdeg" => CellOrder::PerWeight,
                _ => CellOrder::Fewest,
            },
            ties: Ties::First,
            digits: match parameters.get(&DIGITS) {
                "least-constraining" => DigitOrder::LeastConstraining,
                "random" => DigitOrder::Random,
                _ => DigitOrder::Ascending,
            },
            branching: Branching::Binary,
            restarts: Restarts::Never,
            unit: 1,
            nogoods: false,
        }
    }
}
