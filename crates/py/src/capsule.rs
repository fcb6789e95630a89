//! Arrow data in and out through the PyCapsule interface: two methods that every library of data
//! frames has. All `unsafe` of the package is here.
//!
//! A capsule holds a pointer to a C struct with a function that releases it. A consumer that takes the data
//! over moves the struct and leaves a released one behind, so that nothing is freed twice.

use std::ffi::CStr;
use std::ptr::NonNull;

use arrow_array::ffi::{FFI_ArrowArray, from_ffi, to_ffi};
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchIterator, make_array};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, Field, Schema};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};

const STREAM: &CStr = c"arrow_array_stream";
const ARRAY: &CStr = c"arrow_array";
const SCHEMA: &CStr = c"arrow_schema";

/// Converts an error of Arrow.
pub(crate) fn arrow_error(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns the arrays of an object with `__arrow_c_stream__` or `__arrow_c_array__`; `None` if it
/// has neither.
pub(crate) fn import(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<ArrayRef>>> {
    if object.hasattr("__arrow_c_stream__")? {
        let capsule = object.call_method0("__arrow_c_stream__")?;
        return stream(&capsule).map(Some);
    }
    if object.hasattr("__arrow_c_array__")? {
        let pair = object.call_method0("__arrow_c_array__")?;
        let pair = pair.cast::<PyTuple>()?;
        return array(&pair.get_item(0)?, &pair.get_item(1)?).map(|array| Some(vec![array]));
    }
    Ok(None)
}

/// Returns the pointer of a capsule of that name.
fn pointer<T>(capsule: &Bound<'_, PyAny>, name: &CStr) -> PyResult<NonNull<T>> {
    let capsule = capsule
        .cast::<PyCapsule>()
        .map_err(|_| PyTypeError::new_err("expected a capsule of Arrow data"))?;
    Ok(capsule.pointer_checked(Some(name))?.cast())
}

fn stream(capsule: &Bound<'_, PyAny>) -> PyResult<Vec<ArrayRef>> {
    let raw = pointer::<FFI_ArrowArrayStream>(capsule, STREAM)?;
    // SAFETY: by the PyCapsule interface, a capsule of this name points to a valid stream struct,
    // which outlives this call as `capsule` does. It is moved out, and a released one stays; a
    // stream that was released before is refused by `try_new`.
    let stream = unsafe { FFI_ArrowArrayStream::from_raw(raw.as_ptr()) };
    let reader = ArrayStreamReader::try_new(stream).map_err(arrow_error)?;
    reader.collect::<Result<_, _>>().map_err(arrow_error)
}

fn array(schema: &Bound<'_, PyAny>, array: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    let schema = pointer::<FFI_ArrowSchema>(schema, SCHEMA)?;
    let raw = pointer::<FFI_ArrowArray>(array, ARRAY)?;
    // SAFETY: by the PyCapsule interface, a capsule of this name points to a valid array struct. It
    // is moved out, and a released one stays.
    let array = unsafe { FFI_ArrowArray::from_raw(raw.as_ptr()) };
    if array.is_released() {
        return Err(PyValueError::new_err("the Arrow array has been taken by someone else"));
    }
    // SAFETY: the capsule, which lives until the end of this call, points to a valid schema struct,
    // which is only read.
    let schema = unsafe { schema.as_ref() };
    // SAFETY: the pair came from one call of `__arrow_c_array__`, so the array is of the type that
    // the schema describes; its buffers are valid until it is released, which the result does when
    // it is dropped.
    let data = unsafe { from_ffi(array, schema) }.map_err(arrow_error)?;
    Ok(make_array(data))
}

/// Returns the capsules of a schema and an array.
pub(crate) fn export_array<'py>(
    py: Python<'py>,
    array: &dyn Array,
) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
    let (array, schema) = to_ffi(&array.to_data()).map_err(arrow_error)?;
    // What is not moved out of them is released when the capsules are dropped.
    Ok((
        PyCapsule::new_with_value(py, schema, SCHEMA)?,
        PyCapsule::new_with_value(py, array, ARRAY)?,
    ))
}

/// Returns the capsule of a field.
pub(crate) fn export_field<'py>(py: Python<'py>, field: &Field) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, FFI_ArrowSchema::try_from(field).map_err(arrow_error)?, SCHEMA)
}

/// Returns the capsule of the schema of a table.
pub(crate) fn export_schema<'py>(
    py: Python<'py>,
    schema: &Schema,
) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, FFI_ArrowSchema::try_from(schema).map_err(arrow_error)?, SCHEMA)
}

/// Returns the capsule of a stream with one batch.
pub(crate) fn export_stream<'py>(
    py: Python<'py>,
    batch: &RecordBatch,
) -> PyResult<Bound<'py, PyCapsule>> {
    let batches = RecordBatchIterator::new([Ok(batch.clone())], batch.schema());
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), STREAM)
}
