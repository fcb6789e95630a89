//! Configurations and puzzles made for these tests: their results are known beforehand.

use std::num::NonZeroUsize;
use std::sync::Arc;

use quadrille_core::solve::Solver;
use quadrille_core::{
    BoxShape, CancelFlag, Clock, Counter, Grid, Limits, Meter, NoClock, Puzzle, Rng, Snapshot, Stop,
};
use quadrille_lab::experiment::{Experiment, Finished, Instance, Table, TrialRow, run_trials};
use quadrille_lab::registry::{Key, Parameters, Scale};
use quadrille_lab::{Configuration, Entry, Family};

const ODDS: Key<i64> =
    Key::integer("odds", 1..=1_000_000, 100, "evaluations to a solution, on average")
        .on(Scale::log(1.0, 1_000_000.0));

/// Solves at each evaluation with a chance of one in `odds`: its run lengths are geometric.
pub(crate) static LUCKY: Entry = Entry {
    id: "lucky",
    title: "one chance in a number",
    family: Family::Sampling,
    source: "a test",
    about: "Solves at each evaluation with a fixed chance.",
    parameters: &[ODDS.parameter],
    counters: &[Counter::Evaluated, Counter::Restart],
    run: |puzzle, parameters, run| {
        loop {
            run.meter.count(Counter::Evaluated)?;
            if run.rng.below(parameters.get(&ODDS) as usize) == 0 {
                return Ok(run.claim(&solution(puzzle)));
            }
        }
    },
    ..Entry::LOCAL
};

const TAG: Key<i64> = Key::integer("tag", 1..=9, 1, "nothing");

/// As `lucky`, under several names.
pub(crate) static TWIN: Entry = Entry {
    id: "twin",
    title: "one of several that are equal",
    parameters: &[TAG.parameter],
    run: |puzzle, _, run| {
        loop {
            run.meter.count(Counter::Evaluated)?;
            if run.rng.below(100) == 0 {
                return Ok(run.claim(&solution(puzzle)));
            }
        }
    },
    ..LUCKY
};

/// As `lucky`, but gives up after 50 evaluations.
pub(crate) static HASTY: Entry = Entry {
    id: "hasty",
    title: "gives up early",
    run: |puzzle, _, run| {
        for _ in 0..50 {
            run.meter.count(Counter::Evaluated)?;
            if run.rng.below(100) == 0 {
                return Ok(run.claim(&solution(puzzle)));
            }
        }
        Ok(Stop::Stuck)
    },
    parameters: &[],
    ..LUCKY
};

/// Claims a board of ones.
pub(crate) static LIAR: Entry = Entry {
    id: "liar-original",
    title: "claims <anything> & more",
    about: "Claims a board of ones.",
    flaw: Some("Its goal test accepts every board: </script><b>\"bold\"</b>."),
    parameters: &[],
    deterministic: true,
    may_be_wrong: true,
    supports: |puzzle| puzzle.shape() == BoxShape::NINE,
    run: |puzzle, _, run| {
        run.meter.count(Counter::Evaluated)?;
        Ok(run.claim(&vec![1; puzzle.shape().cells()]))
    },
    ..LUCKY
};

/// A solution by the oracle.
pub(crate) fn solution(puzzle: &Puzzle) -> Snapshot {
    let mut found = None;
    let mut meter = Meter::unlimited();
    Solver::Naive.solve(puzzle, &mut meter, &mut |solution| {
        found = Some(solution.grid().snapshot());
        std::ops::ControlFlow::Break(())
    });
    found.expect("puzzles made from a solved grid have a solution")
}

/// The grid that all puzzles of a shape are made from.
pub(crate) fn solved(shape: BoxShape) -> Vec<u8> {
    let (side, rows, columns) = (shape.side(), shape.rows(), shape.columns());
    (0..side * side)
        .map(|cell| {
            let (row, column) = (cell / side, cell % side);
            ((row % rows * columns + row / rows + column) % side) as u8 + 1
        })
        .collect()
}

/// Puzzles made from a solved grid of that side by taking digits out, more and more.
pub(crate) fn puzzles(side: usize, count: usize) -> Vec<Puzzle> {
    let shape = BoxShape::of_side(side).unwrap();
    let solved = solved(shape);
    let mut rng = Rng::derive(11, &["test puzzles"]);
    (0..count)
        .map(|number| {
            let mut digits = solved.clone();
            let mut cells: Vec<usize> = (0..digits.len()).collect();
            rng.shuffle(&mut cells);
            let taken = digits.len() * (2 + number * 4 / count) / 9;
            for &cell in &cells[..taken] {
                digits[cell] = 0;
            }
            Puzzle::try_from(Grid::from_digits(shape, &digits).unwrap()).unwrap()
        })
        .collect()
}

pub(crate) fn configuration(entry: &'static Entry, parameters: &str) -> Configuration {
    let mut configuration = Configuration::of(entry);
    if !parameters.is_empty() {
        configuration.parameters =
            Parameters::parse(entry.id, entry.parameters, parameters).unwrap();
    }
    configuration
}

/// Five configurations on 9x9 puzzles and one 4x4, which the liar cannot do.
pub(crate) fn experiment() -> Experiment {
    let mut puzzles = puzzles(9, 12);
    puzzles.extend(self::puzzles(4, 1));
    Experiment {
        configurations: vec![
            Configuration::parse("naive").unwrap(),
            configuration(&LUCKY, ""),
            configuration(&LUCKY, "odds=400"),
            configuration(&HASTY, ""),
            configuration(&LIAR, ""),
        ],
        instances: puzzles
            .into_iter()
            .enumerate()
            .map(|(index, puzzle)| Instance {
                source: Arc::from("made.txt"),
                line: index as u64 + 1,
                puzzle,
            })
            .collect(),
        seed: 1,
        runs: 3,
        limits: Limits::nodes(500),
        ..Experiment::default()
    }
}

/// The whole experiment, rows sorted by trial.
pub(crate) fn run(experiment: &Experiment, threads: usize, clock: &dyn Clock) -> Vec<TrialRow> {
    let trials: Vec<u64> = (0..experiment.trials()).collect();
    let mut rows = Vec::new();
    let threads = NonZeroUsize::new(threads).unwrap();
    let finished =
        run_trials(experiment, &trials, threads, &CancelFlag::new(), clock, |row, progress| {
            rows.push(row);
            assert_eq!((progress.done, progress.total), (rows.len() as u64, trials.len() as u64));
            Ok::<(), std::convert::Infallible>(())
        });
    assert_eq!(finished, Ok(Finished::All));
    rows.sort_by_key(|row| row.trial.number);
    rows
}

/// The table of a whole experiment with its controls.
pub(crate) fn table_with_controls(experiment: &Experiment) -> Table {
    let trials: Vec<u64> = (0..experiment.trials() + experiment.controls()).collect();
    let mut table = Table::of(experiment);
    let (threads, cancel) = (NonZeroUsize::new(2).unwrap(), CancelFlag::new());
    let finished = run_trials(experiment, &trials, threads, &cancel, &NoClock, |row, _| {
        table.push(&row);
        Ok::<(), std::convert::Infallible>(())
    });
    assert_eq!(finished, Ok(Finished::All));
    table.sort();
    table
}

/// The table of a whole experiment.
pub(crate) fn table(experiment: &Experiment, threads: usize, clock: &dyn Clock) -> Table {
    let mut table = Table::of(experiment);
    run(experiment, threads, clock).iter().for_each(|row| table.push(row));
    table.sort();
    table
}
