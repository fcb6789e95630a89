//! `generate`: random puzzles, grids and positions.

mod making;
mod positions;
mod tried;

pub(crate) use making::generator;
pub use making::{MadePuzzle, Making};
pub use positions::Positions;
pub use tried::Tried;

use std::ops::Range;

use quadrille_core::{BoxShape, Counter, Grid, Meter, Puzzle, Status, Stop};
use quadrille_formats::Extra;
use quadrille_generate::{grids, grids::Method, item_stream};

use crate::board::{require_side, text_of};
use crate::{
    Board, Context, Error, ErrorKind, GenerateAnswer, GenerateRequest, Generated, GeneratedKind,
};

/// The largest seed and index that a JSON number of JavaScript holds exactly.
const MOST: u64 = (1 << 53) - 1;

/// Generates puzzles, grids or positions.
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
    let indices = first..first + count;
    let (mut items, mut found) = (Vec::new(), Vec::new());
    let mut closest = None;
    let stop;
    match request.what {
        GeneratedKind::Puzzle => {
            let making = Making::new(request, None, seed)?;
            (items, stop) = one_by_one(indices, &mut meter, |index, meter| {
                let (made, stop) = making.make(index..index + 1, meter);
                let made = made.into_iter().flatten().next();
                made.map(|made| generated(&made)).ok_or(stop.unwrap_or(Stop::Time))
            });
            closest = stop.and_then(|_| making.closest());
        }
        GeneratedKind::Grid => (items, stop) = (make_grids(request, shape, seed, indices)?, None),
        GeneratedKind::Position => {
            let search = Positions::new(request, None, seed)?;
            (found, stop) =
                one_by_one(indices, &mut meter, |index, meter| search.make(index, meter));
        }
    }
    let status = match stop {
        Some(stop) => stop.status(),
        None => Status::Solved,
    };
    Ok(GenerateAnswer {
        seed,
        status: status.id().to_owned(),
        items,
        positions: found,
        closest,
        stop: stop.and_then(|stop| (stop.status() == Status::Limit).then(|| stop.id().to_owned())),
    })
}

/// Makes items one by one, so that what was made within the time is kept.
fn one_by_one<T>(
    indices: Range<u64>,
    meter: &mut Meter<'_>,
    make: impl Fn(u64, &mut Meter<'_>) -> Result<T, Stop>,
) -> (Vec<T>, Option<Stop>) {
    let mut items = Vec::new();
    for index in indices {
        let mut own = meter.renewed();
        let made = make(index, &mut own);
        meter.add(&own);
        match made {
            Ok(made) => items.push(made),
            Err(stop) => return (items, Some(stop)),
        }
    }
    (items, None)
}

fn generated(MadePuzzle { made, rating }: &MadePuzzle) -> Generated {
    Generated {
        index: made.index,
        puzzle: text_of(&made.puzzle),
        board: Board::of(&made.puzzle, Extra::NONE),
        solution: made.solution.grid().snapshot().to_vec(),
        clues: made.puzzle.givens().filled().count(),
        minimal: Some(made.minimal),
        weight: made.weight,
        rating: *rating,
    }
}

fn make_grids(
    request: &GenerateRequest,
    shape: BoxShape,
    seed: u64,
    indices: Range<u64>,
) -> Result<Vec<Generated>, Error> {
    if *request != (GenerateRequest { shape: request.shape.clone(), ..request.bare() }) {
        return Err(Error::bad_request(
            "grids have no other properties than `box`; omit those of puzzles",
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
            weight: None,
            rating: None,
        }
    });
    Ok(made.collect())
}
