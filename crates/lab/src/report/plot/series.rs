//! How curves are distinguished, and the legend that says which is which.
//!
//! The legend is HTML beside the picture, not text inside it: names of any length wrap, entries are
//! buttons that a keyboard reaches, and no label can collide with the axes.

use std::f64::consts::TAU;

use maud::{Markup, html};

use super::{breaking, px};

/// Colors that readers with any color vision can distinguish (after Okabe and Ito).
const COLORS: usize = 7;
const DASHES: usize = 4;
const MARKERS: usize = 5;

/// Up to this many curves show their bands at once; of more, only those that are highlighted.
const FEW: usize = 4;

/// Returns the classes of a series. As 7, 4 and 5 have no common factor, neighbors differ in both, 28
/// differ in color or dash, and with the marker 140 differ.
pub(super) fn series_class(number: usize) -> String {
    format!("c{} d{}", number % COLORS, number % DASHES)
}

/// Returns the path of the marker of a series.
pub(super) fn marker(number: usize, x: f64, y: f64) -> String {
    // Corners around the place: (how many, angle of the first in turns, distance).
    let (corners, turn, far) = match number % MARKERS {
        0 => return format!("M{} {}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", px(x - 4.0), px(y)),
        1 => (4, 0.125, 5.2),
        2 => (3, 0.75, 5.4),
        3 => (4, 0.0, 5.4),
        _ => (3, 0.25, 5.4),
    };
    let corner = |index: usize| {
        let angle = TAU * (turn + index as f64 / f64::from(corners));
        format!("{} {}", px(x + far * libm::cos(angle)), px(y + far * libm::sin(angle)))
    };
    let corners: Vec<String> = (0..corners as usize).map(corner).collect();
    format!("M{}z", corners.join("L"))
}

/// An entry of a legend.
#[derive(Clone, Debug)]
pub(super) struct Entry<'a> {
    /// Number of the configuration in the table.
    pub(super) number: usize,
    pub(super) name: &'a str,
    /// Where the curve ends.
    pub(super) value: String,
}

/// Returns a picture in a region that scrolls, with the legend beside it. The entries are in the
/// order in which the curves end.
pub(super) fn chart(label: &str, picture: &Markup, entries: &[Entry<'_>]) -> Markup {
    html! {
        div.chart.few[entries.len() <= FEW] data-few=(FEW) {
            div.wide tabindex="0" role="region" aria-label={ "Chart: " (label) } { (picture) }
            ul.legend aria-label={ "Curves: " (label) } {
                @for entry in entries {
                    li data-of=(entry.number) {
                        button type="button" aria-pressed="false" {
                            svg.swatch.series.(series_class(entry.number)) viewBox="0 0 48 14" width="48" height="14" aria-hidden="true" {
                                path.line d="M1 7H47" {}
                                path.mark d=(marker(entry.number, 24.0, 7.0)) {}
                            }
                            span.name { (breaking(entry.name)) }
                            " "
                            span.value { (entry.value) }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn series_differ() {
        let styles: HashSet<String> = (0..COLORS * DASHES).map(series_class).collect();
        assert_eq!(styles.len(), 28);
        let all: HashSet<(String, String)> =
            (0..140).map(|n| (series_class(n), marker(n, 0.0, 0.0))).collect();
        assert_eq!(all.len(), 140);
    }

    /// The classes mean nothing unless the style sheet tells them apart too.
    #[test]
    fn the_style_sheet_knows_all_classes() {
        let style = include_str!("../page/style.css");
        for dash in 1..DASHES {
            assert!(style.contains(&format!(".d{dash} .line {{ stroke-dasharray: ")), "d{dash}");
        }
        for color in 0..COLORS {
            // On light, dark and paper.
            assert_eq!(style.matches(&format!("--c{color}: #")).count(), 3, "c{color}");
            assert!(style.contains(&format!(".c{color} {{ --c: var(--c{color}); }}")), "c{color}");
        }
    }

    #[test]
    fn the_legend_shows_what_the_curve_shows() {
        let entry = Entry { number: 9, name: "a<b", value: "40 %".to_owned() };
        let legend = chart("some", &html! {}, &[entry]).into_string();
        assert!(legend.contains(&series_class(9)) && legend.contains(&marker(9, 24.0, 7.0)));
        assert!(legend.contains("a&lt;b") && legend.contains(r#"<div class="chart few""#));
    }
}
