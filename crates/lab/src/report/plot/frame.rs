//! The frame of a plot: axes with titles, ticks, and grid lines.

use maud::{Markup, html};

use super::scale::Tick;
use super::{Scale, px};

/// An axis of a plot.
#[derive(Clone, Debug)]
pub(in crate::report) struct Axis {
    /// What it shows, with its unit.
    pub(in crate::report) title: String,
    /// Where values go.
    pub(in crate::report) scale: Scale,
    /// Its marks.
    pub(in crate::report) ticks: Vec<Tick>,
}

/// A plot's area within its picture, in pixels.
#[derive(Clone, Debug)]
pub(in crate::report) struct Frame {
    /// Width of the picture.
    pub(in crate::report) width: f64,
    /// Height of the picture.
    pub(in crate::report) height: f64,
    /// Space to the right of the plot.
    pub(in crate::report) right: f64,
    /// The horizontal axis.
    pub(in crate::report) across: Axis,
    /// The vertical axis.
    pub(in crate::report) up: Axis,
}

impl Frame {
    /// Returns the frame of a chart whose legend is outside of the picture.
    pub(in crate::report) fn of_chart(across: Axis, up: Axis) -> Self {
        // The last tick's label is centered at the right end, so it needs half its width there.
        Self { width: 900.0, height: 470.0, right: 34.0, across, up }
    }

    /// Left end of the plot.
    pub(in crate::report) const LEFT: f64 = 86.0;
    const TOP: f64 = 14.0;
    const BOTTOM: f64 = 54.0;

    /// Right end of the plot.
    pub(in crate::report) fn end(&self) -> f64 {
        self.width - self.right
    }

    /// Upper end of the plot.
    pub(in crate::report) fn top(&self) -> f64 {
        Self::TOP
    }

    /// Lower end of the plot.
    pub(in crate::report) fn bottom(&self) -> f64 {
        self.height - Self::BOTTOM
    }

    /// The horizontal place of a value.
    pub(in crate::report) fn x(&self, value: f64) -> f64 {
        self.at_x(self.across.scale.place(value))
    }

    /// The vertical place of a value.
    pub(in crate::report) fn y(&self, value: f64) -> f64 {
        self.at_y(self.up.scale.place(value))
    }

    fn at_x(&self, place: f64) -> f64 {
        Self::LEFT + place * (self.end() - Self::LEFT)
    }

    fn at_y(&self, place: f64) -> f64 {
        self.bottom() - place * (self.bottom() - self.top())
    }

    /// The picture: the frame, and `inside` over it. `title` is for readers who do not see it; the
    /// page has a table with the values.
    pub(in crate::report) fn svg(&self, title: &str, inside: &Markup) -> Markup {
        let (left, end) = (px(Self::LEFT), px(self.end()));
        let (top, bottom) = (px(self.top()), px(self.bottom()));
        let middle = |a: f64, b: f64| px((a + b) / 2.0);
        html! {
            svg.plot role="img" aria-label=(title) viewBox={ "0 0 " (px(self.width)) " " (px(self.height)) }
                width=(px(self.width)) height=(px(self.height)) {
                g.axis {
                    @for tick in &self.across.ticks {
                        @let x = px(self.at_x(tick.at));
                        @if let Some(label) = &tick.label {
                            path.grid d={ "M" (x) " " (top) "V" (bottom) } {}
                            path.tick d={ "M" (x) " " (bottom) "v6" } {}
                            text x=(x) y=(px(self.bottom() + 21.0)) text-anchor="middle" { (label) }
                        } @else {
                            path.tick d={ "M" (x) " " (bottom) "v3" } {}
                        }
                    }
                    @for tick in &self.up.ticks {
                        @let y = px(self.at_y(tick.at));
                        @if let Some(label) = &tick.label {
                            path.grid d={ "M" (left) " " (y) "H" (end) } {}
                            text x=(px(Self::LEFT - 9.0)) y=(y) dy="0.35em" text-anchor="end" { (label) }
                        } @else {
                            path.tick d={ "M" (left) " " (y) "h-3" } {}
                        }
                    }
                    path.edge d={ "M" (left) " " (bottom) "H" (end) } {}
                    @if let Scale::Log { zero: true, .. } = self.across.scale {
                        // The axis is broken between 0 and its first power of ten.
                        @let gap = px(self.at_x(0.035));
                        path.gap d={ "M" (gap) " " (bottom) "m-5 5l4 -10m4 10l4 -10" } {}
                    }
                    text.title x=(middle(Self::LEFT, self.end())) y=(px(self.height - 8.0)) text-anchor="middle" { (self.across.title) }
                    text.title transform={ "translate(15 " (middle(self.top(), self.bottom())) ") rotate(-90)" } text-anchor="middle" { (self.up.title) }
                }
                (inside)
            }
        }
    }
}
