//! Plots as SVG inside the page.
//!
//! Drawn with the page's own markup instead of a plotting library: those write colors into every
//! element, so a plot could not follow the reader's light or dark theme and would not use the page's
//! type. What a plot needs beyond that is an axis ([`scale`]), a frame, and a legend ([`series`]).

mod against;
mod cactus;
mod convergence;
mod frame;
mod heat;
mod scale;
mod scatter;
mod series;
mod steps;

use maud::{Markup, html};

pub(super) use against::{Against, AgainstFeature, feature_scale};
pub(super) use cactus::{Cactus, cactus_chart, count_scale, sort_lines};
pub(super) use convergence::{Convergence, convergence_chart, median_at};
pub(super) use frame::{Axis, Frame};
pub(super) use heat::{Heat, HeatRow, heat_map};
pub(super) use scale::Scale;
pub(super) use scatter::Scatter;
use series::series_class;
pub(super) use steps::{Curve, curves_scale, sort_curves, steps_chart};

/// A coordinate, to a tenth of a pixel.
pub(super) fn px(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

/// The name of a configuration, which may break between its parameters.
pub(super) fn breaking(name: &str) -> Markup {
    html! {
        @for part in name.split_inclusive([':', ',']) {
            (part)
            @if part.ends_with([':', ',']) { wbr; }
        }
    }
}

/// A name that fits a label.
pub(super) fn short(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_owned();
    }
    name.chars().take(most - 1).chain(['…']).collect()
}
