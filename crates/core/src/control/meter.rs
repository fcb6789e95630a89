//! What limits and counts a search: limits, cancel flag, clock, counters, memory.

use std::time::Duration;

use super::{
    CancelFlag, Clock, Counter, Counters, Event, Limits, NoClock, Observer, Stop, TimeWithoutClock,
};

/// The intended time between two readings of the clock.
const POLL_INTERVAL: Duration = Duration::from_micros(500);
/// Maximum number of counts between two readings of the clock.
const MAX_STRIDE: u64 = 1 << 14;

/// Counts the work of one search and stops it at its limits.
///
/// Solvers, agents and algorithms count what they do here. Each [`count`](Self::count) is an
/// addition and a comparison; now and then the meter reads the clock and the cancel flag.
/// A limit is checked before the work is done, so a limit of N nodes allows exactly N.
///
/// ```
/// use quadrille_core::{Counter, Meter, Puzzle, Stop, solve};
/// let puzzle: Puzzle = "................".parse()?;
/// let mut meter = Meter::with_nodes(10, Counter::Branch);
/// let answers = solve::many(&[puzzle], 0, &mut meter);
/// assert_eq!((answers[0].stop, meter.counters[Counter::Branch]), (Stop::Nodes, 10));
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
pub struct Meter<'a> {
    /// What has been counted so far.
    pub counters: Counters,
    /// The counter that `limits.nodes` applies to.
    node: Counter,
    limits: Limits,
    cancel: CancelFlag,
    clock: &'a dyn Clock,
    started: Duration,
    /// Processor time at the start, if it is limited.
    started_cpu: Duration,
    /// Counts left until limits, clock or flag must be checked.
    fuel: u64,
    /// Counts between the last two readings of the clock, adapted to how long they take.
    stride: u64,
    last_poll: Duration,
    memory: u64,
    peak_memory: u64,
    observer: Option<&'a mut dyn Observer>,
}

impl<'a> Meter<'a> {
    /// Creates a meter with these limits, where `node` is the counter that `limits.nodes`
    /// applies to. The clock starts now.
    ///
    /// # Errors
    /// When the limits include time and the clock does not run, as [`NoClock`] does not.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use quadrille_core::{CancelFlag, Counter, Limits, Meter, NoClock, WallClock};
    /// let limits = Limits { time: Some(Duration::from_secs(10)), ..Limits::nodes(1000) };
    /// let (cancel, clock) = (CancelFlag::new(), WallClock::new());
    /// assert!(Meter::new(limits, Counter::Branch, &cancel, &clock).is_ok());
    /// assert!(Meter::new(limits, Counter::Branch, &cancel, &NoClock).is_err());
    /// ```
    pub fn new(
        limits: Limits,
        node: Counter,
        cancel: &CancelFlag,
        clock: &'a dyn Clock,
    ) -> Result<Self, TimeWithoutClock> {
        if limits.is_timed() && !clock.is_running() {
            return Err(TimeWithoutClock);
        }
        let started = clock.wall();
        let started_cpu = if limits.cpu_time.is_some() { clock.cpu() } else { Duration::ZERO };
        Ok(Self {
            counters: Counters::default(),
            node,
            limits,
            cancel: cancel.clone(),
            clock,
            started,
            started_cpu,
            fuel: 0,
            stride: 1,
            last_poll: started,
            memory: 0,
            peak_memory: 0,
            observer: None,
        })
    }

    /// Creates a meter without limits.
    ///
    /// ```
    /// use quadrille_core::{Meter, Puzzle, solve};
    /// let puzzle: Puzzle = "1...............".parse()?;
    /// let answers = solve::many(&[puzzle], 0, &mut Meter::unlimited());
    /// assert_eq!(answers[0].count, 72);
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn unlimited() -> Self {
        Self::cancellable(&CancelFlag::never())
    }

    /// Creates a meter that limits only the number of nodes, counted by `node`.
    ///
    /// ```
    /// use quadrille_core::{Counter, Meter, Stop};
    /// let mut meter = Meter::with_nodes(1, Counter::Branch);
    /// assert_eq!(meter.count(Counter::Branch), Ok(()));
    /// assert_eq!(meter.count(Counter::Branch), Err(Stop::Nodes));
    /// ```
    pub fn with_nodes(nodes: u64, node: Counter) -> Self {
        let limits = Limits::nodes(nodes);
        Self::new(limits, node, &CancelFlag::never(), &NoClock).expect("there is no time limit")
    }

    /// Creates a meter without limits that the flag can stop.
    ///
    /// ```
    /// use quadrille_core::{CancelFlag, Meter, Stop};
    /// let flag = CancelFlag::new();
    /// let mut meter = Meter::cancellable(&flag);
    /// flag.cancel();
    /// assert_eq!(meter.poll_now(), Err(Stop::Cancelled));
    /// ```
    pub fn cancellable(cancel: &CancelFlag) -> Self {
        Self::new(Limits::NONE, Counter::Branch, cancel, &NoClock).expect("there is no time limit")
    }

    /// Creates a meter with the same limits, cancel flag and clock that has counted nothing, for
    /// one of many searches that get these limits each.
    ///
    /// ```
    /// use quadrille_core::{Counter, Meter};
    /// let mut meter = Meter::with_nodes(1, Counter::Branch);
    /// meter.count(Counter::Branch)?;
    /// assert_eq!(meter.left(Counter::Branch), Some(0));
    /// assert_eq!(meter.renewed().left(Counter::Branch), Some(1));
    /// # Ok::<(), quadrille_core::Stop>(())
    /// ```
    pub fn renewed(&self) -> Self {
        Self::new(self.limits, self.node, &self.cancel, self.clock)
            .expect("the clock was accepted before")
    }

    /// Like [`renewed`](Self::renewed), with other limits, where `node` is counted for nodes.
    ///
    /// ```
    /// use quadrille_core::{Counter, Limits, Meter};
    /// let meter = Meter::unlimited().renewed_with(Limits::nodes(5), Counter::Expanded);
    /// assert_eq!(meter.left(Counter::Expanded), Some(5));
    /// ```
    pub fn renewed_with(&self, limits: Limits, node: Counter) -> Self {
        Self::new(limits, node, &self.cancel, self.clock).expect("the clock was accepted before")
    }

    /// Adds what another meter has counted to this one.
    ///
    /// ```
    /// use quadrille_core::{Counter, Meter};
    /// let (mut total, mut part) = (Meter::unlimited(), Meter::unlimited());
    /// part.count(Counter::Branch)?;
    /// total.add(&part);
    /// assert_eq!(total.counters[Counter::Branch], 1);
    /// # Ok::<(), quadrille_core::Stop>(())
    /// ```
    pub fn add(&mut self, other: &Self) {
        for what in Counter::ALL {
            self.counters[what] += other.counters[what];
        }
        self.peak_memory = self.peak_memory.max(self.memory + other.peak_memory);
        self.fuel = 0;
    }

    /// Returns this meter with an observer of the events of the search.
    #[must_use]
    pub fn observed_by(mut self, observer: &'a mut dyn Observer) -> Self {
        self.observer = Some(observer);
        self
    }

    /// Counts one unit of work about to be done.
    ///
    /// # Errors
    /// Returns the reason to stop; the work is not counted then and must not be done.
    ///
    /// ```
    /// use quadrille_core::{Counter, Meter};
    /// let mut meter = Meter::unlimited();
    /// meter.count(Counter::Evaluated)?;
    /// assert_eq!(meter.counters[Counter::Evaluated], 1);
    /// # Ok::<(), quadrille_core::Stop>(())
    /// ```
    #[inline]
    pub fn count(&mut self, what: Counter) -> Result<(), Stop> {
        if self.fuel == 0 {
            self.refuel(Some(what), 1)?;
        }
        self.fuel -= 1;
        self.counters[what] += 1;
        Ok(())
    }

    /// Counts `many` units of work about to be done.
    ///
    /// # Errors
    /// Returns the reason to stop when the limits do not allow all of them; as many as they do
    /// allow are counted.
    ///
    /// ```
    /// use quadrille_core::{Counter, Meter, Stop};
    /// let mut meter = Meter::with_nodes(10, Counter::Expanded);
    /// assert_eq!(meter.count_many(Counter::Expanded, 12), Err(Stop::Nodes));
    /// assert_eq!(meter.counters[Counter::Expanded], 10);
    /// ```
    #[inline]
    pub fn count_many(&mut self, what: Counter, many: u64) -> Result<(), Stop> {
        if many <= self.fuel {
            self.fuel -= many;
            self.counters[what] += many;
            return Ok(());
        }
        self.count_blocks(what, many)
    }

    /// Counts in blocks, so that the clock is read between them however many units are wanted.
    #[cold]
    fn count_blocks(&mut self, what: Counter, many: u64) -> Result<(), Stop> {
        const BLOCK: u64 = 1024;
        let mut left = many;
        while left > 0 {
            // Not more than is wanted: what a reservation gives back postpones the next poll.
            left -= std::mem::take(&mut self.reserve(what, left.min(BLOCK))?.left);
        }
        Ok(())
    }

    /// Counts up to `wanted` units of work in advance, at least one, for inner loops that are too
    /// short to count one by one. Dropping the [`Reserved`] gives back what was not taken.
    ///
    /// # Errors
    /// Returns the reason to stop when the limits do not allow even one.
    ///
    /// ```
    /// use quadrille_core::{Counter, Meter};
    /// let mut meter = Meter::unlimited();
    /// let mut reserved = meter.reserve(Counter::Branch, 100)?;
    /// assert!(reserved.take() && reserved.take());
    /// drop(reserved);
    /// assert_eq!(meter.counters[Counter::Branch], 2);
    /// # Ok::<(), quadrille_core::Stop>(())
    /// ```
    #[inline]
    pub fn reserve(&mut self, what: Counter, wanted: u64) -> Result<Reserved<'_, 'a>, Stop> {
        if self.fuel == 0 {
            self.refuel(Some(what), wanted)?;
        }
        let granted = wanted.min(self.fuel);
        self.fuel -= granted;
        self.counters[what] += granted;
        Ok(Reserved { meter: self, what, block: wanted, left: granted })
    }

    /// Returns an empty reservation that grows by blocks of that many units as they are taken.
    pub fn reserve_blocks(&mut self, what: Counter, block: u64) -> Reserved<'_, 'a> {
        Reserved { meter: self, what, block, left: 0 }
    }

    /// Checks whether the search may continue, for stretches of work in which nothing is counted.
    /// Cheap: most calls do not read the clock.
    ///
    /// # Errors
    /// Returns the reason to stop when time is up or the cancel flag is raised.
    ///
    /// ```
    /// use quadrille_core::Meter;
    /// let mut meter = Meter::unlimited();
    /// for _ in 0..10_000 {
    ///     meter.poll()?; // in a loop that counts nothing
    /// }
    /// # Ok::<(), quadrille_core::Stop>(())
    /// ```
    #[inline]
    pub fn poll(&mut self) -> Result<(), Stop> {
        if self.fuel == 0 {
            self.refuel(None, 1)?;
        }
        self.fuel -= 1;
        Ok(())
    }

    /// Checks clock and cancel flag immediately, for work in few long stretches and between
    /// stretches of different kinds.
    ///
    /// # Errors
    /// As [`poll`](Self::poll).
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use quadrille_core::{CancelFlag, Counter, Limits, Meter, SteppingClock, Stop};
    /// let clock = SteppingClock::new(Duration::from_secs(1));
    /// let limits = Limits { time: Some(Duration::from_millis(1)), ..Limits::NONE };
    /// let mut meter = Meter::new(limits, Counter::Branch, &CancelFlag::new(), &clock)?;
    /// assert_eq!(meter.poll_now(), Err(Stop::Time));
    /// # Ok::<(), quadrille_core::TimeWithoutClock>(())
    /// ```
    pub fn poll_now(&mut self) -> Result<(), Stop> {
        self.refuel(None, 1)?;
        // Fuel would let the next count pass a limit that is used up, and what comes next may take
        // far longer than what came before.
        (self.fuel, self.stride) = (0, 1);
        Ok(())
    }

    /// Counts one unit of something that no limit applies to.
    ///
    /// ```
    /// use quadrille_core::{Counter, Meter};
    /// let mut meter = Meter::unlimited();
    /// meter.note(Counter::Backtrack);
    /// assert_eq!(meter.counters[Counter::Backtrack], 1);
    /// ```
    #[inline]
    pub fn note(&mut self, what: Counter) {
        self.counters[what] += 1;
    }

    /// Counts work that was done under a limit taken from [`left`](Self::left).
    pub fn note_many(&mut self, what: Counter, times: u64) {
        self.counters[what] += times;
        self.fuel = 0;
    }

    /// Counts a restart and reports it to the observer.
    pub fn restarted(&mut self) {
        self.note(Counter::Restart);
        self.emit(Event::Restarted);
    }

    /// Returns how many more units of that kind the limits allow, `None` for any number. For
    /// solvers that pass a limit on and then [`note_many`](Self::note_many) what was done.
    ///
    /// ```
    /// use quadrille_core::{Counter, Meter};
    /// let meter = Meter::with_nodes(10, Counter::Branch);
    /// assert_eq!(meter.left(Counter::Branch), Some(10));
    /// assert_eq!(meter.left(Counter::Restart), None);
    /// ```
    pub fn left(&self, what: Counter) -> Option<u64> {
        self.counted_limits()
            .into_iter()
            .filter(|&(limited, ..)| limited == what)
            .filter_map(|(_, limit, _)| limit)
            .map(|limit| limit.saturating_sub(self.counters[what]))
            .min()
    }

    fn counted_limits(&self) -> [(Counter, Option<u64>, Stop); 2] {
        [
            (self.node, self.limits.nodes, Stop::Nodes),
            (Counter::Evaluated, self.limits.evaluations, Stop::Evaluations),
        ]
    }

    /// Returns whether time is limited, so that long work must be cut into pieces.
    pub fn is_timed(&self) -> bool {
        self.limits.is_timed()
    }

    /// Returns the flag that cancels the search. Raising it has no effect if the meter was created
    /// without a flag, by [`unlimited`](Self::unlimited) or [`with_nodes`](Self::with_nodes).
    pub fn cancel_flag(&self) -> &CancelFlag {
        &self.cancel
    }

    /// Returns the clock.
    pub fn clock(&self) -> &'a dyn Clock {
        self.clock
    }

    /// Returns the limits.
    ///
    /// ```
    /// use quadrille_core::{Counter, Limits, Meter};
    /// assert_eq!(Meter::with_nodes(10, Counter::Branch).limits(), &Limits::nodes(10));
    /// ```
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Returns the processor time of the calling thread since some fixed moment.
    pub fn cpu(&self) -> Duration {
        self.clock.cpu()
    }

    /// Returns the wall time since the meter was created.
    pub fn elapsed(&self) -> Duration {
        self.clock.wall().saturating_sub(self.started)
    }

    #[cold]
    fn refuel(&mut self, what: Option<Counter>, wanted: u64) -> Result<(), Stop> {
        if self.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if self.limits.is_timed() {
            let now = self.clock.wall();
            if self.limits.time.is_some_and(|most| now.saturating_sub(self.started) >= most) {
                return Err(Stop::Time);
            }
            if let Some(most) = self.limits.cpu_time
                && self.clock.cpu().saturating_sub(self.started_cpu) >= most
            {
                return Err(Stop::CpuTime);
            }
            let since = now.saturating_sub(self.last_poll);
            self.last_poll = now;
            if since < POLL_INTERVAL / 2 {
                self.stride = (self.stride * 2).min(MAX_STRIDE);
            } else if since > POLL_INTERVAL * 2 {
                // Not by halves: a thousand of these may follow a thousand cheap ones.
                let share = POLL_INTERVAL.as_secs_f64() / since.as_secs_f64();
                self.stride = ((self.stride as f64 * share) as u64).max(1);
            }
        } else {
            // Only the cancel flag is checked, which is one load; slow work must not wait long.
            self.stride = 64;
        }
        // When the limited counter is used up, counts of other things pass one at a time.
        let mut fuel = self.stride.max(wanted);
        for (limited, limit, stop) in self.counted_limits() {
            if let Some(limit) = limit {
                let left = limit.saturating_sub(self.counters[limited]);
                if left == 0 && what == Some(limited) {
                    return Err(stop);
                }
                fuel = fuel.min(left.max(1));
            }
        }
        self.fuel = fuel;
        Ok(())
    }

    /// Counts bytes that a frontier or table is about to keep.
    ///
    /// # Errors
    /// [`Stop::Memory`] when the limit does not allow them; they are not counted then.
    ///
    /// ```
    /// use quadrille_core::{CancelFlag, Counter, Limits, Meter, NoClock, Stop};
    /// let limits = Limits { memory: Some(1000), ..Limits::NONE };
    /// let mut meter = Meter::new(limits, Counter::Branch, &CancelFlag::new(), &NoClock)?;
    /// assert_eq!(meter.keep(800), Ok(()));
    /// assert_eq!(meter.keep(300), Err(Stop::Memory));
    /// # Ok::<(), quadrille_core::TimeWithoutClock>(())
    /// ```
    #[inline]
    pub fn keep(&mut self, bytes: u64) -> Result<(), Stop> {
        let memory = self.memory + bytes;
        if self.limits.memory.is_some_and(|limit| memory > limit) {
            return Err(Stop::Memory);
        }
        self.memory = memory;
        self.peak_memory = self.peak_memory.max(memory);
        Ok(())
    }

    /// Gives back bytes that were kept.
    ///
    /// ```
    /// use quadrille_core::Meter;
    /// let mut meter = Meter::unlimited();
    /// meter.keep(800)?;
    /// meter.release(800);
    /// assert_eq!(meter.peak_memory(), 800);
    /// # Ok::<(), quadrille_core::Stop>(())
    /// ```
    #[inline]
    pub fn release(&mut self, bytes: u64) {
        self.memory = self.memory.saturating_sub(bytes);
    }

    /// Returns the most bytes that were kept at once.
    pub fn peak_memory(&self) -> u64 {
        self.peak_memory
    }

    /// Returns whether anyone observes the search.
    #[inline]
    pub(super) fn is_observed(&self) -> bool {
        self.observer.is_some()
    }

    pub(super) fn emit(&mut self, event: Event<'_>) {
        if let Some(observer) = &mut self.observer {
            observer.event(&self.counters, event);
        }
    }
}

/// Work that a [`Meter`] has counted in advance. Dropping it gives back what was not taken.
pub struct Reserved<'m, 'a> {
    meter: &'m mut Meter<'a>,
    what: Counter,
    /// Units to reserve at a time.
    block: u64,
    left: u64,
}

impl<'a> Reserved<'_, 'a> {
    /// Takes one unit; returns `false` when none is left.
    #[inline]
    pub fn take(&mut self) -> bool {
        let any = self.left > 0;
        self.left -= u64::from(any);
        any
    }

    /// Returns the number of units left.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Takes many units, reserving another block while too few are left.
    ///
    /// # Errors
    /// Returns the reason to stop when the limits do not allow them; what was reserved counts as
    /// done then.
    #[inline]
    pub fn take_many(&mut self, units: u64) -> Result<(), Stop> {
        while self.left < units {
            self.grow(self.block)?;
        }
        self.left -= units;
        Ok(())
    }

    /// Reserves up to `wanted` more units, at least one, and returns how many.
    ///
    /// # Errors
    /// As [`Meter::reserve`]; what was reserved before counts as done then.
    pub fn grow(&mut self, wanted: u64) -> Result<u64, Stop> {
        let kept = std::mem::take(&mut self.left);
        let more = std::mem::take(&mut self.meter.reserve(self.what, wanted)?.left);
        self.left = kept + more;
        Ok(more)
    }

    /// Returns the meter, to read its clock and limits.
    pub fn meter(&self) -> &Meter<'a> {
        self.meter
    }
}

impl Drop for Reserved<'_, '_> {
    #[inline]
    fn drop(&mut self) {
        self.meter.counters[self.what] -= self.left;
        self.meter.fuel += self.left;
    }
}

#[cfg(test)]
mod tests;
