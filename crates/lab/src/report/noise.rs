//! How much two runs of the same configuration differ: the noise floor of comparisons.
//!
//! Every experiment runs each configuration once more on some puzzles, as if it were another
//! configuration (see [`Experiment::CONTROLS`](crate::experiment::Experiment::CONTROLS)). The ratios
//! between these runs and the first ones contain everything that makes equal things look different:
//! the random numbers, the clock, and the load of the machine.

use super::measure::Measure;
use crate::experiment::{Difference, Row, Table};
use crate::stats::{Z95, two_sided_quantile};

/// The least number of puzzles from which the noise of a configuration is estimated.
const LEAST: usize = 6;
/// Processor times that differ by less do not differ significantly, whatever the controls say:
/// where code and data lie in memory alone makes a difference of that size (Mytkowicz, Diwan,
/// Hauswirth and Sweeney 2009, "Producing wrong data without doing anything obviously wrong").
/// Criterion's default is the same.
const CLOCK: f64 = 0.01;
/// The level of the tests of a comparison.
pub(super) const LEVEL: f64 = 0.05;
/// The standard deviations beyond the threshold of a test at which it finds what there is 9 times of
/// 10.
const POWER: f64 = 1.281_551_565_544_600_4;
/// The standard error of a Hodges-Lehmann estimate relative to that of a mean, for normal errors.
const ESTIMATE: f64 = 1.023_326_707_946_489;

/// The noise of the configurations of a table, by one measure.
#[derive(Clone, Debug)]
pub(super) struct Noise {
    measure: Measure,
    /// The variance of the logarithm of the median of a configuration's runs on one puzzle.
    variances: Vec<Option<f64>>,
}

impl Noise {
    /// Estimates the noise from the controls of a table.
    pub(super) fn of(table: &Table, measure: Measure) -> Self {
        let mut first: Vec<Vec<Option<&Row>>> =
            vec![vec![None; table.instances.len()]; table.configurations.len()];
        for row in &table.rows {
            // Sorted by trial, so that the first repetition comes first.
            let place = &mut first[row.configuration as usize][row.instance as usize];
            *place = place.or(Some(row));
        }
        let compared = table.compared();
        let variance = |configuration: usize| {
            let is_control = |row: &&Row| row.configuration as usize == configuration;
            let differences: Vec<f64> = table
                .controls
                .iter()
                .filter(is_control)
                .filter(|row| compared[row.instance as usize])
                .filter_map(|control| {
                    let row = first[configuration][control.instance as usize]?;
                    let (a, b) = (measure.of(row), measure.of(control));
                    let both = row.decided() && control.decided();
                    match (a > 0.0, b > 0.0) {
                        (true, true) => both.then(|| libm::log(a / b)),
                        // A clock may stand still in both, but then there is no ratio.
                        (false, false) if measure == Measure::Nodes => both.then_some(0.0),
                        _ => None,
                    }
                })
                .collect();
            let squares: f64 = differences.iter().map(|difference| difference * difference).sum();
            // The difference of two runs has twice the variance of one.
            let median = of_median(f64::from(table.runs_of(configuration).max(1)));
            (differences.len() >= LEAST).then(|| squares / differences.len() as f64 / 2.0 * median)
        };
        let variances = (0..table.configurations.len()).map(variance).collect();
        Self { measure, variances }
    }

    /// Returns the ratio of the costs of two configurations up to which a difference on that many
    /// puzzles means nothing: beyond it are 5 of 100 ratios between equal configurations.
    ///
    /// Returns `None` if the controls do not tell.
    pub(super) fn floor(&self, first: usize, second: usize, puzzles: usize) -> Option<f64> {
        let variance = self.variances[first]? + self.variances[second]?;
        let error = ESTIMATE * (variance / puzzles.max(1) as f64).sqrt();
        Some(libm::exp(Z95 * error).max(self.least_floor()))
    }

    /// Returns how many runs on that many puzzles show a difference between two configurations, of which
    /// one run was made, when as many pairs are tested together; `None` if the controls do not tell.
    pub(super) fn runs_to_detect(
        &self,
        (first, second): (usize, usize),
        puzzles: f64,
        difference: Difference,
        pairs: usize,
    ) -> Option<u32> {
        let variance = self.variances[first]? + self.variances[second]?;
        let deviations = two_sided_quantile(LEVEL / pairs.max(1) as f64) + POWER;
        let error = libm::log(difference.factor()) / deviations / ESTIMATE;
        // What one run may vary on a puzzle for that error on all of them.
        let most = error * error * puzzles;
        let runs =
            if variance <= most { 1.0 } else { std::f64::consts::FRAC_PI_2 * variance / most };
        Some(runs.ceil().min(f64::from(u32::MAX)) as u32)
    }

    /// Returns the least that a floor can be, which is also what is known without controls.
    pub(super) fn least_floor(&self) -> f64 {
        if self.measure == Measure::CpuSeconds { libm::exp(CLOCK) } else { 1.0 }
    }
}

/// The variance of the median of several runs relative to that of one: for normal values at most π/2
/// of that of their mean.
fn of_median(runs: f64) -> f64 {
    (std::f64::consts::FRAC_PI_2 / runs).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(measure: Measure, variances: Vec<Option<f64>>) -> Noise {
        Noise { measure, variances }
    }

    #[test]
    fn the_floor_falls_with_the_number_of_puzzles() {
        let noise = noise(Measure::Nodes, vec![Some(1.0), Some(1.0), None, Some(0.0)]);
        let log = |puzzles| libm::log(noise.floor(0, 1, puzzles).unwrap());
        assert!((log(100) - Z95 * ESTIMATE * 2.0_f64.sqrt() / 10.0).abs() < 1e-12);
        assert!((log(25) / log(100) - 2.0).abs() < 1e-12);
        assert_eq!(noise.floor(0, 2, 100), None);
        assert_eq!(noise.floor(3, 3, 100), Some(1.0));
    }

    #[test]
    fn clocks_are_never_exact() {
        let noise = noise(Measure::CpuSeconds, vec![Some(0.0), Some(1e-9)]);
        assert_eq!(noise.floor(0, 1, 1_000_000), Some(libm::exp(CLOCK)));
    }
}
