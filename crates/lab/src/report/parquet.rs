//! Runs, summary and pairs as Parquet (format 2.6, not compressed): the columns of the CSV files,
//! with types. Absent values are null.
//!
//! Rows are held back until they make a row group, so memory does not grow with their number.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use super::export::Kind;

/// Rows of a row group.
const GROUP: usize = 1 << 16;

/// What a column holds back.
enum Column {
    Text(Vec<ByteArray>),
    /// The values that are there, and for each row whether it has one.
    Count(Vec<i64>, Vec<i16>),
    Real(Vec<f64>, Vec<i16>),
}

impl Column {
    fn of(kind: Kind) -> Self {
        match kind {
            Kind::Text => Self::Text(Vec::new()),
            Kind::Count => Self::Count(Vec::new(), Vec::new()),
            Kind::Real => Self::Real(Vec::new(), Vec::new()),
        }
    }
}

/// A table of Parquet, written row by row.
pub(super) struct ParquetTable<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    columns: Vec<Column>,
    /// The column of the next cell.
    next: usize,
    rows: usize,
}

impl<W: Write + Send> ParquetTable<W> {
    /// A table of those columns; only counts and reals may be absent.
    pub(super) fn new(name: &str, columns: &[(&str, Kind)], out: W) -> io::Result<Self> {
        let field = |&(name, kind): &(&str, Kind)| match kind {
            Kind::Text => format!("required binary {name} (UTF8);"),
            Kind::Count => format!("optional int64 {name} (INTEGER(64,false));"),
            Kind::Real => format!("optional double {name};"),
        };
        let fields: String = columns.iter().map(field).collect();
        let schema = parse_message_type(&format!("message {name} {{ {fields} }}"));
        let schema = Arc::new(schema.map_err(failed)?);
        let properties = WriterProperties::builder()
            .set_created_by(concat!("quadrille ", env!("CARGO_PKG_VERSION")).to_owned());
        let properties = Arc::new(properties.build());
        let writer = SerializedFileWriter::new(out, schema, properties).map_err(failed)?;
        let columns = columns.iter().map(|&(_, kind)| Column::of(kind)).collect();
        Ok(Self { writer, columns, next: 0, rows: 0 })
    }

    fn column(&mut self) -> &mut Column {
        self.next += 1;
        &mut self.columns[self.next - 1]
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for column in &mut self.columns {
            let mut out = group.next_column()?.expect("a column of the schema");
            match column {
                Column::Text(texts) => {
                    out.typed::<ByteArrayType>().write_batch(texts, None, None)?;
                    texts.clear();
                }
                Column::Count(values, defined) => {
                    out.typed::<Int64Type>().write_batch(values, Some(defined), None)?;
                    values.clear();
                    defined.clear();
                }
                Column::Real(values, defined) => {
                    out.typed::<DoubleType>().write_batch(values, Some(defined), None)?;
                    values.clear();
                    defined.clear();
                }
            }
            out.close()?;
        }
        group.close()?;
        self.rows = 0;
        Ok(())
    }

    /// The next cell of the row.
    pub(super) fn text(&mut self, text: &str) {
        match self.column() {
            Column::Text(texts) => texts.push(text.into()),
            _ => unreachable!("the column holds numbers"),
        }
    }

    /// The next cell of the row.
    pub(super) fn count(&mut self, count: Option<u64>) {
        match self.column() {
            Column::Count(values, defined) => {
                defined.push(i16::from(count.is_some()));
                // The bits: the column is declared to be without sign.
                values.extend(count.map(u64::cast_signed));
            }
            _ => unreachable!("the column holds no counts"),
        }
    }

    /// The next cell of the row.
    pub(super) fn real(&mut self, real: Option<f64>) {
        match self.column() {
            Column::Real(values, defined) => {
                defined.push(i16::from(real.is_some()));
                values.extend(real);
            }
            _ => unreachable!("the column holds no reals"),
        }
    }

    pub(super) fn end_row(&mut self) -> io::Result<()> {
        assert_eq!(self.next, self.columns.len(), "a cell for each column");
        self.next = 0;
        self.rows += 1;
        if self.rows == GROUP { self.write_group().map_err(failed) } else { Ok(()) }
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        if self.rows > 0 {
            self.write_group().map_err(failed)?;
        }
        self.writer.close().map_err(failed)?;
        Ok(())
    }
}

fn failed(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}
