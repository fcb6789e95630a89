//! Chains in words.

use quadrille_core::{Cell, DigitSet};

use super::notation::{cells, symbol};
use super::{Language, Phrase};
use crate::deduction::{Deduction, House, Link, Reason, State, Truth};

/// Returns the links of a chain as sentences, one for each assumption.
pub(super) fn words(links: &[Link], side: usize, language: &Language) -> Vec<String> {
    let sentences = sentences(links, 0, (side, language));
    sentences.iter().map(|sentence| format!("{sentence}.")).collect()
}

/// The sentences of links at a depth. The links of a chain within come right before the one that they
/// show, and are described with it.
fn sentences(links: &[Link], depth: u8, (side, language): (usize, &Language)) -> Vec<String> {
    let mut sentences: Vec<String> = Vec::new();
    let mut before: Option<State> = None;
    let mut length = 0;
    let mut inner = 0..0;
    for (index, link) in links.iter().enumerate() {
        if link.depth > depth {
            inner = if inner.is_empty() { index..index + 1 } else { inner.start..index + 1 };
            continue;
        }
        let now = state(link.to, side, language);
        if link.from.is_empty() {
            let suppose = language.say(Phrase::Suppose, &[("state", &now)]);
            let is_alone =
                links.get(index + 1).is_none_or(|next| next.depth == depth && next.from.is_empty());
            sentences.push(match is_alone {
                true => language.say(Phrase::Already, &[("chain", &suppose)]),
                false => suppose,
            });
            (before, length) = (Some(link.to), 0);
            continue;
        }
        // Causes other than what was just said are named again.
        let others = link.from.iter().filter(|&&cause| Some(cause) != before);
        let others: Vec<String> = others.map(|&cause| cause_of(cause, side)).collect();
        let causes = language.list(&others);
        let why = reason(link, side, language);
        let mut effect = match (&why, others.is_empty()) {
            (None, true) => now,
            (Some(why), true) => language.say(Phrase::Because, &[("state", &now), ("why", why)]),
            (None, false) => language.say(Phrase::As, &[("state", &now), ("causes", &causes)]),
            (Some(why), false) => language
                .say(Phrase::BecauseAs, &[("state", &now), ("why", why), ("causes", &causes)]),
        };
        if !inner.is_empty() {
            let told = self::sentences(&links[inner], depth + 1, (side, language)).join("; ");
            effect = language.say(Phrase::Inner, &[("state", &effect), ("chain", &told)]);
            inner = 0..0;
        }
        let joint = if length == 0 { Phrase::Then } else { Phrase::Hence };
        let chain = sentences.pop().unwrap_or_default();
        sentences.push(language.say(joint, &[("chain", &chain), ("state", &effect)]));
        (before, length) = (Some(link.to), length + 1);
    }
    sentences
}

/// Why the ends of the chains from one assumption cannot all hold.
pub(super) fn clash(deduction: &Deduction, language: &Language) -> Option<String> {
    let links: Vec<&Link> = deduction.links.iter().filter(|link| link.depth == 0).collect();
    let starts = links.iter().skip(1).map(|link| link.from.is_empty());
    let is_end = starts.chain([true]);
    let ends: Vec<State> =
        links.iter().zip(is_end).filter(|(_, is_end)| *is_end).map(|(link, _)| link.to).collect();
    let [first, rest @ ..] = &ends[..] else { return None };
    let [one_cell, one_digit, one_state] = [
        rest.iter().all(|end| end.candidate.cell == first.candidate.cell),
        rest.iter().all(|end| end.candidate.digit == first.candidate.digit),
        rest.iter().all(|end| end.is_on == first.is_on),
    ];
    let phrase = match (one_cell, one_digit, one_state) {
        _ if rest.is_empty() => Phrase::OwnOpposite,
        (true, true, false) => Phrase::OnAndOff,
        (true, false, true) if first.is_on => Phrase::TwoDigits,
        (true, false, true) => Phrase::NoCandidate,
        (false, true, true) if first.is_on => Phrase::Twice,
        (false, true, true) => Phrase::NoPlace,
        _ => return None,
    };
    let house = deduction.houses.first().map(|&house| language.house(house));
    if house.is_none() && matches!(phrase, Phrase::Twice | Phrase::NoPlace) {
        return None;
    }
    let cell = first.candidate.cell.name(deduction.shape.side()).to_string();
    let digit = symbol(first.candidate.digit);
    let house = house.unwrap_or_default();
    Some(language.say(phrase, &[("cell", &cell), ("digit", &digit), ("house", &house)]))
}

/// A state as a clause.
fn state(State { candidate, is_on }: State, side: usize, language: &Language) -> String {
    let phrase = if is_on { Phrase::On } else { Phrase::Off };
    let (cell, digit) = (candidate.cell.name(side).to_string(), symbol(candidate.digit));
    language.say(phrase, &[("cell", &cell), ("digit", &digit)])
}

/// A state as a cause.
pub(super) fn cause_of(State { candidate, is_on }: State, side: usize) -> String {
    let sign = if is_on { '=' } else { '≠' };
    format!("{}{sign}{}", candidate.cell.name(side), symbol(candidate.digit))
}

/// Why a candidate must be true, or is false for a reason that is not seen at once.
fn reason(link: &Link, side: usize, language: &Language) -> Option<String> {
    match link.reason {
        Reason::Cell if link.to.is_on => Some(language.say(Phrase::LastCandidate, &[])),
        Reason::House(house) if link.to.is_on => {
            Some(language.say(Phrase::LastPlace, &[("house", &language.house(house))]))
        }
        Reason::Kind(kind) => {
            let pattern = within_sentence(language.title(kind));
            Some(match pattern_places(link) {
                Some((digits, houses, of_cells)) => {
                    let digits = language.digits(digits);
                    let places = match houses.is_empty() {
                        true => cells(&of_cells, side),
                        false => language.houses(&houses),
                    };
                    let parts =
                        [("pattern", &pattern[..]), ("digits", &digits), ("places", &places)];
                    language.say(Phrase::PatternIn, &parts)
                }
                None => pattern,
            })
        }
        Reason::Assumption | Reason::Cell | Reason::House(_) => None,
    }
}

/// The digits that a pattern has to have in some houses, or else in some cells, and these.
pub(super) fn pattern_places(link: &Link) -> Option<(DigitSet, Vec<House>, Vec<Cell>)> {
    let (mut all, mut houses, mut of_cells) = (DigitSet::EMPTY, Vec::new(), Vec::new());
    for truth in &link.truths {
        match truth {
            Truth::House { house, digit, .. } => {
                all |= DigitSet::only(*digit);
                if !houses.contains(house) {
                    houses.push(*house);
                }
            }
            Truth::Cell { cell, digits } => {
                // What is gone is named as a cause.
                let of_cell = link.from.iter().filter(|from| from.candidate.cell == *cell);
                all |= *digits - of_cell.map(|from| from.candidate.digit).collect();
                of_cells.push(*cell);
            }
            Truth::Deadly { .. } | Truth::Grave { .. } => return None,
        }
    }
    (houses.is_empty() != of_cells.is_empty()).then_some((all, houses, of_cells))
}

/// A title within a sentence: in lower case unless it begins with a name such as `X-Wing`.
pub(super) fn within_sentence(title: &str) -> String {
    let mut characters = title.chars();
    match (characters.next(), characters.next()) {
        (Some(first), Some(second)) if second.is_lowercase() => {
            first.to_lowercase().chain(title.chars().skip(1)).collect()
        }
        _ => title.to_owned(),
    }
}
