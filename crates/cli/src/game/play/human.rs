//! The agent that asks a person at the terminal.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use quadrille_arena::{Agent, AgentError, Forfeit, GameState, Move};
use quadrille_core::Meter;

use super::commands::{self, Request};
use super::terminal::Terminal;
use super::typed::Typed;

/// Why a person stopped the game.
#[derive(Default)]
pub(super) struct Stopped {
    /// The number of plies to keep, if moves are taken back.
    undo: Mutex<Option<usize>>,
    has_quit: AtomicBool,
}

impl Stopped {
    /// Returns the number of plies to keep if moves are taken back.
    pub(super) fn take_undo(&self) -> Option<usize> {
        self.undo.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    pub(super) fn has_quit(&self) -> bool {
        self.has_quit.load(Ordering::Relaxed)
    }
}

/// The person at the terminal.
pub(super) struct Human {
    pub(super) stopped: Arc<Stopped>,
    pub(super) typed: Arc<Typed>,
    pub(super) terminal: Arc<Terminal>,
}

impl Human {
    fn ask(&self, state: &GameState, meter: &Meter<'_>) -> Result<Option<Move>, AgentError> {
        let side = state.rules().side();
        let line = self.terminal.ask(&self.typed, meter)?;
        let answer = match Request::parse(&line, side) {
            Request::Nothing => String::new(),
            Request::Help => commands::help(),
            Request::Board => self.terminal.board(),
            Request::Moves => self.terminal.moves(),
            Request::Hint => commands::hint(state, meter.cancel_flag()),
            Request::Evaluation => commands::evaluation(state, meter.cancel_flag()),
            Request::Legal(cell) => commands::legal(state, cell.as_deref()),
            Request::Undo => match (state.ply() as usize).checked_sub(2) {
                Some(kept) => {
                    let mut undo = self.stopped.undo.lock().unwrap_or_else(PoisonError::into_inner);
                    *undo = Some(kept);
                    return Err(AgentError::Stopped);
                }
                None => "there is no move to take back\n".to_owned(),
            },
            Request::Resign => return Err(Forfeit::Resigned.into()),
            Request::Quit => {
                self.stopped.has_quit.store(true, Ordering::Relaxed);
                return Err(AgentError::Stopped);
            }
            Request::Move(mv) if state.is_legal(mv) => return Ok(Some(mv)),
            Request::Move(mv) => format!("{}\n", commands::why_not(state, mv)),
            Request::Unknown(near) => {
                let typed = commands::shown(line.trim());
                let near = near.map(|near| format!("did you mean `{near}`?"));
                let advice = near.unwrap_or_else(|| "`help` lists commands".to_owned());
                format!("`{typed}` is not a move; {advice}\n")
            }
        };
        self.terminal.answer(&answer)?;
        Ok(None)
    }
}

impl Agent for Human {
    fn choose(&mut self, state: &GameState, meter: &mut Meter<'_>) -> Result<Move, AgentError> {
        self.terminal.begin_turn()?;
        loop {
            if let Some(mv) = self.ask(state, meter)? {
                return Ok(mv);
            }
        }
    }
}
