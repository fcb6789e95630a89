//! Configurations by puzzles: how long each took, as a color.

use maud::{Markup, html};

use super::{px, short};

/// A cell of the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::report) enum Heat {
    /// Solved; the shade, 0 = quickest to 6 = slowest.
    Solved(u8),
    /// Not solved in most runs.
    Unsolved,
    /// Not run.
    Absent,
}

/// A row of the map.
#[derive(Clone, Debug)]
pub(in crate::report) struct HeatRow<'a> {
    /// Number of the configuration in the table.
    pub(in crate::report) number: usize,
    pub(in crate::report) name: &'a str,
    /// By puzzle.
    pub(in crate::report) cells: Vec<Heat>,
}

/// The map. `puzzles` are the indices that the columns have in the table below.
pub(in crate::report) fn heat_map(rows: &[HeatRow<'_>], puzzles: &[usize], title: &str) -> Markup {
    // For 26 wide letters and the number.
    let left = 262.0;
    let width = (680.0 / puzzles.len().max(1) as f64).min(18.0);
    let tall = 18.0;
    let (all_wide, all_tall) = (960.0, rows.len() as f64 * tall + 30.0);
    // The words below do not meet, however few the puzzles.
    let right = (left + width * puzzles.len() as f64).max(left + 90.0);
    html! {
        svg.plot.heat role="img" aria-label=(title) viewBox={ "0 0 " (px(all_wide)) " " (px(all_tall)) }
            width=(px(all_wide)) height=(px(all_tall)) {
            // The script moves the rows that are left when others are hidden.
            @for (index, row) in rows.iter().enumerate() {
                g data-of=(row.number) data-row=(px(tall)) transform={ "translate(0 " (px(index as f64 * tall)) ")" } {
                    text x=(px(left - 10.0)) y=(px(tall / 2.0)) dy="0.35em" text-anchor="end" { (index + 1) "\u{a0}" (short(row.name, 26)) }
                    // Neighbors of one shade are one rectangle.
                    @for (from, count, heat) in runs(&row.cells) {
                        @let x = left + from as f64 * width;
                        rect.(class(heat)) x=(px(x)) y="1" width=(px(count as f64 * width)) height=(px(tall - 2.0)) {}
                    }
                }
            }
            g.puzzles {
                @for (column, puzzle) in puzzles.iter().enumerate() {
                    rect.probe data-puzzle=(puzzle) x=(px(left + column as f64 * width)) y="0" width=(px(width)) height=(px(rows.len() as f64 * tall)) {}
                }
            }
            text.note x=(px(left)) y=(px(all_tall - 8.0)) { "easier" }
            text.note x=(px(right)) y=(px(all_tall - 8.0)) text-anchor="end" { "harder" }
        }
    }
}

/// Runs of equal cells: where each begins, and how many they are.
fn runs(row: &[Heat]) -> Vec<(usize, usize, Heat)> {
    let mut from = 0;
    row.chunk_by(|a, b| a == b)
        .map(|same| {
            from += same.len();
            (from - same.len(), same.len(), same[0])
        })
        .collect()
}

fn class(heat: Heat) -> String {
    match heat {
        Heat::Solved(shade) => format!("h{shade}"),
        Heat::Unsolved => "unsolved".to_owned(),
        Heat::Absent => "absent".to_owned(),
    }
}
