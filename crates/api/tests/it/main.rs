//! Tests of the crate as its users see it.

mod answers;
mod calls;
mod replay;
mod typescript;
