//! `completions` and `man`: files that packagers install with the binary, generated from the command
//! line.

use std::env;
use std::fs;
use std::path::Path;
use std::path::PathBuf;
use std::time::{Duration, UNIX_EPOCH};

use clap::ValueHint;
use clap_mangen::Man;
use quadrille_storage::{Links, Replacement};
use serde_json::json;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::output::Output;

/// Print completions for a shell
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../help/completions.txt").trim_end())]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: clap_complete::Shell,
}

/// Print the manual page
///
/// With a directory, writes the manual pages of all commands into it.
#[derive(Debug, clap::Args)]
pub(crate) struct ManArgs {
    /// Where to write the pages
    #[arg(value_hint = ValueHint::DirPath)]
    directory: Option<PathBuf>,
}

const PROGRAM: &str = "quadrille";

/// Prints the completions of a shell.
pub(crate) fn completions(args: &CompletionsArgs, context: &Context) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    let mut command = crate::names::with_names(super::documented_command());
    clap_complete::generate(args.shell, &mut command, PROGRAM, &mut script);
    let script = String::from_utf8(script).expect("generated from text");
    let mut out = Output::open(context)?;
    if context.json {
        let shell = args.shell.to_string();
        out.json(&json!({"shell": shell, "completions": script, "seed": context.seed()}))?;
    } else {
        out.text(&script)?;
    }
    out.conclude(Exit::Done)?;
    Ok(Exit::Done)
}

/// Prints the page of the program, or writes all pages into a directory.
pub(crate) fn pages(args: &ManArgs, context: &Context) -> Result<Exit, Failure> {
    if let Some(directory) = &args.directory {
        if context.output.is_some() {
            return Err(Failure::usage("`--output` has no effect with a directory"));
        }
        return write_pages(directory, context);
    }
    let mut page = Vec::new();
    dated(command()).render(&mut page).expect("writing to memory cannot fail");
    let page = String::from_utf8(page).expect("generated from text");
    let mut out = Output::open(context)?;
    if context.json {
        let name = format!("{PROGRAM}.1");
        out.json(&json!({"page": name, "text": page, "seed": context.seed()}))?;
    } else {
        out.text(&page)?;
    }
    out.conclude(Exit::Done)?;
    Ok(Exit::Done)
}

/// Writes all pages into a directory, and lists them with `--json`.
fn write_pages(directory: &Path, context: &Context) -> Result<Exit, Failure> {
    let failed = |error: std::io::Error| {
        Failure::unwritten(error, format!("cannot write to {}", directory.display()))
    };
    let mut command = command();
    // Subcommands get their full names.
    command.build();
    // The pages of all commands and of theirs, which are built without `help` like the first.
    let mut pages = vec![&command];
    let mut next = 0;
    while let Some(page) = pages.get(next) {
        pages.extend(page.get_subcommands().filter(|command| command.get_name() != "help"));
        next += 1;
    }
    let pages: Vec<Man> = pages.into_iter().cloned().map(dated).collect();
    fs::create_dir_all(directory).map_err(failed)?;
    for page in &pages {
        let mut new = Replacement::begin(&directory.join(page.get_filename()), Links::Refuse)?;
        page.render(&mut new).map_err(failed)?;
        new.commit()?;
    }
    if context.json {
        let mut out = Output::standard(context)?;
        for name in pages.iter().map(Man::get_filename) {
            let path = directory.join(&name).display().to_string();
            out.json(&json!({"page": name, "path": path, "seed": context.seed()}))?;
        }
        out.flush()?;
    }
    Ok(Exit::Done)
}

/// Returns the command line without `help`, which needs no page.
fn command() -> clap::Command {
    super::documented_command().disable_help_subcommand(true)
}

/// Returns the page of a command with the version and the date of this build: `SOURCE_DATE_EPOCH`,
/// which makes builds reproducible, or the date of the program's file.
fn dated(command: clap::Command) -> Man {
    let given = env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse().ok());
    let given = given.map(|seconds| UNIX_EPOCH + Duration::from_secs(seconds));
    let built = || env::current_exe().ok()?.metadata().ok()?.modified().ok();
    let date = given.or_else(built).map(|date| humantime::format_rfc3339(date).to_string());
    let date = date.unwrap_or_default().chars().take(10).collect::<String>();
    let source = format!("{PROGRAM} {}", env!("CARGO_PKG_VERSION"));
    Man::new(command).date(date).source(source).manual("Quadrille Manual")
}
