//! Whether a pattern or a chain is what it is called.

use quadrille_logic::{House, Link, Reason, State, Truth};

use super::board::opposite;

/// Says why the sets of a link are not those of the pattern that it names.
pub(crate) fn pattern(kind: &str, truths: &[Truth]) -> Result<(), String> {
    let fits = match (kind, truths) {
        ("pointing", [Truth::House { house, .. }]) => matches!(house, House::Box(_)),
        ("claiming", [Truth::House { house, .. }]) => !matches!(house, House::Box(_)),
        ("naked-pair", [Truth::Cell { cell: a, .. }, Truth::Cell { cell: b, .. }]) => a != b,
        (
            "hidden-pair" | "x-wing",
            [
                Truth::House { house: a, digit: one, .. },
                Truth::House { house: b, digit: other, .. },
            ],
        ) => (a == b) == (kind == "hidden-pair") && (one == other) == (kind == "x-wing"),
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
