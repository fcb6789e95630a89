//! The order in which the page shows configurations, and which of their values are the best.

use super::SummaryRow;
use crate::experiment::Table;
use crate::registry::Family;

/// Returns the configurations from the highest success to the lowest, among equals the least median
/// time first, then by name. The order of the list that was compared has no influence.
///
/// Configurations that support only some of the boards come last: they had other puzzles.
pub(super) fn ranked(summary: &[SummaryRow]) -> Vec<usize> {
    let key = |index: usize| {
        let row = &summary[index];
        let time = row.cpu_seconds_median.unwrap_or(f64::INFINITY);
        (row.unsupported > 0, -row.success.unwrap_or(-1.0), time, &row.algorithm)
    };
    let mut order: Vec<usize> = (0..summary.len()).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (key(a), key(b));
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.total_cmp(&b.2)).then(a.3.cmp(b.3))
    });
    order
}

/// Returns the members with the least cost among those that have the highest success of all members:
/// giving up is cheap. There are none among fewer than two, or if nothing was solved.
pub(super) fn least_cost(
    members: &[usize],
    summary: &[SummaryRow],
    cost: impl Fn(usize, &SummaryRow) -> Option<f64>,
) -> Vec<usize> {
    let success = |index: &usize| summary[*index].success.unwrap_or(0.0);
    let highest = members.iter().map(success).fold(0.0, f64::max);
    if members.len() < 2 || highest == 0.0 {
        return Vec::new();
    }
    let cost = |index: usize| cost(index, &summary[index]).unwrap_or(f64::INFINITY);
    let rivals = || members.iter().copied().filter(|index| success(index) == highest);
    let least = rivals().map(cost).fold(f64::INFINITY, f64::min);
    rivals().filter(|&index| least.is_finite() && cost(index) == least).collect()
}

/// Returns the members of each family, in the order in which the families first occur.
pub(super) fn families(table: &Table) -> Vec<(Family, Vec<usize>)> {
    let mut groups: Vec<(Family, Vec<usize>)> = Vec::new();
    for (index, configuration) in table.configurations.iter().enumerate() {
        let family = configuration.entry.family;
        match groups.iter_mut().find(|group| group.0 == family) {
            Some((_, members)) => members.push(index),
            None => groups.push((family, vec![index])),
        }
    }
    groups
}

/// The best values of a summary, by the rules of the table of `compare`: nodes within a family, the
/// rest among all. Configurations that support only some of the boards are omitted if others
/// support all.
pub(super) struct Best<'a> {
    summary: &'a [SummaryRow],
    everyone: Vec<usize>,
    families: Vec<Vec<usize>>,
}

impl<'a> Best<'a> {
    pub(super) fn of(table: &Table, summary: &'a [SummaryRow]) -> Self {
        let is_whole = |index: &usize| summary[*index].unsupported == 0;
        let any = (0..summary.len()).any(|index| is_whole(&index));
        let is_asked = |index: &usize| !any || is_whole(index);
        let asked = |members: Vec<usize>| members.into_iter().filter(is_asked).collect();
        Self {
            summary,
            everyone: asked((0..summary.len()).collect()),
            families: families(table).into_iter().map(|(_, members)| asked(members)).collect(),
        }
    }

    /// Returns whether each configuration has the best value of a column, of which less is better.
    pub(super) fn overall(&self, cost: impl Fn(&SummaryRow) -> Option<f64>) -> Vec<bool> {
        self.marks(std::slice::from_ref(&self.everyone), cost)
    }

    /// Returns the same within each family.
    pub(super) fn in_families(&self, cost: impl Fn(&SummaryRow) -> Option<f64>) -> Vec<bool> {
        self.marks(&self.families, cost)
    }

    fn marks(&self, groups: &[Vec<usize>], cost: impl Fn(&SummaryRow) -> Option<f64>) -> Vec<bool> {
        let mut marks = vec![false; self.summary.len()];
        for members in groups {
            for index in least_cost(members, self.summary, |_, row| cost(row)) {
                marks[index] = true;
            }
        }
        marks
    }
}
