//! `algorithms`: the registry of methods, as a table or one entry at length.

use comfy_table::Table;
use quadrille_lab::algorithms::ENTRIES;
use quadrille_lab::registry::Entry;
use quadrille_lab::{Configuration, registry};
use serde_json::{Value, json};

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::output::Output;
use crate::io::table::{table, text_of};

/// List the algorithms, or explain one
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  quadrille algorithms
  quadrille algorithms annealing-r0                source, flaw, parameters, counters")]
pub(crate) struct Args {
    /// The one to explain
    id: Option<String>,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let chosen: Vec<&Entry> = match &args.id {
        None => ENTRIES.to_vec(),
        Some(id) => {
            let method =
                Configuration::parse(id).map_err(|error| Failure::usage(error.to_string()))?;
            vec![method.entry]
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
        out.text(&text_of(&overview(&chosen)))?;
        out.line("`quadrille algorithms ID` explains one and names its source; `*` marks those with a limit of 10s by default.")?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

fn overview(entries: &[&Entry]) -> Table {
    let mut table = table(["id", "family", "nodes are", "what"]);
    for entry in entries {
        let mark = if entry.complete { "" } else { " *" };
        table.add_row([
            format!("{}{mark}", entry.id),
            entry.family.id().to_owned(),
            entry.nodes.id().to_owned(),
            entry.title.to_owned(),
        ]);
    }
    table
}

fn explanation(entry: &Entry) -> String {
    use std::fmt::Write;
    let mut text = String::new();
    let mut field = |name: &str, value: &str| {
        let value = textwrap::fill(value, textwrap::Options::new(84));
        for (index, line) in value.lines().enumerate() {
            let name = if index == 0 { name } else { "" };
            writeln!(text, "{name:<12}  {line}").expect("writing to a String cannot fail");
        }
    };
    field("algorithm", &format!("{}: {}", entry.id, entry.title));
    field("family", entry.family.id());
    field("source", entry.source);
    field("how", entry.about);
    field("flaw", entry.flaw.unwrap_or("none known"));
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
    let counters: Vec<&str> = entry.counters.iter().map(|counter| counter.id()).collect();
    field("counters", &counters.join(", "));
    field("nodes", &format!("{}; --nodes limits them", entry.nodes.id()));
    let (end, limit) = if entry.complete {
        ("complete: ends with a solution or the proof that there is none", "none")
    } else {
        ("incomplete: may end without an answer, or go on for ever", "10s a run")
    };
    field("end", end);
    field("limit", &format!("{limit} by default"));
    field("random", if entry.deterministic { "no" } else { "yes: --seed" });
    field("shapes", &shapes(entry));
    text
}

/// The boards that an entry can do: it is asked.
fn shapes(entry: &Entry) -> String {
    let names: Vec<String> = registry::supported_shapes(entry)
        .into_iter()
        .map(|(shape, edges)| format!("{shape}{}", if edges { "" } else { " (without edges)" }))
        .collect();
    names.join(", ")
}

fn object(entry: &Entry, seed: u64) -> Value {
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
        "family": entry.family.id(),
        "source": entry.source,
        "about": entry.about,
        "flaw": entry.flaw,
        "parameters": parameters,
        "counters": entry.counters.iter().map(|counter| counter.id()).collect::<Vec<_>>(),
        "nodes": entry.nodes.id(),
        "complete": entry.complete,
        "deterministic": entry.deterministic,
        "shapes": registry::supported_shapes(entry)
            .into_iter()
            .map(|(shape, edges)| json!({"box": shape.to_string(), "edges": edges}))
            .collect::<Vec<_>>(),
    })
}
