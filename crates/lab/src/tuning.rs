//! Finds good parameters by racing.
//!
//! Iterated racing after López-Ibáñez, Dubois-Lacoste, Pérez Cáceres, Birattari and Stützle (the
//! irace package, 2016), with a signed-rank test instead of Friedman's. Settings meet puzzle after
//! puzzle with the same seeds; one that is significantly worse than the leader (Wilcoxon over the
//! puzzles so far, Holm over the rivals) leaves the race. The next race draws settings near the
//! survivors, closer each time. The winner is then measured beside the defaults on puzzles that no
//! race saw, since success on the training puzzles may be luck.
//!
//! A race tests repeatedly without correction (as irace does): with a few equal settings, about one
//! in ten is lost within 40 puzzles. So a race proves nothing; it only chooses what is measured on
//! the held-out puzzles, with a single test.
//!
//! The cost of a run is its nodes; an unsolved run counts ten times its limit (PAR-10), so that a
//! setting cannot win by giving up.

use std::cmp::Ordering;
use std::num::NonZeroUsize;

use quadrille_engine::{CancelFlag, Clock, Limits, Rng};
use serde::Serialize;
use thiserror::Error;

use crate::bounds::MAX_RUNS;
use crate::experiment::{Experiment, Instance, TrialRow};
use crate::registry::{Configuration, Entry, Kind, Parameters, Value};
use crate::stats::{
    Interval, Paired, SignedRank, cluster_success, holm, resampled_interval, signed_rank,
};

/// A tuning to run.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The configuration whose parameters are tuned.
    pub configuration: Configuration,
    /// Parameters that keep the values of the configuration.
    pub fixed: Vec<String>,
    /// The puzzles for the races.
    pub training: Vec<Instance>,
    /// The puzzles for judging the winner; none of the training ones.
    pub held_out: Vec<Instance>,
    /// The seed of all draws and runs.
    pub seed: u64,
    /// Runs of a setting on a puzzle.
    pub runs: u32,
    /// Limit on nodes of each run.
    pub nodes: u64,
    /// Other limits of each run.
    pub limits: Limits,
    /// Settings in the first race.
    pub settings: usize,
    /// Number of races.
    pub races: usize,
}

/// The reason why a tuning cannot run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TuneError {
    /// All parameters are fixed, or there are none.
    #[error("`{0}` has no parameters to tune")]
    NoParameters(String),
    /// The settings, puzzles and runs are too many.
    #[error(
        "{runs} runs in a race (settings x puzzles x runs); at most {MAX_RUNS}: lower the runs or \
         the settings, or take fewer puzzles"
    )]
    TooManyRuns {
        /// The runs of a race.
        runs: u64,
    },
    /// There are too few puzzles to distinguish settings.
    #[error(
        "{training} training and {held_out} held-out puzzles; at least {LEAST} of each are needed"
    )]
    TooFewPuzzles {
        /// Puzzles for the races.
        training: usize,
        /// Puzzles for judging.
        held_out: usize,
    },
}

/// The least number of puzzles for which a difference can be significant.
const LEAST: usize = 8;
/// Number of puzzles that all settings of a race meet before any leaves.
const FIRST_TEST: usize = 6;
/// The significance level of all tests.
const LEVEL: f64 = 0.05;
/// Penalty of an unsolved run, in multiples of its limit.
const PENALTY: f64 = 10.0;
/// Resamples for the interval of the mean PAR-10.
const RESAMPLES: usize = 2000;

/// The progress of a tuning.
#[derive(Clone, Copy, Debug)]
pub struct TuneProgress {
    /// The race, from 1; one more than the number of races while the winner is judged.
    pub race: usize,
    /// Settings left in the race.
    pub alive: usize,
    /// Puzzles met in the race.
    pub puzzles: usize,
}

/// The record of a setting in a race.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// The name of the configuration.
    pub algorithm: String,
    /// The last race that it took part in, from 1.
    pub race: usize,
    /// Puzzles that it met there.
    pub puzzles: usize,
    /// Mean PAR-10 in nodes over these puzzles.
    pub nodes_par10: f64,
    /// Whether it was in the race until the end.
    pub survived: bool,
}

/// How a configuration did on the held-out puzzles.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judgement {
    /// The name of the configuration.
    pub algorithm: String,
    /// Number of runs.
    pub runs: u64,
    /// Runs that found a solution.
    pub solved: u64,
    /// The share of runs solved.
    pub success: f64,
    /// Lower end of the 95% interval of that share.
    pub success_low: f64,
    /// Upper end of that interval.
    pub success_high: f64,
    /// Mean PAR-10 in nodes.
    pub nodes_par10: f64,
    /// Lower end of the 95% interval of that mean, resampling puzzles.
    pub nodes_par10_low: f64,
    /// Upper end of that interval.
    pub nodes_par10_high: f64,
}

/// The result of a tuning.
#[derive(Clone, Debug, Serialize)]
pub struct Tuned {
    /// The seed of all draws and runs.
    pub seed: u64,
    /// The winner on the held-out puzzles.
    pub winner: Judgement,
    /// The given configuration on the held-out puzzles.
    pub default: Judgement,
    /// The winner's nodes divided by those of the given configuration, over the puzzles that both
    /// solved.
    pub ratio: Option<f64>,
    /// Lower end of the 95% interval of the ratio.
    pub ratio_low: Option<f64>,
    /// Upper end of that interval.
    pub ratio_high: Option<f64>,
    /// p-value of the signed-rank test over the held-out puzzles.
    pub p: f64,
    /// The better of the two by that test, if p is below 0.05. It can be the given configuration.
    pub better: Option<String>,
    /// All settings of all races, best first within each race.
    pub standings: Vec<Standing>,
}

/// Runs configurations on puzzles from a seed on; returns all runs by trial, or `None` after a
/// cancellation.
type RunAll<'a> = &'a dyn Fn(Vec<Configuration>, Vec<Instance>, u64) -> Option<Vec<TrialRow>>;

/// The costs of a setting by puzzle: the mean PAR-10 of its runs.
struct Racer {
    configuration: Configuration,
    costs: Vec<f64>,
}

impl Racer {
    fn mean(&self) -> f64 {
        self.costs.iter().sum::<f64>() / self.costs.len().max(1) as f64
    }
}

impl Tuning {
    /// Races the settings and judges the winner; returns `None` after a cancellation.
    ///
    /// # Errors
    /// When there are no parameters to tune, or too few puzzles.
    pub fn run(
        &self,
        threads: NonZeroUsize,
        clock: &dyn Clock,
        cancel: &CancelFlag,
        mut progress: impl FnMut(TuneProgress),
    ) -> Result<Option<Tuned>, TuneError> {
        let entry = self.configuration.entry;
        if entry.parameters.iter().all(|p| self.fixed.iter().any(|name| name == p.name)) {
            return Err(TuneError::NoParameters(self.configuration.to_string()));
        }
        let (training, held_out) = (self.training.len(), self.held_out.len());
        if training < LEAST || held_out < LEAST {
            return Err(TuneError::TooFewPuzzles { training, held_out });
        }
        let runs = [self.settings.max(2), training.max(held_out), self.runs as usize];
        let runs = runs.into_iter().fold(1, |all: u64, count| all.saturating_mul(count as u64));
        if runs > MAX_RUNS {
            return Err(TuneError::TooManyRuns { runs });
        }
        let limits = Limits { nodes: Some(self.nodes), ..self.limits };
        let run_all = |configurations, instances, seed| {
            let runs = self.runs;
            let experiment = Experiment { configurations, instances, seed, runs, limits };
            experiment.run_all(threads, cancel, clock, |_| ())
        };
        let mut rng = Rng::derive(self.seed, &["tune", &self.configuration.to_string()]);
        let mut order: Vec<usize> = (0..training).collect();
        let mut elite: Vec<Configuration> = vec![self.configuration.clone()];
        let mut standings = Vec::new();
        for race in 1..=self.races {
            // Later races have fewer settings, and the survivors again.
            let count = (self.settings / race).max(4).max(elite.len() + 1);
            let mut field = elite.clone();
            // A small space may not have that many new settings, so the number of draws is limited.
            for _ in 0..count * 20 {
                if field.len() >= count {
                    break;
                }
                let parent = &elite[rng.below(elite.len())];
                // One that is drawn again is not added.
                let _ = self.draw(entry, parent, race, &mut rng).add_to(&mut field);
            }
            rng.shuffle(&mut order);
            let seed = self.seed.wrapping_add(1000 * race as u64);
            let met = |alive, puzzles| progress(TuneProgress { race, alive, puzzles });
            let Some(mut racers) = self.race(field, &order, seed, &run_all, met) else {
                return Ok(None);
            };
            racers.sort_by(|(a, _), (b, _)| a.mean().total_cmp(&b.mean()));
            racers.sort_by_key(|(_, survived)| !survived);
            standings.extend(racers.iter().map(|(racer, survived)| Standing {
                algorithm: racer.configuration.to_string(),
                race,
                puzzles: racer.costs.len(),
                nodes_par10: racer.mean(),
                survived: *survived,
            }));
            elite = racers
                .into_iter()
                .filter(|(_, survived)| *survived)
                .take(4)
                .map(|(racer, _)| racer.configuration)
                .collect();
        }
        progress(TuneProgress { race: self.races + 1, alive: 2, puzzles: held_out });
        let winner = elite.swap_remove(0);
        Ok(self.judge(winner, standings, &run_all))
    }

    /// Runs a race over the puzzles in that order; returns all settings with their costs, and
    /// whether they were in the race until the end.
    fn race(
        &self,
        field: Vec<Configuration>,
        order: &[usize],
        seed: u64,
        run_all: RunAll<'_>,
        mut progress: impl FnMut(usize, usize),
    ) -> Option<Vec<(Racer, bool)>> {
        let mut alive: Vec<Racer> = field
            .into_iter()
            .map(|configuration| Racer { configuration, costs: Vec::new() })
            .collect();
        let mut gone = Vec::new();
        for block in order.chunks(2) {
            let puzzles: Vec<Instance> = block.iter().map(|&p| self.training[p].clone()).collect();
            let configurations = alive.iter().map(|racer| racer.configuration.clone()).collect();
            let rows = run_all(configurations, puzzles, seed)?;
            for (index, racer) in alive.iter_mut().enumerate() {
                for puzzle in 0..block.len() {
                    racer.costs.push(self.cost(&rows, index, puzzle));
                }
            }
            progress(alive.len(), alive[0].costs.len());
            if alive[0].costs.len() >= FIRST_TEST && alive.len() > 1 {
                let (stay, leave) = eliminate(alive);
                alive = stay;
                gone.extend(leave);
            }
            if alive.len() == 1 {
                break;
            }
        }
        let stayed = alive.into_iter().map(|racer| (racer, true));
        Some(stayed.chain(gone.into_iter().map(|racer| (racer, false))).collect())
    }

    /// Returns the mean PAR-10 of a configuration's runs on a puzzle.
    fn cost(&self, rows: &[TrialRow], configuration: usize, puzzle: usize) -> f64 {
        let penalty = self.nodes as f64 * PENALTY;
        let costs = of(rows, configuration, puzzle).map(|row| length(row, penalty));
        let (sum, count) = costs.fold((0.0, 0.0), |(sum, n), cost| (sum + cost, n + 1.0));
        sum / f64::max(count, 1.0)
    }

    /// Measures winner and defaults on the held-out puzzles.
    fn judge(
        &self,
        winner: Configuration,
        standings: Vec<Standing>,
        run_all: RunAll<'_>,
    ) -> Option<Tuned> {
        let configurations = vec![winner, self.configuration.clone()];
        let names: Vec<String> = configurations.iter().map(Configuration::to_string).collect();
        let puzzles = self.held_out.len();
        let rows = run_all(configurations, self.held_out.clone(), self.seed)?;
        let lengths = |configuration: usize| -> Vec<Vec<f64>> {
            let of_puzzle = |puzzle| of(&rows, configuration, puzzle);
            (0..puzzles)
                .map(|puzzle| of_puzzle(puzzle).map(|row| length(row, f64::INFINITY)).collect())
                .collect()
        };
        let judgement = |configuration: usize| {
            let counts: Vec<(u32, u32)> = (0..puzzles)
                .map(|puzzle| {
                    let runs = || of(&rows, configuration, puzzle);
                    (runs().filter(|row| row.solved()).count() as u32, runs().count() as u32)
                })
                .collect();
            let costs: Vec<f64> =
                (0..puzzles).map(|p| self.cost(&rows, configuration, p)).collect();
            let success = cluster_success(&counts).unwrap_or(Interval { low: 0.0, high: 1.0 });
            let mean = costs.iter().sum::<f64>() / puzzles as f64;
            let par10 = resampled_interval("par10", RESAMPLES, puzzles, |drawn| {
                let sum: f64 = costs.iter().zip(drawn).map(|(c, &n)| c * f64::from(n)).sum();
                Some(sum / puzzles as f64)
            })
            .unwrap_or(Interval { low: mean, high: mean });
            let (solved, runs) = counts.iter().fold((0, 0), |(s, r), &(solved, runs)| {
                (s + u64::from(solved), r + u64::from(runs))
            });
            Judgement {
                algorithm: names[configuration].clone(),
                runs,
                solved,
                success: solved as f64 / runs.max(1) as f64,
                success_low: success.low,
                success_high: success.high,
                nodes_par10: mean,
                nodes_par10_low: par10.low,
                nodes_par10_high: par10.high,
            }
        };
        let paired = Paired::of(&lengths(0), &lengths(1));
        let better = (paired.p < LEVEL).then(|| match paired.side {
            Ordering::Greater => names[1].clone(),
            _ => names[0].clone(),
        });
        Some(Tuned {
            seed: self.seed,
            better,
            winner: judgement(0),
            default: judgement(1),
            ratio: paired.ratio,
            ratio_low: paired.interval.map(|interval| interval.low),
            ratio_high: paired.interval.map(|interval| interval.high),
            p: paired.p,
            standings,
        })
    }

    /// Draws a setting near another, within a share of each range. The share shrinks from race to
    /// race and is drawn over three powers of ten, since the scale on which a parameter matters is
    /// unknown (a cooling factor of 0.9999 in 0.5 to 1). In the first race every second setting is
    /// drawn from the whole space.
    fn draw(
        &self,
        entry: &'static Entry,
        parent: &Configuration,
        race: usize,
        rng: &mut Rng,
    ) -> Configuration {
        let anywhere = race == 1 && rng.fraction() < 0.5;
        let mut values = Vec::new();
        for (parameter, (name, value)) in entry.parameters.iter().zip(parent.parameters.iter()) {
            let scale = 0.5_f64.powi(race as i32 - 1) * libm::pow(10.0, -3.0 * rng.fraction());
            // Half of the parameters stay unchanged: changing all at once rarely finds a good
            // setting.
            let stays = !anywhere && rng.fraction() < 0.5;
            let value = if stays || self.fixed.iter().any(|fixed| fixed == name) {
                value
            } else {
                vary(parameter.kind, value, (!anywhere).then_some(scale), rng)
            };
            values.push((name, value));
        }
        Configuration { entry, parameters: Parameters::of(values) }
    }
}

/// Returns the nodes of a run that solved, `otherwise` for others.
fn length(row: &TrialRow, otherwise: f64) -> f64 {
    if row.solved() { row.nodes as f64 } else { otherwise }
}

fn of(rows: &[TrialRow], configuration: usize, puzzle: usize) -> impl Iterator<Item = &TrialRow> {
    rows.iter().filter(move |row| {
        (row.trial.configuration as usize, row.trial.instance as usize) == (configuration, puzzle)
    })
}

/// Draws a value near another, within that share of the range, or anywhere. Ranges over several
/// powers of ten are logarithmic.
fn vary(kind: Kind, value: Value, spread: Option<f64>, rng: &mut Rng) -> Value {
    match (kind, value) {
        (Kind::Choice(words), value) => match spread {
            Some(spread) if rng.fraction() > spread.max(0.2) => value,
            _ => Value::Choice(rng.pick(words).expect("a choice has words")),
        },
        (Kind::Integer(low, high), Value::Integer(now)) => {
            let drawn = vary_number(low as f64, high as f64, now as f64, spread, rng);
            Value::Integer((drawn.round() as i64).clamp(low, high))
        }
        (Kind::Real(low, high), Value::Real(now)) => {
            let drawn = vary_number(low, high, now, spread, rng);
            // Six digits keep names readable.
            let short: f64 = format!("{drawn:.5e}").parse().expect("a number was written");
            Value::Real(short.clamp(low, high))
        }
        (_, value) => value,
    }
}

fn vary_number(low: f64, high: f64, now: f64, spread: Option<f64>, rng: &mut Rng) -> f64 {
    let logarithmic = low > 0.0 && high / low >= 100.0;
    let there = |x: f64| if logarithmic { libm::log(x) } else { x };
    let back = |x: f64| if logarithmic { libm::exp(x) } else { x };
    let (from, to) = (there(low), there(high));
    let (from, to) = match spread {
        None => (from, to),
        Some(spread) => {
            let reach = (to - from) * spread / 2.0;
            ((there(now) - reach).max(from), (there(now) + reach).min(to))
        }
    };
    back(from + (to - from) * rng.fraction()).clamp(low, high)
}

/// Splits the settings into those that stay in a race and those that are significantly worse than
/// its leader.
///
/// The leader has the lowest mean, in which one unsolved run weighs more than in ranks. A rival
/// that is better by ranks also differs significantly, and must not leave for that.
fn eliminate(racers: Vec<Racer>) -> (Vec<Racer>, Vec<Racer>) {
    let leader = (0..racers.len())
        .min_by(|&a, &b| racers[a].mean().total_cmp(&racers[b].mean()))
        .expect("a race has racers");
    let tests: Vec<SignedRank> = racers
        .iter()
        .enumerate()
        .filter(|&(index, _)| index != leader)
        .map(|(_, racer)| {
            let differences: Vec<f64> =
                racer.costs.iter().zip(&racers[leader].costs).map(|(a, b)| a - b).collect();
            signed_rank(&differences)
        })
        .collect();
    let adjusted = holm(&tests.iter().map(|test| test.p).collect::<Vec<_>>());
    let mut worse =
        tests.iter().zip(adjusted).map(|(test, p)| p < LEVEL && test.side == Ordering::Greater);
    let (mut stay, mut leave) = (Vec::new(), Vec::new());
    for (index, racer) in racers.into_iter().enumerate() {
        let out = index != leader && worse.next().is_some_and(|worse| worse);
        if out { leave.push(racer) } else { stay.push(racer) }
    }
    (stay, leave)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_stay_in_their_ranges_and_near_their_parent() {
        let mut rng = Rng::from_seed(1);
        for _ in 0..1000 {
            let Value::Real(drawn) =
                vary(Kind::Real(1e-4, 1.0), Value::Real(0.01), Some(0.25), &mut rng)
            else {
                panic!("a real stays a real")
            };
            // An eighth of four powers of ten each way.
            assert!((0.0031..0.032).contains(&drawn), "{drawn}");
            let Value::Integer(drawn) =
                vary(Kind::Integer(3, 9), Value::Integer(5), None, &mut rng)
            else {
                panic!("an integer stays an integer")
            };
            assert!((3..=9).contains(&drawn));
        }
    }

    fn racer(costs: Vec<f64>) -> Racer {
        Racer { configuration: Configuration::parse("naive").unwrap(), costs }
    }

    #[test]
    fn what_is_much_worse_leaves() {
        let base: Vec<f64> = (0..12).map(f64::from).collect();
        let worse = base.iter().map(|cost| cost + 5.0).collect();
        let alike = base.iter().rev().copied().collect();
        let (stay, leave) = eliminate(vec![racer(worse), racer(base.clone()), racer(alike)]);
        assert_eq!((stay.len(), leave.len()), (2, 1));
        assert_eq!(leave[0].costs[0], 5.0);
        assert_eq!(stay[0].costs, base);
    }

    /// The leader by mean solved all; its rival is faster on eleven of twelve puzzles and did not
    /// solve the last. That difference is significant, but the rival is not worse.
    #[test]
    fn what_is_better_by_rank_stays() {
        let leader: Vec<f64> = (0..12).map(|n| 100.0 + f64::from(n)).collect();
        let mut rival: Vec<f64> = leader.iter().map(|cost| cost - 50.0).collect();
        rival[11] = 10_000.0;
        let differences: Vec<f64> = rival.iter().zip(&leader).map(|(a, b)| a - b).collect();
        assert!(signed_rank(&differences).p < LEVEL);
        let (stay, leave) = eliminate(vec![racer(leader), racer(rival)]);
        assert_eq!((stay.len(), leave.len()), (2, 0));
    }
}
