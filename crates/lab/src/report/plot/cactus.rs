//! The cactus plot of the SAT competitions: how many puzzles a configuration solves when each may take so
//! long.

use maud::{Markup, html};

use super::{Axis, Frame, Scale, px, series_class, short, spread};

/// A configuration's line: the times of the puzzles that it solved, ascending, at least one.
#[derive(Clone, Debug)]
pub(in crate::report) struct Cactus {
    /// The configuration's name.
    pub(in crate::report) name: String,
    /// Its number in the report.
    pub(in crate::report) number: usize,
    /// Ascending.
    pub(in crate::report) times: Vec<f64>,
}

/// The plot, of so many puzzles in all.
pub(in crate::report) fn cactus_plot(
    mut lines: Vec<Cactus>,
    puzzles: usize,
    title: &str,
    up_title: &str,
    label: impl Fn(f64) -> String,
) -> Markup {
    lines.sort_by(|a, b| {
        let last = |line: &Cactus| line.times.last().copied().unwrap_or(f64::INFINITY);
        b.times.len().cmp(&a.times.len()).then(last(a).total_cmp(&last(b)))
    });
    let up = Scale::log(lines.iter().flat_map(|line| line.times.iter().copied()), 1e-9);
    let across = Scale::Whole { high: puzzles.max(1) as f64 };
    let frame = Frame {
        width: 960.0,
        height: (lines.len() as f64 * 16.0 + 84.0).max(400.0),
        right: 276.0,
        across: Axis {
            title: "puzzles solved".to_owned(),
            ticks: across.ticks(|n| format!("{n:.0}")),
            scale: across,
        },
        up: Axis { title: up_title.to_owned(), ticks: up.ticks(label), scale: up },
    };
    let end = |line: &Cactus| {
        let last = line.times.last().expect("a line is of puzzles that were solved");
        (frame.x(line.times.len() as f64), frame.y(*last))
    };
    let wishes: Vec<f64> = lines.iter().map(|line| end(line).1).collect();
    let places = spread(&wishes, 16.0, frame.top(), frame.bottom() + 30.0);
    let text_x = frame.end() + 26.0;
    let description: Vec<String> =
        lines.iter().map(|line| format!("{}: {}", line.name, line.times.len())).collect();
    frame.svg(
        title,
        &description.join("; "),
        &html! {
            @for (line, place) in lines.iter().zip(&places) {
                @let (end_x, end_y) = end(line);
                @let path = path(&frame, line);
                g.series.(series_class(line.number)) tabindex="0" {
                    title { (line.name) ": " (line.times.len()) " of " (puzzles) " puzzles" }
                    path.leader d={
                        "M" (px(end_x + 5.0)) " " (px(end_y)) "H" (px(frame.end().max(end_x + 5.0)))
                        "L" (px(text_x - 8.0)) " " (px(*place)) "h4"
                    } {}
                    path.line d=(path) {}
                    path.hit d=(path) {}
                    circle.dot cx=(px(end_x)) cy=(px(end_y)) r="3" {}
                    text x=(px(text_x)) y=(px(*place)) dy="0.35em" {
                        (short(&line.name, 28)) " " tspan.share { (line.times.len()) }
                    }
                }
            }
        },
    )
}

fn path(frame: &Frame, line: &Cactus) -> String {
    let mut path = String::new();
    let mut drawn = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    for (index, &time) in line.times.iter().enumerate() {
        let (x, y) = (frame.x((index + 1) as f64), frame.y(time));
        let last = index + 1 == line.times.len();
        if last || x - drawn.0 > 0.4 || (y - drawn.1).abs() > 0.4 {
            path.push_str(&format!(
                "{}{} {}",
                if path.is_empty() { "M" } else { "L" },
                px(x),
                px(y)
            ));
            drawn = (x, y);
        }
    }
    path
}
