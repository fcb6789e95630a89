//! Lane operations, one module per instruction set; each has the same functions and stamps the
//! kernel over them.
//!
//! `V` is a vector of `LANES` candidate sets, `M` the answer to a question asked of every lane.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512half;
#[cfg(target_arch = "aarch64")]
pub(crate) mod neon;
pub(crate) mod portable;
#[cfg(target_arch = "x86_64")]
pub(crate) mod sse41;
#[cfg(target_arch = "wasm32")]
pub(crate) mod wasm128;
