//! The page about commands, from the definition of the command line.

use std::fmt::Write;

use anyhow::Result;
use clap::builder::StyledStr;
use clap::{Arg, Command};

use super::Page;

const HEAD: &str = "\
# Commands

<!-- Made by `cargo xtask reference` from the command line; do not edit. -->

`quadrille COMMAND --help` prints the same, `quadrille man DIR` writes manual pages, and
`quadrille completions SHELL` prints completions.
";

pub(super) fn page() -> Result<Page> {
    let mut program = quadrille_cli::command().disable_help_subcommand(true);
    program.build();
    let common: Vec<&Arg> = program.get_arguments().filter(|arg| is_shown(arg)).collect();
    let mut text = HEAD.to_owned();
    writeln!(text, "\n| command | |\n|---|---|")?;
    for command in program.get_subcommands() {
        let name = command.get_name();
        let about = command.get_about().map(prose).unwrap_or_default();
        writeln!(text, "| [`{name}`](#quadrille-{name}) | {} |", about.replace('|', "\\|"))?;
    }
    writeln!(text, "\n## Common options\n")?;
    writeln!(text, "Each command lists those that have an effect on it.\n")?;
    for arg in &common {
        option(&mut text, arg)?;
    }
    if let Some(examples) = program.get_after_long_help() {
        write!(text, "\n```text\n{}\n```\n", examples.to_string().trim_end())?;
    }
    for command in program.get_subcommands() {
        section(&mut text, command, 2, &common)?;
    }
    Ok(Page { path: "docs/reference/commands.md", text, made_by: "reference" })
}

fn section(text: &mut String, command: &Command, level: usize, common: &[&Arg]) -> Result<()> {
    let name = command.get_bin_name().unwrap_or(command.get_name());
    writeln!(text, "\n{} `{name}`", "#".repeat(level))?;
    if let Some(about) = command.get_long_about().or(command.get_about()) {
        writeln!(text, "\n{}", prose(about))?;
    }
    let usage = command.clone().render_usage().to_string();
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage);
    let usage: Vec<&str> = usage.lines().map(str::trim).collect();
    writeln!(text, "\n```text\n{}\n```", usage.join("\n"))?;
    let is_common = |arg: &Arg| common.iter().any(|other| other.get_id() == arg.get_id());
    let shown = || command.get_arguments().filter(|arg| is_shown(arg));
    let mut own = shown().filter(|arg| !is_common(arg)).peekable();
    if own.peek().is_some() {
        text.push('\n');
    }
    for arg in own {
        option(text, arg)?;
    }
    let shared: Vec<String> = shown()
        .filter(|arg| is_common(arg))
        .filter_map(|arg| Some(format!("`--{}`", arg.get_long()?)))
        .collect();
    if !shared.is_empty() {
        writeln!(text, "\n[Common options](#common-options): {}.", shared.join(", "))?;
    }
    if let Some(examples) = command.get_after_long_help().or(command.get_after_help()) {
        write!(text, "\n```text\n{}\n```\n", examples.to_string().trim_end())?;
    }
    for command in command.get_subcommands() {
        section(text, command, level + 1, common)?;
    }
    Ok(())
}

fn is_shown(arg: &Arg) -> bool {
    !arg.is_hide_set() && !["help", "version"].contains(&arg.get_id().as_str())
}

fn option(text: &mut String, arg: &Arg) -> Result<()> {
    let values = || {
        let names = arg.get_value_names().unwrap_or_default();
        names.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    let mut names = Vec::new();
    names.extend(arg.get_short().map(|short| format!("-{short}")));
    names.extend(arg.get_long().map(|long| format!("--{long}")));
    let mut spelling = names.join(", ");
    if arg.is_positional() {
        spelling = values();
    } else if arg.get_action().takes_values() {
        spelling = format!("{spelling} {}", values());
    }
    write!(text, "- `{spelling}`")?;
    if let Some(help) = arg.get_long_help().or(arg.get_help()) {
        write!(text, ": {}", prose(help).replace("\n\n", "\n\n  "))?;
    }
    let possible: Vec<String> = arg
        .get_possible_values()
        .iter()
        .filter(|value| !value.is_hide_set() && !arg.is_hide_possible_values_set())
        .map(|value| match value.get_help() {
            Some(help) => format!("`{}` ({})", value.get_name(), prose(help)),
            None => format!("`{}`", value.get_name()),
        })
        .collect();
    if !possible.is_empty() && arg.get_action().takes_values() {
        write!(text, " Values: {}.", possible.join(", "))?;
    }
    let defaults: Vec<String> = arg
        .get_default_values()
        .iter()
        .map(|value| format!("`{}`", value.to_string_lossy()))
        .collect();
    if !defaults.is_empty() && !arg.is_hide_default_value_set() && arg.get_action().takes_values() {
        write!(text, " Default: {}.", defaults.join(", "))?;
    }
    text.push('\n');
    Ok(())
}

/// Returns a text of the help as Markdown: each paragraph on a line, code as it is.
fn prose(help: &StyledStr) -> String {
    let plain = help.to_string();
    let paragraphs = plain.split("\n\n").map(|paragraph| {
        let paragraph = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
        let parts = paragraph.split('`').enumerate();
        let parts = parts.map(|(index, part)| match index % 2 {
            0 => part.replace('<', "\\<").replace('*', "\\*"),
            _ => part.to_owned(),
        });
        let text = parts.collect::<Vec<_>>().join("`");
        if text.is_empty() || text.ends_with(['.', ':', '?', ')']) { text } else { text + "." }
    });
    paragraphs.collect::<Vec<_>>().join("\n\n")
}
