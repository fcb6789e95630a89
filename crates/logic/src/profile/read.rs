//! Reads profiles.

use super::{Entry, Profile, ProfileError};
use crate::class::{Class, Scoring};
use crate::techniques::TECHNIQUES;

/// Reads a profile; see [`Profile::parse`].
pub(super) fn read(id: &str, text: &str) -> Result<Profile, ProfileError> {
    let mut profile = Profile { id: id.to_owned(), scoring: None, entries: Vec::new() };
    for (line, number) in text.lines().zip(1..) {
        let line = line.split('#').next().unwrap_or_default();
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((first, rest)) = words.split_first() else { continue };
        let result = match *first {
            "scale" | "limits" | "give-up" => head(&mut profile, first, rest),
            id => technique(&mut profile, id, rest),
        };
        result.map_err(|problem| ProfileError { line: number, problem })?;
    }
    if profile.entries.is_empty() {
        return Err(ProfileError { line: 1, problem: "no technique".to_owned() });
    }
    Ok(profile)
}

/// Reads a line that stands before those of techniques.
fn head(profile: &mut Profile, name: &str, words: &[&str]) -> Result<(), String> {
    if !profile.entries.is_empty() {
        return Err(format!("`{name}` must stand before the techniques"));
    }
    match (name, words, &mut profile.scoring) {
        ("scale", ["hardest"], scoring) => *scoring = None,
        ("scale", ["score"], scoring) => *scoring = Some(Scoring::DEFAULT),
        ("scale", ..) => return Err("expected `scale hardest` or `scale score`".to_owned()),
        (_, _, None) => return Err(format!("`{name}` needs `scale score` before it")),
        ("limits", limits, Some(scoring)) => {
            for word in limits {
                let wrong = || format!("`{word}` is no limit; limits are like Easy=800");
                let (name, limit) = word.split_once('=').ok_or_else(wrong)?;
                let class = class(name)?;
                let place = scoring.limits.get_mut(class as usize);
                let place = place.ok_or_else(|| format!("{class} has no limit"))?;
                *place = score(limit)?;
            }
            if !scoring.limits.is_sorted() {
                return Err("the limit of a class is below that of an easier one".to_owned());
            }
        }
        (_, [name, points], Some(scoring)) => scoring.give_up = (class(name)?, score(points)?),
        _ => return Err("expected a class and a score, as in `give-up Extreme 20000`".to_owned()),
    }
    Ok(())
}

/// Reads the line of a technique.
fn technique(profile: &mut Profile, id: &str, words: &[&str]) -> Result<(), String> {
    let technique = TECHNIQUES.iter().copied().find(|technique| technique.id() == id);
    let technique = technique.ok_or_else(|| format!("no technique is called `{id}`"))?;
    if profile.techniques().any(|other| other.id() == id) {
        return Err(format!("`{id}` is there twice"));
    }
    let (class, words) = match (profile.scoring, words.split_first()) {
        (None, _) => (None, words),
        (Some(_), Some((name, rest))) => (Some(class(name)?), rest),
        (Some(_), None) => return Err(format!("`{id}` needs a class and a score")),
    };
    let number = |text| if class.is_some() { score(text) } else { tenths(text) };
    let scale = if class.is_some() { "score" } else { "rating" };
    let kinds = technique.kinds();
    let mut ratings = Vec::new();
    let mut omitted = Vec::new();
    for word in words {
        match word.split_once('=') {
            Some((kind, rating)) => {
                let known = kinds.iter().find(|known| known.id == kind);
                let known = known.ok_or_else(|| format!("`{id}` has no kind `{kind}`"))?;
                match rating {
                    "-" => omitted.push(known.id),
                    _ => ratings.push((known.id, number(rating)?)),
                }
            }
            None => {
                let rating = number(word)?;
                ratings.extend(kinds.iter().map(|kind| (kind.id, rating)));
            }
        }
    }
    for kind in kinds {
        let rated = ratings.iter().map(|(rated, _)| rated);
        match rated.chain(&omitted).filter(|id| **id == kind.id).count() {
            0 => {
                let upper = scale.to_uppercase();
                return Err(format!("`{id}` needs a {scale}, or {}={upper}", kind.id));
            }
            1 => {}
            _ => return Err(format!("`{}` has more than one {scale}", kind.id)),
        }
    }
    if ratings.is_empty() {
        return Err(format!("no kind of `{id}` is used; omit the line"));
    }
    profile.entries.push(Entry { technique, ratings, class });
    Ok(())
}

/// A class by its name.
fn class(name: &str) -> Result<Class, String> {
    let names = Class::ALL.map(Class::name).join(", ");
    Class::by_name(name).ok_or_else(|| format!("`{name}` is no class; classes are {names}"))
}

/// A rating such as `4.5` in tenths.
fn tenths(text: &str) -> Result<u32, String> {
    let wrong = || format!("`{text}` is no rating; ratings are like 4.5, up to 1000");
    let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
    if !is_number(whole) || !is_number(tenth) || tenth.len() != 1 || whole.len() > 4 {
        return Err(wrong());
    }
    let number = |part: &str| part.parse::<u32>().map_err(|_| wrong());
    let rating = 10 * number(whole)? + number(tenth)?;
    if rating > 10_000 { Err(wrong()) } else { Ok(rating) }
}

/// A score such as `140` in tenths.
fn score(text: &str) -> Result<u32, String> {
    let wrong = || format!("`{text}` is no score; scores are whole numbers up to 100000");
    let score: u32 = match is_number(text) && text.len() <= 6 {
        true => text.parse().map_err(|_| wrong())?,
        false => return Err(wrong()),
    };
    if score > 100_000 { Err(wrong()) } else { Ok(10 * score) }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}
