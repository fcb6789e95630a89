//! Proofs by counting, and what evidence claims about covers: houses that can hold a digit once.

use quadrille_core::{Candidate, Cell, Digit, DigitSet};
use quadrille_logic::{Deduction, House};

use super::board::{Board, exclude, is_in};

/// Whether cells cannot all be filled with a candidate true or false: each digit fits into some of them
/// that do not see each other, and these are too few together.
pub(crate) fn too_few(sets: &[Vec<Candidate>], chosen: &[Candidate]) -> bool {
    let is_open = |set: &&Vec<Candidate>| !set.iter().any(|one| chosen.contains(one));
    let open: Vec<&Vec<Candidate>> = sets.iter().filter(is_open).collect();
    let able = |one: &Candidate| !chosen.iter().any(|&other| exclude(*one, other));
    let of_digit = |digit: Digit| {
        let all = open.iter().flat_map(|set| set.iter());
        all.copied().filter(|one| one.digit == digit && able(one)).collect::<Vec<Candidate>>()
    };
    DigitSet::all(9).iter().map(|digit| most_apart(&of_digit(digit))).sum::<usize>() < open.len()
}

/// How many of some candidates can be true together.
fn most_apart(all: &[Candidate]) -> usize {
    let Some((&first, rest)) = all.split_first() else { return 0 };
    let apart: Vec<Candidate> =
        rest.iter().copied().filter(|&other| !exclude(first, other)).collect();
    let with = 1 + most_apart(&apart);
    // What excludes nothing else is always true; and without it there are at most as many as are left.
    if apart.len() == rest.len() { with } else { with.max(most_apart(rest)) }
}

/// Says why the covers are not what they are said to be, if a kind has some.
pub(crate) fn check(board: &Board, deduction: &Deduction) -> Result<(), String> {
    let Deduction { kind, cells, others, digits, houses, parts, .. } = deduction;
    let has = |cell: Cell, digit: Digit| board.has(Candidate { cell, digit });
    if kind.ends_with("x-wing") || kind.ends_with("swordfish") || kind.ends_with("jellyfish") {
        // A fish has as many covers as bases. What is in no cover is a fin, or seen by all that is shown.
        let covers = &houses[houses.len() / 2..];
        let is_covered = |cell: Cell| covers.iter().any(|&cover| is_in(cover, cell));
        let is_fin = |cell: &Cell| others.contains(cell);
        let bare = cells.iter().find(|&&cell| !is_covered(cell) && !is_fin(&cell));
        let is_out = |gone: &&Candidate| !is_covered(gone.cell);
        return match (bare, deduction.eliminations.iter().find(is_out)) {
            _ if houses.len() % 2 != 0 => Err("not as many covers as bases".to_owned()),
            (Some(bare), _) => Err(format!("{bare:?} is in no cover")),
            (_, Some(gone)) => Err(format!("{gone:?} is in no cover")),
            _ => Ok(()),
        };
    }
    if !matches!(*kind, "sk-loop" | "multi-sector-locked-sets") {
        return Ok(());
    }
    if houses.len() != parts.len() {
        return Err("not a part for each house".to_owned());
    }
    // As many covers as cells, which have all candidates of these.
    let covers: Vec<(House, Digit)> = houses
        .iter()
        .zip(parts)
        .flat_map(|(&house, part)| part.digits.iter().map(move |digit| (house, digit)))
        .collect();
    let is_covered = |cell: Cell, digit: Digit| {
        covers.iter().any(|&(house, of)| of == digit && is_in(house, cell))
    };
    let all =
        cells.iter().flat_map(|&cell| board.marks(cell).iter().map(move |digit| (cell, digit)));
    if let Some(bare) = all.clone().find(|&(cell, digit)| !is_covered(cell, digit)) {
        return Err(format!("{bare:?} is in no cover"));
    }
    for (&house, part) in houses.iter().zip(parts) {
        let inside =
            |cell: &Cell| is_in(house, *cell) && part.digits.iter().any(|digit| has(*cell, digit));
        let of_house: Vec<Cell> = cells.iter().copied().filter(inside).collect();
        if of_house != part.cells {
            return Err(format!("{house:?} has other cells of {part:?}"));
        }
    }
    let named = all.fold(DigitSet::EMPTY, |named, (_, digit)| named | DigitSet::only(digit));
    match covers.len() == cells.len() && named == *digits {
        true => Ok(()),
        false => Err("not as many covers as cells, or other digits".to_owned()),
    }
}
