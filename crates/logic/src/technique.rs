//! The trait of techniques, and what they report to.

use std::any::Any;
use std::ops::ControlFlow::{self, Break, Continue};

use quadrille_core::{BoxShape, Meter, Stop};

use super::board::Any as AnyBoard;
use super::deduction::{Deduction, State};
use super::grid::LogicGrid;

/// A rule of human logic.
///
/// A technique only finds; who calls it applies what it found.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use quadrille_logic::{Kind, LogicGrid, Profile, Sink, Technique};
///
/// struct Nothing;
///
/// impl Technique for Nothing {
///     fn id(&self) -> &'static str {
///         "nothing"
///     }
///
///     fn kinds(&self) -> &'static [Kind] {
///         &[Kind { id: "nothing", title: "Nothing" }]
///     }
///
///     fn find(&self, _: &LogicGrid, _: &mut Sink<'_, '_>) -> ControlFlow<()> {
///         ControlFlow::Continue(())
///     }
/// }
///
/// let profile = Profile::parse("mine", "full-house 1.0\n")?.with(&Nothing, 10);
/// assert_eq!(profile.techniques().count(), 2);
/// # Ok::<(), quadrille_logic::ProfileError>(())
/// ```
pub trait Technique: Sync {
    /// The id, as profiles and options name it.
    fn id(&self) -> &'static str;

    /// The ids of the kinds of deduction that it finds, with their titles. A profile rates each.
    fn kinds(&self) -> &'static [Kind];

    /// Reports deductions, best first, until the sink has enough. Each removes a candidate or fills
    /// a cell.
    ///
    /// The board is that of a puzzle with at least one solution. Unless the technique is
    /// [unique](Self::needs_uniqueness), what it finds holds in all of them.
    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()>;

    /// As [`find`](Self::find) on a board of another size, for techniques that
    /// [work on any](Self::works_on_any). Others find nothing there.
    fn find_on_any(&self, grid: &LogicGrid<AnyBoard>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let _ = (grid, sink);
        Continue(())
    }

    /// Whether it works on boards other than 9x9.
    fn works_on_any(&self) -> bool {
        false
    }

    /// Whether it finds something on nearly every board, and takes long to find it all.
    fn is_last_resort(&self) -> bool {
        false
    }

    /// Whether its deductions hold only if the puzzle has one solution.
    fn needs_uniqueness(&self) -> bool {
        false
    }
}

/// Completes a [`Technique`] that works on every board by a generic method `search`, which takes what
/// [`find`](Technique::find) takes.
macro_rules! search_every_board {
    () => {
        fn find(
            &self,
            grid: &$crate::LogicGrid,
            sink: &mut $crate::Sink<'_, '_>,
        ) -> std::ops::ControlFlow<()> {
            self.search(grid, sink)
        }

        fn find_on_any(
            &self,
            grid: &$crate::LogicGrid<$crate::Any>,
            sink: &mut $crate::Sink<'_, '_>,
        ) -> std::ops::ControlFlow<()> {
            self.search(grid, sink)
        }

        fn works_on_any(&self) -> bool {
            true
        }
    };
}
pub(super) use search_every_board;

/// A kind of deduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The id, in lower case with hyphens.
    pub id: &'static str,
    /// The name in the field's terms.
    pub title: &'static str,
}

/// Why there is nothing to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TechniqueError {
    /// Nothing has that id.
    #[error("there is no such technique")]
    Unknown,
    /// The profile does not use it.
    #[error("the profile does not use this technique")]
    Unused,
    /// It rates the technique above what is wanted: at least so high, in tenths.
    #[error("the profile rates this technique above what is wanted")]
    TooHard(u32),
}

/// The ratings of kinds in tenths, without surcharge.
pub(super) type Ratings = [(&'static str, u32)];

/// The rating of a kind; 0 if it has none.
pub(super) fn rating_of(ratings: &Ratings, kind: &str) -> u32 {
    let is_meant = |&&(id, _): &&(&str, u32)| std::ptr::eq(id, kind) || id == kind;
    ratings.iter().find(is_meant).map_or(0, |&(_, rating)| rating)
}

/// What techniques keep from one step of a walk to the next, such as buffers: a value of each type
/// that is asked for.
#[derive(Default)]
pub(super) struct Memory(Vec<Box<dyn Any + Send>>);

impl Memory {
    fn of<T: Any + Send + Default>(&mut self) -> &mut T {
        let place = self.0.iter().position(|kept| kept.is::<T>()).unwrap_or_else(|| {
            self.0.push(Box::<T>::default());
            self.0.len() - 1
        });
        self.0[place].downcast_mut().expect("the type was checked")
    }

    /// The value of a type, if it was asked for.
    pub(super) fn get<T: Any>(&mut self) -> Option<&mut T> {
        self.0.iter_mut().find_map(|kept| kept.downcast_mut())
    }
}

/// Takes what techniques find.
pub struct Sink<'a, 'm> {
    shape: BoxShape,
    ratings: &'a Ratings,
    meter: &'a mut Meter<'m>,
    memory: &'a mut Memory,
    wants_all: bool,
    wants_evidence: bool,
    /// What a deduction is to show, if others do not matter.
    goal: Option<State>,
    pub(super) found: Vec<Deduction>,
    stop: Option<Stop>,
}

impl<'a, 'm> Sink<'a, 'm> {
    pub(super) fn new(
        shape: BoxShape,
        ratings: &'a Ratings,
        meter: &'a mut Meter<'m>,
        memory: &'a mut Memory,
    ) -> Self {
        Self {
            shape,
            ratings,
            meter,
            memory,
            wants_all: false,
            wants_evidence: false,
            goal: None,
            found: Vec::new(),
            stop: None,
        }
    }

    /// Takes all deductions instead of the first.
    pub(super) fn with_all(mut self) -> Self {
        self.wants_all = true;
        self
    }

    /// Takes the first deduction of a rated kind that shows whether a candidate is true.
    pub(super) fn with_goal(self, goal: State) -> Self {
        Self { goal: Some(goal), ..self.with_all() }
    }

    /// Asks for the evidence.
    pub(super) fn with_evidence(mut self) -> Self {
        self.wants_evidence = true;
        self
    }

    /// Returns whether the evidence of a deduction is wanted: cells, digits, houses and links.
    pub fn wants_evidence(&self) -> bool {
        self.wants_evidence
    }

    /// Returns the rating of a kind without surcharge in tenths, for techniques that report their
    /// easiest deduction first.
    pub fn rating(&self, kind: &str) -> u32 {
        rating_of(self.ratings, kind)
    }

    /// Takes a deduction. Breaks if no other is wanted.
    pub fn take(&mut self, deduction: Deduction) -> ControlFlow<()> {
        let deduction = Deduction { shape: self.shape, ..deduction };
        if let Some(goal) = self.goal {
            let is_rated = self.ratings.iter().any(|&(kind, _)| kind == deduction.kind);
            if !is_rated || !deduction.shows(goal) {
                return Continue(());
            }
            self.found.push(deduction);
            return Break(());
        }
        self.found.push(deduction);
        if self.wants_all { Continue(()) } else { Break(()) }
    }

    /// Checks the limits; to be called at least every millisecond or so. Breaks if the search must
    /// stop.
    pub fn poll(&mut self) -> ControlFlow<()> {
        match self.meter.poll() {
            Ok(()) => Continue(()),
            Err(stop) => {
                self.stop = Some(stop);
                Break(())
            }
        }
    }

    /// Returns whether all deductions are wanted, and not only the first.
    pub(super) fn wants_all(&self) -> bool {
        self.wants_all
    }

    /// What a technique keeps between steps, and what to [poll](Self::poll) meanwhile.
    pub(super) fn memory<T: Any + Send + Default>(
        &mut self,
    ) -> (&mut T, impl FnMut() -> ControlFlow<()>) {
        let poll = || match self.meter.poll() {
            Ok(()) => Continue(()),
            Err(stop) => {
                self.stop = Some(stop);
                Break(())
            }
        };
        (self.memory.of(), poll)
    }

    /// The limits of the search, for one that is not made of deductions.
    pub(super) fn meter(&mut self) -> &mut Meter<'m> {
        self.meter
    }

    /// The reason to stop, if there is one.
    pub(super) fn stopped(&self) -> Result<(), Stop> {
        self.stop.map_or(Ok(()), Err)
    }
}
