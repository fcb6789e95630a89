use quadrille_core::{Cell, Digit, DigitSet, Meter, Puzzle};

use crate::grid::LogicGrid;
use crate::techniques::example::check;
use crate::{Profile, Walk, text};

/// The examples, as lines without comments.
fn examples() -> impl Iterator<Item = Vec<&'static str>> {
    include_str!("examples.txt")
        .split("\n\n")
        .map(|example| example.lines().filter(|line| !line.starts_with('#')).collect::<Vec<&str>>())
}

#[test]
fn first_deductions_are_those_of_hodoku() {
    let mut count = 0;
    for example in examples().filter(|example| !example.is_empty()) {
        let [head, removed, rows @ ..] = &example[..] else { panic!("{example:?}") };
        let rows: [&str; 9] = rows.try_into().unwrap();
        match head.split(' ').collect::<Vec<&str>>()[..] {
            [technique, kind] => check(technique, kind, rows, removed),
            [technique, kind, givens] => check_with_givens(technique, kind, givens, rows, removed),
            _ => panic!("{head}"),
        }
        count += 1;
    }
    assert_eq!(count, 24);
}

/// Checks a technique on a board of which some cells are filled, but not given.
fn check_with_givens(technique: &str, kind: &str, givens: &str, rows: [&str; 9], removed: &str) {
    let puzzle: Puzzle = givens.parse().unwrap();
    let mut grid = LogicGrid::new(&puzzle).unwrap();
    let marks = rows.iter().flat_map(|row| row.split_whitespace()).enumerate();
    for (cell, digits) in marks {
        let digits: DigitSet = digits.bytes().map(|b| Digit::new(b - b'0').unwrap()).collect();
        if grid.get(Cell::new(cell)).is_none() {
            match digits.single() {
                Some(digit) => grid.place(cell, usize::from(digit.get() - 1)),
                None => grid.remove_all(cell, !(digits.bits() as u16)),
            }
        }
    }
    let profile = Profile::parse("example", &format!("{technique} 1.0")).unwrap();
    let steps = Walk::on(grid, &profile).all(&mut Meter::unlimited()).unwrap();
    let step = steps.iter().find(|step| step.deduction.kind == kind).expect(kind);
    let found = step.deduction.eliminations.iter();
    let found: Vec<String> =
        found.map(|gone| format!("{}<>{}", gone.cell.name(9), gone.digit.get())).collect();
    assert_eq!(found.join(" "), removed, "{kind}");
    assert!(!text::words(&step.deduction, &text::Language::english()).contains('{'), "{kind}");
}
