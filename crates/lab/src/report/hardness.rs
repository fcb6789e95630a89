//! What makes a puzzle hard for which configuration: how the nodes to a solution go with the features
//! of the puzzles.

use serde::Serialize;

use super::Measure;
use super::by_puzzle::ByPuzzle;
use crate::experiment::Table;
use crate::features::{FEATURES, Value};
use crate::stats::{Association, Effect, RankModel, Untold, associations, rank_model};

/// The most puzzles that take part, evenly spread over all.
const MOST_PUZZLES: usize = 1000;
/// The level of the family of all tests.
const LEVEL: f64 = 0.05;

/// How costs go with features.
#[derive(Clone, Debug, PartialEq)]
pub struct Hardness {
    /// Indices of the puzzles that take part.
    pub puzzles: Vec<usize>,
    /// Indices in [`FEATURES`] of the features that any of these puzzles has.
    pub features: Vec<usize>,
    /// By configuration, then as `features`.
    pub associations: Vec<Vec<Result<Association, Untold>>>,
    /// By configuration, for those whose cost goes with any feature. Explanations are indices in
    /// `features`.
    pub models: Vec<Option<RankModel>>,
}

/// What is written about a configuration and a feature. The names are a contract.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HardnessRow<'a> {
    /// The name of the configuration.
    pub algorithm: &'a str,
    /// The id of the feature.
    pub feature: &'static str,
    /// Puzzles that have both a run and the feature.
    pub puzzles: Option<usize>,
    /// The rank correlation of the nodes to a solution with the feature.
    pub rho: Option<f64>,
    /// The lower end of its 95% interval.
    pub rho_low: Option<f64>,
    /// The upper end.
    pub rho_high: Option<f64>,
    /// The p-value, adjusted for all configurations and features.
    pub p: Option<f64>,
    /// The coefficient in the model with all features.
    pub coefficient: Option<f64>,
    /// The lower end of its 95% interval.
    pub coefficient_low: Option<f64>,
    /// The upper end.
    pub coefficient_high: Option<f64>,
    /// The share of the variance of ranks that this model explains.
    pub explained: Option<f64>,
}

impl Hardness {
    /// Returns what the runs of a table say. Only nodes count, so that it is the same on every machine.
    ///
    /// ```
    #[doc = include_str!("../experiment/example.txt")]
    /// use quadrille_lab::report::Hardness;
    ///
    /// // One puzzle tells nothing about what makes puzzles hard.
    /// assert!(Hardness::of(&table).models.iter().all(|model| model.is_none()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(table: &Table) -> Self {
        let count = table.instances.len();
        let puzzles: Vec<usize> = (0..count.min(MOST_PUZZLES))
            .map(|index| index * count / count.min(MOST_PUZZLES))
            .collect();
        let value = |feature: usize, puzzle: usize| table.instances[puzzle].features.get(feature);
        let features: Vec<usize> = (0..FEATURES.len())
            .filter(|&feature| puzzles.iter().any(|&puzzle| value(feature, puzzle).is_some()))
            .collect();
        let explanations: Vec<Vec<Option<f64>>> = features
            .iter()
            .map(|&feature| {
                puzzles.iter().map(|&puzzle| value(feature, puzzle).map(Value::number)).collect()
            })
            .collect();
        let by_nodes = ByPuzzle::of(table, Measure::Nodes);
        let responses: Vec<Vec<Option<f64>>> = (0..table.configurations.len())
            .map(|number| puzzles.iter().map(|&puzzle| by_nodes.median(number, puzzle)).collect())
            .collect();
        let associations = associations(&responses, &explanations);
        // A model of noise would have coefficients, too.
        let models = responses
            .iter()
            .zip(&associations)
            .map(|(response, row)| {
                let any = row.iter().flatten().any(is_shown);
                any.then(|| rank_model(response, &explanations)).flatten()
            })
            .collect();
        Self { puzzles, features, associations, models }
    }

    /// Returns the features that the cost of a configuration goes with, by index in `features`, the
    /// closest first.
    pub fn found(&self, configuration: usize) -> Vec<(usize, Association)> {
        let row = self.associations[configuration].iter().enumerate();
        let mut found: Vec<(usize, Association)> = row
            .filter_map(|(index, told)| Some((index, (*told).ok()?)))
            .filter(|(_, association)| is_shown(association))
            .collect();
        found.sort_by(|(_, a), (_, b)| b.rho.abs().total_cmp(&a.rho.abs()));
        found
    }

    /// Returns the effect of a feature, by index in `features`, in the model of a configuration.
    pub fn effect(&self, configuration: usize, feature: usize) -> Option<&Effect> {
        let model = self.models[configuration].as_ref()?;
        model.effects.iter().find(|effect| effect.explanation == feature)
    }

    /// Returns a row for each configuration and feature.
    pub fn rows<'a>(&'a self, table: &'a Table) -> impl Iterator<Item = HardnessRow<'a>> {
        let row = |configuration: usize, index: usize| {
            let told = self.associations[configuration][index].ok();
            let interval = told.and_then(|told| told.interval);
            let effect = self.effect(configuration, index);
            HardnessRow {
                algorithm: &table.names[configuration],
                feature: FEATURES[self.features[index]].id,
                puzzles: told.map(|told| told.units),
                rho: told.map(|told| told.rho),
                rho_low: interval.map(|interval| interval.low),
                rho_high: interval.map(|interval| interval.high),
                p: told.map(|told| told.p),
                coefficient: effect.map(|effect| effect.coefficient),
                coefficient_low: effect.map(|effect| effect.interval.low),
                coefficient_high: effect.map(|effect| effect.interval.high),
                explained: effect
                    .and(self.models[configuration].as_ref())
                    .map(|model| model.explained),
            }
        };
        (0..table.configurations.len())
            .flat_map(move |number| (0..self.features.len()).map(move |index| row(number, index)))
    }
}

/// Whether an association is more than chance.
pub(super) fn is_shown(association: &Association) -> bool {
    association.p < LEVEL
}
