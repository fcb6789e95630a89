//! The page about JSON types, from the OpenAPI document that a test compares with the types.

use std::fmt::Write;
use std::fs;

use anyhow::{Context, Result};
use serde_json::{Map, Value};

use super::Page;

const SCHEMA: &str = "crates/server/src/openapi.json";

const HEAD: &str = "\
# JSON types

<!-- Made by `cargo xtask reference` from the schema of the server; do not edit. -->

Requests and answers of the server, of WebAssembly and of C, and the objects of `--json`. [Answers as
JSON](json.md) explains them. A field marked `?` may be absent. `/api/v1/openapi.json` has the same as an
OpenAPI document.
";

pub(super) fn page() -> Result<Page> {
    let document: Value = serde_json::from_str(&fs::read_to_string(SCHEMA)?)?;
    let mut text = HEAD.to_owned();
    writeln!(text, "\n## Routes\n\n| route | |\n|---|---|")?;
    for (path, operations) in object(&document["paths"])? {
        for (method, operation) in object(operations)? {
            let summary = line(operation, "summary");
            writeln!(text, "| `{} {path}` | {summary} |", method.to_uppercase())?;
        }
    }
    for (name, schema) in object(&document["components"]["schemas"])? {
        writeln!(text, "\n## {name}\n\n{}", line(schema, "description"))?;
        fields(&mut text, schema)?;
        for variant in ["oneOf", "anyOf"] {
            for schema in schema[variant].as_array().into_iter().flatten() {
                let about = line(schema, "description");
                let about = if about.is_empty() { String::new() } else { format!(": {about}") };
                writeln!(text, "\n- {}{about}", kind(schema))?;
                fields(&mut text, schema)?;
            }
        }
        if let Some(values) = schema["enum"].as_array() {
            let values: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
            writeln!(text, "\nOne of {}.", values.join(", "))?;
        }
    }
    Ok(Page { path: "docs/reference/json-types.md", text, made_by: "reference" })
}

fn object(value: &Value) -> Result<&Map<String, Value>> {
    value.as_object().with_context(|| format!("{SCHEMA} has an unknown form"))
}

/// Returns a text of the schema on one line, fit for a table.
fn line(schema: &Value, key: &str) -> String {
    let text = schema[key].as_str().unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|").replace('<', "\\<")
}

fn fields(text: &mut String, schema: &Value) -> Result<()> {
    let Some(properties) = schema["properties"].as_object().filter(|fields| !fields.is_empty())
    else {
        return Ok(());
    };
    let required = schema["required"].as_array();
    writeln!(text, "\n| field | type | |\n|---|---|---|")?;
    for (name, field) in properties {
        let is_required = required.is_some_and(|all| all.iter().any(|other| other == name));
        let mark = if is_required { "" } else { "?" };
        writeln!(text, "| `{name}`{mark} | {} | {} |", kind(field), line(field, "description"))?;
    }
    Ok(())
}

/// Returns the type that a schema describes, with links to the types of this page.
fn kind(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return format!("[{name}](#{})", name.to_lowercase());
    }
    if let Some(value) = schema.get("const") {
        return format!("`{value}`");
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(|value| format!("`{value}`")).collect::<Vec<_>>().join(", ");
    }
    if let Some(call) = schema["properties"]["call"].get("const") {
        return format!("`{call}`");
    }
    for variant in ["anyOf", "oneOf", "allOf"] {
        if let Some(all) = schema[variant].as_array() {
            return all.iter().map(kind).collect::<Vec<_>>().join(" or ");
        }
    }
    let named = |name: &str| match name {
        "array" => format!("list of {}", kind(&schema["items"])),
        "object" if schema["additionalProperties"].is_object() => {
            format!("map to {}", kind(&schema["additionalProperties"]))
        }
        name => name.to_owned(),
    };
    match &schema["type"] {
        Value::String(name) => named(name),
        Value::Array(names) => {
            names.iter().filter_map(Value::as_str).map(named).collect::<Vec<_>>().join(" or ")
        }
        _ => "any".to_owned(),
    }
}
