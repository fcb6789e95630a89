//! Classes of difficulty, and how the scores of steps lead to one.

use std::fmt;

/// How difficult a puzzle is in HoDoKu's terms, from the easiest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Class {
    /// Singles suffice.
    Easy,
    /// Takes locked candidates and small sets.
    Medium,
    /// Takes small fish, wings and rectangles.
    Hard,
    /// Takes chains and almost locked sets.
    Unfair,
    /// Takes forcing nets, or more.
    Extreme,
}

impl Class {
    /// The classes, from the easiest.
    pub const ALL: [Self; 5] = [Self::Easy, Self::Medium, Self::Hard, Self::Unfair, Self::Extreme];

    /// Returns the name, such as `Easy`.
    ///
    /// ```
    /// use quadrille_logic::Class;
    ///
    /// assert_eq!(Class::ALL.map(Class::name), ["Easy", "Medium", "Hard", "Unfair", "Extreme"]);
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Easy => "Easy",
            Self::Medium => "Medium",
            Self::Hard => "Hard",
            Self::Unfair => "Unfair",
            Self::Extreme => "Extreme",
        }
    }

    /// Returns the class with a name, in upper or lower case.
    ///
    /// ```
    /// use quadrille_logic::Class;
    ///
    /// assert_eq!(Class::by_name("hard"), Some(Class::Hard));
    /// ```
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How the scores of steps, which are added up, lead to the class of a puzzle.
///
/// A puzzle has the class of its most difficult step, or a higher one if its score is above the
/// limit of the class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scoring {
    /// The highest score of each class but the last, in tenths.
    pub(super) limits: [u32; 4],
    /// The class, and the score in tenths, that a puzzle gets for what techniques do not solve.
    pub(super) give_up: (Class, u32),
}

impl Scoring {
    /// No limits, and nothing for giving up.
    pub(super) const DEFAULT: Self = Self { limits: [u32::MAX; 4], give_up: (Class::Extreme, 0) };

    /// The class of a puzzle with a score, in tenths, whose most difficult step has a class.
    pub(super) fn class(&self, most: Class, score: u32) -> Class {
        let fits = |class: &Class| {
            let limit = self.limits.get(*class as usize).copied().unwrap_or(u32::MAX);
            *class >= most && score <= limit
        };
        Class::ALL.into_iter().find(fits).expect("the last class has no limit")
    }
}
