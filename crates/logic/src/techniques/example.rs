//! Checks the example of a technique.

use quadrille_core::Meter;
use quadrille_core::solve::{self, Solver, Verdict};
use quadrille_core::{BoxShape, Candidate, CandidateSet, Digit, DigitSet, Puzzle};

use crate::{Deduction, Profile, Walk, text};

/// Checks that on a board, given by the candidates of each cell, the first deduction of a kind that a
/// technique finds removes or places what it should, as the solution says.
pub(super) fn check(technique: &str, kind: &str, rows: [&str; 9], expected: &str) {
    let puzzle = board(rows);
    let profile = Profile::parse("example", &format!("{technique} 1.0")).unwrap();
    let walk = Walk::new(&puzzle, &profile).unwrap();
    let steps = walk.all(&mut Meter::unlimited()).unwrap();
    let step = steps.iter().find(|step| step.deduction.kind == kind).expect(kind);
    let Deduction { placements, eliminations, .. } = &step.deduction;
    let placed = placements.iter().map(|placed| (placed, "="));
    let shown = placed.chain(eliminations.iter().map(|gone| (gone, "<>")));
    let shown = shown.map(|(candidate, sign)| {
        format!("{}{sign}{}", candidate.cell.name(9), candidate.digit.get())
    });
    assert_eq!(shown.collect::<Vec<_>>().join(" "), expected, "{kind}");
    let words = text::words(&step.deduction, &text::Language::english());
    assert!(!words.contains('{'), "{words}");
    let Verdict::Unique(solution) =
        solve::verdict(Solver::Kernel, &puzzle, &mut Meter::unlimited())
    else {
        panic!("the example of {kind} must have one solution");
    };
    let holds = |shown: &Candidate| solution.grid().get(shown.cell) == Some(shown.digit);
    assert!(placements.iter().all(holds) && !eliminations.iter().any(holds), "{kind}");
}

/// Checks that among all that a technique rules out on a board is what others published, and that all of
/// it is wrong by the solution.
pub(super) fn removes(technique: &str, rows: [&str; 9], published: &str) {
    let puzzle = board(rows);
    let profile = Profile::parse("example", &format!("{technique} 1.0")).unwrap();
    let steps = Walk::new(&puzzle, &profile).unwrap().all(&mut Meter::unlimited()).unwrap();
    let verdict = solve::verdict(Solver::Kernel, &puzzle, &mut Meter::unlimited());
    let Verdict::Unique(solution) = verdict else { panic!("the example must have one solution") };
    let mut found = Vec::new();
    for gone in steps.iter().flat_map(|step| &step.deduction.eliminations) {
        assert_ne!(solution.grid().get(gone.cell), Some(gone.digit), "{technique}");
        found.push(format!("{}<>{}", gone.cell.name(9), gone.digit.get()));
    }
    for gone in published.split(' ') {
        assert!(found.iter().any(|found| found == gone), "{gone} is not among {found:?}");
    }
}

/// The first deduction that a technique finds on a board, with its evidence.
pub(super) fn first(technique: &str, rows: [&str; 9]) -> Deduction {
    let profile = Profile::parse("example", &format!("{technique} 1.0")).unwrap();
    let mut walk = Walk::new(&board(rows), &profile).unwrap();
    walk.next(&mut Meter::unlimited()).unwrap().expect("there is one").deduction
}

/// The board with the candidates of each cell.
fn board(rows: [&str; 9]) -> Puzzle {
    let digits = |cell: &str| -> DigitSet {
        cell.bytes().map(|byte| Digit::new(byte - b'0').unwrap()).collect()
    };
    let marks: Vec<DigitSet> =
        rows.iter().flat_map(|row| row.split_whitespace()).map(digits).collect();
    let marks = CandidateSet::from_cells(BoxShape::NINE, marks.into());
    Puzzle::from_marks(marks, Default::default()).unwrap()
}
