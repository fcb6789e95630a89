//! How `algorithms` and `agents` explain an entry of a registry.

use std::fmt::Write;

use quadrille_lab::registry::Parameter;
use serde_json::{Value, json};

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::output::Output;

/// Columns of the text beside the labels.
const WIDTH: usize = 66;

/// Prints the entries of a registry as a table, one of them in detail, or all as JSON.
pub(crate) fn print<E>(
    entries: &[&E],
    context: &Context,
    object: impl Fn(&E, u64) -> Value,
    explanation: impl Fn(&E) -> String,
    overview: impl Fn(&[&E]) -> String,
) -> Result<Exit, Failure> {
    let mut out = Output::open(context)?;
    match entries {
        _ if context.json => {
            for entry in entries {
                out.json(&object(entry, context.seed()))?;
            }
        }
        [entry] => out.text(&explanation(entry))?,
        entries => out.text(&overview(entries))?,
    }
    out.conclude(Exit::Done)?;
    Ok(Exit::Done)
}

/// Labeled paragraphs.
#[derive(Default)]
pub(crate) struct Explanation(String);

impl Explanation {
    pub(crate) fn field(&mut self, label: &str, value: &str) {
        for (index, line) in textwrap::wrap(value, WIDTH).iter().enumerate() {
            let label = if index == 0 { label } else { "" };
            writeln!(self.0, "{label:<12}  {line}").expect("writing to a String cannot fail");
        }
    }

    pub(crate) fn parameters(&mut self, parameters: &[Parameter]) {
        if parameters.is_empty() {
            self.field("parameters", "none");
        }
        for (index, Parameter { name, kind, default, scale, help }) in parameters.iter().enumerate()
        {
            let label = if index == 0 { "parameters" } else { "" };
            let drawn = scale.map(|scale| format!("; `tune` draws it {scale}"));
            let drawn = drawn.unwrap_or_default();
            self.field(label, &format!("{name}={kind} (default {default}): {help}{drawn}"));
        }
    }

    pub(crate) fn into_text(self) -> String {
        self.0
    }
}

/// Returns the parameters of an entry as JSON.
pub(crate) fn parameters_json(parameters: &[Parameter]) -> Vec<Value> {
    let object = |parameter: &Parameter| {
        json!({
            "name": parameter.name,
            "values": parameter.kind.to_string(),
            "default": parameter.default.to_string(),
            "scale": parameter.scale.map(|scale| scale.to_string()),
            "help": parameter.help,
        })
    };
    parameters.iter().map(object).collect()
}
