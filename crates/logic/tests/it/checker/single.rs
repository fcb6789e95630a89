//! Whether a single chain is the shortest that shows the same.

use std::collections::{BTreeMap, BTreeSet};

use quadrille_core::Candidate;
use quadrille_logic::{Deduction, State};

use super::board::{Board, cells, exclude, houses, is_in};

/// Which links a chain has.
#[derive(Clone, Copy, PartialEq)]
enum Links {
    /// Those of one digit.
    X,
    /// From false to true those in cells.
    Xy,
    All,
}

/// The number of strong links of a shorter chain without groups that shows what a chain shows.
pub(crate) fn shorter(board: &Board, deduction: &Deduction) -> Option<usize> {
    let links = match deduction.kind {
        "x-chain" | "forcing-x-chain" => Links::X,
        "xy-chain" => Links::Xy,
        "aic" | "discontinuous-nice-loop" | "forcing-chain" => Links::All,
        _ => return None,
    };
    let told = deduction.links.iter().filter(|link| !link.from.is_empty() && link.to.is_on).count();
    let starts = candidates(board).filter(|&start| leads(deduction, start));
    starts.filter_map(|start| length(board, links, deduction, start, told)).min()
}

fn candidates(board: &Board) -> impl Iterator<Item = Candidate> {
    let of_cell = |cell| board.marks(cell).iter().map(move |digit| Candidate { cell, digit });
    cells().filter(|&cell| board.value(cell).is_none()).flat_map(of_cell)
}

/// Whether a candidate, if it is true, shows all that a deduction shows.
fn leads(deduction: &Deduction, start: Candidate) -> bool {
    let is_gone = |&gone: &Candidate| exclude(start, gone);
    deduction.eliminations.iter().all(is_gone)
        && deduction.placements.iter().all(|&placed| placed == start)
}

/// The number of strong links from a false candidate to a true one, both of which show it all, if fewer
/// than some are enough.
fn length(
    board: &Board,
    links: Links,
    deduction: &Deduction,
    start: Candidate,
    most: usize,
) -> Option<usize> {
    let start = State { candidate: start, is_on: false };
    let mut before: BTreeMap<State, State> = BTreeMap::from([(start, start)]);
    let mut front = vec![start];
    for count in 1..most {
        let mut next = Vec::new();
        for off in std::mem::take(&mut front) {
            for on in strong(board, links, off.candidate) {
                let state = State { candidate: on, is_on: true };
                if before.contains_key(&state) {
                    continue;
                }
                before.insert(state, off);
                // A chain back to its beginning would place it, which shows more.
                let is_back = on == start.candidate && deduction.placements.is_empty();
                if leads(deduction, on) && !is_back && !touches_itself(&before, state) {
                    return Some(count);
                }
                for other in candidates(board).filter(|&other| exclude(on, other)) {
                    let is_weak = links != Links::X || other.digit == on.digit;
                    let off = State { candidate: other, is_on: false };
                    if is_weak && !before.contains_key(&off) {
                        before.insert(off, state);
                        next.push(off);
                    }
                }
            }
        }
        front = next;
    }
    None
}

/// Whether a chain comes back to a cell in which it was, but for the one where it begins.
fn touches_itself(before: &BTreeMap<State, State>, end: State) -> bool {
    let mut cells = vec![end.candidate.cell];
    let mut now = end;
    while before[&now] != now {
        now = before[&now];
        if cells.last() != Some(&now.candidate.cell) {
            cells.push(now.candidate.cell);
        }
    }
    let inner = &cells[..cells.len() - 1];
    inner.iter().collect::<BTreeSet<_>>().len() != inner.len()
}

/// The candidates that are true if one is false.
fn strong(board: &Board, links: Links, off: Candidate) -> Vec<Candidate> {
    let mut found = Vec::new();
    let mut rest = board.marks(off.cell).iter().filter(|&digit| digit != off.digit);
    if let (Some(digit), None, false) = (rest.next(), rest.next(), links == Links::X) {
        found.push(Candidate { cell: off.cell, digit });
    }
    if links != Links::Xy {
        for house in houses().filter(|&house| is_in(house, off.cell)) {
            let places = board.places(house, off.digit).unwrap_or_default();
            if let [one, other] = places[..] {
                let cell = if one == off.cell { other } else { one };
                found.push(Candidate { cell, digit: off.digit });
            }
        }
    }
    found
}
