//! The binary `quadrille`.
fn main() {}
