//! A race: settings meet puzzle after puzzle, and those that are significantly worse leave.
//!
//! What settings meet is a list of steps, a puzzle and a seed each, which grows from race to race.
//! Elite settings come with their results on all steps so far. As in elitist racing (López-Ibáñez
//! and others 2016, section 5), a later race begins with new steps, which the elite meets too, and
//! continues with the old ones, where only new settings run. The elite stays to the end, so that
//! nothing replaces a setting before it was measured on as much.

use std::cmp::Ordering;

use quadrille_core::Rng;

use super::sample::Model;
use super::{Cost, LEVEL, Measure, Step};
use crate::registry::Configuration;
use crate::stats::{SignedRank, holm, signed_rank};

/// Number of steps that all settings of a race meet before any leaves.
pub(super) const FIRST_TEST: usize = 6;
/// Steps between two tests.
const BLOCK: usize = 2;

/// A setting in a race.
#[derive(Clone)]
pub(super) struct Racer {
    pub(super) configuration: Configuration,
    pub(super) model: Model,
    /// Its costs by step, for the steps that were measured.
    pub(super) costs: Vec<Option<Cost>>,
}

impl Racer {
    pub(super) fn new(configuration: Configuration, model: Model) -> Self {
        Self { configuration, model, costs: Vec::new() }
    }

    fn cost(&self, step: usize) -> Option<f64> {
        self.costs.get(step).copied().flatten().map(|cost| cost.raced)
    }

    /// Returns the costs on these steps, all of which it has met.
    fn on(&self, steps: &[usize]) -> Vec<f64> {
        steps.iter().filter_map(|&step| self.cost(step)).collect()
    }

    /// Returns how many steps it has met.
    pub(super) fn met(&self) -> usize {
        self.costs.iter().flatten().count()
    }

    /// Returns the mean cost over the steps that it has met.
    pub(super) fn mean(&self) -> f64 {
        mean(&self.costs.iter().flatten().map(|cost| cost.raced).collect::<Vec<f64>>())
    }

    /// Returns the mean cost over the first steps.
    pub(super) fn mean_until(&self, steps: usize) -> f64 {
        mean(&self.costs.iter().take(steps).flatten().map(|cost| cost.raced).collect::<Vec<f64>>())
    }

    /// Returns its mean PAR-10 over these steps.
    pub(super) fn par10(&self) -> f64 {
        mean(&self.costs.iter().flatten().map(|cost| cost.par10).collect::<Vec<f64>>())
    }
}

fn mean(costs: &[f64]) -> f64 {
    costs.iter().sum::<f64>() / costs.len().max(1) as f64
}

/// The result of a race.
pub(super) struct Finish {
    /// Those that stayed to the end, best first; all have met the first `known` steps.
    pub(super) stayed: Vec<Racer>,
    /// The others, best first.
    pub(super) gone: Vec<Racer>,
    /// The number of steps that those who stayed have met.
    pub(super) known: usize,
    /// Who led when.
    pub(super) leads: Vec<Lead>,
    /// Costs that were measured.
    pub(super) measured: usize,
}

/// A setting takes the lead, or has it at the end.
#[derive(Clone)]
pub(super) struct Lead {
    pub(super) configuration: Configuration,
    /// Its mean PAR-10 over the steps that it has met.
    pub(super) par10: f64,
    /// Settings left.
    pub(super) alive: usize,
    /// Costs that were measured until then.
    pub(super) measured: usize,
}

impl Lead {
    fn of(racer: &Racer, alive: usize, measured: usize) -> Self {
        let (configuration, par10) = (racer.configuration.clone(), racer.par10());
        Self { configuration, par10, alive, measured }
    }
}

/// Runs a race of elite settings, which have met the first `known` steps, and others, which have met
/// none. Returns `None` after a cancellation. `progress` gets the number of settings left, and of
/// steps met in this race.
pub(super) fn race(
    elite: Vec<Racer>,
    others: Vec<Racer>,
    steps: &[Step],
    known: usize,
    rng: &mut Rng,
    measure: Measure<'_>,
    mut progress: impl FnMut(usize, usize),
) -> Option<Finish> {
    // What is new comes first; the rest in any order, so that no puzzle always decides.
    let mut old: Vec<usize> = (0..known).collect();
    rng.shuffle(&mut old);
    let order: Vec<usize> = (known..steps.len()).chain(old).collect();
    let (mut elite, mut others, mut gone) = (elite, others, Vec::new());
    let (mut met, mut measured, mut leads) = (0, 0, Vec::<Lead>::new());
    for block in order.chunks(BLOCK) {
        let missing: Vec<(usize, usize)> = (0..elite.len() + others.len())
            .flat_map(|racer| block.iter().map(move |&step| (racer, step)))
            .filter(|&(racer, step)| nth(&elite, &others, racer).cost(step).is_none())
            .collect();
        let wanted: Vec<(&Configuration, Step)> = missing
            .iter()
            .map(|&(racer, step)| (&nth(&elite, &others, racer).configuration, steps[step]))
            .collect();
        let costs = measure(&wanted)?;
        measured += costs.len();
        let count = elite.len();
        for ((racer, step), cost) in missing.into_iter().zip(costs) {
            let racer = if racer < count { &mut elite[racer] } else { &mut others[racer - count] };
            racer.costs.resize(racer.costs.len().max(step + 1), None);
            racer.costs[step] = Some(cost);
        }
        met += block.len();
        progress(elite.len() + others.len(), met);
        if met >= FIRST_TEST {
            let lead = lead(&elite, &others, &order[..met], measured);
            let name = |lead: &Lead| lead.configuration.to_string();
            if leads.last().is_none_or(|last| name(last) != name(&lead)) {
                leads.push(lead);
            }
            let (stay, leave) = eliminate(&elite, others, &order[..met]);
            others = stay;
            gone.extend(leave);
        }
        if others.is_empty() || elite.is_empty() && others.len() == 1 {
            break;
        }
    }
    // A race that ended early has met a part of the new steps, or all of them.
    let known = known + met.min(steps.len() - known);
    let mut stayed = elite;
    stayed.append(&mut others);
    for list in [&mut stayed, &mut gone] {
        list.sort_by(|a, b| a.mean().total_cmp(&b.mean()));
    }
    if let Some(first) = stayed.first() {
        leads.push(Lead::of(first, stayed.len(), measured));
    }
    Some(Finish { stayed, gone, known, leads, measured })
}

/// Returns the setting with the lowest mean on these steps, which all have met.
fn lead(elite: &[Racer], others: &[Racer], steps: &[usize], measured: usize) -> Lead {
    let racers = elite.iter().chain(others);
    let first = racers.min_by(|a, b| mean(&a.on(steps)).total_cmp(&mean(&b.on(steps))));
    let first = first.expect("somebody is in the race");
    Lead::of(first, elite.len() + others.len(), measured)
}

fn nth<'a>(elite: &'a [Racer], others: &'a [Racer], index: usize) -> &'a Racer {
    elite.get(index).unwrap_or_else(|| &others[index - elite.len()])
}

/// Splits settings into those that stay and those that are significantly worse than the leader on
/// these steps, which all have met; the leader can be one of the elite.
///
/// The leader has the lowest mean, in which one unsolved run weighs more than in ranks. A rival
/// that is better by ranks also differs significantly, and must not leave for that.
fn eliminate(elite: &[Racer], others: Vec<Racer>, steps: &[usize]) -> (Vec<Racer>, Vec<Racer>) {
    let costs: Vec<Vec<f64>> = elite.iter().chain(&others).map(|racer| racer.on(steps)).collect();
    let leader = (0..costs.len()).min_by(|&a, &b| mean(&costs[a]).total_cmp(&mean(&costs[b])));
    let Some(leader) = leader else { return (others, Vec::new()) };
    let rivals: Vec<usize> = (0..costs.len()).filter(|&index| index != leader).collect();
    let tests: Vec<SignedRank> = rivals
        .iter()
        .map(|&rival| {
            let pairs = costs[rival].iter().zip(&costs[leader]);
            signed_rank(&pairs.map(|(a, b)| a - b).collect::<Vec<f64>>())
        })
        .collect();
    let adjusted = holm(&tests.iter().map(|test| test.p).collect::<Vec<_>>());
    let mut worse = vec![false; costs.len()];
    for ((rival, test), p) in rivals.into_iter().zip(tests).zip(adjusted) {
        worse[rival] = p < LEVEL && test.side == Ordering::Greater;
    }
    let (mut stay, mut leave) = (Vec::new(), Vec::new());
    for (racer, worse) in others.into_iter().zip(worse.into_iter().skip(elite.len())) {
        if worse { leave.push(racer) } else { stay.push(racer) }
    }
    (stay, leave)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(cost: f64) -> Cost {
        Cost { raced: cost, par10: cost }
    }

    fn racer(costs: &[f64]) -> Racer {
        let configuration = Configuration::parse("annealing").unwrap();
        let model = Model::new(configuration.entry);
        let costs = costs.iter().map(|&cost| Some(plain(cost))).collect();
        Racer { configuration, model, costs }
    }

    fn all(count: usize) -> Vec<usize> {
        (0..count).collect()
    }

    #[test]
    fn what_is_much_worse_leaves() {
        let base: Vec<f64> = (0..12).map(f64::from).collect();
        let worse: Vec<f64> = base.iter().map(|cost| cost + 5.0).collect();
        let alike: Vec<f64> = base.iter().rev().copied().collect();
        let field = vec![racer(&worse), racer(&base), racer(&alike)];
        let (stay, leave) = eliminate(&[], field.clone(), &all(12));
        assert_eq!((stay.len(), leave.len()), (2, 1));
        assert_eq!(leave[0].cost(0), Some(5.0));
        assert_eq!(stay[0].on(&all(12)), base);
        // With few steps, none is.
        assert_eq!(eliminate(&[], field, &all(5)).1.len(), 0);
        // An elite setting leads, but does not leave.
        let (stay, leave) = eliminate(&[racer(&base)], vec![racer(&worse)], &all(12));
        assert_eq!((stay.len(), leave.len()), (0, 1));
        let (stay, leave) = eliminate(&[racer(&worse)], vec![racer(&base)], &all(12));
        assert_eq!((stay.len(), leave.len()), (1, 0));
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
        let (stay, leave) = eliminate(&[], vec![racer(&leader), racer(&rival)], &all(12));
        assert_eq!((stay.len(), leave.len()), (2, 0));
    }

    /// The elite runs on new steps only, the others on all; who was measured on less than the elite
    /// does not end a race before it.
    #[test]
    fn the_elite_keeps_its_results() {
        let steps: Vec<Step> = (0..30).map(|puzzle| Step { puzzle, seed: 0 }).collect();
        let elite = racer(&[10.0; 20]);
        let mut better = racer(&[]);
        better.configuration = Configuration::parse("annealing:temperature=1").unwrap();
        let mut worse = racer(&[]);
        worse.configuration = Configuration::parse("annealing:temperature=2").unwrap();
        let asked = std::cell::RefCell::new(Vec::new());
        let measure = |wanted: &[(&Configuration, Step)]| {
            let cost = |(configuration, step): &(&Configuration, Step)| {
                asked.borrow_mut().push((configuration.to_string(), step.puzzle));
                match configuration.to_string().as_str() {
                    "annealing" => 10.0 + step.puzzle as f64,
                    "annealing:temperature=1" => 9.0,
                    _ => 100.0,
                }
            };
            Some(wanted.iter().map(cost).map(plain).collect())
        };
        let mut rng = Rng::from_seed(1);
        let finish =
            race(vec![elite], vec![better, worse], &steps, 20, &mut rng, &measure, |_, _| ());
        let finish = finish.unwrap();
        assert_eq!((finish.stayed.len(), finish.gone.len(), finish.known), (2, 1, 30));
        assert_eq!(finish.stayed[0].mean(), 9.0);
        assert!(finish.stayed.iter().all(|racer| racer.met() == 30));
        let asked = asked.into_inner();
        let count = |name: &str| asked.iter().filter(|(asked, _)| asked == name).count();
        assert_eq!((count("annealing"), count("annealing:temperature=1")), (10, 30));
        assert!(count("annealing:temperature=2") < 20);
        let old = |(name, puzzle): &&(String, usize)| name == "annealing" && *puzzle < 20;
        assert_eq!(asked.iter().filter(old).count(), 0);
    }
}
