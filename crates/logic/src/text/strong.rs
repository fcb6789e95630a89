//! Strong links of one digit in words: where one sees the next, and what follows from end to end.

use quadrille_core::{BoxShape, Cell};

use super::notation::cells;
use super::{Language, Phrase};
use crate::deduction::{Deduction, House, Part};

/// Whether a deduction is made of strong links that form a ring. Its houses are then those of the links
/// and, after each, the one that joins it to the next.
pub(super) fn is_ring(deduction: &Deduction) -> bool {
    is_strong(deduction) && deduction.houses.len() == deduction.parts.len()
}

/// Whether a deduction is made of strong links: it has two parts for each, and two houses or more.
fn is_strong(deduction: &Deduction) -> bool {
    const TWO: [&str; 5] =
        ["skyscraper", "two-string-kite", "turbot-fish", "strong-links-2-mixed", "empty-rectangle"];
    let kind = deduction.kind;
    (TWO.contains(&kind) || kind.starts_with("strong-links-")) && deduction.parts.len() >= 4
}

/// The evidence with a name.
pub(super) fn part(name: &str, deduction: &Deduction, language: &Language) -> Option<String> {
    let Deduction { houses, parts, shape, .. } = deduction;
    let cells = |list: &[Cell]| cells(list, shape.side());
    let [first, .., last] = &parts[..] else { return None };
    match name {
        // Houses of links alternate with those that join them, unless these are omitted.
        "strong" => {
            let step = if houses.len() > 2 { 2 } else { 1 };
            let strong: Vec<House> = houses.iter().copied().step_by(step).collect();
            (!strong.is_empty()).then(|| language.houses(&strong))
        }
        "joints" => joints(deduction, language),
        "path" => path(deduction, language),
        "first" => Some(cells(&first.cells)),
        "last" => Some(cells(&last.cells)),
        _ => None,
    }
}

/// Which ends see each other, and in which houses.
fn joints(deduction: &Deduction, language: &Language) -> Option<String> {
    let Deduction { parts, shape, .. } = deduction;
    let cells = |list: &[Cell]| cells(list, shape.side());
    let inner = parts.get(1..parts.len().checked_sub(1)?)?;
    let mut pairs: Vec<[&Part; 2]> =
        inner.chunks_exact(2).map(|pair| [&pair[0], &pair[1]]).collect();
    if is_ring(deduction) {
        pairs.push([parts.last()?, parts.first()?]);
    }
    let joint = |[one, other]: &[&Part; 2]| {
        let both = [&one.cells[..], &other.cells[..]].concat();
        let house = language.house(shared_house(&both, deduction.shape)?);
        let places = [("one", cells(&one.cells)), ("other", cells(&other.cells)), ("house", house)];
        let places: Vec<(&str, &str)> =
            places.iter().map(|(name, text)| (*name, &text[..])).collect();
        Some(language.say(Phrase::Joint, &places))
    };
    Some(language.list(&pairs.iter().map(joint).collect::<Option<Vec<_>>>()?))
}

/// What follows from end to end if the digit is not at the first.
fn path(deduction: &Deduction, language: &Language) -> Option<String> {
    let digit = language.digits(deduction.digits);
    let mut path = String::new();
    for link in deduction.parts.chunks_exact(2) {
        let [near, far] = [0, 1].map(|end| cells(&link[end].cells, deduction.shape.side()));
        path = if path.is_empty() {
            language.say(Phrase::IfNotAt, &[("digit", &digit), ("near", &near), ("far", &far)])
        } else {
            language.say(Phrase::SoNotAt, &[("chain", &path), ("near", &near), ("far", &far)])
        };
    }
    (!path.is_empty()).then_some(path)
}

/// A house that contains all of some cells, a line rather than a box.
pub(super) fn shared_house(cells: &[Cell], shape: BoxShape) -> Option<House> {
    let (first, rest) = cells.split_first()?;
    let mut houses = House::all_of(*first, shape).into_iter();
    houses.find(|house| rest.iter().all(|cell| house.cells(shape).contains(cell)))
}
