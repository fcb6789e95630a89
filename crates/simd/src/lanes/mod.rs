//! Vector backends: one module per instruction set. Each states its vector type, its target
//! features and one expression per operation; the macros in [`table`] do the rest.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "wasm32"))]
mod backend;
#[cfg(target_arch = "aarch64")]
pub(crate) mod neon;
mod nine;
pub(crate) mod portable;
#[cfg(target_arch = "x86_64")]
pub(crate) mod sse41;
mod table;
#[cfg(target_arch = "wasm32")]
pub(crate) mod wasm128;
