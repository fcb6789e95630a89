use std::collections::{BTreeMap, BTreeSet};

use quadrille_core::canon::{Form, canonical};
use quadrille_core::solve::{self, Solver};
use quadrille_core::{Puzzle, Symmetry};
use quadrille_logic::rate;

use super::*;

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).unwrap()
}

fn request(count: u64, shape: &str, bands: &[&str]) -> DatasetRequest {
    let bands = bands.iter().map(|band| (*band).to_owned()).collect();
    DatasetRequest { count, shape: shape.to_owned(), bands, ..DatasetRequest::default() }
}

fn rows(request: &DatasetRequest, count: usize) -> Vec<DatasetRow> {
    Dataset::new(request).unwrap().into_rows(threads(count)).collect()
}

/// Every row is what it says, by means that made none of it.
fn check(rows: &[DatasetRow]) {
    let mut forms = BTreeMap::new();
    for (index, row) in (0..).zip(rows) {
        let puzzle: Puzzle = row.puzzle.parse().unwrap();
        let mut meter = Meter::unlimited();
        let answer = solve::count(Solver::Dlx, &puzzle, 2, &mut meter);
        assert_eq!((answer.count, row.index), (1, index), "{row:?}");
        assert_eq!(answer.solutions[0].to_string(), row.solution);
        assert_eq!(row.clues, puzzle.givens().filled().count());
        let form = canonical(puzzle.givens(), Form::Pattern, &mut meter).unwrap().grid.to_string();
        assert_eq!(form, row.canonical);
        assert_eq!(forms.insert(form, &row.split), None, "{row:?}");
        for (id, rating) in &row.ratings {
            let found = rate(&puzzle, &Profile::by_id(id).unwrap(), &mut meter);
            let is_solved = found.verdict == Verdict::Solved;
            let points = is_solved.then(|| f64::from(found.rating) / 10.0);
            assert_eq!(*rating, points, "{row:?}");
            if id == "hodoku" {
                assert_eq!(found.class.unwrap().name(), row.class);
                assert_eq!(row.techniques.is_empty(), row.clues == puzzle.shape().cells());
            }
        }
    }
}

#[test]
fn rows_are_as_asked_for_on_any_number_of_threads() {
    let bands = [
        "se121:1.0..1.9",
        "se121:6.6..7.2",
        "hodoku:hard",
        "hodoku:200..300",
        "technique:x-wing",
        "clues:25..26",
    ];
    let request = request(61, "3x3", &bands);
    let made = rows(&request, 3);
    check(&made);
    assert_eq!(made, rows(&request, 1));
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for row in &made {
        *counts.entry(&row.band).or_default() += 1;
        let rating = |id: &str| row.ratings[id].unwrap();
        assert!(match &*row.band {
            "se121:1.0..1.9" => (1.0..=1.9).contains(&rating("se121")),
            "se121:6.6..7.2" => (6.6..=7.2).contains(&rating("se121")),
            "hodoku:hard" => row.class == "Hard",
            "hodoku:200..300" => (200.0..=300.0).contains(&rating("hodoku")),
            "technique:x-wing" => row.techniques.iter().any(|kind| kind == "x-wing"),
            "clues:25..26" => (25..=26).contains(&row.clues),
            other => panic!("{other}"),
        });
    }
    assert_eq!(counts.values().copied().collect::<Vec<_>>(), [10, 10, 10, 11, 10, 10]);
    let other = DatasetRequest { seed: 2, ..request };
    assert_ne!(made[0].puzzle, rows(&other, 1)[0].puzzle);
}

#[test]
fn rare_bands_are_searched_for() {
    let request = request(3, "3x3", &["se121:8.9..9.0", "se121:2.0..2.5"]);
    let made = rows(&request, 2);
    check(&made);
    assert_eq!(made.len(), 3);
    assert!(made.iter().any(|row| row.ratings["se121"].is_some_and(|rating| rating >= 8.9)));
}

#[test]
fn boards_of_other_sizes_have_sets() {
    for (shape, bands, count) in [
        ("2x3", &[][..], 30),
        ("3x4", &["se121:1.0..2.5", "se121:2.6.."], 6),
        ("4x4", &["clues:130..140", "se121:1.0..1.9"], 4),
    ] {
        let made = rows(&request(count, shape, bands), 2);
        check(&made);
        assert_eq!(made.len() as u64, count, "{shape}");
    }
}

#[test]
fn a_set_ends_when_there_are_no_more_classes() {
    let request = request(1000, "2x2", &["clues:4..4"]);
    let mut set = Dataset::new(&request).unwrap();
    let mut made = Vec::new();
    while !set.is_done() {
        made.extend(set.round(threads(2), &CancelFlag::new()).unwrap());
    }
    check(&made);
    // All puzzles with four givens, by brute force.
    let mut forms = BTreeSet::new();
    for cells in 0..1_u32 << 16 {
        if cells.count_ones() != 4 {
            continue;
        }
        for grid in ["1234341221434321", "1234341241232341"] {
            let givens = |(cell, digit): (usize, char)| {
                if cells >> cell & 1 == 1 { digit } else { '.' }
            };
            let text: String = grid.chars().enumerate().map(givens).collect();
            let puzzle: Puzzle = text.parse().unwrap();
            if solve::count(Solver::Bits, &puzzle, 2, &mut Meter::unlimited()).count == 1 {
                let form = canonical(puzzle.givens(), Form::Pattern, &mut Meter::unlimited());
                forms.insert(form.unwrap().grid.to_string());
            }
        }
    }
    let found: BTreeSet<String> = made.into_iter().map(|row| row.canonical).collect();
    assert_eq!(found, forms);
    assert_eq!(set.short(), [("clues:4..4", forms.len() as u64, 1000)]);
}

#[test]
fn the_split_depends_on_the_class_alone() {
    let small = rows(&request(60, "3x3", &["se121:1.0..2.5"]), 2);
    let large = rows(&request(200, "3x3", &["se121:1.0..2.5"]), 2);
    let parts: BTreeMap<&str, &str> =
        large.iter().map(|row| (&*row.canonical, &*row.split)).collect();
    assert!(
        small.iter().all(|row| parts.get(&*row.canonical).is_none_or(|&part| part == row.split))
    );
    let tests = large.iter().filter(|row| row.split == "test").count();
    assert!((5..=40).contains(&tests), "{tests}");
    for percent in [0, 100] {
        let request = DatasetRequest { test_percent: percent, ..request(20, "3x3", &[]) };
        let part = if percent == 0 { "train" } else { "test" };
        assert!(rows(&request, 2).iter().all(|row| row.split == part));
    }
}

#[test]
fn a_cancelled_round_changes_nothing() {
    let request = request(60, "3x3", &["se121:7.3.."]);
    let mut set = Dataset::new(&request).unwrap();
    let first = set.round(threads(2), &CancelFlag::new()).unwrap();
    let (before, cancel) = (set.progress().clone(), CancelFlag::new());
    cancel.cancel();
    assert_eq!(set.round(threads(2), &cancel), Err(Stop::Cancelled));
    assert_eq!(*set.progress(), before);
    let all: Vec<DatasetRow> = first.into_iter().chain(set.into_rows(threads(1))).collect();
    assert_eq!(all, rows(&request, 2));
}

#[test]
fn requests_that_make_no_set_are_refused() {
    let wrong = |request: DatasetRequest| Dataset::new(&request).err().unwrap().message;
    for (request, expected) in [
        (request(1, "3x3", &["technique:x-wnig"]), "x-wing"),
        (request(1, "3x3", &["se121:1..2", "se121:1..2"]), "twice"),
        (request(1, "3x3", &["clues:1..10"]), "too few"),
        (request(1, "5x5", &["clues:100..200"]), "16x16"),
        (request(1, "2x2", &["technique:x-wing"]), "9x9"),
        (DatasetRequest { test_percent: 101, ..DatasetRequest::default() }, "100"),
    ] {
        assert!(wrong(request).contains(expected), "{expected}");
    }
}

/// A set with one row of each flaw.
#[test]
fn an_audit_names_each_flaw() {
    let cancel = CancelFlag::new();
    let (mut auditor, mut audit) = (Auditor::new(&cancel), Audit::default());
    let made = rows(&request(4, "3x3", &["se121:1.0..2.5", "se121:7.3.."]), 2);
    let mut add = |text: &str, claims: Claims<'_>| -> Vec<Flaw> {
        let puzzle: Puzzle = text.parse().unwrap();
        let found = audit.add(auditor.look(&puzzle, &claims).unwrap());
        found.iter().map(|finding| finding.flaw).collect()
    };
    for row in &made {
        let (solution, canonical) = (Some(&*row.solution), Some(&*row.canonical));
        assert_eq!(add(&row.puzzle, Claims { solution, canonical, split: Some("train") }), []);
    }
    let puzzle: Puzzle = made[0].puzzle.parse().unwrap();
    let isomorph = Symmetry::random(puzzle.shape(), &mut quadrille_core::Rng::from_seed(3));
    let isomorph = isomorph.apply(puzzle.givens()).to_string();
    let (train, test) = (Some("train"), Some("test"));
    let none = Claims::default();
    assert_eq!(add(&isomorph, Claims { split: train, ..none }), [Flaw::Isomorph]);
    assert_eq!(add(&made[1].puzzle, Claims { split: train, ..none }), [Flaw::Duplicate]);
    let leaks = add(&made[2].puzzle, Claims { split: test, ..none });
    assert_eq!(leaks, [Flaw::Duplicate, Flaw::Leak]);
    let given = made[3].puzzle.find(|symbol| symbol != '.').unwrap();
    let mut fewer = made[3].puzzle.clone();
    fewer.replace_range(given..=given, ".");
    assert_eq!(add(&fewer, Claims { split: test, ..none }), [Flaw::Several]);
    let wrong =
        Claims { solution: Some(&made[1].solution), canonical: Some(&made[1].canonical), ..none };
    let flaws = [Flaw::WrongSolution, Flaw::WrongCanonical, Flaw::Duplicate, Flaw::Leak];
    assert_eq!(add(&made[0].puzzle, wrong), flaws);
    assert_eq!(add("123....4........", none), [Flaw::Unsolvable]);
    audit.add(AuditedRow::unreadable());
    let report = audit.report();
    assert!(!report.is_clean());
    assert_eq!((report.rows, report.unreadable, report.no_solution), (11, 1, 1));
    assert_eq!((report.duplicates, report.isomorphs, report.across_splits), (3, 1, 2));
    assert_eq!((report.wrong_solutions, report.several_solutions), (1, 1));
    let hard = report.se121.iter().find(|(name, _)| *name == "7.3..").unwrap().1;
    assert_eq!((hard, report.singles_only + hard), (3, 8));
}
