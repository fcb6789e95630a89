//! Integration tests of the formats.

mod format_page;
mod formats;
mod plain_lines;
mod reading;
mod reading_speed;
mod readings;
mod records;
mod worst_files;
