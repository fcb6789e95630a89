//! Reports: the summary as a table, as JSON rows, and as a page.

mod algorithms;
mod by_puzzle;
mod export;
mod figures;
mod page;
mod parquet;
mod plot;
mod summary;
mod text;

pub use algorithms::{Measured, algorithms_page, read_measured};
pub use by_puzzle::{Measure, Pair, compare_pairs};
pub use export::{RunsTable, TableFormat, pairs_table, summary_csv, summary_parquet};
pub use page::{About, html_page};
pub use summary::{SummaryRow, summarize};
pub use text::{TextStyle, text_table, tuned_table};

pub(crate) use figures::Space;
pub(crate) use text::{rule_style, wrapped};
