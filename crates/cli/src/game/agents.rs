//! `agents`: who can play.

use quadrille_arena::{AGENTS, AgentEntry, AgentName, Build};
use serde_json::{Value, json};

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::output::Output;
use crate::io::table::{table, text_of};

/// List the agents, or explain one
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  quadrille agents
  quadrille agents strong                          how it plays, its parameters")]
pub(crate) struct Args {
    /// The one to explain
    id: Option<String>,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let chosen: Vec<&AgentEntry> = match &args.id {
        None => AGENTS.to_vec(),
        Some(id) => {
            match AgentName::parse(id).map_err(|error| Failure::usage(error.to_string()))? {
                AgentName::Entry { entry, .. } => vec![entry],
                AgentName::Command(_) => {
                    return Err(Failure::usage(
                        "a program explains itself; `quadrille check-bot CMD` tries it",
                    ));
                }
            }
        }
    };
    let mut out = Output::open(context)?;
    if context.json {
        for entry in chosen {
            out.json(&object(entry, context.seed()))?;
        }
    } else if args.id.is_some() {
        for entry in chosen {
            out.text(&explanation(entry))?;
        }
    } else {
        let mut table = table(["id", "what", "parameters"]);
        for entry in chosen {
            let parameters: Vec<&str> = entry.parameters.iter().map(|p| p.name).collect();
            table.add_row([entry.id, entry.title, &parameters.join(", ")]);
        }
        out.text(&text_of(&table))?;
        out.line("`quadrille agents ID` explains one; `cmd:PROGRAM ARG…` is a program of yours.")?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

fn explanation(entry: &AgentEntry) -> String {
    let mut text = String::new();
    let mut field = |name: &str, value: &str| {
        let value = textwrap::fill(value, textwrap::Options::new(84));
        for (index, line) in value.lines().enumerate() {
            let name = if index == 0 { name } else { "" };
            text += &format!("{name:<12}  {line}\n");
        }
    };
    field("agent", &format!("{}: {}", entry.id, entry.title));
    field("how", entry.about);
    for (index, parameter) in entry.parameters.iter().enumerate() {
        let text = format!(
            "{}={} (default {}): {}",
            parameter.name, parameter.kind, parameter.default, parameter.help
        );
        field(if index == 0 { "parameters" } else { "" }, &text);
    }
    if entry.parameters.is_empty() {
        field("parameters", "none");
    }
    let random = match entry.build {
        // No seed repeats a person.
        Build::Terminal => "as the person is",
        Build::Ready(_) if entry.deterministic => "no",
        Build::Ready(_) => "yes: --seed",
    };
    field("random", random);
    text
}

fn object(entry: &AgentEntry, seed: u64) -> Value {
    let parameters: Vec<Value> = entry
        .parameters
        .iter()
        .map(|p| {
            json!({
                "name": p.name,
                "values": p.kind.to_string(),
                "default": p.default.to_string(),
                "help": p.help,
            })
        })
        .collect();
    json!({
        "id": entry.id,
        "seed": seed,
        "title": entry.title,
        "about": entry.about,
        "parameters": parameters,
        "deterministic": entry.deterministic,
        "terminal": matches!(entry.build, Build::Terminal),
    })
}
