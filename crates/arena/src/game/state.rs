//! A game in progress.

use std::sync::Arc;

use super::{Board, Effect, Move, Passing, Played, Points, Ruleset, Seat};

/// A game in progress: the board, the scores, and whose turn it is.
///
/// ```
/// use std::sync::Arc;
///
/// use quadrille_arena::{GameState, Move, Ruleset, Seat};
/// use quadrille_core::BoxShape;
///
/// let mut state = GameState::new(Arc::new(Ruleset::empty(BoxShape::NINE)));
/// let played = state.play(Move::at(9, 0, 0, 7));
/// assert_eq!((state.seat(), state.scores()), (Seat::Second, [7, 0]));
/// state.undo(played);
/// assert_eq!(state.ply(), 0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameState {
    rules: Arc<Ruleset>,
    board: Board,
    scores: [Points; 2],
    seat: Seat,
    ply: u32,
    /// The last move was a pass.
    after_pass: bool,
    ended: Option<(Reason, Option<Seat>)>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The scores.
    pub scores: [Points; 2],
    /// The winner; `None` for a draw.
    pub winner: Option<Seat>,
    /// Why it ended.
    pub reason: Reason,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// Every cell is filled.
    Full,
    /// No placement is legal.
    Stuck,
    /// Both players passed.
    TwoPasses,
    /// The ply cap was reached.
    PlyCap,
    /// A player broke the rules, failed or resigned.
    Forfeit,
    /// A player exceeded its time.
    Time,
}

impl Reason {
    /// Returns the name of the reason in records.
    ///
    /// ```
    /// use quadrille_arena::Reason;
    ///
    /// assert_eq!(Reason::TwoPasses.id(), "two-passes");
    /// ```
    pub fn id(self) -> &'static str {
        ["full", "stuck", "two-passes", "ply-cap", "forfeit", "time"][self as usize]
    }

    /// Returns the reason with that name.
    ///
    /// ```
    /// use quadrille_arena::Reason;
    ///
    /// assert_eq!(Reason::from_id("full"), Some(Reason::Full));
    /// ```
    pub fn from_id(id: &str) -> Option<Self> {
        [Self::Full, Self::Stuck, Self::TwoPasses, Self::PlyCap, Self::Forfeit, Self::Time]
            .into_iter()
            .find(|reason| reason.id() == id)
    }
}

impl GameState {
    /// Returns the start of a game.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use quadrille_arena::{GameState, Ruleset, Seat};
    /// use quadrille_core::BoxShape;
    ///
    /// let state = GameState::new(Arc::new(Ruleset::empty(BoxShape::NINE)));
    /// assert_eq!((state.seat(), state.scores()), (Seat::First, [0, 0]));
    /// ```
    pub fn new(rules: Arc<Ruleset>) -> Self {
        let board = Board::new(&rules.board);
        let mut state = Self {
            rules,
            board,
            scores: [0, 0],
            seat: Seat::First,
            ply: 0,
            after_pass: false,
            ended: None,
        };
        state.check_end(false);
        state
    }

    /// Returns the rules.
    #[inline]
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// Returns the board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the scores of the first and the second player.
    #[inline]
    pub fn scores(&self) -> [Points; 2] {
        self.scores
    }

    /// Returns whose turn it is.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns how many moves were played.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Returns whether the last move was a pass.
    #[inline]
    pub fn after_pass(&self) -> bool {
        self.after_pass
    }

    /// Returns whether a pass is legal now.
    pub fn may_pass(&self) -> bool {
        self.rules.passing.allows(self.after_pass)
    }

    /// Writes the legal moves to `out`: placements by cell, digits ascending, then the pass if it is
    /// legal; none if the game is over.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use quadrille_arena::{GameState, Move, Ruleset};
    /// use quadrille_core::BoxShape;
    ///
    /// let state = GameState::new(Arc::new(Ruleset::empty(BoxShape::new(2, 2)?)));
    /// let mut moves = Vec::new();
    /// state.legal_moves(&mut moves);
    /// assert_eq!((moves.len(), moves.last()), (16 * 4 + 1, Some(&Move::Pass)));
    /// # Ok::<(), quadrille_core::ShapeError>(())
    /// ```
    pub fn legal_moves(&self, out: &mut Vec<Move>) {
        out.clear();
        if self.ended.is_none() {
            out.extend(self.board.placements().map(Move::Place));
            if self.may_pass() {
                out.push(Move::Pass);
            }
        }
    }

    /// Returns whether a move is legal now.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use quadrille_arena::{GameState, Move, Ruleset};
    /// use quadrille_core::BoxShape;
    ///
    /// let state = GameState::new(Arc::new(Ruleset::empty(BoxShape::NINE)));
    /// assert!(state.is_legal(Move::at(9, 0, 0, 9)) && !state.is_legal(Move::at(9, 0, 0, 10)));
    /// ```
    pub fn is_legal(&self, mv: Move) -> bool {
        self.ended.is_none()
            && match mv {
                Move::Place(candidate) => self.board.is_legal(candidate),
                Move::Pass => self.may_pass(),
                Move::Nowhere { .. } => false,
            }
    }

    /// Plays a move, legal or not, and returns its effect.
    ///
    /// # Panics
    /// When the game is over.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use quadrille_arena::{Effect, GameState, Move, Ruleset, Seat};
    /// use quadrille_core::BoxShape;
    ///
    /// let mut state = GameState::new(Arc::new(Ruleset::empty(BoxShape::NINE)));
    /// let played = state.play(Move::at(9, 0, 0, 7));
    /// assert_eq!((played.effect, played.points), (Effect::Placed, 7));
    /// assert_eq!((state.seat(), state.scores()), (Seat::Second, [7, 0]));
    /// ```
    pub fn play(&mut self, mv: Move) -> Played {
        assert!(self.ended.is_none(), "the game is over");
        let seat = self.seat;
        let (effect, points) = match mv {
            Move::Place(candidate) if self.board.is_legal(candidate) => {
                let houses = self.board.place(candidate);
                (Effect::Placed, self.rules.scoring().placement(candidate.digit, houses))
            }
            _ => self.rules.without_placement(mv == Move::Pass, self.after_pass),
        };
        let played = Played { seat, mv, effect, points, after_pass: self.after_pass };
        self.scores[seat.index()] += points;
        self.ply += 1;
        self.seat = seat.other();
        self.after_pass = effect == Effect::Passed;
        if effect == Effect::Forfeited {
            self.ended = Some((Reason::Forfeit, Some(seat)));
        } else {
            self.check_end(played.after_pass && self.after_pass);
        }
        played
    }

    fn check_end(&mut self, both_passed: bool) {
        let reason = if self.board.empty() == 0 {
            Reason::Full
        } else if self.board.pairs() == 0 {
            Reason::Stuck
        } else if both_passed && self.rules.passing == Passing::TwoPassEnd {
            Reason::TwoPasses
        } else if self.ply >= self.rules.ply_cap {
            Reason::PlyCap
        } else {
            return;
        };
        self.ended = Some((reason, None));
    }

    /// Undoes the last move.
    ///
    /// # Panics
    /// When `played` is not the last move.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use quadrille_arena::{GameState, Move, Ruleset};
    /// use quadrille_core::BoxShape;
    ///
    /// let start = GameState::new(Arc::new(Ruleset::empty(BoxShape::NINE)));
    /// let mut state = start.clone();
    /// let played = state.play(Move::at(9, 0, 0, 7));
    /// state.undo(played);
    /// assert_eq!(state, start);
    /// ```
    pub fn undo(&mut self, played: Played) {
        assert!(self.ply > 0 && self.seat == played.seat.other(), "not the last move");
        if played.effect == Effect::Placed {
            self.board.undo();
        }
        self.scores[played.seat.index()] -= played.points;
        self.ply -= 1;
        self.seat = played.seat;
        self.after_pass = played.after_pass;
        self.ended = None;
    }

    /// Ends the game with a loss for a player that failed or exceeded its time.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use quadrille_arena::{GameState, Reason, Ruleset, Seat};
    /// use quadrille_core::BoxShape;
    ///
    /// let mut state = GameState::new(Arc::new(Ruleset::empty(BoxShape::NINE)));
    /// state.lose(Seat::First, Reason::Time);
    /// assert_eq!(state.outcome().and_then(|outcome| outcome.winner), Some(Seat::Second));
    /// ```
    pub fn lose(&mut self, seat: Seat, reason: Reason) {
        self.ended = Some((reason, Some(seat)));
    }

    /// Returns how the game ended; `None` while it is not over.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use quadrille_arena::{GameState, Move, Reason, Ruleset};
    /// use quadrille_core::BoxShape;
    ///
    /// let mut state = GameState::new(Arc::new(Ruleset::empty(BoxShape::NINE)));
    /// state.play(Move::Pass);
    /// assert_eq!(state.outcome(), None);
    /// state.play(Move::Pass);
    /// assert_eq!(state.outcome().map(|outcome| outcome.reason), Some(Reason::TwoPasses));
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        let (reason, loser) = self.ended?;
        let [first, second] = self.scores;
        let winner = match loser {
            Some(loser) => Some(loser.other()),
            None if first > second => Some(Seat::First),
            None if first < second => Some(Seat::Second),
            None => None,
        };
        Some(Outcome { scores: self.scores, winner, reason })
    }
}
