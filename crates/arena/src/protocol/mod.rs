//! The line protocol for bots in any language: its messages, the bot's side ([`serve`]), and, with
//! the feature `process`, the arena's side.

#[cfg(feature = "process")]
mod child;
mod containment;
#[cfg(all(feature = "process", target_os = "linux"))]
mod guard;
mod message;
#[cfg(feature = "process")]
mod pipes;
#[cfg(feature = "process")]
mod process;
mod program;
#[cfg(feature = "process")]
mod running;
mod serve;
#[cfg(feature = "process")]
mod shortage;

#[cfg(all(feature = "process", target_os = "linux"))]
pub use guard::run_guard;

pub use containment::Guard;
pub use message::{FromBot, LONGEST_LINE, MessageError, ToBot, VERSION};
#[cfg(feature = "process")]
pub(crate) use process::{Bot, Question};
pub use program::{Hosting, KeepAlive, LogLine, Program, ProtocolLog};
#[cfg(feature = "process")]
pub use running::Waiting;
pub use serve::{ServeError, serve};
