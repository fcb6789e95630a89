//! Walks through a puzzle: the first deduction is applied, then the search starts again with the
//! first technique.

use std::ops::ControlFlow;

use quadrille_core::{Meter, Puzzle, Stop};

use super::board::{Board, Nine};
use super::class::Class;
use super::deduction::{Deduction, State};
use super::grid::{LogicGrid, NotRatable};
use super::profile::{Entry, Profile};
use super::queue::Queue;
use super::technique::{Memory, Sink, Technique};

/// A puzzle that is being solved with the techniques of a profile.
///
/// ```
/// use quadrille_core::Meter;
/// use quadrille_logic::{Profile, Walk, sample};
///
/// let sample = sample("x-wing").expect("it has a sample");
/// let profile = Profile::by_id("quadrille").expect("it comes with the engine");
/// let mut walk = Walk::on(sample.before, &profile);
/// let step = walk.next(&mut Meter::unlimited())?.expect("there is a step");
/// assert!(step.rating > 0);
/// # Ok::<(), quadrille_core::Stop>(())
/// ```
pub struct Walk<'p, B: Board = Nine> {
    entries: &'p [Entry],
    grid: LogicGrid<B>,
    wants_evidence: bool,
    memory: Memory,
}

/// A copy continues from the same board, and finds the same steps.
impl<B: Board> Clone for Walk<'_, B> {
    fn clone(&self) -> Self {
        let (grid, memory) = (self.grid.clone(), Memory::default());
        Self { entries: self.entries, grid, wants_evidence: self.wants_evidence, memory }
    }
}

/// A step of a walk.
///
/// ```
/// use quadrille_logic::sample;
///
/// let step = sample("x-wing").expect("it has a sample").step;
/// assert_eq!(step.deduction.kind, "x-wing");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What was found.
    pub deduction: Deduction,
    /// Its rating in tenths, surcharge included.
    pub rating: u32,
    /// The class of its technique, in a profile that has classes.
    pub class: Option<Class>,
}

impl<'p> Walk<'p> {
    /// Starts with the givens of a 9x9 puzzle. For other sizes see [`on`](Self::on).
    ///
    /// # Errors
    /// When the puzzle is of another size or has edges.
    ///
    /// ```
    /// use quadrille_core::{Meter, Puzzle};
    /// use quadrille_logic::{Profile, Walk};
    ///
    /// let text =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let puzzle: Puzzle = text.parse()?;
    /// let profile = Profile::by_id("se121").expect("it comes with the engine");
    /// let mut walk = Walk::new(&puzzle, &profile)?;
    /// let mut steps = 0;
    /// while walk.next(&mut Meter::unlimited())?.is_some() {
    ///     steps += 1;
    /// }
    /// assert_eq!(steps, 51); // a single for each empty cell
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(puzzle: &Puzzle, profile: &'p Profile) -> Result<Self, NotRatable> {
        Ok(Self::on(LogicGrid::new(puzzle)?, profile))
    }
}

impl<'p, B: Board> Walk<'p, B> {
    /// Starts with a board. Techniques that do not work on its size find nothing.
    ///
    /// ```
    /// use quadrille_core::Meter;
    /// use quadrille_logic::{Profile, Walk, sample};
    ///
    /// let sample = sample("naked-pair").expect("every kind has a sample");
    /// let profile = Profile::by_id("se121").expect("it comes with the engine");
    /// let mut walk = Walk::on(sample.before, &profile);
    /// assert!(walk.next(&mut Meter::unlimited())?.is_some());
    /// # Ok::<(), quadrille_core::Stop>(())
    /// ```
    pub fn on(grid: LogicGrid<B>, profile: &'p Profile) -> Self {
        let memory = Memory::default();
        Self { entries: &profile.entries, grid, wants_evidence: true, memory }
    }

    /// Omits the evidence of deductions, which takes less time.
    ///
    /// ```
    /// use quadrille_core::Meter;
    /// use quadrille_logic::{Profile, Walk, sample};
    ///
    /// let sample = sample("naked-pair").expect("every kind has a sample");
    /// let profile = Profile::by_id("se121").expect("it comes with the engine");
    /// let mut walk = Walk::on(sample.before, &profile).without_evidence();
    /// let step = walk.next(&mut Meter::unlimited())?.expect("there is one");
    /// assert!(step.deduction.houses.is_empty());
    /// # Ok::<(), quadrille_core::Stop>(())
    /// ```
    pub fn without_evidence(mut self) -> Self {
        self.wants_evidence = false;
        self
    }

    /// Ends where only steps with a higher rating (in tenths) would continue. Easier steps are
    /// found as without this limit.
    ///
    /// ```
    /// use quadrille_core::{Meter, Puzzle};
    /// use quadrille_logic::{Profile, Walk};
    ///
    /// let text =
    ///     "2...6......7..4.86.....13.........4..9.......48....71.9...78.......5...2.2.6..5.1";
    /// let puzzle: Puzzle = text.parse()?;
    /// let profile = Profile::by_id("se121").expect("it comes with the engine");
    /// let mut walk = Walk::new(&puzzle, &profile)?.up_to(25); // it takes 26
    /// while walk.next(&mut Meter::unlimited())?.is_some() {}
    /// assert!(!walk.grid().is_full());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn up_to(mut self, most: u32) -> Self {
        let is_within = |entry: &Entry| entry.least_rating() <= most;
        let end = self.entries.iter().rposition(is_within).map_or(0, |last| last + 1);
        self.entries = &self.entries[..end];
        self
    }

    /// Ends before the first [last resort](super::Technique::is_last_resort) of the profile.
    pub(super) fn without_last_resorts(mut self) -> Self {
        let is_last = |entry: &Entry| entry.technique.is_last_resort();
        let end = self.entries.iter().position(is_last).unwrap_or(self.entries.len());
        self.entries = &self.entries[..end];
        self
    }

    pub(super) fn grid_mut(&mut self) -> &mut LogicGrid<B> {
        &mut self.grid
    }

    /// Returns the board as it is now.
    ///
    /// ```
    /// use quadrille_core::Puzzle;
    /// use quadrille_logic::{Profile, Walk};
    ///
    /// let text =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let puzzle: Puzzle = text.parse()?;
    /// let profile = Profile::by_id("se121").expect("it comes with the engine");
    /// assert_eq!(&Walk::new(&puzzle, &profile)?.grid().values(), puzzle.givens());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn grid(&self) -> &LogicGrid<B> {
        &self.grid
    }

    /// Finds the next step and applies it; `None` if the board is full or no technique finds
    /// anything.
    ///
    /// # Errors
    /// Returns the reason to stop when a limit ends the search.
    ///
    /// ```
    /// use quadrille_core::{Meter, Puzzle};
    /// use quadrille_logic::{Profile, Walk};
    ///
    /// let text =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let puzzle: Puzzle = text.parse()?;
    /// let profile = Profile::by_id("se121").expect("it comes with the engine");
    /// let mut walk = Walk::new(&puzzle, &profile)?;
    /// let step = walk.next(&mut Meter::unlimited())?.expect("there is one");
    /// let placed = step.deduction.placements[0];
    /// assert_eq!(walk.grid().get(placed.cell), Some(placed.digit));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn next(&mut self, meter: &mut Meter<'_>) -> Result<Option<Step>, Stop> {
        if self.grid.is_full() {
            return Ok(None);
        }
        for entry in self.entries {
            let mut sink = Sink::new(self.grid.shape(), &entry.ratings, meter, &mut self.memory);
            if self.wants_evidence {
                sink = sink.with_evidence();
            }
            if entry.is_partial() {
                sink = sink.with_all();
            }
            let _ = find(entry.technique, &self.grid, &mut sink);
            sink.stopped()?;
            if entry.is_partial() {
                sink.found.retain(|deduction| entry.uses(deduction.kind));
                sink.found.truncate(1);
            }
            if let Some(deduction) = sink.found.pop() {
                self.apply(&deduction);
                return Ok(Some(step(entry, deduction)));
            }
        }
        Ok(None)
    }

    /// Finds the first deduction, technique by technique, that shows a candidate to be true or to be
    /// false, without applying it; `None` if none does.
    ///
    /// # Errors
    /// Returns the reason to stop when a limit ends the search.
    ///
    /// ```
    /// use quadrille_core::Meter;
    /// use quadrille_logic::{Profile, State, Walk, sample};
    ///
    /// let sample = sample("x-wing").expect("every kind has a sample");
    /// let profile = Profile::by_id("hodoku").expect("it comes with the engine");
    /// let walk = Walk::on(sample.before, &profile);
    /// let gone = State { candidate: sample.step.deduction.eliminations[0], is_on: false };
    /// assert!(walk.showing(gone, &mut Meter::unlimited())?.is_some());
    /// # Ok::<(), quadrille_core::Stop>(())
    /// ```
    pub fn showing(&self, state: State, meter: &mut Meter<'_>) -> Result<Option<Step>, Stop> {
        let mut memory = Memory::default();
        for entry in self.entries {
            let sink = Sink::new(self.grid.shape(), &entry.ratings, meter, &mut memory);
            let mut sink = sink.with_goal(state);
            if self.wants_evidence {
                sink = sink.with_evidence();
            }
            let _ = find(entry.technique, &self.grid, &mut sink);
            sink.stopped()?;
            if let Some(deduction) = sink.found.pop() {
                return Ok(Some(step(entry, deduction)));
            }
        }
        Ok(None)
    }

    /// Applies a deduction, and notes the singles that it makes if a technique asked for them.
    fn apply(&mut self, deduction: &Deduction) {
        match self.memory.get::<Queue>() {
            Some(queue) => queue.apply(&mut self.grid, deduction),
            None => self.grid.apply(deduction),
        }
    }

    /// Returns all deductions that are possible now, technique by technique, without applying any.
    /// A [last resort](super::Technique::is_last_resort) is omitted if there are others.
    ///
    /// # Errors
    /// Returns the reason to stop when a limit ends the search.
    ///
    /// ```
    /// use quadrille_core::{Meter, Puzzle};
    /// use quadrille_logic::{Profile, Walk};
    ///
    /// let text =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let puzzle: Puzzle = text.parse()?;
    /// let profile = Profile::by_id("se121").expect("it comes with the engine");
    /// let steps = Walk::new(&puzzle, &profile)?.all(&mut Meter::unlimited())?;
    /// assert!(steps.len() > 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn all(&self, meter: &mut Meter<'_>) -> Result<Vec<Step>, Stop> {
        let (mut steps, mut memory) = (Vec::new(), Memory::default());
        for entry in self.entries {
            if steps.is_empty() || !entry.technique.is_last_resort() {
                steps.extend(all_of(entry, &self.grid, &mut memory, meter)?);
            }
        }
        Ok(steps)
    }
}

/// Returns all deductions of a technique that are possible on a board.
pub(super) fn all_of<B: Board>(
    entry: &Entry,
    grid: &LogicGrid<B>,
    memory: &mut Memory,
    meter: &mut Meter<'_>,
) -> Result<Vec<Step>, Stop> {
    let sink = Sink::new(grid.shape(), &entry.ratings, meter, memory);
    let mut sink = sink.with_all().with_evidence();
    let _ = find(entry.technique, grid, &mut sink);
    sink.stopped()?;
    let used = sink.found.drain(..).filter(|deduction| entry.uses(deduction.kind));
    Ok(used.map(|deduction| step(entry, deduction)).collect())
}

/// Asks a technique for deductions on a board of whichever size.
fn find<B: Board>(
    technique: &dyn Technique,
    grid: &LogicGrid<B>,
    sink: &mut Sink<'_, '_>,
) -> ControlFlow<()> {
    // Which of the two it is, is known when this is compiled.
    let grid: &dyn std::any::Any = grid;
    match (grid.downcast_ref(), grid.downcast_ref()) {
        (Some(nine), _) => technique.find(nine, sink),
        (_, Some(any)) => technique.find_on_any(any, sink),
        _ => ControlFlow::Continue(()),
    }
}

/// The step that is a deduction of a technique.
fn step(entry: &Entry, deduction: Deduction) -> Step {
    let rating = entry.rating(deduction.kind) + u32::from(deduction.surcharge);
    Step { deduction, rating, class: entry.class }
}
