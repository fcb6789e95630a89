//! `Column` and `Table`: Arrow data that Python can read with any library of data frames, or with
//! none.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int8Type, Int32Type, UInt32Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, DictionaryArray, GenericStringArray, Int8Array, OffsetSizeTrait, RecordBatch,
    StringArray,
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, Schema};
use pyo3::exceptions::{PyIndexError, PyKeyError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyIterator, PyList};

use crate::capsule::{self, arrow_error};

/// The words of a column of words.
pub(crate) type Names = &'static [&'static str];

/// A piece of a column of texts.
#[derive(Default)]
pub(crate) struct TextPart {
    text: Vec<u8>,
    /// The length of each text; `NULL` for none.
    lengths: Vec<u32>,
}

const NULL: u32 = u32::MAX;

impl TextPart {
    /// Adds a text or null.
    ///
    /// # Panics
    /// If the text has 4 GiB or more.
    pub(crate) fn push(&mut self, text: Option<&[u8]>) {
        self.lengths.push(text.map_or(NULL, |text| {
            self.text.extend_from_slice(text);
            u32::try_from(text.len())
                .ok()
                .filter(|&length| length != NULL)
                .expect("texts are short")
        }));
    }
}

/// Joins the pieces of a column, as `Utf8` if its offsets are large enough.
pub(crate) fn join<'a>(parts: impl Iterator<Item = &'a TextPart> + Clone) -> PyResult<ArrayRef> {
    let bytes: usize = parts.clone().map(|part| part.text.len()).sum();
    if i32::try_from(bytes).is_ok() { joined::<i32>(parts) } else { joined::<i64>(parts) }
}

fn joined<'a, O: OffsetSizeTrait>(
    parts: impl Iterator<Item = &'a TextPart> + Clone,
) -> PyResult<ArrayRef> {
    let bytes: usize = parts.clone().map(|part| part.text.len()).sum();
    let rows: usize = parts.clone().map(|part| part.lengths.len()).sum();
    let mut text = Vec::with_capacity(bytes);
    let mut offsets = Vec::with_capacity(rows + 1);
    let mut end = 0;
    offsets.push(O::usize_as(0));
    for part in parts.clone() {
        text.extend_from_slice(&part.text);
        offsets.extend(part.lengths.iter().map(|&length| {
            end += if length == NULL { 0 } else { length as usize };
            O::usize_as(end)
        }));
    }
    let nulls: NullBuffer =
        parts.flat_map(|part| part.lengths.iter()).map(|&length| length != NULL).collect();
    let nulls = Some(nulls).filter(|nulls| nulls.null_count() > 0);
    let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
    let array = GenericStringArray::<O>::try_new(offsets, Buffer::from_vec(text), nulls);
    Ok(Arc::new(array.map_err(arrow_error)?))
}

/// Returns a column of words, given by their indices.
pub(crate) fn dictionary(words: impl Iterator<Item = i8>, names: Names) -> ArrayRef {
    let keys: Int8Array = words.map(Some).collect();
    let keys = Int8Array::new(keys.values().clone(), None);
    let names = Arc::new(StringArray::from(names.to_vec()));
    Arc::new(DictionaryArray::<Int8Type>::new(keys, names))
}

/// Returns an item as a Python object.
fn item(py: Python<'_>, array: &ArrayRef, index: usize) -> PyResult<Py<PyAny>> {
    if array.is_null(index) {
        return Ok(py.None());
    }
    fn made<'py, T: IntoPyObject<'py>>(py: Python<'py>, value: T) -> PyResult<Py<PyAny>> {
        use pyo3::BoundObject;
        let object = value.into_pyobject(py).map_err(Into::into)?;
        Ok(object.into_any().unbind())
    }
    match array.data_type() {
        DataType::Utf8 => made(py, array.as_string::<i32>().value(index)),
        DataType::LargeUtf8 => made(py, array.as_string::<i64>().value(index)),
        DataType::Boolean => made(py, array.as_boolean().value(index)),
        DataType::Int32 => made(py, array.as_primitive::<Int32Type>().value(index)),
        DataType::UInt32 => made(py, array.as_primitive::<UInt32Type>().value(index)),
        DataType::UInt64 => made(py, array.as_primitive::<UInt64Type>().value(index)),
        DataType::Float64 => made(py, array.as_primitive::<Float64Type>().value(index)),
        DataType::Struct(fields) => {
            let dict = PyDict::new(py);
            for (field, column) in fields.iter().zip(array.as_struct().columns()) {
                dict.set_item(field.name(), item(py, column, index)?)?;
            }
            made(py, dict)
        }
        DataType::Dictionary(..) => {
            let array = array.as_dictionary::<Int8Type>();
            let key = usize::try_from(array.keys().value(index)).expect("keys are indices");
            item(py, array.values(), key)
        }
        other => unreachable!("no column is of {other}"),
    }
}

/// A column of answers.
#[pyclass(frozen, module = "quadrille")]
pub(crate) struct Column {
    field: Field,
    array: ArrayRef,
}

#[pymethods]
impl Column {
    /// The name of the column.
    #[getter]
    fn name(&self) -> &str {
        self.field.name()
    }

    /// The number of nulls.
    #[getter]
    fn null_count(&self) -> usize {
        self.array.null_count()
    }

    fn __len__(&self) -> usize {
        self.array.len()
    }

    fn __getitem__(&self, py: Python<'_>, index: isize) -> PyResult<Py<PyAny>> {
        let from_end = if index < 0 { self.array.len().cast_signed() } else { 0 };
        match usize::try_from(index.saturating_add(from_end))
            .ok()
            .filter(|&index| index < self.array.len())
        {
            Some(index) => item(py, &self.array, index),
            None => Err(PyIndexError::new_err("the column has no such row")),
        }
    }

    fn __repr__(&self) -> String {
        format!("<quadrille.Column {:?}: {} rows>", self.field.name(), self.array.len())
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyIterator>> {
        slf.get().to_pylist(slf.py())?.try_iter()
    }

    /// Returns the values as a list.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for index in 0..self.array.len() {
            list.append(item(py, &self.array, index)?)?;
        }
        Ok(list)
    }

    /// Returns the column as a `pyarrow.Array`.
    fn to_pyarrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("pyarrow")?.call_method1("array", (slf,))
    }

    /// Returns the column as a `polars.Series`.
    fn to_polars<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let series = slf.py().import("polars")?.call_method1("Series", (slf,))?;
        series.call_method1("alias", (slf.get().name(),))
    }

    /// Returns the column as a `pandas.Series`, through pyarrow.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let series = Self::to_pyarrow(slf)?.call_method0("to_pandas")?;
        series.call_method1("rename", (slf.get().name(),))
    }

    /// Returns the column as a `numpy.ndarray`, through pyarrow.
    fn to_numpy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let options = PyDict::new(slf.py());
        options.set_item("zero_copy_only", false)?;
        Self::to_pyarrow(slf)?.call_method("to_numpy", (), Some(&options))
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        // A producer may ignore what is requested.
        let _ = requested_schema;
        capsule::export_array(py, &self.array)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule::export_field(py, &self.field)
    }
}

/// The answers to a column of puzzles: a row for each, in their order.
#[pyclass(frozen, module = "quadrille")]
pub(crate) struct Table {
    batch: RecordBatch,
}

impl Table {
    /// Returns a table of columns of the same length.
    pub(crate) fn of(columns: Vec<(&str, ArrayRef)>) -> PyResult<Self> {
        let fields =
            columns.iter().map(|(name, array)| Field::new(*name, array.data_type().clone(), true));
        let schema = Schema::new(fields.collect::<Vec<_>>());
        let arrays = columns.into_iter().map(|(_, array)| array).collect();
        let batch = RecordBatch::try_new(Arc::new(schema), arrays).map_err(arrow_error)?;
        Ok(Self { batch })
    }
}

#[pymethods]
impl Table {
    /// The number of rows.
    #[getter]
    fn num_rows(&self) -> usize {
        self.batch.num_rows()
    }

    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.batch.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// Returns a column by its name.
    fn column(&self, name: &str) -> PyResult<Column> {
        let schema = self.batch.schema();
        match schema.column_with_name(name) {
            None => Err(PyKeyError::new_err(format!(
                "no column {name:?}; there are {}",
                self.column_names().join(", ")
            ))),
            Some((index, field)) => {
                Ok(Column { field: field.clone(), array: self.batch.column(index).clone() })
            }
        }
    }

    fn __getitem__(&self, name: &str) -> PyResult<Column> {
        self.column(name)
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    fn __repr__(&self) -> String {
        let names = self.column_names().join(", ");
        format!("<quadrille.Table ({names}): {} rows>", self.batch.num_rows())
    }

    /// Returns the rows as a list of dictionaries.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let (list, names) = (PyList::empty(py), self.column_names());
        for row in 0..self.batch.num_rows() {
            let fields = PyDict::new(py);
            for (name, column) in names.iter().zip(self.batch.columns()) {
                fields.set_item(name, item(py, column, row)?)?;
            }
            list.append(fields)?;
        }
        Ok(list)
    }

    /// Returns the table as a `pyarrow.Table`.
    fn to_pyarrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("pyarrow")?.call_method1("table", (slf,))
    }

    /// Returns the table as a `polars.DataFrame`.
    fn to_polars<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("polars")?.call_method1("DataFrame", (slf,))
    }

    /// Returns the table as a `pandas.DataFrame`, through pyarrow.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::to_pyarrow(slf)?.call_method0("to_pandas")
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        capsule::export_stream(py, &self.batch)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule::export_schema(py, &self.batch.schema())
    }
}
