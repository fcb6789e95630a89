//! Common random numbers, and as many runs as a difference takes.

use std::cmp::Ordering;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::time::Duration;

use quadrille_core::{CancelFlag, Clock, Counter, Limits, NoClock, Rng, WallClock};
use quadrille_lab::experiment::log::{Header, read_log, run_line, write_preamble};
use quadrille_lab::experiment::{Difference, Experiment, Instance, Table};
use quadrille_lab::registry::{Registry, Seeds};
use quadrille_lab::report::{Measure, compare_pairs};
use quadrille_lab::study::DetectError;
use quadrille_lab::{Configuration, Entry};

use super::bench::{
    LIAR, LUCKY, TWIN, configuration, experiment, puzzles, run, solution, table_with_controls,
};

/// As `twin`, but one evaluation in twenty is made twice.
static SLOWER: Entry = Entry {
    id: "slower",
    parameters: &[],
    run: |puzzle, _, run| {
        for evaluation in 0_u64.. {
            run.meter.count(Counter::Evaluated)?;
            if evaluation % 20 == 0 {
                run.meter.count(Counter::Evaluated)?;
            }
            if run.rng.below(100) == 0 {
                return Ok(run.claim(&solution(puzzle)));
            }
        }
        unreachable!("the meter or luck ends it")
    },
    ..TWIN
};

/// Algorithms on that many 9x9 puzzles.
fn on(puzzle_count: usize, configurations: Vec<Configuration>) -> Experiment {
    let template = experiment();
    let instance = |puzzle| Instance { puzzle, ..template.instances[0].clone() };
    Experiment {
        configurations,
        instances: puzzles(9, puzzle_count).into_iter().map(instance).collect(),
        limits: Limits::nodes(100_000),
        ..template
    }
}

#[test]
fn equal_algorithms_make_the_same_runs() {
    let twins = ["tag=1", "tag=2"].map(|tag| configuration(&TWIN, tag)).to_vec();
    for (seeds, same) in [(Seeds::Common, true), (Seeds::Own, false)] {
        let experiment = Experiment { seeds, ..on(20, twins.clone()) };
        let rows = run(&experiment, 2, &NoClock);
        let nodes = |configuration: u32| -> Vec<u64> {
            let own = rows.iter().filter(|row| row.trial.configuration == configuration);
            own.map(|row| row.nodes).collect()
        };
        assert_eq!(nodes(0) == nodes(1), same, "{seeds}");
        // Repetitions and puzzles still differ.
        let mut distinct = nodes(0);
        distinct.sort_unstable();
        distinct.dedup();
        assert!(distinct.len() > 30, "{distinct:?}");
        // Any of them can be repeated alone.
        for row in rows.iter().step_by(11) {
            let puzzle = &experiment.instances[row.trial.instance as usize].puzzle;
            let (seed, limits) = (seeds.seed(row.trial.seed), experiment.limits);
            let twin = &experiment.configurations[row.trial.configuration as usize];
            let alone = twin.run(puzzle, seed, limits, &CancelFlag::new(), &NoClock, None).unwrap();
            assert_eq!(alone.counters, row.counters);
        }
        let floor = compare_pairs(&table_with_controls(&experiment), Measure::Nodes)[0].floor;
        assert_eq!(floor == Some(1.0), same, "{floor:?}");
    }
}

#[test]
fn a_planted_slowdown_shows_with_common_seeds() {
    let found = |seeds| {
        let verdicts = (0..10).filter(|seed| {
            let pair = vec![configuration(&TWIN, ""), configuration(&SLOWER, "")];
            let experiment = Experiment { seeds, seed: 100 * seed, ..on(30, pair) };
            let pairs = compare_pairs(&table_with_controls(&experiment), Measure::Nodes);
            pairs[0].verdict == Ordering::Less
        });
        verdicts.count()
    };
    assert_eq!(found(Seeds::Common), 10);
    let own = found(Seeds::Own);
    assert!(own <= 3, "{own}");
}

/// A processor whose runs all take a second, more or less.
struct Wavering(Mutex<(Rng, Duration)>, f64);

impl Wavering {
    fn by(share: f64) -> Self {
        Self(Mutex::new((Rng::from_seed(5), Duration::ZERO)), share)
    }
}

impl Clock for Wavering {
    fn wall(&self) -> Duration {
        self.cpu()
    }

    fn cpu(&self) -> Duration {
        let (rng, now) = &mut *self.0.lock().unwrap();
        // The sum of twelve has a standard deviation of one.
        let off: f64 = (0..12).map(|_| rng.fraction()).sum::<f64>() - 6.0;
        *now += Duration::from_secs_f64(1.0 + self.1 * off);
        *now
    }
}

#[test]
fn runs_are_as_many_as_a_difference_takes() {
    let difference: Difference = "5%".parse().unwrap();
    let pair = Configuration::parse_list("naive;norvig").unwrap();
    let sized = |share: f64, difference| {
        let (cancel, clock) = (CancelFlag::new(), Wavering::by(share));
        on(80, pair.clone())
            .to_detect(difference, NonZeroUsize::MIN, &cancel, &clock, |_| ())
            .unwrap()
    };
    // Four times as many for twice the noise.
    let (quiet, loud, louder) =
        (sized(0.01, difference), sized(0.1, difference), sized(0.2, difference));
    assert_eq!((quiet.runs, quiet.detect), (1, Some(difference)));
    let (few, many) = (loud.runs, louder.runs);
    assert!((1..=5).contains(&few) && (3 * few..=5 * few).contains(&many), "{few} {many}");
    assert!(sized(0.2, "20%".parse().unwrap()).runs < louder.runs);
    // Deterministic algorithms have that many too.
    assert_eq!(louder.trials(), 2 * 80 * u64::from(louder.runs));

    let (one, cancel, clock) = (NonZeroUsize::MIN, CancelFlag::new(), WallClock::new());
    let refused = |configurations| {
        let experiment = on(80, configurations);
        experiment.to_detect(difference, one, &cancel, &clock, |_| ()).unwrap_err()
    };
    assert_eq!(refused(vec![configuration(&LUCKY, "")]), DetectError::One);
    let liar = vec![configuration(&LUCKY, ""), configuration(&LIAR, "")];
    assert_eq!(refused(liar), DetectError::TooFew("liar-original".to_owned()));
    cancel.cancel();
    let twins = ["tag=1", "tag=2"].map(|tag| configuration(&TWIN, tag)).to_vec();
    assert_eq!(on(80, twins).to_detect(difference, one, &cancel, &clock, |_| ()).unwrap_err(), {
        DetectError::Cancelled
    });
}

#[test]
fn logs_keep_whose_random_numbers_and_what_is_detected() {
    let pair = Configuration::parse_list("norvig;annealing-r0").unwrap();
    let plain = Experiment { runs: 2, limits: Limits::nodes(2000), ..on(5, pair) };
    let detect = "7.5%".parse().ok();
    let common = Experiment { seeds: Seeds::Common, ..plain.clone() };
    let both = Experiment { detect, ..common.clone() };
    let rows = run(&both, 1, &NoClock);
    assert_eq!(rows.len(), 2 * 2 * 5);
    let mut log = Vec::new();
    write_preamble(
        &mut log,
        &Header { threads: 1, ..Header::of(&both, 0) },
        &Table::of(&both),
        &[],
    )
    .unwrap();
    rows.iter().for_each(|row| log.extend(run_line(&both, row)));
    let mut again = Vec::new();
    let contents = read_log(&log[..], &Registry::default(), |_, row| again.push(row)).unwrap();
    let table = contents.unwrap().table;
    assert_eq!((table.seeds, table.detect, table.planned), (Seeds::Common, detect, 20));
    assert!(again == rows);
    let header = |experiment: &Experiment| Header::of(experiment, 0);
    let differs = |one: &Experiment, other: &Experiment| {
        header(one).require_same(&header(other)).unwrap_err()
    };
    assert_eq!(differs(&plain, &common), "seeds: own there, common here");
    assert_eq!(differs(&both, &common), "planned to detect: 7.5% there, nothing here");
    let hashes = [&plain, &common, &both].map(|experiment| header(experiment).spec_hash);
    assert!(hashes[0] != hashes[1] && hashes[1] != hashes[2] && hashes[0] != hashes[2]);
}
