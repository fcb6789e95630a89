//! Bands of difficulty, and how their names are read.

use std::ops::RangeInclusive;

use quadrille_core::BoxShape;
use quadrille_logic::{Class, Profile};

use crate::question::profile;
use crate::{Error, GenerateRequest, RatingRange};

/// Puzzles of about the same difficulty.
#[derive(Clone, Debug)]
pub(super) struct Band {
    /// Its name, as it was asked for.
    pub(super) id: String,
    pub(super) wish: Wish,
}

/// What the puzzles of a band have in common.
#[derive(Clone, Debug)]
pub(super) enum Wish {
    /// Ratings by a profile, in tenths.
    Rating { profile: Profile, from: u32, to: u32 },
    /// A class of the profile `hodoku`.
    Class(Class),
    /// A technique that the solution takes.
    Technique(String),
    /// A number of givens.
    Clues(RangeInclusive<usize>),
}

/// The bands of 9x9 puzzles if none are named. Each holds at least one in twenty random minimal puzzles.
const NINE: [&str; 6] = [
    "se121:1.0..1.9",
    "se121:2.0..2.5",
    "se121:2.6..3.4",
    "se121:3.5..5.9",
    "se121:6.0..7.2",
    "se121:7.3..",
];

/// Returns the names of the bands for a board if none are named: six by rating for 9x9, six by the
/// number of givens for others, from the easiest. Ratings of small boards hardly differ, and random
/// large puzzles with few givens are nearly all beyond the techniques.
///
/// ```
/// use quadrille_api::default_bands;
/// use quadrille_core::BoxShape;
///
/// assert_eq!(default_bands(BoxShape::NINE)[0], "se121:1.0..1.9");
/// assert_eq!(default_bands("2x2".parse()?)[5], "clues:4..4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn default_bands(shape: BoxShape) -> Vec<String> {
    if shape == BoxShape::NINE {
        return NINE.map(str::to_owned).to_vec();
    }
    // About what random minimal puzzles have, and steps of a twentieth of the cells.
    let (fewest, step) = (few_clues(shape), shape.cells().div_ceil(20));
    let band = |index: usize| {
        let from = fewest + index * step;
        format!("clues:{from}..{}", from + step - 1)
    };
    (0..6).rev().map(band).collect()
}

/// Returns a number of givens near the fewest that random minimal puzzles have.
pub(super) fn few_clues(shape: BoxShape) -> usize {
    (shape.cells() * (20 + shape.side())).div_ceil(100)
}

impl Band {
    /// Reads the name of a band: `PROFILE:A..B`, `hodoku:CLASS`, `technique:ID` or `clues:A..B`.
    pub(super) fn parse(text: &str) -> Result<Self, Error> {
        let wrong = || {
            Error::bad_request(format!(
                "band {text:?}: expected a range of ratings such as se121:2.6..3.4 or \
                 hodoku:1000..1600, a class such as hodoku:hard, technique:ID, or clues:A..B"
            ))
        };
        let (kind, rest) = text.split_once(':').ok_or_else(wrong)?;
        let ends = |least: &str, most: &str| -> Result<(f64, f64), Error> {
            let (from, to) = rest.split_once("..").unwrap_or((rest, rest));
            let to = to.strip_prefix('=').unwrap_or(to);
            let number = |text: &str, default: &str| {
                let text = if text.is_empty() { default } else { text };
                let number = text.parse::<f64>().ok();
                number.filter(|number| (0.0..=1_000_000.0).contains(number)).ok_or_else(wrong)
            };
            if rest.is_empty() || rest == ".." {
                return Err(wrong());
            }
            let (from, to) = (number(from, least)?, number(to, most)?);
            if from > to {
                return Err(Error::bad_request(format!("band {text:?}: the range is empty")));
            }
            Ok((from, to))
        };
        let wish = match kind {
            "technique" => Wish::Technique(rest.to_owned()),
            "clues" => {
                let (from, to) = ends("0", "1000000")?;
                if from.fract() != 0.0 || to.fract() != 0.0 {
                    return Err(wrong());
                }
                Wish::Clues(from as usize..=to as usize)
            }
            name => {
                let profile = profile(Some(name), name)?;
                match Class::by_name(rest) {
                    Some(class) if name == "hodoku" => Wish::Class(class),
                    _ => {
                        let (from, to) = ends("0", "1000000")?;
                        let tenths = |points: f64| (10.0 * points).round() as u32;
                        Wish::Rating { profile, from: tenths(from), to: tenths(to) }
                    }
                }
            }
        };
        Ok(Self { id: text.to_owned(), wish })
    }

    /// Returns the request that makes puzzles of the band alone, if there is one.
    pub(super) fn request(&self, shape: BoxShape) -> Option<GenerateRequest> {
        let bare = GenerateRequest { shape: Some(shape.to_string()), ..GenerateRequest::default() };
        match &self.wish {
            Wish::Rating { profile, from, to } if shape == BoxShape::NINE => {
                let points = |tenths: u32| Some(f64::from(tenths) / 10.0);
                let profile = profile.id().to_owned();
                let rating = RatingRange { profile, from: points(*from), to: points(*to) };
                Some(GenerateRequest { rating: Some(rating), ..bare })
            }
            Wish::Rating { .. } | Wish::Class(_) => None,
            Wish::Technique(id) => Some(GenerateRequest { technique: Some(id.clone()), ..bare }),
            Wish::Clues(clues) => {
                let most = (*clues.end()).min(shape.cells());
                Some(GenerateRequest { clues: Some([*clues.start(), most]), ..bare })
            }
        }
    }

    /// Returns whether puzzles of the band are picked among random ones.
    pub(super) fn is_picked(&self) -> bool {
        matches!(self.wish, Wish::Rating { .. } | Wish::Class(_))
    }

    /// Returns the profile by which puzzles are picked, and the highest rating in the band.
    pub(super) fn rated_by(&self) -> Option<(&str, u32)> {
        match &self.wish {
            Wish::Rating { profile, to, .. } => Some((profile.id(), *to)),
            Wish::Class(_) => Some(("hodoku", u32::MAX)),
            Wish::Technique(_) | Wish::Clues(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_are_read() {
        for text in NINE.iter().chain(&["hodoku:1000..1600", "se:7.2", "quadrille:..2"]) {
            assert!(Band::parse(text).is_ok_and(|band| band.is_picked()), "{text}");
        }
        let band = |text| Band::parse(text).map(|band| band.wish);
        assert!(matches!(band("hodoku:Hard"), Ok(Wish::Class(Class::Hard))));
        assert!(matches!(band("se121:7.3.."), Ok(Wish::Rating { from: 73, to: 10_000_000, .. })));
        assert!(matches!(band("clues:24..=26"), Ok(Wish::Clues(clues)) if clues == (24..=26)));
        assert!(matches!(band("technique:x-wing"), Ok(Wish::Technique(id)) if id == "x-wing"));
        for text in
            ["", "hard", "se121:", "se121:hard", "se121:..", "se121:3..2", "clues:2.5", "x:1"]
        {
            assert!(Band::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn default_bands_follow_each_other() {
        for shape in ["2x2", "2x3", "2x4", "2x5", "3x4", "3x5", "4x4"] {
            let shape: BoxShape = shape.parse().unwrap();
            let bands = default_bands(shape);
            let ranges: Vec<_> = bands
                .iter()
                .map(|text| match Band::parse(text).unwrap().wish {
                    Wish::Clues(clues) => clues,
                    other => panic!("{other:?}"),
                })
                .collect();
            assert!(ranges.windows(2).all(|pair| *pair[1].end() + 1 == *pair[0].start()));
            assert!(*ranges[0].end() < shape.cells());
        }
    }
}
