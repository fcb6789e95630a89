//! Walks through a puzzle: the first deduction is applied, then the search starts again with the
//! first technique.

use super::class::Class;
use super::deduction::Deduction;
use super::grid::{LogicGrid, NotRatable};
use super::profile::{Entry, Profile};
use super::queue::Queue;
use super::technique::{Memory, Sink};
use quadrille_core::Puzzle;
use quadrille_core::{Meter, Stop};

/// A puzzle that is being solved with the techniques of a profile.
pub struct Walk<'p> {
    entries: &'p [Entry],
    grid: LogicGrid,
    wants_evidence: bool,
    memory: Memory,
}

/// A step of a walk.
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
    /// Starts with the givens of a puzzle.
    ///
    /// # Errors
    /// When the techniques do not work on its board.
    pub fn new(puzzle: &Puzzle, profile: &'p Profile) -> Result<Self, NotRatable> {
        Ok(Self::on(LogicGrid::new(puzzle)?, profile))
    }

    /// Starts with a board.
    pub fn on(grid: LogicGrid, profile: &'p Profile) -> Self {
        let memory = Memory::default();
        Self { entries: &profile.entries, grid, wants_evidence: true, memory }
    }

    /// Leaves out the evidence of deductions, which takes less time.
    pub fn without_evidence(mut self) -> Self {
        self.wants_evidence = false;
        self
    }

    /// Ends where only steps with a higher rating (in tenths) would go on. Easier steps are found as
    /// without this limit.
    pub fn up_to(mut self, most: u32) -> Self {
        let is_within = |entry: &Entry| entry.least_rating() <= most;
        let end = self.entries.iter().rposition(is_within).map_or(0, |last| last + 1);
        self.entries = &self.entries[..end];
        self
    }

    pub(super) fn grid_mut(&mut self) -> &mut LogicGrid {
        &mut self.grid
    }

    /// Returns the board as it is now.
    pub fn grid(&self) -> &LogicGrid {
        &self.grid
    }

    /// Finds the next step and applies it; `None` if the board is full or no technique finds
    /// anything.
    ///
    /// # Errors
    /// Returns the reason to stop when a limit ends the search.
    pub fn next(&mut self, meter: &mut Meter<'_>) -> Result<Option<Step>, Stop> {
        if self.grid.is_full() {
            return Ok(None);
        }
        for entry in self.entries {
            let mut sink = Sink::new(&entry.ratings, meter, &mut self.memory);
            if self.wants_evidence {
                sink = sink.with_evidence();
            }
            let _ = entry.technique.find(&self.grid, &mut sink);
            sink.stopped()?;
            if let Some(deduction) = sink.found.pop() {
                self.apply(&deduction);
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
    /// A [last resort](super::Technique::is_last_resort) is left out if there are others.
    ///
    /// # Errors
    /// Returns the reason to stop when a limit ends the search.
    pub fn all(&self, meter: &mut Meter<'_>) -> Result<Vec<Step>, Stop> {
        let mut steps = Vec::new();
        let mut memory = Memory::default();
        for entry in self.entries {
            if entry.technique.is_last_resort() && !steps.is_empty() {
                continue;
            }
            let mut sink = Sink::new(&entry.ratings, meter, &mut memory).with_all().with_evidence();
            let _ = entry.technique.find(&self.grid, &mut sink);
            sink.stopped()?;
            steps.extend(sink.found.drain(..).map(|deduction| step(entry, deduction)));
        }
        Ok(steps)
    }
}

/// The step that is a deduction of a technique.
fn step(entry: &Entry, deduction: Deduction) -> Step {
    let rating = entry.rating(deduction.kind) + u32::from(deduction.surcharge);
    Step { deduction, rating, class: entry.class }
}
