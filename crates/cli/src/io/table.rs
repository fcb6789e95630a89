//! Tables on the terminal: a rule below the header and one at the end.

use std::ops::Range;

use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};

/// Returns an empty table with that header.
pub(crate) fn table<'a>(header: impl AsRef<[&'a str]>) -> Table {
    let header = header.as_ref();
    let line = LineStyle::none().fill('─').junction('─');
    let mut table = Table::new();
    table.load_style(TableStyle::new().header_separator(line).bottom_border(line));
    table.set_header(header.to_vec());
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding(if index + 1 == header.len() { (0, 0) } else { (0, 2) });
    }
    table
}

/// Aligns columns of numbers to the right.
pub(crate) fn align_right(table: &mut Table, columns: Range<usize>) {
    for column in table.column_iter_mut().skip(columns.start).take(columns.len()) {
        column.set_cell_alignment(CellAlignment::Right);
    }
}

/// Returns the lines of a table, without trailing spaces.
pub(crate) fn text_of(table: &Table) -> String {
    table.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}
