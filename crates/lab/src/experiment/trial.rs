//! One cell of an experiment, and what came out of it.

use quadrille_engine::{CancelFlag, Clock, Counter, Counters, Event, Observer, Stop};

use super::Experiment;

/// One method on one puzzle with one seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// Its number in the experiment.
    pub number: u64,
    /// Which method of the experiment.
    pub method: u32,
    /// Which puzzle of the experiment.
    pub instance: u32,
    /// Which repetition, from 0.
    pub repetition: u32,
    /// Its seed.
    pub seed: u64,
}

/// A trial that was run.
#[derive(Clone, Debug, PartialEq)]
pub struct TrialRow {
    /// Which.
    pub trial: Trial,
    /// Why it ended.
    pub stop: Stop,
    /// What the method's own report calls nodes.
    pub nodes: u64,
    /// All that it counted.
    pub counters: Counters,
    /// The most bytes that it kept at once, by its own count.
    pub memory: u64,
    /// Wall time.
    pub seconds: f64,
    /// Processor time of its thread.
    pub cpu_seconds: f64,
    /// How its best board improved, of the trials that the experiment traces.
    pub trace: Option<Trace>,
}

/// How the best board of a run improved: (nodes so far, common cost), the costs strictly falling.
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
    /// When the experiment limits time and the clock does not run.
    pub fn run(self, experiment: &Experiment, cancel: &CancelFlag, clock: &dyn Clock) -> TrialRow {
        let method = &experiment.methods[self.method as usize];
        let puzzle = &experiment.instances[self.instance as usize].puzzle;
        let node = method.entry.nodes;
        let run = |observer: Option<&mut dyn Observer>| {
            let outcome = method.run(puzzle, self.seed, experiment.limits, cancel, clock, observer);
            outcome.expect("a timed experiment has a running clock")
        };
        let (wall, cpu) = (clock.wall(), clock.cpu());
        let outcome = run(None);
        let seconds = clock.wall().saturating_sub(wall).as_secs_f64();
        let cpu_seconds = clock.cpu().saturating_sub(cpu).as_secs_f64();
        let trace = (experiment.traces(&self) && outcome.stop != Stop::Cancelled).then(|| {
            // Watching slows a run down by some percent, so it is not the run that was timed: the
            // same one again, which is the same by construction.
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
