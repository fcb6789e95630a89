//! The SIMD kernel for plain 9x9 boards: 3x3 boxes, no edges, with or without pencilmarks.
//!
//! `batch` is the engine's only way to the batches of `quadrille-simd`; it validates every solution
//! and applies the limits of a [`Meter`](crate::Meter). [`lines`] is the fast path for text.
//! Puzzles come here through [`solve::many`](crate::solve::many).

#[doc(hidden)]
pub mod batch;
pub mod lines;
mod plain;
