//! Proofs by sets of candidates: of each set one is true, and two of them may exclude each other.

use quadrille_core::{Candidate, Cell, DigitSet};
use quadrille_logic::Truth;

use super::board::{Board, cells, exclude, houses, is_in};
use super::covers::too_few;

/// The most choices that are tried.
const MOST: usize = 100_000;

/// Whether every way to choose a true candidate of each set contradicts what is assumed.
pub(crate) fn refuted(
    board: &Board,
    truths: &[Truth],
    assumed: Candidate,
    is_on: bool,
) -> Result<(), String> {
    let mut sets = truths.iter().map(|truth| set(board, truth)).collect::<Result<Vec<_>, _>>()?;
    let mut chosen = Vec::new();
    match is_on {
        true => chosen.push(assumed),
        false => sets.iter_mut().for_each(|set| set.retain(|&other| other != assumed)),
    }
    let are_cells = truths.iter().all(|truth| matches!(truth, Truth::Cell { .. }));
    if are_cells && truths.len() > 4 && too_few(&sets, &chosen) {
        return Ok(());
    }
    let mut left = MOST;
    match fits(&sets, &mut chosen, &mut left) {
        false if left > 0 => Ok(()),
        false => Err("too many choices".to_owned()),
        true => Err(format!("{assumed:?} may be {is_on}, as in {chosen:?}")),
    }
}

fn fits(sets: &[Vec<Candidate>], chosen: &mut Vec<Candidate>, left: &mut usize) -> bool {
    *left = left.saturating_sub(1);
    let open = sets.iter().filter(|set| !set.iter().any(|one| chosen.contains(one)));
    let able = |set: &Vec<Candidate>| -> Vec<Candidate> {
        set.iter()
            .filter(|&&one| !chosen.iter().any(|&other| exclude(one, other)))
            .copied()
            .collect()
    };
    let Some(next) = open.map(able).min_by_key(Vec::len) else { return true };
    for one in next {
        chosen.push(one);
        if *left == 0 || fits(sets, chosen, left) {
            return *left > 0;
        }
        chosen.pop();
    }
    false
}

/// The candidates of a set, if the board says that one of them is true.
pub(crate) fn set(board: &Board, truth: &Truth) -> Result<Vec<Candidate>, String> {
    match truth {
        Truth::Cell { cell, digits } => {
            let marks = board.marks(*cell);
            let holds = board.value(*cell).is_none() && marks & *digits == marks;
            let all = marks.iter().map(|digit| Candidate { cell: *cell, digit });
            holds.then(|| all.collect()).ok_or_else(|| format!("not so: {truth:?}"))
        }
        Truth::House { house, digit, cells } => {
            let places = board.places(*house, *digit)?;
            let holds = places.iter().all(|place| cells.contains(place))
                && cells.iter().all(|&cell| is_in(*house, cell));
            let all = places.iter().map(|&cell| Candidate { cell, digit: *digit });
            holds.then(|| all.collect()).ok_or_else(|| format!("not so: {truth:?}"))
        }
        Truth::Deadly { cells, digits } => deadly(board, cells, *digits),
        Truth::Grave { parts } => {
            let all = parts.iter().flat_map(|part| part.cells.iter().map(|&c| (c, part.digits)));
            let all = all.flat_map(|(cell, digits)| {
                digits.iter().map(move |digit| Candidate { cell, digit })
            });
            grave(board, all.collect())
        }
    }
}

/// The candidates beside two digits in some cells. If all were false, the digits could be exchanged:
/// each house has none of the cells or two, and no cell is given.
fn deadly(board: &Board, all: &[Cell], digits: DigitSet) -> Result<Vec<Candidate>, String> {
    let fits = |cell: &Cell| {
        board.permits(*cell, digits) && board.value(*cell).is_none_or(|held| digits.contains(held))
    };
    let counts = houses().map(|house| all.iter().filter(|&&cell| is_in(house, cell)).count());
    let is_deadly = digits.len() == 2
        && !all.is_empty()
        && all.iter().all(fits)
        && counts.into_iter().all(|count| count == 0 || count == 2);
    let others = |&cell: &Cell| {
        (board.marks(cell) - digits).iter().map(move |digit| Candidate { cell, digit })
    };
    match is_deadly {
        true => Ok(all.iter().flat_map(others).collect()),
        false => Err(format!("{digits:?} cannot be exchanged in {all:?}")),
    }
}

/// These candidates, if without them each open cell has two others, and each digit two places in each
/// house. A solution could then be exchanged for the one that takes the other candidate of each cell.
fn grave(board: &Board, extras: Vec<Candidate>) -> Result<Vec<Candidate>, String> {
    let rest = |cell: Cell| {
        let extras = extras.iter().filter(|extra| extra.cell == cell).map(|extra| extra.digit);
        board.marks(cell) - extras.collect()
    };
    let are_two = cells().all(|c| board.value(c).is_some() || rest(c).len() == 2);
    let is_two = |house, digit| {
        let inside = cells().filter(|&cell| is_in(house, cell));
        let count = inside.filter(|&cell| rest(cell).contains(digit)).count();
        count == 0 && board.places(house, digit).is_err() || count == 2
    };
    let mut all = DigitSet::all(9).iter();
    let is_grave = are_two && all.all(|d| houses().all(|house| is_two(house, d)));
    if is_grave && extras.iter().all(|&extra| board.has(extra)) {
        Ok(extras)
    } else {
        Err(format!("no grave without {extras:?}"))
    }
}
