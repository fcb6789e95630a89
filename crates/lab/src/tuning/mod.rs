//! Finds good parameters by racing.
//!
//! Iterated racing after López-Ibáñez, Dubois-Lacoste, Pérez Cáceres, Birattari and Stützle, "The
//! irace package: Iterated racing for automatic algorithm configuration", Operations Research
//! Perspectives 3, 2016, with a signed-rank test instead of Friedman's. Settings meet puzzle after
//! puzzle with the same seeds; one that is significantly worse than the leader (Wilcoxon over the
//! puzzles so far, Holm over the rivals) leaves the race. The best ones of a race are its elite:
//! the next race draws settings around them, closer each time, and races these against the elite,
//! which keeps its results. When draws become nearly equal, they are spread again (soft restart).
//!
//! A race tests repeatedly without correction (as irace does): with a few equal settings, about one
//! in ten is lost within 40 puzzles. So a race proves nothing; it only chooses what is measured on
//! the held-out puzzles, twice.
//!
//! The cost of a run is its nodes; an unsolved run counts ten times its limit (PAR-10), so that a
//! setting cannot win by giving up. In races, up to a tenth of that is off the nearer the run came to a
//! solution: where nearly all runs fail, that is all there is to choose by. What is reported and judged
//! is PAR-10 itself.
//!
//! Drawing is in `sample`, a race in `race`, the judgement in `judge`, the account of the races in `course`.

mod course;
mod journal;
mod judge;
mod race;
mod runs;
mod sample;

use std::collections::HashSet;
use std::num::NonZeroUsize;

use quadrille_core::{CancelFlag, Clock, Limits, Rng};
use serde::Serialize;
use thiserror::Error;

pub use course::{Importance, Moment};
#[cfg(feature = "files")]
pub use journal::open_journal;
pub use journal::{Journal, JournalContents, JournalError};
pub use judge::{Claim, Comparison, Judgement};

use crate::bounds::MAX_RUNS;
use crate::experiment::Instance;
use crate::registry::Configuration;

use journal::Done;
use judge::{LEAST_SET, Lengths, REPEAT};
use race::{FIRST_TEST, Racer, race};
use runs::{Cost, Means};
use sample::{Model, Space};

/// A tuning to run.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The configuration whose parameters are tuned.
    pub configuration: Configuration,
    /// Parameters that keep the values of the configuration.
    pub fixed: Vec<String>,
    /// The puzzles for the races.
    pub training: Vec<Instance>,
    /// The puzzles for judging the winner; none of the training ones, and none twice.
    pub held_out: Vec<Instance>,
    /// The seed of all draws and runs.
    pub seed: u64,
    /// Runs of a setting on a puzzle in a race; the judgement has four times as many. Algorithms
    /// that draw no random numbers run once.
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
    /// All parameters are fixed, or there are none that can be tuned.
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
        "{training} training and {held_out} held-out puzzles; at least {} and {} are needed",
        Tuning::LEAST_TRAINING,
        Tuning::LEAST_HELD_OUT
    )]
    TooFewPuzzles {
        /// Puzzles for the races.
        training: usize,
        /// Puzzles for judging.
        held_out: usize,
    },
}

/// The significance level of all tests.
const LEVEL: f64 = 0.05;
/// The least number of new settings in a race.
const LEAST_NEW: usize = 4;

/// The progress of a tuning.
#[derive(Clone, Copy, Debug)]
pub struct TuneProgress {
    /// The race, from 1; one more than the number of races while the winner is judged.
    pub race: usize,
    /// Settings left in the race.
    pub alive: usize,
    /// Puzzles met so far, in all races: at most [`Tuning::most_puzzles`]. It jumps when a race ends
    /// early.
    pub puzzles: usize,
}

/// The record of a setting in a race.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// The name of the configuration.
    pub algorithm: String,
    /// The race, from 1.
    pub race: usize,
    /// Puzzles that it has met until then. One that returns with other seeds counts again.
    pub puzzles: usize,
    /// Mean PAR-10 in nodes over these puzzles.
    pub nodes_par10: f64,
    /// Whether it was in the race until the end.
    pub survived: bool,
}

/// The result of a tuning.
#[derive(Clone, Debug, Serialize)]
pub struct Tuned {
    /// The seed of all draws and runs.
    pub seed: u64,
    /// What is claimed about the winner and the given configuration, and nothing else is.
    pub claim: Claim,
    /// The same in a sentence, with the figures that it rests on.
    pub verdict: String,
    /// The better of the two if that is claimed. It can be the given configuration.
    pub better: Option<String>,
    /// The winner on the held-out puzzles.
    pub winner: Judgement,
    /// The given configuration on the held-out puzzles.
    pub default: Judgement,
    /// The two on each set of the held-out puzzles, on which the claim rests.
    pub sets: Vec<Comparison>,
    /// The larger of the p-values that the winner is better, that of a claim about both sets.
    pub p: f64,
    /// The winner's nodes divided by those of the given configuration, over the puzzles that both
    /// solved in most runs: not what is claimed, since these may be the easy ones.
    pub ratio: Option<f64>,
    /// Lower end of the 95% interval of the ratio.
    pub ratio_low: Option<f64>,
    /// Upper end of that interval.
    pub ratio_high: Option<f64>,
    /// The winner's mean PAR-10 divided by that of the given configuration, over all held-out puzzles.
    pub par10_ratio: Option<f64>,
    /// Lower end of the 95% interval of that ratio, resampling puzzles.
    pub par10_ratio_low: Option<f64>,
    /// Upper end of that interval.
    pub par10_ratio_high: Option<f64>,
    /// How many times settings were drawn again because they were nearly equal.
    pub soft_restarts: usize,
    /// How much each parameter matters by itself, in the first race, whose settings are drawn evenly.
    pub importance: Vec<Importance>,
    /// Who led when.
    pub trajectory: Vec<Moment>,
    /// All settings of all races, best first within each race.
    pub standings: Vec<Standing>,
}

/// A training puzzle with the seed of the first run on it.
#[derive(Clone, Copy, Debug)]
struct Step {
    puzzle: usize,
    seed: u64,
}

/// Returns the costs of settings on training puzzles, or `None` after a cancellation.
type Measure<'a> = &'a dyn Fn(&[(&Configuration, Step)]) -> Option<Vec<Cost>>;

impl Tuning {
    /// The least number of training puzzles.
    pub const LEAST_TRAINING: usize = 6;
    /// The least number of held-out puzzles: two sets on each of which a difference can be
    /// significant.
    pub const LEAST_HELD_OUT: usize = 2 * LEAST_SET;

    /// Splits puzzles into those for the races and those for judging, without repeats: a puzzle in both
    /// halves would be raced on and judged by.
    ///
    /// ```
    /// use quadrille_core::BoxShape;
    /// use quadrille_lab::experiment::Instance;
    /// use quadrille_lab::source::RandomNorvig;
    /// use quadrille_lab::tuning::Tuning;
    ///
    /// let source = RandomNorvig { shape: BoxShape::NINE, seed: 1 };
    /// let instance =
    ///     |line| Instance { source: "random-norvig".into(), line, puzzle: source.get(line) };
    /// let (training, held_out) = Tuning::halves((0..20).map(instance).collect(), 1);
    /// assert_eq!(training.len() + held_out.len(), 20);
    /// ```
    pub fn halves(mut instances: Vec<Instance>, seed: u64) -> (Vec<Instance>, Vec<Instance>) {
        let mut seen = HashSet::new();
        instances.retain(|instance| seen.insert(instance.puzzle.to_string()));
        // Both halves get easy and hard puzzles.
        Rng::derive(seed, &["tune", "held out"]).shuffle(&mut instances);
        // One half, or more if that would be too few to claim anything.
        let least = Self::LEAST_HELD_OUT.min(instances.len().saturating_sub(1));
        let held_out = (instances.len() / 2).max(least);
        let held_out = instances.split_off(instances.len() - held_out);
        (instances, held_out)
    }

    /// Races the settings and judges the winner; returns `None` after a cancellation, and if the journal
    /// could not be written. Runs that the journal has are not repeated.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    ///
    /// # Panics
    /// When time is limited and the clock does not run.
    pub fn run(
        &self,
        threads: NonZeroUsize,
        clock: &dyn Clock,
        cancel: &CancelFlag,
        journal: Option<&Journal<'_>>,
        mut progress: impl FnMut(TuneProgress),
    ) -> Result<Option<Tuned>, TuneError> {
        self.check()?;
        let space = self.space();
        let means = Means { threads, clock, cancel, limits: self.run_limits(), journal };
        let measure = |wanted: &[(&Configuration, Step)]| {
            let puzzle = |step: Step| &self.training[step.puzzle].puzzle;
            let wanted: Vec<_> =
                wanted.iter().map(|&(setting, step)| (setting, puzzle(step), step.seed)).collect();
            let done = means.run(&wanted, self.repetitions())?;
            Some(done.iter().map(|runs| self.cost(runs)).collect())
        };
        let mut rng = Rng::derive(self.seed, &["tune", &self.configuration.to_string()]);
        let steps = self.steps();
        let (mut elite, mut known, mut before): (Vec<Racer>, _, _) = (Vec::new(), 0, 0);
        let (mut standings, mut soft_restarts) = (Vec::new(), 0);
        let (mut importance, mut trajectory, mut runs) = (Vec::new(), Vec::new(), 0);
        for number in 1..=self.races {
            let others = if number == 1 {
                self.first_settings(space, &mut rng)
            } else {
                let (others, restarted) = self.next_settings(&mut elite, number, space, &mut rng);
                soft_restarts += usize::from(restarted);
                others
            };
            let steps = &steps[..self.steps_until(number)];
            let met = |alive, puzzles| {
                progress(TuneProgress { race: number, alive, puzzles: before + puzzles });
            };
            let Some(finish) = race(elite, others, steps, known, &mut rng, &measure, met) else {
                return Ok(None);
            };
            for (racers, survived) in [(&finish.stayed, true), (&finish.gone, false)] {
                standings.extend(racers.iter().map(|racer| Standing {
                    algorithm: racer.configuration.to_string(),
                    race: number,
                    puzzles: racer.met(),
                    nodes_par10: racer.par10(),
                    survived,
                }));
            }
            if number == 1 {
                let racers = finish.stayed.iter().chain(&finish.gone);
                let costs: Vec<(&Configuration, f64)> = racers
                    .map(|racer| (&racer.configuration, racer.mean_until(FIRST_TEST)))
                    .collect();
                importance = course::importance(&costs, space);
            }
            let repetitions = u64::from(self.repetitions());
            trajectory.extend(finish.leads.iter().map(|lead| Moment {
                race: number,
                runs: runs + lead.measured as u64 * repetitions,
                alive: lead.alive,
                algorithm: lead.configuration.to_string(),
                nodes_par10: lead.par10,
            }));
            runs += finish.measured as u64 * repetitions;
            (elite, known) = (finish.stayed, finish.known);
            elite.truncate(elite_size(space));
            before += self.steps_until(number);
        }
        progress(TuneProgress { race: self.races + 1, alive: 2, puzzles: before });
        let winner = elite.first().map_or(&self.configuration, |racer| &racer.configuration);
        Ok(self.judged(winner, &means).map(|verdict| Tuned {
            seed: self.seed,
            better: match verdict.claim {
                Claim::WinnerBetter => Some(verdict.winner.algorithm.clone()),
                Claim::DefaultBetter => Some(verdict.default.algorithm.clone()),
                _ => None,
            },
            claim: verdict.claim,
            verdict: judge::sentence(verdict.claim, &verdict.sets),
            p: verdict.sets.iter().map(|set| set.p).fold(0.0, f64::max),
            winner: verdict.winner,
            default: verdict.default,
            sets: verdict.sets,
            ratio: verdict.ratio,
            ratio_low: verdict.ratio_interval.map(|interval| interval.low),
            ratio_high: verdict.ratio_interval.map(|interval| interval.high),
            par10_ratio: Some(verdict.par10_ratio).filter(|ratio| ratio.is_finite()),
            par10_ratio_low: verdict.par10_interval.map(|interval| interval.low),
            par10_ratio_high: verdict.par10_interval.map(|interval| interval.high),
            soft_restarts,
            importance,
            trajectory,
            standings,
        }))
    }

    /// Returns how many puzzles all races together meet, at most.
    pub fn most_puzzles(&self) -> usize {
        (1..=self.races).map(|race| self.steps_until(race)).sum()
    }

    /// Returns the limits of each run.
    fn run_limits(&self) -> Limits {
        Limits { nodes: Some(self.nodes), ..self.limits }
    }

    fn space(&self) -> Space<'_> {
        Space { entry: self.configuration.entry, fixed: &self.fixed }
    }

    /// Checks that it can run.
    ///
    /// # Errors
    /// When there are no parameters to tune, too few puzzles or too many runs.
    pub fn check(&self) -> Result<(), TuneError> {
        let space = self.space();
        if space.size() == 0 {
            return Err(TuneError::NoParameters(self.configuration.to_string()));
        }
        let (training, held_out) = (self.training.len(), self.held_out.len());
        if training < Self::LEAST_TRAINING || held_out < Self::LEAST_HELD_OUT {
            return Err(TuneError::TooFewPuzzles { training, held_out });
        }
        let product = |factors: [usize; 3]| {
            factors.into_iter().fold(1, |all: u64, factor| all.saturating_mul(factor as u64))
        };
        let runs = self.runs as usize;
        let settings = self.settings.max(2).max(elite_size(space) + LEAST_NEW);
        let raced = product([settings, self.steps_until(self.races), runs]);
        let judged = product([2 * REPEAT as usize, held_out, runs]);
        let runs = raced.max(judged);
        if runs > MAX_RUNS { Err(TuneError::TooManyRuns { runs }) } else { Ok(()) }
    }

    /// Returns the runs of a setting on a puzzle in a race.
    fn repetitions(&self) -> u32 {
        if self.configuration.entry.deterministic { 1 } else { self.runs }
    }

    /// Returns how many steps there are at most until the end of a race. The first race has a step
    /// for each puzzle; the others together have as many again, with other seeds. Without random
    /// numbers these would be repetitions, so there are none.
    fn steps_until(&self, race: usize) -> usize {
        let puzzles = self.training.len();
        match race {
            0 => 0,
            _ if self.configuration.entry.deterministic => puzzles,
            _ => puzzles + puzzles * (race - 1) / self.races,
        }
    }

    /// Returns the steps of all races: the puzzles in random order, again and again.
    fn steps(&self) -> Vec<Step> {
        let mut rng = Rng::derive(self.seed, &["tune", "steps"]);
        let mut order: Vec<usize> = (0..self.training.len()).collect();
        let mut steps = Vec::new();
        while steps.len() < self.steps_until(self.races) {
            rng.shuffle(&mut order);
            steps.extend(order.iter().map(|&puzzle| Step { puzzle, seed: rng.bits() }));
        }
        steps
    }

    /// Returns the given setting and others drawn evenly.
    fn first_settings(&self, space: Space<'_>, rng: &mut Rng) -> Vec<Racer> {
        let mut field = vec![self.configuration.clone()];
        let wanted = self.settings.max(2);
        // A small space may not have that many settings, so the number of draws is limited.
        for _ in 0..wanted * 20 {
            if field.len() >= wanted {
                break;
            }
            // One that is drawn again is not added.
            let _ = space.anywhere(&self.configuration, rng).add_to(&mut field);
        }
        let model = Model::new(space.entry);
        field.into_iter().map(|setting| Racer::new(setting, model.clone())).collect()
    }

    /// Returns settings drawn around the elite, which is best first, and whether some were nearly
    /// equal, so that all were drawn again from wider models.
    fn next_settings(
        &self,
        elite: &mut [Racer],
        race: usize,
        space: Space<'_>,
        rng: &mut Rng,
    ) -> (Vec<Racer>, bool) {
        // Later races have fewer settings.
        let wanted = (self.settings / race).max(LEAST_NEW);
        for racer in elite.iter_mut() {
            racer.model.narrow(&racer.configuration, race, self.races, wanted, space);
        }
        let drawn = self.draw_around(elite, wanted, space, rng);
        let near = self.crowded(elite, &drawn, wanted, space);
        if near.is_empty() {
            return (children(elite, drawn), false);
        }
        for parent in near {
            elite[parent].model.widen(wanted, space);
        }
        let drawn = self.draw_around(elite, wanted, space, rng);
        (children(elite, drawn), true)
    }

    /// Draws settings around the elite, none of which is another or one of the elite. Each comes
    /// with the index of its parent.
    fn draw_around(
        &self,
        elite: &[Racer],
        wanted: usize,
        space: Space<'_>,
        rng: &mut Rng,
    ) -> Vec<(usize, Configuration)> {
        let mut field: Vec<Configuration> =
            elite.iter().map(|racer| racer.configuration.clone()).collect();
        let mut parents = Vec::new();
        for _ in 0..wanted * 20 {
            if parents.len() >= wanted {
                break;
            }
            let parent = ranked(elite.len(), rng);
            let Racer { configuration, model, .. } = &elite[parent];
            if model.draw(configuration, space, rng).add_to(&mut field).is_ok() {
                parents.push(parent);
            }
        }
        parents.into_iter().zip(field.split_off(elite.len())).collect()
    }

    /// Returns the parents of settings that are nearly equal to others, or all if there are too few
    /// settings that differ at all.
    fn crowded(
        &self,
        elite: &[Racer],
        drawn: &[(usize, Configuration)],
        wanted: usize,
        space: Space<'_>,
    ) -> Vec<usize> {
        (0..elite.len())
            .filter(|&index| {
                drawn.len() < wanted
                    || drawn.iter().enumerate().any(|(at, (parent, setting))| {
                        let mut others = elite.iter().map(|racer| &racer.configuration).chain(
                            drawn.iter().enumerate().filter(|(o, _)| *o != at).map(|(_, d)| &d.1),
                        );
                        *parent == index && others.any(|other| space.near(setting, other))
                    })
            })
            .collect()
    }

    /// Measures the winner and the given setting on the held-out puzzles.
    fn judged(&self, winner: &Configuration, means: &Means<'_, '_>) -> Option<judge::Verdict> {
        let given = &self.configuration;
        let runs = if given.entry.deterministic { 1 } else { self.runs.saturating_mul(REPEAT) };
        let names = [winner.to_string(), given.to_string()];
        let mut rng = Rng::derive(self.seed, &["tune", "judge"]);
        let mut measured = Vec::new();
        for set in self.held_out_sets() {
            // Both run on a puzzle before the next one, and each is first on every second puzzle:
            // where time is limited, the load of the machine must not favor one of them.
            let order =
                |swapped: usize| if swapped == 0 { [winner, given] } else { [given, winner] };
            let wanted: Vec<_> = set
                .iter()
                .enumerate()
                .flat_map(|(index, instance)| {
                    let seed = rng.bits();
                    order(index % 2).map(|setting| (setting, &instance.puzzle, seed))
                })
                .collect();
            let mut both: [Lengths; 2] = [Vec::new(), Vec::new()];
            let nodes = |runs: &Vec<Done>| runs.iter().map(|run| run.nodes).collect();
            for (index, pair) in means.run(&wanted, runs)?.chunks(2).enumerate() {
                let swapped = index % 2;
                both[0].push(nodes(&pair[swapped]));
                both[1].push(nodes(&pair[1 - swapped]));
            }
            measured.push(both);
        }
        let sets = <[_; 2]>::try_from(measured).expect("there are two sets");
        Some(self.judge(names, &sets))
    }
}

/// Returns how many settings of a race are its elite, at most (irace).
fn elite_size(space: Space<'_>) -> usize {
    2 + space.size().max(1).ilog2() as usize
}

fn children(elite: &[Racer], drawn: Vec<(usize, Configuration)>) -> Vec<Racer> {
    drawn
        .into_iter()
        .map(|(parent, setting)| Racer::new(setting, elite[parent].model.clone()))
        .collect()
}

/// Draws the index of a parent: the first of n in n parts of all, the last in one (irace).
fn ranked(count: usize, rng: &mut Rng) -> usize {
    let mut rest = rng.below(count * (count + 1) / 2);
    for index in 0..count {
        if rest < count - index {
            return index;
        }
        rest -= count - index;
    }
    unreachable!("the parts add up")
}
