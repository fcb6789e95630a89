//! Sources by name, which can replace an input where puzzles are expected.

use std::str::FromStr;

use quadrille_core::{BoxShape, Meter, Puzzle};
use quadrille_generate::puzzle::{Generator, PatternSymmetry, Recipe};
use thiserror::Error;

use super::{Lewis, RandomNorvig, Suite, collection};
use crate::bounds::MAX_PUZZLES;
use crate::registry::nearest;

/// A named source of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// `collection`: the embedded puzzles.
    Collection,
    /// The id of a standard collection.
    Suite(&'static Suite),
    /// `random-norvig:COUNT`: puzzles as R0 generated them.
    RandomNorvig {
        /// Number of puzzles.
        count: u64,
    },
    /// `lewis:SIDE,FILL,COUNT`: shuffled solved grids with random holes.
    Lewis {
        /// The box shape, as square as possible.
        shape: BoxShape,
        /// Share of given cells, in percent.
        fill: u32,
        /// Number of puzzles.
        count: u64,
    },
    /// `generate:COUNT`: puzzles as `generate puzzle` makes them with the same seed.
    Generate {
        /// Number of puzzles.
        count: u64,
        /// Whether every given is necessary.
        minimal: bool,
        /// The symmetry of the cells with givens.
        symmetry: PatternSymmetry,
        /// The box shape, if the text says it.
        shape: Option<BoxShape>,
    },
}

/// The reason why a text is not the name of a source.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SourceError {
    /// No source has this name.
    #[error(
        "no source of puzzles; there are `collection`, standard collections such as `suite-9x9-v1`, `random-norvig:COUNT`, `lewis:SIDE,FILL,COUNT` \
         and `generate:COUNT`"
    )]
    Unknown,
    /// The number of puzzles is missing or invalid.
    #[error(
        "how many puzzles? Write random-norvig:COUNT with up to {MAX_PUZZLES}, as in random-norvig:100"
    )]
    Count,
    /// The description of the boards is missing or invalid.
    #[error(
        "which boards? Write lewis:SIDE,FILL,COUNT: a side such as 16, 25 or 36, the cells given \
         in percent, how many puzzles, up to {MAX_PUZZLES}, as in lewis:25,45,100"
    )]
    Lewis,
    /// The description of the puzzles is missing or invalid.
    #[error(
        "which puzzles? Write generate:COUNT, up to {MAX_PUZZLES}, and after it what they are to be \
         like: `minimal`, `symmetry=ID` and `box=RxC` up to side 16, as in \
         generate:100,minimal,symmetry=half-turn"
    )]
    Generate,
}

impl Source {
    /// How the sources are written.
    pub const FORMS: [&str; 7] = [
        "collection",
        "suite-9x9-v1",
        "suite-16x16-v1",
        "suite-25x25-v1",
        "random-norvig:COUNT",
        "lewis:SIDE,FILL,COUNT",
        "generate:COUNT",
    ];

    /// Returns the source that a misspelled text most likely means, as it is written.
    ///
    /// ```
    /// use quadrille_lab::source::Source;
    ///
    /// assert_eq!(Source::nearest("colection"), Some("collection"));
    /// ```
    pub fn nearest(text: &str) -> Option<&'static str> {
        let near = nearest(name_of(text), Self::FORMS.map(name_of))?;
        Self::FORMS.into_iter().find(|form| name_of(form) == near)
    }

    /// Returns the number of puzzles, if the text says it.
    ///
    /// ```
    /// use quadrille_lab::source::Source;
    ///
    /// assert_eq!("random-norvig:100".parse::<Source>()?.count(), Some(100));
    /// # Ok::<(), quadrille_lab::source::SourceError>(())
    /// ```
    pub fn count(self) -> Option<u64> {
        match self {
            Self::Collection | Self::Suite(_) => None,
            Self::RandomNorvig { count }
            | Self::Lewis { count, .. }
            | Self::Generate { count, .. } => Some(count),
        }
    }

    /// Returns the number of cells of all puzzles, on boards of that shape if the source does not say.
    ///
    /// ```
    /// use quadrille_core::BoxShape;
    /// use quadrille_lab::source::Source;
    ///
    /// assert_eq!("lewis:16,50,10".parse::<Source>()?.cells(BoxShape::NINE), 2560);
    /// # Ok::<(), quadrille_lab::source::SourceError>(())
    /// ```
    pub fn cells(self, shape: BoxShape) -> u64 {
        match self {
            // They are small.
            Self::Collection | Self::Suite(_) => 0,
            Self::RandomNorvig { count } => count.saturating_mul(shape.cells() as u64),
            Self::Lewis { shape, count, .. } => count.saturating_mul(shape.cells() as u64),
            Self::Generate { shape: own, count, .. } => {
                count.saturating_mul(own.unwrap_or(shape).cells() as u64)
            }
        }
    }

    /// Returns the source, unless it cannot make boards of that shape, in which it would make them.
    ///
    /// # Errors
    /// When the boards are too large to be generated with one solution.
    ///
    /// ```
    /// use quadrille_core::BoxShape;
    /// use quadrille_lab::source::Source;
    ///
    /// let source: Source = "generate:10".parse()?;
    /// assert!(source.for_shape(BoxShape::NINE).is_ok());
    /// assert!(source.for_shape(BoxShape::new(5, 5)?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_shape(self, shape: BoxShape) -> Result<Self, SourceError> {
        match self {
            Self::Generate { minimal, symmetry, shape: own, .. } => {
                let recipe = recipe(minimal, symmetry, own.unwrap_or(shape));
                recipe.check().map(|()| self).map_err(|_| SourceError::Generate)
            }
            _ => Ok(self),
        }
    }

    /// Returns the puzzles in order, made one by one; `shape` is for sources of any shape.
    ///
    /// # Panics
    /// When [`for_shape`](Self::for_shape) refuses the shape.
    ///
    /// ```
    /// use quadrille_core::BoxShape;
    /// use quadrille_lab::source::Source;
    ///
    /// let source: Source = "random-norvig:3".parse()?;
    /// assert_eq!(source.puzzles(1, BoxShape::NINE).count(), 3);
    /// # Ok::<(), quadrille_lab::source::SourceError>(())
    /// ```
    pub fn puzzles(self, seed: u64, shape: BoxShape) -> Box<dyn Iterator<Item = Puzzle> + Send> {
        match self {
            Self::Collection => Box::new(collection().into_iter()),
            Self::Suite(suite) => Box::new(suite.puzzles().into_iter()),
            Self::RandomNorvig { count } => {
                let source = RandomNorvig { shape, seed };
                Box::new((0..count).map(move |index| source.get(index)))
            }
            Self::Lewis { shape, fill, count } => {
                let source = Lewis { shape, fill, seed };
                Box::new((0..count).map(move |index| source.get(index)))
            }
            Self::Generate { count, minimal, symmetry, shape: own } => {
                generated(count, recipe(minimal, symmetry, own.unwrap_or(shape)), seed)
            }
        }
    }
}

impl FromStr for Source {
    type Err = SourceError;

    fn from_str(text: &str) -> Result<Self, SourceError> {
        let (name, details) = text.split_once(':').unwrap_or((text, ""));
        match name {
            _ if text == "collection" => Ok(Self::Collection),
            "random-norvig" => {
                let count = count(details).ok_or(SourceError::Count)?;
                Ok(Self::RandomNorvig { count })
            }
            "generate" => generate(details).ok_or(SourceError::Generate),
            "lewis" => lewis(details).ok_or(SourceError::Lewis),
            _ => Suite::by_id(text).map(Self::Suite).ok_or(SourceError::Unknown),
        }
    }
}

/// Returns the part before the colon.
fn name_of(text: &str) -> &str {
    text.split_once(':').map_or(text, |(name, _)| name)
}

/// Parses a number of puzzles.
fn count(text: &str) -> Option<u64> {
    text.parse().ok().filter(|&count| count <= MAX_PUZZLES)
}

/// Parses the part after `lewis:`.
fn lewis(text: &str) -> Option<Source> {
    let mut fields = text.split(',');
    let shape = BoxShape::of_side(fields.next()?.parse().ok()?)?;
    let fill = fields.next()?.parse().ok().filter(|&fill| fill <= 100)?;
    let count = count(fields.next()?)?;
    fields.next().is_none().then_some(Source::Lewis { shape, fill, count })
}

/// Parses the part after `generate:`.
fn generate(text: &str) -> Option<Source> {
    let mut fields = text.split(',');
    let count = count(fields.next()?)?;
    let (mut minimal, mut symmetry, mut shape) = (false, PatternSymmetry::None, None);
    for field in fields {
        match field.split_once('=') {
            None if field == "minimal" => minimal = true,
            Some(("symmetry", id)) => symmetry = PatternSymmetry::by_id(id)?,
            Some(("box", text)) => shape = Some(text.parse().ok()?),
            _ => return None,
        }
    }
    let source = Source::Generate { count, minimal, symmetry, shape };
    source.for_shape(BoxShape::NINE).ok()
}

fn recipe(minimal: bool, symmetry: PatternSymmetry, shape: BoxShape) -> Recipe {
    let mut recipe = Recipe::new(shape);
    (recipe.minimal, recipe.symmetry) = (minimal, symmetry);
    recipe
}

/// Returns the first puzzles of a recipe, made a batch at a time.
fn generated(count: u64, recipe: Recipe, seed: u64) -> Box<dyn Iterator<Item = Puzzle> + Send> {
    let generator = Generator::new(recipe, seed).expect("the recipe was checked");
    let batch = generator.batch();
    let firsts = (0..count.div_ceil(batch)).map(move |number| number * batch);
    Box::new(firsts.flat_map(move |first| {
        let range = first..count.min(first + batch);
        let (made, _) = generator.make(range, &mut Meter::unlimited());
        made.into_iter().flatten().map(|made| made.puzzle)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SUITES;

    #[test]
    fn standard_collections_are_sources() {
        for suite in &SUITES {
            assert!(Source::FORMS.contains(&suite.id), "{}", suite.id);
            assert_eq!(suite.id.parse(), Ok(Source::Suite(suite)));
            assert_eq!(format!("{}:3", suite.id).parse::<Source>(), Err(SourceError::Unknown));
        }
        assert_eq!(Source::nearest("suite-9x9-v2"), Some("suite-9x9-v1"));
    }
}
