//! Integration tests of the formats.

mod format_page;
mod formats;
mod plain_lines;
mod reading_speed;
mod worst_files;
