//! Memory that numpy sees without a copy, through the dunder attribute `__array_interface__`: the
//! stable interface of Python 3.10 has no buffers.
//!
//! The numbers are atomic, so that it is sound to write them while numpy reads, from any thread. On
//! all machines of ours a relaxed store of a number is a plain one.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, AtomicI64, AtomicU8};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// The numbers of an array.
#[derive(Clone)]
enum Numbers {
    U8(Arc<[AtomicU8]>),
    I32(Arc<[AtomicI32]>),
    I64(Arc<[AtomicI64]>),
}

/// An array of numbers that live as long as it does.
#[pyclass(frozen, module = "quadrille._native")]
pub(crate) struct SharedArray {
    numbers: Numbers,
    shape: Vec<usize>,
}

/// Numbers that arrays can have.
pub(crate) trait Number: Default {
    /// Returns an array of these numbers, in rows of which each has one fewer dimension than the shape.
    fn array(numbers: &Arc<[Self]>, shape: Vec<usize>) -> SharedArray;
}

macro_rules! number {
    ($type:ty, $variant:ident) => {
        impl Number for $type {
            fn array(numbers: &Arc<[Self]>, shape: Vec<usize>) -> SharedArray {
                debug_assert_eq!(numbers.len(), shape.iter().product::<usize>());
                SharedArray { numbers: Numbers::$variant(numbers.clone()), shape }
            }
        }
    };
}
number!(AtomicU8, U8);
number!(AtomicI32, I32);
number!(AtomicI64, I64);

/// Returns that many zeros.
pub(crate) fn zeros<T: Number>(count: usize) -> Arc<[T]> {
    (0..count).map(|_| T::default()).collect()
}

#[pymethods]
impl SharedArray {
    #[getter(__array_interface__)]
    fn array_interface<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let order = if cfg!(target_endian = "little") { '<' } else { '>' };
        // Only actions are written by Python.
        let (address, kind, read_only) = match &self.numbers {
            Numbers::U8(numbers) => (numbers.as_ptr().addr(), "|u1".to_owned(), true),
            Numbers::I32(numbers) => (numbers.as_ptr().addr(), format!("{order}i4"), true),
            Numbers::I64(numbers) => (numbers.as_ptr().addr(), format!("{order}i8"), false),
        };
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("typestr", kind)?;
        interface.set_item("shape", PyTuple::new(py, &self.shape)?)?;
        interface.set_item("data", (address, read_only))?;
        Ok(interface)
    }
}
