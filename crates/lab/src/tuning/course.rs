//! The course of a tuning, for those who draw it: who led when, and which parameters mattered.

use std::collections::BTreeMap;

use serde::Serialize;

use super::sample::Space;
use crate::registry::{Configuration, Kind, Parameter, Value};

/// The groups of the values of a number, along its scale.
const GROUPS: f64 = 4.0;

/// A moment of a race at which another setting takes the lead, or the race ends.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Moment {
    /// The race, from 1.
    pub race: usize,
    /// Runs of all settings in all races until then.
    pub runs: u64,
    /// Settings left in the race.
    pub alive: usize,
    /// The setting that leads.
    pub algorithm: String,
    /// Its mean PAR-10 in nodes over the puzzles that it has met.
    pub nodes_par10: f64,
}

/// How much a parameter matters by itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Importance {
    /// The name of the parameter.
    pub parameter: &'static str,
    /// The share of the differences between settings that its values explain, from 0 to 1, corrected for
    /// chance: epsilon squared of the ranks of costs, in the groups of a parameter's words or of a quarter of its
    /// scale each. Absent without differences, or with too few settings.
    pub share: Option<f64>,
}

/// Returns the importance of each parameter that is tuned, by settings with their costs on steps that all
/// of them have met. They must have been drawn evenly.
///
/// An interaction of two parameters shows in neither, as in the main effects of a functional analysis of
/// variance (Hutter, Hoos and Leyton-Brown, "An efficient approach for assessing hyperparameter
/// importance", ICML 2014).
pub(super) fn importance(settings: &[(&Configuration, f64)], space: Space<'_>) -> Vec<Importance> {
    let ranks = ranks(&settings.iter().map(|setting| setting.1).collect::<Vec<_>>());
    let parameters = space.entry.parameters.iter().enumerate();
    let tuned = parameters.filter(|(_, parameter)| space.tunes(parameter));
    let share = |(index, parameter): (usize, &Parameter)| {
        let mut groups: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        for ((setting, _), &rank) in settings.iter().zip(&ranks) {
            let value = setting.parameters.iter().nth(index).map(|(_, value)| value);
            groups.entry(value.map_or(0, |value| group(parameter, value))).or_default().push(rank);
        }
        Importance { parameter: parameter.name, share: explained(&ranks, &groups) }
    };
    tuned.map(share).collect()
}

/// Returns the group of a value.
fn group(parameter: &Parameter, value: Value) -> usize {
    match (parameter.kind, value) {
        (Kind::Choice(words), Value::Choice(word)) => {
            words.iter().position(|other| *other == word).unwrap_or(0)
        }
        _ => (parameter.position(value).unwrap_or(0.0) * GROUPS).min(GROUPS - 1.0) as usize,
    }
}

/// Returns the share of the variance that groups explain, corrected for chance (Kelley 1935).
fn explained(all: &[f64], groups: &BTreeMap<usize, Vec<f64>>) -> Option<f64> {
    let squares = |values: &[f64]| -> f64 {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        values.iter().map(|value| (value - mean) * (value - mean)).sum()
    };
    let (count, classes) = (all.len(), groups.len());
    let total = squares(all);
    if count <= classes || total == 0.0 {
        return None;
    }
    let within: f64 = groups.values().map(|values| squares(values)).sum();
    let ratio = (within / (count - classes) as f64) / (total / (count - 1) as f64);
    Some((1.0 - ratio).max(0.0))
}

/// Returns the rank of each value, from 0; equal ones share theirs.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let below = values.iter().filter(|other| *other < value).count();
        let equal = values.iter().filter(|other| *other == value).count();
        below as f64 + (equal as f64 - 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_ranks_and_corrected_for_chance() {
        assert_eq!(ranks(&[5.0, 1.0, 5.0, f64::MAX]), [1.5, 0.0, 1.5, 3.0]);
        let groups = |of: [&[f64]; 2]| (0..).zip(of.map(<[f64]>::to_vec)).collect();
        let all = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0];
        // Within: 2 + 2 of 17.5; 1 - (4 / 4) / (17.5 / 5).
        let halves = explained(&all, &groups([&all[..3], &all[3..]])).unwrap();
        assert!((halves - (1.0 - 1.0 / 3.5)).abs() < 1e-12, "{halves}");
        // Groups that are alike explain nothing, not less.
        let mixed = explained(&all, &groups([&[0.0, 3.0, 4.0], &[1.0, 2.0, 5.0]]));
        assert_eq!(mixed, Some(0.0));
        assert_eq!(explained(&[1.0; 6], &groups([&[1.0; 3], &[1.0; 3]])), None);
        assert_eq!(explained(&all[..2], &groups([&all[..1], &all[1..2]])), None);
    }
}
