//! One run of one method on one puzzle: its budget, its random stream, its counts, its claim.

use std::time::Duration;

use super::{
    Budget, CancelFlag, Clock, Counter, Counters, Event, NoClock, Observer, Rng, Stop, common_cost,
};
use crate::board::{Puzzle, Snapshot, Solution};

/// Looks at the clock are aimed to be this far apart.
const LOOK: Duration = Duration::from_micros(500);
/// The most counts between two looks at the clock.
const MOST_UNSEEN: u64 = 1 << 14;

/// What a method receives: it counts what it does here, draws random numbers here, and hands its
/// answer in here. Nobody calls back up otherwise.
///
/// Counting is what stops a run: each [`count`](Self::count) is an addition and a comparison, and
/// every so many counts it looks at the clock and the cancel flag. A limit is checked before the
/// thing counted is done, so that a budget of N nodes does exactly N.
pub struct Run<'a> {
    /// The random stream.
    pub rng: Rng,
    /// What was counted so far.
    pub counters: Counters,
    puzzle: &'a Puzzle,
    /// Which counter the limit on nodes is about.
    node: Counter,
    budget: Budget,
    clock: &'a dyn Clock,
    started: Duration,
    /// Counts left until something has to be looked at.
    fuel: u64,
    /// Counts between the last two looks at the clock, adapted to how long they take.
    stride: u64,
    last_look: Duration,
    kept: u64,
    kept_most: u64,
    observer: Option<&'a mut dyn Observer>,
    best_cost: u32,
    solution: Option<Solution>,
    refused: Option<Snapshot>,
}

/// What is left of a run when it is over.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Why it ended.
    pub stop: Stop,
    /// Its solution, where it claimed one and the validator agreed.
    pub solution: Option<Solution>,
    /// The board that it took for a solution, where the validator did not agree.
    pub refused: Option<Snapshot>,
    /// What it counted.
    pub counters: Counters,
    /// The most bytes that it kept at once, by its own count.
    pub memory: u64,
}

impl<'a> Run<'a> {
    /// A run on that puzzle, in which the limit on nodes is about the counter `node`.
    pub fn new(
        puzzle: &'a Puzzle,
        node: Counter,
        budget: Budget,
        rng: Rng,
        clock: &'a dyn Clock,
    ) -> Self {
        // Without limit on time nobody needs the moment, but a first look costs nothing.
        let started = clock.wall();
        Self {
            rng,
            counters: Counters::default(),
            puzzle,
            node,
            budget,
            clock,
            started,
            fuel: 0,
            stride: 1,
            last_look: started,
            kept: 0,
            kept_most: 0,
            observer: None,
            best_cost: u32::MAX,
            solution: None,
            refused: None,
        }
    }

    /// A run on that puzzle without limits, with seed 1.
    pub fn unlimited(puzzle: &'a Puzzle) -> Self {
        Self::new(puzzle, Counter::Branch, Budget::unlimited(), Rng::from_seed(1), &NoClock)
    }

    /// The same run, watched.
    #[must_use]
    pub fn watched_by(mut self, observer: &'a mut dyn Observer) -> Self {
        observer.event(&self.counters, Event::Started);
        self.observer = Some(observer);
        self
    }

    /// Counts one thing about to be done.
    ///
    /// # Errors
    /// With the reason, when the budget does not allow it; then it is not counted.
    #[inline]
    pub fn count(&mut self, what: Counter) -> Result<(), Stop> {
        if self.fuel == 0 {
            self.refuel(Some(what), 1)?;
        }
        self.fuel -= 1;
        self.counters[what] += 1;
        Ok(())
    }

    /// Counts up to `wanted` things about to be done, and says how many of them may be: at least
    /// one. For inner loops that count by blocks; what a block leaves undone goes back with
    /// [`uncount`](Self::uncount).
    ///
    /// # Errors
    /// With the reason, when the budget does not allow even one.
    #[inline]
    pub fn count_block(&mut self, what: Counter, wanted: u64) -> Result<u64, Stop> {
        if self.fuel == 0 {
            self.refuel(Some(what), wanted)?;
        }
        let granted = wanted.min(self.fuel);
        self.fuel -= granted;
        self.counters[what] += granted;
        Ok(granted)
    }

    /// Counts `many` things about to be done, all of them or none further.
    ///
    /// # Errors
    /// With the reason, when the budget does not allow all; as many as it does allow are counted.
    #[inline]
    pub fn count_many(&mut self, what: Counter, many: u64) -> Result<(), Stop> {
        if many <= self.fuel {
            self.fuel -= many;
            self.counters[what] += many;
            return Ok(());
        }
        self.count_by_blocks(what, many)
    }

    /// The clock is looked at after a block, however many are wanted.
    #[cold]
    fn count_by_blocks(&mut self, what: Counter, many: u64) -> Result<(), Stop> {
        const BLOCK: u64 = 1024;
        let mut left = many;
        while left > 0 {
            left -= self.count_block(what, left.min(BLOCK))?;
        }
        Ok(())
    }

    /// Takes back what a block counted and did not do.
    #[inline]
    pub fn uncount(&mut self, what: Counter, undone: u64) {
        self.counters[what] -= undone;
        self.fuel += undone;
    }

    /// Looks whether the run may go on, for stretches of work in which nothing is counted.
    ///
    /// # Errors
    /// With the reason, when its time is up or its flag raised.
    #[inline]
    pub fn look(&mut self) -> Result<(), Stop> {
        if self.fuel == 0 {
            self.refuel(None, 1)?;
        }
        self.fuel -= 1;
        Ok(())
    }

    /// Counts things that cost nothing and are not limited.
    #[inline]
    pub fn note(&mut self, what: Counter) {
        self.counters[what] += 1;
    }

    /// Counts many things that were done under a limit of their own; see [`left`](Self::left).
    pub fn note_many(&mut self, what: Counter, times: u64) {
        self.counters[what] += times;
        self.fuel = 0;
    }

    /// How many things of that kind the limits still allow; `None` = any number. For methods that
    /// hand a limit on to someone else and [`note_many`](Self::note_many) what was done.
    pub fn left(&self, what: Counter) -> Option<u64> {
        let limits =
            [(self.node, self.budget.nodes), (Counter::Evaluated, self.budget.evaluations)];
        limits
            .into_iter()
            .filter(|&(limited, _)| limited == what)
            .filter_map(|(_, limit)| limit)
            .map(|limit| limit.saturating_sub(self.counters[what]))
            .min()
    }

    /// The same at once, for work in few and long stretches, and between stretches of different
    /// kinds: how often the clock is looked at adapts to what is done.
    ///
    /// # Errors
    /// As [`look`](Self::look).
    pub fn look_at_once(&mut self) -> Result<(), Stop> {
        self.refuel(None, 1)?;
        // Or a count would pass without a question where none is left; and what comes next may
        // take longer by far than what came before.
        (self.fuel, self.stride) = (0, 1);
        Ok(())
    }

    /// Whether time is limited, so that long work has to be cut into pieces.
    pub fn is_timed(&self) -> bool {
        self.budget.time.is_some()
    }

    /// The flag that ends the run from outside.
    pub fn cancel_flag(&self) -> CancelFlag {
        self.budget.cancel.clone()
    }

    #[cold]
    fn refuel(&mut self, what: Option<Counter>, wanted: u64) -> Result<(), Stop> {
        if self.budget.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if let Some(limit) = self.budget.time {
            let now = self.clock.wall();
            if now.saturating_sub(self.started) >= limit {
                return Err(Stop::Time);
            }
            let since = now.saturating_sub(self.last_look);
            self.last_look = now;
            if since < LOOK / 2 {
                self.stride = (self.stride * 2).min(MOST_UNSEEN);
            } else if since > LOOK * 2 {
                // At once, not by halves: a thousand of these may have been a thousand cheap things.
                let share = LOOK.as_secs_f64() / since.as_secs_f64();
                self.stride = ((self.stride as f64 * share) as u64).max(1);
            }
        } else {
            // The cancel flag alone: a look is a load, and slow methods must not wait for many.
            self.stride = 64;
        }
        // A count of something else passes when the limited thing is used up, one at a time.
        let mut fuel = self.stride.max(wanted);
        for (limited, limit, stop) in [
            (self.node, self.budget.nodes, Stop::Nodes),
            (Counter::Evaluated, self.budget.evaluations, Stop::Evaluations),
        ] {
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

    /// Counts bytes that a frontier is about to keep.
    ///
    /// # Errors
    /// [`Stop::Memory`] when the limit does not allow them; then they are not counted.
    #[inline]
    pub fn keep(&mut self, bytes: u64) -> Result<(), Stop> {
        let kept = self.kept + bytes;
        if self.budget.memory.is_some_and(|limit| kept > limit) {
            return Err(Stop::Memory);
        }
        self.kept = kept;
        self.kept_most = self.kept_most.max(kept);
        Ok(())
    }

    /// Gives kept bytes back.
    #[inline]
    pub fn release(&mut self, bytes: u64) {
        self.kept = self.kept.saturating_sub(bytes);
    }

    /// Whether someone watches.
    #[inline]
    pub fn is_watched(&self) -> bool {
        self.observer.is_some()
    }

    /// Shows a board that may be the best so far. The board is only made when someone watches.
    #[inline]
    pub fn offer(&mut self, board: impl FnOnce() -> Snapshot) {
        if let Some(observer) = &mut self.observer {
            let board = board();
            let cost = common_cost(self.puzzle.shape(), &board);
            if cost < self.best_cost {
                self.best_cost = cost;
                observer.event(&self.counters, Event::Improved { cost, board: &board });
            }
        }
    }

    /// Shows an inner quantity. The values are only made when someone watches.
    #[inline]
    pub fn gauge(&mut self, name: &'static str, values: impl FnOnce() -> Vec<f64>) {
        if let Some(observer) = &mut self.observer {
            observer.event(&self.counters, Event::Gauge { name, values: &values() });
        }
    }

    /// Notes a new start.
    pub fn restarted(&mut self) {
        self.note(Counter::Restart);
        if let Some(observer) = &mut self.observer {
            observer.event(&self.counters, Event::Restarted);
        }
    }

    /// Hands in a board as the solution: the validator decides between [`Stop::Solved`] and
    /// [`Stop::Wrong`].
    pub fn claim(&mut self, board: &[u8]) -> Stop {
        let judged = Solution::new(self.puzzle, board);
        if judged.is_ok() {
            self.offer(|| board.into());
        }
        if let Some(observer) = &mut self.observer {
            observer.event(&self.counters, Event::Claimed { board });
        }
        match judged {
            Ok(solution) => {
                self.solution = Some(solution);
                Stop::Solved
            }
            Err(_) => {
                self.refused = Some(board.into());
                Stop::Wrong
            }
        }
    }

    /// The limits of this run.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Processor time of the calling thread since some fixed moment.
    pub fn cpu(&self) -> Duration {
        self.clock.cpu()
    }

    /// Wall time since the run began.
    pub fn elapsed(&self) -> Duration {
        self.clock.wall().saturating_sub(self.started)
    }

    /// Ends the run.
    pub fn finish(mut self, stop: Stop) -> Outcome {
        if let Some(observer) = &mut self.observer {
            observer.event(&self.counters, Event::Stopped(stop));
        }
        Outcome {
            stop,
            solution: self.solution,
            refused: self.refused,
            counters: self.counters,
            memory: self.kept_most,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{NoClock, SteppingClock};
    use super::*;
    use crate::board::{BoxShape, Grid};

    fn puzzle() -> Puzzle {
        Grid::empty(BoxShape::NINE).try_into().unwrap()
    }

    fn count_all(run: &mut Run<'_>, what: Counter) -> Stop {
        loop {
            if let Err(stop) = run.count(what) {
                return stop;
            }
        }
    }

    #[test]
    fn a_budget_of_n_does_exactly_n() {
        let puzzle = puzzle();
        for limit in [0, 1, 2, 63, 64, 65, 1000, 20_000] {
            let mut run = Run::new(
                &puzzle,
                Counter::Placement,
                Budget::nodes(limit),
                Rng::from_seed(1),
                &NoClock,
            );
            assert_eq!(count_all(&mut run, Counter::Placement), Stop::Nodes);
            assert_eq!(run.counters[Counter::Placement], limit);
            // Other things may still be counted, and the limit goes on holding.
            assert_eq!(run.count(Counter::Backtrack), Ok(()));
            assert_eq!(run.count(Counter::Placement), Err(Stop::Nodes));
        }
    }

    #[test]
    fn looks_use_nothing_up_and_give_nothing_away() {
        let puzzle = puzzle();
        for limit in [0, 1, 5] {
            let budget = Budget::nodes(limit);
            let mut run = Run::new(&puzzle, Counter::Branch, budget, Rng::from_seed(1), &NoClock);
            while run.look_at_once().is_ok()
                && run.look().is_ok()
                && run.look_at_once().is_ok()
                && run.count(Counter::Branch).is_ok()
            {}
            assert_eq!(run.counters[Counter::Branch], limit);
        }
    }

    #[test]
    fn mixed_counters_and_blocks_respect_both_limits() {
        let puzzle = puzzle();
        let budget = Budget { evaluations: Some(500), ..Budget::nodes(300) };
        let mut run = Run::new(&puzzle, Counter::Accepted, budget, Rng::from_seed(1), &NoClock);
        let mut stop = None;
        for step in 0.. {
            let what = if step % 3 == 0 { Counter::Evaluated } else { Counter::Accepted };
            match run.count_block(what, 7) {
                Ok(granted) => {
                    assert!((1..=7).contains(&granted));
                    run.uncount(what, granted - 1);
                }
                Err(reason) => {
                    stop = Some(reason);
                    break;
                }
            }
        }
        assert_eq!(stop, Some(Stop::Nodes));
        assert_eq!(run.counters[Counter::Accepted], 300);
        assert_eq!(count_all(&mut run, Counter::Evaluated), Stop::Evaluations);
        assert_eq!(run.counters[Counter::Evaluated], 500);
    }

    #[test]
    fn many_at_once_are_limited_too() {
        let puzzle = puzzle();
        for limit in [0, 1, 6, 7, 8, 5000] {
            for many in [1, 7, 3000] {
                let budget = Budget::nodes(limit);
                let rng = Rng::from_seed(1);
                let mut run = Run::new(&puzzle, Counter::Evaluated, budget, rng, &NoClock);
                let mut whole = 0;
                while run.count_many(Counter::Evaluated, many).is_ok() {
                    whole += 1;
                }
                assert_eq!((whole, run.counters[Counter::Evaluated]), (limit / many, limit));
            }
        }
    }

    #[test]
    fn time_and_cancellation_end_a_run() {
        let puzzle = puzzle();
        let clock = SteppingClock::new(Duration::from_millis(1));
        let budget = Budget { time: Some(Duration::from_millis(50)), ..Budget::default() };
        let mut run = Run::new(&puzzle, Counter::Branch, budget, Rng::from_seed(1), &clock);
        assert_eq!(count_all(&mut run, Counter::Branch), Stop::Time);
        assert!(run.counters[Counter::Branch] <= 50, "slow counts are looked at one by one");

        let budget = Budget::unlimited();
        budget.cancel.cancel();
        let mut run = Run::new(&puzzle, Counter::Branch, budget, Rng::from_seed(1), &NoClock);
        assert_eq!(run.count(Counter::Branch), Err(Stop::Cancelled));
    }

    #[test]
    fn looks_count_nothing_and_end_runs() {
        let puzzle = puzzle();
        let clock = SteppingClock::new(Duration::from_millis(1));
        let budget = Budget { time: Some(Duration::from_millis(50)), ..Budget::nodes(3) };
        let mut run = Run::new(&puzzle, Counter::Branch, budget, Rng::from_seed(1), &clock);
        let looks = (0..1000).take_while(|_| run.look().is_ok()).count();
        assert!((1..1000).contains(&looks));
        assert_eq!(run.look(), Err(Stop::Time));
        assert_eq!(run.counters, Counters::default());
        let mut run =
            Run::new(&puzzle, Counter::Branch, Budget::nodes(3), Rng::from_seed(1), &NoClock);
        assert!((0..1000).all(|_| run.look().is_ok()));
        assert_eq!(count_all(&mut run, Counter::Branch), Stop::Nodes);
        assert_eq!(run.counters[Counter::Branch], 3);
        assert_eq!(run.look(), Ok(()));
    }

    #[test]
    fn memory_is_counted_and_limited() {
        let puzzle = puzzle();
        let budget = Budget { memory: Some(100), ..Budget::default() };
        let mut run = Run::new(&puzzle, Counter::Expanded, budget, Rng::from_seed(1), &NoClock);
        assert_eq!(run.keep(60), Ok(()));
        assert_eq!(run.keep(60), Err(Stop::Memory));
        run.release(30);
        assert_eq!(run.keep(60), Ok(()));
        assert_eq!(run.finish(Stop::Stuck).memory, 90);
    }

    #[test]
    fn a_wrong_claim_is_refused() {
        let puzzle = puzzle();
        let mut run =
            Run::new(&puzzle, Counter::Expanded, Budget::unlimited(), Rng::from_seed(1), &NoClock);
        assert_eq!(run.claim(&[1; 81]), Stop::Wrong);
        let outcome = run.finish(Stop::Wrong);
        assert!(outcome.solution.is_none() && outcome.refused.is_some());
    }
}
