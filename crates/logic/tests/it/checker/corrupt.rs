//! The checker refuses evidence that is wrong.

use std::collections::BTreeMap;

use quadrille_core::{Candidate, Cell, Digit, DigitSet, Meter, Puzzle, Rng, Solution};
use quadrille_logic::{Deduction, House, LogicGrid, Reason, State, Truth, Walk, kinds, sample};

use super::board::cells;
use super::check;
use crate::logic::{fresh, profile};

/// What is corrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Field {
    Cells,
    Digits,
    Others,
    OtherDigits,
    Houses,
    PartCells,
    PartDigits,
    Truths,
    /// A link is missing.
    Links,
    /// A link has one cause less.
    From,
    ToCell,
    ToDigit,
    ToState,
    Reason,
    LinkTruths,
}

const FIELDS: [Field; 15] = [
    Field::Cells,
    Field::Digits,
    Field::Others,
    Field::OtherDigits,
    Field::Houses,
    Field::PartCells,
    Field::PartDigits,
    Field::Truths,
    Field::Links,
    Field::From,
    Field::ToCell,
    Field::ToDigit,
    Field::ToState,
    Field::Reason,
    Field::LinkTruths,
];

fn any<'a, T>(all: &'a mut [T], rng: &mut Rng) -> Option<&'a mut T> {
    let count = all.len();
    if count == 0 { None } else { all.get_mut(rng.below(count)) }
}

fn another_cell(all: &mut [Cell], rng: &mut Rng) -> Option<()> {
    let new = Cell::new(rng.below(81));
    let is_new = !all.contains(&new);
    *any(all, rng)? = new;
    is_new.then_some(())
}

/// Exchanges a digit for another.
fn another_digit(digits: &mut DigitSet, rng: &mut Rng) -> Option<()> {
    let (mut old, mut new) = (
        digits.iter().collect::<Vec<_>>(),
        (DigitSet::all(9) - *digits).iter().collect::<Vec<_>>(),
    );
    let (old, new) = (*any(&mut old, rng)?, *any(&mut new, rng)?);
    *digits = (*digits - DigitSet::only(old)) | DigitSet::only(new);
    Some(())
}

fn another_house(house: &mut House, rng: &mut Rng) -> Option<()> {
    let number = rng.below(9) as u8;
    let new = [House::Row(number), House::Column(number), House::Box(number)][rng.below(3)];
    (std::mem::replace(house, new) != new).then_some(())
}

fn another_truth(truths: &mut [Truth], rng: &mut Rng) -> Option<()> {
    match any(truths, rng)? {
        Truth::Cell { cell, digits } => match rng.below(2) {
            0 => another_cell(std::slice::from_mut(cell), rng),
            _ => another_digit(digits, rng),
        },
        Truth::House { house, digit, cells } => match rng.below(3) {
            0 => another_house(house, rng),
            1 => {
                let new = Digit::new(rng.below(9) as u8 + 1)?;
                (std::mem::replace(digit, new) != new).then_some(())
            }
            // One place less.
            _ => {
                let index = rng.below(cells.len().max(1));
                (index < cells.len()).then(|| cells.remove(index)).map(|_| ())
            }
        },
        Truth::Deadly { cells, .. } => another_cell(cells, rng),
        Truth::Grave { .. } => None,
    }
}

/// Corrupts a field of a deduction, if it has something that can be corrupted.
fn corrupted(original: &Deduction, field: Field, rng: &mut Rng) -> Option<Deduction> {
    let mut deduction = original.clone();
    let Deduction { cells, digits, others, other_digits, houses, parts, links, truths, .. } =
        &mut deduction;
    let is_shown = |link: &&mut quadrille_logic::Link| link.reason != Reason::Assumption;
    match field {
        Field::Cells => another_cell(cells, rng)?,
        Field::Digits => another_digit(digits, rng)?,
        Field::Others => another_cell(others, rng)?,
        Field::OtherDigits => another_digit(other_digits, rng)?,
        Field::Houses => another_house(any(houses, rng)?, rng)?,
        Field::PartCells => another_cell(&mut any(parts, rng)?.cells, rng)?,
        Field::PartDigits => another_digit(&mut any(parts, rng)?.digits, rng)?,
        Field::Truths => another_truth(truths, rng)?,
        Field::Links => {
            let index = rng.below(links.len().max(1));
            let link = links.get(index)?.clone();
            // What is no cause of another link may follow at the end all the same.
            let is_cause = links.iter().any(|other| other.from.contains(&link.to));
            let is_told_once = links.iter().filter(|other| other.to == link.to).count() == 1;
            let is_missed = link.reason != Reason::Assumption && is_cause && is_told_once;
            is_missed.then(|| drop(links.remove(index)))?;
        }
        _ => {
            let mut shown: Vec<_> = links.iter_mut().filter(is_shown).collect();
            let link = any(&mut shown, rng)?;
            let State { candidate: to, is_on } = &mut link.to;
            match field {
                Field::From => drop(link.from.remove(rng.below(link.from.len()))),
                Field::ToCell => another_cell(std::slice::from_mut(&mut to.cell), rng)?,
                Field::ToDigit => {
                    let mut digits = DigitSet::only(to.digit);
                    another_digit(&mut digits, rng)?;
                    to.digit = digits.first()?;
                }
                Field::ToState => *is_on = !*is_on,
                Field::Reason => {
                    let other = Reason::Kind(["pointing", "hidden-pair", "aic"][rng.below(3)]);
                    let mut house = House::Row(0);
                    another_house(&mut house, rng);
                    let new = [Reason::Cell, Reason::House(house), other][rng.below(3)];
                    (std::mem::replace(&mut link.reason, new) != new).then_some(())?;
                }
                _ => another_truth(&mut link.truths, rng)?,
            }
        }
    }
    Some(deduction)
}

/// A deduction like another that rules out digits of the solution, or places others.
fn false_conclusion(original: &Deduction, solution: &Solution, before: &LogicGrid) -> Deduction {
    let mut deduction = original.clone();
    let right = |cell: Cell| solution.grid().get(cell).unwrap();
    for gone in &mut deduction.eliminations {
        gone.digit = right(gone.cell);
    }
    for placed in &mut deduction.placements {
        let wrong = |cell: &Cell| before.candidates(*cell).len() > 1;
        let Some(cell) = cells().filter(wrong).min_by_key(|cell| placed.cell != *cell) else {
            continue;
        };
        let digit = before.candidates(cell) - DigitSet::only(right(cell));
        *placed = Candidate { cell, digit: digit.first().unwrap() };
    }
    deduction
}

/// How many corruptions are accepted, and how many are refused.
type Counts = BTreeMap<(&'static str, Field), [usize; 2]>;

fn corrupt(
    counts: &mut Counts,
    rng: &mut Rng,
    (puzzle, before): (&Puzzle, &LogicGrid),
    deduction: &Deduction,
    tries: usize,
) {
    for field in FIELDS {
        for corrupted in (0..tries).filter_map(|_| corrupted(deduction, field, rng)) {
            let is_refused = check(puzzle, before, &corrupted).is_err();
            counts.entry((deduction.kind, field)).or_default()[usize::from(is_refused)] += 1;
        }
    }
}

/// Of each kind and each field, corrupted evidence is refused; what is accepted still proves its
/// conclusion. No false conclusion is ever accepted.
#[test]
fn corrupted_evidence_is_refused() {
    let mut counts = Counts::new();
    let mut rng = Rng::from_seed(17);
    let hard = super::HARD[..2].iter().map(|text| {
        let puzzle: Puzzle = text.parse().unwrap();
        let found =
            quadrille_core::solve::many(std::slice::from_ref(&puzzle), 2, &mut Meter::unlimited());
        (puzzle, found[0].solutions[0].clone())
    });
    let puzzles: Vec<_> = hard.chain(fresh(30, 31)).collect();
    for id in ["quadrille", "se121", "hodoku"] {
        let profile = profile(id);
        for (puzzle, solution) in &puzzles {
            let mut walk = Walk::new(puzzle, &profile).unwrap();
            loop {
                let before = walk.grid().clone();
                let Some(step) = walk.next(&mut Meter::unlimited()).unwrap() else { break };
                let deduction = &step.deduction;
                let wrong = false_conclusion(deduction, solution, &before);
                if wrong != *deduction {
                    assert!(check(puzzle, &before, &wrong).is_err(), "{puzzle} {wrong:#?}");
                }
                corrupt(&mut counts, &mut rng, (puzzle, &before), deduction, 1);
            }
        }
    }
    for (_, kind) in kinds() {
        if let Some(sample) = sample(kind.id) {
            let board = (&sample.puzzle, &sample.before);
            corrupt(&mut counts, &mut rng, board, &sample.step.deduction, 12);
        }
    }
    // For some kinds, few corruptions of a field are possible.
    counts.retain(|_, [accepted, refused]| *accepted + *refused > 2);
    let mut open = Vec::new();
    let mut total: BTreeMap<Field, [usize; 2]> = BTreeMap::new();
    for (&(kind, field), &[accepted, refused]) in &counts {
        let all = total.entry(field).or_default();
        *all = [all[0] + accepted, all[1] + refused];
        if refused <= accepted {
            open.push(format!("{kind} {field:?}: {refused} of {}", accepted + refused));
        }
    }
    println!("{} kinds and fields; accepted and refused: {total:?}", counts.len());
    assert!(open.is_empty(), "{}", open.join("\n"));
    for field in FIELDS {
        let [accepted, refused] = total[&field];
        assert!(refused > 9 * accepted, "{field:?}: {accepted} accepted, {refused} refused");
    }
}
