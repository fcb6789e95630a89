//! A person at the terminal, as an agent.

use std::io::{self, BufRead, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use quadrille_arena::{Agent, Forfeit, GameState, Move, analyse};
use quadrille_engine::{CancelFlag, Candidate, Counter, Limits, Meter, WallClock};

use super::drawing::labelled;
use super::screen::Talk;

/// Nodes that a hint may take.
const HINT_NODES: u64 = 500_000;
/// Bytes of a typed line; a longer one counts as several.
const LONGEST_LINE: u64 = 4096;
/// How often a wait for a line looks at the clock and for Ctrl-C.
const SLICE: Duration = Duration::from_millis(20);

const HELP: &str = "\
r1c2=9 or 1 2 9   put 9 into row 1, column 2 (from 1)
pass              place nothing
legal r1c2        the digits that may go there
hint              what we would play
undo              take back your last move and the answer to it
resign            give up
";

/// The lines that are typed, read by a thread of their own: a wait for one can be given up.
pub(super) struct Typed {
    lines: Mutex<Receiver<String>>,
    ended: AtomicBool,
}

impl Typed {
    /// Standard input, from now on.
    pub(super) fn new() -> Arc<Self> {
        let (sender, lines) = mpsc::sync_channel(16);
        thread::spawn(move || {
            let mut input = io::stdin().lock();
            let mut line = Vec::new();
            loop {
                line.clear();
                match input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
                    Ok(1..) if sender.send(String::from_utf8_lossy(&line).into_owned()).is_ok() => {
                    }
                    _ => return,
                }
            }
        });
        Arc::new(Self { lines: Mutex::new(lines), ended: AtomicBool::new(false) })
    }

    /// Whether somebody waited for a line when there were no more.
    pub(super) fn ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    fn next(&self, meter: &Meter<'_>) -> Result<String, Forfeit> {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            // Before every line: they may come faster than they are answered.
            if meter.cancel_flag().is_cancelled() {
                return Err(Forfeit::Cancelled);
            }
            if meter.limits().time.is_some_and(|left| meter.elapsed() >= left) {
                return Err(Forfeit::Time);
            }
            match lines.recv_timeout(SLICE) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => {
                    self.ended.store(true, Ordering::Relaxed);
                    return Err(Forfeit::Cancelled);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// Where the wish to take back goes: how many moves stay.
pub(super) type Takeback = Arc<Mutex<Option<usize>>>;

/// A person at the terminal.
pub(super) struct Human {
    pub(super) takeback: Takeback,
    pub(super) typed: Arc<Typed>,
    pub(super) talk: Arc<Talk>,
}

impl Human {
    /// Nobody to talk to is the end of the game, not a lost one.
    fn say(&self, text: &str) -> Result<(), Forfeit> {
        self.talk.say(text).map_err(|_| Forfeit::Cancelled)
    }

    fn ask(&self, state: &GameState, meter: &Meter<'_>) -> Result<Option<Move>, Forfeit> {
        let [first, second] = state.scores();
        let left = meter.limits().time.map(|left| left.saturating_sub(meter.elapsed()));
        let left = left.map(|left| format!(", {:.0} s left", left.as_secs_f64()));
        self.say(&format!(
            "{} ({first} - {second}{}), `help` helps > ",
            state.seat(),
            left.unwrap_or_default()
        ))?;
        let line = self.typed.next(meter)?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let side = state.rules().side();
        let said = match words.as_slice() {
            [] => String::new(),
            ["help" | "?"] => HELP.to_owned(),
            ["resign" | "quit"] => return Err(Forfeit::Resigned),
            ["hint"] => hint(state, meter.cancel_flag()),
            ["undo"] => match (state.ply() as usize).checked_sub(2) {
                // The own last move and the answer to it.
                Some(stay) => {
                    *self.takeback.lock().unwrap_or_else(PoisonError::into_inner) = Some(stay);
                    return Err(Forfeit::Cancelled);
                }
                None => "there is nothing to take back\n".to_owned(),
            },
            ["legal"] => "of which cell? As in `legal r1c2`\n".to_owned(),
            ["legal", cell] => match Move::parse(&format!("{cell}=1"), side) {
                Some(Move::Place(at)) => {
                    let digits: Vec<String> =
                        state.board().legal(at.cell).iter().map(|d| d.to_string()).collect();
                    format!(
                        "{cell}: {}\n",
                        if digits.is_empty() { "none".into() } else { digits.join(" ") }
                    )
                }
                _ => format!("`{cell}` is no cell; write it as r1c2\n"),
            },
            words => match typed_move(words, side) {
                Some(mv) if state.is_legal(mv) => return Ok(Some(mv)),
                Some(mv) => format!("{}\n", why_not(state, mv)),
                None => {
                    let shown: String = line.trim().chars().take(60).collect();
                    format!("`{shown}` is no move\n{HELP}")
                }
            },
        };
        self.say(&said)?;
        Ok(None)
    }
}

fn typed_move(words: &[&str], side: usize) -> Option<Move> {
    match words {
        [name] => Move::parse(name, side),
        [row, column, value] => {
            let number = |text: &str| text.parse::<u16>().ok().map(i64::from);
            Some(Move::at(side, number(row)? - 1, number(column)? - 1, number(value)?))
        }
        _ => None,
    }
}

/// Why a move is not legal.
fn why_not(state: &GameState, mv: Move) -> String {
    let (board, side) = (state.board(), state.rules().side());
    let Candidate { cell, digit } = match mv {
        Move::Place(candidate) => candidate,
        Move::Pass if state.after_pass() => {
            return "you cannot pass after a pass by these rules".to_owned();
        }
        Move::Pass => return "passing is forbidden by these rules".to_owned(),
        Move::Nowhere { .. } => {
            return format!("this board has rows, columns and digits from 1 to {side}");
        }
    };
    let name = cell.name(side);
    if let Some(held) = board.get(cell) {
        return format!("{name} holds {held} already");
    }
    let seen = board.geometry().peers(cell).iter().find(|&&peer| board.get(peer) == Some(digit));
    if let Some(peer) = seen {
        return format!("{name} sees the {digit} at {}", peer.name(side));
    }
    let edges = state.rules().board.edges();
    let joined = edges.of(cell).find_map(|other| {
        let held = board.get(other)?;
        (held.get().abs_diff(digit.get()) != 1).then_some((other, held))
    });
    match joined {
        Some((other, held)) => {
            format!("{name} must be next to the {held} at {}: an edge joins them", other.name(side))
        }
        None => format!("{} is not legal here", mv.name(side)),
    }
}

fn hint(state: &GameState, cancel: &CancelFlag) -> String {
    let clock = WallClock::new();
    let meter = Meter::new(Limits::nodes(HINT_NODES), Counter::Expanded, cancel, &clock);
    match analyse(state, &mut meter.expect("the clock runs")) {
        Ok(analysis) => {
            let sure = if analysis.exact { "for certain" } else { "as far as we see" };
            let best = analysis.moves[0].mv.name(state.rules().side());
            format!("{best}, worth {:+} {sure}\n", analysis.value)
        }
        Err(error) => format!("no hint: {error}\n"),
    }
}

impl Agent for Human {
    fn choose(&mut self, state: &GameState, meter: &mut Meter<'_>) -> Result<Move, Forfeit> {
        self.say(&labelled(state))?;
        loop {
            if let Some(mv) = self.ask(state, meter)? {
                return Ok(mv);
            }
        }
    }
}
