//! A bot: a child process that speaks the protocol, as an [`Agent`].
//!
//! Whatever the program does, it loses at most its own game. It is started for each game, and at
//! the end it is killed with everything that it started. A thread reads its output into a short
//! queue, so that a flood fills the program's pipe and not our memory; another thread writes to it,
//! so that a program that does not read blocks nothing else.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::Duration;

use quadrille_engine::{CancelFlag, Meter};

use super::message::{FromBot, LONGEST_LINE, ToBot, VERSION, shown};
use crate::agent::{Agent, AgentError, Forfeit, NODE, NewGame, StartError};
use crate::game::{GameState, Move, Played};

/// How long a program may take to answer the greeting.
const START_LIMIT: Duration = Duration::from_secs(10);
/// How long a program may think about a move if the rules have no clock.
const MOVE_LIMIT: Duration = Duration::from_secs(60);
/// How long it may take to end after `quit` before it is killed.
const QUIT_LIMIT: Duration = Duration::from_millis(200);
/// How often a wait polls the cancel flag.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
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

/// What the reading thread found.
enum Heard {
    Line(String),
    TooLong,
    /// The end of the output; `half` if it is in the middle of a line.
    End {
        half: bool,
    },
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

/// Returns whether an error is caused by the machine and not by the program: no file descriptors,
/// memory or processes are left.
fn is_environment(error: &io::Error) -> bool {
    #[cfg(unix)]
    {
        use rustix::io::Errno;
        let exhausted = [Errno::MFILE, Errno::NFILE, Errno::NOMEM, Errno::AGAIN];
        if Errno::from_io_error(error).is_some_and(|errno| exhausted.contains(&errno)) {
            return true;
        }
    }
    matches!(error.kind(), io::ErrorKind::OutOfMemory | io::ErrorKind::WouldBlock)
}

const NOT_RUNNING: &str = "the program is not running";

/// A program that plays.
pub(crate) struct Bot {
    command: Vec<String>,
    running: Option<Running>,
    side: usize,
}

struct Running {
    child: Child,
    /// Dropped to close its standard input.
    to: Option<Sender<String>>,
    from: Receiver<Heard>,
    /// Set once the end of its output was read: whether it was in the middle of a line.
    ended: Option<bool>,
    /// Receives the last line of its standard error when that ends.
    last_error: Receiver<String>,
}

impl Bot {
    /// Creates a bot from a program and its arguments, without starting it.
    pub(crate) fn new(command: Vec<String>) -> Self {
        Self { command, running: None, side: 0 }
    }

    /// Starts the program and waits for its `ready`. Returns the name that it gives.
    ///
    /// # Errors
    /// When it cannot be started, ends, or gives another answer.
    pub(crate) fn open(&mut self, cancel: &CancelFlag) -> Result<String, AgentError> {
        let child = self.spawn().map_err(|error| match is_environment(&error) {
            true => AgentError::Environment(error),
            false => Forfeit::Failed(format!("cannot start `{}`: {error}", self.program())).into(),
        })?;
        self.attend(child).map_err(AgentError::Environment)?;
        self.send(&ToBot::Hello(VERSION))?;
        match self.receive(&|| false, START_LIMIT, cancel, Question::Greeting)? {
            FromBot::Ready(name) => Ok(name),
            _ => unreachable!("not an answer to the greeting"),
        }
    }

    /// The program, for messages.
    fn program(&self) -> &str {
        self.command.first().map_or("", String::as_str)
    }

    /// Starts the threads that read from and write to the program.
    fn attend(&mut self, mut child: Child) -> io::Result<()> {
        let (sender, from) = mpsc::sync_channel(16);
        let (error_sender, last_error) = mpsc::channel();
        let (to, lines) = mpsc::channel();
        let stdout = child.stdout.take().expect("piped");
        let stderr = child.stderr.take().expect("piped");
        let stdin = child.stdin.take().expect("piped");
        let thread = thread::Builder::new;
        let started = thread()
            .spawn(move || read_lines(BufReader::new(stdout), &sender))
            .and_then(|_| {
                thread().spawn(move || error_sender.send(last_line(BufReader::new(stderr))))
            })
            .and_then(|_| thread().spawn(move || write_lines(stdin, &lines)));
        if let Err(error) = started {
            kill(&mut child);
            return Err(error);
        }
        self.running = Some(Running { child, to: Some(to), from, ended: None, last_error });
        Ok(())
    }

    fn spawn(&self) -> io::Result<Child> {
        let mut command = Command::new(self.program());
        command.args(self.command.iter().skip(1));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        {
            // A group of its own, so that everything it starts can be killed with it.
            use std::os::unix::process::CommandExt as _;
            command.process_group(0);
        }
        command.spawn()
    }

    /// Starts the program and closes its input at once, to find out whether it can be started.
    /// Ignores what it writes.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(crate) fn try_start(&mut self) -> Result<(), StartError> {
        let started = self.spawn().and_then(|child| self.attend(child));
        started.map_err(|error| StartError { program: self.program().to_owned(), error })?;
        if let Some(running) = &mut self.running {
            running.to = None;
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
        let Some(Running { to: Some(to), .. }) = &self.running else {
            return Err(Forfeit::Failed(NOT_RUNNING.to_owned()));
        };
        // If the writing thread ended, so did the program. What it wrote last is read later.
        let _ = to.send(format!("{line}\n"));
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
            let Some(running) = &self.running else {
                return Err(Forfeit::Failed(NOT_RUNNING.to_owned()).into());
            };
            let heard = match running.ended {
                Some(half) => Ok(Heard::End { half }),
                None => running.from.recv_timeout(left.min(POLL_INTERVAL)),
            };
            let failure = match heard {
                Ok(Heard::Line(line)) => match FromBot::parse(&line, self.side) {
                    Ok(FromBot::Info(_)) if infos < MAX_INFO => {
                        infos += 1;
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
                Ok(Heard::TooLong) => Forfeit::Failed(too_long()),
                Ok(Heard::End { half: true }) => self.crashed("ended in the middle of a line"),
                Ok(Heard::End { half: false }) | Err(RecvTimeoutError::Disconnected) => {
                    self.crashed("ended")
                }
                Err(RecvTimeoutError::Timeout) => {
                    left = left.saturating_sub(POLL_INTERVAL);
                    if cancel.is_cancelled() {
                        return Err(AgentError::Stopped);
                    }
                    // A process that it started may hold its output open.
                    if exited {
                        self.crashed("ended")
                    } else {
                        exited = self.has_exited();
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

    /// Returns the first line that the program wrote without being asked, if there is one.
    pub(crate) fn unasked(&mut self) -> Option<String> {
        let running = self.running.as_mut()?;
        // A program may write them faster than they are read.
        for _ in 0..=MAX_INFO {
            match running.from.try_recv().ok()? {
                Heard::Line(line) if line.trim_start().starts_with("info") => {}
                Heard::Line(line) => return Some(shown(&line)),
                Heard::TooLong => return Some(too_long()),
                Heard::End { half } => {
                    running.ended = Some(half);
                    return None;
                }
            }
        }
        Some(too_many_infos())
    }

    /// Tells the program to quit and kills what is left of it. Returns whether it ended by itself.
    pub(crate) fn close(&mut self) -> bool {
        // Fails if the input was closed before.
        let _ = self.send(&ToBot::Quit);
        let Some(mut running) = self.running.take() else { return false };
        // The end of the input means the same as `quit`.
        running.to = None;
        let mut waited = Duration::ZERO;
        let mut ended = false;
        while !ended && waited < QUIT_LIMIT {
            ended = matches!(running.child.try_wait(), Ok(Some(_)));
            if !ended {
                thread::sleep(POLL_INTERVAL / 4);
                waited += POLL_INTERVAL / 4;
            }
        }
        kill(&mut running.child);
        ended
    }

    fn has_exited(&mut self) -> bool {
        let running = self.running.as_mut();
        running.is_some_and(|running| matches!(running.child.try_wait(), Ok(Some(_))))
    }

    fn crashed(&mut self, what: &str) -> Forfeit {
        let mut text = format!("the program {what}");
        if let Some(running) = &mut self.running {
            // It closed its output. Wait a moment for its exit status and its last error message.
            for _ in 0..10 {
                if let Ok(Some(status)) = running.child.try_wait() {
                    text += &format!(" ({status})");
                    break;
                }
                thread::sleep(POLL_INTERVAL / 4);
            }
            let error = running.last_error.recv_timeout(POLL_INTERVAL * 5).unwrap_or_default();
            if !error.is_empty() {
                text += &format!(": {error}");
            }
        }
        Forfeit::Failed(text)
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        if self.running.is_some() {
            self.close();
        }
    }
}

/// Kills the program and everything that it started, and waits for it.
fn kill(child: &mut Child) {
    // The group may outlive its leader, so it is killed even if the program has ended.
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
            // Fails if no process is left in it.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// Writes lines until the sender is dropped or the program stops reading.
fn write_lines(mut to: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if to.write_all(line.as_bytes()).and_then(|()| to.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines of bounded length until the end, or until the receiver is dropped.
fn read_lines(mut from: impl BufRead, to: &SyncSender<Heard>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = from.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line);
        let whole = line.last() == Some(&b'\n');
        let heard = match read {
            Ok(_) if whole => Heard::Line(String::from_utf8_lossy(&line).trim_end().to_owned()),
            Ok(_) if line.len() > LONGEST_LINE => Heard::TooLong,
            Ok(_) | Err(_) => Heard::End { half: !line.is_empty() },
        };
        if to.send(heard).is_err() || !whole {
            return;
        }
    }
}

/// Returns the last line that a program writes to standard error.
fn last_line(mut from: impl BufRead) -> String {
    let mut last = String::new();
    let mut line = Vec::new();
    loop {
        line.clear();
        match from.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return last,
            Ok(_) => {
                let text = String::from_utf8_lossy(&line);
                let text: String = text.trim().chars().take(200).collect();
                if !text.is_empty() {
                    last = text;
                }
            }
        }
    }
}

impl Agent for Bot {
    fn start(&mut self, game: &NewGame, meter: &mut Meter<'_>) -> Result<(), AgentError> {
        self.side = game.rules.side();
        self.open(meter.cancel_flag())?;
        Ok(self.send(&ToBot::NewGame(game.clone()))?)
    }

    fn choose(&mut self, _: &GameState, meter: &mut Meter<'_>) -> Result<Move, AgentError> {
        if let Some(line) = self.unasked() {
            return Err(Forfeit::Failed(format!("said `{line}` without being asked")).into());
        }
        let left = meter.limits().time;
        self.send(&ToBot::Go(left.map(|left| left.as_millis() as u64)))?;
        let limit = left.unwrap_or(MOVE_LIMIT);
        let is_late = || meter.elapsed() >= limit;
        let answer = self.receive(&is_late, limit, meter.cancel_flag(), Question::Go);
        // To the clock, a late answer and none are the same.
        if left.is_some() && is_late() {
            return Err(Forfeit::Time.into());
        }
        match answer? {
            FromBot::Move(mv, nodes) => {
                meter.counters[NODE] = meter.counters[NODE].saturating_add(nodes);
                Ok(mv)
            }
            FromBot::Resign => Err(Forfeit::Resigned.into()),
            FromBot::Ready(_) | FromBot::Info(_) => unreachable!("not an answer to `go`"),
        }
    }

    fn played(&mut self, _: &GameState, played: &Played) {
        // If the program has ended, its next turn finds out.
        let _ = self.send(&ToBot::played(played));
    }

    fn finish(&mut self, state: &GameState) {
        if let Some(outcome) = state.outcome() {
            let _ = self.send(&ToBot::End(outcome));
        }
        self.close();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn only_exhausted_machines_are_environment_errors() {
        use rustix::io::Errno;
        for errno in [Errno::MFILE, Errno::NFILE, Errno::NOMEM, Errno::AGAIN] {
            assert!(is_environment(&errno.into()), "{errno}");
        }
        for errno in [Errno::NOENT, Errno::ACCESS, Errno::NOEXEC, Errno::ISDIR] {
            assert!(!is_environment(&errno.into()), "{errno}");
        }
    }
}
