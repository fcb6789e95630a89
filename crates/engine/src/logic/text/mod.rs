//! Deductions in words and in notation.
//!
//! Each kind of deduction has a sentence in the file of each language, in which names in braces stand
//! for its evidence. Chains are told from their links.

mod chain;
mod language;
mod notation;
mod phrase;

pub use language::Language;
pub use notation::{cells, eureka};
pub use phrase::Phrase;

use super::deduction::{Deduction, House, Part};
use super::grid::NotRatable;
use crate::board::{Cell, DigitSet};

/// Returns a deduction in words, in one paragraph: what is seen, and what follows.
///
/// The deduction must have its evidence.
pub fn words(deduction: &Deduction, language: &Language) -> String {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(language.sentence(deduction.kind, |name| part(name, deduction, language)));
    if !deduction.links.is_empty() {
        parts.push(chain::words(deduction, language));
    }
    parts.push(result(deduction, language));
    parts.join(" ")
}

/// Returns why there are no steps for a puzzle, as a sentence.
pub fn unsuited(why: NotRatable, language: &Language) -> String {
    match why {
        NotRatable::Shape(shape) => {
            language.say(Phrase::OtherShape, &[("shape", &shape.to_string())])
        }
        NotRatable::Edges => language.say(Phrase::WithEdges, &[]),
    }
}

/// The evidence with a name.
fn part(name: &str, deduction: &Deduction, language: &Language) -> Option<String> {
    let Deduction { houses, others, other_digits, .. } = deduction;
    let house = |index: usize| houses.get(index).map(|&house| language.house(house));
    let (bases, covers) = houses.split_at(houses.len() / 2);
    match name {
        "cells" if !deduction.cells.is_empty() => Some(cells(&deduction.cells)),
        "cell" => deduction.cells.first().map(|cell| cell.name(9).to_string()),
        "rest" if deduction.cells.len() > 1 => Some(cells(&deduction.cells[1..])),
        "others" if !others.is_empty() => Some(cells(others)),
        "other_digits" if !other_digits.is_empty() => Some(language.digits(*other_digits)),
        "digits" if !deduction.digits.is_empty() => Some(language.digits(deduction.digits)),
        "placed" => deduction.placements.first().map(|placed| placed.digit.get().to_string()),
        "place" => deduction.placements.first().map(|placed| placed.cell.name(9).to_string()),
        "gone" if !deduction.eliminations.is_empty() => {
            let gone = deduction.eliminations.iter().map(|gone| gone.digit);
            Some(language.digits(gone.collect()))
        }
        "house" => house(0),
        "house2" => house(1),
        "house3" => house(2),
        "bases" if !bases.is_empty() => Some(language.houses(bases)),
        "covers" if !covers.is_empty() => Some(language.houses(covers)),
        // Houses of strong links alternate with those that join them, unless these are left out.
        "strong" if !houses.is_empty() => {
            let step = if houses.len() > 2 { 2 } else { 1 };
            let strong: Vec<House> = houses.iter().copied().step_by(step).collect();
            Some(language.houses(&strong))
        }
        "houses" if !houses.is_empty() => Some(language.houses(houses)),
        "clash" => chain::clash(deduction, language),
        "parts" if !deduction.parts.is_empty() => {
            let part =
                |part: &Part| format!("{} ({})", cells(&part.cells), language.digits(part.digits));
            Some(language.list(&deduction.parts.iter().map(part).collect::<Vec<_>>()))
        }
        _ => {
            // The cells of a part, by its number from 1.
            let number: usize = name.strip_prefix("part")?.parse().ok()?;
            deduction.parts.get(number.checked_sub(1)?).map(|part| cells(&part.cells))
        }
    }
}

/// What follows: cells to fill, candidates to remove.
fn result(deduction: &Deduction, language: &Language) -> String {
    let mut results = Vec::new();
    for placed in &deduction.placements {
        let (cell, digit) = (placed.cell.name(9).to_string(), placed.digit.get().to_string());
        results.push(language.say(Phrase::Placed, &[("cell", &cell), ("digit", &digit)]));
    }
    for digit in DigitSet::all(9) {
        let of_digit = deduction.eliminations.iter().filter(|gone| gone.digit == digit);
        let gone: Vec<Cell> = of_digit.map(|gone| gone.cell).collect();
        if !gone.is_empty() {
            let (cells, digit) = (cells(&gone), digit.get().to_string());
            results.push(language.say(Phrase::Removed, &[("cells", &cells), ("digit", &digit)]));
        }
    }
    language.say(Phrase::So, &[("results", &language.list(&results))])
}

#[cfg(test)]
mod tests;
