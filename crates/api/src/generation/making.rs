//! What puzzles are to be like, from the fields of a request.

use std::ops::Range;
use std::sync::Arc;

use quadrille_core::{BoxShape, Cell, Digit, Grid, Meter, Puzzle, Solution, Stop};
use quadrille_generate::puzzle::{Generator, Made, PatternSymmetry, Recipe};
use quadrille_logic::{Difficulty, Profile, TechniqueError, is_step, sample_puzzles, step_puzzles};

use super::tried::Tried;
use crate::question::{points, profile, unusable};
use crate::reading::shape;
use crate::{Error, ErrorKind, GenerateRequest};

/// Makes the puzzles that a request asks for.
pub struct Making {
    generator: Generator<'static>,
    difficulty: Option<Arc<Difficulty>>,
    shows_rating: bool,
    tried: Arc<Tried>,
}

/// A puzzle with its rating, if ratings are asked for.
pub struct MadePuzzle {
    /// The puzzle.
    pub made: Made,
    /// The rating in the units of the profile.
    pub rating: Option<f64>,
}

impl Making {
    /// Prepares to make puzzles. A profile that is passed counts instead of the one that the request
    /// names.
    ///
    /// # Errors
    /// When no puzzle is like that.
    pub fn new(
        request: &GenerateRequest,
        profile: Option<Profile>,
        seed: u64,
    ) -> Result<Self, Error> {
        let recipe = recipe(request)?;
        let is_plain = recipe.shape == BoxShape::NINE && recipe.edges.is_none();
        let difficulty = difficulty(request, profile, is_plain)?.map(Arc::new);
        let mut generator = generator(recipe, seed)?;
        let tried: Arc<Tried> = Arc::default();
        if let Some(difficulty) = &difficulty {
            let (difficulty, tried) = (Arc::clone(difficulty), Arc::clone(&tried));
            let models = models(&difficulty.kinds(), difficulty.profile().id());
            generator = generator.with_models(&models).with_filter(move |puzzle, _, meter| {
                let fit = difficulty.fit(puzzle, meter);
                tried.note(fit, puzzle, difficulty.profile());
                fit.lacks == 0
            });
        }
        Ok(Self { generator, difficulty, shows_rating: request.rating.is_some(), tried })
    }

    /// Returns how many puzzles are best made at a time.
    pub fn batch(&self) -> u64 {
        self.generator.batch()
    }

    /// Makes the puzzles with these numbers; `None` for those that a limit of the meter, which is
    /// returned, ended.
    ///
    /// ```
    /// use quadrille_api::{GenerateRequest, Making};
    /// use quadrille_core::Meter;
    ///
    /// let request = GenerateRequest { technique: Some("x-wing".into()), ..GenerateRequest::default() };
    /// let making = Making::new(&request, None, 1)?;
    /// let (made, _) = making.make(0..1, &mut Meter::unlimited());
    /// assert!(made[0].is_some());
    /// # Ok::<(), quadrille_api::Error>(())
    /// ```
    pub fn make(
        &self,
        indices: Range<u64>,
        meter: &mut Meter<'_>,
    ) -> (Vec<Option<MadePuzzle>>, Option<Stop>) {
        let (made, stop) = self.generator.make(indices, meter);
        let rated = self.difficulty.as_ref().filter(|_| self.shows_rating);
        let mut own = Meter::cancellable(meter.cancel_flag());
        let mut with_rating = |made: Made| MadePuzzle {
            rating: rated.map(|difficulty| points(difficulty.rating(&made.puzzle, &mut own))),
            made,
        };
        (made.into_iter().map(|made| made.map(&mut with_rating)).collect(), stop)
    }

    /// Returns what is tried, if most of it is not wanted.
    ///
    /// ```
    /// use quadrille_api::{GenerateRequest, Making};
    /// use quadrille_core::Meter;
    ///
    /// let request = GenerateRequest { once: Some("jellyfish".into()), ..GenerateRequest::default() };
    /// let making = Making::new(&request, None, 1)?;
    /// making.make(0..1, &mut Meter::unlimited());
    /// let words = making.tried().expect("few take it").words();
    /// assert!(words.contains(" tried, the closest: "), "{words}");
    /// # Ok::<(), quadrille_api::Error>(())
    /// ```
    pub fn tried(&self) -> Option<Arc<Tried>> {
        self.difficulty.as_ref().map(|_| Arc::clone(&self.tried))
    }

    /// Returns which puzzle came closest to what techniques and ratings were asked for, in words.
    pub fn closest(&self) -> Option<String> {
        self.tried.closest()
    }
}

/// The puzzles of the pool after which others with a kind of deduction are made: if it has some, those
/// that take it by the profile.
pub(super) fn models(kinds: &[&str], profile: &str) -> Vec<Puzzle> {
    let taking = step_puzzles(kinds, profile);
    if taking.is_empty() { sample_puzzles(kinds) } else { taking }
}

/// The generator of puzzles by a recipe.
pub(crate) fn generator(recipe: Recipe, seed: u64) -> Result<Generator<'static>, Error> {
    Generator::new(recipe, seed).map_err(|error| Error::bad_request(error.to_string()))
}

/// The recipe that the fields of a request describe.
pub(super) fn recipe(request: &GenerateRequest) -> Result<Recipe, Error> {
    let named = request.shape.as_deref().map(shape).transpose()?;
    let solution = request.solution.as_deref().map(|text| solution(text, named)).transpose()?;
    let of_solution = solution.as_ref().map(|solution| solution.grid().shape());
    let mut recipe = Recipe::new(named.or(of_solution).unwrap_or(BoxShape::NINE));
    recipe.minimal = request.minimal;
    if let Some(id) = &request.symmetry {
        let known = PatternSymmetry::ALL.map(PatternSymmetry::id);
        recipe.symmetry =
            PatternSymmetry::by_id(id).ok_or_else(|| Error::unknown("symmetry", id, known))?;
    }
    recipe.clues = request.clues.map(|[from, to]| from..=to);
    recipe.solution = solution;
    recipe.unbiased = request.unbiased;
    recipe.edges = request.edges;
    let pattern = request.pattern.as_deref().map(|text| pattern(text, recipe.shape));
    recipe.pattern = pattern.transpose()?;
    Ok(recipe)
}

/// Reads a complete grid.
fn solution(text: &str, shape: Option<BoxShape>) -> Result<Solution, Error> {
    let wrong = |why: String| Error::bad_request(format!("`solution`: {why}"));
    let puzzle = quadrille_formats::read_one(text).map_err(|error| wrong(error.to_string()))?;
    let digits: Vec<u8> =
        puzzle.givens().digits().iter().map(|digit| digit.map_or(0, Digit::get)).collect();
    let grid = match shape {
        Some(shape) if shape.cells() == digits.len() => {
            Grid::from_digits(shape, &digits).expect("the side is the same")
        }
        _ => puzzle.givens().clone(),
    };
    let empty = digits.iter().filter(|&&digit| digit == 0).count();
    if empty > 0 {
        return Err(wrong(format!("the grid has {empty} empty cells; it must be complete")));
    }
    let blank = Puzzle::try_from(Grid::empty(grid.shape())).expect("it has no givens");
    Solution::new(&blank, &digits).map_err(|flaw| wrong(flaw.to_string()))
}

/// Reads the cells with givens: blanks and line ends do not matter.
fn pattern(text: &str, shape: BoxShape) -> Result<Vec<Cell>, Error> {
    let marks: Vec<char> = text.chars().filter(|symbol| !symbol.is_whitespace()).collect();
    if marks.len() != shape.cells() {
        let (found, expected) = (marks.len(), shape.cells());
        return Err(Error::bad_request(format!(
            "`pattern` has {found} cells, expected {expected} for a {shape} board"
        )));
    }
    let given = |(_, mark): &(usize, &char)| !['.', '0', '-', '_'].contains(mark);
    Ok(marks.iter().enumerate().filter(given).map(|(cell, _)| Cell::new(cell)).collect())
}

/// How hard the puzzles are to be, if that is asked for.
fn difficulty(
    request: &GenerateRequest,
    profile: Option<Profile>,
    is_plain: bool,
) -> Result<Option<Difficulty>, Error> {
    let uses: [(Option<&str>, Asked); 3] = [
        (request.technique.as_deref(), Difficulty::taking),
        (request.needs.as_deref(), Difficulty::needing),
        (request.once.as_deref(), Difficulty::taking_once),
    ];
    let ids: Vec<&str> = uses.iter().filter_map(|(id, _)| *id).collect();
    if request.rating.is_none() && request.steps.is_none() && ids.is_empty() {
        return Ok(None);
    }
    if !is_plain {
        let message = "`rating`, `steps`, `technique`, `needs` and `once` are for 9x9 puzzles \
                       without edges; omit them";
        return Err(Error::new(ErrorKind::Unsupported, message));
    }
    let range = request.rating.as_ref();
    let profile = match profile {
        Some(profile) => profile,
        None => {
            let named = range.map(|range| &*range.profile).or(request.profile.as_deref());
            chosen_profile(named, &ids)?
        }
    };
    let tenths = |points: Option<f64>, default: u32| match points {
        None => Ok(default),
        Some(points) if (0.0..=1_000_000.0).contains(&points) => Ok((10.0 * points).round() as u32),
        Some(points) => Err(Error::bad_request(format!("{points} is not a rating"))),
    };
    let from = tenths(range.and_then(|range| range.from), 0)?;
    let to = tenths(range.and_then(|range| range.to), u32::MAX)?;
    if from > to {
        return Err(Error::bad_request("the range of ratings is empty"));
    }
    let mut difficulty = Difficulty::new(profile, from..=to);
    if let Some([from, to]) = request.steps {
        if from > to {
            return Err(Error::bad_request("the range of `steps` is empty"));
        }
        difficulty = difficulty.in_steps(from..=to);
    }
    for (id, add) in uses {
        let Some(id) = id else { continue };
        let profile = difficulty.profile().clone();
        difficulty = add(difficulty, id).map_err(|error| unusable(error, id, &profile))?;
    }
    Ok(Some(difficulty))
}

/// Asks for the use of a technique.
type Asked = fn(Difficulty, &str) -> Result<Difficulty, TechniqueError>;

/// The profiles in the order in which one is chosen for a technique. The names of most techniques are
/// HoDoKu's, and its own solver agrees with the profile after it.
const CHOSEN: [&str; 4] = ["hodoku", "se121", "se", "quadrille"];

/// Returns the profile with an id, or if none is named the first that takes all these techniques as
/// steps, or else the first that uses them.
pub(super) fn chosen_profile(named: Option<&str>, ids: &[&str]) -> Result<Profile, Error> {
    let all = |is_meant: fn(&Profile, &str) -> bool| {
        move |id: &&str| {
            let profile = Profile::by_id(id).expect("it comes with the engine");
            ids.iter().all(|id| is_meant(&profile, id))
        }
    };
    let takes = |profile: &Profile, id: &str| {
        Difficulty::new(profile.clone(), 0..=u32::MAX)
            .taking(id)
            .is_ok_and(|taking| taking.kinds().iter().any(|kind| is_step(kind, profile.id())))
    };
    let mut chosen = CHOSEN.iter().copied();
    let first = chosen.clone().find(all(takes)).or_else(|| chosen.find(all(Profile::uses)));
    profile(named, first.unwrap_or("se121"))
}
