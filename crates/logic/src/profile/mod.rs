//! Which techniques are tried, in which order, and how hard they are: as data.

mod read;

use std::fmt;

use super::class::{Class, Scoring};
use super::technique::{Technique, TechniqueError, rating_of};
use super::techniques::kinds_of;

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
///
/// A kind with `-` for its rating is not used.
///
/// A puzzle is rated by its hardest step, or, in a profile that begins with `scale score`, by the sum
/// of its steps. Techniques then have a class before their scores. A puzzle has the class of its most
/// difficult step, or a higher one if its score is above a limit; where the techniques get stuck,
/// `give-up` is added:
///
/// ```text
/// scale score
/// limits Easy=800 Medium=1000 Hard=1600 Unfair=1800
/// give-up Extreme 20000
/// full-house Easy 4
/// ```
///
/// ```
/// use quadrille_logic::Profile;
///
/// let profile = Profile::by_id("se121").expect("it comes with the engine");
/// assert_eq!(profile.rating("x-wing"), Some(32)); // 3.2
/// ```
#[derive(Clone)]
pub struct Profile {
    id: String,
    /// How scores lead to classes, if ratings of steps are added up.
    pub(super) scoring: Option<Scoring>,
    pub(super) entries: Vec<Entry>,
}

impl fmt::Debug for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Profile({})", self.id)
    }
}

/// A technique in a profile.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) technique: &'static dyn Technique,
    /// The kinds that are used, with their ratings in tenths.
    pub(super) ratings: Vec<(&'static str, u32)>,
    /// The class, if ratings are scores.
    pub(super) class: Option<Class>,
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

    /// Whether a kind is used.
    pub(super) fn uses(&self, kind: &str) -> bool {
        self.ratings.iter().any(|&(used, _)| used == kind)
    }

    /// Whether only some of what the technique finds is used.
    pub(super) fn is_partial(&self) -> bool {
        self.ratings.len() < self.technique.kinds().len()
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
const PROFILES: [(&str, &str); 4] = [
    ("hodoku", include_str!("../profiles/hodoku.txt")),
    ("quadrille", include_str!("../profiles/quadrille.txt")),
    ("se", include_str!("../profiles/se.txt")),
    ("se121", include_str!("../profiles/se121.txt")),
];

impl Profile {
    /// Returns the ids of the profiles that come with the engine.
    ///
    /// ```
    /// use quadrille_logic::Profile;
    ///
    /// assert_eq!(Profile::ids().collect::<Vec<_>>(), ["hodoku", "quadrille", "se", "se121"]);
    /// ```
    pub fn ids() -> impl Iterator<Item = &'static str> {
        PROFILES.iter().map(|&(id, _)| id)
    }

    /// Returns a profile that comes with the engine.
    ///
    /// ```
    /// use quadrille_logic::Profile;
    ///
    /// let profile = Profile::by_id("se121").expect("it comes with the engine");
    /// assert_eq!(profile.rating("x-wing"), Some(32));
    /// ```
    pub fn by_id(id: &str) -> Option<Self> {
        let (id, text) = PROFILES.iter().find(|(known, _)| *known == id)?;
        Some(Self::parse(id, text).expect("the profiles of the engine are tested"))
    }

    /// Reads a profile.
    ///
    /// # Errors
    /// When a line names no technique, its ratings are not those of all its kinds, or it has no class
    /// though the profile has scores.
    ///
    /// ```
    /// use quadrille_logic::Profile;
    ///
    /// let singles = Profile::parse("singles", "full-house 1.0\nhidden-single-box 1.2\n")?;
    /// assert_eq!(singles.techniques().count(), 2);
    /// let error =
    ///     Profile::parse("wrong", "full-house\nguessing 1.0\n").err().expect("it is wrong");
    /// assert_eq!(error.line, 1);
    /// # Ok::<(), quadrille_logic::ProfileError>(())
    /// ```
    pub fn parse(id: &str, text: &str) -> Result<Self, ProfileError> {
        read::read(id, text)
    }

    /// The profile without techniques.
    pub(super) fn empty() -> Self {
        Self { id: String::new(), scoring: None, entries: Vec::new() }
    }

    /// Adds a technique, for example one that is not among [`TECHNIQUES`](super::TECHNIQUES), after the others. All its
    /// kinds get the rating, in tenths, and in a profile with classes the highest class.
    ///
    /// ```
    /// use quadrille_logic::{Profile, TECHNIQUES};
    ///
    /// let one = Profile::parse("one", "full-house 1.0\n")?.with(TECHNIQUES[1], 15);
    /// assert_eq!(one.techniques().count(), 2);
    /// # Ok::<(), quadrille_logic::ProfileError>(())
    /// ```
    pub fn with(mut self, technique: &'static dyn Technique, rating: u32) -> Self {
        let ratings = technique.kinds().iter().map(|kind| (kind.id, rating)).collect();
        let class = self.scoring.map(|_| Class::Extreme);
        self.entries.push(Entry { technique, ratings, class });
        self
    }

    /// Returns the id, or the name under which it was read.
    ///
    /// ```
    /// use quadrille_logic::Profile;
    ///
    /// assert_eq!(
    ///     Profile::by_id("se").map(|profile| profile.id().to_owned()).as_deref(),
    ///     Some("se")
    /// );
    /// ```
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns whether the ratings of steps are added up to a score.
    ///
    /// ```
    /// use quadrille_logic::Profile;
    ///
    /// let has_scores = |id| Profile::by_id(id).map(|profile| profile.has_scores());
    /// assert_eq!((has_scores("hodoku"), has_scores("se121")), (Some(true), Some(false)));
    /// ```
    pub fn has_scores(&self) -> bool {
        self.scoring.is_some()
    }

    /// Returns a rating in tenths as text: `4.5`, or `280` if the profile has scores.
    ///
    /// ```
    /// use quadrille_logic::Profile;
    ///
    /// let points = |id| Profile::by_id(id).map(|profile| profile.points(45));
    /// assert_eq!(points("se121").as_deref(), Some("4.5"));
    /// ```
    pub fn points(&self, tenths: u32) -> String {
        match self.scoring {
            Some(_) => (tenths / 10).to_string(),
            None => format!("{}.{}", tenths / 10, tenths % 10),
        }
    }

    /// Returns the techniques in the order in which they are tried.
    ///
    /// ```
    /// use quadrille_logic::Profile;
    ///
    /// let profile = Profile::by_id("se121").expect("it comes with the engine");
    /// assert!(profile.techniques().any(|technique| technique.id() == "naked-pair"));
    /// ```
    pub fn techniques(&self) -> impl Iterator<Item = &'static dyn Technique> {
        self.entries.iter().map(|entry| entry.technique)
    }

    /// The ratings of full houses and of hidden singles in boxes and lines, if these are tried first,
    /// in this order, and none is harder than the next.
    pub(super) fn hidden_singles(&self) -> Option<[u32; 3]> {
        const IDS: [&str; 3] = ["full-house", "hidden-single-box", "hidden-single-line"];
        let begins = self.techniques().map(Technique::id).take(3).eq(IDS);
        let ratings = IDS.map(|id| self.rating(id).unwrap_or(0));
        (begins && self.scoring.is_none() && ratings.is_sorted()).then_some(ratings)
    }

    /// Returns the rating of a kind of deduction without surcharge, in tenths.
    ///
    /// ```
    /// use quadrille_logic::Profile;
    ///
    /// let profile = Profile::by_id("se121").expect("it comes with the engine");
    /// assert_eq!((profile.rating("naked-pair"), profile.rating("guessing")), (Some(30), None));
    /// ```
    pub fn rating(&self, kind: &str) -> Option<u32> {
        self.entries.iter().find(|entry| entry.uses(kind)).map(|entry| entry.rating(kind))
    }

    /// Returns whether a technique, or a kind of deduction, is used.
    pub fn uses(&self, id: &str) -> bool {
        let has = |entry: &Entry| entry.technique.id() == id || entry.uses(id);
        self.entries.iter().any(has)
    }

    /// Omits a technique, or a kind of deduction. It may be one that the profile does not use.
    ///
    /// # Errors
    /// When nothing has that id.
    ///
    /// ```
    /// use quadrille_logic::Profile;
    ///
    /// let profile = Profile::by_id("quadrille").expect("it comes with the engine");
    /// let profile = profile.without("x-wing")?.without("turbot-fish")?;
    /// assert_eq!(profile.rating("x-wing"), None);
    /// assert!(!profile.uses("turbot-fish") && profile.uses("skyscraper"));
    /// assert_eq!(profile.id(), "quadrille --avoid x-wing --avoid turbot-fish");
    /// # Ok::<(), quadrille_logic::TechniqueError>(())
    /// ```
    pub fn without(mut self, id: &str) -> Result<Self, TechniqueError> {
        let kinds = kinds_of(id);
        if kinds.is_empty() {
            return Err(TechniqueError::Unknown);
        }
        self.keep(|entry, kind| entry.technique.id() != id && !kinds.contains(&kind));
        self.id = format!("{} --avoid {id}", self.id);
        Ok(self)
    }

    /// Ends with a technique, or a kind of deduction: those that are tried after it, and harder ones of
    /// the same technique, are not used.
    ///
    /// # Errors
    /// When nothing has that id, or the profile does not use it.
    ///
    /// ```
    /// use quadrille_logic::Profile;
    ///
    /// let profile = Profile::by_id("quadrille").expect("it comes with the engine");
    /// let profile = profile.ending_with("skyscraper")?;
    /// assert!(profile.uses("x-wing") && profile.uses("skyscraper"));
    /// assert!(!profile.uses("turbot-fish") && !profile.uses("xy-wing"));
    /// # Ok::<(), quadrille_logic::TechniqueError>(())
    /// ```
    pub fn ending_with(mut self, id: &str) -> Result<Self, TechniqueError> {
        let kinds = kinds_of(id);
        if kinds.is_empty() {
            return Err(TechniqueError::Unknown);
        }
        let is_meant = |entry: &Entry| kinds.iter().any(|kind| entry.uses(kind));
        let last = self.entries.iter().rposition(is_meant).ok_or(TechniqueError::Unused)?;
        self.entries.truncate(last + 1);
        let most = kinds.iter().map(|kind| self.entries[last].rating(kind)).max();
        let id_of_last = self.entries[last].technique.id();
        self.keep(|entry, kind| {
            entry.technique.id() != id_of_last || Some(entry.rating(kind)) <= most
        });
        self.id = format!("{} --max {id}", self.id);
        Ok(self)
    }

    /// Keeps some kinds, and the techniques that find any of them.
    fn keep(&mut self, is_kept: impl Fn(&Entry, &str) -> bool) {
        for entry in &mut self.entries {
            let kept = entry.ratings.iter().filter(|(kind, _)| is_kept(entry, kind));
            entry.ratings = kept.copied().collect();
        }
        self.entries.retain(|entry| !entry.ratings.is_empty());
    }
}

/// The profile as text that [`Profile::parse`] reads.
impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(scoring) = &self.scoring {
            f.write_str("scale score\n")?;
            let limited = || {
                let limits = Class::ALL.into_iter().zip(scoring.limits);
                limits.filter(|(_, limit)| *limit != u32::MAX)
            };
            if limited().next().is_some() {
                f.write_str("limits")?;
                for (class, limit) in limited() {
                    write!(f, " {class}={}", self.points(limit))?;
                }
                f.write_str("\n")?;
            }
            let (class, score) = scoring.give_up;
            writeln!(f, "give-up {class} {}", self.points(score))?;
        }
        for entry in &self.entries {
            let Entry { technique, ratings, class } = entry;
            let is_partial = entry.is_partial();
            f.write_str(technique.id())?;
            if let Some(class) = class {
                write!(f, " {class}")?;
            }
            match &ratings[..] {
                [(_, first), rest @ ..]
                    if !is_partial && rest.iter().all(|(_, rating)| rating == first) =>
                {
                    write!(f, " {}", self.points(*first))?;
                }
                _ => {
                    for (kind, rating) in ratings {
                        write!(f, " {kind}={}", self.points(*rating))?;
                    }
                    let omitted = technique.kinds().iter().filter(|kind| !entry.uses(kind.id));
                    for kind in omitted {
                        write!(f, " {}=-", kind.id)?;
                    }
                }
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The order in which people look and the weights say the same, and nothing that HoDoKu tries by
    /// default is missing but what stands in for it.
    #[test]
    fn quadrille_is_ordered_by_weight_and_complete() {
        let profile = Profile::by_id("quadrille").unwrap();
        let least: Vec<u32> = profile.entries.iter().map(Entry::least_rating).collect();
        assert!(least.is_sorted(), "{profile}");
        // Assumptions are followed by the forcing chains of Sudoku Explainer.
        const OTHERWISE: [&str; 5] = [
            "forcing-chain-contradiction",
            "forcing-chain-verity",
            "forcing-net-contradiction",
            "forcing-net-verity",
            "brute-force",
        ];
        let hodoku = Profile::by_id("hodoku").unwrap();
        for kind in hodoku.techniques().flat_map(Technique::kinds) {
            let is_there = profile.rating(kind.id).is_some();
            assert_eq!(is_there, !OTHERWISE.contains(&kind.id), "{}", kind.id);
        }
    }
}
