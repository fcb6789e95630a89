//! What evidence of an exocet says beside the sets that prove it: its base, targets, lines and places.

use std::collections::BTreeSet;

use quadrille_core::{Cell, Digit, DigitSet};
use quadrille_logic::{Deduction, House, Truth};

use super::board::{Board, cells, houses, is_in, see};

/// The row, the column and the box of a cell.
fn houses_of(cell: Cell) -> impl Iterator<Item = House> {
    houses().filter(move |&house| is_in(house, cell))
}

fn box_of(cell: Cell) -> House {
    houses_of(cell).find(|house| matches!(house, House::Box(_))).unwrap()
}

fn are_parallel(a: House, b: House) -> bool {
    std::mem::discriminant(&a) == std::mem::discriminant(&b)
}

/// Says which claim is false.
pub(crate) fn check(board: &Board, deduction: &Deduction) -> Result<(), String> {
    let Deduction { cells: base, digits, others, other_digits, houses, parts, truths, .. } =
        deduction;
    let claim =
        |holds: bool, what: &str| if holds { Ok(()) } else { Err(format!("{what} are not so")) };
    let [first, second] = base[..] else { return claim(false, "two base cells") };
    let [one, two, three] = houses[..] else { return claim(false, "three lines") };
    claim(see(first, second) && box_of(first) == box_of(second), "base cells")?;
    claim(*digits == board.marks(first) | board.marks(second), "digits of the base")?;
    // The line of the base, and the line across of the third cell beside it.
    let line =
        houses_of(first).find(|&house| is_in(house, second) && !matches!(house, House::Box(_)));
    let Some(line) = line else { return claim(false, "base cells") };
    let beside = cells().find(|&cell| {
        is_in(line, cell) && is_in(box_of(first), cell) && cell != first && cell != second
    });
    let is_across = |&house: &House| !are_parallel(house, line) && !matches!(house, House::Box(_));
    let crosses =
        |house: House| cells().find(|&cell| is_in(house, cell) && is_in(line, cell)).unwrap();
    let boxes: BTreeSet<House> = houses
        .iter()
        .filter(|house| is_across(house))
        .map(|&house| box_of(crosses(house)))
        .collect();
    let third = houses.iter().find(|&&house| beside.is_some_and(|cell| is_in(house, cell)));
    let Some(&third) = third.filter(|_| houses.iter().all(is_across) && boxes.len() == 3) else {
        return claim(false, "lines");
    };
    // The chute of the base.
    let chute = |cell: Cell| boxes.iter().any(|&house| is_in(house, cell));
    let is_crossed = |cell: Cell| [one, two, three].iter().any(|&house| is_in(house, cell));
    let is_target = |cell: &Cell| {
        let beyond = chute(*cell) && !is_in(line, *cell) && !is_in(third, *cell);
        beyond && is_crossed(*cell) && !(board.marks(*cell) & *digits).is_empty()
    };
    let targets: Vec<Cell> = cells().filter(is_target).collect();
    claim(*others == targets, "targets")?;
    let placed = |cell: Cell, digit: Digit| {
        board.value(cell) == Some(digit) || board.marks(cell).contains(digit)
    };
    // Where the crossing lines have each digit else: in no row of the base or of a target.
    let is_place = |cell: &Cell, digit: Digit| {
        let of_target = |&target: &Cell| {
            houses.iter().any(|&house| is_in(house, *cell) && is_in(house, target))
                && houses_of(target).any(|house| are_parallel(house, line) && is_in(house, *cell))
        };
        let is_free = if is_in(third, *cell) { !chute(*cell) } else { !is_in(line, *cell) };
        is_crossed(*cell) && is_free && !targets.iter().any(of_target) && placed(*cell, digit)
    };
    let places = digits.iter().filter_map(|digit| {
        let all: Vec<Cell> = cells().filter(|cell| is_place(cell, digit)).collect();
        (!all.is_empty()).then_some((all, DigitSet::only(digit)))
    });
    claim(places.eq(parts.iter().map(|part| (part.cells.clone(), part.digits))), "places")?;
    // Two cells of a line are one target if another digit takes one of them.
    let of_sets = truths.iter().filter_map(|truth| match truth {
        Truth::House { digit, .. } => Some(*digit),
        _ => None,
    });
    claim(*other_digits == *digits | of_sets.collect(), "digits of the targets")
}
