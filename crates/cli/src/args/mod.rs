//! The command line: the list of commands, the options they share, and how it is parsed.

mod common;
mod manual;
mod mistakes;
pub(crate) mod values;

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use quadrille_core::printable;

pub(crate) use common::{Common, InputOptions, LimitOptions, PuzzleInputs};

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::{game, lab, puzzles, version};

/// Solve and check Sudoku puzzles, compare search algorithms, and play DualSudoku
#[derive(Debug, Parser)]
#[command(
    name = "quadrille",
    max_term_width = 100,
    after_long_help = include_str!("../../help/quadrille.txt").trim_end()
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
    Dataset(puzzles::dataset::Args),
    Canon(puzzles::canon::Args),
    Search(puzzles::search::Args),
    Convert(puzzles::convert::Args),
    Rate(puzzles::logic::rate::Args),
    Hint(puzzles::logic::hint::Args),
    Explain(puzzles::logic::explain::Args),
    Judge(puzzles::logic::judge::Args),
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
    #[command(alias = "analyze")]
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

/// The commands under the headings of the help, each with the common options that it honors. The
/// others are hidden in its help and refused. Every command prints messages, so `--quiet`,
/// `--verbose` and `--color` always have an effect.
#[rustfmt::skip]
const GROUPS: &[(&str, &[Honored])] = &[
    ("Puzzles", &[
        ("solve", BATCH), ("count", BATCH), ("check", BATCH), ("generate", SERIES),
        ("dataset", SERIES),
        ("canon", BATCH), ("search", BATCH), ("convert", BATCH), ("rate", BATCH), ("hint", BATCH),
        ("explain", BATCH), ("judge", BATCH),
    ]),
    ("Search", &[
        ("compare", BATCH), ("merge", LISTING), ("report", LISTING), ("tune", BATCH),
        ("algorithms", LISTING), ("check-algorithm", &["json", "output", "seed"]),
    ]),
    ("Game", &[
        ("play", &["json", "output", "seed"]), ("match", SERIES), ("tournament", SERIES),
        ("ratings", LISTING), ("replay", LISTING), ("analyse", &["json", "output", "threads"]),
        ("perft", LISTING), ("engine", &["output"]), ("check-bot", &["json", "output", "seed"]),
        ("agents", LISTING),
    ]),
    ("Data and tools", &[
        ("formats", LISTING), ("techniques", LISTING), ("bench", BATCH),
        #[cfg(feature = "serve")]
        ("serve", &["json"]),
        ("completions", LISTING), ("man", LISTING),
    ]),
];
/// A command and the common options that it honors.
type Honored = (&'static str, &'static [&'static str]);
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
        Command::Dataset(args) => puzzles::dataset::run(args, context),
        Command::Canon(args) => puzzles::canon::run(args, context),
        Command::Search(args) => puzzles::search::run(args, context),
        Command::Convert(args) => puzzles::convert::run(args, context),
        Command::Rate(args) => puzzles::logic::rate::run(args, context),
        Command::Hint(args) => puzzles::logic::hint::run(args, context),
        Command::Explain(args) => puzzles::logic::explain::run(args, context),
        Command::Judge(args) => puzzles::logic::judge::run(args, context),
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

/// Returns the commands with the common options that they honor.
fn commands() -> impl Iterator<Item = &'static Honored> {
    GROUPS.iter().flat_map(|(_, commands)| *commands)
}

/// Returns the help of the program, whose commands clap would list without headings.
fn grouped_help(command: &clap::Command) -> String {
    let styles = command.get_styles();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let mut help = "{about-with-newline}\n{usage-heading} {usage}\n".to_owned();
    let line = |name: &str, what: String| format!("  {literal}{name:<17}{literal:#}{what}\n");
    for (heading, commands) in GROUPS {
        help += &format!("\n{header}{heading}:{header:#}\n");
        for (name, _) in *commands {
            let about = command.find_subcommand(name).and_then(clap::Command::get_about);
            help += &line(name, about.map(ToString::to_string).unwrap_or_default());
        }
    }
    help += &line("help", "Print the help of a command".to_owned());
    help + &format!("\n{header}Common options:{header:#}\n{{options}}{{after-help}}")
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
    for &(name, honored) in commands() {
        let is_honored = |id: &str| !BATCH.contains(&id) || honored.contains(&id);
        let options = common.iter().filter_map(|option| {
            let id = option.get_id().as_str();
            match (name, id) {
                ("play" | "generate", "seed") => Some(
                    option.clone().help("Seed of all random choices [default: drawn and printed]"),
                ),
                (_, "seed") if is_honored(id) => {
                    Some(option.clone().help("Seed of all random choices [default: 1]"))
                }
                ("compare" | "merge", "output") => {
                    Some(option.clone().help("Directory of the report [default: quadrille-report]"))
                }
                ("dataset", "output") => Some(
                    option.clone().help("Directory of the set; with --check, file of the result"),
                ),
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
    let help = grouped_help(&command);
    command.help_template(help)
}

/// Parses the arguments of the process, the first of which is its name.
pub(crate) fn parse(arguments: &[OsString]) -> Result<Cli, clap::Error> {
    let mut command = with_common_options(true).version(version::full());
    let parsed = command.try_get_matches_from_mut(arguments).map_err(|error| {
        let error = explain_help_of_unknown(error, arguments, &mut command);
        mistakes::explained(error, arguments, &command)
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
    let honored = commands().find(|(command, _)| *command == name).map_or(LISTING, |it| it.1);
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
        let mut names: Vec<&str> = commands().map(|(name, _)| *name).collect();
        let command = Cli::command();
        let mut own: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        names.sort_unstable();
        own.sort_unstable();
        assert_eq!(names, own);
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
        for &(name, honored) in commands() {
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
        for arguments in [&["dissect"][..], &["referee"], &["solve", "--method=x"]] {
            let error = error(arguments);
            assert!(!error.contains("exists") && !error.contains("similar"), "{error}");
        }
    }
}
