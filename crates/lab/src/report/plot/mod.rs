//! Plots as SVG inside the page.
//!
//! Drawn with the page's own markup instead of a plotting library: those write colors into every
//! element, so a plot could not follow the reader's light or dark theme, would have no titles for
//! those who listen to it, and would not use the page's type. What a plot needs beyond that is an
//! axis ([`scale`]), a frame, and labels that do not overlap.

mod cactus;
mod convergence;
mod frame;
mod heat;
mod labels;
mod scale;
mod scatter;
mod steps;

pub(super) use cactus::{Cactus, cactus_plot};
pub(super) use convergence::{Convergence, convergence_plot};
pub(super) use frame::{Axis, Frame};
pub(super) use heat::{Heat, heat_map};
pub(super) use labels::spread;
pub(super) use scale::Scale;
pub(super) use scatter::Scatter;
pub(super) use steps::{Curve, steps_plot};

/// The classes of the series of that number: seven colors that readers with any color vision
/// tell apart (after Okabe and Ito), and beyond seven the same with other dashes.
pub(super) fn series_class(number: usize) -> String {
    format!("c{} d{}", number % 7, number / 7 % 4)
}

/// A coordinate, to a tenth of a pixel.
pub(super) fn px(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

/// A name that fits a label.
pub(super) fn short(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_owned();
    }
    name.chars().take(most - 1).chain(['…']).collect()
}
