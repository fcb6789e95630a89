//! Deductions in words and in notation.
//!
//! Each kind of deduction has a sentence in the file of each language, in which names in braces
//! stand for its evidence. Chains are described link by link. A kind may have a sentence for a
//! variant, such as
//! `als-xz.double`.

mod chain;
mod exclusion;
mod language;
mod notation;
mod parts;
mod phrase;
mod places;
mod strong;

pub use language::Language;
pub(crate) use notation::symbol;
pub use notation::{cells, eureka};
pub(super) use parts::item;
pub use phrase::Phrase;

use quadrille_core::{Cell, DigitSet};

use super::deduction::Deduction;
use super::grid::NotRatable;

/// Returns a deduction in words: what is seen, and what follows.
///
/// It is one line, or, if it is a long chain, what it is for, the chain in numbered lines, and what
/// follows. The deduction must have its evidence.
///
/// ```
/// use quadrille_logic::sample;
/// use quadrille_logic::text::{Language, words};
///
/// let sample = sample("naked-pair").expect("every kind has a sample");
/// let words = words(&sample.step.deduction, &Language::english());
/// assert!(words.ends_with('.'));
/// ```
pub fn words(deduction: &Deduction, language: &Language) -> String {
    let mut parts: Vec<String> = Vec::new();
    let filling = |name: &str| places::part(name, deduction, language);
    parts.extend(language.sentence(deduction.kind, places::variant(deduction), filling));
    let chain = parts::words(deduction, language);
    let is_list = chain.first().is_some_and(|line| item(line).is_some());
    if is_list {
        let note = language.say(Phrase::InParentheses, &[]);
        parts = vec![[&parts[..], &[note]].concat().join(" ")];
    }
    let separator = if is_list { "\n" } else { " " };
    parts.extend(chain);
    parts.push(result(deduction, language));
    parts.join(separator)
}

/// Returns why there are no steps for a puzzle, as a sentence.
///
/// ```
/// use quadrille_logic::NotRatable;
/// use quadrille_logic::text::{Language, unsuited};
///
/// assert!(unsuited(NotRatable::Edges, &Language::english()).contains("edges"));
/// ```
pub fn unsuited(why: NotRatable, language: &Language) -> String {
    match why {
        NotRatable::Shape(shape) => {
            language.say(Phrase::OtherShape, &[("shape", &shape.to_string())])
        }
        NotRatable::TooLarge(shape) => {
            language.say(Phrase::TooLarge, &[("shape", &shape.to_string())])
        }
        NotRatable::Edges => language.say(Phrase::WithEdges, &[]),
    }
}

/// What follows: cells to fill, candidates to remove.
fn result(deduction: &Deduction, language: &Language) -> String {
    let (mut results, side) = (Vec::new(), deduction.shape.side());
    for placed in &deduction.placements {
        let (cell, digit) = (placed.cell.name(side).to_string(), symbol(placed.digit));
        results.push(language.say(Phrase::Placed, &[("cell", &cell), ("digit", &digit)]));
    }
    // Digits that leave the same cells are named together.
    let mut removed: Vec<(Vec<Cell>, DigitSet)> = Vec::new();
    for digit in DigitSet::all(side) {
        let of_digit = deduction.eliminations.iter().filter(|gone| gone.digit == digit);
        let gone: Vec<Cell> = of_digit.map(|gone| gone.cell).collect();
        match removed.iter_mut().find(|(cells, _)| *cells == gone) {
            _ if gone.is_empty() => {}
            Some((_, digits)) => *digits |= DigitSet::only(digit),
            None => removed.push((gone, DigitSet::only(digit))),
        }
    }
    for (gone, digits) in removed {
        let (cells, names) = (cells(&gone, side), language.digits(digits));
        results.push(match digits.len() {
            1 => language.say(Phrase::Removed, &[("cells", &cells), ("digit", &names)]),
            _ => language.say(Phrase::RemovedDigits, &[("cells", &cells), ("digits", &names)]),
        });
    }
    language.say(Phrase::So, &[("results", &language.list(&results))])
}

#[cfg(test)]
mod tests;
