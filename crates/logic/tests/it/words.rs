//! How long explanations are.

use std::path::Path;

use quadrille_core::{Meter, Puzzle};
use quadrille_logic::text::{Language, words};
use quadrille_logic::{LogicGrid, Walk};

use crate::logic::profile;

/// The most characters of an explanation, but for that of a chain with chains within.
const MOST: usize = 1000;

/// On the hardest puzzles, explanations are short enough to be read.
#[test]
#[ignore = "needs ../shared/data"]
fn explanations_can_be_read() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let text = std::fs::read_to_string(data.join("forum_hardest_1905_11plus.txt")).unwrap();
    let puzzles = text.lines().filter_map(|line| line.get(..81)?.parse().ok());
    let puzzles = puzzles.filter(|puzzle: &Puzzle| LogicGrid::new(puzzle).is_ok());
    let (profile, english) = (profile("quadrille"), Language::english());
    let mut lengths: Vec<usize> = Vec::new();
    for puzzle in puzzles.take(200) {
        let mut walk = Walk::new(&puzzle, &profile).unwrap();
        while let Some(step) = walk.next(&mut Meter::unlimited()).unwrap() {
            let length = words(&step.deduction, &english).chars().count();
            let is_nested = step.deduction.kind.contains("nested-");
            assert!(is_nested || length <= MOST, "{puzzle} {}: {length}", step.deduction.kind);
            lengths.push(length);
        }
    }
    let over = lengths.iter().filter(|&&length| length > MOST).count();
    let mean = lengths.iter().sum::<usize>() / lengths.len();
    println!(
        "{} steps, mean {mean}, {over} over {MOST}, {:?}",
        lengths.len(),
        lengths.iter().max()
    );
    assert!(over * 50 < lengths.len(), "{over} of {}", lengths.len());
}
