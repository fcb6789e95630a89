//! The names in braces that stand for the evidence of a deduction.

use quadrille_core::{BoxShape, Cell, DigitSet};

use super::notation::{cells, symbol};
use super::{Language, Phrase, chain, exclusion, strong};
use crate::deduction::{Deduction, House, Part, Truth};

/// The variant of a deduction that has sentences of its own, after a dot: `double` of two almost locked
/// sets with two restricted common digits, `hidden` of a rectangle that uses a hidden set, `wide` of an exocet
/// with a target of two cells, `ring` of strong links whose ends see each other.
pub(super) fn variant(deduction: &Deduction) -> Option<&'static str> {
    let Deduction { kind, digits, other_digits, .. } = deduction;
    if *kind == "als-xz" && digits.len() > 1 {
        Some("double")
    } else if matches!(*kind, "unique-rectangle-3" | "unique-loop-3")
        && *digits & *other_digits == *digits
    {
        Some("hidden")
    } else if *kind == "junior-exocet" && deduction.others.len() > 2 {
        Some("wide")
    } else if strong::is_ring(deduction) {
        Some("ring")
    } else {
        None
    }
}

/// The evidence with a name.
pub(super) fn part(name: &str, deduction: &Deduction, language: &Language) -> Option<String> {
    let Deduction { houses, others, digits, other_digits, shape, .. } = deduction;
    let cells = |list: &[Cell]| cells(list, shape.side());
    let name_of = |cell: Cell| cell.name(shape.side()).to_string();
    let house = |index: usize| houses.get(index).map(|&house| language.house(house));
    let one_digit = |index: usize| digits.iter().nth(index).map(symbol);
    let (bases, covers) = houses.split_at(houses.len() / 2);
    let gone: DigitSet = deduction.eliminations.iter().map(|gone| gone.digit).collect();
    match name {
        "cells" if !deduction.cells.is_empty() => Some(cells(&deduction.cells)),
        "cell" => deduction.cells.first().copied().map(name_of),
        "rest" if deduction.cells.len() > 1 => Some(cells(&deduction.cells[1..])),
        "others" if !others.is_empty() => Some(cells(others)),
        "other_digits" if !other_digits.is_empty() => Some(language.digits(*other_digits)),
        "digits" if !digits.is_empty() => Some(language.digits(*digits)),
        "either" if !digits.is_empty() => Some(language.either(*digits)),
        "digit1" => one_digit(0),
        "digit2" => one_digit(1),
        "placed" => deduction.placements.first().map(|placed| symbol(placed.digit)),
        "place" => deduction.placements.first().map(|placed| name_of(placed.cell)),
        "gone" if !gone.is_empty() => Some(language.digits(gone)),
        // Of the digits of the pattern, the one that stays.
        "locked" => {
            let locked: DigitSet = digits.iter().filter(|digit| !gone.contains(*digit)).collect();
            (!locked.is_empty()).then(|| language.digits(locked))
        }
        // The cells that lose candidates.
        "target" if !deduction.eliminations.is_empty() => {
            let mut target: Vec<Cell> =
                deduction.eliminations.iter().map(|gone| gone.cell).collect();
            target.dedup();
            Some(cells(&target))
        }
        // The cells of the pattern in its house.
        "inside" => {
            let inside = in_house(&deduction.cells, *houses.first()?, *shape);
            (!inside.is_empty()).then(|| cells(&inside))
        }
        "house" => house(0),
        "house2" => house(1),
        "house3" => house(2),
        "bases" if !bases.is_empty() => Some(language.houses(bases)),
        "covers" if !covers.is_empty() => Some(language.houses(covers)),
        "houses" if !houses.is_empty() => Some(language.houses(houses)),
        "clash" => chain::clash(deduction, language),
        "combinations" => exclusion::words(deduction, language),
        "strong" | "joints" | "path" | "first" | "last" => strong::part(name, deduction, language),
        "parts" if !deduction.parts.is_empty() => {
            Some(parts(deduction.parts.iter(), *shape, language))
        }
        "sets" if !deduction.parts.is_empty() => Some(almost_locked(deduction, language)),
        "reasons" => color_links(deduction, language),
        "color1" => colors(deduction, 0, language),
        "color2" => colors(deduction, 1, language),
        // Each house with the digits that its part has.
        "links" if !houses.is_empty() => {
            let link = |(&house, part): (&House, &Part)| {
                format!("{} ({})", language.house(house), language.digits(part.digits))
            };
            let links: Vec<String> = houses.iter().zip(&deduction.parts).map(link).collect();
            Some(language.list(&links))
        }
        _ => {
            // The cells of a part, by its number from 1.
            let number: usize = name.strip_prefix("part")?.parse().ok()?;
            deduction.parts.get(number.checked_sub(1)?).map(|part| cells(&part.cells))
        }
    }
}

/// The parts, each with its digits.
fn parts<'p>(
    parts: impl Iterator<Item = &'p Part>,
    shape: BoxShape,
    language: &Language,
) -> String {
    let part = |part: &Part| {
        format!("{} ({})", cells(&part.cells, shape.side()), language.digits(part.digits))
    };
    language.list(&parts.map(part).collect::<Vec<_>>())
}

/// Almost locked sets, each with its digits and, if it has several cells, the house.
fn almost_locked(deduction: &Deduction, language: &Language) -> String {
    let shape = deduction.shape;
    let set = |part: &Part| {
        let (names, digits) = (cells(&part.cells, shape.side()), language.digits(part.digits));
        match strong::shared_house(&part.cells, shape) {
            Some(house) if part.cells.len() > 1 => {
                let house = language.house(house);
                let places = [("cells", &names[..]), ("digits", &digits), ("house", &house)];
                language.say(Phrase::SetIn, &places)
            }
            _ => format!("{names} ({digits})"),
        }
    };
    language.list(&deduction.parts.iter().map(set).collect::<Vec<_>>())
}

/// The cells and the houses that link two colors by turns.
fn color_links(deduction: &Deduction, language: &Language) -> Option<String> {
    let mut truths = deduction.truths();
    if deduction.kind.contains("-empty-") {
        // The last is what a color leaves empty.
        truths.pop();
    }
    let two = truths.iter().filter_map(|truth| match truth {
        Truth::Cell { cell, .. } => Some(*cell),
        _ => None,
    });
    let names = cells(&two.collect::<Vec<Cell>>(), deduction.shape.side());
    let mut links = Vec::new();
    if !names.is_empty() {
        links.push(language.say(Phrase::TwoCandidates, &[("cells", &names)]));
    }
    for of in DigitSet::all(deduction.shape.side()) {
        let houses = truths.iter().filter_map(|truth| match truth {
            Truth::House { house, digit, .. } if *digit == of => Some(*house),
            _ => None,
        });
        let houses: Vec<House> = houses.collect();
        if !houses.is_empty() {
            let (houses, digit) = (language.houses(&houses), symbol(of));
            links.push(language.say(Phrase::TwoPlaces, &[("houses", &houses), ("digit", &digit)]));
        }
    }
    (!links.is_empty()).then(|| language.list(&links))
}

/// The parts of the first or of the second of two colors, which alternate.
fn colors(deduction: &Deduction, color: usize, language: &Language) -> Option<String> {
    let of_color = deduction.parts.iter().skip(color).step_by(2);
    let colored = of_color.filter(|part| !part.cells.is_empty());
    Some(parts(colored, deduction.shape, language)).filter(|text| !text.is_empty())
}

/// The cells that are in a house.
fn in_house(cells: &[Cell], house: House, shape: BoxShape) -> Vec<Cell> {
    let is_inside = |cell: &&Cell| house.cells(shape).contains(*cell);
    cells.iter().filter(is_inside).copied().collect()
}
