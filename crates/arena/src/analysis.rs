//! Analyses positions and recorded games: the value of every move, the best line, and the moves that
//! gave something away.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use quadrille_core::parallel::map_in_order;
use quadrille_core::{CancelFlag, Candidate, Clock, Limits, Meter, Stop, TimeWithoutClock};

use crate::agent::NODE;
use crate::agents::four_by_four::SolvedGames;
use crate::agents::large_boards;
use crate::agents::limits::MoveMeter;
use crate::agents::live_board::{LiveBoard, Spot, each};
use crate::agents::pass_value::{Bound, Terms};
use crate::agents::strong::search::{INFINITY, Search};
use crate::agents::strong::table::{COMPLETE, Table, stored};
use crate::game::{GameRecord, GameState, Move, Passing, Points, ReplayError, Seat};

/// The value of a position and of its moves.
///
/// ```
/// use std::sync::Arc;
///
/// use quadrille_arena::{GameState, Ruleset, analyze};
/// use quadrille_core::{BoxShape, Counter, Meter};
///
/// let state = GameState::new(Arc::new(Ruleset::empty(BoxShape::new(2, 3)?)));
/// let analysis = analyze(&state, &mut Meter::with_nodes(20_000, Counter::Expanded))?;
/// assert!(analysis.moves.is_sorted_by(|a, b| a.value >= b.value));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// Points that the player to move gains on the opponent until the end, with best play.
    pub value: Points,
    /// Whether the value is certain: every line was followed to the end of the game, the rules let
    /// no player prolong it, and it ends before the ply cap.
    pub exact: bool,
    /// Depth of the search in plies.
    pub depth: u32,
    /// The line of best moves found for both players.
    pub line: Vec<Move>,
    /// The legal moves with their values, best first; ties in the order of moves.
    pub moves: Vec<MoveValue>,
    /// Nodes searched.
    pub nodes: u64,
}

/// The value of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The move.
    pub mv: Move,
    /// As in [`Analysis::value`], if the player to move plays this move.
    pub value: Points,
    /// Whether the value is certain.
    pub exact: bool,
}

/// Why there is no analysis.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(&'static str),
    /// The limits were reached, or the analysis was cancelled, before every move was evaluated
    /// once.
    #[error(
        "the limits were reached before every move was evaluated once; give it more nodes or time"
    )]
    Limits,
    /// The record does not replay.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// Time is limited but the clock stands still.
    #[error(transparent)]
    Clock(#[from] TimeWithoutClock),
}

/// A placement with its value, and whether that is certain.
type Valued = (Spot, i32, bool);

/// Empty cells of a 4x4 board up to which a search reaches the end of the game within some ten
/// thousand nodes.
const FEW_CELLS: usize = 8;

/// Analyses a position, deeper and deeper until the limits are reached or every line ends within
/// the depth.
///
/// If more than 128 cells can be filled, the value of a move is its gain less that of the best
/// reply. A 4x4 game without edges is solved completely, unless passing is unlimited or time is
/// limited; that takes about a second for an empty board, and no nodes.
///
/// # Errors
/// When the game is over, or the limits are too small.
///
/// ```
/// use std::sync::Arc;
///
/// use quadrille_arena::{GameState, Ruleset, analyze};
/// use quadrille_core::{BoxShape, Counter, Meter};
///
/// let state = GameState::new(Arc::new(Ruleset::empty(BoxShape::new(2, 3)?)));
/// let analysis = analyze(&state, &mut Meter::with_nodes(20_000, Counter::Expanded))?;
/// assert!(state.is_legal(analysis.moves[0].mv) && !analysis.exact);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn analyze(state: &GameState, meter: &mut Meter<'_>) -> Result<Analysis, AnalysisError> {
    analyze_with(state, meter, &SolvedGames::default())
}

/// The exact values of 4x4 games without edges. They are kept from one position to the next.
#[derive(Default)]
pub struct ExactValues(SolvedGames);

impl ExactValues {
    /// Returns the legal moves of a position with their values, as [`analyze`] does; `None` if the
    /// game is over or its rules are not those of a solved game.
    ///
    /// # Errors
    /// When cancelled.
    pub fn moves(
        &self,
        state: &GameState,
        cancel: &CancelFlag,
    ) -> Result<Option<Vec<MoveValue>>, Stop> {
        if state.outcome().is_some() || !is_settled(state) {
            return Ok(None);
        }
        solved_moves(state, &self.0, cancel)
    }
}

fn analyze_with(
    state: &GameState,
    meter: &mut Meter<'_>,
    solved: &SolvedGames,
) -> Result<Analysis, AnalysisError> {
    if let Some(outcome) = state.outcome() {
        return Err(AnalysisError::Over(outcome.reason.id()));
    }
    let mut analysis = analyze_position(state, meter, solved)?;
    if !is_settled(state) {
        analysis.exact = false;
        analysis.moves.iter_mut().for_each(|value| value.exact = false);
    }
    Ok(analysis)
}

/// Returns whether the rules make the value that a complete search finds the exact one: best play ends
/// the game, and before the ply cap, even with a pass before every placement.
fn is_settled(state: &GameState) -> bool {
    let longest = 2 * state.board().empty() as u32 + 2;
    state.rules().ends_by_itself() && state.ply() + longest <= state.rules().ply_cap
}

fn analyze_position(
    state: &GameState,
    meter: &mut Meter<'_>,
    solved: &SolvedGames,
) -> Result<Analysis, AnalysisError> {
    if state.board().empty() > FEW_CELLS
        && meter.limits().time.is_none()
        && let Some(analysis) =
            analyze_solved(state, solved, meter.cancel_flag()).map_err(|_| AnalysisError::Limits)?
    {
        return Ok(analysis);
    }
    match LiveBoard::new(state.board()) {
        Some(board) => analyze_by_search(board, state, meter),
        None => analyze_large(state, meter),
    }
}

fn analyze_by_search(
    board: LiveBoard,
    state: &GameState,
    meter: &mut Meter<'_>,
) -> Result<Analysis, AnalysisError> {
    let mut table = Table::new(18);
    let mut counter = MoveMeter::new(meter);
    let mut search = Search::new(board, Terms::of(state.rules()), &mut table, &mut counter);
    search.list(1, None);
    let root = std::mem::take(&mut search.moves).into_iter();
    let mut values: Vec<Valued> = root.map(|scored| (scored.spot(), 0, false)).collect();
    let (mut depth, mut exact) = (0, false);
    while !exact && depth + 1 < i32::from(COMPLETE) {
        let Ok(deeper) = all_values(&mut search, depth + 1, values.clone()) else { break };
        (values, depth) = (deeper, depth + 1);
        exact = values.iter().all(|&(_, _, exact)| exact);
    }
    if depth == 0 {
        return Err(AnalysisError::Limits);
    }
    let placements =
        values.iter().map(|&(spot, value, exact)| (search.board.candidate(spot), value, exact));
    let moves = with_pass(placements, exact, state);
    let line = best_line(&mut search, values[0].0, values[0].1, state);
    drop(counter);
    Ok(Analysis {
        value: moves[0].value,
        exact,
        depth: depth as u32,
        line,
        moves,
        nodes: meter.counters[NODE],
    })
}

/// Returns the moves of a position of a solved game; `None` if the rules are not those of one.
fn solved_moves(
    state: &GameState,
    solved: &SolvedGames,
    cancel: &CancelFlag,
) -> Result<Option<Vec<MoveValue>>, Stop> {
    let Some(values) = solved.values(state, cancel)? else { return Ok(None) };
    let values = values.into_iter().map(|(candidate, value)| (candidate, value, true));
    Ok(Some(with_pass(values, true, state)))
}

/// Analyses a position of a solved game; `None` if the rules are not those of one.
fn analyze_solved(
    state: &GameState,
    solved: &SolvedGames,
    cancel: &CancelFlag,
) -> Result<Option<Analysis>, Stop> {
    let moves_of = |state: &GameState| solved_moves(state, solved, cancel);
    let Some(moves) = moves_of(state)? else { return Ok(None) };
    let mut line = vec![moves[0].mv];
    let mut then = state.clone();
    then.play(moves[0].mv);
    while then.outcome().is_none()
        && let Some(moves) = moves_of(&then)?
    {
        line.push(moves[0].mv);
        then.play(moves[0].mv);
    }
    let depth = state.board().empty() as u32;
    Ok(Some(Analysis { value: moves[0].value, exact: true, depth, line, moves, nodes: 0 }))
}

fn analyze_large(state: &GameState, meter: &mut Meter<'_>) -> Result<Analysis, AnalysisError> {
    let mut counter = MoveMeter::new(meter);
    let (depth, values) = large_boards::values(state, &mut counter).ok_or(AnalysisError::Limits)?;
    drop(counter);
    let values = values.into_iter().map(|(placement, value)| (placement, value, false));
    let moves = with_pass(values, false, state);
    let best = moves[0].mv;
    let mut line = vec![best];
    if let Move::Place(placement) = best
        && depth > 1
    {
        line.extend(large_boards::reply(state, placement).map(Move::Place));
    }
    let nodes = meter.counters[NODE];
    Ok(Analysis { value: moves[0].value, exact: false, depth, line, moves, nodes })
}

/// Returns these placements, and the pass if it is legal, evaluated by its formula, sorted by value.
/// There is at least one placement, since the game is not over.
fn with_pass(
    placements: impl Iterator<Item = (Candidate, Points, bool)>,
    exact: bool,
    state: &GameState,
) -> Vec<MoveValue> {
    let place = |(candidate, value, exact)| MoveValue { mv: Move::Place(candidate), value, exact };
    let mut moves: Vec<MoveValue> = placements.map(place).collect();
    let rules = state.rules();
    if state.may_pass() {
        let m = moves.iter().map(|mv| mv.value).max().unwrap_or(0);
        let after_two = state.after_pass() && rules.passing == Passing::TwoPassEnd;
        let reply = if after_two { 0 } else { Terms::of(rules).after_pass(m) };
        moves.push(MoveValue { mv: Move::Pass, value: -rules.pass_cost - reply, exact });
    }
    moves.sort_by_key(|mv| (-mv.value, mv.mv));
    moves
}

/// Returns these placements with their values at that depth, best first.
fn all_values(
    search: &mut Search<'_, '_, '_>,
    depth: i32,
    mut values: Vec<Valued>,
) -> Result<Vec<Valued>, Stop> {
    for (spot, value, exact) in &mut values {
        let gain = search.gain(*spot);
        let undo = search.board.place(*spot);
        let estimates = search.estimates;
        let reply = search.value(depth - 1, -INFINITY, INFINITY);
        search.board.undo(&undo);
        *value = gain - reply.inspect_err(|_| search.moves.clear())?;
        *exact = search.estimates == estimates;
    }
    values.sort_by_key(|&(spot, value, _)| (-value, stored(&search.board.cells, spot)));
    Ok(values)
}

/// Returns the best line from the root, up to where the table ends.
fn best_line(
    search: &mut Search<'_, '_, '_>,
    first: Spot,
    first_value: i32,
    state: &GameState,
) -> Vec<Move> {
    let terms = search.terms;
    let mut line = Vec::new();
    let mut undos = Vec::new();
    let (mut spot, mut m, mut after_pass) = (first, first_value, state.after_pass());
    loop {
        if terms.passing.allows(after_pass) && terms.prefers_pass(m, after_pass) {
            line.push(Move::Pass);
            if after_pass {
                break;
            }
            after_pass = true;
            continue;
        }
        line.push(Move::Place(search.board.candidate(spot)));
        undos.push(search.board.place(spot));
        after_pass = false;
        let Some(next) = known_best(search) else { break };
        (spot, m) = next;
    }
    for undo in undos.iter().rev() {
        search.board.undo(undo);
    }
    line
}

/// Returns the best placement of a position that the table holds, with its value if that is exact.
fn known_best(search: &mut Search<'_, '_, '_>) -> Option<(Spot, i32)> {
    let entry = search.table.get(search.board.hash)?;
    let (cell, digit) = entry.best?;
    let cell = each(search.board.live)
        .find(|&live| search.board.cells[live].index() == usize::from(cell))
        .filter(|&live| search.board.digits[live].contains(digit))?;
    let spot = Spot { cell: cell as u8, digit };
    let gain = search.gain(spot);
    let undo = search.board.place(spot);
    let reply = if search.board.live == 0 {
        Some(0)
    } else {
        search.table.get(search.board.hash).filter(|e| e.bound == Bound::Exact).map(|e| e.value)
    };
    search.board.undo(&undo);
    // Without the value of the placement, use that of the position; a pass is not found then.
    Some((spot, reply.map_or(entry.value, |reply| gain - reply)))
}

/// A move of a recorded game that gave points away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurningPoint {
    /// The ply, from 1.
    pub ply: u32,
    /// Who moved.
    pub seat: Seat,
    /// What was played.
    pub played: Move,
    /// The final margin of the first player with best play before the move.
    pub before: Points,
    /// The same after the move.
    pub after: Points,
    /// A better move.
    pub better: Move,
    /// Whether both margins are certain.
    pub exact: bool,
}

/// Analyses every position of a recorded game on that many threads, with these limits for each,
/// and calls `each` ply by ply: with the turning point if the move gave something away, with `None`
/// if it did not or the limits are too small. The results do not depend on the number of threads.
///
/// # Errors
/// When the record does not replay, or time is limited and the clock stands still.
///
/// ```
#[doc = include_str!("game/example.txt")]
/// use std::num::NonZeroUsize;
///
/// use quadrille_arena::turning_points;
/// use quadrille_core::Limits;
///
/// let (cancel, mut plies) = (CancelFlag::new(), 0);
/// let limits = Limits::nodes(1000);
/// turning_points(&record, limits, &cancel, NonZeroUsize::MIN, &NoClock, &mut |_, _| plies += 1)?;
/// assert_eq!(plies, record.plies.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn turning_points(
    record: &GameRecord,
    limits: Limits,
    cancel: &CancelFlag,
    threads: NonZeroUsize,
    clock: &dyn Clock,
    each: &mut dyn FnMut(u32, Option<TurningPoint>),
) -> Result<(), AnalysisError> {
    let mut moves = Vec::new();
    let rules = record.replay(|_, played| moves.push(played.mv))?.rules().clone();
    Meter::new(limits, NODE, cancel, clock)?;
    let solved = SolvedGames::default();
    let mut state = GameState::new(rules);
    let positions = moves.into_iter().map(|mv| {
        let before = state.clone();
        state.play(mv);
        (before, mv)
    });
    // Analyses are long: two for each thread, the current one and the next.
    let window = NonZeroUsize::MIN.saturating_add(1);
    map_in_order(
        threads,
        window,
        positions,
        |(state, mv)| {
            let mut meter = Meter::new(limits, NODE, cancel, clock).expect("checked above");
            (state.ply() + 1, turning_point(&state, mv, &mut meter, &solved))
        },
        |(ply, point), _| {
            if cancel.is_cancelled() {
                return ControlFlow::Break(());
            }
            each(ply, point);
            ControlFlow::Continue(())
        },
    );
    Ok(())
}

fn turning_point(
    state: &GameState,
    played: Move,
    meter: &mut Meter<'_>,
    solved: &SolvedGames,
) -> Option<TurningPoint> {
    let analysis = analyze_with(state, meter, solved).ok()?;
    let own = analysis.moves.iter().find(|value| value.mv == played)?;
    let [first, second] = state.scores();
    let sign = if state.seat() == Seat::First { 1 } else { -1 };
    (own.value < analysis.value).then(|| TurningPoint {
        ply: state.ply() + 1,
        seat: state.seat(),
        played,
        before: first - second + sign * analysis.value,
        after: first - second + sign * own.value,
        better: analysis.moves[0].mv,
        exact: own.exact && analysis.exact,
    })
}
