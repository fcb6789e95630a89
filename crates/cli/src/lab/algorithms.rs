//! `algorithms`: the registry of algorithms, as a table, or one of them in detail.

use quadrille_lab::registry;
use quadrille_lab::registry::Entry;
use serde_json::{Value, json};

use super::explain::{Explanation, parameters_json, print};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::table::{table, text_of};

/// List the algorithms, or explain one
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../help/algorithms.txt").trim_end())]
pub(crate) struct Args {
    /// The algorithm to explain [default: list all]
    id: Option<String>,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let entries: Vec<&Entry> = match &args.id {
        None => context.algorithms.entries().to_vec(),
        Some(id) => vec![context.algorithms.parse(id)?.entry],
    };
    print(&entries, context, object, explanation, overview)
}

fn overview(entries: &[&Entry]) -> String {
    let mut table = table(["id", "family", "nodes are", "what"]);
    for entry in entries {
        let mark = if entry.complete { "" } else { " *" };
        let id = format!("{}{mark}", entry.id);
        table.add_row([&id, entry.family.id(), entry.nodes.id(), entry.title]);
    }
    text_of(&table)
        + "`quadrille algorithms ID` explains one and names its source. `*` marks algorithms with\n\
           a default limit of 10s per run.\n"
}

fn explanation(entry: &Entry) -> String {
    let mut text = Explanation::default();
    text.field("algorithm", &format!("{}: {}", entry.id, entry.title));
    text.field("family", entry.family.id());
    text.field("source", entry.source);
    text.field("how", entry.about);
    text.field("flaw", entry.flaw.unwrap_or("none known"));
    text.parameters(entry.parameters);
    text.field("counters", &counters(entry).join(", "));
    text.field("nodes", &format!("{}; limited by --nodes", entry.nodes.id()));
    let (end, limit) = if entry.complete {
        ("complete: ends with a solution or a proof that the puzzle is unsolvable", "none")
    } else {
        ("incomplete: may end without an answer, or never", "10s per run")
    };
    text.field("end", end);
    text.field("limit", &format!("{limit} by default"));
    text.field("random", if entry.deterministic { "no" } else { "yes: --seed" });
    let shapes: Vec<String> = registry::supported_shapes(entry)
        .into_iter()
        .map(|(shape, edges)| format!("{shape}{}", if edges { "" } else { " (without edges)" }))
        .collect();
    text.field("shapes", &shapes.join(", "));
    text.into_text()
}

fn counters(entry: &Entry) -> Vec<&'static str> {
    entry.counters.iter().map(|counter| counter.id()).collect()
}

fn object(entry: &Entry, seed: u64) -> Value {
    json!({
        "id": entry.id,
        "seed": seed,
        "title": entry.title,
        "family": entry.family.id(),
        "source": entry.source,
        "about": entry.about,
        "flaw": entry.flaw,
        "parameters": parameters_json(entry.parameters),
        "counters": counters(entry),
        "nodes": entry.nodes.id(),
        "complete": entry.complete,
        "deterministic": entry.deterministic,
        "shapes": registry::supported_shapes(entry)
            .into_iter()
            .map(|(shape, edges)| json!({"box": shape.to_string(), "edges": edges}))
            .collect::<Vec<_>>(),
    })
}
