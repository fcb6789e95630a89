//! Whether a chain has links that its conclusion does not need.

use std::collections::BTreeSet;

use quadrille_core::Candidate;
use quadrille_logic::{Deduction, Link, Reason, State};

use super::board::{Board, exclude, houses, is_in};

/// A link without whose effect the same ends follow, from the other effects of the same assumption.
pub(crate) fn redundant<'d>(board: &Board, deduction: &'d Deduction) -> Option<&'d Link> {
    // A loop needs each of its links, and the chains of some techniques have links of one sort alone.
    let kind = deduction.kind;
    let is_free = kind.contains("forcing-") && kind != "forcing-x-chain" || kind == "nishio";
    let own: Vec<&Link> = deduction.links.iter().filter(|link| link.depth == 0).collect();
    let starts = own.iter().filter(|link| link.reason == Reason::Assumption);
    let starts: BTreeSet<State> = starts.map(|link| link.to).collect();
    // Elsewhere a link has one cause, a candidate or a group.
    let nets = ["nishio", "dynamic-", "nested-", "forcing-net-"];
    let is_net = nets.iter().any(|name| kind.contains(name));
    let mut starts = starts.iter().filter(|_| is_free);
    starts.find_map(|&start| of_start(board, &own, start, is_net))
}

fn of_start<'d>(board: &Board, own: &[&'d Link], start: State, is_net: bool) -> Option<&'d Link> {
    // The branches with this assumption, and the ends of these.
    let mut links: Vec<&Link> = Vec::new();
    let mut ends: Vec<State> = Vec::new();
    let mut is_meant = false;
    for (index, link) in own.iter().enumerate() {
        if link.reason == Reason::Assumption {
            is_meant = link.to == start;
        } else if is_meant {
            links.push(link);
        }
        let is_end = own.get(index + 1).is_none_or(|next| next.reason == Reason::Assumption);
        if is_meant && is_end {
            ends.push(link.to);
        }
    }
    let facts: BTreeSet<State> = links.iter().map(|link| link.to).chain([start]).collect();
    let facts: Vec<State> = facts.into_iter().collect();
    let rules = rules(board, &links, &facts, is_net);
    links.iter().copied().find(|link| {
        let known = follow(&facts, &rules, start, link.to);
        !ends.contains(&link.to) && ends.iter().all(|end| known[place(&facts, *end).unwrap()])
    })
}

fn place(facts: &[State], fact: State) -> Option<usize> {
    facts.binary_search(&fact).ok()
}

/// What follows from an assumption without a fact.
fn follow(facts: &[State], rules: &[(Vec<usize>, usize)], start: State, out: State) -> Vec<bool> {
    let mut known: Vec<bool> = facts.iter().map(|&fact| fact == start).collect();
    loop {
        let is_new = |(from, to): &&(Vec<usize>, usize)| {
            !known[*to] && facts[*to] != out && from.iter().all(|&from| known[from])
        };
        match rules.iter().find(is_new) {
            Some(&(_, to)) => known[to] = true,
            None => return known,
        }
    }
}

/// How some facts follow from others: by the rules of Sudoku, and as the links say.
fn rules(
    board: &Board,
    links: &[&Link],
    facts: &[State],
    is_net: bool,
) -> Vec<(Vec<usize>, usize)> {
    let mut all: Vec<(Vec<State>, State)> =
        links.iter().map(|link| (link.from.clone(), link.to)).collect();
    for &fact in facts {
        let to = fact.candidate;
        if !fact.is_on {
            let causes = facts.iter().filter(|one| one.is_on && exclude(one.candidate, to));
            all.extend(causes.map(|&one| (vec![one], fact)));
            continue;
        }
        let digits = board.marks(to.cell).iter().filter(|&digit| digit != to.digit);
        let mut sets: Vec<Vec<Candidate>> =
            vec![digits.map(|digit| Candidate { cell: to.cell, digit }).collect()];
        for house in houses().filter(|&house| is_in(house, to.cell)) {
            let places = board.places(house, to.digit).unwrap_or_default().into_iter();
            let others = places.filter(|&cell| cell != to.cell);
            sets.push(others.map(|cell| Candidate { cell, digit: to.digit }).collect());
        }
        for others in sets.into_iter().filter(|others| is_net || others.len() == 1) {
            let is_off = |candidate: Candidate| State { candidate, is_on: false };
            all.push((others.into_iter().map(is_off).collect(), fact));
        }
    }
    let known = |(from, to): (Vec<State>, State)| {
        let from: Option<Vec<usize>> = from.iter().map(|&from| place(facts, from)).collect();
        Some((from?, place(facts, to)?))
    };
    all.into_iter().filter_map(known).collect()
}
