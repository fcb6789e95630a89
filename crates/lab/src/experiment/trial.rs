//! The run of one trial and its result.

use quadrille_engine::{CancelFlag, Clock, Counter, Counters, Event, Observer, Status, Stop};

use super::{Experiment, Trial};

/// The result of a trial.
#[derive(Clone, Debug, PartialEq)]
pub struct TrialRow {
    /// The trial.
    pub trial: Trial,
    /// Why it ended.
    pub stop: Stop,
    /// Nodes, as the algorithm counts them.
    pub nodes: u64,
    /// Everything that the algorithm counted.
    pub counters: Counters,
    /// The most bytes that it kept at once, by its own count.
    pub memory: u64,
    /// Wall time in seconds.
    pub seconds: f64,
    /// Processor time of its thread in seconds.
    pub cpu_seconds: f64,
    /// How its best board improved, if the experiment traces this trial.
    pub trace: Option<Trace>,
}

impl TrialRow {
    /// Returns whether the run found a validated solution.
    pub fn solved(&self) -> bool {
        self.stop.status() == Status::Solved
    }
}

/// How the best board of a run improved: (nodes so far, common cost), with strictly falling costs.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Trace(pub Vec<(u64, u32)>);

struct Tracer {
    node: Counter,
    trace: Trace,
}

impl Observer for Tracer {
    fn event(&mut self, at: &Counters, event: Event<'_>) {
        if let Event::Improved { cost, .. } = event {
            let Trace(steps) = &mut self.trace;
            match steps.last_mut() {
                // At the same count only the best matters.
                Some(last) if last.0 == at[self.node] => last.1 = cost,
                _ => steps.push((at[self.node], cost)),
            }
        }
    }
}

impl Trial {
    /// Runs the trial.
    ///
    /// # Panics
    /// When time is limited, by the experiment or by default, and the clock does not run.
    pub fn run(self, experiment: &Experiment, cancel: &CancelFlag, clock: &dyn Clock) -> TrialRow {
        let configuration = &experiment.configurations[self.configuration as usize];
        let puzzle = &experiment.instances[self.instance as usize].puzzle;
        let node = configuration.entry.nodes;
        let run = |observer: Option<&mut dyn Observer>| {
            let limits = experiment.limits;
            let outcome = configuration.run(puzzle, self.seed, limits, cancel, clock, observer);
            outcome.expect("a timed experiment has a running clock")
        };
        let (wall, cpu) = (clock.wall(), clock.cpu());
        let outcome = run(None);
        let seconds = clock.wall().saturating_sub(wall).as_secs_f64();
        let cpu_seconds = clock.cpu().saturating_sub(cpu).as_secs_f64();
        let trace = (experiment.traces(&self) && outcome.stop != Stop::Cancelled).then(|| {
            // Observing slows a run down by a few percent, so it is not done in the run that is
            // timed. The same seed gives the same run again.
            let mut tracer = Tracer { node, trace: Trace::default() };
            run(Some(&mut tracer));
            tracer.trace
        });
        TrialRow {
            trial: self,
            stop: outcome.stop,
            nodes: outcome.counters[node],
            counters: outcome.counters,
            memory: outcome.memory,
            seconds,
            cpu_seconds,
            trace,
        }
    }
}
