//! `formats`: lists the puzzle formats.

use quadrille_engine::format::FORMATS;
use serde_json::json;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::output::Output;
use crate::io::table::{table, text_of};

/// List the puzzle formats
#[derive(Debug, clap::Args)]
pub(crate) struct Args;

pub(crate) fn run(context: &Context) -> Result<Exit, Failure> {
    let mut out = Output::open(context)?;
    if context.json {
        for format in FORMATS {
            out.json(&json!({
                "id": format.id(),
                "seed": context.seed(),
                "title": format.title(),
                "extensions": format.extensions(),
            }))?;
        }
    } else {
        let mut table = table(["id", "extensions", "what"]);
        for format in FORMATS {
            table.add_row([format.id(), &format.extensions().join(", "), format.title()]);
        }
        out.text(&text_of(&table))?;
        out.line("The format of an input is detected; --from FORMAT forces one.")?;
    }
    out.conclude(Exit::Done)?;
    Ok(Exit::Done)
}
