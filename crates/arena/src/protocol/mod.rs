//! The line protocol for bots in any language: its messages, the bot's side (`serve`), and, with
//! the feature `process`, the arena's side.

#[cfg(feature = "process")]
mod compliance;
mod engine;
mod message;
#[cfg(feature = "process")]
mod process;

#[cfg(feature = "process")]
pub use compliance::{Step, check_bot};
pub use engine::{EngineError, serve};
pub use message::{FromBot, LONGEST_LINE, ToBot, VERSION};
#[cfg(feature = "process")]
pub use process::{Bot, Question, STALL, START};
