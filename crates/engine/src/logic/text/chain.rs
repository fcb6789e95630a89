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
