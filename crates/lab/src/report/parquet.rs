//! Tables as Parquet files (format 2.6, not compressed). Absent values are null.
//!
//! Rows are buffered until they fill a row group, so memory does not grow with their number.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use super::column::{Cell, Kind};

/// Rows of a row group.
const GROUP: usize = 1 << 16;

/// The buffered values of a column; numbers with whether each row has one.
enum Column {
    Text(Vec<ByteArray>),
    /// The texts of all lists; for each text and each empty list whether there is a text, and whether it
    /// is in the same list as the one before.
    Texts(Vec<ByteArray>, Vec<i16>, Vec<i16>),
    Count(Vec<i64>, Vec<i16>),
    Real(Vec<f64>, Vec<i16>),
}

impl Column {
    fn of(kind: Kind) -> Self {
        match kind {
            Kind::Text => Self::Text(Vec::new()),
            Kind::Texts => Self::Texts(Vec::new(), Vec::new(), Vec::new()),
            Kind::Count => Self::Count(Vec::new(), Vec::new()),
            Kind::Real => Self::Real(Vec::new(), Vec::new()),
        }
    }

    fn push(&mut self, cell: Cell<'_>) {
        match (self, cell) {
            (Self::Text(texts), Cell::Text(text)) => texts.push(text.into()),
            (Self::Texts(_, defined, repeated), Cell::Texts([])) => {
                defined.push(0);
                repeated.push(0);
            }
            (Self::Texts(texts, defined, repeated), Cell::Texts(list)) => {
                for (index, text) in list.iter().enumerate() {
                    texts.push(text.as_str().into());
                    defined.push(1);
                    repeated.push(i16::from(index > 0));
                }
            }
            (Self::Count(values, defined), Cell::Count(count)) => {
                defined.push(i16::from(count.is_some()));
                // The column is declared unsigned, so only the bits matter.
                values.extend(count.map(u64::cast_signed));
            }
            (Self::Real(values, defined), Cell::Real(real)) => {
                defined.push(i16::from(real.is_some()));
                values.extend(real);
            }
            (_, cell) => unreachable!("the column does not hold {cell:?}"),
        }
    }
}

/// A Parquet file, written row by row.
///
/// ```
/// use quadrille_lab::report::{ColumnKind, ParquetTable};
///
/// let columns = [("puzzle", ColumnKind::Text), ("ratings.se121", ColumnKind::Real)];
/// let mut table = ParquetTable::new("puzzles", &columns, Vec::new())?;
/// table.write(&["1...............".into(), 1.5.into()])?;
/// assert!(table.finish()?.starts_with(b"PAR1"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct ParquetTable<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    columns: Vec<Column>,
    rows: usize,
}

impl<W: Write + Send> ParquetTable<W> {
    /// Starts a file with these columns. Columns that follow each other and have the same name up to a dot
    /// are the fields of a structure of that name.
    ///
    /// # Errors
    /// When the output fails.
    pub fn new(name: &str, columns: &[(&str, Kind)], out: W) -> io::Result<Self> {
        let field = |name: &str, kind| match kind {
            Kind::Text => format!("required binary {name} (UTF8);"),
            Kind::Texts => format!(
                "required group {name} (LIST) {{ repeated group list {{ \
                 required binary element (UTF8); }} }}"
            ),
            Kind::Count => format!("optional int64 {name} (INTEGER(64,false));"),
            Kind::Real => format!("optional double {name};"),
        };
        let parts = |&(name, kind): &(&'_ str, Kind)| match name.split_once('.') {
            Some((group, name)) => (Some(group.to_owned()), field(name, kind)),
            None => (None, field(name, kind)),
        };
        let parts: Vec<(Option<String>, String)> = columns.iter().map(parts).collect();
        let groups = parts.chunk_by(|(one, _), (other, _)| one.is_some() && one == other);
        let fields: String = groups
            .map(|group| {
                let fields: String = group.iter().map(|(_, field)| field.as_str()).collect();
                match &group[0].0 {
                    Some(name) => format!("required group {name} {{ {fields} }}"),
                    None => fields,
                }
            })
            .collect();
        let schema = parse_message_type(&format!("message {name} {{ {fields} }}"));
        let schema = Arc::new(schema.map_err(failed)?);
        let properties = WriterProperties::builder()
            .set_created_by(concat!("quadrille ", env!("CARGO_PKG_VERSION")).to_owned());
        let properties = Arc::new(properties.build());
        let writer = SerializedFileWriter::new(out, schema, properties).map_err(failed)?;
        let columns = columns.iter().map(|&(_, kind)| Column::of(kind)).collect();
        Ok(Self { writer, columns, rows: 0 })
    }

    /// Writes a row, with a cell for each column.
    ///
    /// # Errors
    /// When the output fails.
    ///
    /// # Panics
    /// When the cells are not of the kinds of the columns.
    pub fn write(&mut self, cells: &[Cell<'_>]) -> io::Result<()> {
        assert_eq!(cells.len(), self.columns.len(), "a cell for each column");
        for (column, &cell) in self.columns.iter_mut().zip(cells) {
            column.push(cell);
        }
        self.rows += 1;
        if self.rows == GROUP { self.write_group().map_err(failed) } else { Ok(()) }
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
                Column::Texts(texts, defined, repeated) => {
                    let writer = out.typed::<ByteArrayType>();
                    writer.write_batch(texts, Some(defined), Some(repeated))?;
                    texts.clear();
                    defined.clear();
                    repeated.clear();
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

    /// Completes the file, and returns the output.
    ///
    /// # Errors
    /// When the output fails.
    pub fn finish(mut self) -> io::Result<W> {
        if self.rows > 0 {
            self.write_group().map_err(failed)?;
        }
        self.writer.into_inner().map_err(failed)
    }
}

pub(super) fn failed(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}
