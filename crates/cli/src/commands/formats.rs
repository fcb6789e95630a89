//! `formats`: the registry of puzzle formats.

use quadrille_engine::format::FORMATS;
use serde_json::json;

use crate::args::Formats;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;
use crate::table::{table, text_of};

pub(crate) fn run(args: &Formats) -> Result<Exit, Failure> {
    let mut out = Output::open(&args.common)?;
    if args.common.json {
        for format in FORMATS {
            out.json(&json!({
                "id": format.id(),
                "seed": args.common.seed(),
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
    out.flush()?;
    Ok(Exit::Done)
}
