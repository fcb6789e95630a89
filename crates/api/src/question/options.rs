//! Options that several questions have: profiles, languages and units.

use quadrille_logic::text::Language;
use quadrille_logic::{Profile, TechniqueError, kinds};

use crate::Error;

/// Returns a profile without the techniques that are avoided and those after the hardest one that is
/// allowed.
///
/// ```
/// use quadrille_api::restricted;
/// use quadrille_logic::Profile;
///
/// let profile = Profile::by_id("quadrille").expect("it comes with the engine");
/// let easier = restricted(profile, &["xy-wing".to_owned()], Some("swordfish"))?;
/// assert!(easier.uses("x-wing") && !easier.uses("xy-wing") && !easier.uses("jellyfish"));
/// # Ok::<(), quadrille_api::Error>(())
/// ```
///
/// # Errors
/// When there is no such technique, or the hardest one is not in the profile.
pub fn restricted(profile: Profile, avoid: &[String], max: Option<&str>) -> Result<Profile, Error> {
    let whole = profile.clone();
    let unusable = |error, id: &str| unusable(error, id, &whole);
    let ended = match max {
        Some(max) => profile.ending_with(max).map_err(|error| unusable(error, max))?,
        None => profile,
    };
    avoid.iter().try_fold(ended, |rest, id| rest.without(id).map_err(|error| unusable(error, id)))
}

/// Says why a technique cannot be asked for.
pub(crate) fn unusable(error: TechniqueError, id: &str, profile: &Profile) -> Error {
    let name = profile.id();
    match error {
        TechniqueError::Unknown => {
            Error::unknown("technique", id, kinds().map(|(_, kind)| kind.id))
        }
        TechniqueError::Unused => {
            let users = Profile::ids().filter_map(Profile::by_id);
            let users: Vec<String> = users
                .filter(|profile| profile.uses(id))
                .map(|profile| format!("`{}`", profile.id()))
                .collect();
            let which = match users.len() {
                0 => "no built-in profile does".to_owned(),
                1 => format!("{} does", users[0]),
                _ => format!("{} do", users.join(", ")),
            };
            Error::bad_request(format!("the profile `{name}` does not use `{id}`; {which}"))
        }
        TechniqueError::TooHard(least) => Error::bad_request(format!(
            "`{id}` takes at least {} by `{name}`, which is more than the largest `rating`; raise that",
            profile.points(least)
        )),
    }
}

/// Returns the profile with an id. Shells that read profiles from files do so themselves.
pub(crate) fn profile(id: Option<&str>, default: &str) -> Result<Profile, Error> {
    let id = id.unwrap_or(default);
    Profile::by_id(id).ok_or_else(|| Error::unknown("profile", id, Profile::ids()))
}

/// Returns the language with an id; English if there is none.
pub(crate) fn language(id: Option<&str>) -> Result<Language, Error> {
    match id {
        None => Ok(Language::english()),
        Some(id) => {
            Language::by_id(id).ok_or_else(|| Error::unknown("language", id, Language::ids()))
        }
    }
}

/// Returns ratings and scores, which are kept in tenths, as numbers.
pub(crate) fn points(tenths: u32) -> f64 {
    f64::from(tenths) / 10.0
}
