//! How bots are contained: the options for their limits, and the guard that ends them.

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bytesize::ByteSize;
use clap::ValueHint;
use quadrille_arena::protocol::{Hosting, KeepAlive, ProtocolLog};
use quadrille_arena::{AgentName, Ruleset};
use quadrille_lab::process::{Guard, Waiting};

use crate::args::values;
use crate::context::Context;
use crate::failure::Failure;

/// The first argument of a process that guards a bot. No command has this name.
const GUARD: &str = "__bot-guard";

/// Limits of each bot.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = "Bots")]
pub(crate) struct BotLimits {
    /// Maximum memory of each process of a bot, such as 2GB (Linux only)
    #[arg(long, value_name = "SIZE", hide_short_help = true, value_parser = memory)]
    bot_memory: Option<ByteSize>,
    /// Maximum processor time of each process of a bot per game, such as 10min (Linux only)
    #[arg(long, value_name = "DUR", hide_short_help = true, value_parser = cpu_time, allow_hyphen_values = true)]
    bot_cpu_time: Option<Duration>,
}

impl BotLimits {
    /// Refuses limits that would have no effect.
    pub(crate) fn check(&self, agents: &[AgentName]) -> Result<(), Failure> {
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

    /// Returns the guard of a bot.
    pub(crate) fn guard(&self) -> Guard {
        let memory = self.bot_memory.map(|size| size.as_u64());
        Guard { memory, cpu_time: self.bot_cpu_time, ..guard() }
    }
}

/// Returns the guard of a program from outside, without limits: this program in another role.
pub(crate) fn guard() -> Guard {
    // The running program, even if its file was replaced since.
    let command = ["/proc/self/exe", GUARD].map(OsString::from).to_vec();
    Guard { command, ..Guard::default() }
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

/// How the arena deals with bots.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = "Bots")]
pub(super) struct HostingOptions {
    /// How long a bot may think about a move without a clock [default: 60s]
    #[arg(long, value_name = "DUR", hide_short_help = true, value_parser = values::duration, allow_hyphen_values = true)]
    stall_limit: Option<Duration>,
    /// Start each bot once, not for each game
    ///
    /// A bot that fails is started again. With several threads, several processes of it run.
    #[arg(long, hide_short_help = true)]
    keep_alive: bool,
    /// Append the lines exchanged with bots to a file, each with the time since the start
    #[arg(long, value_name = "FILE", hide_short_help = true, value_hint = ValueHint::FilePath)]
    log: Option<PathBuf>,
}

impl HostingOptions {
    /// Applies the options to the agents that are programs, and refuses options without effect.
    pub(super) fn apply(
        &self,
        agents: Vec<AgentName>,
        rules: &Ruleset,
        context: &Context,
    ) -> Result<Vec<AgentName>, Failure> {
        let given = [
            (self.stall_limit.is_some(), "--stall-limit"),
            (self.keep_alive, "--keep-alive"),
            (self.log.is_some(), "--log"),
        ];
        let given = given.into_iter().find(|(is_given, _)| *is_given);
        if let Some((_, option)) = given
            && !agents.iter().any(|agent| matches!(agent, AgentName::Command(_)))
        {
            return Err(Failure::usage(format!("`{option}` has no effect without a `cmd:` agent")));
        }
        if self.stall_limit.is_some() && rules.clock.time_for_move(0, Duration::ZERO).is_some() {
            return Err(Failure::usage("`--stall-limit` has no effect with a clock"));
        }
        let log = self.log.as_deref().map(|path| open_log(path, context)).transpose()?;
        let stall_limit = self.stall_limit.unwrap_or(Hosting::default().stall_limit);
        let hosted = |agent: AgentName| {
            // Each bot has waiting programs of its own.
            let keep_alive =
                if self.keep_alive { KeepAlive::Yes(Waiting::default()) } else { KeepAlive::No };
            agent.hosted(Hosting { stall_limit, keep_alive, log: log.clone() })
        };
        Ok(agents.into_iter().map(hosted).collect())
    }
}

/// Opens a log, at whose end lines are added.
fn open_log(path: &Path, context: &Context) -> Result<ProtocolLog, Failure> {
    context.used_files.refuse(path)?;
    context.output.as_deref().map_or(Ok(()), |output| context.used_files.refuse(output))?;
    let opened = OpenOptions::new().create(true).append(true).open(path);
    let file = opened.map_err(|error| Failure::writing(error, &path.display().to_string()))?;
    context.used_files.add(path);
    let (file, start) = (Mutex::new(file), Instant::now());
    Ok(ProtocolLog(Arc::new(move |line| {
        let line = format!("{:.6} {line}\n", start.elapsed().as_secs_f64());
        // One write for each line. A full disk costs the log and not the match.
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = file.write_all(line.as_bytes());
    })))
}

/// Becomes the guard of a bot if the arguments of the process say so.
pub(crate) fn become_guard(arguments: &[OsString]) -> Option<ExitCode> {
    #[cfg(target_os = "linux")]
    if arguments.get(1).is_some_and(|word| word == GUARD) {
        return Some(quadrille_lab::process::run_guard(arguments.iter().skip(2).cloned()));
    }
    let _ = arguments;
    None
}
