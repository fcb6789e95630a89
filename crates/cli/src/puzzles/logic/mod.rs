//! Commands about human logic: `rate`, `hint`, `explain`, `judge`, `techniques`.

pub(crate) mod explain;
pub(crate) mod hint;
pub(crate) mod judge;
mod page;
pub(crate) mod rate;
pub(crate) mod techniques;
mod template;
mod wrap;

use std::ffi::OsStr;
use std::path::Path;
use std::time::Duration;

use quadrille_core::Limits;
use quadrille_logic::Profile;
use quadrille_logic::text::Language;

use crate::args::values;
use crate::context::Context;
use crate::failure::Failure;
use crate::io::bounded;

/// Which techniques, in which order, and how hard they are.
#[derive(Debug, Clone, clap::Args)]
struct ProfileOption {
    /// Techniques and their ratings: se121, se, hodoku, quadrille, or a file; see `quadrille
    /// techniques`
    ///
    /// se121 is Sudoku Explainer 1.2.1, as the forums mean ER, EP and ED. se is SukakuExplainer with
    /// its default techniques. hodoku is HoDoKu 2.2: scores are added up, and puzzles have a class.
    /// quadrille tries techniques in the order in which people look. A file has a technique on each
    /// line, in the order in which they are tried, with its rating, as `quadrille techniques
    /// --profile se121` writes it.
    ///
    /// Default: se121 for `rate`, quadrille for `hint`, `explain` and `judge`.
    #[arg(long, value_name = "PROFILE")]
    profile: Option<String>,
    /// Do not use this technique; can be repeated. See `quadrille techniques`
    #[arg(long, value_name = "ID")]
    avoid: Vec<String>,
    /// Use no technique that comes after this one in the profile
    #[arg(long, value_name = "ID")]
    max: Option<String>,
}

impl ProfileOption {
    /// Returns the profile, or the one with an id if none is named.
    fn resolve(&self, default: &str, context: &Context) -> Result<Profile, Failure> {
        let profile = profile(self.profile.as_deref().unwrap_or(default), context)?;
        quadrille_api::restricted(profile, &self.avoid, self.max.as_deref()).map_err(Failure::of)
    }
}

/// In which language steps are explained.
#[derive(Debug, Clone, clap::Args)]
struct LanguageOption {
    /// Language of the words: en or fr
    #[arg(long, alias = "language", value_name = "LANG", default_value = "en")]
    lang: String,
}

impl LanguageOption {
    /// Returns the language.
    fn resolve(&self) -> Result<Language, Failure> {
        let ids: Vec<&str> = Language::ids().collect();
        Language::by_id(&self.lang).ok_or_else(|| Failure::unknown("language", &self.lang, &ids))
    }
}

/// Returns the profile with an id, or the one in a file.
pub(super) fn profile(name: &str, context: &Context) -> Result<Profile, Failure> {
    if let Some(profile) = Profile::by_id(name) {
        return Ok(profile);
    }
    if !Path::new(name).exists() && !name.contains(['/', '.']) {
        let ids: Vec<&str> = Profile::ids().collect();
        return Err(Failure::unknown("profile", name, &ids));
    }
    context.used_files.add(name);
    let text =
        bounded::text_of(OsStr::new(name)).map_err(|error| Failure::unreadable(name, error))?;
    Profile::parse(name, &text)
        .map_err(|error| Failure::input(format!("{name}:{}:1: {}", error.line, error.problem)))
}

/// The limits of each puzzle.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Limits of each puzzle")]
struct Bounds {
    /// Wall time, such as 500ms or 2s
    #[arg(long, value_name = "DUR", value_parser = values::duration, allow_hyphen_values = true)]
    time: Option<Duration>,
    /// Processor time, such as 500ms or 2s
    #[arg(long, value_name = "DUR", value_parser = values::duration, allow_hyphen_values = true)]
    cpu_time: Option<Duration>,
}

impl Bounds {
    fn limits(&self) -> Limits {
        Limits { time: self.time, cpu_time: self.cpu_time, ..Limits::NONE }
    }
}
