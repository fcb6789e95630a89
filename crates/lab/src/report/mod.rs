//! Reports: the summary as text and files, the HTML page, and `docs/reference/algorithms.md`.

mod algorithms;
mod bands;
mod best;
mod by_puzzle;
mod changes;
mod column;
mod compare;
mod export;
mod figures;
mod files;
mod hardness;
mod measure;
mod noise;
mod page;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(feature = "parquet")]
mod parquet_rows;
mod plot;
mod ranking;
mod summary;
mod text;

pub use algorithms::{Measured, MeasuredError, algorithms_page, read_measured};
pub(crate) use by_puzzle::runs_to_detect;
pub use by_puzzle::{Pair, SuccessPair, compare_pairs, compare_success};
pub use changes::{Change, Changes, changes_table};
pub use column::{Cell as TableCell, Kind as ColumnKind};
pub use compare::text_table;
#[cfg(feature = "parquet")]
pub use export::summary_parquet;
pub use export::{RunsTable, TableFormat, pairs_table, summary_csv};
pub use files::{FILES, LOG, PAGE, ReportFiles, write_for_paper, write_report};
pub use hardness::{Hardness, HardnessRow};
pub use measure::Measure;
pub use page::{About, POLICY, ReportFile, html_page};
#[cfg(feature = "parquet")]
pub use parquet::ParquetTable;
#[cfg(feature = "parquet")]
pub use parquet_rows::ParquetRows;
pub use ranking::{Ranked, Ranking};
pub use summary::{SummaryRow, summarize};
pub use text::{TextFormat, TextStyle, tuned_table};

pub(crate) use figures::{Space, plural};
pub(crate) use text::wrapped;
