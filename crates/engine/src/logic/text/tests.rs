use super::*;
use crate::board::Puzzle;
use crate::control::Meter;
use crate::logic::{LogicGrid, Profile, Step, TECHNIQUES, Walk};

fn all_cells(names: &str) -> Vec<Cell> {
    let cell = |name: &str| {
        let digits: Vec<usize> =
            name.chars().filter_map(|c| c.to_digit(10)).map(|digit| digit as usize).collect();
        Cell::new(9 * (digits[0] - 1) + digits[1] - 1)
    };
    names.split_whitespace().map(cell).collect()
}

#[test]
fn cells_are_written_compactly() {
    for (names, text) in [
        ("r1c1", "r1c1"),
        ("r4c5 r5c5 r6c5", "r456c5"),
        ("r1c3 r1c7 r2c3 r2c7", "r12c37"),
        ("r1c1 r2c2", "r1c1, r2c2"),
        ("r9c1 r1c1 r1c9", "r1c19, r9c1"),
        ("", ""),
    ] {
        assert_eq!(cells(&all_cells(names)), text);
    }
}

/// Every kind has a sentence, or tells its chain.
#[test]
fn every_kind_is_explained() {
    for technique in TECHNIQUES {
        for kind in technique.kinds() {
            assert!(sentence(kind.id).is_some(), "{}", kind.id);
        }
    }
}

fn steps(puzzle: &str) -> Vec<Step> {
    let puzzle: Puzzle = puzzle.parse().unwrap();
    let profile = Profile::by_id("se").unwrap();
    let mut walk = Walk::new(&puzzle, &profile).unwrap();
    let mut meter = Meter::unlimited();
    std::iter::from_fn(|| walk.next(&mut meter).unwrap()).collect()
}

#[test]
fn steps_are_told() {
    let puzzle =
        "2...6......7..4.86.....13.........4..9.......48....71.9...78.......5...2.2.6..5.1";
    let steps = steps(puzzle);
    let texts: Vec<String> = steps.iter().map(|step| words(&step.deduction)).collect();
    assert_eq!(texts[0], "2 has one place left in box 8. So r7c4 is 2.");
    assert_eq!(
        texts[5],
        "In box 2, 2 must be in column 5 (r23c5), so it is nowhere else in column 5. So 2 is not in \
         r456c5."
    );
    for text in &texts {
        assert!(!text.contains('{'), "{text}");
    }
    assert!(LogicGrid::new(&puzzle.parse().unwrap()).is_ok());
}
