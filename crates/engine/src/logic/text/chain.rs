//! Chains in words.

use std::fmt::Write as _;

use crate::logic::deduction::{Deduction, Link, Reason, State};

/// Appends the links of a chain as sentences, one for each assumption.
pub(super) fn push(deduction: &Deduction, text: &mut String) {
    let mut before = None;
    for link in &deduction.links {
        let State { is_on, .. } = link.to;
        if link.from.is_empty() {
            if before.is_some() {
                text.push_str(". ");
            }
            let _ = write!(text, "Suppose {}", state(link.to));
            before = Some((link.to, true));
            continue;
        }
        // Causes other than what was just said are named again.
        let said = before.map(|(said, _)| said);
        let other = link.from.iter().filter(|&&cause| Some(cause) != said);
        let others: Vec<String> = other.map(|&cause| short(cause)).collect();
        let is_first = before.is_some_and(|(_, is_assumption)| is_assumption);
        text.push_str(if is_first { ": then " } else { ", so " });
        text.push_str(&state(link.to));
        let why = reason(link, is_on);
        match (why, others.is_empty()) {
            (None, true) => {}
            (Some(why), true) => _ = write!(text, " ({why})"),
            (None, false) => _ = write!(text, " (as {})", super::listed(&others)),
            (Some(why), false) => _ = write!(text, " ({why}, as {})", super::listed(&others)),
        }
        before = Some((link.to, false));
    }
    text.push('.');
}

/// Why the ends of the chains from one assumption cannot all hold.
pub(super) fn clash(deduction: &Deduction) -> Option<String> {
    let links = &deduction.links;
    let starts = links.iter().skip(1).map(|link| link.from.is_empty());
    let is_end = starts.chain([true]);
    let ends: Vec<State> =
        links.iter().zip(is_end).filter(|(_, is_end)| *is_end).map(|(link, _)| link.to).collect();
    let [first, rest @ ..] = &ends[..] else { return None };
    let (cell, digit) = (first.candidate.cell.name(9), first.candidate.digit.get());
    let [one_cell, one_digit, one_state] = [
        rest.iter().all(|end| end.candidate.cell == first.candidate.cell),
        rest.iter().all(|end| end.candidate.digit == first.candidate.digit),
        rest.iter().all(|end| end.is_on == first.is_on),
    ];
    let house = || deduction.houses.first();
    Some(match (one_cell, one_digit, one_state) {
        _ if rest.is_empty() => "its own opposite".to_owned(),
        (true, true, false) => format!("that {cell} both is and is not {digit}"),
        (true, false, true) if first.is_on => format!("two digits in {cell}"),
        (true, false, true) => format!("no candidate for {cell}"),
        (false, true, true) if first.is_on => format!("{digit} twice in {}", house()?),
        (false, true, true) => format!("no place for {digit} in {}", house()?),
        _ => return None,
    })
}

/// A state as a clause.
fn state(State { candidate, is_on }: State) -> String {
    let is = if is_on { "is" } else { "is not" };
    format!("{} {is} {}", candidate.cell.name(9), candidate.digit.get())
}

/// A state as a cause.
fn short(State { candidate, is_on }: State) -> String {
    let sign = if is_on { '=' } else { '≠' };
    format!("{}{sign}{}", candidate.cell.name(9), candidate.digit.get())
}

/// Why a candidate must be true, or is false for a reason that is not seen at once.
fn reason(link: &Link, is_on: bool) -> Option<String> {
    match link.reason {
        Reason::Cell if is_on => Some("its last candidate".to_owned()),
        Reason::House(house) if is_on => Some(format!("the last place in {house}")),
        Reason::Kind(kind) => Some(kind.replace('-', " ")),
        Reason::Assumption | Reason::Cell | Reason::House(_) => None,
    }
}
