//! A run of a program: the puzzle goes out, its answer comes back and is judged.

use std::time::{Duration, Instant};

use quadrille_core::solve::{self, Solver};
use quadrille_core::{Counter, Limits, Meter, NoClock, Puzzle, Run, Stop};

use super::Program;
use super::host::{Trouble, blamed, lock, next};
use super::message::{Answer, MOST_LINES, Said, parse, run as run_line, shown};
use crate::process::{Heard, POLL_INTERVAL, Running};

/// How many nodes an exact solver may take to check that a puzzle has no solution.
const CHECK_NODES: u64 = 100_000;
/// A wait that is cut short by an answer.
const LOOK: Duration = POLL_INTERVAL;

/// What a run of a program came to.
struct Heeded {
    answer: Answer,
    nodes: u64,
    /// The limit on time after which the program was asked to stop.
    late: Option<Stop>,
}

impl Program {
    /// Runs the program on a puzzle.
    pub(crate) fn search(&self, puzzle: &Puzzle, run: &mut Run<'_>) -> Stop {
        match self.try_search(puzzle, run) {
            Ok(stop) => stop,
            Err(Trouble::Program(why)) => {
                run.reason = Some(why);
                Stop::Failed
            }
            Err(Trouble::Machine(error)) => {
                // Nothing can be said of the program, so the run must not count.
                self.blame_machine(&error);
                run.meter.cancel_flag().cancel();
                Stop::Cancelled
            }
            Err(Trouble::Cancelled) => Stop::Cancelled,
        }
    }

    pub(super) fn try_search(&self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Stop, Trouble> {
        // Drawn, so that no two configurations share their random numbers.
        let seed = run.rng.bits();
        let limits = *run.meter.limits();
        let mut running = self.open(limits.memory, &run.meter.cancel_flag().clone())?;
        quiet(&mut running)?;
        let before = running.cpu();
        let started = Instant::now();
        running.send(&run_line(puzzle, seed, &limits, run.is_observed()));
        let heeded = self.listen(&mut running, puzzle, before, run);
        let used = |after: Duration| after.saturating_sub(before.unwrap_or_default());
        // On other systems, wall time is the best that is known.
        run.cpu_elsewhere = match before {
            Some(_) => Some(running.cpu().map_or(run.cpu_elsewhere.unwrap_or_default(), used)),
            None => Some(started.elapsed()),
        };
        let heeded = match heeded {
            Ok(Ok(heeded)) => heeded,
            Ok(Err(stop)) => {
                running.kill();
                return Ok(stop);
            }
            Err(trouble) => {
                running.kill();
                return Err(trouble);
            }
        };
        self.keep(running);
        self.judge(puzzle, heeded, &limits, run)
    }

    /// Waits for the answer. A program that was killed for being late has none, but a reason to
    /// stop.
    fn listen(
        &self,
        running: &mut Running,
        puzzle: &Puzzle,
        cpu_before: Option<Duration>,
        run: &mut Run<'_>,
    ) -> Result<Result<Heeded, Stop>, Trouble> {
        let (limits, options) = (*run.meter.limits(), &self.host.options);
        let side = puzzle.shape().side();
        let cancel = run.meter.cancel_flag().clone();
        let started = Instant::now();
        let mut lines = 0;
        let mut late: Option<(Stop, Instant)> = None;
        loop {
            let wall = limits.time.unwrap_or(options.stall_limit);
            let end =
                late.map_or(wall, |(_, asked)| asked.duration_since(started) + options.margin);
            let left = end.saturating_sub(started.elapsed()).min(LOOK);
            let heard = next(running, left, &cancel)?;
            if let Some(line) = heard {
                lines += 1;
                if lines > MOST_LINES {
                    let why = format!("wrote more than {MOST_LINES} lines in a run");
                    return Err(Trouble::Program(why));
                }
                match parse(&line, side) {
                    Some(Said::Info) => {}
                    Some(Said::Board(board, nodes)) => {
                        count(run, nodes);
                        run.offer(|| board.clone().into());
                        run.at(|| (0, board.into()));
                    }
                    Some(Said::Answer(answer, nodes)) => {
                        count(run, nodes);
                        let nodes = run.meter.counters[Counter::Reported];
                        let late = late.map(|(stop, _)| stop);
                        return Ok(Ok(Heeded { answer, nodes, late }));
                    }
                    Some(Said::Ready) | None => {
                        let why = format!(
                            "said `{}`; the answer to `run` is `solution DIGITS`, `none`, `stuck`, \
                             `limit` or `unsupported`, perhaps with `nodes=N`",
                            shown(&line)
                        );
                        return Err(Trouble::Program(why));
                    }
                }
            }
            // Looked at on each turn, however much the program writes.
            if let Some((stop, asked)) = late {
                if asked.elapsed() >= options.margin {
                    if limits.time.is_none() && stop == Stop::Time {
                        let limit = options.stall_limit.as_secs_f64();
                        return Err(blamed(running, format!("gave no answer within {limit} s")));
                    }
                    run.reason = Some("killed, as it did not answer `stop`".to_owned());
                    return Ok(Err(stop));
                }
                continue;
            }
            let mut over = (started.elapsed() >= wall).then_some(Stop::Time);
            if let (None, Some(most), Some(before)) = (over, limits.cpu_time, cpu_before) {
                let used = running.cpu_now().map(|now| now.saturating_sub(before));
                // Kept for a program that is killed.
                run.cpu_elsewhere = used;
                over = used.is_some_and(|used| used >= most).then_some(Stop::CpuTime);
            }
            if let Some(stop) = over {
                running.send("stop");
                late = Some((stop, Instant::now()));
            }
        }
    }

    /// Says how a run ended, from an answer that may be a lie.
    fn judge(
        &self,
        puzzle: &Puzzle,
        heeded: Heeded,
        limits: &Limits,
        run: &mut Run<'_>,
    ) -> Result<Stop, Trouble> {
        let Heeded { answer, nodes, late } = heeded;
        // An answer that comes after a limit is none, but a board that is no solution stays wrong.
        let beyond = limits.nodes.filter(|&most| nodes > most);
        if let Some(most) = beyond {
            run.reason = Some(format!("reported {nodes} nodes; the limit is {most}"));
        }
        let over = late.or(beyond.map(|_| Stop::Nodes));
        Ok(match answer {
            Answer::Solution(board) => match over {
                Some(stop) => stop,
                None => run.claim(&board),
            },
            Answer::None => match (over, self.has_none(puzzle, run)) {
                (_, Stop::Wrong) => {
                    run.reason = Some("said `none`, but there is a solution".to_owned());
                    Stop::Wrong
                }
                (Some(stop), _) => stop,
                (None, Stop::ProvedNone) => Stop::ProvedNone,
                (None, Stop::Cancelled) => return Err(Trouble::Cancelled),
                (None, _) => {
                    run.reason = Some(format!(
                        "said `none`, which {CHECK_NODES} nodes of an exact solver did not decide"
                    ));
                    Stop::Stuck
                }
            },
            Answer::Stuck => over.unwrap_or(Stop::Stuck),
            Answer::Unsupported => Stop::Unsupported,
            Answer::Limit => match over {
                Some(stop) => stop,
                None if limits.nodes.is_some() => Stop::Nodes,
                None if limits.evaluations.is_some() => Stop::Evaluations,
                None if limits.cpu_time.is_some() => Stop::CpuTime,
                None if limits.time.is_some() => Stop::Time,
                None if limits.memory.is_some() => Stop::Memory,
                None => return Err(Trouble::Program("said `limit`, but there is none".to_owned())),
            },
        })
    }

    /// Checks that a puzzle has no solution. The verdict is kept, as a run may be repeated.
    fn has_none(&self, puzzle: &Puzzle, run: &Run<'_>) -> Stop {
        let text = puzzle.to_string();
        if let Some(&stop) = lock(&self.host.verdicts).get(&text) {
            return stop;
        }
        let (limits, cancel) = (Limits::nodes(CHECK_NODES), run.meter.cancel_flag());
        let mut meter = Meter::new(limits, Solver::Auto.node(), cancel, &NoClock)
            .expect("there is no time limit");
        let answer = solve::count(Solver::Auto, puzzle, 1, &mut meter);
        let stop = if answer.count > 0 { Stop::Wrong } else { answer.stop };
        if stop != Stop::Cancelled {
            lock(&self.host.verdicts).insert(text, stop);
        }
        stop
    }
}

/// Takes over a count of nodes, which never falls.
fn count(run: &mut Run<'_>, nodes: Option<u64>) {
    let counted = &mut run.meter.counters[Counter::Reported];
    *counted = nodes.unwrap_or(0).max(*counted);
}

/// Refuses a program that has written something before it was asked.
fn quiet(running: &mut Running) -> Result<(), Trouble> {
    for _ in 0..MOST_LINES {
        match running.heard() {
            None => return Ok(()),
            Some(Heard::Line(line)) if line.trim_start().starts_with("info") => {}
            Some(Heard::Line(line)) => {
                running.kill();
                return Err(Trouble::Program(format!(
                    "said `{}` without being asked",
                    shown(&line)
                )));
            }
            // The answer is missing, for the same reason.
            Some(_) => return Ok(()),
        }
    }
    running.kill();
    Err(Trouble::Program(format!("wrote more than {MOST_LINES} lines without being asked")))
}
