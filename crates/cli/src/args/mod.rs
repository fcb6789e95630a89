//! The command line: the list of commands, the options they share, and how it is parsed.

mod common;
mod manual;
pub(crate) mod values;

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use quadrille_core::printable;
use quadrille_lab::registry::is_near_miss;

pub(crate) use common::{Common, InputOptions, LimitOptions};

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::{game, lab, puzzles, version};

/// Solve and check Sudoku puzzles, compare search algorithms, and play DualSudoku
#[derive(Debug, Parser)]
#[command(
    name = "quadrille",
    max_term_width = 100,
    after_long_help = "\
Examples:
  quadrille solve puzzles.txt                     one solution per line, in input order
  quadrille solve 4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........
  quadrille count --limit 0 ................      288: all 4x4 grids
  quadrille convert --to csv puzzles.sdm          in another format, or as links
  quadrille compare                               search algorithms on 120 puzzles
  quadrille algorithms                            lists them; `algorithms ID` explains one

An INPUT is a file, `-` for standard input, a puzzle written out, or a source of puzzles:
`collection` and `suite-9x9-v1` (embedded in the program), `generate:COUNT`, `random-norvig:COUNT`,
or `lewis:SIDE,FILL,COUNT` for large boards (FILL is the percentage of cells given). Inputs compressed with gzip, zstd or xz are decoded.
Numbers may be written as 1000000, 1_000_000 or 1e6.
Exit status: 0 success, 1 at least one puzzle failed, 2 bad usage or input, 3 internal error,
130 interrupted."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(puzzles::solve::Args),
    Count(puzzles::count::Args),
    Check(puzzles::check::Args),
    Generate(puzzles::generate::Args),
    Canon(puzzles::canon::Args),
    Convert(puzzles::convert::Args),
    Rate(puzzles::logic::rate::Args),
    Hint(puzzles::logic::hint::Args),
    Explain(puzzles::logic::explain::Args),
    Compare(lab::compare::Args),
    Merge(lab::merge::Args),
    Report(lab::report::Args),
    Tune(lab::tune::Args),
    Bench(puzzles::bench::Args),
    Algorithms(lab::algorithms::Args),
    Formats(puzzles::formats::Args),
    Techniques(puzzles::logic::techniques::Args),
    Play(game::play::Args),
    Match(game::r#match::Args),
    Tournament(game::tournament::Args),
    Ratings(game::ratings::Args),
    Replay(game::replay::Args),
    Analyse(game::analyse::Args),
    Perft(game::perft::Args),
    Engine(game::engine::Args),
    CheckBot(game::check_bot::Args),
    CheckAlgorithm(lab::check_algorithm::Args),
    Agents(game::agents::Args),
    #[cfg(feature = "serve")]
    Serve(crate::serve::Args),
    Completions(manual::CompletionsArgs),
    Man(manual::ManArgs),
}

/// The common options that each command honors. The others are hidden in its help and refused.
/// Every command prints messages, so `--quiet`, `--verbose` and `--color` always have an effect.
const HONORED: &[(&str, &[&str])] = &[
    ("solve", BATCH),
    ("count", BATCH),
    ("check", BATCH),
    ("generate", SERIES),
    ("canon", BATCH),
    ("convert", BATCH),
    ("rate", BATCH),
    ("hint", BATCH),
    ("explain", BATCH),
    ("compare", BATCH),
    ("merge", LISTING),
    ("report", LISTING),
    ("tune", BATCH),
    ("bench", BATCH),
    ("algorithms", LISTING),
    ("formats", LISTING),
    ("techniques", LISTING),
    ("play", &["json", "output", "seed"]),
    ("match", SERIES),
    ("tournament", SERIES),
    ("ratings", LISTING),
    ("replay", LISTING),
    ("analyse", &["json", "output", "threads"]),
    ("perft", LISTING),
    ("engine", &["output"]),
    ("check-bot", &["json", "output", "seed"]),
    ("check-algorithm", &["json", "output", "seed"]),
    ("agents", LISTING),
    #[cfg(feature = "serve")]
    ("serve", &["json"]),
    ("completions", LISTING),
    ("man", LISTING),
];
const BATCH: &[&str] = &["json", "output", "seed", "threads", "strict"];
const SERIES: &[&str] = &["json", "output", "seed", "threads"];
const LISTING: &[&str] = &["json", "output"];

/// Runs a command.
pub(crate) fn run(command: &Command, context: &Context) -> Result<Exit, Failure> {
    match command {
        Command::Solve(args) => puzzles::solve::run(args, context),
        Command::Count(args) => puzzles::count::run(args, context),
        Command::Check(args) => puzzles::check::run(args, context),
        Command::Generate(args) => puzzles::generate::run(args, context),
        Command::Canon(args) => puzzles::canon::run(args, context),
        Command::Convert(args) => puzzles::convert::run(args, context),
        Command::Rate(args) => puzzles::logic::rate::run(args, context),
        Command::Hint(args) => puzzles::logic::hint::run(args, context),
        Command::Explain(args) => puzzles::logic::explain::run(args, context),
        Command::Compare(args) => lab::compare::run(args, context),
        Command::Merge(args) => lab::merge::run(args, context),
        Command::Report(args) => lab::report::run(args, context),
        Command::Tune(args) => lab::tune::run(args, context),
        Command::Bench(args) => puzzles::bench::run(args, context),
        Command::Algorithms(args) => lab::algorithms::run(args, context),
        Command::Formats(_) => puzzles::formats::run(context),
        Command::Techniques(args) => puzzles::logic::techniques::run(args, context),
        Command::Play(args) => game::play::run(args, context),
        Command::Match(args) => game::r#match::run(args, context),
        Command::Tournament(args) => game::tournament::run(args, context),
        Command::Ratings(args) => game::ratings::run(args, context),
        Command::Replay(args) => game::replay::run(args, context),
        Command::Analyse(args) => game::analyse::run(args, context),
        Command::Perft(args) => game::perft::run(args, context),
        Command::Engine(args) => game::engine::run(args, context),
        Command::CheckBot(args) => game::check_bot::run(args, context),
        Command::CheckAlgorithm(args) => lab::check_algorithm::run(args, context),
        Command::Agents(args) => game::agents::run(args, context),
        #[cfg(feature = "serve")]
        Command::Serve(args) => crate::serve::run(args, context),
        Command::Completions(args) => manual::completions(args, context),
        Command::Man(args) => manual::pages(args, context),
    }
}

/// Returns the command line for help, completions and manual pages: each command has the common
/// options that it honors.
pub(crate) fn documented_command() -> clap::Command {
    with_common_options(false).mut_args(|option| option.global(false))
}

/// Returns the command line with the common options of each command, and the others hidden if
/// `accept_all`, so that they can be refused by name.
fn with_common_options(accept_all: bool) -> clap::Command {
    let mut command = Cli::command();
    let common: Vec<clap::Arg> =
        command.get_arguments().filter(|option| option.is_global_set()).cloned().collect();
    for &(name, honored) in HONORED {
        let is_honored = |id: &str| !BATCH.contains(&id) || honored.contains(&id);
        let options = common.iter().filter_map(|option| {
            let id = option.get_id().as_str();
            match (name, id) {
                ("play" | "generate", "seed") => Some(
                    option.clone().help("Seed of all random choices [default: drawn and printed]"),
                ),
                ("compare" | "merge", "output") => {
                    Some(option.clone().help("Directory of the report [default: quadrille-report]"))
                }
                ("tune", "output") => Some(option.clone().help("Directory for tuning.json")),
                ("tournament", "output") => {
                    Some(option.clone().help("Directory for games.jsonl and standings.txt"))
                }
                _ if is_honored(id) => Some(option.clone()),
                _ => accept_all.then(|| option.clone().hide(true)),
            }
        });
        command = command.mut_subcommand(name, |subcommand| subcommand.args(options));
    }
    command
}

/// Parses the arguments of the process, the first of which is its name.
pub(crate) fn parse(arguments: &[OsString]) -> Result<Cli, clap::Error> {
    let mut command = with_common_options(true).version(version::full());
    let parsed = command.try_get_matches_from_mut(arguments).map_err(|error| {
        keep_near_misses(explain_help_of_unknown(error, arguments, &mut command))
    })?;
    refuse_without_effect(&parsed, &mut command)?;
    Cli::from_arg_matches(&parsed).map_err(|error| error.format(&mut command))
}

/// Parses the arguments of the process. An error quotes them with hidden characters escaped.
pub(crate) fn parse_printable(arguments: &[OsString]) -> Result<Cli, clap::Error> {
    parse(arguments).map_err(|error| {
        // clap formats its errors itself, in color, so what it quotes must be printable before.
        let shown = |text: &OsString| printable::line(&printable::os_text(text)).into_owned();
        let shown: Vec<OsString> = arguments.iter().map(|text| shown(text).into()).collect();
        if shown == arguments {
            return error;
        }
        match parse(&shown) {
            Err(same) if same.kind() == error.kind() => same,
            _ => clap::Error::raw(error.kind(), printable::lines(&error.to_string())),
        }
    })
}

/// Returns an error for a common option that the command does not honor.
fn refuse_without_effect(
    parsed: &ArgMatches,
    command: &mut clap::Command,
) -> Result<(), clap::Error> {
    let Some((name, options)) = parsed.subcommand() else { return Ok(()) };
    let honored = HONORED.iter().find(|(command, _)| *command == name).map_or(LISTING, |it| it.1);
    let given = |id| options.value_source(id) == Some(ValueSource::CommandLine);
    if let Some(id) = BATCH.iter().find(|id| given(id) && !honored.contains(id)) {
        let message = format!("`--{id}` has no effect on `{name}`");
        return Err(command.error(ErrorKind::ArgumentConflict, message));
    }
    if given("quiet") && given("verbose") {
        let message = "`--quiet` and `--verbose` exclude each other";
        return Err(command.error(ErrorKind::ArgumentConflict, message));
    }
    Ok(())
}

/// Gives `help NAME` the suggestions that clap makes only for an unknown `NAME` alone.
fn explain_help_of_unknown(
    error: clap::Error,
    arguments: &[OsString],
    command: &mut clap::Command,
) -> clap::Error {
    if error.kind() == ErrorKind::InvalidSubcommand
        && let [program, help, name, ..] = arguments
        && help == "help"
        && let Err(alone) = command.try_get_matches_from_mut([program, name])
        && alone.kind() == ErrorKind::InvalidSubcommand
    {
        return alone;
    }
    error
}

/// Removes clap's suggestions that are not near misses.
fn keep_near_misses(mut error: clap::Error) -> clap::Error {
    let pairs = [
        (ContextKind::InvalidSubcommand, ContextKind::SuggestedSubcommand),
        (ContextKind::InvalidArg, ContextKind::SuggestedArg),
        (ContextKind::InvalidValue, ContextKind::SuggestedValue),
    ];
    for (typed, suggested) in pairs {
        let Some(ContextValue::String(typed)) = error.get(typed).cloned() else { continue };
        let is_near = |name: &String| is_near_miss(&typed, name);
        match error.remove(suggested) {
            Some(ContextValue::String(name)) if is_near(&name) => {
                error.insert(suggested, ContextValue::String(name));
            }
            Some(ContextValue::Strings(names)) if names.iter().any(is_near) => {
                let near = names.into_iter().filter(is_near).collect();
                error.insert(suggested, ContextValue::Strings(near));
            }
            _ => {}
        }
    }
    let has_tips =
        |tips: &ContextValue| matches!(tips, ContextValue::StyledStrs(tips) if !tips.is_empty());
    if !error.get(ContextKind::Suggested).is_some_and(has_tips) {
        // An empty list of tips would be printed as a blank line.
        error.remove(ContextKind::Suggested);
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(arguments: &[&str]) -> String {
        let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        parse(&[&["quadrille".into()], &arguments[..]].concat()).unwrap_err().to_string()
    }

    #[test]
    fn the_command_line_is_consistent() {
        with_common_options(true).debug_assert();
        documented_command().debug_assert();
        let mut names: Vec<&str> = HONORED.iter().map(|(name, _)| *name).collect();
        let command = Cli::command();
        let mut commands: Vec<&str> =
            command.get_subcommands().map(clap::Command::get_name).collect();
        names.sort_unstable();
        commands.sort_unstable();
        assert_eq!(names, commands);
    }

    #[test]
    fn common_options_come_before_or_after_the_command() {
        for arguments in [["-j2", "solve", "x"], ["solve", "-j2", "x"], ["solve", "x", "-j2"]] {
            let arguments: Vec<OsString> =
                ["quadrille"].iter().chain(&arguments).map(OsString::from).collect();
            assert_eq!(parse(&arguments).unwrap().common.threads.unwrap().get(), 2);
        }
    }

    #[test]
    fn options_without_effect_are_refused() {
        for arguments in [["--strict", "perft", "1"], ["perft", "1", "--strict"]] {
            let error = error(&arguments);
            assert!(error.contains("`--strict` has no effect on `perft`"), "{error}");
        }
        for &(name, honored) in HONORED {
            for id in BATCH.iter().filter(|id| !honored.contains(id)) {
                let value = if ["json", "strict"].contains(id) { "" } else { "=7" };
                let arguments = match name {
                    "merge" | "report" | "replay" | "ratings" | "analyse" | "perft" => {
                        vec![name, "1"]
                    }
                    "check-bot" | "check-algorithm" => vec![name, "bot"],
                    "generate" => vec![name, "grid"],
                    "match" | "tournament" => vec![name, "ia", "ia"],
                    "completions" => vec![name, "bash"],
                    "convert" => vec![name, "--to=line"],
                    name => vec![name],
                };
                let error = error(&[&[&*format!("--{id}{value}")], &arguments[..]].concat());
                assert!(error.contains("has no effect on"), "{name} {id}: {error}");
            }
        }
    }

    #[test]
    fn only_near_misses_are_suggested() {
        assert!(error(&["slove"]).contains("'solve'"));
        assert!(error(&["solve", "--sead=1"]).contains("'--seed'"));
        assert!(error(&["solve", "--color=alway"]).contains("'always'"));
        for arguments in [&["dissect"][..], &["judge"], &["solve", "--method=x"]] {
            let error = error(arguments);
            assert!(!error.contains("exists") && !error.contains("similar"), "{error}");
        }
    }
}
