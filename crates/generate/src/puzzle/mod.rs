//! Random puzzles with one solution.
//!
//! A [`Recipe`] says what the puzzles are to be like, and a [`Generator`] makes as many of them as are
//! wanted. Puzzle `k` depends on the recipe, the seed and `k` alone: not on the puzzles made before it
//! or with it, nor on threads.
//!
//! Unless the recipe says more, a puzzle is a solved grid, drawn uniformly, from which givens are
//! removed in random order as long as there is one solution. This is fast, but it favors some
//! minimal puzzles over others: those with few givens, of which it finds too many. See
//! [`Recipe::unbiased`]. Where that would seldom give what is wished, such as a minimal puzzle with a
//! symmetry or one with few givens, what it gives is repaired by a local search on the same grid. What a
//! filter accepts may be rarer still: then puzzles are made [after models](Generator::with_models).

mod attempt;
mod cells;
mod general;
mod model;
mod nine;
mod pattern;
mod recipe;
mod reduction;
mod repair;
mod symmetry;
mod weighing;

use std::ops::Range;

pub use recipe::{Recipe, RecipeError};
pub use symmetry::PatternSymmetry;

use quadrille_core::{Meter, Rng, Stop};
use quadrille_core::{Puzzle, Solution};

use self::attempt::{Attempt, Draft, Goal};
use self::cells::each;
use self::model::Model;
use self::reduction::Reduction;
use self::repair::Repair;
use super::grids;

/// A puzzle that was generated.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// Its number, from 0.
    pub index: u64,
    /// The puzzle. It has exactly one solution.
    pub puzzle: Puzzle,
    /// The solution.
    pub solution: Solution,
    /// Whether every given is necessary.
    pub minimal: bool,
    /// Of an unbiased sample: averages with these weights are averages over all minimal puzzles.
    pub weight: Option<f64>,
}

/// Decides whether a puzzle that is like the recipe is wanted. The meter ends long decisions.
type Filter<'f> = dyn Fn(&Puzzle, &Solution, &mut Meter<'_>) -> bool + Send + Sync + 'f;

/// The attempts at a puzzle that follow no model.
const FRESH: u64 = 32;

/// The units with givens that an attempt takes out of a model at least. With one, many neighbors of a
/// model are the same in other forms.
const FEWEST_CHANGED: usize = 2;

/// Makes puzzles by a recipe.
///
/// ```
/// use quadrille_core::{BoxShape, Meter};
/// use quadrille_generate::puzzle::{Generator, Recipe};
///
/// let generator = Generator::new(Recipe::new(BoxShape::NINE), 7)?;
/// let (made, _) = generator.make(0..1, &mut Meter::unlimited());
/// assert!(made[0].as_ref().is_some_and(|made| made.puzzle.givens().filled().count() >= 17));
/// # Ok::<(), quadrille_generate::puzzle::RecipeError>(())
/// ```
pub struct Generator<'f> {
    recipe: Recipe,
    /// Where the random streams begin.
    base: u64,
    units: Vec<cells::Cells>,
    filter: Option<Box<Filter<'f>>>,
    models: Vec<Model>,
    /// Whether models are followed from the first attempt on, and count themselves.
    is_near_models: bool,
}

impl<'f> Generator<'f> {
    /// Creates a generator.
    ///
    /// # Errors
    /// When no puzzle is like the recipe.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, Meter};
    /// use quadrille_generate::puzzle::{Generator, PatternSymmetry, Recipe};
    ///
    /// let mut recipe = Recipe::new(BoxShape::NINE);
    /// recipe.symmetry = PatternSymmetry::HalfTurn;
    /// let (made, stop) = Generator::new(recipe, 7)?.make(0..3, &mut Meter::unlimited());
    /// assert_eq!((made.iter().flatten().count(), stop), (3, None));
    /// # Ok::<(), quadrille_generate::puzzle::RecipeError>(())
    /// ```
    pub fn new(recipe: Recipe, seed: u64) -> Result<Self, RecipeError> {
        recipe.check()?;
        let base = Rng::derive(seed, &["generate puzzle", &recipe.text()]).bits();
        let set = |orbit: Vec<usize>| orbit.iter().fold(0, |set, cell| set | 1 << cell);
        let units = recipe.symmetry.orbits(9).into_iter().map(set).collect();
        Ok(Self { recipe, base, units, filter: None, models: Vec::new(), is_near_models: false })
    }

    /// Makes only puzzles that a filter accepts, for example by their rating. The decision may depend on
    /// nothing else, unless the meter ends it: then it does not matter.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, Meter};
    /// use quadrille_generate::puzzle::{Generator, Recipe};
    ///
    /// let generator = Generator::new(Recipe::new(BoxShape::NINE), 7)?
    ///     .with_filter(|puzzle, _, _| puzzle.givens().filled().count() <= 24);
    /// let (made, _) = generator.make(0..1, &mut Meter::unlimited());
    /// assert!(made[0].as_ref().is_some_and(|made| made.puzzle.givens().filled().count() <= 24));
    /// # Ok::<(), quadrille_generate::puzzle::RecipeError>(())
    /// ```
    pub fn with_filter(
        self,
        filter: impl Fn(&Puzzle, &Solution, &mut Meter<'_>) -> bool + Send + Sync + 'f,
    ) -> Self {
        Self { filter: Some(Box::new(filter)), ..self }
    }

    /// Makes puzzles after these where a filter accepts few: of the attempts at a 9x9 puzzle that follow
    /// the first 32, three in four take the solution of a model in another form, with most of its
    /// givens. What a filter accepts of a model it often accepts of its neighbors too. Models that
    /// are not 9x9 or have several solutions are omitted. All of them are if the recipe names the solution,
    /// or wants an unbiased sample, which models would bias.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, Meter, Puzzle};
    /// use quadrille_generate::puzzle::{Generator, Recipe};
    ///
    /// let text =
    ///     "...8.1..........435............7.8........1...2..3....6......75..34........2..6..";
    /// let model: Puzzle = text.parse()?;
    /// let generator = Generator::new(Recipe::new(BoxShape::NINE), 7)?
    ///     .with_models([&model])
    ///     .with_filter(|puzzle, _, _| puzzle.givens().filled().count() < 20);
    /// let (made, _) = generator.make(0..1, &mut Meter::unlimited());
    /// assert!(made[0].is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_models<'m>(self, models: impl IntoIterator<Item = &'m Puzzle>) -> Self {
        if self.recipe.solution.is_some() || self.recipe.unbiased {
            return self;
        }
        Self { models: models.into_iter().filter_map(Model::of).collect(), ..self }
    }

    /// Makes puzzles after the models from the first attempt on, and takes other forms of the models
    /// themselves too: for what is so rare, or takes so long to find, that the puzzle hardly matters.
    pub fn near_models(self) -> Self {
        Self { is_near_models: true, ..self }
    }

    /// Returns how many puzzles are best made at a time: many, except where each may take long.
    pub fn batch(&self) -> u64 {
        if self.recipe.pattern.is_some() || !self.recipe.is_nine() {
            return 1;
        }
        let has_large_units = self.units.iter().any(|unit| unit.count_ones() > 2);
        let is_slow = self.recipe.clues.is_some()
            || self.filter.is_some()
            || (self.recipe.minimal && has_large_units);
        match is_slow {
            _ if !self.models.is_empty() => 1,
            true => 128,
            false => nine::BATCH,
        }
    }

    /// Makes the puzzles with these numbers, in order. Those that were not finished when a limit of
    /// the meter ended the work are `None`, and the limit is returned as well.
    ///
    /// A limit on time is for each puzzle. Plain 9x9 puzzles are made together: their time runs out
    /// together, when they have taken the limit on average.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, Meter};
    /// use quadrille_generate::puzzle::{Generator, Recipe};
    ///
    /// let generator = Generator::new(Recipe::new(BoxShape::NINE), 7)?;
    /// // A puzzle depends on seed and number only.
    /// let (two, _) = generator.make(0..2, &mut Meter::unlimited());
    /// let (second, _) = generator.make(1..2, &mut Meter::unlimited());
    /// assert_eq!(two[1], second[0]);
    /// # Ok::<(), quadrille_generate::puzzle::RecipeError>(())
    /// ```
    pub fn make(
        &self,
        indices: Range<u64>,
        meter: &mut Meter<'_>,
    ) -> (Vec<Option<Made>>, Option<Stop>) {
        if let Some(cells) = &self.recipe.pattern {
            let pattern = cells.iter().fold(0, |set, cell| set | 1 << cell.index());
            let stream = |index, walk| self.stream(index, walk);
            let finish =
                |index, draft: &Draft, meter: &mut Meter<'_>| self.finish_nine(index, draft, meter);
            return pattern::make(pattern, self.recipe.minimal, indices, stream, finish, meter);
        }
        if self.recipe.is_nine() {
            return nine::make(self, indices, meter);
        }
        let (mut all, mut limit) = (Vec::new(), None);
        for index in indices {
            let mut own = meter.renewed();
            let mut attempts = (0..).map(|number| general::attempt(self, index, number, &mut own));
            let made = attempts.find_map(Result::transpose).expect("attempts do not end");
            drop(attempts);
            meter.add(&own);
            limit = limit.or(made.as_ref().err().copied());
            all.push(made.ok());
        }
        (all, limit)
    }

    /// The random stream of an attempt.
    fn stream(&self, index: u64, attempt: u64) -> Rng {
        let item = Rng::from_seed(self.base.wrapping_add(index)).bits();
        Rng::from_seed(item.wrapping_add(attempt))
    }

    /// Makes a 9x9 puzzle of a draft, unless it is filtered out.
    fn finish_nine(&self, index: u64, draft: &Draft, meter: &mut Meter<'_>) -> Option<Made> {
        let mut givens = [0; 81];
        for cell in each(draft.givens) {
            givens[cell] = draft.grid[cell];
        }
        let puzzle = Puzzle::of_nine(&givens).expect("givens of a solution do not conflict");
        let solution = Solution::new(&puzzle, &draft.grid).expect("grids are valid");
        let is_wanted = self.accepts(&puzzle, &solution, meter);
        is_wanted.then_some(Made {
            index,
            puzzle,
            solution,
            minimal: draft.minimal,
            weight: draft.weight,
        })
    }

    /// Whether the filter accepts a puzzle.
    fn accepts(&self, puzzle: &Puzzle, solution: &Solution, meter: &mut Meter<'_>) -> bool {
        self.filter.as_ref().is_none_or(|filter| filter(puzzle, solution, meter))
    }

    /// Starts an attempt at a 9x9 puzzle.
    fn start_nine(&self, index: u64, attempt: u64) -> Attempt {
        let mut rng = self.stream(index, attempt);
        let is_early = attempt < FRESH && !self.is_near_models;
        let follows = !is_early && attempt % 4 != 3 && !self.models.is_empty();
        let model = follows.then(|| self.models[rng.below(self.models.len())].image(&mut rng));
        let grid = match (&model, &self.recipe.solution) {
            (Some((grid, _)), _) => *grid,
            (None, None) => grids::nine(&mut rng),
            (None, Some(solution)) => solution.grid().nine().expect("the shape was checked"),
        };
        let mut units = self.units.clone();
        rng.shuffle(&mut units);
        if let Some((_, givens)) = model {
            let fewest = if self.is_near_models { 0 } else { FEWEST_CHANGED };
            units = model::order(units, givens, fewest, &mut rng);
        }
        let (fewest, most) = match &self.recipe.clues {
            None => (0, 81),
            Some(clues) => (*clues.start() as u32, (*clues.end() as u32).min(81)),
        };
        let floor = if self.recipe.clues.is_none() || self.recipe.minimal {
            0
        } else {
            fewest + rng.below((most - fewest) as usize + 1) as u32
        };
        let goal = Goal {
            minimal: self.recipe.minimal || self.recipe.unbiased,
            fewest_clues: fewest,
            most_clues: most,
            weighed: self.recipe.unbiased,
        };
        let repair = self
            .recipe
            .is_rare()
            .then(|| Box::new(Repair::new(grid, units.clone(), fewest..=most, goal.minimal, rng)));
        Attempt::new(Reduction::new(grid, units, floor), goal, repair)
    }
}

#[cfg(test)]
mod tests;
