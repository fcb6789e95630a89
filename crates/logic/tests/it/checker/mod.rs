//! An independent check of evidence: it knows the rules of Sudoku and what evidence claims, and shares no
//! code with what finds deductions.

mod board;
mod claims;
mod corrupt;
mod covers;
mod exocet;
mod links;
mod minimal;
mod names;
mod single;
mod solutions;
mod truths;

use std::path::Path;

use quadrille_core::{Candidate, Meter, Puzzle};
use quadrille_logic::{
    Deduction, Link, LogicGrid, Profile, State, TECHNIQUES, Walk, kinds, sample,
};

use self::board::Board;
use crate::logic::{fresh, profile};

/// Says why the evidence does not prove the conclusion, if it does not.
pub(crate) fn check(
    puzzle: &Puzzle,
    before: &LogicGrid,
    deduction: &Deduction,
) -> Result<(), String> {
    let board = Board::new(puzzle, before);
    let placed = deduction.placements.iter().map(|&candidate| State { candidate, is_on: true });
    let gone = deduction.eliminations.iter().map(|&candidate| State { candidate, is_on: false });
    let goals: Vec<State> = placed.chain(gone).collect();
    if goals.is_empty() || !goals.iter().all(|goal| board.has(goal.candidate)) {
        return Err("nothing new is shown".to_owned());
    }
    claims::check(&board, deduction)?;
    if !deduction.links.is_empty() {
        names::chain(deduction.kind, 0, &deduction.links)?;
        return links::check(&board, &deduction.links, 0, &goals);
    }
    covers::check(&board, deduction)?;
    if deduction.kind == "brute-force" {
        // No deduction; that it is in the solution was checked as its claim.
        return Ok(());
    }
    let truths = deduction.truths();
    goals.iter().try_for_each(|goal| truths::refuted(&board, &truths, goal.candidate, !goal.is_on))
}

/// A deduction in lines.
fn told(deduction: &Deduction) -> String {
    let name = |state: &State| {
        let Candidate { cell, digit } = state.candidate;
        format!("{}{}{}", cell.name(9), if state.is_on { '=' } else { '≠' }, digit.get())
    };
    let list = |states: &[State]| states.iter().map(name).collect::<Vec<_>>().join(" ");
    let line = |link: &Link| {
        let indent = " ".repeat(link.depth.into());
        let Link { from, to, reason, truths, .. } = link;
        format!("\n{indent}{} => {} ({reason}) {truths:?}", list(from), name(to))
    };
    let rest = Deduction { links: Vec::new(), ..deduction.clone() };
    format!("\n{rest:?}{}", deduction.links.iter().map(line).collect::<String>())
}

/// Checks the steps of a walk, up to a number. Returns the count of those checked.
fn check_walk(puzzle: &Puzzle, profile: &Profile, most: usize) -> usize {
    let mut walk = Walk::new(puzzle, profile).unwrap();
    for count in 0..most {
        let before = walk.grid().clone();
        let Some(step) = walk.next(&mut Meter::unlimited()).unwrap() else { return count };
        let deduction = &step.deduction;
        if let Err(why) = check(puzzle, &before, deduction) {
            panic!("{puzzle}: {} is not proved: {why}{}", deduction.kind, told(deduction));
        }
        if let Some(count) = single::shorter(&Board::new(puzzle, &before), deduction) {
            panic!("{puzzle}: {} takes {count} strong links{}", deduction.kind, told(deduction));
        }
        if let Some(link) = minimal::redundant(&Board::new(puzzle, &before), deduction) {
            panic!("{puzzle}: {} does not need {link:?}{}", deduction.kind, told(deduction));
        }
    }
    most
}

/// Puzzles that take chains and nets, from collections of hard ones.
const HARD: [&str; 6] = [
    "98.7.....6..8..5....4.6..8.4...3..6..9.........32....1.4..8..9......72.8.....1..5",
    "98.7..6..5...8..7...7..4...32.........94...8.....1...2.9...31....68...5.....9...7",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
    "7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........",
];

/// Every step of a walkthrough is proved by its evidence alone, and chains have no link to spare.
#[test]
fn evidence_proves_every_step() {
    let mut puzzles: Vec<Puzzle> = HARD.iter().map(|text| text.parse().unwrap()).collect();
    puzzles.extend(fresh(24, 29).map(|(puzzle, _)| puzzle));
    check_walks(&puzzles);
}

/// The same for puzzles of collections: of each the number in `QUADRILLE_CHECKED`, or 10.
#[test]
#[ignore = "needs ../shared/data"]
fn evidence_proves_every_step_of_collections() {
    let count = std::env::var("QUADRILLE_CHECKED").ok().and_then(|count| count.parse().ok());
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    for list in ["forum_hardest_1106.txt", "magictour_top1465.txt", "ift3335_1000.txt"] {
        let text = std::fs::read_to_string(data.join(list)).unwrap();
        let puzzles = text.lines().filter_map(|line| line.get(..81)?.parse().ok());
        let puzzles: Vec<Puzzle> = puzzles.take(count.unwrap_or(10)).collect();
        println!("{list}");
        check_walks(&puzzles);
    }
}

fn check_walks(puzzles: &[Puzzle]) {
    for id in ["quadrille", "se121", "hodoku"] {
        let profile = profile(id);
        let of_puzzle = |puzzle| check_walk(puzzle, &profile, usize::MAX);
        let count: usize = puzzles.iter().map(of_puzzle).sum();
        println!("{id}: {count} steps of {} puzzles", puzzles.len());
        assert!(count > 40 * puzzles.len(), "{id}: {count}");
    }
}

/// Each kind has evidence that proves its sample.
#[test]
fn evidence_proves_every_sample() {
    for (_, kind) in kinds() {
        let Some(sample) = sample(kind.id) else { continue };
        let deduction = &sample.step.deduction;
        if let Err(why) = check(&sample.puzzle, &sample.before, deduction) {
            panic!("{}: {why}{}", kind.id, told(deduction));
        }
    }
}

/// Each technique after singles alone, so that all of them have to find something.
#[test]
fn evidence_of_every_technique_proves_its_steps() {
    let singles =
        "full-house 1.0\nhidden-single-box 1.2\nhidden-single-line 1.5\nnaked-single 2.0\n";
    let hard: Vec<Puzzle> = HARD[..2].iter().map(|text| text.parse().unwrap()).collect();
    let easy: Vec<Puzzle> = fresh(4, 43).map(|made| made.0).collect();
    // Doubly nested chains take minutes.
    let is_tried = |id: &str| !id.starts_with("doubly-");
    for technique in TECHNIQUES.iter().filter(|technique| is_tried(technique.id())) {
        let id = technique.id();
        let text = match singles.contains(&format!("{id} ")) {
            true => singles.to_owned(),
            false => format!("{singles}{id} 3.0"),
        };
        let profile = Profile::parse("one", &text).unwrap();
        // Where each step takes long, a few.
        let (puzzles, most) = if id.contains("nested") { (&hard, 2) } else { (&easy, 1000) };
        let count: usize = puzzles.iter().map(|puzzle| check_walk(puzzle, &profile, most)).sum();
        assert!(count > 0, "{id}");
    }
}

/// Not only the first deduction, but each that a technique finds.
#[test]
fn evidence_proves_all_deductions() {
    for (id, most) in [("se", 85), ("quadrille", 80)] {
        let profile = profile(id);
        for (puzzle, _) in fresh(3, 3) {
            let mut walk = Walk::new(&puzzle, &profile).unwrap().up_to(most);
            loop {
                for step in walk.all(&mut Meter::unlimited()).unwrap() {
                    let proof = check(&puzzle, walk.grid(), &step.deduction);
                    assert_eq!(proof, Ok(()), "{puzzle} {:#?}", step.deduction);
                }
                if walk.next(&mut Meter::unlimited()).unwrap().is_none() {
                    break;
                }
            }
        }
    }
}
