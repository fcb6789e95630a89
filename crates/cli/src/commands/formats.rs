//! `formats`: the registry of puzzle formats.

use comfy_table::presets::UTF8_HORIZONTAL_ONLY;
use comfy_table::{ContentArrangement, Table};
use quadrille::format::FORMATS;
use serde_json::json;

use crate::args::Formats;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(args: &Formats) -> Result<Exit, Failure> {
    let mut out = Output::open(&args.common)?;
    if args.common.json {
        for format in FORMATS {
            out.json(&json!({
                "id": format.id(),
                "title": format.title(),
                "extensions": format.extensions(),
            }))?;
        }
    } else {
        let mut table = Table::new();
        table.load_style(UTF8_HORIZONTAL_ONLY);
        table.set_content_arrangement(ContentArrangement::Dynamic);
        table.set_header(["id", "what", "extensions"]);
        for format in FORMATS {
            table.add_row([format.id(), format.title(), &format.extensions().join(", ")]);
        }
        out.line(&table.to_string())?;
        out.line("The format of an input is detected; --from FORMAT forces one.")?;
    }
    out.flush()?;
    Ok(Exit::Done)
}
