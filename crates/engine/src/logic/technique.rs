//! The trait of techniques, and what they report to.

use std::ops::ControlFlow::{self, Break, Continue};

use super::chains::Scratch;
use super::deduction::Deduction;
use super::grid::LogicGrid;
use super::profile::Entry;
use crate::control::{Meter, Stop};

/// A rule of human logic.
///
/// A technique only finds; who calls it applies what it found.
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

    /// Whether its deductions hold only if the puzzle has one solution.
    fn needs_uniqueness(&self) -> bool {
        false
    }
}

/// A kind of deduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The id, in lower case with hyphens.
    pub id: &'static str,
    /// The name in the field's terms.
    pub title: &'static str,
}

/// Takes what techniques find.
pub struct Sink<'a, 'm> {
    entry: &'a Entry,
    meter: &'a mut Meter<'m>,
    scratch: &'a mut Scratch,
    wants_all: bool,
    wants_evidence: bool,
    pub(super) found: Vec<Deduction>,
    stop: Option<Stop>,
}

impl<'a, 'm> Sink<'a, 'm> {
    pub(super) fn new(
        entry: &'a Entry,
        meter: &'a mut Meter<'m>,
        scratch: &'a mut Scratch,
    ) -> Self {
        let found = Vec::new();
        Self { entry, meter, scratch, wants_all: false, wants_evidence: false, found, stop: None }
    }

    /// Takes all deductions instead of the first.
    pub(super) fn with_all(mut self) -> Self {
        self.wants_all = true;
        self
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
        self.entry.rating(kind)
    }

    /// Takes a deduction. Breaks if no other is wanted.
    pub fn take(&mut self, deduction: Deduction) -> ControlFlow<()> {
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

    /// The memory of the chain searches, and what to [poll](Self::poll) meanwhile.
    pub(super) fn scratch(&mut self) -> (&mut Scratch, impl FnMut() -> ControlFlow<()>) {
        let poll = || match self.meter.poll() {
            Ok(()) => Continue(()),
            Err(stop) => {
                self.stop = Some(stop);
                Break(())
            }
        };
        (self.scratch, poll)
    }

    /// The reason to stop, if there is one.
    pub(super) fn stopped(&self) -> Result<(), Stop> {
        self.stop.map_or(Ok(()), Err)
    }
}
