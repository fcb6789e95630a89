//! Texts of Parquet files, row by row.

use std::fs::File;
use std::io;
use std::sync::Arc;

use parquet::basic::{Compression, Type as Physical};
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, RowGroupMetaData};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use parquet::record::reader::RowIter;
use parquet::schema::types::Type;

use super::parquet::failed;

/// The columns of a Parquet file that have certain names and hold texts. Files may be compressed with
/// Snappy or gzip.
pub struct ParquetRows {
    rows: RowIter<'static>,
    columns: Vec<String>,
}

impl ParquetRows {
    /// Opens a file. Columns that are not there, or hold something else, are omitted.
    ///
    /// # Errors
    /// When it is not a Parquet file.
    pub fn open(file: File, names: &[&str]) -> io::Result<Self> {
        let reader = SerializedFileReader::new(file).map_err(failed)?;
        let groups = reader.metadata().row_groups().iter();
        let mut codecs =
            groups.flat_map(RowGroupMetaData::columns).map(ColumnChunkMetaData::compression);
        let is_known = |codec: &Compression| {
            matches!(codec, Compression::UNCOMPRESSED | Compression::SNAPPY | Compression::GZIP(_))
        };
        if let Some(codec) = codecs.find(|codec| !is_known(codec)) {
            return Err(io::Error::other(format!(
                "it is compressed with {codec}; write it with Snappy, with gzip or without compression"
            )));
        }
        let schema = reader.metadata().file_metadata().schema();
        let is_wanted = |column: &&Arc<Type>| {
            let is_text =
                column.is_primitive() && column.get_physical_type() == Physical::BYTE_ARRAY;
            is_text && names.contains(&column.name())
        };
        let fields: Vec<Arc<Type>> =
            schema.get_fields().iter().filter(is_wanted).cloned().collect();
        let columns = fields.iter().map(|field| field.name().to_owned()).collect();
        let wanted = Type::group_type_builder(schema.name()).with_fields(fields).build();
        let rows = RowIter::from_file_into(Box::new(reader));
        let rows = wanted.and_then(|wanted| rows.project(Some(wanted))).map_err(failed)?;
        Ok(Self { rows, columns })
    }

    /// Returns the names of the columns.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }
}

/// A row has a text for each column, or none where it is null.
impl Iterator for ParquetRows {
    type Item = io::Result<Vec<Option<String>>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.columns.is_empty() {
            return None;
        }
        let row = self.rows.next()?;
        let text = |field: &Field| match field {
            Field::Str(text) => Some(text.clone()),
            Field::Bytes(bytes) => bytes.as_utf8().ok().map(str::to_owned),
            _ => None,
        };
        let texts = |row: parquet::record::Row| {
            Ok(row.get_column_iter().map(|(_, field)| text(field)).collect())
        };
        Some(row.and_then(texts).map_err(|error: ParquetError| failed(error)))
    }
}
