//! The registry of methods: a file each, and its line here.

mod bits;
mod exact;
mod naive;

use crate::registry::Entry;

/// All methods, in the order of lists and tables.
pub const ENTRIES: &[&Entry] = &[&bits::ENTRY, &naive::ENTRY];
