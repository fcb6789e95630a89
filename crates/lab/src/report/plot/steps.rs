//! Run-time distributions as steps: the share of runs solved within x.

use maud::{Markup, html};

use super::{Axis, Frame, Scale, px, series_class, short, spread};
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
}

/// Height that a label takes.
const LABEL: f64 = 16.0;

/// The plot. From the first run that a limit ended a line is faint, a lower bound, and it ends with
/// an open ring where the last run was solved or cut: beyond that nothing is known. A line that no
/// limit touched continues to the edge: higher limits would change nothing.
pub(in crate::report) fn steps_plot(
    mut curves: Vec<Curve>,
    title: &str,
    across_title: &str,
    least: f64,
    label: impl Fn(f64) -> String,
) -> Markup {
    // Labels come in the order of the lines: by share, the quicker first among equals.
    let median = |curve: &Curve| curve.survival.quantile(0.5).unwrap_or(f64::INFINITY);
    curves.sort_by(|a, b| {
        let by_share = b.survival.last_share().total_cmp(&a.survival.last_share());
        by_share.then(median(a).total_cmp(&median(b)))
    });
    let all = curves.iter().flat_map(|curve| curve.survival.steps.iter().map(|step| step.at));
    let scale = Scale::log(all, least);
    let percent = Scale::Linear { high: 1.0 };
    let labels = curves.len() as f64 * LABEL;
    let frame = Frame {
        width: 960.0,
        height: (labels + 84.0).max(400.0),
        right: 276.0,
        across: Axis {
            title: format!("{across_title} (logarithmic)"),
            ticks: scale.ticks(label),
            scale,
        },
        up: Axis {
            title: "runs solved".to_owned(),
            ticks: percent.ticks(|share| format!("{:.0} %", share * 100.0)),
            scale: percent,
        },
    };
    let wishes: Vec<f64> =
        curves.iter().map(|curve| frame.y(curve.survival.last_share())).collect();
    let places = spread(&wishes, LABEL, frame.top(), frame.bottom() + 30.0);
    let description: Vec<String> = curves
        .iter()
        .map(|curve| format!("{}: {:.1} % solved", curve.name, curve.survival.last_share() * 100.0))
        .collect();
    frame.svg(
        title,
        &description.join("; "),
        &html! {
            @for ((curve, place), wish) in curves.iter().zip(&places).zip(&wishes) {
                (line(&frame, curve, *place, *wish))
            }
        },
    )
}

fn line(frame: &Frame, curve: &Curve, label_y: f64, end_y: f64) -> Markup {
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
    let censored: u32 = steps.iter().map(|step| step.censored).sum();
    let last = steps.last().map_or(0.0, |step| step.at);
    let open = censored > 0;
    let end_x = if open { frame.x(last) } else { frame.end() };
    let tail = if faint.is_empty() { &mut path } else { &mut faint };
    tail.push_str(&format!("H{}", px(end_x)));
    let text_x = frame.end() + 26.0;
    let leader = format!(
        "M{} {}H{}L{} {}h4",
        px(end_x + if open { 5.0 } else { 1.0 }),
        px(end_y),
        px(frame.end().max(end_x + 5.0)),
        px(text_x - 8.0),
        px(label_y)
    );
    let solved = format!("{:.0} %", curve.survival.last_share() * 100.0);
    html! {
        g.series.(series_class(curve.number)) tabindex="0" {
            title {
                (curve.name) ": " (solved) " of " (curve.survival.runs) " runs solved"
                @if open { "; a limit ended " (censored) }
            }
            path.leader d=(leader) {}
            path.line d=(path) {}
            @if !faint.is_empty() { path.line.faint d=(faint) {} }
            path.hit d={ (path) (faint) } {}
            @if open { circle.ring cx=(px(end_x)) cy=(px(end_y)) r="4" {} }
            text x=(px(text_x)) y=(px(label_y)) dy="0.35em" {
                (short(&curve.name, 28)) " " tspan.share { (solved) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{End, Observation};

    /// A limit on nodes ends a run early in time, and another run is solved later: the line must
    /// not go on to the edge as if nothing were open.
    #[test]
    fn a_line_that_a_limit_touched_ends_with_a_ring() {
        let draw = |runs: &[(f64, End)]| {
            let runs = runs.iter().map(|&(at, end)| Observation { at, end }).collect();
            let curve = Curve { name: "some".to_owned(), number: 0, survival: Survival::of(runs) };
            steps_plot(vec![curve], "title", "time", 1e-9, |x| x.to_string()).into_string()
        };
        let cut = draw(&[(1.0, End::Censored), (2.0, End::Solved), (0.5, End::Failed)]);
        assert!(cut.contains("class=\"ring\"") && cut.contains("; a limit ended 1<"), "{cut}");
        let whole = draw(&[(1.0, End::Failed), (2.0, End::Solved)]);
        assert!(!whole.contains("ring") && !whole.contains("limit"), "{whole}");
    }
}
