//! Random objects from a seeded stream.
//!
//! Nothing here reads a clock or draws a seed: the same stream gives the same objects. A caller that
//! wants item `k` of a sequence without the items before it derives a stream for each `k`.

pub mod grids;
pub mod puzzle;
