//! Tests of the crate as its users see it.

mod answers;
mod calls;
mod judge;
mod replay;
mod typescript;
