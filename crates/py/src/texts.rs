//! Columns of texts as they come in: Arrow arrays of every type of text, or Python strings.

use std::ops::Range;

use arrow_array::builder::LargeBinaryBuilder;
use arrow_array::cast::AsArray;
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, FixedSizeBinaryArray, LargeBinaryArray,
};
use arrow_buffer::{Buffer, NullBuffer};
use arrow_schema::DataType;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use crate::capsule;

/// An array whose items are texts, or null.
enum Texts {
    Small(BinaryArray),
    Large(LargeBinaryArray),
    View(BinaryViewArray),
    Fixed(FixedSizeBinaryArray),
    Dictionary { keys: Vec<usize>, nulls: Option<NullBuffer>, values: Box<Texts> },
    Null(usize),
}

impl Texts {
    fn of(array: &ArrayRef) -> PyResult<Self> {
        Ok(match array.data_type() {
            DataType::Utf8 => Self::Small(array.as_string::<i32>().clone().into()),
            DataType::LargeUtf8 => Self::Large(array.as_string::<i64>().clone().into()),
            DataType::Utf8View => Self::View(array.as_string_view().clone().to_binary_view()),
            DataType::Binary => Self::Small(array.as_binary().clone()),
            DataType::LargeBinary => Self::Large(array.as_binary().clone()),
            DataType::BinaryView => Self::View(array.as_binary_view().clone()),
            DataType::FixedSizeBinary(_) => Self::Fixed(array.as_fixed_size_binary().clone()),
            DataType::Null => Self::Null(array.len()),
            DataType::Dictionary(..) => {
                let dictionary = array.as_any_dictionary();
                let nulls = dictionary.nulls().cloned();
                let values = Box::new(Self::of(dictionary.values())?);
                let no_values = dictionary.values().is_empty();
                let keys = if no_values { Vec::new() } else { dictionary.normalized_keys() };
                match no_values {
                    true => Self::Null(array.len()),
                    false => Self::Dictionary { keys, nulls, values },
                }
            }
            DataType::Struct(fields) => {
                let table = array.as_struct();
                let column = match (table.column_by_name("puzzle"), table.columns()) {
                    (Some(column), _) => column,
                    (None, [column]) => column,
                    _ => {
                        let names: Vec<&str> =
                            fields.iter().map(|field| field.name().as_str()).collect();
                        return Err(PyTypeError::new_err(format!(
                            "no column `puzzle` in the table (it has {}); pass the column itself",
                            names.join(", ")
                        )));
                    }
                };
                return Self::of(column);
            }
            other => {
                return Err(PyTypeError::new_err(format!(
                    "a column of {other}; expected one of strings or binary texts"
                )));
            }
        })
    }

    fn len(&self) -> usize {
        match self {
            Self::Small(array) => array.len(),
            Self::Large(array) => array.len(),
            Self::View(array) => array.len(),
            Self::Fixed(array) => array.len(),
            Self::Dictionary { keys, .. } => keys.len(),
            Self::Null(len) => *len,
        }
    }

    fn get(&self, index: usize) -> Option<&[u8]> {
        match self {
            Self::Small(array) => array.is_valid(index).then(|| array.value(index)),
            Self::Large(array) => array.is_valid(index).then(|| array.value(index)),
            Self::View(array) => array.is_valid(index).then(|| array.value(index)),
            Self::Fixed(array) => array.is_valid(index).then(|| array.value(index)),
            Self::Dictionary { keys, nulls, values } => {
                let is_valid = nulls.as_ref().is_none_or(|nulls| nulls.is_valid(index));
                is_valid.then(|| values.get(keys[index])).flatten()
            }
            Self::Null(_) => None,
        }
    }
}

/// The rows of a column, in one or more arrays.
pub(crate) struct Rows {
    chunks: Vec<Texts>,
    /// The index of the first row of each chunk.
    starts: Vec<usize>,
    len: usize,
}

impl Rows {
    /// Returns the rows of an Arrow object or of an iterable of strings.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let chunks = match capsule::import(object)? {
            Some(arrays) => arrays.iter().map(Texts::of).collect::<PyResult<_>>()?,
            None => vec![Texts::Large(strings(object)?)],
        };
        let mut rows = Self { chunks, starts: Vec::new(), len: 0 };
        for chunk in &rows.chunks {
            rows.starts.push(rows.len);
            rows.len += chunk.len();
        }
        Ok(rows)
    }

    /// Returns the rows of boards of 81 digits each, 0 = empty. A digit beyond 9 makes its row no
    /// puzzle.
    pub(crate) fn of_digits(digits: &[u8]) -> Self {
        let symbols: Vec<u8> =
            digits.iter().map(|digit| if *digit < 10 { b'0' + digit } else { b'?' }).collect();
        let len = digits.len() / 81;
        let texts = FixedSizeBinaryArray::new(81, Buffer::from_vec(symbols), None);
        Self { chunks: vec![Texts::Fixed(texts)], starts: vec![0], len }
    }

    /// Returns the number of rows.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns the texts of some rows.
    pub(crate) fn get(&self, row: usize) -> Option<&[u8]> {
        self.range(row..row + 1).next().flatten()
    }

    /// Returns the texts of these rows.
    pub(crate) fn range(&self, range: Range<usize>) -> impl Iterator<Item = Option<&[u8]>> {
        let mut chunk = self.starts.partition_point(|&start| start <= range.start).max(1) - 1;
        range.map(move |row| {
            while row - self.starts[chunk] >= self.chunks[chunk].len() {
                chunk += 1;
            }
            self.chunks[chunk].get(row - self.starts[chunk])
        })
    }
}

/// Returns Python strings as an array.
fn strings(object: &Bound<'_, PyAny>) -> PyResult<LargeBinaryArray> {
    let is_one = object.is_instance_of::<PyString>()
        || object.is_instance_of::<PyBytes>()
        || object.is_instance_of::<PyDict>();
    let items = match object.try_iter() {
        Ok(items) if !is_one => Some(items),
        Err(error) if !error.is_instance_of::<PyTypeError>(object.py()) => return Err(error),
        _ => None,
    };
    let Some(items) = items else {
        let kind = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "expected a column of puzzles, not {kind}; for one puzzle, call the function without \
             _batch"
        )));
    };
    let mut texts = LargeBinaryBuilder::new();
    for (row, item) in items.enumerate() {
        let item = item?;
        if row.is_multiple_of(1 << 14) {
            object.py().check_signals()?;
        }
        if item.is_none() {
            texts.append_null();
        } else if let Ok(text) = item.cast::<PyString>() {
            texts.append_value(text.to_cow()?.as_bytes());
        } else if let Ok(text) = item.cast::<PyBytes>() {
            texts.append_value(text.as_bytes());
        } else if let Ok(text) = item.getattr("text").and_then(|text| text.extract::<String>()) {
            texts.append_value(text.as_bytes());
        } else {
            let kind = item.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "row {row} is of type {kind}; expected str, bytes, Puzzle or None"
            )));
        }
    }
    Ok(texts.finish())
}
