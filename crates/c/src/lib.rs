//! The engine as a C library: [`exports`] has the functions, `include/quadrille.h` declares them.
//!
//! Panics do not cross the border: they end a call with [`Code::Internal`](exports::Code::Internal).

mod batch;
pub mod exports;
pub mod status;
