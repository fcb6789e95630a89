//! Which configurations are the fastest, and how sure that is.

use maud::{Markup, html};

use super::columns::region;
use super::{Evidence, SPACE};
use crate::experiment::Table;
use crate::report::figures::plural;
use crate::report::plot::{breaking, px};
use crate::report::ranking::Ranked;

/// The section.
pub(super) fn section(table: &Table, evidence: &Evidence) -> Markup {
    let ranking = &evidence.ranking;
    if ranking.ranked.len() < 2 || ranking.puzzles == 0 {
        return html! {};
    }
    let count = ranking.ranked.len();
    let left_out = table.configurations.len() - count;
    html! {
        section #ranking {
            h2 { "Ranking by time" }
            p {
                "By processor time on " (plural(SPACE, ranking.puzzles as u64, "puzzle"))
                @if table.compared().contains(&false) { " that propagation alone does not solve" }
                "; an unsolved puzzle is longer than any solved one, and the mean rank is that over puzzles. The places are those that a configuration may have by the "
                a href="#pairs" { "comparisons of all pairs" } " together: after all that are significantly quicker, and before all that are "
                "significantly slower. All places hold at once with 95 % confidence (Klein, Wright and Wieczorek 2020)."
                @if left_out > 0 { " " (plural(SPACE, left_out as u64, "configuration")) " that " @if left_out == 1 { "supports" } @else { "support" } " only some of the boards " @if left_out == 1 { "is" } @else { "are" } " omitted." }
            }
            (region("Ranking by time", &html! {
                table.data {
                    thead { tr {
                        @for name in ["Configuration", "Mean rank", "Place", "Places from first to last"] { th scope="col" { (name) } }
                    } }
                    tbody {
                        @for ranked in &ranking.ranked {
                            tr data-of=(ranked.configuration) {
                                th scope="row" { a href={ "#configuration-" (ranked.configuration) } { (breaking(&table.names[ranked.configuration])) } }
                                td { (format!("{:.1}", ranked.mean_rank)) }
                                td { (places(ranked)) }
                                td { (bar(ranked, count)) }
                            }
                        }
                    }
                }
            }))
        }
    }
}

fn places(ranked: &Ranked) -> String {
    if ranked.best == ranked.worst {
        ranked.best.to_string()
    } else {
        format!("{} to {}", ranked.best, ranked.worst)
    }
}

/// The places as a bar.
fn bar(ranked: &Ranked, count: usize) -> Markup {
    let at = |place: usize| 4.0 + (place - 1) as f64 / (count - 1) as f64 * 192.0;
    html! {
        svg.places viewBox="0 0 200 12" width="200" height="12" aria-hidden="true" {
            path.track d="M4 6H196" {}
            path.share d={ "M" (px(at(ranked.best) - 3.0)) " 6H" (px(at(ranked.worst) + 3.0)) } {}
        }
    }
}
