//! Chains in words.

use std::fmt::Write as _;

use crate::logic::deduction::{Deduction, Link, Reason, State};

/// Appends the links of a chain as sentences, one for each assumption.
pub(super) fn push(deduction: &Deduction, text: &mut String) {
    let mut is_first = true;
    for (index, link) in deduction.links.iter().enumerate() {
        if link.from.is_empty() && link.reason == Reason::Assumption {
            if !is_first {
                text.push_str(". ");
            }
            is_first = false;
            let _ = write!(text, "If {}", state(link.to));
            continue;
        }
        let before = index.checked_sub(1).map(|before| deduction.links[before].to);
        text.push_str(", ");
        // Causes that were not the last thing said are named again.
        let far: Vec<String> = link
            .from
            .iter()
            .filter(|&&cause| Some(cause) != before)
            .map(|&cause| short(cause))
            .collect();
        if far.is_empty() {
            let _ = write!(text, "so {}", state(link.to));
        } else {
            let _ = write!(text, "with {} {}", super::listed(&far), state(link.to));
        }
        push_reason(link, text);
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
fn push_reason(link: &Link, text: &mut String) {
    match link.reason {
        Reason::Cell if link.to.is_on => text.push_str(" (the last candidate of the cell)"),
        Reason::House(house) if link.to.is_on => {
            let _ = write!(text, " (the last place in {house})");
        }
        Reason::Kind(kind) => {
            let _ = write!(text, " ({})", kind.replace('-', " "));
        }
        Reason::Assumption | Reason::Cell | Reason::House(_) => {}
    }
}
