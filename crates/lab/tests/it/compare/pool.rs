//! The pool: the same rows at any number of threads, every run repeatable, quick to end.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::time::Duration;

use quadrille_core::{CancelFlag, Counter, Limits, NoClock, SteppingClock, Stop, WallClock};
use quadrille_lab::experiment::{Experiment, Finished, Progress, run_trials};

use super::bench::{HASTY, LUCKY, configuration, experiment, run};

#[test]
fn results_do_not_depend_on_threads() {
    let experiment = experiment();
    let one = run(&experiment, 1, &NoClock);
    assert_eq!(one.len() as u64, experiment.trials());
    for threads in [2, 7] {
        assert!(run(&experiment, threads, &NoClock) == one, "{threads} threads");
    }
    // And they are not all the same: the seeds differ.
    let lucky: BTreeSet<u64> =
        one.iter().filter(|row| row.trial.configuration == 1).map(|row| row.nodes).collect();
    assert!(lucky.len() > 20, "{lucky:?}");
}

#[test]
fn trials_are_numbered_without_gaps_and_deterministic_methods_run_once() {
    let experiment = experiment();
    let (puzzles, rounds) = (experiment.instances.len(), 3);
    assert_eq!(experiment.trials() as usize, puzzles * (2 + 3 * rounds));
    let trials: Vec<_> = (0..experiment.trials()).map(|number| experiment.trial(number)).collect();
    let distinct: BTreeSet<_> = trials
        .iter()
        .map(|trial| (trial.configuration, trial.instance, trial.repetition))
        .collect();
    assert_eq!(distinct.len(), trials.len());
    for trial in trials {
        let random = !experiment.configurations[trial.configuration as usize].entry.deterministic;
        assert!(random || trial.repetition == 0);
        assert_eq!(trial.seed, 1 + u64::from(trial.repetition));
    }
    assert_eq!(Experiment { runs: 0, ..experiment.clone() }.trials(), 0);
    assert_eq!(Experiment { configurations: Vec::new(), ..experiment.clone() }.trials(), 0);
    assert_eq!(Experiment { instances: Vec::new(), ..experiment }.trials(), 0);
}

#[test]
fn any_run_can_be_repeated_alone() {
    let experiment = experiment();
    for row in run(&experiment, 2, &NoClock).iter().step_by(7) {
        let configuration = &experiment.configurations[row.trial.configuration as usize];
        let puzzle = &experiment.instances[row.trial.instance as usize].puzzle;
        let budget = experiment.limits;
        let alone = configuration
            .run(puzzle, row.trial.seed, budget, &CancelFlag::new(), &NoClock, None)
            .unwrap();
        assert_eq!((alone.stop, alone.counters), (row.stop, row.counters));
    }
}

#[test]
fn rows_say_what_happened() {
    let rows = run(&experiment(), 2, &NoClock);
    let stops = |configuration: u32| -> BTreeSet<&str> {
        rows.iter()
            .filter(|row| row.trial.configuration == configuration)
            .map(|row| row.stop.id())
            .collect()
    };
    assert_eq!(stops(2), BTreeSet::from(["nodes", "solved"]));
    assert_eq!(stops(3), BTreeSet::from(["solved", "stuck"]));
    assert_eq!(stops(4), BTreeSet::from(["unsupported", "wrong"]));
    for row in &rows {
        assert!(row.nodes <= 500);
        assert_eq!(row.seconds, 0.0);
        assert!(row.trial.configuration == 0 || row.nodes == row.counters[Counter::Evaluated]);
    }
}

#[test]
fn time_is_the_clocks() {
    let clock = SteppingClock::new(Duration::from_millis(1));
    assert!(run(&experiment(), 1, &clock).iter().all(|row| row.seconds > 0.0));
}

#[test]
fn cancelling_keeps_what_is_done() {
    let mut experiment = experiment();
    experiment.limits = Limits::NONE;
    // The second configuration would hardly ever end by itself.
    experiment.configurations =
        vec![configuration(&HASTY, ""), configuration(&LUCKY, "odds=1000000")];
    let trials: Vec<u64> = (0..experiment.trials()).collect();
    let mut rows = Vec::new();
    let cancel = CancelFlag::new();
    let threads = NonZeroUsize::new(2).unwrap();
    let finished =
        run_trials(&experiment, &trials, threads, &cancel, &WallClock::new(), |row, _| {
            rows.push(row);
            if rows.len() == 3 {
                cancel.cancel();
            }
            Ok::<(), Infallible>(())
        });
    assert_eq!(finished, Ok(Finished::Cancelled));
    assert!((3..=5).contains(&rows.len()), "{}", rows.len());
    assert!(rows.iter().all(|row| row.stop != Stop::Cancelled));
}

#[test]
fn a_failing_receiver_ends_the_run() {
    let experiment = experiment();
    let trials: Vec<u64> = (0..experiment.trials()).collect();
    let mut seen = 0;
    let threads = NonZeroUsize::new(2).unwrap();
    let failed = run_trials(&experiment, &trials, threads, &CancelFlag::new(), &NoClock, |_, _| {
        seen += 1;
        if seen == 4 { Err("the disk is full") } else { Ok(()) }
    });
    assert_eq!(failed, Err("the disk is full"));
    assert_eq!(seen, 4);
}

#[test]
fn a_part_of_the_trials_can_be_run() {
    let experiment = experiment();
    let all = run(&experiment, 1, &NoClock);
    let some = [3_u64, 17, 29];
    let mut rows = Vec::new();
    let threads = NonZeroUsize::new(2).unwrap();
    let each = |row, _: Progress| {
        rows.push(row);
        Ok::<(), Infallible>(())
    };
    assert_eq!(
        run_trials(&experiment, &some, threads, &CancelFlag::new(), &NoClock, each),
        Ok(Finished::All)
    );
    rows.sort_by_key(|row| row.trial.number);
    assert!(rows.iter().zip(some).all(|(row, number)| *row == all[number as usize]));
}
