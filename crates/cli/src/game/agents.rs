//! `agents`: the registry of agents, as a table, or one of them in detail.

use quadrille_arena::{AGENTS, AgentEntry, AgentName, Build};
use serde_json::{Value, json};

use super::setup::named_agent;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::table::{table, text_of};
use crate::lab::explain::{Explanation, parameters_json, print};

/// List the agents, or explain one
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../help/agents.txt").trim_end())]
pub(crate) struct Args {
    /// The agent to explain [default: list all]
    id: Option<String>,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let entries: Vec<&AgentEntry> = match args.id.as_deref().map(named_agent).transpose()? {
        None => AGENTS.to_vec(),
        Some(AgentName::Entry { entry, .. }) => vec![entry],
        Some(AgentName::Command(_)) => {
            let message = "a program is not in the registry; `quadrille check-bot CMD` tests it";
            return Err(Failure::usage(message));
        }
    };
    print(&entries, context, object, explanation, overview)
}

fn overview(entries: &[&AgentEntry]) -> String {
    let mut table = table(["id", "what", "parameters"]);
    for entry in entries {
        let parameters: Vec<&str> = entry.parameters.iter().map(|p| p.name).collect();
        table.add_row([entry.id, entry.title, &parameters.join(", ")]);
    }
    text_of(&table)
        + "`quadrille agents ID` explains one. `cmd:PROGRAM ARG…` names a program of yours.\n"
}

fn explanation(entry: &AgentEntry) -> String {
    let mut text = Explanation::default();
    text.field("agent", &format!("{}: {}", entry.id, entry.title));
    text.field("how", entry.about);
    text.parameters(entry.parameters);
    text.field(
        "random",
        match entry.build {
            // No seed repeats the moves of a person.
            Build::Terminal => "depends on the person",
            Build::Ready(_) if entry.deterministic => "no",
            Build::Ready(_) => "yes: --seed",
        },
    );
    text.into_text()
}

fn object(entry: &AgentEntry, seed: u64) -> Value {
    json!({
        "id": entry.id,
        "seed": seed,
        "title": entry.title,
        "about": entry.about,
        "parameters": parameters_json(entry.parameters),
        "deterministic": entry.deterministic,
        "terminal": matches!(entry.build, Build::Terminal),
    })
}
