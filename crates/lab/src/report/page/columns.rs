//! Tables: headings that sort, their explanations, cells, and regions that scroll.

use maud::{Markup, html};

use crate::report::plot::breaking;

/// How a column sorts at the first click: the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// Text, alphabetically.
    Text,
    /// Numbers, of which less is better.
    LowFirst,
    /// Numbers, of which more is better.
    HighFirst,
}

/// A column of a table that sorts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    pub(super) name: &'static str,
    pub(super) sort: Sort,
    /// What the name leaves open, for the list below the table; may be empty.
    pub(super) help: &'static str,
}

impl Column {
    pub(super) const fn new(name: &'static str, sort: Sort, help: &'static str) -> Self {
        Self { name, sort, help }
    }
}

/// The head of a table whose rows are sorted by the column named `sorted`, the best first.
pub(super) fn head(columns: &[Column], sorted: Option<&str>) -> Markup {
    let first = |column: &Column| match column.sort {
        Sort::HighFirst => "descending",
        Sort::Text | Sort::LowFirst => "ascending",
    };
    html! {
        thead { tr {
            @for column in columns {
                th scope="col" data-kind=(if column.sort == Sort::Text { "text" } else { "number" })
                    data-first=(first(column)) aria-sort=[(sorted == Some(column.name)).then(|| first(column))] {
                    button type="button" { (column.name) }
                }
            }
        } }
    }
}

/// The explanations of the columns.
pub(super) fn help(columns: &[Column]) -> Markup {
    html! {
        dl.columns {
            @for column in columns.iter().filter(|column| !column.help.is_empty()) {
                div { dt { (column.name) } dd { (column.help) } }
            }
        }
    }
}

/// A cell that sorts by `value`; absent values sort last.
pub(super) fn cell(value: Option<f64>, text: &str, is_best: bool) -> Markup {
    html! {
        td.absent[value.is_none()] data-value=[value.map(|value| value.to_string())] {
            (marked(text, is_best))
        }
    }
}

/// A text, marked for eyes and ears if it is the best of its column.
pub(super) fn marked(text: &str, is_best: bool) -> Markup {
    html! { @if is_best { strong.best { (text) span.sr { " (best)" } } } @else { (text) } }
}

/// A region that scrolls where its content is wider than the page; a keyboard can scroll it too.
pub(super) fn region(label: &str, content: &Markup) -> Markup {
    html! { div.wide tabindex="0" role="region" aria-label=(label) { (content) } }
}

/// A row of the table of a chart.
pub(super) struct DataRow<'a> {
    /// Number of the configuration in the table.
    pub(super) number: usize,
    pub(super) name: &'a str,
    pub(super) cells: Vec<String>,
}

/// The values of a chart as a table that opens, for those who cannot see or point.
pub(super) fn data_table(label: &str, heads: &[String], rows: &[DataRow<'_>]) -> Markup {
    html! {
        details {
            summary { "Values: " (label) }
            (region(&format!("Values: {label}"), &html! {
                table.data {
                    thead { tr {
                        th scope="col" { "Configuration" }
                        @for head in heads { th scope="col" { (head) } }
                    } }
                    tbody {
                        @for row in rows {
                            tr data-of=(row.number) {
                                th scope="row" { (breaking(row.name)) }
                                @for cell in &row.cells { td { (cell) } }
                            }
                        }
                    }
                }
            }))
        }
    }
}
