//! `generate`: random puzzles and grids.

use quadrille_core::{BoxShape, CancelFlag, Counter, Grid, Meter, Puzzle, Status, Stop};
use quadrille_formats::Extra;
use quadrille_generate::puzzle::{Generator, Made, PatternSymmetry, Recipe};
use quadrille_generate::{grids, grids::Method, item_stream};
use quadrille_logic::{Difficulty, TechniqueError, kinds};

use crate::board::{require_side, text_of};
use crate::question::{points, profile};
use crate::{
    Board, Context, Error, ErrorKind, GenerateAnswer, GenerateRequest, Generated, GeneratedKind,
};

/// The largest seed and index that a JSON number of JavaScript holds exactly.
const MOST: u64 = (1 << 53) - 1;

/// Generates puzzles or grids.
pub(crate) fn generate(
    request: &GenerateRequest,
    context: &Context<'_>,
) -> Result<GenerateAnswer, Error> {
    let shape = request.shape.as_deref().map_or(Ok(BoxShape::NINE), crate::reading::shape)?;
    require_side(shape, context)?;
    let (count, first) = (request.count.unwrap_or(1), request.first.unwrap_or(0));
    let most = context.caps.generated;
    if count > most {
        let message = format!("`count` is {count}; at most {most} are generated here");
        return Err(Error::new(ErrorKind::TooLarge, message));
    }
    let seed = request.seed.unwrap_or(context.drawn_seed);
    if seed > MOST || first > MOST - most {
        return Err(Error::bad_request(format!("`seed` and `first` are at most {MOST}")));
    }
    let mut meter = context.meter(request.ms, Counter::Branch);
    let (items, stop) = match request.what {
        GeneratedKind::Puzzle => puzzles(request, shape, seed, first..first + count, &mut meter)?,
        GeneratedKind::Grid => (make_grids(request, shape, seed, first..first + count)?, None),
    };
    let status = match stop {
        Some(stop) => stop.status(),
        None => Status::Solved,
    };
    Ok(GenerateAnswer {
        seed,
        status: status.id().to_owned(),
        items,
        stop: stop.and_then(|stop| (stop.status() == Status::Limit).then(|| stop.id().to_owned())),
    })
}

fn puzzles(
    request: &GenerateRequest,
    shape: BoxShape,
    seed: u64,
    indices: std::ops::Range<u64>,
    meter: &mut Meter<'_>,
) -> Result<(Vec<Generated>, Option<Stop>), Error> {
    let mut recipe = Recipe::new(shape);
    recipe.minimal = request.minimal;
    if let Some(id) = &request.symmetry {
        let known = PatternSymmetry::ALL.map(PatternSymmetry::id);
        recipe.symmetry =
            PatternSymmetry::by_id(id).ok_or_else(|| Error::unknown("symmetry", id, known))?;
    }
    recipe.clues = request.clues.map(|[from, to]| from..=to);
    recipe.edges = request.edges;
    let has_edges = recipe.edges.is_some();
    recipe.check().map_err(|error| Error::bad_request(error.to_string()))?;
    let wanted = Wanted::of(request, shape, has_edges, meter.cancel_flag().clone())?;
    let mut generator = Generator::new(recipe, seed).expect("the recipe was checked");
    if let Some(wanted) = &wanted {
        generator = generator.with_filter(|puzzle, _| wanted.filter.accepts(puzzle));
    }
    let mut items = Vec::new();
    // One by one, so that what was made within the time is kept.
    for index in indices {
        let mut own = meter.renewed();
        let (made, stop) = generator.make(index..index + 1, &mut own);
        meter.add(&own);
        match made.into_iter().flatten().next() {
            Some(made) => items.push(generated(&made, wanted.as_ref())),
            None => return Ok((items, Some(stop.unwrap_or(Stop::Time)))),
        }
    }
    Ok((items, None))
}

fn generated(made: &Made, wanted: Option<&Wanted>) -> Generated {
    Generated {
        index: made.index,
        puzzle: text_of(&made.puzzle),
        board: Board::of(&made.puzzle, Extra::NONE),
        solution: made.solution.grid().snapshot().to_vec(),
        clues: made.puzzle.givens().filled().count(),
        minimal: Some(made.minimal),
        rating: wanted.and_then(|wanted| wanted.rating(&made.puzzle)),
    }
}

fn make_grids(
    request: &GenerateRequest,
    shape: BoxShape,
    seed: u64,
    indices: std::ops::Range<u64>,
) -> Result<Vec<Generated>, Error> {
    let of_puzzles = request.minimal
        || request.symmetry.is_some()
        || request.clues.is_some()
        || request.edges.is_some()
        || request.rating.is_some()
        || request.technique.is_some();
    if of_puzzles {
        return Err(Error::bad_request(
            "`minimal`, `symmetry`, `clues`, `edges`, `rating` and `technique` are for puzzles",
        ));
    }
    let method = if grids::has_uniform(shape) { Method::Uniform } else { Method::Fast };
    // The same grids as those of the command line.
    let stream = format!("grid {shape} {}", method.id());
    let made = indices.map(|index| {
        let mut rng = item_stream(seed, &stream, index);
        let solution = match method {
            Method::Uniform => grids::uniform(shape, &mut rng).expect("the method was checked"),
            Method::Fast => grids::fast(shape, grids::enough_swaps(shape), &mut rng),
        };
        let grid: Grid = solution.grid().clone();
        let puzzle = Puzzle::try_from(grid).expect("a solution has no conflict");
        Generated {
            index,
            puzzle: text_of(&puzzle),
            board: Board::of(&puzzle, Extra::NONE),
            solution: solution.grid().snapshot().to_vec(),
            clues: shape.cells(),
            minimal: None,
            rating: None,
        }
    });
    Ok(made.collect())
}

/// The puzzles that are wanted.
struct Wanted {
    filter: Difficulty,
    shows_rating: bool,
}

impl Wanted {
    fn of(
        request: &GenerateRequest,
        shape: BoxShape,
        has_edges: bool,
        cancel: CancelFlag,
    ) -> Result<Option<Self>, Error> {
        if request.rating.is_none() && request.technique.is_none() {
            return Ok(None);
        }
        if shape != BoxShape::NINE || has_edges {
            let message = "`rating` and `technique` are for 9x9 puzzles without edges";
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        let range = request.rating.as_ref();
        let profile = profile(range.map(|range| &*range.profile), "se121")?;
        let tenths = |points: Option<f64>, default: u32| match points {
            None => Ok(default),
            Some(points) if (0.0..=1_000_000.0).contains(&points) => {
                Ok((10.0 * points).round() as u32)
            }
            Some(points) => Err(Error::bad_request(format!("{points} is not a rating"))),
        };
        let from = tenths(range.and_then(|range| range.from), 0)?;
        let to = tenths(range.and_then(|range| range.to), u32::MAX)?;
        if from > to {
            return Err(Error::bad_request("the range of ratings is empty"));
        }
        let mut filter = Difficulty::new(profile, from..=to, cancel);
        if let Some(id) = &request.technique {
            let name = filter.profile().id().to_owned();
            filter = filter.taking(id).map_err(|error| match error {
                TechniqueError::Unknown => {
                    Error::unknown("technique", id, kinds().map(|(_, kind)| kind.id))
                }
                TechniqueError::Unused => {
                    Error::bad_request(format!("the profile `{name}` does not use `{id}`"))
                }
            })?;
        }
        Ok(Some(Self { filter, shows_rating: range.is_some() }))
    }

    /// Returns the rating of a puzzle, if it was asked for.
    fn rating(&self, puzzle: &Puzzle) -> Option<f64> {
        self.shows_rating.then(|| points(self.filter.rating(puzzle)))
    }
}
