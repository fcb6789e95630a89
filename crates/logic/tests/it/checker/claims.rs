//! What evidence says beside the sets that prove it: summaries of its parts, and houses that it names.

use std::collections::BTreeSet;

use quadrille_core::{Candidate, Cell, Digit, DigitSet};
use quadrille_logic::{Deduction, House, Part, Reason, State, Truth};

use super::board::{Board, exclude, is_in};
use super::{exocet, solutions};

type Answer = Result<(), String>;

fn claim(holds: bool, what: &str) -> Answer {
    if holds { Ok(()) } else { Err(format!("{what} are not so")) }
}

fn set(cells: &[Cell]) -> BTreeSet<Cell> {
    cells.iter().copied().collect()
}

fn of_parts(parts: &[Part]) -> (Vec<Cell>, DigitSet) {
    let digits = parts.iter().fold(DigitSet::EMPTY, |all, part| all | part.digits);
    (parts.iter().flat_map(|part| part.cells.clone()).collect(), digits)
}

fn are_in(house: House, cells: &[Cell]) -> bool {
    cells.iter().all(|&cell| is_in(house, cell))
}

/// Says which claim of the evidence is false.
pub(crate) fn check(board: &Board, deduction: &Deduction) -> Answer {
    let kind = deduction.kind;
    if !deduction.links.is_empty() {
        return of_chain(deduction);
    }
    match kind {
        _ if kind.starts_with("medusa-3d") => of_medusa(deduction),
        _ if kind.contains("colors") => of_colors(deduction),
        _ if kind.starts_with("als-") => of_sets(board, deduction),
        _ if kind.starts_with("aligned-") => of_exclusion(board, deduction),
        _ if kind.starts_with("bug-") => of_grave(deduction),
        "hidden-rectangle" => of_rectangle(deduction),
        "tridagon" => of_tridagon(board, deduction),
        "junior-exocet" => exocet::check(board, deduction),
        "brute-force" => solutions::check(board, deduction),
        _ if kind.starts_with("unique-") || kind.starts_with("avoidable-") => {
            of_rectangle(deduction)
        }
        _ if kind.ends_with("wxyz-wing") => {
            let Deduction { cells, others, other_digits, digits, .. } = deduction;
            let sees = |digit: Digit| {
                let all = candidates(board, cells, digit);
                let pivot = Candidate { cell: others[0], digit };
                digits.contains(digit)
                    && !all.is_empty()
                    && board.has(pivot)
                    && all.iter().all(|&one| exclude(one, pivot))
            };
            claim(others.len() == 1 && other_digits.iter().all(sees), "linked digits")
        }
        // Their covers are checked as such.
        "sk-loop" | "multi-sector-locked-sets" => Ok(()),
        _ if deduction.parts.len() >= 4 => of_strong_links(deduction),
        _ => of_houses(deduction),
    }
}

fn candidates(board: &Board, cells: &[Cell], digit: Digit) -> Vec<Candidate> {
    let all = cells.iter().map(|&cell| Candidate { cell, digit });
    all.filter(|&one| board.has(one)).collect()
}

fn of_chain(deduction: &Deduction) -> Answer {
    let Deduction { kind, cells, digits, houses, links, .. } = deduction;
    let own = links.iter().filter(|link| link.depth == 0);
    let starts: Vec<State> =
        own.clone().filter(|link| link.reason == Reason::Assumption).map(|link| link.to).collect();
    let of = |states: &[State]| {
        let cells: Vec<Cell> = states.iter().map(|state| state.candidate.cell).collect();
        let digits: DigitSet = states.iter().map(|state| state.candidate.digit).collect();
        (set(&cells), digits)
    };
    let all: Vec<State> = own.map(|link| link.to).collect();
    let compares = kind.ends_with("-forcing-chain") || *kind == "nishio";
    let (named, known) = of(if compares { &starts } else { &all });
    // Groups that are true are only in the sets of links.
    let groups = links.iter().flat_map(|link| &link.truths).flat_map(candidates_of);
    let groups: BTreeSet<Cell> = groups.map(|one| one.cell).chain(named.clone()).collect();
    let are_all = set(cells) == if kind.starts_with("grouped-") { groups } else { named };
    claim(are_all, "cells")?;
    let shown = deduction.placements.iter().chain(&deduction.eliminations).map(|one| one.digit);
    let shown: DigitSet = shown.collect();
    claim(
        match *kind {
            _ if compares || kind.contains("cycle") => *digits == known,
            "forcing-chain" | "forcing-x-chain" | "x-chain" | "remote-pair" => *digits == known,
            _ => digits.is_empty() || *digits == shown || *digits == known,
        },
        "digits",
    )?;
    let ends = links.iter().enumerate().filter(|(index, link)| {
        let next = links[index + 1..].iter().find(|next| next.depth == 0);
        link.depth == 0 && next.is_none_or(|next| next.reason == Reason::Assumption)
    });
    let ends: Vec<State> = ends.map(|(_, link)| link.to).collect();
    let meant = if kind.ends_with("contradiction") { ends } else { starts };
    let hold = |&house: &House| meant.iter().all(|state| is_in(house, state.candidate.cell));
    claim(houses.iter().all(hold), "houses")
}

/// Three cells in each of four boxes, and those with other candidates than the three digits.
fn of_tridagon(board: &Board, deduction: &Deduction) -> Answer {
    let Deduction { cells, digits, others, other_digits, houses, .. } = deduction;
    let all: Vec<Cell> = [&cells[..], others].concat();
    let has_three = |house: &House| {
        let inside = all.iter().filter(|&&cell| is_in(*house, cell)).count();
        matches!(house, House::Box(_)) && inside == 3
    };
    let named: BTreeSet<House> = houses.iter().copied().collect();
    claim(named.len() == 4 && all.len() == 12 && houses.iter().all(has_three), "houses")?;
    let marks = others.iter().fold(DigitSet::EMPTY, |marks, &cell| marks | board.marks(cell));
    let are_guarded = others.iter().all(|&cell| !(board.marks(cell) - *digits).is_empty());
    claim(digits.len() == 3 && are_guarded && *other_digits == marks - *digits, "guardians")
}

/// The colors of each digit alternate. Each link has a candidate of both.
fn of_medusa(deduction: &Deduction) -> Answer {
    let Deduction { kind, cells, digits, others, other_digits, houses, parts, truths, .. } =
        deduction;
    let (colored, of_colors) = of_parts(parts);
    claim(set(cells) == set(&colored) && *digits == of_colors, "colored cells")?;
    let has = |color: usize, one: Candidate| {
        let of_color = parts.iter().skip(color).step_by(2);
        of_color
            .clone()
            .any(|part| part.cells.contains(&one.cell) && part.digits.contains(one.digit))
    };
    let are_pairs = parts.chunks(2).all(|pair| {
        pair.len() == 2 && pair[0].digits == pair[1].digits && pair[0].digits.len() == 1
    });
    let links = &truths[..truths.len() - usize::from(kind.contains("-empty-"))];
    let joins = |truth: &Truth| {
        let [one, other] = candidates_of(truth)[..] else { return false };
        has(0, one) && has(1, other) || has(1, one) && has(0, other)
    };
    // What is linked is colored, and nothing else.
    let linked: BTreeSet<Candidate> = links.iter().flat_map(candidates_of).collect();
    let count: usize = parts.iter().map(|part| part.cells.len()).sum();
    claim(are_pairs && links.iter().all(joins) && linked.len() == count, "colors")?;
    let clash: Vec<Candidate> = others
        .iter()
        .flat_map(|&cell| other_digits.iter().map(move |digit| Candidate { cell, digit }))
        .collect();
    claim(
        match *kind {
            "medusa-3d-cell" => {
                others.len() == 1 && clash.len() > 1 && clash.iter().all(|&one| has(0, one))
            }
            "medusa-3d-house" => {
                other_digits.len() == 1
                    && clash.len() > 1
                    && clash.iter().all(|&one| has(0, one))
                    && houses.iter().all(|&house| are_in(house, others))
            }
            "medusa-3d-empty-cell" => {
                matches!(truths.last(), Some(Truth::Cell { cell, digits })
                    if others[..] == [*cell] && digits == other_digits)
            }
            "medusa-3d-empty-house" => {
                matches!(truths.last(), Some(Truth::House { house, digit, cells })
                    if houses[..] == [*house] && set(cells) == set(others)
                        && *other_digits == DigitSet::only(*digit))
            }
            _ => others.is_empty() && other_digits.is_empty() && houses.is_empty(),
        },
        "clashes",
    )
}

fn candidates_of(truth: &Truth) -> Vec<Candidate> {
    match truth {
        Truth::Cell { cell, digits } => {
            digits.iter().map(|digit| Candidate { cell: *cell, digit }).collect()
        }
        Truth::House { digit, cells, .. } => {
            cells.iter().map(|&cell| Candidate { cell, digit: *digit }).collect()
        }
        Truth::Deadly { .. } | Truth::Grave { .. } => Vec::new(),
    }
}

fn of_colors(deduction: &Deduction) -> Answer {
    let Deduction { cells, digits, houses, parts, .. } = deduction;
    let has_digit = parts.iter().all(|part| part.digits == *digits) && digits.len() == 1;
    claim(set(cells) == set(&of_parts(parts).0) && has_digit, "colored cells")?;
    // Each house has two of the cells, one of each color.
    let joins = |&house: &House| {
        parts.chunks(2).any(|pair| {
            let inside = |part: &Part| part.cells.iter().filter(|&&c| is_in(house, c)).count();
            pair.iter().map(inside).eq([1, 1])
        })
    };
    claim(houses.iter().all(joins), "links")
}

/// Which digits link sets: their places in one see all those in the other.
fn of_sets(board: &Board, deduction: &Deduction) -> Answer {
    let Deduction { kind, cells, digits, parts, .. } = deduction;
    claim(set(cells) == set(&of_parts(parts).0), "cells")?;
    let links = |a: &Part, b: &Part, digit: Digit| {
        let [a, b] = [a, b].map(|part| candidates(board, &part.cells, digit));
        let apart = |one: &Candidate| b.iter().all(|&other| exclude(*one, other));
        !a.is_empty() && !b.is_empty() && a.iter().all(apart)
    };
    let pairs = || parts.iter().zip(&parts[1..]);
    let is_link = |digit: Digit| match *kind {
        "als-xz" => links(&parts[0], &parts[1], digit),
        _ => pairs().any(|(a, b)| links(a, b, digit)),
    };
    let is_linked = |(a, b): (&Part, &Part)| digits.iter().any(|digit| links(a, b, digit));
    claim(digits.iter().all(is_link) && pairs().all(is_linked), "links")
}

fn of_exclusion(board: &Board, deduction: &Deduction) -> Answer {
    let Deduction { cells, digits, others, parts, .. } = deduction;
    let all: Vec<Cell> = cells.iter().chain(others).copied().collect();
    claim(of_parts(parts).0 == all, "cells")?;
    let shown: DigitSet = deduction.eliminations.iter().map(|gone| gone.digit).collect();
    let of_cells = cells.iter().fold(DigitSet::EMPTY, |all, &cell| all | board.marks(cell));
    claim(digits.is_empty() || *digits == shown || *digits == of_cells, "digits")
}

fn of_grave(deduction: &Deduction) -> Answer {
    let Deduction { cells, digits, others, houses, parts, .. } = deduction;
    let (extra, of_extras) = of_parts(parts);
    claim(set(cells) == set(&extra) && *digits == of_extras, "extras")?;
    let all = [&cells[..], others].concat();
    claim(houses.iter().all(|&house| are_in(house, &all)), "houses")
}

fn of_rectangle(deduction: &Deduction) -> Answer {
    let Deduction { kind, cells, digits, others, other_digits, houses, eliminations, .. } =
        deduction;
    let shown: DigitSet = eliminations.iter().map(|gone| gone.digit).collect();
    let gone: Vec<Cell> = eliminations.iter().map(|gone| gone.cell).collect();
    match kind.rsplit('-').next() {
        Some("3") => claim(houses.iter().all(|&house| are_in(house, others)), "houses"),
        Some("4") if others.is_empty() => claim(*other_digits == *digits - shown, "other digits"),
        Some("4") => {
            let are_corners = others.iter().all(|other| cells.contains(other));
            claim(*other_digits == shown && are_corners, "others")
        }
        Some("2" | "5") if !other_digits.is_empty() => {
            let are_extra = (*other_digits & *digits).is_empty();
            claim(*other_digits == shown && are_extra, "other digits")
        }
        _ if *kind == "hidden-rectangle" => claim(set(others) == set(&gone), "others"),
        _ => Ok(()),
    }
}

/// The ends of links, and the houses of links, which may alternate with those that join them.
fn of_strong_links(deduction: &Deduction) -> Answer {
    let Deduction { cells, digits, houses, parts, .. } = deduction;
    claim(parts.iter().all(|part| part.digits == *digits) && digits.len() == 1, "digits")?;
    let (ends, _) = of_parts(parts);
    claim(set(cells) == set(&ends), "cells")?;
    let step = if houses.len() > 2 { 2 } else { 1 };
    let mut links = houses.iter().step_by(step).zip(parts.chunks(2));
    claim(links.all(|(&house, ends)| are_in(house, &of_parts(ends).0)), "links")?;
    let next = parts[1..].chunks(2).map(|pair| match pair {
        [one] => of_parts(&[one.clone(), parts[0].clone()]).0,
        both => of_parts(both).0,
    });
    let mut joints = houses.iter().skip(1).step_by(step).zip(next);
    claim(step == 1 || joints.all(|(&house, ends)| are_in(house, &ends)), "joints")
}

/// The houses that techniques of a few cells name.
fn of_houses(deduction: &Deduction) -> Answer {
    let Deduction { kind, cells, houses, parts, eliminations, digits, .. } = deduction;
    let gone: Vec<Cell> = eliminations.iter().map(|gone| gone.cell).collect();
    let hold = |cells: &[Cell]| houses.iter().all(|&house| are_in(house, cells));
    match *kind {
        "pointing" | "claiming" => {
            let [base, cover] = houses[..] else { return claim(false, "two houses") };
            claim(are_in(base, cells) && are_in(cover, cells) && are_in(cover, &gone), "houses")
        }
        "firework-triple" => claim(houses.len() == 3 && hold(&cells[..1]), "houses"),
        "firework-quad" => {
            let (corners, all) = of_parts(parts);
            claim(set(&corners) == set(cells) && all == *digits, "corners")
        }
        "death-blossom" => claim(set(cells) == set(&of_parts(parts).0), "cells"),
        "sue-de-coq" => {
            let with =
                |(&house, part): (&House, &Part)| are_in(house, &[&part.cells[..], cells].concat());
            claim(houses.len() == 2 && houses.iter().zip(parts).all(with), "houses")
        }
        _ if kind.starts_with("naked-") || kind.starts_with("locked-") => {
            let is_seen = |cell: &Cell| houses.iter().any(|&house| is_in(house, *cell));
            claim(hold(cells) && gone.iter().all(is_seen), "houses")
        }
        _ => Ok(()),
    }
}
