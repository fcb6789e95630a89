//! Racing: the setting that is known to be best wins, at any number of threads.

use std::num::NonZeroUsize;

use quadrille_engine::{CancelFlag, Limits, NoClock};
use quadrille_lab::Configuration;
use quadrille_lab::report::{TextStyle, tuned_table};
use quadrille_lab::tuning::{TuneError, Tuned, Tuning};

use super::bench::{HASTY, LUCKY, configuration, experiment};

fn tuning(configuration: Configuration) -> Tuning {
    let instances = experiment().instances;
    let (training, held_out) = (instances[..12].to_vec(), [instances.clone(), instances].concat());
    Tuning {
        configuration,
        fixed: Vec::new(),
        training,
        held_out,
        seed: 1,
        runs: 3,
        nodes: 2000,
        limits: Limits::NONE,
        settings: 12,
        races: 3,
    }
}

fn run(tuning: &Tuning, threads: usize) -> Result<Option<Tuned>, TuneError> {
    tuning.run(NonZeroUsize::new(threads).unwrap(), &NoClock, &CancelFlag::new(), |_| ())
}

/// The fewer the odds the better: from 20 000 the race must come down a long way, and the defaults
/// of the registry are judged beside it.
#[test]
fn the_race_finds_what_is_better() {
    let tuning = tuning(configuration(&LUCKY, "odds=20000"));
    let tuned = run(&tuning, 2).unwrap().unwrap();
    let (_, odds) = tuned.winner.algorithm.split_once("odds=").unwrap();
    assert!(odds.parse::<u32>().unwrap() < 300, "{}", tuned.winner.algorithm);
    assert_eq!(tuned.default.algorithm, "lucky:odds=20000");
    assert!(tuned.winner.success > 0.9 && tuned.default.success < 0.4);
    assert!(tuned.p < 1e-3 && tuned.winner.nodes_par10_high < tuned.default.nodes_par10_low);
    assert!(tuned.standings.iter().any(|standing| !standing.survived));
    assert_eq!(tuned.better.as_deref(), Some(&*tuned.winner.algorithm));
    let said = tuned_table(&tuned, 26, TextStyle::default()).replace('\n', " ");
    assert!(said.contains("The winner is significantly better"), "{said}");
    let mut raced: Vec<&str> = tuned.standings.iter().map(|s| &*s.algorithm).collect();
    raced.sort_unstable();
    raced.dedup();
    assert!(raced.len() < tuned.standings.len());
    assert!(said.contains(&format!("{} settings raced", raced.len())), "{said}");
    let again = run(&tuning, 7).unwrap().unwrap();
    assert_eq!(serde_json::to_string(&again).unwrap(), serde_json::to_string(&tuned).unwrap());
}

/// Luck on the training puzzles can make a setting win that is worse on others.
#[test]
fn a_winner_that_is_worse_is_called_so() {
    let mut tuned = run(&tuning(configuration(&LUCKY, "odds=20000")), 2).unwrap().unwrap();
    std::mem::swap(&mut tuned.winner, &mut tuned.default);
    let said = tuned_table(&tuned, 26, TextStyle::default()).replace('\n', " ");
    assert!(said.contains("The given setting is significantly better"), "{said}");
    assert!(!said.contains("The winner is significantly"), "{said}");
}

#[test]
fn what_cannot_be_tuned_is_said() {
    let refused = |tuning: &Tuning| run(tuning, 1).unwrap_err().to_string();
    assert_eq!(refused(&tuning(configuration(&HASTY, ""))), "`hasty` has no parameters to tune");
    let held = Tuning { fixed: vec!["odds".to_owned()], ..tuning(configuration(&LUCKY, "")) };
    assert_eq!(refused(&held), "`lucky` has no parameters to tune");
    let few = Tuning { training: Vec::new(), ..tuning(configuration(&LUCKY, "")) };
    assert!(refused(&few).starts_with("0 training and 26 held-out puzzles"));
    let cancel = CancelFlag::new();
    cancel.cancel();
    let one = NonZeroUsize::new(1).unwrap();
    let ended = tuning(configuration(&LUCKY, "")).run(one, &NoClock, &cancel, |_| ());
    assert!(ended.unwrap().is_none());
}
