//! Judges against brute force: verdicts that are found in another way.

use std::collections::HashSet;

use quadrille_core::solve::{self, Solver};
use quadrille_core::{Candidate, Cell, Digit, Edges, Grid, Meter, Puzzle, Rng};
use quadrille_logic::{Judge, Judgement, NotJudged, State, Verdict, Walk};

use crate::logic::{fresh, profile};

/// All steps that a board has a name for.
fn steps(side: usize) -> impl Iterator<Item = State> {
    let digits = move || (1..=side as u8).map(|digit| Digit::new(digit).unwrap());
    let candidates = (0..side * side)
        .map(Cell::new)
        .flat_map(move |cell| digits().map(move |digit| Candidate { cell, digit }));
    candidates.flat_map(|candidate| [true, false].map(|is_on| State { candidate, is_on }))
}

/// What the rules say of a step on a board, by trying it.
fn by_trial(puzzle: &Puzzle, walk: &Walk<'_>, step: State) -> &'static str {
    let State { candidate: Candidate { cell, digit }, is_on } = step;
    let grid = walk.grid();
    if grid.get(cell).is_some() {
        let is_same = grid.get(cell) == Some(digit);
        return if is_same == is_on { "idle" } else { "false" };
    }
    let mut marks = grid.marks();
    if !is_on && !marks.get(cell).contains(digit) {
        return "idle";
    }
    if is_on {
        let mut values: Grid = grid.values();
        values.set(cell, Some(digit));
        let is_legal = Puzzle::try_from(values.clone()).is_ok() && marks.get(cell).contains(digit);
        let count = |values| {
            let board = Puzzle::try_from(values).unwrap();
            solve::count(Solver::Auto, &board, 1, &mut Meter::unlimited()).count
        };
        return if !is_legal {
            "false"
        } else if count(values) == 0u32.into() {
            "unsolvable"
        } else {
            "right"
        };
    }
    let only = quadrille_core::DigitSet::only(digit);
    marks.set(cell, marks.get(cell) - only);
    let geometry = puzzle.geometry();
    let has_place = |house: &[Cell]| house.iter().any(|&cell| marks.get(cell).contains(digit));
    let houses = (0..3 * geometry.side()).map(|house| geometry.house(house));
    let mut houses = houses.filter(|house| house.contains(&cell));
    if marks.get(cell).is_empty() || !houses.all(has_place) {
        return "false";
    }
    let Ok(marked) = Puzzle::from_marks(marks, Edges::none()) else { return "unsolvable" };
    let count = solve::count(Solver::Auto, &marked, 1, &mut Meter::unlimited()).count;
    if count == 0u32.into() { "unsolvable" } else { "right" }
}

/// On boards of random walks, each step has the verdict of trials and of all deductions together.
#[test]
fn verdicts_are_those_of_brute_force() {
    let (mut meter, mut rng) = (Meter::unlimited(), Rng::derive(1, &["judge"]));
    let mut counts = [0; 5];
    for (id, most) in [("quadrille", 36), ("se121", 34), ("se", 26), ("hodoku", 400)] {
        let profile = profile(id);
        for (puzzle, _) in fresh(12, 7) {
            let mut walk = Walk::new(&puzzle, &profile).unwrap();
            while walk.next(&mut meter).unwrap().is_some() {
                if rng.below(8) != 0 {
                    continue;
                }
                let easy = Walk::on(walk.grid().clone(), &profile).up_to(most);
                let all = easy.all(&mut meter).unwrap();
                let (values, marks) = (walk.grid().values(), walk.grid().marks());
                let judge = Judge::new(&puzzle, Some(&values), Some(&marks), &profile, &mut meter);
                let judge = judge.unwrap().up_to(most);
                for step in steps(9) {
                    let judged = judge.judge(step, &mut meter).unwrap();
                    let right = match by_trial(&puzzle, &walk, step) {
                        "right" if all.iter().any(|found| found.deduction.shows(step)) => {
                            "deducible"
                        }
                        "right" => "true",
                        wrong => wrong,
                    };
                    assert_eq!(judged.id(), right, "{puzzle} {values} {step:?}");
                    counts[judged.number()] += 1;
                    if let Judgement::Deducible(step) = judged {
                        assert!(all.contains(&step), "{step:?}");
                    }
                }
            }
        }
    }
    println!("{counts:?} of {:?}", Judgement::IDS);
    assert!(counts.iter().sum::<u32>() > 100_000, "{counts:?}");
    assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
}

/// A board that is wrong already proves nothing.
#[test]
fn nothing_follows_from_a_wrong_board() {
    let (puzzle, solution) = fresh(1, 11).next().unwrap();
    let (profile, mut meter) = (profile("se121"), Meter::unlimited());
    let judge = Judge::new(&puzzle, None, None, &profile, &mut meter).unwrap();
    let mut judge = judge.up_to(30);
    let open = |judge: &Judge<'_>| {
        let values = judge.values();
        steps(9).filter(move |step| step.is_on && values.get(step.candidate.cell).is_none())
    };
    let verdicts = |judge: &Judge<'_>| -> HashSet<&str> {
        open(judge).map(|step| judge.judge(step, &mut Meter::unlimited()).unwrap().id()).collect()
    };
    assert!(verdicts(&judge).contains("deducible"));
    let wrong = open(&judge)
        .find(|step| judge.judge(*step, &mut meter).unwrap() == Judgement::Unsolvable)
        .unwrap();
    assert!(judge.take(wrong) && judge.is_broken());
    let found = verdicts(&judge);
    assert!(!found.contains("deducible") && found.contains("true"), "{found:?}");
    // A second digit for the cell has no place.
    assert!(!judge.take(wrong));
    // Right steps to the end.
    let mut judge = Judge::new(&puzzle, None, None, &profile, &mut meter).unwrap();
    for (cell, digit) in solution.grid().filled() {
        judge.take(State { candidate: Candidate { cell, digit }, is_on: true });
    }
    assert!(judge.is_solved());
}

#[test]
fn only_proper_puzzles_are_judged() {
    let profile = profile("quadrille");
    let refused = |text: &str| {
        let puzzle: Puzzle = text.parse().unwrap();
        let judge = Judge::new(&puzzle, None, None, &profile, &mut Meter::unlimited());
        judge.err().expect("it is refused")
    };
    assert_eq!(refused("1..............."), NotJudged(Verdict::Several));
    assert_eq!(refused("12....3........4"), NotJudged(Verdict::None));
}
