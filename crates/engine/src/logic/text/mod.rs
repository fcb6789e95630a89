//! Deductions in words and in notation.
//!
//! Each kind of deduction has a sentence in a file for each language, in which names in braces stand
//! for its evidence. Chains are told from their links.

mod chain;
mod notation;

pub use notation::{cells, eureka};

use std::fmt::Write as _;

use super::deduction::{Deduction, House, Part};
use crate::board::{Cell, Digit, DigitSet};

/// The sentences in English.
const ENGLISH: &str = include_str!("en.txt");

/// Returns a deduction in words, in one paragraph: what is seen, and what follows.
///
/// The deduction must have its evidence.
pub fn words(deduction: &Deduction) -> String {
    let mut text = match sentence(deduction.kind) {
        Some(sentence) => filled_in(sentence, deduction),
        None => String::new(),
    };
    if !deduction.links.is_empty() {
        if !text.is_empty() {
            text.push(' ');
        }
        chain::push(deduction, &mut text);
    }
    if !text.is_empty() {
        text.push(' ');
    }
    push_result(deduction, &mut text);
    text
}

/// The sentence of a kind: on the line with its id, or with `*` and the end of its id.
fn sentence(kind: &str) -> Option<&'static str> {
    let of_kind = |line: &'static str| {
        let (id, sentence) = line.split_once(": ")?;
        let is_meant = match id.strip_prefix('*') {
            Some(end) => kind.ends_with(end),
            None => kind == id,
        };
        is_meant.then_some(sentence)
    };
    ENGLISH.lines().find_map(of_kind)
}

/// A sentence with the evidence in place of the names in braces. A name without evidence stays, so
/// that tests find it.
fn filled_in(sentence: &str, deduction: &Deduction) -> String {
    let mut text = String::new();
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        text.push_str(before);
        match part(name, deduction) {
            Some(part) => text.push_str(&part),
            None => _ = write!(text, "{{{name}}}"),
        }
        rest = after;
    }
    text + rest
}

/// The evidence with a name.
fn part(name: &str, deduction: &Deduction) -> Option<String> {
    let house = |index: usize| deduction.houses.get(index).map(House::to_string);
    match name {
        "cells" if !deduction.cells.is_empty() => Some(cells(&deduction.cells)),
        "cell" => deduction.cells.first().map(|cell| cell.name(9).to_string()),
        "rest" if deduction.cells.len() > 1 => Some(cells(&deduction.cells[1..])),
        "others" if !deduction.others.is_empty() => Some(cells(&deduction.others)),
        "other_digits" if !deduction.other_digits.is_empty() => {
            Some(digits(deduction.other_digits))
        }
        "digits" if !deduction.digits.is_empty() => Some(digits(deduction.digits)),
        "placed" => deduction.placements.first().map(|placed| placed.digit.get().to_string()),
        "place" => deduction.placements.first().map(|placed| placed.cell.name(9).to_string()),
        "house" => house(0),
        "house2" => house(1),
        "house3" => house(2),
        "bases" if !deduction.houses.is_empty() => {
            Some(houses(&deduction.houses[..deduction.houses.len() / 2]))
        }
        "covers" if !deduction.houses.is_empty() => {
            Some(houses(&deduction.houses[deduction.houses.len() / 2..]))
        }
        "clash" => chain::clash(deduction),
        "houses" if !deduction.houses.is_empty() => Some(houses(&deduction.houses)),
        "parts" if !deduction.parts.is_empty() => {
            let part = |part: &Part| format!("{} ({})", cells(&part.cells), digits(part.digits));
            Some(listed(&deduction.parts.iter().map(part).collect::<Vec<_>>()))
        }
        _ => {
            // The cells of a part, by its number from 1.
            let number: usize = name.strip_prefix("part")?.parse().ok()?;
            deduction.parts.get(number.checked_sub(1)?).map(|part| cells(&part.cells))
        }
    }
}

/// What follows: cells to fill, candidates to remove.
fn push_result(deduction: &Deduction, text: &mut String) {
    let mut results = Vec::new();
    for placed in &deduction.placements {
        results.push(format!("{} is {}", placed.cell.name(9), placed.digit.get()));
    }
    for digit in DigitSet::all(9) {
        let of_digit = deduction.eliminations.iter().filter(|gone| gone.digit == digit);
        let gone: Vec<Cell> = of_digit.map(|gone| gone.cell).collect();
        if !gone.is_empty() {
            results.push(format!("{} is not in {}", digit.get(), cells(&gone)));
        }
    }
    let _ = write!(text, "So {}.", listed(&results));
}

/// Digits as in `2, 5 and 7`.
pub(super) fn digits(digits: DigitSet) -> String {
    let digits: Vec<String> =
        digits.iter().map(Digit::get).map(|digit| digit.to_string()).collect();
    listed(&digits)
}

/// Houses of one kind as in `columns 2 and 7`, others as in `row 1 and box 3`.
pub(super) fn houses(houses: &[House]) -> String {
    let kind = |house: &House| match house {
        House::Row(_) => "rows",
        House::Column(_) => "columns",
        House::Box(_) => "boxes",
    };
    let number = |house: &House| match house {
        House::Row(number) | House::Column(number) | House::Box(number) => number + 1,
    };
    match houses {
        [first, _, ..] if houses.iter().all(|house| kind(house) == kind(first)) => {
            let numbers: Vec<String> = houses.iter().map(|h| number(h).to_string()).collect();
            format!("{} {}", kind(first), listed(&numbers))
        }
        _ => listed(&houses.iter().map(House::to_string).collect::<Vec<_>>()),
    }
}

/// Parts as in `a, b and c`.
pub(super) fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests;
