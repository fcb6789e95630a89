//! Success and cost of a configuration against a feature of the puzzles. The page's script lets the
//! reader choose both; without it the plot shows those that it was made with.

use maud::{Markup, html};
use serde::Serialize;

use super::scale::power_of_ten;
use super::{Axis, Frame, Scale, px};

/// A feature on an axis. Places are on 0..1.
#[derive(Serialize)]
pub(in crate::report) struct AgainstFeature {
    pub(in crate::report) title: &'static str,
    /// The place of each puzzle, if it has the feature.
    pub(in crate::report) places: Vec<Option<f64>>,
    /// Where marks stand, and what they say.
    pub(in crate::report) ticks: Vec<(f64, String)>,
    /// The least and the greatest place in each group of puzzles.
    pub(in crate::report) groups: Vec<[f64; 2]>,
}

/// An axis of a feature.
pub(in crate::report) struct FeatureScale {
    low: f64,
    high: f64,
    is_log: bool,
    pub(in crate::report) ticks: Vec<(f64, String)>,
}

/// Returns an axis for the values of a feature: from the least to the greatest in round steps, or, if
/// they span powers of ten, logarithmic in the value plus one, so that 0 has a place.
pub(in crate::report) fn feature_scale(values: &[Option<f64>]) -> FeatureScale {
    let known = || values.iter().flatten().copied();
    let least = known().fold(f64::INFINITY, f64::min);
    let most = known().fold(0.0, f64::max);
    let least = if least.is_finite() { least } else { 0.0 };
    if most >= 100.0 && most >= 20.0 * (least + 1.0) {
        let high = libm::log10(most + 1.0);
        let powers = (0..).map(power_of_ten).take_while(|power| *power <= most);
        let mut scale = FeatureScale { low: 0.0, high, is_log: true, ticks: Vec::new() };
        let marks: Vec<f64> = [0.0].into_iter().chain(powers).collect();
        let every = marks.len() / 8 + 1;
        let shown = marks.into_iter().step_by(every);
        scale.ticks = shown.map(|mark| (scale.place(mark), mark.to_string())).collect();
        return scale;
    }
    let span = (most - least).max(1e-6);
    // The first round step that leaves at most six.
    let steps = (-7..15).flat_map(|power| [(1.0, power), (2.0, power), (5.0, power)]);
    let (part, power) = steps
        .into_iter()
        .find(|&(part, power)| span / (part * power_of_ten(power)) <= 6.0)
        .unwrap_or((1.0, 15));
    let step = part * power_of_ten(power);
    let (first, last) = (libm::floor(least / step), libm::ceil(most / step).max(1.0));
    let last = if last <= first { first + 1.0 } else { last };
    let mut scale =
        FeatureScale { low: first * step, high: last * step, is_log: false, ticks: Vec::new() };
    let decimals = usize::try_from(-power).unwrap_or(0);
    let marks = (0..=(last - first) as u32).map(|n| (first + f64::from(n)) * step);
    scale.ticks = marks.map(|mark| (scale.place(mark), format!("{mark:.decimals$}"))).collect();
    scale
}

impl FeatureScale {
    /// The place of a value on 0..1.
    pub(in crate::report) fn place(&self, value: f64) -> f64 {
        let value = if self.is_log { libm::log10(value + 1.0) } else { value };
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }
}

/// The plot's values.
pub(in crate::report) struct Against<'a> {
    pub(in crate::report) feature: &'a AgainstFeature,
    /// The place of the cost of each puzzle.
    pub(in crate::report) costs: &'a [Option<f64>],
    /// The share solved of each group, with its interval.
    pub(in crate::report) success: &'a [Option<[f64; 3]>],
    pub(in crate::report) cost_scale: &'a Scale,
    /// The part of the axis of costs beyond the line of the unsolved.
    pub(in crate::report) unsolved: f64,
}

/// Dots and brackets keep off the frame by so much.
const AIR: f64 = 14.0;

impl Against<'_> {
    fn frame(&self, height: f64, up: Axis) -> Frame {
        let across = Axis {
            title: self.feature.title.to_owned(),
            // Drawn apart, because the script replaces them.
            ticks: Vec::new(),
            scale: Scale::Linear { high: 1.0 },
        };
        Frame { width: 660.0, height, right: 20.0, across, up }
    }

    /// The marks of the feature, and the values over them.
    fn inside(&self, frame: &Frame, values: &Markup) -> Markup {
        let (bottom, top) = (frame.bottom(), frame.top());
        html! {
            g.axis.marks {
                @for (at, label) in &self.feature.ticks {
                    @let x = px(x(frame, *at));
                    path.grid d={ "M" (x) " " (px(top)) "V" (px(bottom)) } {}
                    path.tick d={ "M" (x) " " (px(bottom)) "v6" } {}
                    text x=(x) y=(px(bottom + 21.0)) text-anchor="middle" { (label) }
                }
            }
            g.inside data-left=(px(Frame::LEFT + AIR)) data-width=(px(frame.end() - Frame::LEFT - 2.0 * AIR))
                data-top=(px(top)) data-bottom=(px(bottom)) { (values) }
        }
    }

    /// The share solved by groups.
    pub(in crate::report) fn success_chart(&self) -> Markup {
        let scale = Scale::Linear { high: 1.0 };
        let ticks = scale.ticks(|share| format!("{:.0}\u{202f}%", share * 100.0));
        let frame = self.frame(230.0, Axis { title: "runs solved".into(), ticks, scale });
        let values = html! {
            @for (ends, share) in self.feature.groups.iter().zip(self.success) {
                @if let Some([share, low, high]) = share {
                    path.group d=(bracket(
                        [x(&frame, ends[0]), x(&frame, ends[1])],
                        [frame.y(*share), frame.y(*low), frame.y(*high)],
                    )) {}
                }
            }
        };
        frame
            .svg("Share of runs solved, by a feature of the puzzles", &self.inside(&frame, &values))
    }

    /// A dot for each puzzle.
    pub(in crate::report) fn cost_chart(&self, label: impl Fn(f64) -> String) -> Markup {
        let mut ticks = self.cost_scale.ticks(label);
        ticks.iter_mut().for_each(|tick| tick.at *= 1.0 - self.unsolved);
        let unsolved = Some("unsolved".to_owned());
        ticks.push(super::scale::Tick { at: 1.0 - self.unsolved / 2.0, label: unsolved });
        let up = Axis { title: "processor time".into(), ticks, scale: self.cost_scale.clone() };
        let frame = self.frame(440.0, up);
        let tall = frame.bottom() - frame.top();
        let line = px(frame.bottom() - (1.0 - self.unsolved) * tall);
        let values = html! {
            path.border d={ "M" (px(Frame::LEFT)) " " (line) "H" (px(frame.end())) } {}
            g.dots {
                @for place in self.feature.places.iter().zip(self.costs) {
                    @match place {
                        (Some(at), Some(cost)) => {
                            circle cx=(px(x(&frame, *at))) cy=(px(frame.bottom() - cost * tall)) r="4" {}
                        }
                        _ => { circle r="4" visibility="hidden" {} }
                    }
                }
            }
        };
        frame.svg("Cost of each puzzle, by a feature of the puzzles", &self.inside(&frame, &values))
    }
}

/// The horizontal place of a value.
fn x(frame: &Frame, at: f64) -> f64 {
    Frame::LEFT + AIR + at * (frame.end() - Frame::LEFT - 2.0 * AIR)
}

/// A bar from end to end, with a bracket over its middle.
fn bracket([left, right]: [f64; 2], [share, low, high]: [f64; 3]) -> String {
    // A group of one value has some width, too.
    let (left, right) = if right - left < 12.0 { (left - 6.0, right + 6.0) } else { (left, right) };
    let middle = (left + right) / 2.0;
    format!(
        "M{} {}H{}M{} {}V{}M{} {}h8M{} {}h8",
        px(left),
        px(share),
        px(right),
        px(middle),
        px(low),
        px(high),
        px(middle - 4.0),
        px(low),
        px(middle - 4.0),
        px(high)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_are_round_and_hold_all_values() {
        let labels = |values: &[f64]| {
            let values: Vec<Option<f64>> = values.iter().copied().map(Some).collect();
            let scale = feature_scale(&values);
            for &value in values.iter().flatten() {
                assert!((0.0..=1.0).contains(&scale.place(value)));
            }
            scale.ticks.into_iter().map(|(_, label)| label).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(labels(&[17.0, 36.0]), "15 20 25 30 35 40");
        assert_eq!(labels(&[0.21, 0.47]), "0.20 0.25 0.30 0.35 0.40 0.45 0.50");
        assert_eq!(labels(&[0.0, 2.0]), "0.0 0.5 1.0 1.5 2.0");
        assert_eq!(labels(&[0.0, 3.0, 9000.0]), "0 1 10 100 1000");
        assert_eq!(labels(&[5.0]), "5.0000000 5.0000002");
        assert!(!labels(&[1.0, 1e12]).is_empty() && !labels(&[]).is_empty());
    }
}
