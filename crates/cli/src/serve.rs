//! `serve`: the web app on this machine.

use std::env;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use clap::ValueHint;
use quadrille_arena::AgentName;
use quadrille_server::{Bot, Limits, Options, ServeError};
use serde_json::json;

use crate::args::values;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::game::bots::BotLimits;
use crate::io::output::Output;
use crate::version;

/// Serve the web app on this machine
///
/// Learn techniques, watch searches and play DualSudoku in a browser.
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../help/serve.txt").trim_end())]
pub(crate) struct Args {
    /// The port; 0 takes a free one
    #[arg(long, value_name = "N", default_value_t = 8017, value_parser = values::number::<u16>(0..=65_535), allow_negative_numbers = true)]
    port: u16,
    /// The address to listen on; addresses other than loopback need the token that is printed
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_parser = address)]
    listen: IpAddr,
    /// Directory for games and jobs, or `none` for memory only [default: the user's state directory]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    state: Option<PathBuf>,
    /// Serve the site in this directory under `/docs/`; `cargo xtask site` makes it
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    docs: Option<PathBuf>,
    /// Add a program as an agent with this name
    #[arg(long, value_name = "NAME=CMD", value_parser = bot)]
    bot: Vec<(String, String)>,
    /// Accept this `Host` too, such as the name of a proxy
    #[arg(long, value_name = "HOST")]
    allow_host: Vec<String>,
    /// Trust the `X-Forwarded-For` header of this proxy
    #[arg(long, value_name = "ADDR", value_parser = address)]
    trusted_proxy: Vec<IpAddr>,
    /// Set a limit, such as `connections` or `ms`; docs/reference/server.md lists them
    #[arg(long, value_name = "NAME=N", value_parser = limit)]
    limit: Vec<(String, u64)>,
    #[command(flatten)]
    bot_limits: BotLimits,
}

fn address(text: &str) -> Result<IpAddr, String> {
    text.parse().map_err(|_| "write an IP address, such as 127.0.0.1 or 0.0.0.0".to_owned())
}

/// Parses a name and a command.
fn bot(text: &str) -> Result<(String, String), String> {
    let is_name = |name: &str| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    match text.split_once('=') {
        Some((name, command)) if is_name(name) && !command.trim().is_empty() => {
            Ok((name.to_owned(), command.to_owned()))
        }
        _ => Err("write a name of letters, digits and hyphens, `=`, and a command".to_owned()),
    }
}

/// Parses a limit.
fn limit(text: &str) -> Result<(String, u64), String> {
    let (name, number) = text.split_once('=').ok_or("write NAME=N, such as games=100")?;
    let number = number.parse().map_err(|_| format!("`{number}` is not a whole number"))?;
    Limits::of(SocketAddr::from(([127, 0, 0, 1], 0))).set(name, number)?;
    Ok((name.to_owned(), number))
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let address = SocketAddr::new(args.listen, args.port);
    let mut bots = Vec::new();
    for (name, command) in &args.bot {
        let taken =
            bots.iter().any(|bot: &Bot| bot.name == *name) || AgentName::parse(name).is_ok();
        if taken {
            return Err(Failure::usage(format!("--bot {name}: another agent has this name")));
        }
        let agent = AgentName::parse(&format!("cmd:{command}"))
            .map_err(|error| Failure::usage(format!("--bot {name}: {error}")))?;
        bots.push(Bot { name: name.clone(), agent });
    }
    let programs: Vec<AgentName> = bots.iter().map(|bot| bot.agent.clone()).collect();
    args.bot_limits.check(&programs)?;
    for bot in &mut bots {
        bot.agent = bot.agent.clone().guarded_by(args.bot_limits.guard());
    }
    let state = match &args.state {
        Some(directory) if directory.as_os_str() == "none" => None,
        Some(directory) => Some(directory.clone()),
        None => state_directory(),
    };
    let mut out = Output::open(context)?;
    let mut limits = Limits::of(address);
    for (name, number) in &args.limit {
        limits.set(name, *number).map_err(Failure::usage)?;
    }
    let options = Options {
        address,
        trusted_proxies: args.trusted_proxy.clone(),
        allowed_hosts: args.allow_host.clone(),
        state: state.clone(),
        docs: args.docs.clone(),
        bots,
        limits,
        commit: version::COMMIT,
        machine: version::machine(),
    };
    let mut printed = Ok(());
    let served = quadrille_server::run(options, |url| {
        printed = match context.json {
            true => out.json(&json!({"url": url, "state": state, "seed": context.seed()})),
            false => out.line(url),
        }
        .and_then(|()| out.flush());
    });
    printed?;
    served.map_err(|error| match error {
        ServeError::Listen { .. } => {
            Failure::usage(format!("{error}; choose another port with --port"))
        }
        ServeError::State { .. } | ServeError::StateInUse(_) => {
            Failure::usage(format!("{error}; choose another directory with --state"))
        }
        ServeError::Docs { .. } => {
            Failure::usage(format!("{error}; choose another directory with --docs"))
        }
        error => Failure::Internal(error.into()),
    })?;
    out.conclude(Exit::Done)?;
    Ok(Exit::Done)
}

/// Returns the directory for the state of this program; `None` if the user has none.
fn state_directory() -> Option<PathBuf> {
    let absolute = |name: &str| {
        let path = PathBuf::from(env::var_os(name)?);
        path.is_absolute().then_some(path)
    };
    let base = match cfg!(windows) {
        true => absolute("LOCALAPPDATA"),
        false => absolute("XDG_STATE_HOME")
            .or_else(|| absolute("HOME").map(|home| home.join(".local/state"))),
    };
    base.map(|base| base.join("quadrille"))
}
