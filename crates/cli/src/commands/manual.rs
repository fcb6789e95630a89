//! `completions` and `man`: what packagers install beside the binary, made from the command line
//! itself.

use std::fs;
use std::path::Path;

use clap::CommandFactory;
use serde_json::json;

use crate::args::{Cli, Common, Completions, Man};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;

const PROGRAM: &str = "quadrille";

/// Prints the completions of a shell.
pub(crate) fn completions(args: &Completions) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), PROGRAM, &mut script);
    let script = String::from_utf8(script).expect("made from text");
    let mut out = Output::open(&args.common)?;
    if args.common.json {
        let shell = args.shell.to_string();
        out.json(&json!({"shell": shell, "completions": script, "seed": args.common.seed()}))?;
    } else {
        out.text(&script)?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// Prints the page of the program, or writes all pages into a directory.
pub(crate) fn pages(args: &Man) -> Result<Exit, Failure> {
    if let Some(directory) = &args.directory {
        return write_pages(directory, &args.common);
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command()).render(&mut page).expect("memory takes all");
    let page = String::from_utf8(page).expect("made from text");
    let mut out = Output::open(&args.common)?;
    if args.common.json {
        let name = format!("{PROGRAM}.1");
        out.json(&json!({"page": name, "text": page, "seed": args.common.seed()}))?;
    } else {
        out.text(&page)?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// With `--json` it says which they are.
fn write_pages(directory: &Path, common: &Common) -> Result<Exit, Failure> {
    let failed = |error: std::io::Error| {
        let error = anyhow::Error::new(error);
        Failure::Usage(error.context(format!("cannot write pages into {}", directory.display())))
    };
    let command = command();
    let commands = command.get_subcommands().map(|c| format!("{PROGRAM}-{}.1", c.get_name()));
    let names: Vec<String> = std::iter::once(format!("{PROGRAM}.1")).chain(commands).collect();
    fs::create_dir_all(directory).map_err(failed)?;
    clap_mangen::generate_to(command, directory).map_err(failed)?;
    if common.json {
        let mut out = Output::standard();
        for name in names {
            let path = directory.join(&name).display().to_string();
            out.json(&json!({"page": name, "path": path, "seed": common.seed()}))?;
        }
        out.flush()?;
    }
    Ok(Exit::Done)
}

/// The command line without `help`: a page for what explains the others explains nothing.
fn command() -> clap::Command {
    Cli::command().disable_help_subcommand(true)
}
