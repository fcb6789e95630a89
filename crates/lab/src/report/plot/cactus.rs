//! The cactus plot of the SAT competitions: how many puzzles a configuration solves when each may
//! take a certain time.

use maud::{Markup, html};

use super::series::{Entry, chart, marker};
use super::{Axis, Frame, Scale, px, series_class};
use crate::stats::wilson;

/// A configuration's line: the times of the puzzles that it solved, ascending, at least one.
#[derive(Clone, Debug)]
pub(in crate::report) struct Cactus {
    /// The configuration's name.
    pub(in crate::report) name: String,
    /// Its number in the report.
    pub(in crate::report) number: usize,
    /// Ascending.
    pub(in crate::report) times: Vec<f64>,
    /// The puzzles that it ran on.
    pub(in crate::report) puzzles: usize,
}

/// Sorts lines as the legend shows them: by puzzles solved, the quicker first among equals.
pub(in crate::report) fn sort_lines(lines: &mut [Cactus]) {
    lines.sort_by(|a, b| {
        let last = |line: &Cactus| line.times.last().copied().unwrap_or(f64::INFINITY);
        let by_count = b.times.len().cmp(&a.times.len());
        by_count.then(last(a).total_cmp(&last(b))).then(a.name.cmp(&b.name))
    });
}

/// The scale of the number of puzzles.
pub(in crate::report) fn count_scale(puzzles: usize) -> Scale {
    Scale::Whole { high: puzzles.max(1) as f64 }
}

/// The chart, of that many puzzles in all.
pub(in crate::report) fn cactus_chart(
    lines: &[Cactus],
    puzzles: usize,
    title: &str,
    up_title: &str,
    label: impl Fn(f64) -> String,
) -> Markup {
    let up = Scale::log(lines.iter().flat_map(|line| line.times.iter().copied()), 1e-9);
    let across = count_scale(puzzles);
    let frame = Frame::of_chart(
        Axis {
            title: "puzzles solved".to_owned(),
            ticks: across.ticks(|n| format!("{n:.0}")),
            scale: across,
        },
        Axis { title: up_title.to_owned(), ticks: up.ticks(label), scale: up },
    );
    let entries: Vec<Entry<'_>> = lines
        .iter()
        .map(|line| Entry {
            number: line.number,
            name: &line.name,
            value: line.times.len().to_string(),
        })
        .collect();
    let picture = frame.svg(title, &html! { @for line in lines { (series(&frame, line)) } });
    chart(title, &picture, &entries)
}

fn series(frame: &Frame, line: &Cactus) -> Markup {
    let path = path(frame, &line.times, |count| count);
    let last = line.times.last().expect("a line is of puzzles that were solved");
    let half = line.times.len().div_ceil(2);
    let mark = |count: usize, time: f64| marker(line.number, frame.x(count as f64), frame.y(time));
    html! {
        g.series.(series_class(line.number)) data-of=(line.number) {
            (band(frame, line))
            path.line d=(path) {}
            path.hit d=(path) {}
            path.mark d=(mark(half, line.times[half - 1])) {}
            path.mark d=(mark(line.times.len(), *last)) {}
        }
    }
}

/// Wilson's interval of the number of puzzles solved within each time.
fn band(frame: &Frame, line: &Cactus) -> Markup {
    let total = line.puzzles.max(line.times.len());
    let end = |count: f64, is_high: bool| {
        let interval = wilson(count as u64, total as u64);
        let share = interval.map_or(0.0, |i| if is_high { i.high } else { i.low });
        share * total as f64
    };
    let out = path(frame, &line.times, |count| end(count, true));
    let back = path(frame, &line.times, |count| end(count, false));
    let mut corners: Vec<&str> = back.trim_start_matches('M').split('L').collect();
    corners.reverse();
    html! { path.band d={ (out) "L" (corners.join("L")) "z" } {} }
}

/// The path through the times of the first, second, ... puzzle, at places that `place` gives.
fn path(frame: &Frame, times: &[f64], place: impl Fn(f64) -> f64) -> String {
    let mut path = String::new();
    let mut drawn = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    for (index, &time) in times.iter().enumerate() {
        let (x, y) = (frame.x(place((index + 1) as f64)), frame.y(time));
        let is_last = index + 1 == times.len();
        if is_last || x - drawn.0 > 0.4 || (y - drawn.1).abs() > 0.4 {
            let command = if path.is_empty() { "M" } else { "L" };
            path.push_str(&format!("{command}{} {}", px(x), px(y)));
            drawn = (x, y);
        }
    }
    path
}
