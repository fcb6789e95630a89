//! The line protocol for bots in any language: its messages, the bot's side ([`serve`]), and, with
//! the feature `process`, the arena's side.

mod message;
#[cfg(feature = "process")]
mod process;
mod program;
mod serve;

pub use message::{FromBot, LONGEST_LINE, MessageError, ToBot, VERSION};
#[cfg(feature = "process")]
pub(crate) use process::{Bot, Question};
pub use program::{Hosting, KeepAlive, LogLine, Program, ProtocolLog};
pub use serve::{ServeError, serve};
