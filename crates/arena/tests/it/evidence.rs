//! Error rates of the sequential test, by simulation.

use quadrille_arena::tournament::{PAIR_SCORES, PairCounts, Sprt, Verdict, score_of_elo};
use quadrille_core::Rng;

/// Distributions of pair scores with that mean: independent decisive games, pairs that are won or
/// lost as a whole, mostly drawn games, openings that decide for a seat, and skewed ones.
fn distributions(mean: f64) -> Vec<(&'static str, [f64; 5])> {
    let s = mean;
    let lost = 1.0 - s;
    let mut all = vec![
        ("decisive", [lost * lost, 0.0, 2.0 * s * lost, 0.0, s * s]),
        ("all or nothing", [lost, 0.0, 0.0, 0.0, s]),
    ];
    for draw in [0.5, 0.8, 0.9] {
        let (won, lost) = (s - draw / 2.0, 1.0 - s - draw / 2.0);
        let drawn = [
            lost * lost,
            2.0 * lost * draw,
            2.0 * won * lost + draw * draw,
            2.0 * won * draw,
            won * won,
        ];
        all.push(("drawn", if won < 0.0 || lost < 0.0 { [-1.0; 5] } else { drawn }));
        all.push(("paired", [lost, 0.0, draw, 0.0, won]));
    }
    all.push(("never lost", [0.0, 0.0, 2.0 * (1.0 - s), 0.0, 2.0 * s - 1.0]));
    let rare = (0.95 - s) / 0.95;
    all.push(("rarely lost", [rare, 0.0, 0.0, 0.2 * (1.0 - rare), 0.8 * (1.0 - rare)]));
    all.retain(|(_, p)| p.iter().all(|p| *p >= 0.0));
    all
}

/// Returns the share of tests that end with a verdict.
fn share(test: Sprt, p: &[f64; 5], verdict: Verdict, runs: u32, rng: &mut Rng) -> f64 {
    let mean: f64 = p.iter().zip(PAIR_SCORES).map(|(p, score)| p * score).sum();
    assert!((0.0..=1.0).contains(&mean));
    let ended = (0..runs).filter(|_| {
        let mut pairs = PairCounts::default();
        for _ in 0..20_000 {
            let mut at = rng.below(1 << 30) as f64 / f64::from(1 << 30);
            let index = (0..4).find(|&index| {
                at -= p[index];
                at < 0.0
            });
            pairs.0[index.unwrap_or(4)] += 1;
            if let Some(found) = test.verdict(test.log_likelihood_ratio(&pairs)) {
                return found == verdict;
            }
        }
        false
    });
    ended.count() as f64 / f64::from(runs)
}

/// Checks both errors of some tests, with room for the error of the simulation itself.
fn check(tests: &[(f64, f64)], runs: u32) {
    let promised = Sprt::ERROR;
    let most = promised + 3.0 * (promised * (1.0 - promised) / f64::from(runs)).sqrt();
    let mut rng = Rng::from_seed(11);
    for &(elo0, elo1) in tests {
        let test = Sprt { elo0, elo1 };
        for (truth, wrong) in [(elo0, Verdict::Accepted), (elo1, Verdict::Rejected)] {
            for (name, p) in distributions(score_of_elo(truth)) {
                let errors = share(test, &p, wrong, runs, &mut rng);
                println!("{elo0} to {elo1}, true {truth}, {name}: {errors:.4}");
                assert!(errors <= most, "{elo0} to {elo1}, true {truth}, {name}: {errors}");
            }
        }
    }
}

#[test]
fn the_sequential_test_errs_as_rarely_as_it_promises() {
    check(&[(0.0, 200.0), (-100.0, 100.0)], 500);
}

/// Takes minutes.
#[test]
#[ignore = "a long simulation"]
fn the_sequential_test_errs_as_rarely_as_it_promises_for_many_hypotheses() {
    check(
        &[
            (0.0, 50.0),
            (0.0, 100.0),
            (-100.0, 0.0),
            (-50.0, 50.0),
            (-100.0, 100.0),
            (0.0, 200.0),
            (0.0, 400.0),
            (200.0, 300.0),
        ],
        4000,
    );
}
