//! The combinations of digits that aligned exclusion rules out, in words.

use quadrille_core::{Candidate, Cell, Digit};

use super::{Language, Phrase};
use crate::deduction::{Deduction, Part};
use crate::houses::PEERS;

/// The most combinations that are listed for a candidate.
const MOST: usize = 6;

/// Lists for each candidate that is removed the combinations with it, and why each is impossible.
pub(super) fn words(deduction: &Deduction, language: &Language) -> Option<String> {
    let (cells, excluders) = deduction.parts.split_at_checked(deduction.cells.len())?;
    let each =
        deduction.eliminations.iter().map(|&gone| of_candidate(gone, cells, excluders, language));
    let each: Vec<String> = each.collect::<Option<_>>()?;
    (!each.is_empty()).then(|| each.join(" "))
}

fn of_candidate(
    gone: Candidate,
    cells: &[Part],
    excluders: &[Part],
    language: &Language,
) -> Option<String> {
    let one = |part: &Part| part.cells.first().copied();
    let rest: Vec<&Part> = cells.iter().filter(|part| one(part) != Some(gone.cell)).collect();
    let mut listed = Vec::new();
    let mut count = 0;
    // Every choice of a digit for each of the other cells, as in counting.
    let digits: Vec<Vec<Digit>> = rest.iter().map(|part| part.digits.iter().collect()).collect();
    let total: usize = digits.iter().map(Vec::len).product();
    for number in 0..total {
        let mut choice = vec![(gone.cell, gone.digit)];
        let mut left = number;
        for (part, digits) in rest.iter().zip(&digits).rev() {
            choice.insert(1, (one(part)?, digits[left % digits.len()]));
            left /= digits.len();
        }
        count += 1;
        if listed.len() < MOST {
            let digits: Vec<String> =
                choice[1..].iter().map(|(_, digit)| digit.get().to_string()).collect();
            let why = why(&choice, excluders, language)?;
            listed.push(format!("{} ({why})", digits.join("-")));
        }
    }
    let names: Vec<String> =
        rest.iter().filter_map(|part| Some(one(part)?.name(9).to_string())).collect();
    if count > listed.len() {
        let more = (count - listed.len()).to_string();
        listed.push(language.say(Phrase::More, &[("number", &more)]));
    }
    Some(language.say(
        Phrase::Combinations,
        &[
            ("cell", &gone.cell.name(9).to_string()),
            ("digit", &gone.digit.get().to_string()),
            ("cells", &names.join("-")),
            ("list", &listed.join(", ")),
        ],
    ))
}

/// Why cells cannot hold these digits together; `None` if they can.
fn why(choice: &[(Cell, Digit)], excluders: &[Part], language: &Language) -> Option<String> {
    for (index, &(cell, digit)) in choice.iter().enumerate() {
        let repeats = |&&(other, same): &&(Cell, Digit)| {
            same == digit && PEERS[cell.index()] >> other.index() & 1 != 0
        };
        if choice[..index].iter().any(|other| repeats(&other)) {
            return Some(language.say(Phrase::Repeated, &[("digit", &digit.get().to_string())]));
        }
    }
    let is_taken = |digit: Digit| choice.iter().any(|&(_, chosen)| chosen == digit);
    let emptied = excluders.iter().find(|part| part.digits.iter().all(is_taken))?;
    let cell = emptied.cells.first()?.name(9).to_string();
    Some(language.say(Phrase::Emptied, &[("cell", &cell)]))
}
