//! What makes a puzzle hard: success and cost against each feature, and which of them matter.

use maud::{Markup, html};
use serde::Serialize;

use super::columns::region;
use super::{SPACE, json};
use crate::experiment::Table;
use crate::features::{FEATURES, Value};
use crate::report::Hardness;
use crate::report::by_puzzle::ByPuzzle;
use crate::report::figures::plural;
use crate::report::hardness::is_shown;
use crate::report::plot::{Against, AgainstFeature, Scale, breaking, feature_scale};
use crate::stats::{Untold, cluster_success};

/// Groups of puzzles by a feature, for success rates.
const GROUPS: usize = 5;
/// The share of the axis of costs that is for the unsolved.
const UNSOLVED: f64 = 0.1;

/// What the script draws from. Places are on 0..1.
#[derive(Serialize)]
struct Data {
    features: Vec<AgainstFeature>,
    /// By configuration and puzzle.
    costs: Vec<Vec<Option<f64>>>,
    /// By configuration, feature and group: share solved with its interval.
    success: Vec<Vec<Vec<Option<[f64; 3]>>>>,
}

/// The section; nothing for logs without features. Configurations are in the order of `order`.
pub(super) fn section(table: &Table, by_time: &ByPuzzle, order: &[usize]) -> Markup {
    let hardness = Hardness::of(table);
    if hardness.features.is_empty() || order.is_empty() {
        return html! {};
    }
    html! {
        section #features {
            h2 { "What makes a puzzle hard" }
            p.finding { (headline(table, &hardness, order)) }
            (figure(table, by_time, &hardness, order))
            (correlations(table, &hardness, order))
            (models(table, &hardness, order))
            (definitions(&hardness))
        }
    }
}

/// Whether the section has anything to show.
pub(super) fn any(table: &Table) -> bool {
    table.instances.iter().any(|row| row.features.known().next().is_some())
}

fn headline(table: &Table, hardness: &Hardness, order: &[usize]) -> Markup {
    let any: Vec<usize> =
        order.iter().copied().filter(|&number| !hardness.found(number).is_empty()).collect();
    let told = hardness.associations.iter().flatten().any(Result::is_ok);
    let closest = any
        .iter()
        .flat_map(|&number| hardness.found(number).into_iter().map(move |found| (number, found)))
        .max_by(|(_, (_, a)), (_, (_, b))| a.rho.abs().total_cmp(&b.rho.abs()));
    html! {
        @if let Some((number, (index, found))) = closest {
            "The nodes of " (any.len()) " of " (plural(SPACE, order.len() as u64, "configuration"))
            " go with features of the puzzles. The closest: " strong { (table.names[number]) }
            " needs more on puzzles with " (if found.rho > 0.0 { "higher" } else { "lower" }) " “"
            (FEATURES[hardness.features[index]].title) "” (rank correlation " (signed(found.rho)) ")."
        } @else if told {
            "No feature of the puzzles goes with the nodes of any configuration more than chance would let it."
        } @else {
            "There are too few puzzles, or no variation, to say what makes a puzzle hard."
        }
    }
}

/// The values of a feature of the puzzles that take part.
fn values(table: &Table, hardness: &Hardness, feature: usize) -> Vec<Option<f64>> {
    let value = |&puzzle: &usize| table.instances[puzzle].features.get(feature).map(Value::number);
    hardness.puzzles.iter().map(value).collect()
}

/// Groups of puzzles of about the same size with rising values of a feature; equal values stay together.
fn groups(values: &[Option<f64>]) -> Vec<Vec<usize>> {
    let mut sorted: Vec<(f64, usize)> =
        values.iter().enumerate().filter_map(|(index, value)| Some(((*value)?, index))).collect();
    sorted.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let (mut groups, mut group) = (Vec::new(), Vec::new());
    let size = sorted.len().div_ceil(GROUPS);
    for equal in sorted.chunk_by(|a, b| a.0 == b.0) {
        group.extend(equal.iter().map(|(_, index)| *index));
        if group.len() >= size {
            groups.push(std::mem::take(&mut group));
        }
    }
    groups.extend((!group.is_empty()).then_some(group));
    groups
}

fn figure(table: &Table, by_time: &ByPuzzle, hardness: &Hardness, order: &[usize]) -> Markup {
    let mut solved = vec![vec![(0, 0); table.instances.len()]; table.configurations.len()];
    for row in table.rows.iter().filter(|row| table.counts(row)) {
        let (solved, runs) = &mut solved[row.configuration as usize][row.instance as usize];
        *solved += u32::from(row.decided());
        *runs += 1;
    }
    let cost = |number: usize, puzzle: usize| by_time.median(number, puzzle);
    let all = (0..table.configurations.len())
        .flat_map(|number| hardness.puzzles.iter().filter_map(move |&puzzle| cost(number, puzzle)));
    let scale = Scale::log(all.filter(|time| time.is_finite()), 1e-9);
    let place = |time: f64| {
        let at = if time.is_finite() {
            scale.place(time) * (1.0 - UNSOLVED)
        } else {
            1.0 - UNSOLVED / 2.0
        };
        thousandths(at)
    };
    let mut features = Vec::new();
    let mut members = Vec::new();
    for &feature in &hardness.features {
        let values = values(table, hardness, feature);
        let axis = feature_scale(&values);
        let groups = groups(&values);
        let ends = |group: &Vec<usize>| {
            let at =
                |index: usize| values[index].map_or(0.0, |value| thousandths(axis.place(value)));
            [at(group[0]), at(group[group.len() - 1])]
        };
        features.push(AgainstFeature {
            title: FEATURES[feature].title,
            places: values.iter().map(|value| value.map(|v| thousandths(axis.place(v)))).collect(),
            ticks: axis.ticks.clone(),
            groups: groups.iter().map(ends).collect(),
        });
        members.push(groups);
    }
    let success = |number: usize, group: &Vec<usize>| {
        let runs: Vec<(u32, u32)> =
            group.iter().map(|&index| solved[number][hardness.puzzles[index]]).collect();
        let (solved, all) = runs.iter().fold((0, 0), |(a, b), (solved, n)| (a + solved, b + n));
        let interval = cluster_success(&runs)?;
        let share = f64::from(solved) / f64::from(all);
        Some([share, interval.low, interval.high].map(thousandths))
    };
    let data = Data {
        costs: (0..table.configurations.len())
            .map(|number| {
                hardness.puzzles.iter().map(|&puzzle| cost(number, puzzle).map(place)).collect()
            })
            .collect(),
        success: (0..table.configurations.len())
            .map(|number| {
                members
                    .iter()
                    .map(|groups| groups.iter().map(|group| success(number, group)).collect())
                    .collect()
            })
            .collect(),
        features,
    };
    // At first the closest association of the best configuration that has one.
    let chosen = order
        .iter()
        .copied()
        .find_map(|number| hardness.found(number).first().map(|&(index, _)| (number, index)));
    let (number, index) = chosen.unwrap_or((order[0], 0));
    let plot = Against {
        feature: &data.features[index],
        costs: &data.costs[number],
        success: &data.success[number][index],
        cost_scale: &scale,
        unsolved: UNSOLVED,
    };
    html! {
        figure #against {
            div.choose hidden {
                label for="against-who" { "Configuration: " }
                select #against-who { @for &other in order {
                    option value=(other) selected[other == number] { (table.names[other]) }
                } }
                label for="against-what" { "Feature: " }
                select #against-what { @for (other, feature) in data.features.iter().enumerate() {
                    option value=(other) selected[other == index] { (feature.title) }
                } }
            }
            p.detail { (table.names[number]) ", by “" (data.features[index].title) "”" }
            div.narrow {
                (region("Chart: success against a feature", &plot.success_chart()))
                (region("Chart: cost against a feature", &plot.cost_chart(|value| SPACE.seconds_short(value))))
            }
            figcaption {
                "Above, the share of runs solved, for groups of about as many puzzles with rising values of the feature; the bracket is the 95 % interval. "
                "Below, a dot for each puzzle, by processor time (logarithmic), the median of several runs; beyond the line are puzzles that were not solved. "
                "Lower bounds are drawn as values."
                @if hardness.puzzles.len() < table.instances.len() {
                    " " (hardness.puzzles.len()) " of " (SPACE.count(table.instances.len() as u64)) " puzzles take part."
                }
            }
            script type="application/json" id="against-data" { (json(&data)) }
        }
    }
}

fn thousandths(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

fn signed(value: f64) -> String {
    let text = format!("{value:+.2}").replace('-', "−");
    if text.ends_with("0.00") { "0.00".to_owned() } else { text }
}

fn heads(hardness: &Hardness) -> Markup {
    html! {
        th scope="col" { "Configuration" }
        @for &feature in &hardness.features { th scope="col" { (FEATURES[feature].title) } }
    }
}

fn correlations(table: &Table, hardness: &Hardness, order: &[usize]) -> Markup {
    html! {
        h3 { "Which features go with the cost" }
        (region("Table of rank correlations", &html! {
            table.data {
                thead { tr { (heads(hardness)) } }
                tbody { @for &number in order {
                    tr data-of=(number) {
                        th scope="row" { (breaking(&table.names[number])) }
                        @for told in &hardness.associations[number] {
                            @match told {
                                Ok(found) => {
                                    td.absent[!is_shown(found)] {
                                        @if is_shown(found) { strong { (signed(found.rho)) } } @else { (signed(found.rho)) }
                                        @if let (true, Some(interval)) = (is_shown(found), found.interval) {
                                            " " span.interval { (signed(interval.low)) " to " (signed(interval.high)) }
                                        }
                                    }
                                }
                                Err(why) => { td.absent { "–" span.sr { " (" (reason(*why)) ")" } } }
                            }
                        }
                    }
                } }
            }
        }))
        p.hint {
            "Spearman’s rank correlation of a feature with the nodes to a solution, with its 95 % interval; unsolved puzzles are the hardest. Bold: "
            "more than chance, in one permutation test of the whole table (Westfall and Young), which stays silent in 95 of 100 experiments without any association. "
            "A dash: fewer than 12 puzzles have the feature, or nothing varies. Features go with each other too, so the next table asks for each with the others held fixed."
        }
    }
}

fn reason(why: Untold) -> &'static str {
    match why {
        Untold::TooFew => "too few puzzles",
        Untold::SameResponse => "the cost does not vary",
        Untold::SameExplanation => "the feature does not vary",
    }
}

fn models(table: &Table, hardness: &Hardness, order: &[usize]) -> Markup {
    let modeled: Vec<usize> =
        order.iter().copied().filter(|&number| hardness.models[number].is_some()).collect();
    if modeled.is_empty() {
        return html! {};
    }
    html! {
        h3 { "Each feature, the others held fixed" }
        (region("Table of the models", &html! {
            table.data {
                thead { tr { (heads(hardness)) th scope="col" { "Explained" } } }
                tbody { @for &number in &modeled {
                    @if let Some(model) = &hardness.models[number] {
                        tr data-of=(number) {
                            th scope="row" { (breaking(&table.names[number])) }
                            @for index in 0..hardness.features.len() {
                                @match hardness.effect(number, index) {
                                    Some(effect) => {
                                        @let is_clear = effect.interval.low > 0.0 || effect.interval.high < 0.0;
                                        td.absent[!is_clear] {
                                            @if is_clear { strong { (signed(effect.coefficient)) } } @else { (signed(effect.coefficient)) }
                                            " " span.interval { (signed(effect.interval.low)) " to " (signed(effect.interval.high)) }
                                        }
                                    }
                                    None => { td.absent { "–" } }
                                }
                            }
                            td { (SPACE.percent(model.explained)) }
                        }
                    }
                } }
            }
        }))
        p.hint {
            "A ridge regression for each configuration whose cost goes with any feature: standardized ranks of the nodes on standardized ranks of all features. A coefficient of 1 moves a "
            "puzzle by a standard deviation of the ranks. Intervals resample puzzles; bold ones exclude 0, each at 95 % by itself. “Explained” is the share of the variance for puzzles omitted "
            "of the fit. A dash: the feature does not vary, says the same as one before it, or a fifth of the puzzles lack it."
        }
    }
}

fn definitions(hardness: &Hardness) -> Markup {
    let lacking = FEATURES.len() > hardness.features.len();
    html! {
        dl.columns {
            @for &feature in &hardness.features {
                div { dt { (FEATURES[feature].title) } dd { (FEATURES[feature].what) } }
            }
        }
        @if lacking { p.hint { code { "compare --features" } " computes backbones, backdoors, guesses and ratings as well, where the boards have them." } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_stay_in_one_group() {
        let values: Vec<Option<f64>> =
            [3.0, 1.0, 1.0, 1.0, 2.0, 2.0, 4.0, 5.0, 6.0, 7.0].map(Some).to_vec();
        let groups = groups(&values);
        let sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
        assert_eq!(sizes, [3, 2, 2, 2, 1]);
        assert_eq!(groups[0], [1, 2, 3]);
        assert!(super::groups(&[None, None]).is_empty());
    }
}
