//! Fast paths against slow ones, and the rules of Sudoku Explainer that are not in its chains.

use std::ops::ControlFlow::Continue;
use std::time::Duration;

use quadrille_core::{CancelFlag, Counter, Limits, Meter, Puzzle, SteppingClock, Stop};

use super::closure::Closure;
use super::cycles::Cycles;
use super::forcing::{Context, Forcing, Shape};
use super::marks::{Frame, Marks};
use super::quiet::Quiet;
use super::run::Run;
use super::{Config, Id, id, surcharge};
use crate::cells::{bits, each};
use crate::grid::LogicGrid;
use crate::profile::Profile;
use crate::walk::Walk;

/// A puzzle for each level of chains, from Sudoku Explainer 7.1 to 10.3.
const PUZZLES: [&str; 4] = [
    "900700300050020010007000009300600700060050030002008006100400600040060080006003004",
    "000070940070090005300005070087400100463080000000007080800700000700000028050268000",
    "000000940000090005300005070080400100463000000000007080800700000700000028050260000",
    "000000008003000400090020060000079000000061200060502070008000500010000020405000003",
];

/// The boards on the way to the solution of a puzzle that need chains, a few of them.
fn boards(puzzle: &str) -> Vec<LogicGrid> {
    let puzzle: Puzzle = puzzle.parse().unwrap();
    let profile = Profile::by_id("se121").unwrap();
    let mut walk = Walk::new(&puzzle, &profile).unwrap().without_evidence();
    let mut boards = Vec::new();
    loop {
        let before = walk.grid().clone();
        let step = walk.next(&mut Meter::unlimited()).unwrap();
        if step.is_none_or(|step| step.rating >= 65) {
            boards.push(before);
        }
        if boards.len() == 6 || walk.grid().is_full() {
            return boards;
        }
    }
}

fn with_context<T>(grid: &LogicGrid, f: impl FnOnce(&mut Context<'_>) -> T) -> T {
    f(&mut Context {
        frame: &Frame::of(grid),
        closure: &mut Closure::new(),
        quiet: &mut Quiet::new(),
        poll: &mut || Continue(()),
    })
}

/// The run from a candidate on the links that are there.
fn run(marks: &Marks, start: Id) -> Run {
    let mut run = Run::new();
    run.start(start, true, false, true);
    run.follow(&mut marks.clone());
    run
}

#[test]
fn closures_tell_what_runs_find() {
    let mut has_seen = [false; 2];
    for grid in PUZZLES.iter().flat_map(|puzzle| boards(puzzle)) {
        let marks = Marks::of(&grid);
        let mut closure = Closure::new();
        let ids = |cell: usize| bits(marks.cells[cell]).map(move |digit| id(cell, digit));
        let has_clash = (0..81).flat_map(ids).any(|start| run(&marks, start).clash.is_some());
        assert_eq!(closure.find(&marks), has_clash);
        has_seen[usize::from(has_clash)] = true;
        if has_clash {
            continue;
        }
        let mut check = |starts: Vec<Id>| {
            let runs: Vec<Run> = starts.iter().map(|&start| run(&marks, start)).collect();
            let common = |digit: usize| runs.iter().fold(!0, |all, run| all & run.off[digit]);
            let has_common = (0..9).any(|digit| common(digit) != 0);
            assert_eq!(closure.have_common(starts.into_iter()), has_common);
        };
        for cell in each(grid.empty()) {
            check(ids(cell).collect());
        }
        for (house, digit) in (0..27).flat_map(|house| (0..9).map(move |digit| (house, digit))) {
            let places = marks.places(house, digit);
            if places != 0 {
                check(each(places).map(|cell| id(cell, digit)).collect());
            }
        }
    }
    assert_eq!(has_seen, [true, true]);
}

#[test]
fn the_best_is_the_first_of_all() {
    let bases = [6.5, 6.5, 7.0, 6.6, 7.0];
    for grid in PUZZLES.iter().flat_map(|puzzle| boards(puzzle)) {
        let marks = Marks::of(&grid);
        let (mut cycles, mut closure) = (Cycles::new(), Closure::new());
        let mut search = |wants_all| {
            let found =
                cycles.search(&mut closure, &marks, &bases, wants_all, false, &mut || Continue(()));
            let Continue(hints) = found else { panic!("nothing ends the search") };
            hints.first().map(|hint| (hint.kind(), hint.start, hint.lead, hint.complexity))
        };
        assert_eq!(search(false), search(true));
        for config in [
            Config { multiple: false, dynamic: true, nishio: true, ..Config::MULTIPLE },
            Config::MULTIPLE,
            Config { dynamic: true, ..Config::MULTIPLE },
        ] {
            let [best, first] = [false, true]
                .map(|wants_all| hint(&mut Forcing::new(config, false), &grid, wants_all));
            assert_eq!(best, first);
        }
    }
}

type Found = Option<(Shape, Id, bool, u32)>;

fn hint(forcing: &mut Forcing, grid: &LogicGrid, wants_all: bool) -> Found {
    with_context(grid, |context| {
        let found = forcing.search(context, &Marks::of(grid), wants_all);
        let Continue(hints) = found else { panic!("nothing ends the search") };
        let hint = hints.first()?;
        Some((hint.shape, hint.target, hint.is_on, hint.complexity))
    })
}

#[test]
fn levels_extend_the_runs_of_lower_levels() {
    let dynamic = Config { dynamic: true, ..Config::MULTIPLE };
    let levels = [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)];
    let mut kinds = 0;
    for grid in boards(PUZZLES[3]).iter().step_by(3) {
        let mut extended = Forcing::new(dynamic, false);
        for (level, nested_level) in levels {
            let config = Config { level, nested_level, ..dynamic };
            extended.set_level(config);
            let found = hint(&mut extended, grid, false);
            assert_eq!(found, hint(&mut Forcing::new(config, false), grid, false), "{config:?}");
            kinds += usize::from(found.is_some());
        }
    }
    assert!(kinds > 0);
}

#[test]
fn longer_chains_are_rated_higher() {
    let tenths = |complexity| surcharge(complexity);
    assert_eq!(
        [0, 6, 7, 8, 9, 10, 11, 14, 15, 18, 19].map(tenths),
        [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5]
    );
    assert_eq!([26, 27, 34, 35, 50, 51, 66, 67].map(tenths), [5, 6, 6, 7, 7, 8, 8, 9]);
}

#[test]
fn removals_are_visited_in_the_order_of_a_hash_table() {
    let order = |cells: &[usize]| {
        let mut ids: Vec<Id> = cells.iter().map(|&cell| id(cell, 0)).collect();
        super::rules::in_hash_order(&mut ids);
        ids.into_iter().map(super::cell_of).collect::<Vec<_>>()
    };
    assert_eq!(order(&[16, 3, 0, 35]), [16, 0, 3, 35]);
    // Thirteen cells need a table of 32.
    let cells: Vec<usize> = (10..23).collect();
    assert_eq!(order(&cells), cells);
    assert_eq!(order(&cells[..12]), [16, 17, 18, 19, 20, 21, 10, 11, 12, 13, 14, 15]);
}

#[test]
fn searches_end_when_they_are_told_to() {
    let puzzle: Puzzle = PUZZLES[3].parse().unwrap();
    let profile = Profile::by_id("se121").unwrap();
    let clock = SteppingClock::new(Duration::from_millis(1));
    for limit in [1, 10, 100, 1000] {
        let limits = Limits { time: Some(Duration::from_millis(limit)), ..Limits::NONE };
        let mut meter = Meter::new(limits, Counter::Branch, &CancelFlag::new(), &clock).unwrap();
        let mut walk = Walk::new(&puzzle, &profile).unwrap();
        let stop = loop {
            match walk.next(&mut meter) {
                Ok(Some(_)) => {}
                Ok(None) => panic!("the limit did not end the walk"),
                Err(stop) => break stop,
            }
        };
        assert_eq!(stop, Stop::Time);
        // A search that was ended is no obstacle to another one.
        assert!(walk.next(&mut Meter::unlimited()).unwrap().is_some());
    }
}
