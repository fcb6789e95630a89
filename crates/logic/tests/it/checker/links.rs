//! Proofs by links: each by itself, then what the branches show together.

use quadrille_core::Candidate;
use quadrille_logic::{Deduction, Link, Reason, State};

use super::board::{Board, exclude, houses, is_in, opposite};
use super::names;
use super::truths::{refuted, set};

/// What follows from an assumption.
struct Branch {
    assumption: State,
    facts: Vec<State>,
}

/// Checks links at a depth, and that they show all goals.
pub(crate) fn check(
    board: &Board,
    links: &[Link],
    depth: u8,
    goals: &[State],
) -> Result<(), String> {
    let mut branches: Vec<Branch> = Vec::new();
    // Where each chain within begins and ends, and the link that it shows.
    let mut shown: Vec<(std::ops::Range<usize>, &Link)> = Vec::new();
    let mut start = None;
    for (index, link) in links.iter().enumerate() {
        if link.depth > depth {
            start.get_or_insert(index);
            continue;
        }
        let inner = start.take().map(|start| start..index);
        if link.reason == Reason::Assumption {
            if link.depth < depth || !link.from.is_empty() || inner.is_some() {
                return Err(format!("no assumption: {link:?}"));
            }
            // What the branch before showed from the same assumption holds still.
            let before = branches.last().filter(|branch| branch.assumption == link.to);
            let facts = before.map_or_else(|| vec![link.to], |branch| branch.facts.clone());
            branches.push(Branch { assumption: link.to, facts });
            continue;
        }
        let facts = &mut branches.last_mut().ok_or("nothing is assumed")?.facts;
        if let Some(unknown) = link.from.iter().find(|from| !facts.contains(from)) {
            return Err(format!("{unknown:?} is not known at {link:?}"));
        }
        facts.push(link.to);
        if let Some(inner) = inner {
            shown.push((inner, link));
        }
        let of_link = |&(_, other): &&(std::ops::Range<usize>, &Link)| {
            (&other.from, other.reason) == (&link.from, link.reason)
        };
        let mut inners = shown.iter().filter(of_link).map(|(inner, _)| &links[inner.clone()]);
        match link.reason {
            Reason::Kind(kind) if inners.clone().next().is_some() => {
                let board = board.without(&link.from)?;
                let holds = |inner| {
                    names::chain(kind, depth + 1, inner)?;
                    check(&board, inner, depth + 1, &[link.to])
                };
                let first = inners.next().map_or(Ok(()), holds);
                if first.is_err() && !inners.any(|inner| holds(inner).is_ok()) {
                    return first;
                }
            }
            _ => check_link(board, link)?,
        }
    }
    if start.is_some() {
        return Err("a chain within shows nothing".to_owned());
    }
    let own: Vec<Link> = links.iter().filter(|link| link.depth == depth).cloned().collect();
    goals.iter().try_for_each(|&goal| conclude(board, &branches, &own, goal))
}

/// Checks a link that no chain within shows.
fn check_link(board: &Board, link: &Link) -> Result<(), String> {
    let State { candidate: to, is_on } = link.to;
    let is_off = |place: Candidate| link.from.contains(&State { candidate: place, is_on: false });
    let holds = match link.reason {
        Reason::Cell if is_on => {
            let mut all = board.marks(to.cell).iter();
            board.has(to)
                && all.all(|d| d == to.digit || is_off(Candidate { cell: to.cell, digit: d }))
        }
        Reason::House(house) if is_on => {
            let mut all = board.places(house, to.digit)?.into_iter();
            is_in(house, to.cell)
                && board.has(to)
                && all.all(|c| c == to.cell || is_off(Candidate { cell: c, digit: to.digit }))
        }
        Reason::Cell => link.from.iter().any(|from| {
            from.is_on && from.candidate.cell == to.cell && from.candidate.digit != to.digit
        }),
        Reason::House(house) => link.from.iter().any(|from| {
            let of = from.candidate;
            let is_other = from.is_on && of.cell != to.cell && of.digit == to.digit;
            is_other && is_in(house, of.cell) && is_in(house, to.cell)
        }),
        Reason::Kind(kind) => {
            // The causes are among what the sets name.
            link.truths.iter().try_for_each(|truth| set(board, truth).map(drop))?;
            let board = board.without(&link.from)?;
            let sets: Result<Vec<_>, _> =
                link.truths.iter().map(|truth| set(&board, truth)).collect();
            names::pattern(kind, &link.truths, &sets?)?;
            return refuted(&board, &link.truths, to, !is_on);
        }
        Reason::Assumption => false,
    };
    if holds { Ok(()) } else { Err(format!("does not follow: {link:?}")) }
}

/// Whether facts contain a goal, or a candidate that excludes it.
fn implies(facts: &[State], goal: State) -> bool {
    let excludes = |fact: &State| fact.is_on && exclude(fact.candidate, goal.candidate);
    facts.contains(&goal) || !goal.is_on && facts.iter().any(excludes)
}

/// Whether facts contradict each other or the board.
fn clash(board: &Board, facts: &[State]) -> bool {
    let is_off =
        |cell, digit| facts.contains(&State { candidate: Candidate { cell, digit }, is_on: false });
    let is_out = |fact: &State| {
        let Candidate { cell, digit } = fact.candidate;
        let is_gone = |house| {
            board.places(house, digit).is_ok_and(|all| all.iter().all(|&c| is_off(c, digit)))
        };
        !fact.is_on
            && (board.marks(cell).iter().all(|digit| is_off(cell, digit))
                || houses().any(|house| is_in(house, cell) && is_gone(house)))
    };
    facts.iter().any(|&fact| implies(facts, opposite(fact)) || is_out(&fact))
}

/// Whether the branches show a goal.
fn conclude(board: &Board, branches: &[Branch], links: &[Link], goal: State) -> Result<(), String> {
    let [first, rest @ ..] = branches else { return Err("there are no links".to_owned()) };
    let refusal = || format!("{goal:?} does not follow");
    if rest.iter().all(|branch| branch.assumption == first.assumption) {
        let facts: Vec<State> = branches.iter().flat_map(|branch| branch.facts.clone()).collect();
        let is_otherwise = implies(&[opposite(first.assumption)], goal);
        if is_otherwise && (clash(board, &facts) || implies(&facts, goal)) {
            return Ok(());
        }
        // A loop: its candidates are true by turns, so one of each of its sets is.
        let is_loop = links.len() > 1 && links.last().map(|last| last.to) == Some(first.assumption);
        if !is_loop || !rest.is_empty() {
            return Err(refusal());
        }
        let truths = Deduction { links: links_at_top(links), ..Deduction::default() }.truths();
        return refuted(board, &truths, goal.candidate, !goal.is_on);
    }
    let starts: Vec<State> = branches.iter().map(|branch| branch.assumption).collect();
    let leads = |branch: &Branch| implies(&branch.facts, goal) || clash(board, &branch.facts);
    match is_exhaustive(board, &starts) && branches.iter().all(leads) {
        true => Ok(()),
        false => Err(refusal()),
    }
}

fn links_at_top(links: &[Link]) -> Vec<Link> {
    links.iter().map(|link| Link { depth: 0, ..link.clone() }).collect()
}

/// Whether one of some states holds: a candidate is true or false, or all of a cell or house are there.
fn is_exhaustive(board: &Board, starts: &[State]) -> bool {
    let has = |candidate, is_on| starts.contains(&State { candidate, is_on });
    let Candidate { cell, digit } = starts[0].candidate;
    let is_cell = board.marks(cell).iter().all(|digit| has(Candidate { cell, digit }, true));
    let is_house = |house| {
        let places = board.places(house, digit).unwrap_or_default();
        !places.is_empty() && places.iter().all(|&cell| has(Candidate { cell, digit }, true))
    };
    starts.iter().any(|&start| starts.contains(&opposite(start)))
        || is_cell && board.value(cell).is_none()
        || houses().any(is_house)
}
