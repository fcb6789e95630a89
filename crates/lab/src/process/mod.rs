//! Programs from outside as child processes: their command lines, and, with the feature `process`,
//! what starts, hears, contains and ends them.
//!
//! Whatever a program does, it harms nothing else. At its end it is killed with everything that it
//! started: by its guard if it has one, else with its process group. A thread reads its output into
//! a short queue, so that a flood fills the program's pipe and not our memory; another thread writes
//! to it, so that a program that does not read blocks nothing else.

#[cfg(feature = "process")]
mod child;
mod command;
mod containment;
#[cfg(feature = "process")]
mod cpu;
#[cfg(all(feature = "process", target_os = "linux"))]
mod guard;
#[cfg(feature = "process")]
mod pipes;
#[cfg(feature = "process")]
mod running;
#[cfg(feature = "process")]
mod shortage;

#[cfg(feature = "process")]
pub use child::SpawnError;
pub use command::{OpenQuote, split_command, write_command};
pub use containment::Guard;
#[cfg(all(feature = "process", target_os = "linux"))]
pub use guard::run_guard;
#[cfg(feature = "process")]
pub use pipes::Heard;
#[cfg(feature = "process")]
pub use running::{POLL_INTERVAL, QUIT_PATIENCE, Running, Waiting};
