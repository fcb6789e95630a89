//! The names that options and arguments take, such as those of algorithms and agents. Completions
//! offer them, and messages about mistakes say what a name in the wrong place is.

use std::path::Path;

use clap::builder::PossibleValuesParser;
use quadrille_arena::{AGENTS, Illegal, Passing};
use quadrille_formats::FORMATS;
use quadrille_formats::export::Export;
use quadrille_generate::puzzle::PatternSymmetry;
use quadrille_lab::registry::{Registry, nearest};
use quadrille_logic::text::Language;
use quadrille_logic::{Profile, kinds};

const HINTS: &str = include_str!("hints.tsv");
/// How many files of a directory are compared with a name that does not exist.
const MOST_SIBLINGS: usize = 10_000;

/// A kind of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Algorithm,
    Agent,
    Technique,
    Format,
    Profile,
    Language,
    Symmetry,
    Passing,
    Illegal,
}

/// Which options and arguments take which names.
const TAKEN: &[(&str, Kind)] = &[
    ("with", Kind::Algorithm),
    ("algorithms", Kind::Algorithm),
    ("agent", Kind::Agent),
    ("agents", Kind::Agent),
    ("a", Kind::Agent),
    ("b", Kind::Agent),
    ("first", Kind::Agent),
    ("second", Kind::Agent),
    ("technique", Kind::Technique),
    ("needs", Kind::Technique),
    ("once", Kind::Technique),
    ("to", Kind::Format),
    ("from", Kind::Format),
    ("profile", Kind::Profile),
    ("lang", Kind::Language),
    ("symmetry", Kind::Symmetry),
    ("passing", Kind::Passing),
    ("illegal", Kind::Illegal),
];

impl Kind {
    /// Returns the kind of names that an argument of a command takes.
    fn taken(command: &str, argument: &clap::Arg) -> Option<Self> {
        match (command, argument.get_id().as_str()) {
            ("algorithms" | "tune", "id") => Some(Self::Algorithm),
            ("agents", "id") => Some(Self::Agent),
            ("techniques", "id") => Some(Self::Technique),
            // The number of an item.
            ("generate" | "puzzle" | "grid" | "latin" | "permutation" | "position", "first") => {
                None
            }
            (_, id) => TAKEN.iter().find(|(taken, _)| *taken == id).map(|(_, kind)| *kind),
        }
    }

    /// Returns all names.
    pub(crate) fn ids(self) -> Vec<&'static str> {
        match self {
            Self::Algorithm => Registry::default().entries().iter().map(|it| it.id).collect(),
            Self::Agent => AGENTS.iter().map(|agent| agent.id).collect(),
            Self::Technique => kinds().map(|(_, kind)| kind.id).collect(),
            Self::Format => {
                let written_only = Export::ALL.iter().map(|export| export.id());
                FORMATS.iter().map(|format| format.id()).chain(written_only).collect()
            }
            Self::Profile => Profile::ids().collect(),
            Self::Language => Language::ids().collect(),
            Self::Symmetry => PatternSymmetry::ALL.map(PatternSymmetry::id).to_vec(),
            Self::Passing => Passing::ALL.map(Passing::id).to_vec(),
            Self::Illegal => Illegal::ALL.map(Illegal::id).to_vec(),
        }
    }

    /// Says what a name of this kind is and where to write it.
    fn usage(self, id: &str) -> Option<String> {
        let (what, command) = match self {
            Self::Algorithm => ("an algorithm", format!("quadrille solve --with {id} PUZZLE")),
            Self::Agent => ("an agent", format!("quadrille play human {id}")),
            Self::Technique => ("a technique", format!("quadrille techniques {id}")),
            Self::Format => ("a format", format!("quadrille convert --to {id} PUZZLE")),
            Self::Profile => ("a profile", format!("quadrille rate --profile {id} PUZZLE")),
            Self::Language | Self::Symmetry | Self::Passing | Self::Illegal => return None,
        };
        Some(format!("`{id}` is {what}; write `{command}`"))
    }
}

/// Returns the hint for a word at one of these places.
pub(crate) fn hint(places: &[&str], word: &str) -> Option<&'static str> {
    let word = word.to_lowercase();
    HINTS.lines().filter(|line| !line.starts_with('#')).find_map(|line| {
        let mut fields = line.split('\t');
        let (at, words, hint) = (fields.next()?, fields.next()?, fields.next()?);
        let is_there = at.split(' ').any(|at| places.contains(&at));
        (is_there && words.split(' ').any(|known| known == word)).then_some(hint)
    })
}

/// Returns what may have been meant by the name of a file that does not exist.
pub(crate) fn file_hint(name: &str) -> String {
    let path = Path::new(name);
    let siblings = || {
        let directory = path.parent().filter(|it| !it.as_os_str().is_empty());
        let entries = directory.unwrap_or(Path::new(".")).read_dir().ok()?;
        let names =
            entries.take(MOST_SIBLINGS).filter_map(|it| it.ok()?.file_name().into_string().ok());
        let names: Vec<String> = names.collect();
        let near = nearest(path.file_name()?.to_str()?, names.iter().map(String::as_str))?;
        Some(path.with_file_name(near).display().to_string())
    };
    let slashes = name.replace('\\', "/");
    if name.starts_with(['–', '—']) {
        format!("options begin with two hyphens: `--{}`", name.trim_start_matches(['–', '—']))
    } else if name.parse::<f64>().is_ok() {
        format!("the optional value of an option follows `=`, as in --estimate={name}")
    } else if !cfg!(windows) && slashes != name {
        let what = if Path::new(&slashes).exists() { "did you mean" } else { "write" };
        format!("directories are separated by `/` here: {what} `{slashes}`")
    } else if let Some(near) = siblings() {
        format!("did you mean `{near}`?")
    } else {
        "check the name".to_owned()
    }
}

/// Returns what a word is that names something of another kind than was expected, or a hint.
pub(crate) fn usage_of(word: &str) -> Option<String> {
    let id = word.split([':', ';', ' ']).next().unwrap_or(word);
    let kinds = [Kind::Algorithm, Kind::Agent, Kind::Technique, Kind::Profile, Kind::Format];
    kinds.into_iter().find(|kind| kind.ids().contains(&id))?.usage(id)
}

/// Adds to a message about an unknown name what the name is, or names that contain it.
pub(crate) fn explained(message: String, what: &str, name: &str) -> String {
    let id = name.split(':').next().unwrap_or(name);
    if message.contains("did you mean") {
        return message;
    }
    let known = match what {
        "algorithm" => Kind::Algorithm.ids(),
        "agent" => Kind::Agent.ids(),
        "technique" => Kind::Technique.ids(),
        _ => Vec::new(),
    };
    let is_like = |known: &&&str| {
        id.len() > 1 && (known.contains(id) || (known.len() > 2 && id.contains(**known)))
    };
    let like: Vec<String> = known.iter().filter(is_like).map(|id| format!("`{id}`")).collect();
    let more = hint(&[what], id).map(str::to_owned).or_else(|| usage_of(name)).or_else(|| {
        let shown = like.iter().take(4).cloned().collect::<Vec<_>>().join(", ");
        (!like.is_empty()).then(|| format!("similar names are {shown}"))
    });
    more.map_or_else(|| message.clone(), |more| format!("{message}; {more}"))
}

/// Returns an option of a command that takes this name.
pub(crate) fn option_for(command: &clap::Command, name: &str) -> Option<String> {
    let takes = |argument: &&clap::Arg| {
        Kind::taken(command.get_name(), argument).is_some_and(|kind| kind.ids().contains(&name))
    };
    command
        .get_arguments()
        .filter(|it| it.get_long().is_some())
        .find(takes)?
        .get_long()
        .map(|option| format!("write `--{option} {name}`"))
}

/// Returns the command line with the names that arguments take, for completions.
pub(crate) fn with_names(command: clap::Command) -> clap::Command {
    let name = command.get_name().to_owned();
    let named = |argument: clap::Arg| match Kind::taken(&name, &argument) {
        Some(_) if !argument.get_possible_values().is_empty() => argument,
        Some(kind) => {
            argument.value_parser(PossibleValuesParser::new(kind.ids())).hide_possible_values(true)
        }
        None => argument,
    };
    command.mut_args(named).mut_subcommands(with_names)
}
