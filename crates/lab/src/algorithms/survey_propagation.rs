//! Survey propagation guided decimation (Mézard, Parisi & Zecchina; Braunstein, Mézard & Zecchina).
//!
//! A survey is the chance that a clause warns a candidate: that all its other candidates are forced
//! the wrong way by other clauses, so that it depends on this one. The surveys follow from one another
//! and are iterated until they settle. If they warn, the candidate that is most sure to be true is
//! assigned and the rest propagated.
//!
//! The papers iterate without damping, and hand over to a local search when no survey warns. The clauses
//! of Sudoku share so much that undamped surveys soon contradict each other; damped ones mostly
//! settle, and then they warn. So there is damping, and no local search.

use quadrille_core::{Counter, Digit, Puzzle, Run, Stop};

use super::clauses::Clauses;
use super::open_candidates::{OpenCandidates, largest};
use crate::board::CandidateGrid;
use crate::registry::{Entry, Key, Parameters, Scale, without_edges};

const SWEEPS: Key<i64> = Key::integer(
    "sweeps",
    1..=1_000_000,
    500,
    "sweeps over all surveys after which they count as unsettled",
)
.on(Scale::log(10.0, 10_000.0));
const DAMPING: Key<f64> =
    Key::real("damping", 0.0..=0.99, 0.5, "share of the old survey in the new one")
        .on(Scale::linear(0.0, 0.99));

pub(super) const ENTRY: Entry = Entry {
    id: "survey-propagation",
    title: "survey propagation guided decimation",
    source: "Mézard, Parisi & Zecchina, Analytic and algorithmic solution of random \
             satisfiability problems, Science 297, 2002; Braunstein, Mézard & Zecchina, Survey \
             propagation: an algorithm for satisfiability, Random Structures & Algorithms 27, \
             2005",
    about: "The rules are clauses over the candidates: some candidate of each group (the places of \
            a digit in a house, the digits of a cell) is true, and no two are. Clauses send \
            surveys, the chance that they warn a candidate that they depend on it. When the \
            surveys have settled, the candidate that is most sure to be true is assigned, singles \
            are propagated, and the surveys restart. After a contradiction, or when surveys do \
            not settle or none warns, all restarts from other random surveys (a restart; the \
            papers end there, or search on without surveys). Damping is ours. Nodes are sweeps \
            over all surveys. The side is at most 25, since pairs are many.",
    parameters: &[DAMPING.parameter, SWEEPS.parameter],
    counters: &[Counter::Evaluated, Counter::Branch, Counter::Restart],
    supports: |puzzle| without_edges(puzzle) && puzzle.shape().side() <= Clauses::LARGEST,
    run: decimate,
    ..Entry::LOCAL
};

/// Surveys that change by less than this in a sweep have settled; below this none warns.
const STILL: f64 = 0.01;

fn decimate(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let (damping, sweeps) = (parameters.get(&DAMPING), parameters.get(&SWEEPS));
    let geometry = puzzle.geometry();
    let mut grid = CandidateGrid::propagated(puzzle).ok_or(Stop::ProvedNone)?;
    let begin = grid.mark();
    // What is open now, until the grid changes.
    let mut now: Option<(OpenCandidates, Surveys)> = None;
    let mut is_at_begin = true;
    loop {
        let (open, surveys) = now.get_or_insert_with(|| {
            let open = OpenCandidates::of(geometry, grid.sets(), grid.snapshot());
            let open = open.expect("propagation leaves a place for every digit");
            let surveys = Surveys::new(Clauses::of(&open), open.places.len());
            (open, surveys)
        });
        run.offer(|| open.fixed.clone());
        if open.places.is_empty() {
            return Ok(run.claim(&open.fixed));
        }
        run.meter.poll()?;
        for survey in &mut surveys.values {
            *survey = run.rng.fraction();
        }
        let mut change = Some(1.0);
        for _ in 0..sweeps {
            run.meter.count(Counter::Evaluated)?;
            change = surveys.sweep(damping);
            if change.is_none_or(|change| change < STILL) {
                break;
            }
        }
        let settled = change.is_some_and(|change| change < STILL);
        let strongest = surveys.values.iter().copied().fold(0.0, f64::max);
        run.gauge("survey", || vec![strongest]);
        if settled && strongest >= STILL {
            let all: Vec<u32> = (0..open.places.len() as u32).collect();
            let (cell, digit) = open.places[largest(&all, |candidate| surveys.bias(candidate))];
            run.meter.count(Counter::Branch)?;
            let digit = Digit::new(digit).expect("a candidate has a digit");
            let is_consistent = grid.try_assign(cell, digit);
            (now, is_at_begin) = (None, false);
            if is_consistent {
                continue;
            }
        }
        if !is_at_begin {
            grid.undo_to(begin);
            (now, is_at_begin) = (None, true);
        }
        run.meter.restarted();
    }
}

/// A product of factors from 0 to 1 from which a factor can be taken out, even a 0.
#[derive(Clone, Copy)]
struct Product {
    /// The product of the factors that are not 0.
    rest: f64,
    zeros: u32,
}

impl Product {
    fn multiply(&mut self, factor: f64) {
        if factor > 0.0 { self.rest *= factor } else { self.zeros += 1 }
    }

    fn value(self) -> f64 {
        if self.zeros == 0 { self.rest.min(1.0) } else { 0.0 }
    }

    fn without(self, factor: f64) -> Self {
        if factor > 0.0 {
            Self { rest: self.rest / factor, ..self }
        } else {
            Self { zeros: self.zeros - 1, ..self }
        }
    }
}

struct Surveys {
    clauses: Clauses,
    /// The survey of every candidate in every clause: first of the groups, then of the pairs.
    values: Vec<f64>,
    /// For every candidate, the chances that no clause warns it to be true, and to be false.
    unwarned: Vec<[Product; 2]>,
    /// For the candidates of a clause, how likely others force them the wrong way, and the chance that
    /// none of these warns them as the clause does.
    forced: Vec<(f64, Product)>,
}

impl Surveys {
    fn new(clauses: Clauses, candidates: usize) -> Self {
        let count = clauses.some.iter().map(Vec::len).sum::<usize>() + 2 * clauses.not_both.len();
        Self {
            clauses,
            values: vec![0.0; count],
            unwarned: vec![[Product { rest: 1.0, zeros: 0 }; 2]; candidates],
            forced: Vec::new(),
        }
    }

    /// Renews every survey in turn; returns the largest change, or `None` if they contradict each
    /// other.
    fn sweep(&mut self, damping: f64) -> Option<f64> {
        let Self { clauses, values, unwarned, forced } = self;
        unwarned.fill([Product { rest: 1.0, zeros: 0 }; 2]);
        let groups = clauses.some.iter().map(|group| (&group[..], 0));
        let pairs = clauses.not_both.iter().map(|pair| (&pair[..], 1));
        let mut from = 0;
        for (clause, sign) in groups.clone().chain(pairs.clone()) {
            for &candidate in clause {
                unwarned[candidate as usize][sign].multiply(1.0 - values[from]);
                from += 1;
            }
        }
        let (mut from, mut change) = (0, 0.0_f64);
        for (clause, sign) in groups.chain(pairs) {
            let surveys = &mut values[from..][..clause.len()];
            from += clause.len();
            forced.clear();
            for (&candidate, survey) in clause.iter().zip(&*surveys) {
                let of = unwarned[candidate as usize];
                let others = of[sign].without(1.0 - survey);
                let same = others.value();
                let opposite = of[1 - sign].value();
                let whole = same + opposite - same * opposite;
                if whole <= 0.0 {
                    return None;
                }
                forced.push(((1.0 - opposite) * same / whole, others));
            }
            for (index, survey) in surveys.iter_mut().enumerate() {
                let others = forced[..index].iter().chain(&forced[index + 1..]);
                let new: f64 = others.map(|other| other.0).product();
                change = change.max((new - *survey).abs());
                *survey = damping * *survey + (1.0 - damping) * new;
                let of = &mut unwarned[clause[index] as usize][sign];
                *of = forced[index].1;
                of.multiply(1.0 - *survey);
            }
        }
        Some(change)
    }

    /// Returns how much more likely a candidate is warned to be true than to be false.
    fn bias(&self, candidate: usize) -> f64 {
        let [up, down] = self.unwarned[candidate].map(Product::value);
        (down - up) / (up + down - up * down).max(f64::MIN_POSITIVE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Start;

    /// Settled surveys satisfy the equations of the paper, clause by clause, without any product kept.
    #[test]
    fn settled_surveys_satisfy_their_equations() {
        let puzzle =
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
        let puzzle: Puzzle = puzzle.parse().expect("a puzzle");
        let open = OpenCandidates::new(&puzzle, Start::Propagated).expect("no contradiction");
        let mut surveys = Surveys::new(Clauses::of(&open), open.places.len());
        let mut rng = quadrille_core::Rng::from_seed(1);
        surveys.values.iter_mut().for_each(|survey| *survey = rng.fraction());
        let mut changes = (0..10_000).map(|_| surveys.sweep(0.9));
        let last = changes.find(|change| change.is_none_or(|change| change < 1e-12));
        assert!(last.flatten().is_some(), "{last:?}");
        // Candidate, clause, whether it is wanted true, survey.
        let mut all: Vec<(u32, usize, bool, f64)> = Vec::new();
        let Clauses { some, not_both } = &surveys.clauses;
        let clauses = some.iter().map(|group| (group.clone(), true));
        let clauses = clauses.chain(not_both.iter().map(|pair| (pair.to_vec(), false)));
        for (clause, (members, wanted)) in clauses.enumerate() {
            let from = all.len();
            all.extend(members.iter().enumerate().map(|(index, &candidate)| {
                (candidate, clause, wanted, surveys.values[from + index])
            }));
        }
        let unwarned = |candidate: u32, but: usize, wanted: bool| -> f64 {
            let others = all.iter().filter(|of| of.0 == candidate && of.1 != but && of.2 == wanted);
            others.map(|of| 1.0 - of.3).product()
        };
        for &(candidate, clause, wanted, survey) in all.iter().step_by(7) {
            let others = all.iter().filter(|of| of.1 == clause && of.0 != candidate);
            let expected: f64 = others
                .map(|of| {
                    let same = unwarned(of.0, clause, wanted);
                    let opposite = unwarned(of.0, clause, !wanted);
                    let [forced, free, either] =
                        [(1.0 - opposite) * same, (1.0 - same) * opposite, same * opposite];
                    forced / (forced + free + either)
                })
                .product();
            assert!((survey - expected).abs() < 1e-6, "{survey} {expected}");
        }
    }
}
