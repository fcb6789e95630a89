//! An algorithm with its parameters.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use quadrille_core::{
    CancelFlag, Clock, Counter, Limits, Meter, Observer, Outcome, Puzzle, Run, Stop,
    TimeWithoutClock,
};

use super::{Entry, NameError, PROGRAM, Parameters, Seed, write_name};
use crate::program::Program;

/// An algorithm with its parameters.
///
/// The text form is `id` or `id:key=value,key=value`, without the parameters that have their
/// defaults, so that equal configurations have equal names. [`Configuration::parse`] reads it.
///
/// ```
/// use quadrille_core::{CancelFlag, Limits, NoClock, Puzzle, Stop};
/// use quadrille_lab::Configuration;
///
/// let puzzle: Puzzle = "1.......2.....3.".parse()?;
/// let (cancel, limits) = (CancelFlag::new(), Limits::nodes(1000));
/// let outcome =
///     Configuration::parse("naive")?.run(&puzzle, 1, limits, &cancel, &NoClock, None)?;
/// assert_eq!(outcome.stop, Stop::Solved);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Configuration {
    /// The algorithm.
    pub entry: &'static Entry,
    /// The values of its parameters.
    pub parameters: Parameters,
    /// The program of [`PROGRAM`].
    pub program: Option<Arc<Program>>,
}

impl Configuration {
    /// The time limit of an incomplete algorithm if none is set.
    pub const DEFAULT_TIME: Duration = Duration::from_secs(10);
    /// The memory limit if none is set, in bytes.
    pub const DEFAULT_MEMORY: u64 = 1 << 30;

    /// Returns the algorithm with default parameters.
    ///
    /// ```
    /// use quadrille_lab::Configuration;
    /// use quadrille_lab::algorithms::ENTRIES;
    ///
    /// assert_eq!(Configuration::of(ENTRIES[0]).to_string(), ENTRIES[0].id);
    /// ```
    pub fn of(entry: &'static Entry) -> Self {
        Self { entry, parameters: Parameters::defaults(entry.parameters), program: None }
    }

    /// Returns a program from outside as an algorithm.
    pub(crate) fn of_program(program: Program) -> Self {
        Self { program: Some(Arc::new(program)), ..Self::of(&PROGRAM) }
    }

    /// Appends this configuration to a list whose names must be distinct, since logs and reports
    /// identify configurations by name.
    ///
    /// # Errors
    /// When the list has a configuration of this name.
    pub(crate) fn add_to(self, configurations: &mut Vec<Self>) -> Result<(), NameError> {
        let name = self.to_string();
        if configurations.iter().any(|configuration| configuration.to_string() == name) {
            return Err(NameError::Repeated(name));
        }
        configurations.push(self);
        Ok(())
    }

    /// Returns these limits with defaults for those that are not set: memory, and time for
    /// algorithms that might run forever. A limit on evaluations does not limit algorithms that
    /// make none, and a program from outside has limits of its own.
    ///
    /// ```
    /// use quadrille_core::Limits;
    /// use quadrille_lab::Configuration;
    ///
    /// let limits = Configuration::parse("tabu")?.with_defaults(Limits::NONE);
    /// assert_eq!(limits.time, Some(Configuration::DEFAULT_TIME));
    /// assert_eq!(limits.memory, Some(Configuration::DEFAULT_MEMORY));
    /// # Ok::<(), quadrille_lab::registry::NameError>(())
    /// ```
    pub fn with_defaults(&self, mut limits: Limits) -> Limits {
        if self.program.is_some() {
            return limits;
        }
        limits.memory.get_or_insert(Self::DEFAULT_MEMORY);
        let evaluates = self.entry.counters.contains(&Counter::Evaluated);
        let limited = limits.is_timed()
            || limits.nodes.is_some()
            || evaluates && limits.evaluations.is_some();
        if !self.entry.complete && !limited {
            limits.time = Some(Self::DEFAULT_TIME);
        }
        limits
    }

    /// Runs the algorithm on a puzzle, with default limits where none are set. Its random numbers
    /// follow from the seed, the puzzle and, unless the seed is [common](super::Seeds::Common), the name
    /// of this configuration.
    ///
    /// # Errors
    /// When time is limited, by these limits or by default, and the clock does not run.
    ///
    /// ```
    /// use quadrille_core::{CancelFlag, Limits, NoClock, Puzzle, Stop};
    /// use quadrille_lab::Configuration;
    ///
    /// let puzzle: Puzzle = "1.......2.....3.".parse()?;
    /// let naive = Configuration::parse("naive")?;
    /// let limits = Limits::nodes(1000);
    /// let outcome = naive.run(&puzzle, 1, limits, &CancelFlag::new(), &NoClock, None)?;
    /// assert_eq!(outcome.stop, Stop::Solved);
    /// assert!(outcome.counters[naive.entry.nodes] <= 1000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run(
        &self,
        puzzle: &Puzzle,
        seed: impl Into<Seed>,
        limits: Limits,
        cancel: &CancelFlag,
        clock: &dyn Clock,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Outcome, TimeWithoutClock> {
        let meter = Meter::new(self.with_defaults(limits), self.entry.nodes, cancel, clock)?;
        let mut run = Run::new(puzzle, meter, seed.into().stream(self, puzzle));
        if let Some(observer) = observer {
            run = run.observed_by(observer);
        }
        let (Ok(stop) | Err(stop)) = if (self.entry.supports)(puzzle) {
            self.search(puzzle, &mut run)
        } else {
            Err(Stop::Unsupported)
        };
        Ok(run.finish(stop))
    }
}

impl Configuration {
    fn search(&self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Stop, Stop> {
        #[cfg(feature = "process")]
        if let Some(program) = &self.program {
            return Ok(program.search(puzzle, run));
        }
        (self.entry.run)(puzzle, &self.parameters, run)
    }
}

impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.program {
            Some(program) => write!(f, "{program}"),
            None => write_name(f, self.entry, &self.parameters),
        }
    }
}

impl fmt::Debug for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Configuration({self})")
    }
}
