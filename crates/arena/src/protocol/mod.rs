//! The line protocol for bots in any language: its messages, the bot's side ([`serve`]), and, with
//! the feature `process`, the arena's side.

#[cfg(all(feature = "process", target_os = "linux"))]
mod guard;
mod message;
#[cfg(feature = "process")]
mod pipes;
#[cfg(feature = "process")]
mod process;
mod program;
mod serve;
#[cfg(feature = "process")]
mod shortage;

#[cfg(all(feature = "process", target_os = "linux"))]
pub use guard::run_guard;

pub use message::{FromBot, LONGEST_LINE, MessageError, ToBot, VERSION};
#[cfg(feature = "process")]
pub use process::Waiting;
#[cfg(feature = "process")]
pub(crate) use process::{Bot, Question};
pub use program::{Guard, Hosting, KeepAlive, LogLine, Program, ProtocolLog};
pub use serve::{ServeError, serve};
