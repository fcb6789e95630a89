//! Mistakes in the command line: what to write instead. Words that people try are in one table,
//! `hints.tsv`, which `names` reads; the rest follows from the command line itself and from the names that options take.

use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use quadrille_core::printable::os_text;
use quadrille_formats::line::holds_puzzle;
use quadrille_lab::registry::is_near_miss;

use crate::names::{self, hint};

/// Adds to an error what to write instead.
pub(super) fn explained(
    mut error: clap::Error,
    arguments: &[OsString],
    command: &clap::Command,
) -> clap::Error {
    keep_near_misses(&mut error);
    let path = path_of(arguments, command);
    let tips = match error.kind() {
        ErrorKind::InvalidSubcommand => of_command(&mut error, &path),
        ErrorKind::UnknownArgument => of_argument(&mut error, arguments, &path),
        ErrorKind::MissingRequiredArgument
        | ErrorKind::InvalidValue
        | ErrorKind::TooFewValues
        | ErrorKind::WrongNumberOfValues => of_values(&error, arguments, &path),
        ErrorKind::ValueValidation => long_option(arguments, &path).into_iter().collect(),
        ErrorKind::ArgumentConflict => of_conflict(&error),
        ErrorKind::TooManyValues => vec!["write the option without a value".to_owned()],
        ErrorKind::MissingSubcommand => {
            vec![format!("write a command, as in `{0} solve PUZZLE`", command.get_name())]
        }
        _ => Vec::new(),
    };
    if !tips.is_empty() {
        let tips = tips.into_iter().map(Into::into).collect();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    }
    error
}

/// Returns the program and the commands that the arguments name.
fn path_of<'c>(arguments: &[OsString], command: &'c clap::Command) -> Vec<&'c clap::Command> {
    let mut path = vec![command];
    for word in arguments.iter().skip(1).filter_map(|word| word.to_str()) {
        let parent = path[path.len() - 1];
        if !parent.has_subcommands() {
            break;
        }
        path.extend(parent.find_subcommand(word).filter(|child| child.get_name() != "help"));
    }
    path
}

/// Returns the name of a command as it is written.
fn shown(path: &[&clap::Command]) -> String {
    path.iter().map(|command| command.get_name()).collect::<Vec<_>>().join(" ")
}

fn text(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => texts.first().cloned(),
        _ => None,
    }
}

/// What to write instead of an unknown command.
fn of_command(error: &mut clap::Error, path: &[&clap::Command]) -> Vec<String> {
    let Some(word) = text(error, ContextKind::InvalidSubcommand) else { return Vec::new() };
    let parent = path[path.len() - 1];
    if let Some(hint) = hint(&[parent.get_name()], &word) {
        error.remove(ContextKind::SuggestedSubcommand);
        return vec![hint.to_owned()];
    }
    if error.get(ContextKind::SuggestedSubcommand).is_some() {
        return Vec::new();
    }
    let command = shown(path);
    let lower = word.to_lowercase();
    let is_input = Path::new(&word).exists() || word.contains('.') || holds_puzzle(word.as_bytes());
    vec![if parent.find_subcommand(&lower).is_some() {
        format!("write `{command} {lower}`")
    } else if path.len() > 1 && word.bytes().all(|byte| byte.is_ascii_digit()) {
        format!("write `{command} puzzle -n {word}`")
    } else if let Some(usage) = names::usage_of(&word) {
        usage
    } else if is_input && path.len() == 1 {
        format!("a command comes first; to solve puzzles, write `{command} solve {word}`")
    } else {
        format!("`{command} --help` lists the commands")
    }]
}

/// What to write instead of an unknown option or a word too many.
fn of_argument(
    error: &mut clap::Error,
    arguments: &[OsString],
    path: &[&clap::Command],
) -> Vec<String> {
    let Some(word) = text(error, ContextKind::InvalidArg) else { return Vec::new() };
    // clap would suggest to pass an unknown option as a value.
    error.remove(ContextKind::Suggested);
    let command = path[path.len() - 1];
    let (name, shown) = (command.get_name(), shown(path));
    let typed = word.split('=').next().unwrap_or(&word);
    if let Some(hint) = hint(&[name], typed).or_else(|| hint(&["*"], typed)) {
        error.remove(ContextKind::SuggestedArg);
        return vec![hint.to_owned()];
    }
    if let Some(tip) = long_option(arguments, path) {
        return vec![tip];
    }
    if error.get(ContextKind::SuggestedArg).is_some() {
        return Vec::new();
    }
    let Some(option) = typed.strip_prefix('-') else {
        return vec![of_extra_word(&word, arguments, path)];
    };
    let option = option.trim_start_matches('-').to_lowercase().replace('_', "-");
    let has = |command: &clap::Command| {
        let is_it = |argument: &clap::Arg| {
            argument.get_long().is_some_and(|long| long == option)
                || argument.get_short().is_some_and(|short| option == short.to_string())
        };
        !option.is_empty() && command.get_arguments().any(|it| is_it(it) && !it.is_hide_set())
    };
    let written = if option.len() == 1 { format!("-{option}") } else { format!("--{option}") };
    if has(command) {
        return vec![format!("write `{written}`")];
    }
    if let Some(tip) = names::option_for(command, &option) {
        return vec![tip];
    }
    if let Some(own) = command.get_subcommands().find(|own| has(own)) {
        let own = own.get_name();
        return vec![format!("`{written}` comes after the kind, as in `{shown} {own} {written}`")];
    }
    let of_others: Vec<String> = (path[0].get_subcommands())
        .flat_map(|other| {
            let name = other.get_name();
            let nested = other.get_subcommands().filter(|nested| has(nested));
            let nested = nested.map(move |nested| format!("`{name} {}`", nested.get_name()));
            has(other).then(|| format!("`{name}`")).into_iter().chain(nested)
        })
        .collect();
    let list = format!("`{shown} --help` lists the options");
    if path[0].find_subcommand(&option).is_some() {
        return vec![format!("write `quadrille {option}`")];
    }
    let longer = command.get_arguments().filter(|it| !it.is_hide_set());
    let longer = longer.filter_map(clap::Arg::get_long).find(|long| long.starts_with(&option));
    match longer {
        Some(long) if option.len() > 1 => return vec![format!("write `--{long}`")],
        _ if of_others.is_empty() => return vec![list],
        _ => {}
    }
    let others = of_others.iter().take(4).cloned().collect::<Vec<_>>().join(", ");
    vec![format!("`{written}` is an option of {others}; {list}")]
}

/// What to do about a word that a command takes no more of.
fn of_extra_word(word: &str, arguments: &[OsString], path: &[&clap::Command]) -> String {
    let (command, shown) = (path[path.len() - 1], shown(path));
    let has_number = command.get_arguments().any(|argument| argument.get_short() == Some('n'));
    if has_number && word.bytes().all(|byte| byte.is_ascii_digit()) {
        return format!("write `-n {word}`");
    }
    if let Some(program) = arguments.iter().find(|it| os_text(it).starts_with("cmd:")) {
        return format!(
            "quote a program with its arguments, as in \"{} {word}\"",
            os_text(program)
        );
    }
    if let Some(option) = names::option_for(command, word) {
        return option;
    }
    if command.get_name() == "match" {
        return "`quadrille tournament` takes more than two agents".to_owned();
    }
    if let Some(usage) = names::usage_of(word) {
        return usage;
    }
    let taken: Vec<String> = command.get_positionals().map(ToString::to_string).collect();
    let quote = "quote a value that has blanks";
    match &taken[..] {
        [] => format!("`{shown}` takes only options; `{shown} --help` lists them"),
        taken => format!("`{shown}` takes {} and options; {quote}", taken.join(" ")),
    }
}

/// Returns the long option that was written with one hyphen or with dashes that are none.
fn long_option(arguments: &[OsString], path: &[&clap::Command]) -> Option<String> {
    arguments.iter().skip(1).find_map(|word| {
        let word = os_text(word);
        let name = word.strip_prefix(['-', '–', '—']).filter(|name| !name.starts_with("--"))?;
        let name = name.trim_start_matches(['–', '—']).split('=').next()?;
        let is_it = |argument: &clap::Arg| argument.get_long() == Some(name);
        let known = path.iter().any(|command| command.get_arguments().any(is_it));
        (name.len() > 1 && known).then(|| format!("write `--{name}`"))
    })
}

/// What the missing values are, and what may follow an option.
fn of_values(error: &clap::Error, arguments: &[OsString], path: &[&clap::Command]) -> Vec<String> {
    let named = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::Strings(names)) => names.clone(),
        Some(ContextValue::String(name)) => vec![name.clone()],
        _ => Vec::new(),
    };
    if let Some(tip) = long_option(arguments, path) {
        return vec![tip];
    }
    let command = path[path.len() - 1];
    let help = |name: &String| {
        let argument = command.get_arguments().find(|argument| argument.to_string() == *name)?;
        let what = argument.get_help()?.to_string();
        let end = if what.ends_with(['.', ']']) { "" } else { "." };
        Some(format!("{name}: {what}{end} See `{} --help`.", shown(path)))
    };
    named.iter().filter_map(help).collect()
}

/// What to do about options that exclude each other.
fn of_conflict(error: &clap::Error) -> Vec<String> {
    let (given, prior) = (text(error, ContextKind::InvalidArg), error.get(ContextKind::PriorArg));
    match (given, prior) {
        (Some(given), Some(ContextValue::String(prior))) if given == *prior => {
            vec![format!("write `{given}` once")]
        }
        (Some(_), Some(_)) => vec!["omit one of them".to_owned()],
        _ => Vec::new(),
    }
}

/// Removes clap's suggestions that are not near misses.
fn keep_near_misses(error: &mut clap::Error) {
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
}
