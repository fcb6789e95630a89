//! The agent that asks a person at the terminal.

use std::io::{self, BufRead, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use quadrille_arena::{Agent, AgentError, Forfeit, GameState, Move, analyze};
use quadrille_engine::{CancelFlag, Candidate, Counter, Limits, Meter, WallClock, printable};

use super::board_text::numbered_board;
use super::terminal::Terminal;

/// Maximum number of nodes for a hint.
const HINT_NODES: u64 = 500_000;
/// Maximum bytes of a typed line; a longer one counts as several.
const LONGEST_LINE: u64 = 4096;
/// How often waiting for a line checks the clock and the cancel flag.
const POLL: Duration = Duration::from_millis(20);

const HELP: &str = "\
r1c2=9 or 1 2 9   place 9 in row 1, column 2
pass              place nothing
legal r1c2        show the digits that are legal there
hint              show the best move found
undo              take back your last move and the reply to it
resign            give up
";

/// Lines typed by a person, read by a thread of its own so that waiting for one can be interrupted.
pub(super) struct TypedLines {
    lines: Mutex<Receiver<String>>,
    ended: AtomicBool,
}

impl TypedLines {
    /// Starts to read standard input.
    ///
    /// # Errors
    /// When the system starts no more threads.
    pub(super) fn new() -> io::Result<Arc<Self>> {
        let (sender, lines) = mpsc::sync_channel(16);
        thread::Builder::new().spawn(move || {
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
        })?;
        Ok(Arc::new(Self { lines: Mutex::new(lines), ended: AtomicBool::new(false) }))
    }

    /// Whether a line was wanted after the end of the input.
    pub(super) fn ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    fn next(&self, meter: &Meter<'_>) -> Result<String, AgentError> {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            // Checked before every line, because lines may arrive faster than they are processed.
            if meter.cancel_flag().is_cancelled() {
                return Err(AgentError::Stopped);
            }
            if meter.limits().time.is_some_and(|left| meter.elapsed() >= left) {
                return Err(Forfeit::Time.into());
            }
            match lines.recv_timeout(POLL) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => {
                    self.ended.store(true, Ordering::Relaxed);
                    return Err(AgentError::Stopped);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// A request to take back moves: the number of plies to keep.
pub(super) type UndoRequest = Arc<Mutex<Option<usize>>>;

/// The person at the terminal.
pub(super) struct Human {
    pub(super) undo: UndoRequest,
    pub(super) typed: Arc<TypedLines>,
    pub(super) terminal: Arc<Terminal>,
}

impl Human {
    /// Prints text. A closed terminal stops the game without a loser.
    fn print(&self, text: &str) -> Result<(), AgentError> {
        self.terminal.print(text).map_err(|_| AgentError::Stopped)
    }

    fn ask(&self, state: &GameState, meter: &Meter<'_>) -> Result<Option<Move>, AgentError> {
        let [first, second] = state.scores();
        let left = meter.limits().time.map(|left| left.saturating_sub(meter.elapsed()));
        let left = left.map(|left| format!(", {:.0} s left", left.as_secs_f64()));
        self.print(&format!(
            "{} ({first} - {second}{}), `help` lists commands > ",
            state.seat(),
            left.unwrap_or_default()
        ))?;
        let line = self.typed.next(meter)?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let side = state.rules().side();
        let answer = match words.as_slice() {
            [] => String::new(),
            ["help" | "?"] => HELP.to_owned(),
            ["resign" | "quit"] => return Err(Forfeit::Resigned.into()),
            ["hint"] => hint(state, meter.cancel_flag()),
            ["undo"] => match (state.ply() as usize).checked_sub(2) {
                Some(stay) => {
                    *self.undo.lock().unwrap_or_else(PoisonError::into_inner) = Some(stay);
                    return Err(AgentError::Stopped);
                }
                None => "there is no move to take back\n".to_owned(),
            },
            ["legal"] => "name a cell, as in `legal r1c2`\n".to_owned(),
            ["legal", cell] => match Move::parse(&format!("{cell}=1"), side) {
                Some(Move::Place(at)) => {
                    let digits: Vec<String> =
                        state.board().legal(at.cell).iter().map(|d| d.to_string()).collect();
                    format!(
                        "{}: {}\n",
                        shown(cell),
                        if digits.is_empty() { "none".into() } else { digits.join(" ") }
                    )
                }
                _ => format!("`{}` is not a cell; write it as r1c2\n", shown(cell)),
            },
            words => match typed_move(words, side) {
                Some(mv) if state.is_legal(mv) => return Ok(Some(mv)),
                Some(mv) => format!("{}\n", why_not(state, mv)),
                None => format!("`{}` is not a move\n{HELP}", shown(line.trim())),
            },
        };
        self.print(&answer)?;
        Ok(None)
    }
}

/// Returns the beginning of what was typed, or sent by a program, to be printed.
fn shown(text: &str) -> String {
    printable::line(&text.chars().take(60).collect::<String>()).into_owned()
}

fn typed_move(words: &[&str], side: usize) -> Option<Move> {
    match words {
        [name] => Move::parse(name, side),
        [row, column, value] => Move::parse(&format!("r{row}c{column}={value}"), side),
        _ => None,
    }
}

/// Explains why a move is not legal.
fn why_not(state: &GameState, mv: Move) -> String {
    let (board, side) = (state.board(), state.rules().side());
    let Candidate { cell, digit } = match mv {
        Move::Place(candidate) => candidate,
        Move::Pass if state.after_pass() => {
            return "these rules forbid a pass after a pass".to_owned();
        }
        Move::Pass => return "these rules forbid passes".to_owned(),
        Move::Nowhere { .. } => {
            return format!("this board has rows, columns and digits from 1 to {side}");
        }
    };
    let name = cell.name(side);
    if let Some(held) = board.get(cell) {
        return format!("{name} already holds {held}");
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
    match analyze(state, &mut meter.expect("the clock runs")) {
        Ok(analysis) => {
            let sure = if analysis.exact { "exactly" } else { "by estimate" };
            let best = analysis.moves[0].mv.name(state.rules().side());
            format!("{best}, worth {:+} {sure}\n", analysis.value)
        }
        Err(error) => format!("no hint: {error}\n"),
    }
}

impl Agent for Human {
    fn choose(&mut self, state: &GameState, meter: &mut Meter<'_>) -> Result<Move, AgentError> {
        self.print(&numbered_board(state))?;
        loop {
            if let Some(mv) = self.ask(state, meter)? {
                return Ok(mv);
            }
        }
    }
}
