//! `formats`: lists the puzzle formats.

use comfy_table::ContentArrangement;
use quadrille_formats::export::Export;
use quadrille_formats::{Carries, Detail, FORMATS};
use serde_json::json;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::output::Output;
use crate::io::table::{table, text_of};

/// List the puzzle formats
#[derive(Debug, clap::Args)]
pub(crate) struct Args;

/// The width of the table, for narrow terminals.
const WIDTH: u16 = 80;

pub(crate) fn run(context: &Context) -> Result<Exit, Failure> {
    let mut out = Output::open(context)?;
    if context.json {
        for format in FORMATS {
            let carries = format.carries();
            let details: Vec<&str> = carries.details.iter().map(|detail| detail.id()).collect();
            out.json(&json!({
                "id": format.id(),
                "seed": context.seed(),
                "title": format.title(),
                "extensions": format.extensions(),
                "reads": true,
                "writes": true,
                "boards": carries.sizes.to_string(),
                "edges": carries.edges,
                "pencilmarks": carries.marks,
                "entries": carries.entries,
                "candidates": carries.candidates,
                "details": details,
            }))?;
        }
        for export in Export::ALL {
            out.json(&json!({
                "id": export.id(),
                "seed": context.seed(),
                "title": export.title(),
                "extensions": export.extensions(),
                "reads": false,
                "writes": true,
            }))?;
        }
    } else {
        let mut table = table(["id", "extensions", "boards", "what"]);
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH);
        for format in FORMATS {
            let carries = format.carries();
            let what = match held(&carries) {
                held if held.is_empty() => format.title().to_owned(),
                held => format!("{}; holds {held}", format.title()),
            };
            let extensions = format.extensions().join(", ");
            table.add_row([format.id(), &extensions, &carries.sizes.to_string(), &what]);
        }
        for export in Export::ALL {
            let title = format!("{}; written only", export.title());
            table.add_row([export.id(), &export.extensions().join(", "), "all", &title]);
        }
        out.text(&text_of(&table))?;
        out.line(
            "The format of an input is detected; --from ID forces one. `convert --to ID` writes.",
        )?;
    }
    out.conclude(Exit::Done)?;
    Ok(Exit::Done)
}

/// Names what a format holds besides givens.
fn held(carries: &Carries) -> String {
    let is_known = |(is_held, name): (bool, &'static str)| is_held.then_some(name);
    let parts = [
        (carries.edges, "edges"),
        (carries.marks, "pencilmarks"),
        (carries.entries, "entries"),
        (carries.candidates, "candidates"),
    ];
    let mut names: Vec<&str> = parts.into_iter().filter_map(is_known).collect();
    match carries.details {
        details if details.len() > 3 => names.push("details"),
        details => names.extend(details.iter().copied().map(Detail::id)),
    }
    names.join(", ")
}
