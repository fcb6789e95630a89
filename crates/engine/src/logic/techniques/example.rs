//! Checks the example of a technique.

use crate::board::{BoxShape, CandidateSet, Digit, DigitSet, Puzzle};
use crate::control::Meter;
use crate::logic::{Profile, Walk, text};
use crate::solve::{self, Solver, Verdict};

/// Checks that on a board, given by the candidates of each cell, the first deduction of a kind that a
/// technique finds removes what it should, and nothing that is in the solution.
pub(super) fn check(technique: &str, kind: &str, rows: [&str; 9], removed: &str) {
    let digits = |cell: &str| -> DigitSet {
        cell.bytes().map(|byte| Digit::new(byte - b'0').unwrap()).collect()
    };
    let marks: Vec<DigitSet> =
        rows.iter().flat_map(|row| row.split_whitespace()).map(digits).collect();
    let marks = CandidateSet::from_cells(BoxShape::NINE, marks.into());
    let puzzle = Puzzle::from_marks(marks, Default::default()).unwrap();
    let profile = Profile::parse("example", &format!("{technique} 1.0")).unwrap();
    let walk = Walk::new(&puzzle, &profile).unwrap();
    let steps = walk.all(&mut Meter::unlimited()).unwrap();
    let step = steps.iter().find(|step| step.deduction.kind == kind).expect(kind);
    let found = step.deduction.eliminations.iter();
    let found: Vec<String> =
        found.map(|gone| format!("{}<>{}", gone.cell.name(9), gone.digit.get())).collect();
    assert_eq!(found.join(" "), removed, "{kind}");
    let words = text::words(&step.deduction);
    assert!(!words.contains('{'), "{words}");
    let Verdict::Unique(solution) =
        solve::verdict(Solver::Kernel, &puzzle, &mut Meter::unlimited())
    else {
        panic!("the example of {kind} must have one solution");
    };
    for gone in &step.deduction.eliminations {
        assert_ne!(solution.grid().get(gone.cell), Some(gone.digit), "{kind}");
    }
}
