//! Run-time distributions as steps: the share of runs solved within x.

use maud::{Markup, html};

use super::series::{Entry, chart, marker};
use super::{Axis, Frame, Scale, px, series_class};
use crate::report::bands::BandPoint;
use crate::stats::Survival;

/// A configuration's line.
#[derive(Clone, Debug)]
pub(in crate::report) struct Curve {
    /// The configuration's name.
    pub(in crate::report) name: String,
    /// Its number in the report, which gives it its color.
    pub(in crate::report) number: usize,
    /// Its distribution.
    pub(in crate::report) survival: Survival,
    /// The interval at points of the distribution.
    pub(in crate::report) band: Vec<BandPoint>,
}

impl Curve {
    fn share(&self) -> String {
        format!("{:.0} %", self.survival.last_share() * 100.0)
    }
}

/// Sorts curves as the legend shows them: by share, the quicker first among equals.
pub(in crate::report) fn sort_curves(curves: &mut [Curve]) {
    let median = |curve: &Curve| curve.survival.quantile(0.5).unwrap_or(f64::INFINITY);
    curves.sort_by(|a, b| {
        let by_share = b.survival.last_share().total_cmp(&a.survival.last_share());
        by_share.then(median(a).total_cmp(&median(b))).then(a.name.cmp(&b.name))
    });
}

/// The scale of the curves; lengths below `least` count as 0.
pub(in crate::report) fn curves_scale(curves: &[Curve], least: f64) -> Scale {
    let all = curves.iter().flat_map(|curve| curve.survival.steps.iter().map(|step| step.at));
    Scale::log(all, least)
}

/// The chart. From the first run that a limit ended a line is faint, a lower bound, and it ends with
/// an open mark where the last run was solved or cut: beyond that nothing is known. A line that no
/// limit touched continues to the edge: higher limits would change nothing.
pub(in crate::report) fn steps_chart(
    curves: &[Curve],
    scale: &Scale,
    title: &str,
    across_title: &str,
    label: impl Fn(f64) -> String,
) -> Markup {
    let percent = Scale::Linear { high: 1.0 };
    let frame = Frame::of_chart(
        Axis {
            title: format!("{across_title} (logarithmic)"),
            ticks: scale.ticks(label),
            scale: scale.clone(),
        },
        Axis {
            title: "runs solved".to_owned(),
            ticks: percent.ticks(|share| format!("{:.0} %", share * 100.0)),
            scale: percent,
        },
    );
    let picture = frame.svg(title, &html! { @for curve in curves { (line(&frame, curve)) } });
    let entries: Vec<Entry<'_>> = curves
        .iter()
        .map(|curve| Entry { number: curve.number, name: &curve.name, value: curve.share() })
        .collect();
    chart(title, &picture, &entries)
}

fn line(frame: &Frame, curve: &Curve) -> Markup {
    let steps = &curve.survival.steps;
    let limit = curve.survival.first_censored().unwrap_or(f64::INFINITY);
    let mut path = format!("M{} {}", px(frame.x(0.0)), px(frame.y(0.0)));
    let mut faint = String::new();
    let (mut last_x, mut last_share) = (f64::NEG_INFINITY, 0.0);
    for step in steps {
        let (x, y) = (frame.x(step.at), frame.y(step.share));
        if step.at > limit && faint.is_empty() {
            path.push_str(&format!("H{}", px(frame.x(limit))));
            faint = format!("M{} {}", px(frame.x(limit)), px(frame.y(last_share)));
        }
        if step.share > last_share {
            let path = if step.at > limit { &mut faint } else { &mut path };
            // Steps closer than the eye can tell are drawn as one.
            if x - last_x > 0.3 {
                path.push_str(&format!("H{}", px(x)));
                last_x = x;
            }
            path.push_str(&format!("V{}", px(y)));
            last_share = step.share;
        }
    }
    let is_open = steps.iter().any(|step| step.censored > 0);
    let last = steps.last().map_or(0.0, |step| step.at);
    let end_x = if is_open { frame.x(last) } else { frame.end() };
    let tail = if faint.is_empty() { &mut path } else { &mut faint };
    tail.push_str(&format!("H{}", px(end_x)));
    // Half way up, where curves are apart.
    let half = steps.iter().find(|step| step.share > 0.0 && step.share >= last_share / 2.0);
    html! {
        g.series.(series_class(curve.number)) data-of=(curve.number) {
            (band(frame, &curve.band, end_x))
            path.line d=(path) {}
            @if !faint.is_empty() { path.line.faint d=(faint) {} }
            path.hit d={ (path) (faint) } {}
            @if let Some(half) = half {
                path.mark d=(marker(curve.number, frame.x(half.at), frame.y(half.share))) {}
            }
            @if is_open { path.mark.open d=(marker(curve.number, end_x, frame.y(last_share))) {} }
        }
    }
}

fn band(frame: &Frame, points: &[BandPoint], end_x: f64) -> Markup {
    let Some(first) = points.first() else { return html! {} };
    let start = px(frame.x(0.0));
    let mut path = format!("M{start} {}", px(frame.y(first.high)));
    for point in &points[1..] {
        path.push_str(&format!("H{}V{}", px(frame.x(point.at)), px(frame.y(point.high))));
    }
    path.push_str(&format!("H{}V{}", px(end_x), px(frame.y(points[points.len() - 1].low))));
    for pair in points.windows(2).rev() {
        path.push_str(&format!("H{}V{}", px(frame.x(pair[1].at)), px(frame.y(pair[0].low))));
    }
    path.push_str(&format!("H{start}z"));
    html! { path.band d=(path) {} }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{End, Observation};

    fn draw(runs: &[(f64, End)], band: Vec<BandPoint>) -> String {
        let runs = runs.iter().map(|&(at, end)| Observation { at, end }).collect();
        let survival = Survival::of(runs);
        let curves = [Curve { name: "some".to_owned(), number: 0, survival, band }];
        let scale = curves_scale(&curves, 1e-9);
        steps_chart(&curves, &scale, "title", "time", |x| x.to_string()).into_string()
    }

    /// A limit on nodes ends a run early in time, and another run is solved later: the line must
    /// not continue to the edge as if nothing were open.
    #[test]
    fn a_line_that_a_limit_touched_ends_with_an_open_mark() {
        let cut = draw(&[(1.0, End::Censored), (2.0, End::Solved), (0.5, End::Failed)], Vec::new());
        assert!(cut.contains("class=\"mark open\"") && cut.contains("class=\"line faint\""));
        let whole = draw(&[(1.0, End::Failed), (2.0, End::Solved)], Vec::new());
        assert!(!whole.contains("mark open") && !whole.contains("faint"), "{whole}");
    }

    #[test]
    fn bands_go_out_along_the_upper_ends_and_back_along_the_lower() {
        let point = |at, share, low, high| BandPoint { at, share, low, high };
        let band = vec![point(0.0, 0.0, 0.0, 0.2), point(1.0, 1.0, 0.8, 1.0)];
        let page = draw(&[(1.0, End::Solved)], band);
        let (_, rest) = page.split_once(r#"class="band" d=""#).unwrap();
        let path = rest.split_once('"').unwrap().0;
        let corners = path.matches(['H', 'V']).count();
        assert!(path.starts_with('M') && path.ends_with('z') && corners == 7, "{path}");
    }
}
