//! Two configurations against each other, a dot for each puzzle. The page's script lets the reader choose
//! which two; without it the plot shows the two that it was made with.

use maud::{Markup, html};

use super::{Axis, Frame, Scale, px};

/// The share of each axis beyond the line of unsolved puzzles.
const UNSOLVED: f64 = 0.08;

/// The plot's values: by configuration and puzzle, infinite where unsolved, `None` where not run.
pub(in crate::report) struct Scatter<'a> {
    /// The names of the configurations.
    pub(in crate::report) names: &'a [String],
    /// By configuration, then puzzle.
    pub(in crate::report) values: &'a [Vec<Option<f64>>],
    /// Which two are shown at first: across and up.
    pub(in crate::report) shown: (usize, usize),
}

impl Scatter<'_> {
    /// The plot.
    pub(in crate::report) fn draw(&self, title: &str, label: impl Fn(f64) -> String) -> Markup {
        let all = self.values.iter().flatten().flatten().copied().filter(|value| value.is_finite());
        let scale = Scale::log(all.clone(), 1e-9);
        let Scale::Log { low, high, zero } = scale else { unreachable!("made so above") };
        // The axes end before their last part, which is for the unsolved.
        let solved = |place: f64| place * (1.0 - UNSOLVED);
        let ticks = || {
            let mut ticks = scale.ticks(&label);
            for tick in &mut ticks {
                tick.at = solved(tick.at);
            }
            ticks.push(super::scale::Tick {
                at: 1.0 - UNSOLVED / 2.0,
                label: Some("unsolved".into()),
            });
            ticks
        };
        let axis =
            |name: &str| Axis { title: name.to_owned(), ticks: ticks(), scale: scale.clone() };
        let frame = Frame {
            width: 660.0,
            height: 620.0,
            right: 20.0,
            across: axis(&self.names[self.shown.0]),
            up: axis(&self.names[self.shown.1]),
        };
        let (width, tall) = (frame.end() - Frame::LEFT, frame.bottom() - frame.top());
        let place = |value: f64| {
            if value.is_finite() { solved(scale.place(value)) } else { 1.0 - UNSOLVED / 2.0 }
        };
        let at = |puzzle: usize| {
            let x = self.values[self.shown.0][puzzle]?;
            let y = self.values[self.shown.1][puzzle]?;
            Some((Frame::LEFT + place(x) * width, frame.bottom() - place(y) * tall))
        };
        let (limit_x, limit_y) =
            (Frame::LEFT + solved(1.0) * width, frame.bottom() - solved(1.0) * tall);
        let inside = html! {
            path.diagonal d={ "M" (px(Frame::LEFT)) " " (px(frame.bottom())) "L" (px(limit_x)) " " (px(limit_y)) } {}
            path.border d={ "M" (px(limit_x)) " " (px(frame.bottom())) "V" (px(frame.top())) "M" (px(Frame::LEFT)) " " (px(limit_y)) "H" (px(frame.end())) } {}
            g.dots data-left=(px(Frame::LEFT)) data-bottom=(px(frame.bottom())) data-width=(px(width)) data-tall=(px(tall))
                data-low=(low) data-high=(libm::log10(high)) data-zero=(u8::from(zero)) data-unsolved=(UNSOLVED) {
                @for puzzle in 0..self.values.first().map_or(0, Vec::len) {
                    @match at(puzzle) {
                        Some((x, y)) => { circle cx=(px(x)) cy=(px(y)) r="4" {} }
                        None => { circle r="4" visibility="hidden" {} }
                    }
                }
            }
        };
        frame.svg(title, &inside)
    }
}
