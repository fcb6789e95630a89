//! How bots are contained: the options for their limits, and the guard that ends them.

use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Duration;

use bytesize::ByteSize;
use quadrille_arena::AgentName;
use quadrille_arena::protocol::Guard;

use crate::args::values;
use crate::failure::Failure;

/// The first argument of a process that guards a bot. No command has this name.
const GUARD: &str = "__bot-guard";

/// Limits of each bot.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = "Bots")]
pub(super) struct BotLimits {
    /// Maximum memory of each process of a bot, such as 2GB (Linux only)
    #[arg(long, value_name = "SIZE", hide_short_help = true, value_parser = memory)]
    bot_memory: Option<ByteSize>,
    /// Maximum processor time of each process of a bot per game, such as 10min (Linux only)
    #[arg(long, value_name = "DUR", hide_short_help = true, value_parser = cpu_time, allow_hyphen_values = true)]
    bot_cpu_time: Option<Duration>,
}

impl BotLimits {
    /// Refuses limits that would have no effect.
    pub(super) fn check(&self, agents: &[AgentName]) -> Result<(), Failure> {
        let limits = [
            (self.bot_memory.is_some(), "--bot-memory"),
            (self.bot_cpu_time.is_some(), "--bot-cpu-time"),
        ];
        let Some((_, option)) = limits.into_iter().find(|(is_given, _)| *is_given) else {
            return Ok(());
        };
        if !cfg!(target_os = "linux") {
            return Err(Failure::usage(format!("`{option}` works on Linux only")));
        }
        if !agents.iter().any(|agent| matches!(agent, AgentName::Command(_))) {
            return Err(Failure::usage(format!("`{option}` has no effect without a `cmd:` agent")));
        }
        Ok(())
    }

    /// Returns the guard of a bot: this program in another role.
    pub(super) fn guard(&self) -> Guard {
        Guard {
            // The running program, even if its file was replaced since.
            command: ["/proc/self/exe", GUARD].map(OsString::from).to_vec(),
            memory: self.bot_memory.map(|size| size.as_u64()),
            cpu_time: self.bot_cpu_time,
        }
    }
}

fn memory(text: &str) -> Result<ByteSize, String> {
    // Less than the guard itself needs.
    match values::size(text)? {
        size if size < ByteSize::mib(64) => Err("write at least 64MiB".to_owned()),
        size => Ok(size),
    }
}

fn cpu_time(text: &str) -> Result<Duration, String> {
    match values::duration(text)? {
        Duration::ZERO => Err("write more than 0, such as 10min".to_owned()),
        time => Ok(time),
    }
}

/// Becomes the guard of a bot if the arguments of the process say so.
pub(crate) fn become_guard(arguments: &[OsString]) -> Option<ExitCode> {
    #[cfg(target_os = "linux")]
    if arguments.get(1).is_some_and(|word| word == GUARD) {
        return Some(quadrille_arena::protocol::run_guard(arguments.iter().skip(2).cloned()));
    }
    let _ = arguments;
    None
}
