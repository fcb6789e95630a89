//! Whether a pattern or a chain is what it is called.

use std::collections::BTreeSet;

use quadrille_core::{Candidate, Cell, DigitSet};
use quadrille_logic::{House, Link, Reason, State, Truth};

use super::board::opposite;

/// Says why the sets of a link are not those of the pattern that it names, with the candidates that the
/// board has in each.
pub(crate) fn pattern(kind: &str, truths: &[Truth], sets: &[Vec<Candidate>]) -> Result<(), String> {
    let all = || sets.iter().flatten();
    let cells: BTreeSet<Cell> = all().map(|one| one.cell).collect();
    let digits: DigitSet = all().map(|one| one.digit).collect();
    let are_in_two = |of: fn(usize) -> usize| {
        cells.iter().map(|cell| of(cell.index())).collect::<BTreeSet<_>>().len() <= 2
    };
    let fits = match (kind, truths) {
        ("pointing", [Truth::House { house, .. }]) => matches!(house, House::Box(_)),
        ("claiming", [Truth::House { house, .. }]) => !matches!(house, House::Box(_)),
        ("naked-pair", [Truth::Cell { cell: a, .. }, Truth::Cell { cell: b, .. }]) => {
            a != b && digits.len() == 2
        }
        (
            "hidden-pair",
            [
                Truth::House { house: a, digit: one, .. },
                Truth::House { house: b, digit: other, .. },
            ],
        ) => a == b && one != other && cells.len() == 2,
        (
            "x-wing",
            [
                Truth::House { house: a, digit: one, .. },
                Truth::House { house: b, digit: other, .. },
            ],
        ) => {
            let are_covered = match (a, b) {
                (House::Row(_), House::Row(_)) => are_in_two(|cell| cell % 9),
                (House::Column(_), House::Column(_)) => are_in_two(|cell| cell / 9),
                _ => false,
            };
            a != b && one == other && are_covered
        }
        _ => false,
    };
    if fits { Ok(()) } else { Err(format!("no {kind}: {truths:?}")) }
}

/// Says why links are no chain of a kind.
pub(crate) fn chain(kind: &str, depth: u8, links: &[Link]) -> Result<(), String> {
    let own: Vec<&Link> = links.iter().filter(|link| link.depth == depth).collect();
    let starts: Vec<State> =
        own.iter().filter(|link| link.reason == Reason::Assumption).map(|link| link.to).collect();
    let [first, rest @ ..] = &starts[..] else { return Err("nothing is assumed".to_owned()) };
    let are_on = starts.iter().all(|start| start.is_on);
    let place = |start: &State| start.candidate;
    let same_cell = rest.iter().all(|start| place(start).cell == place(first).cell);
    let same_digit = rest.iter().all(|start| place(start).digit == place(first).digit);
    let is_alone = rest.is_empty();
    let is_same = rest.iter().all(|start| start == first);
    let one_digit = own.iter().all(|link| link.to.candidate.digit == place(first).digit);
    let last = own.last().map(|link| link.to);
    let fits = match kind {
        "nishio" => is_same && one_digit,
        "x-chain" | "forcing-x-chain" => is_alone && one_digit,
        "bidirectional-x-cycle" => is_alone && one_digit && last == Some(*first),
        _ if kind.ends_with("contradiction") || kind.contains("contradiction-") => is_same,
        _ if kind.ends_with("cell-forcing-chain") => are_on && same_cell && !is_alone,
        _ if kind.ends_with("region-forcing-chain") => are_on && same_digit && !is_alone,
        _ if kind.ends_with("double-forcing-chain") => *rest == [opposite(*first)],
        _ if kind.ends_with("verity") => !is_alone && !is_same,
        _ if kind.ends_with("-cycle") || kind.ends_with("grouped-continuous-nice-loop") => {
            is_alone && last == Some(*first)
        }
        "continuous-nice-loop" => is_alone && last == Some(*first),
        "remote-pair"
        | "xy-chain"
        | "aic"
        | "grouped-aic"
        | "forcing-chain"
        | "discontinuous-nice-loop"
        | "grouped-discontinuous-nice-loop" => is_alone,
        _ => false,
    };
    if fits { Ok(()) } else { Err(format!("no {kind} from {starts:?}")) }
}
