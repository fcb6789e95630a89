//! A/A tests: families of equal algorithms, in which nothing may be distinguished.

use std::cmp::Ordering;

use quadrille_core::{BoxShape, CancelFlag};
use quadrille_core::{Limits, WallClock};
use quadrille_lab::algorithms::ENTRIES;
use quadrille_lab::experiment::{Experiment, Instance, Table, run_trials};
use quadrille_lab::report::{Measure, compare_pairs, compare_success};
use quadrille_lab::source::RandomNorvig;
use quadrille_lab::stats::wilson;
use quadrille_lab::{Configuration, Entry};
use std::num::NonZeroUsize;

/// Four algorithms that are equal but for their names, and so for their random numbers.
fn family(entry: &'static Entry) -> Vec<Configuration> {
    let copy = |number: usize| {
        let id: &'static str = Box::leak(format!("{}-{number}", entry.id).into_boxed_str());
        let copy: &'static Entry = Box::leak(Box::new(Entry { id, ..*entry }));
        Configuration::of(copy)
    };
    (1..=4).map(copy).collect()
}

/// Of all random algorithms, with fresh seeds: 60 families or more. Pairs are tested together within a
/// family, so at most 5 of 100 families may have any that differ.
#[test]
#[ignore = "takes minutes"]
fn many_hypotheses_of_equal_algorithms() {
    let random: Vec<&'static Entry> =
        ENTRIES.iter().copied().filter(|entry| !entry.deterministic).collect();
    let rounds = 60_usize.div_ceil(random.len());
    let [mut families, mut pairs] = [[0_u64; 2]; 2];
    let mut distinguished = Vec::new();
    for round in 0..rounds as u64 {
        let source = RandomNorvig { shape: BoxShape::NINE, seed: 70 + round };
        let instance =
            |line| Instance { source: "random-norvig".into(), line, puzzle: source.get(line) };
        for entry in &random {
            let experiment = Experiment {
                configurations: family(entry),
                instances: (0..30).map(instance).collect(),
                seed: 1000 * round,
                runs: 2,
                limits: Limits::nodes(3000),
                ..Experiment::default()
            };
            let trials: Vec<u64> = (0..experiment.trials() + experiment.controls()).collect();
            let mut table = Table::of(&experiment);
            let (two, cancel) = (NonZeroUsize::new(2).unwrap(), CancelFlag::new());
            let clock = WallClock::new();
            let ran = run_trials(&experiment, &trials, two, &cancel, &clock, |row, _| {
                table.push(&row);
                Ok::<_, std::convert::Infallible>(())
            });
            assert!(ran.is_ok());
            table.sort();
            let costs = [Measure::Nodes, Measure::CpuSeconds].map(|measure| {
                let pairs = compare_pairs(&table, measure);
                pairs.iter().map(|pair| pair.verdict).collect::<Vec<_>>()
            });
            let successes = compare_success(&table).iter().map(|pair| pair.verdict).collect();
            for (what, verdicts) in
                [("nodes", &costs[0]), ("time", &costs[1]), ("success", &successes)]
            {
                let differ = verdicts.iter().filter(|verdict| **verdict != Ordering::Equal).count();
                pairs[0] += differ as u64;
                pairs[1] += verdicts.len() as u64;
                families[0] += u64::from(differ > 0);
                families[1] += 1;
                if differ > 0 {
                    distinguished.push(format!("{} by {what}, round {round}", entry.id));
                }
            }
        }
    }
    let [share, pair_share] = [families, pairs].map(|[some, all]| some as f64 / all as f64);
    let interval = wilson(families[0], families[1]).unwrap();
    println!(
        "families {families:?}: {share:.3}, up to {:.3}; pairs {pairs:?}: {pair_share:.4}; {distinguished:?}",
        interval.high
    );
    assert!(families[1] >= 180 && share <= 0.05 && interval.high < 0.1, "{distinguished:?}");
}
