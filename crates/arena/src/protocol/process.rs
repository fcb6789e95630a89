//! A bot: a child process that speaks the protocol, as an [`Agent`].
//!
//! Whatever the program does, it loses at most its own game. It is started for each game, and at
//! the end it is killed with everything that it started. What the machine cannot do is never the
//! program's fault.

use std::time::Duration;

use quadrille_core::{CancelFlag, Meter};
use quadrille_lab::process::{Heard, POLL_INTERVAL, QUIT_PATIENCE, Running, SpawnError};

use super::message::{FromBot, LONGEST_LINE, ToBot, VERSION, shown};
use super::program::{KeepAlive, Program};
use crate::agent::{Agent, AgentError, Forfeit, NODE, NewGame, StartError};
use crate::game::{GameState, Move, MoveInfo, Played, Reason, Seat};

/// How long a program may take to answer the greeting.
const START_LIMIT: Duration = Duration::from_secs(10);
/// Maximum number of `info` lines for a move.
const MAX_INFO: u32 = 1000;

/// A message that the bot must answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// The first line.
    Greeting,
    /// The bot's turn.
    Go,
}

impl Question {
    /// Returns whether the message is an answer.
    fn is_answered_by(self, message: &FromBot) -> bool {
        match self {
            Self::Greeting => matches!(message, FromBot::Ready(_)),
            Self::Go => matches!(message, FromBot::Move(..) | FromBot::Resign),
        }
    }

    /// Describes the expected answer.
    fn expected(self) -> String {
        match self {
            Self::Greeting => format!("the answer to `quadrille {VERSION}` is `ready NAME`"),
            Self::Go => {
                "the answer to `go` is `place ROW COLUMN VALUE`, `pass` or `resign`".to_owned()
            }
        }
    }
}

fn too_long() -> String {
    format!("a line of more than {LONGEST_LINE} bytes")
}

fn too_many_infos() -> String {
    format!("more than {MAX_INFO} info lines for a move")
}

fn no_answer(limit: Duration, question: Question) -> Forfeit {
    let (limit, expected) = (limit.as_secs_f64(), question.expected());
    Forfeit::Failed(format!("gave no answer within {limit:.1} s; {expected}"))
}

const NOT_RUNNING: &str = "the program is not running";

/// A program that plays.
pub(crate) struct Bot {
    program: Program,
    running: Option<Running>,
    side: usize,
    seat: Seat,
    /// What it said last of the search for its move.
    info: Option<MoveInfo>,
}

impl Bot {
    /// Creates a bot from a program and its arguments, without starting it.
    pub(crate) fn new(program: Program) -> Self {
        Self { program, running: None, side: 0, seat: Seat::First, info: None }
    }

    /// Starts the program and waits for its `ready`. Returns the name that it gives.
    ///
    /// # Errors
    /// When it cannot be started, ends, or gives another answer.
    pub(crate) fn open(&mut self, cancel: &CancelFlag) -> Result<String, AgentError> {
        self.start().map_err(|error| match error {
            SpawnError::Environment(error) => AgentError::Environment(error),
            SpawnError::Program(error) => {
                Forfeit::Failed(format!("cannot start `{}`: {error}", self.name())).into()
            }
        })?;
        self.send(&ToBot::Hello(VERSION))?;
        match self.receive(&|| false, START_LIMIT, cancel, Question::Greeting) {
            Ok(FromBot::Ready(name)) => Ok(name),
            Ok(_) => unreachable!("not an answer to the greeting"),
            Err(error) => Err(self.unless_short(error)),
        }
    }

    /// Returns the shortage of the machine that may have made the program fail, else the error.
    fn unless_short(&mut self, error: AgentError) -> AgentError {
        let (AgentError::Forfeit(Forfeit::Failed(_) | Forfeit::Time), Some(running)) =
            (&error, &mut self.running)
        else {
            return error;
        };
        running.shortage().map_or(error, AgentError::Environment)
    }

    /// The program, for messages.
    fn name(&self) -> &str {
        self.program.words.first().map_or("", String::as_str)
    }

    /// Starts the program.
    fn start(&mut self) -> Result<(), SpawnError> {
        let (words, guard) = (&self.program.words, self.program.guard.as_ref());
        self.running = Some(Running::start(words, guard, LONGEST_LINE)?);
        Ok(())
    }

    /// Starts the program and closes its input at once, to find out whether it can be started.
    /// Ignores what it writes.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(crate) fn try_start(&mut self) -> Result<(), StartError> {
        self.start().map_err(|error| {
            let program = self.name().to_owned();
            match error {
                SpawnError::Environment(error) => StartError::Environment { program, error },
                SpawnError::Program(error) => StartError::Program { program, error },
            }
        })?;
        if let Some(running) = &mut self.running {
            running.close_input();
        }
        self.close();
        Ok(())
    }

    /// Sends a message.
    ///
    /// # Errors
    /// When the program is not running.
    pub(crate) fn send(&mut self, message: &ToBot) -> Result<(), Forfeit> {
        self.send_line(&message.line(self.side))
    }

    /// Sends a line.
    ///
    /// # Errors
    /// When the program is not running.
    pub(crate) fn send_line(&mut self, line: &str) -> Result<(), Forfeit> {
        let Some(running) = self.running.as_ref().filter(|running| running.is_open()) else {
            return Err(Forfeit::Failed(NOT_RUNNING.to_owned()));
        };
        self.log('>', line);
        running.send(line);
        Ok(())
    }

    /// Waits for the answer to a question and ignores `info` lines. Callers with a clock say when
    /// it is late; else the waits are added up, and `info` lines cut them short.
    ///
    /// # Errors
    /// When there is no answer in time, the program ended, or it gave another answer.
    pub(crate) fn receive(
        &mut self,
        is_late: &dyn Fn() -> bool,
        limit: Duration,
        cancel: &CancelFlag,
        question: Question,
    ) -> Result<FromBot, AgentError> {
        let mut left = limit;
        let mut infos = 0;
        // The program has exited; its last output may arrive a moment later.
        let mut exited = false;
        loop {
            let Some(running) = &mut self.running else {
                return Err(Forfeit::Failed(NOT_RUNNING.to_owned()).into());
            };
            let heard = running.hear(left.min(POLL_INTERVAL));
            if let Some(Heard::Line(line)) = &heard {
                self.log('<', line);
            }
            let failure = match heard {
                Some(Heard::Line(line)) => match FromBot::parse(&line, self.side) {
                    Ok(FromBot::Info(text)) if infos < MAX_INFO => {
                        infos += 1;
                        let info = FromBot::info(&text, self.side);
                        self.info = info.or(self.info.take());
                        if cancel.is_cancelled() {
                            return Err(AgentError::Stopped);
                        }
                        if !is_late() {
                            continue;
                        }
                        no_answer(limit, question)
                    }
                    Ok(FromBot::Info(_)) => Forfeit::Failed(too_many_infos()),
                    Ok(message) if question.is_answered_by(&message) => return Ok(message),
                    Ok(_) | Err(_) => {
                        let expected = question.expected();
                        Forfeit::Failed(format!("said `{}`; {expected}", shown(&line)))
                    }
                },
                Some(Heard::TooLong) => Forfeit::Failed(too_long()),
                Some(Heard::Broken(error)) => return Err(AgentError::Environment(error)),
                Some(Heard::End { half: true }) => self.crashed("ended in the middle of a line")?,
                Some(Heard::End { half: false }) => self.crashed("ended")?,
                None => {
                    left = left.saturating_sub(POLL_INTERVAL);
                    if cancel.is_cancelled() {
                        return Err(AgentError::Stopped);
                    }
                    // A process that it started may hold its output open.
                    if exited {
                        self.crashed("ended")?
                    } else {
                        exited = self.has_exited()?;
                        if !left.is_zero() {
                            continue;
                        }
                        no_answer(limit, question)
                    }
                }
            };
            return Err(failure.into());
        }
    }

    /// Returns the first line that the program has written without being asked, if one is here.
    pub(crate) fn unasked(&mut self) -> Option<String> {
        let running = self.running.as_mut()?;
        // A program may write them faster than they are read.
        for _ in 0..=MAX_INFO {
            match running.heard()? {
                Heard::Line(line) if line.trim_start().starts_with("info") => {}
                Heard::Line(line) => return Some(shown(&line)),
                Heard::TooLong => return Some(too_long()),
                // The next answer is missing, for the same reason.
                Heard::End { .. } | Heard::Broken(_) => return None,
            }
        }
        Some(too_many_infos())
    }

    /// Tells the program to quit and kills what is left of it.
    pub(crate) fn close(&mut self) {
        if let Some(mut running) = self.quit() {
            running.close();
        }
    }

    /// Does the same as [`Bot::close`], and returns whether it ended by itself. A busy machine is not
    /// its fault.
    pub(crate) fn close_patiently(&mut self) -> bool {
        self.quit().is_some_and(|mut running| running.close_within(QUIT_PATIENCE))
    }

    /// Gives up the program, which is about to be asked to quit.
    fn quit(&mut self) -> Option<Running> {
        if self.running.as_ref().is_some_and(Running::is_open) {
            self.log('>', &ToBot::Quit.line(0));
        }
        self.running.take()
    }

    /// Passes a line to the log.
    fn log(&self, direction: char, line: &str) {
        let id = self.running.as_ref().and_then(Running::id);
        if let (Some(log), Some(id)) = (&self.program.hosting.log, id) {
            (log.0)(&format!("{} {id} {direction} {line}", self.name()));
        }
    }

    fn has_exited(&mut self) -> Result<bool, AgentError> {
        let ended = self.running.as_mut().map(Running::ended);
        let ended = ended.transpose().map_err(AgentError::Environment)?;
        Ok(ended.flatten().is_some())
    }

    fn crashed(&mut self, what: &str) -> Result<Forfeit, AgentError> {
        let obituary = self.running.as_mut().map(Running::obituary).transpose();
        let obituary = obituary.map_err(AgentError::Environment)?.unwrap_or_default();
        Ok(Forfeit::Failed(format!("the program {what}{obituary}")))
    }
}

impl Agent for Bot {
    fn start(&mut self, game: &NewGame, meter: &mut Meter<'_>) -> Result<(), AgentError> {
        (self.side, self.seat) = (game.rules.side(), game.seat);
        if let KeepAlive::Yes(waiting) = &self.program.hosting.keep_alive {
            // A program may end after a game, and is started again then.
            self.running = waiting.take().or(self.running.take());
        }
        if self.running.is_none() {
            self.open(meter.cancel_flag())?;
        }
        Ok(self.send(&ToBot::NewGame(game.clone()))?)
    }

    fn choose(&mut self, state: &GameState, meter: &mut Meter<'_>) -> Result<Move, AgentError> {
        self.info = None;
        // Lines that it wrote without being asked are its answers to this and later requests. Whether
        // they are here already depends on the machine, so they cannot be refused as such.
        let left = meter.limits().time;
        self.send(&ToBot::Go(left.map(|left| left.as_millis() as u64)))?;
        let margin = state.rules().clock.margin;
        let limit =
            left.map_or(self.program.hosting.stall_limit, |left| left.saturating_add(margin));
        let is_late = || meter.elapsed() >= limit;
        let answer = self.receive(&is_late, limit, meter.cancel_flag(), Question::Go);
        // To the clock, a late answer and none are the same.
        let answer = if left.is_some() && is_late() { Err(Forfeit::Time.into()) } else { answer };
        match answer.map_err(|error| self.unless_short(error))? {
            FromBot::Move(mv, nodes) => {
                meter.counters[NODE] = meter.counters[NODE].saturating_add(nodes);
                Ok(mv)
            }
            FromBot::Resign => Err(Forfeit::Resigned.into()),
            FromBot::Ready(_) | FromBot::Info(_) => unreachable!("not an answer to `go`"),
        }
    }

    fn info(&mut self) -> Option<MoveInfo> {
        self.info.take()
    }

    fn played(&mut self, _: &GameState, played: &Played) {
        // If the program has ended, its next turn finds out.
        let _ = self.send(&ToBot::played(played));
    }

    fn finish(&mut self, state: &GameState) {
        let outcome = state.outcome();
        if let Some(outcome) = outcome {
            let _ = self.send(&ToBot::End(outcome));
        }
        // A program that lost by failing may be stuck, or answer late into the next game.
        let failed = outcome.is_none_or(|outcome| {
            matches!(outcome.reason, Reason::Forfeit | Reason::Time)
                && outcome.winner != Some(self.seat)
        });
        if let KeepAlive::Yes(waiting) = &self.program.hosting.keep_alive
            && !failed
        {
            if let Some(running) = self.running.take() {
                waiting.add(running);
            }
            return;
        }
        self.close();
    }
}
