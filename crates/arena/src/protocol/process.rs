//! An outside bot: a child process that speaks the protocol, and an [`Agent`] to the referee.
//!
//! Whatever the program does, it costs at most its own game. It is started for each game and
//! killed at its end with all it started. What it says is read by a thread of its own into a short
//! queue, so that a flood fills its own pipe and not our memory; what it is told is written by
//! another, so that a program that does not listen holds up nobody.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::time::Duration;

use quadrille_engine::{CancelFlag, Meter};

use super::message::{FromBot, LONGEST_LINE, ToBot, VERSION, shown};
use crate::agents::{Agent, Forfeit, NODE};
use crate::game::{GameState, Move, Played, Ruleset, Seat};

/// How long a program may take to say `ready`.
pub const START: Duration = Duration::from_secs(10);
/// How long a program may think where the rules have no clock.
pub const STALL: Duration = Duration::from_secs(60);
/// How long it may take to end after `quit` before it is killed.
const FAREWELL: Duration = Duration::from_millis(200);
/// How often a wait looks at the cancel flag.
const SLICE: Duration = Duration::from_millis(20);
/// The most `info` lines for a move.
const MOST_INFO: u32 = 1000;

/// What a bot is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The first line.
    Greeting,
    /// Its turn.
    Go,
}

impl Question {
    /// Whether that message answers it.
    fn is_answered_by(self, message: &FromBot) -> bool {
        match self {
            Self::Greeting => matches!(message, FromBot::Ready(_)),
            Self::Go => matches!(message, FromBot::Move(..) | FromBot::Resign),
        }
    }

    /// What a bot says to it, for those whose bot does not.
    fn wanted(self) -> String {
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
    /// The end, maybe in the middle of a line.
    End {
        half: bool,
    },
}

fn too_long() -> String {
    format!("a line of more than {LONGEST_LINE} bytes")
}

fn too_many_infos() -> String {
    format!("more than {MOST_INFO} info lines for a move")
}

fn no_answer(limit: Duration, question: Question) -> Forfeit {
    let (limit, wanted) = (limit.as_secs_f64(), question.wanted());
    Forfeit::Nonsense(format!("gave no answer within {limit:.1} s; {wanted}"))
}

/// A program that plays.
pub struct Bot {
    command: Vec<String>,
    running: Option<Running>,
    side: usize,
}

struct Running {
    child: Child,
    /// Dropped to close its standard input.
    to: Option<Sender<String>>,
    from: Receiver<Heard>,
    /// Its end, where that was heard in passing; whether in the middle of a line.
    ended: Option<bool>,
    /// The last line of its standard error, when that ends.
    last_words: Receiver<String>,
}

impl Bot {
    /// A bot of that program and arguments; nothing is started yet.
    pub fn new(command: Vec<String>) -> Self {
        Self { command, running: None, side: 0 }
    }

    /// Starts the program and waits for its `ready`.
    ///
    /// # Errors
    /// When it cannot be started, ends, or says something else.
    pub fn open(&mut self, cancel: &CancelFlag) -> Result<String, Forfeit> {
        let child = self.spawn()?;
        self.attend(child);
        self.say(&ToBot::Hello(VERSION))?;
        match self.hear(START, cancel, Question::Greeting)? {
            FromBot::Ready(name) => Ok(name),
            _ => unreachable!("answers no greeting"),
        }
    }

    /// Listens to the program from now on.
    fn attend(&mut self, mut child: Child) {
        let (sender, from) = mpsc::sync_channel(16);
        let stdout = child.stdout.take().expect("piped");
        std::thread::spawn(move || listen(BufReader::new(stdout), &sender));
        let (words, last_words) = mpsc::channel();
        let stderr = child.stderr.take().expect("piped");
        std::thread::spawn(move || words.send(last_line(BufReader::new(stderr))));
        let (to, lines) = mpsc::channel();
        let stdin = child.stdin.take().expect("piped");
        std::thread::spawn(move || tell(stdin, &lines));
        let to = Some(to);
        self.running = Some(Running { child, to, from, ended: None, last_words });
    }

    fn spawn(&self) -> Result<Child, Forfeit> {
        let Some((program, arguments)) = self.command.split_first() else {
            return Err(Forfeit::Crashed("no program was named".to_owned()));
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        {
            // A group of its own, so that what it starts ends with it.
            use std::os::unix::process::CommandExt as _;
            command.process_group(0);
        }
        command
            .spawn()
            .map_err(|error| Forfeit::Crashed(format!("cannot start `{program}`: {error}")))
    }

    /// Starts the program and closes its input, to know whether it can be started at all. What it
    /// says does not matter.
    ///
    /// # Errors
    /// Which program, the system's reason, and what to do.
    pub fn try_start(&mut self) -> Result<(), String> {
        let child = self.spawn().map_err(|why| {
            format!(
                "{why}; name a program that can be run, with its path unless it is on PATH, and a \
                 script behind its interpreter, as in `python3 bot.py`"
            )
        })?;
        self.attend(child);
        if let Some(running) = &mut self.running {
            running.to = None;
        }
        self.close();
        Ok(())
    }

    /// Sends a message.
    ///
    /// # Errors
    /// When no program was started.
    pub fn say(&mut self, message: &ToBot) -> Result<(), Forfeit> {
        self.say_line(&message.line(self.side))
    }

    /// Sends a line as it is.
    ///
    /// # Errors
    /// When no program was started.
    pub fn say_line(&mut self, line: &str) -> Result<(), Forfeit> {
        let Some(Running { to: Some(to), .. }) = &self.running else {
            return Err(Forfeit::Crashed("the program is not running".to_owned()));
        };
        // A writer that gave up means a program that ended: what it said last is still to be heard.
        let _ = to.send(format!("{line}\n"));
        Ok(())
    }

    /// Waits for the answer to a question, `info` lines aside.
    ///
    /// # Errors
    /// When none comes in time, the program ended, or it said something else.
    pub fn hear(
        &mut self,
        limit: Duration,
        cancel: &CancelFlag,
        question: Question,
    ) -> Result<FromBot, Forfeit> {
        self.hear_until(&|| false, limit, cancel, question)
    }

    /// The same for those who have a clock. Without one the limit is measured by the waits, and
    /// `info` lines cut them short.
    fn hear_until(
        &mut self,
        late: &dyn Fn() -> bool,
        limit: Duration,
        cancel: &CancelFlag,
        question: Question,
    ) -> Result<FromBot, Forfeit> {
        let mut left = limit;
        let mut infos = 0;
        // Seen to have exited; what it said before may be a moment behind.
        let mut gone = false;
        loop {
            let Some(running) = &self.running else {
                return Err(Forfeit::Crashed("the program is not running".to_owned()));
            };
            let heard = match running.ended {
                Some(half) => Ok(Heard::End { half }),
                None => running.from.recv_timeout(left.min(SLICE)),
            };
            match heard {
                Ok(Heard::Line(line)) => match FromBot::parse(&line, self.side) {
                    Ok(FromBot::Info(_)) if infos < MOST_INFO => {
                        infos += 1;
                        if cancel.is_cancelled() {
                            return Err(Forfeit::Cancelled);
                        }
                        if late() {
                            return Err(no_answer(limit, question));
                        }
                    }
                    Ok(FromBot::Info(_)) => {
                        return Err(Forfeit::Nonsense(too_many_infos()));
                    }
                    Ok(message) if question.is_answered_by(&message) => return Ok(message),
                    Ok(_) | Err(_) => {
                        return Err(Forfeit::Nonsense(format!(
                            "said `{}`; {}",
                            shown(&line),
                            question.wanted()
                        )));
                    }
                },
                Ok(Heard::TooLong) => {
                    return Err(Forfeit::Nonsense(too_long()));
                }
                Ok(Heard::End { half: true }) => {
                    return Err(self.obituary("ended in the middle of a line"));
                }
                Ok(Heard::End { half: false }) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.obituary("ended"));
                }
                Err(RecvTimeoutError::Timeout) => {
                    left = left.saturating_sub(SLICE);
                    if cancel.is_cancelled() {
                        return Err(Forfeit::Cancelled);
                    }
                    // What it started may hold its output open when it is long gone.
                    if gone {
                        return Err(self.obituary("ended"));
                    }
                    gone = self.has_exited();
                    if left.is_zero() {
                        return Err(no_answer(limit, question));
                    }
                }
            }
        }
    }

    /// The first thing said without being asked, if anything was.
    pub fn unasked(&mut self) -> Option<String> {
        let running = self.running.as_mut()?;
        // A program may say them faster than they are heard.
        for _ in 0..=MOST_INFO {
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

    /// Says goodbye and sees that nothing of the program is left. Whether it went by itself.
    pub fn close(&mut self) -> bool {
        // Nobody hears it where the input was closed before.
        let _ = self.say(&ToBot::Quit);
        let Some(mut running) = self.running.take() else { return false };
        // Without input it need not even understand `quit`.
        running.to = None;
        let mut waited = Duration::ZERO;
        let mut went = false;
        while waited < FAREWELL {
            if matches!(running.child.try_wait(), Ok(Some(_))) {
                went = true;
                break;
            }
            std::thread::sleep(SLICE / 4);
            waited += SLICE / 4;
        }
        // The group may outlive its leader, so it is killed in any case.
        kill_group(&running.child);
        let _ = running.child.kill();
        let _ = running.child.wait();
        went
    }

    fn has_exited(&mut self) -> bool {
        let running = self.running.as_mut();
        running.is_some_and(|running| matches!(running.child.try_wait(), Ok(Some(_))))
    }

    fn obituary(&mut self, what: &str) -> Forfeit {
        let mut text = format!("the program {what}");
        if let Some(running) = &mut self.running {
            // It closed its output; give it a moment to end, for its status and last words.
            for _ in 0..10 {
                if let Ok(Some(status)) = running.child.try_wait() {
                    text += &format!(" ({status})");
                    break;
                }
                std::thread::sleep(SLICE / 4);
            }
            let words = running.last_words.recv_timeout(SLICE * 5).unwrap_or_default();
            if !words.is_empty() {
                text += &format!(": {words}");
            }
        }
        Forfeit::Crashed(text)
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        if self.running.is_some() {
            self.close();
        }
    }
}

#[cfg(unix)]
fn kill_group(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        // Nobody may be left in it, which is well.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}

/// Writes lines until nobody sends or nobody reads them.
fn tell(mut to: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if to.write_all(line.as_bytes()).and_then(|()| to.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines of bounded length until the end, or until nobody wants them.
fn listen(mut from: impl BufRead, to: &SyncSender<Heard>) {
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

/// The last line of what a program says on standard error.
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
    fn start(
        &mut self,
        rules: &Arc<Ruleset>,
        seat: Seat,
        seed: u64,
        cancel: &CancelFlag,
    ) -> Result<(), Forfeit> {
        self.side = rules.side();
        self.open(cancel)?;
        self.say(&ToBot::NewGame { rules: rules.clone(), seat, seed })
    }

    fn choose(&mut self, _: &GameState, meter: &mut Meter<'_>) -> Result<Move, Forfeit> {
        if let Some(line) = self.unasked() {
            return Err(Forfeit::Nonsense(format!("said `{line}` without being asked")));
        }
        let cancel = meter.cancel_flag().clone();
        let left = meter.limits().time;
        self.say(&ToBot::Go(left.map(|left| left.as_millis() as u64)))?;
        let limit = left.unwrap_or(STALL);
        let late = || meter.elapsed() >= limit;
        let heard = self.hear_until(&late, limit, &cancel, Question::Go);
        // A late answer and none are the same to the clock.
        if left.is_some_and(|left| meter.elapsed() >= left) {
            return Err(Forfeit::Time);
        }
        match heard? {
            FromBot::Move(mv, nodes) => {
                meter.counters[NODE] += nodes;
                Ok(mv)
            }
            FromBot::Resign => Err(Forfeit::Resigned),
            FromBot::Ready(_) | FromBot::Info(_) => unreachable!("no answer to `go`"),
        }
    }

    fn played(&mut self, _: &GameState, played: &Played) {
        // A program that has ended is found out at its next turn.
        let _ = self.say(&ToBot::played(played));
    }

    fn finish(&mut self, state: &GameState) {
        if let Some(outcome) = state.outcome() {
            let _ = self.say(&ToBot::End(outcome.scores, outcome.reason, outcome.winner));
        }
        self.close();
    }
}
