//! Faults that no program can prevent: it is killed, a second one writes to the same place, the disk
//! is full. What was finished stays, what has a final name is whole, and the same command completes
//! the work with the same result.
//!
//! Each kind of fault has a short test, and a long one that prints a table of counts:
//!
//! ```sh
//! cargo test --release -p quadrille --test it -- --ignored --nocapture faults
//! ```

mod calls;
mod full_disks;
mod kills;
mod races;
mod workload;
