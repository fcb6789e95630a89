//! What a position is worth: the value of every move, and the line that both sides would play.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use quadrille_engine::batch::{WINDOW, map_in_order};
use quadrille_engine::{CancelFlag, Candidate, Clock, Limits, Meter, Stop};

use super::field::{Field, Spot, each};
use super::search::{INFINITY, Search};
use super::table::{Bound, COMPLETE, Table, stored};
use super::wide;
use crate::agents::blocks::{NODE, NodeBlocks};
use crate::agents::limits::Deadline;
use crate::agents::passing::Terms;
use crate::agents::perfect4::known_values;
use crate::game::{GameState, Move, Passing, Points, RecordedGame, Seat};

/// What a position is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// Points that the player to move gains on the other until the end, with best play.
    pub value: Points,
    /// Whether that is certain, every line having been followed to its end.
    pub exact: bool,
    /// Plies looked ahead.
    pub depth: u32,
    /// The line that follows when both play what was found best.
    pub line: Vec<Move>,
    /// The legal moves with their values, best first; equal ones in order.
    pub moves: Vec<MoveValue>,
    /// Nodes that it took.
    pub nodes: u64,
}

/// The value of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The move.
    pub mv: Move,
    /// As in [`Analysis::value`], for a player who plays this move.
    pub value: Points,
    /// Whether that is certain.
    pub exact: bool,
}

/// Why a position was not analysed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(&'static str),
    /// The budget did not even allow a look.
    #[error("the budget ended before each move was looked at once; give it more nodes or time")]
    Budget,
}

/// A placement with its value, and whether that is certain.
type Valued = (Spot, i32, bool);

/// Open cells up to which a search of a 4x4 sees the end of the game within some ten thousand nodes.
const SOON_SEARCHED: usize = 8;

/// Analyses a position, deeper and deeper until the budget ends or the end of the game is seen.
/// Where more cells can be filled than a field has room for, it is the gain less the best reply's.
/// The game on 4x4 without edges is solved as a whole, in seconds and once a process, where passing
/// ends it and no time is set: it takes no nodes.
///
/// # Errors
/// When the game is over, or the budget too small.
pub fn analyse(state: &GameState, meter: &mut Meter<'_>) -> Result<Analysis, AnalysisError> {
    if let Some(outcome) = state.outcome() {
        return Err(AnalysisError::Over(outcome.reason.id()));
    }
    let open = state.board().digits().iter().filter(|digit| digit.is_none()).count();
    if open > SOON_SEARCHED
        && meter.limits().time.is_none()
        && let Some(values) = known_values(state, meter.cancel_flag())
    {
        return Ok(analyse_known(&values, state));
    }
    match Field::new(state.board()) {
        Some(field) => analyse_field(field, state, meter),
        None => analyse_wide(state, meter),
    }
}

fn analyse_field(
    field: Field,
    state: &GameState,
    meter: &mut Meter<'_>,
) -> Result<Analysis, AnalysisError> {
    let rules = state.rules();
    let mut table = Table::new(18);
    let mut blocks = NodeBlocks::new(meter, None);
    let deadline = Deadline::none();
    let cells = rules.board.shape().cells();
    let terms = Terms::of(rules);
    let mut search =
        Search::new(field, terms, &mut table, &mut blocks, &deadline, cells * rules.side());
    let mut found: Option<(i32, Vec<Valued>)> = None;
    for depth in 1..i32::from(COMPLETE) {
        let Ok(values) = all_values(&mut search, depth, found.as_ref().map(|found| &found.1))
        else {
            break;
        };
        let complete = values.iter().all(|&(_, _, exact)| exact);
        found = Some((depth, values));
        if complete {
            break;
        }
    }
    let (depth, values) = found.ok_or(AnalysisError::Budget)?;
    let (_, m, _) = values[0];
    let exact = values.iter().all(|&(_, _, exact)| exact);
    let moves = values.iter().map(|&(spot, value, exact)| MoveValue {
        mv: Move::Place(search.field.candidate(spot)),
        value,
        exact,
    });
    let moves = with_pass(moves.collect(), exact, state);
    let line = best_line(&mut search, values[0].0, m, state);
    drop(search);
    drop(blocks);
    Ok(Analysis {
        value: moves[0].value,
        exact,
        depth: depth as u32,
        line,
        moves,
        nodes: meter.counters[NODE],
    })
}

/// What is known of a position where the whole game is solved.
fn analyse_known(values: &[(Candidate, Points)], state: &GameState) -> Analysis {
    let moves_of = |values: &[(Candidate, Points)], state: &GameState| {
        let exact =
            |&(candidate, value)| MoveValue { mv: Move::Place(candidate), value, exact: true };
        with_pass(values.iter().map(exact).collect(), true, state)
    };
    let moves = moves_of(values, state);
    let mut line = vec![moves[0].mv];
    let mut then = state.clone();
    then.play(moves[0].mv);
    while then.outcome().is_none() {
        let values = known_values(&then, &CancelFlag::new()).expect("the rules are the same");
        let best = moves_of(&values, &then)[0].mv;
        line.push(best);
        then.play(best);
    }
    let depth = state.board().digits().iter().filter(|digit| digit.is_none()).count() as u32;
    Analysis { value: moves[0].value, exact: true, depth, line, moves, nodes: 0 }
}

fn analyse_wide(state: &GameState, meter: &mut Meter<'_>) -> Result<Analysis, AnalysisError> {
    let mut blocks = NodeBlocks::new(meter, None);
    let (depth, values) = wide::values(state, &mut blocks).ok_or(AnalysisError::Budget)?;
    drop(blocks);
    let moves = values.iter().map(|&(placement, value)| MoveValue {
        mv: Move::Place(placement),
        value,
        exact: false,
    });
    let moves = with_pass(moves.collect(), false, state);
    let best = moves[0].mv;
    let mut line = vec![best];
    if let Move::Place(placement) = best
        && depth > 1
    {
        line.extend(wide::reply(state, placement).map(Move::Place));
    }
    let nodes = meter.counters[NODE];
    Ok(Analysis { value: moves[0].value, exact: false, depth, line, moves, nodes })
}

/// The pass added where it is legal, by its formula, and all in the order of their values. The
/// placements are not empty: the game goes on.
fn with_pass(mut moves: Vec<MoveValue>, exact: bool, state: &GameState) -> Vec<MoveValue> {
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

/// The values of all placements at that depth, best first.
fn all_values(
    search: &mut Search<'_, '_, '_>,
    depth: i32,
    before: Option<&Vec<Valued>>,
) -> Result<Vec<Valued>, Stop> {
    let mut values = match before {
        Some(before) => before.clone(),
        None => {
            search.list(None);
            std::mem::take(&mut search.moves)
                .into_iter()
                .map(|(_, spot)| (spot, 0, false))
                .collect()
        }
    };
    for (spot, value, exact) in &mut values {
        let gain = search.gain(*spot);
        let undo = search.field.place(*spot);
        let guesses = search.guesses;
        let reply = search.value(depth - 1, -INFINITY, INFINITY);
        search.field.undo(&undo);
        match reply {
            Ok(reply) => *value = gain - reply,
            Err(stop) => {
                search.moves.clear();
                return Err(stop);
            }
        }
        *exact = search.guesses == guesses;
    }
    values.sort_by_key(|&(spot, value, _)| (-value, stored(&search.field.cells, spot)));
    Ok(values)
}

/// The line from the root, as far as the table knows it.
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
        line.push(Move::Place(search.field.candidate(spot)));
        undos.push(search.field.place(spot));
        after_pass = false;
        let Some(next) = known_best(search) else { break };
        (spot, m) = next;
    }
    for undo in undos.iter().rev() {
        search.field.undo(undo);
    }
    line
}

/// The best placement that the table knows of a position, with its value where that is known
/// exactly.
fn known_best(search: &mut Search<'_, '_, '_>) -> Option<(Spot, i32)> {
    let entry = *search.table.get(search.field.hash)?;
    let cell = each(search.field.live)
        .find(|&cell| search.field.cells[cell].index() == usize::from(entry.cell))?;
    if entry.digit == 0 || search.field.digits[cell] >> (entry.digit - 1) & 1 == 0 {
        return None;
    }
    let spot = Spot { cell: cell as u8, digit: entry.digit };
    let gain = search.gain(spot);
    let undo = search.field.place(spot);
    let reply = if search.field.live == 0 {
        Some(0)
    } else {
        search.table.get(search.field.hash).filter(|e| e.bound == Bound::Exact).map(|e| e.value)
    };
    search.field.undo(&undo);
    // Without the value of the placement that of the position stands for it: no pass is seen then.
    Some((spot, reply.map_or(entry.value, |reply| gain - reply)))
}

/// A move of a recorded game that gave something away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurningPoint {
    /// Which, from 1.
    pub ply: u32,
    /// Who moved.
    pub seat: Seat,
    /// What was played.
    pub played: Move,
    /// The final margin of the first player that was to be expected before it.
    pub before: Points,
    /// The same after it.
    pub after: Points,
    /// What would have been better.
    pub better: Move,
    /// Whether both margins are certain.
    pub exact: bool,
}

/// Looks at every position of a recorded game, on that many threads and with that budget for each,
/// and calls `each` ply by ply: with the turning point where the move gave something away, with
/// `None` where it did not or the budget does not suffice. What is found does not depend on the
/// number of threads.
///
/// # Errors
/// When the record does not replay.
pub fn turning_points(
    record: &RecordedGame,
    limits: Limits,
    cancel: &CancelFlag,
    threads: NonZeroUsize,
    clock: &dyn Clock,
    each: &mut dyn FnMut(u32, Option<TurningPoint>),
) -> Result<(), String> {
    record.replay(|_, _| {})?;
    let rules = Arc::new(record.header.rules()?);
    let moves: Vec<Move> =
        record.plies.iter().map(|ply| ply.mv(rules.side())).collect::<Result<_, _>>()?;
    map_in_order(
        threads,
        // Each takes its time: two for a thread, the one at work and the next.
        |_| WINDOW / 2,
        |take| {
            let mut state = GameState::new(rules.clone());
            for mv in moves {
                if take((state.clone(), mv)).is_break() {
                    return;
                }
                state.play(mv);
            }
        },
        |(state, mv)| (state.ply() + 1, turning_point(&state, mv, limits, cancel, clock)),
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
    limits: Limits,
    cancel: &CancelFlag,
    clock: &dyn Clock,
) -> Option<TurningPoint> {
    let mut meter = Meter::new(limits, NODE, cancel, clock).expect("a timed analysis has a clock");
    let analysis = analyse(state, &mut meter).ok()?;
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
