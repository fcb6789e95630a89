//! Which techniques are tried, in which order, and how hard they are: as data.

use std::fmt;

use super::technique::{Technique, rating_of};
use super::techniques::TECHNIQUES;

/// An order of techniques with the ratings of their deductions.
///
/// As text, a profile has a technique on each line, in the order in which they are tried, with its
/// rating, or the ratings of its kinds:
///
/// ```text
/// # Singles only.
/// full-house 1.0
/// hidden-single-box 1.2
/// strong-links-2 skyscraper=4.0 two-string-kite=4.1
/// ```
#[derive(Clone)]
pub struct Profile {
    id: String,
    pub(super) entries: Vec<Entry>,
}

/// A technique in a profile.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) technique: &'static dyn Technique,
    /// The kinds with their ratings in tenths.
    pub(super) ratings: Vec<(&'static str, u32)>,
}

impl Entry {
    /// The rating of the easiest kind, in tenths.
    pub(super) fn least_rating(&self) -> u32 {
        self.ratings.iter().map(|&(_, rating)| rating).min().unwrap_or(0)
    }

    /// The rating of a kind without surcharge, in tenths.
    pub(super) fn rating(&self, kind: &str) -> u32 {
        rating_of(&self.ratings, kind)
    }
}

/// Why a text is not a profile.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct ProfileError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong and what is expected.
    pub problem: String,
}

/// The profiles that come with the engine: id and text.
const PROFILES: [(&str, &str); 3] = [
    ("quadrille", include_str!("profiles/quadrille.txt")),
    ("se", include_str!("profiles/se.txt")),
    ("se121", include_str!("profiles/se121.txt")),
];

impl Profile {
    /// Returns the ids of the profiles that come with the engine.
    pub fn ids() -> impl Iterator<Item = &'static str> {
        PROFILES.iter().map(|&(id, _)| id)
    }

    /// Returns a profile that comes with the engine.
    pub fn by_id(id: &str) -> Option<Self> {
        let (id, text) = PROFILES.iter().find(|(known, _)| *known == id)?;
        Some(Self::parse(id, text).expect("the profiles of the engine are tested"))
    }

    /// Reads a profile.
    ///
    /// # Errors
    /// When a line names no technique, or its ratings are not those of all its kinds.
    pub fn parse(id: &str, text: &str) -> Result<Self, ProfileError> {
        let mut entries: Vec<Entry> = Vec::new();
        for (line, number) in text.lines().zip(1..) {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let entry = entry(line).map_err(|problem| ProfileError { line: number, problem })?;
            if entries.iter().any(|other| other.technique.id() == entry.technique.id()) {
                let problem = format!("`{}` is there twice", entry.technique.id());
                return Err(ProfileError { line: number, problem });
            }
            entries.push(entry);
        }
        if entries.is_empty() {
            return Err(ProfileError { line: 1, problem: "no technique".to_owned() });
        }
        Ok(Self { id: id.to_owned(), entries })
    }

    /// Adds a technique, for example one that is not among [`TECHNIQUES`], after the others. All its
    /// kinds get the rating, in tenths.
    pub fn with(mut self, technique: &'static dyn Technique, rating: u32) -> Self {
        let ratings = technique.kinds().iter().map(|kind| (kind.id, rating)).collect();
        self.entries.push(Entry { technique, ratings });
        self
    }

    /// Returns the id, or the name under which it was read.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the techniques in the order in which they are tried.
    pub fn techniques(&self) -> impl Iterator<Item = &'static dyn Technique> {
        self.entries.iter().map(|entry| entry.technique)
    }

    /// The ratings of full houses and of hidden singles in boxes and lines, if these are tried first,
    /// in this order, and none is harder than the next.
    pub(super) fn hidden_singles(&self) -> Option<[u32; 3]> {
        const IDS: [&str; 3] = ["full-house", "hidden-single-box", "hidden-single-line"];
        let begins = self.techniques().map(Technique::id).take(3).eq(IDS);
        let ratings = IDS.map(|id| self.rating(id).unwrap_or(0));
        (begins && ratings.is_sorted()).then_some(ratings)
    }

    /// Returns the rating of a kind of deduction without surcharge, in tenths.
    pub fn rating(&self, kind: &str) -> Option<u32> {
        let has = |entry: &&Entry| entry.technique.kinds().iter().any(|known| known.id == kind);
        self.entries.iter().find(has).map(|entry| entry.rating(kind))
    }
}

/// The profile as text that [`Profile::parse`] reads.
impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = |tenths: u32| format!("{}.{}", tenths / 10, tenths % 10);
        for Entry { technique, ratings } in &self.entries {
            f.write_str(technique.id())?;
            match &ratings[..] {
                [(_, first), rest @ ..] if rest.iter().all(|(_, rating)| rating == first) => {
                    write!(f, " {}", points(*first))?;
                }
                _ => {
                    for (kind, rating) in ratings {
                        write!(f, " {kind}={}", points(*rating))?;
                    }
                }
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

fn entry(line: &str) -> Result<Entry, String> {
    let mut words = line.split_whitespace();
    let id = words.next().unwrap_or_default();
    let technique = TECHNIQUES.iter().copied().find(|technique| technique.id() == id);
    let technique = technique.ok_or_else(|| format!("no technique is called `{id}`"))?;
    let kinds = technique.kinds();
    let mut ratings = Vec::new();
    for word in words {
        match word.split_once('=') {
            Some((kind, rating)) => {
                let known = kinds.iter().find(|known| known.id == kind);
                let known = known.ok_or_else(|| format!("`{id}` has no kind `{kind}`"))?;
                ratings.push((known.id, tenths(rating)?));
            }
            None => {
                let rating = tenths(word)?;
                ratings.extend(kinds.iter().map(|kind| (kind.id, rating)));
            }
        }
    }
    for kind in kinds {
        match ratings.iter().filter(|(rated, _)| *rated == kind.id).count() {
            0 => return Err(format!("`{id}` needs a rating, or {}=RATING", kind.id)),
            1 => {}
            _ => return Err(format!("`{}` has more than one rating", kind.id)),
        }
    }
    Ok(Entry { technique, ratings })
}

/// A rating such as `4.5` in tenths.
fn tenths(text: &str) -> Result<u32, String> {
    let wrong = || format!("`{text}` is no rating; ratings are like 4.5, up to 1000");
    let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if !is_number(whole) || !is_number(tenth) || tenth.len() != 1 || whole.len() > 4 {
        return Err(wrong());
    }
    let number = |part: &str| part.parse::<u32>().map_err(|_| wrong());
    let rating = 10 * number(whole)? + number(tenth)?;
    if rating > 10_000 { Err(wrong()) } else { Ok(rating) }
}
