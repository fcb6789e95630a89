//! Compares analyses with a plain minimax search.

use std::num::NonZeroUsize;
use std::sync::Arc;

use quadrille_arena::{
    AgentName, ExactValues, GameState, Move, Passing, Points, Ruleset, analyze, turning_points,
};
use quadrille_arena::{Fixture, tournament::play_game};
use quadrille_core::{
    BoxShape, CancelFlag, Cell, Counter, Digit, Edges, Grid, Limits, Meter, NoClock, Puzzle, Rng,
    WallClock,
};

/// Returns what the player to move gains on the opponent until the end, by plain minimax.
pub(crate) fn plain(state: &mut GameState) -> Points {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    let value = |state: &mut GameState, mv| {
        let played = state.play(mv);
        let value = played.points - plain(state);
        state.undo(played);
        value
    };
    moves.into_iter().map(|mv| value(state, mv)).max().unwrap_or(0)
}

/// Returns a position of random play with few placements left, on a board with or without edges.
pub(crate) fn late_position(passing: Passing, rng: &mut Rng) -> Option<GameState> {
    let shapes = [(2, 2), (2, 3), (1, 5), (3, 2)];
    let (rows, columns) = shapes[rng.below(shapes.len())];
    let shape = BoxShape::new(rows, columns).unwrap();
    let side = shape.side();
    let mut pairs = Vec::new();
    for cell in (0..shape.cells() - side).filter(|_| rng.below(10) == 0) {
        pairs.push((Cell::new(cell), Cell::new(cell + side)));
    }
    let edges = Edges::new(shape, pairs).unwrap();
    let board = Puzzle::new(Grid::empty(shape), edges.clone()).unwrap();
    let mut state = GameState::new(Arc::new(Ruleset::new(board).with_passing(passing)));
    while state.board().pairs() > 6 {
        let nth = rng.below(state.board().pairs());
        let placement = state.board().placements().nth(nth).unwrap();
        state.play(Move::Place(placement));
    }
    if state.outcome().is_some() {
        return None;
    }
    // Some of the positions follow a pass.
    let board = Puzzle::new(state.board().grid(), edges).unwrap();
    let mut state = GameState::new(Arc::new(Ruleset::new(board).with_passing(passing)));
    if state.may_pass() && rng.below(3) == 0 {
        state.play(Move::Pass);
    }
    Some(state)
}

#[test]
fn values_are_those_of_plain_minimax() {
    let mut rng = Rng::from_seed(5);
    let mut checked = 0;
    for passing in [Passing::Forbidden, Passing::NoDoublePass, Passing::TwoPassEnd] {
        for _ in 0..80 {
            let Some(mut state) = late_position(passing, &mut rng) else { continue };
            let expected = plain(&mut state);
            let rules = state.rules().clone();
            let analysis = analyze(&state, &mut Meter::unlimited()).unwrap();
            assert!(analysis.exact);
            assert_eq!(analysis.value, expected, "{passing} {:?}", rules.board);
            // The value of every move.
            let mut legal = Vec::new();
            state.legal_moves(&mut legal);
            assert_eq!(analysis.moves.len(), legal.len());
            for found in &analysis.moves {
                let played = state.play(found.mv);
                assert_eq!(found.value, played.points - plain(&mut state), "{passing} {found:?}");
                state.undo(played);
            }
            checked += 1;
        }
    }
    assert!(checked > 120, "{checked}");
}

/// Returns a 4x4 position without edges after that many random placements.
fn small_position(passing: Passing, placed: usize, rng: &mut Rng) -> GameState {
    let mut state = GameState::new(Arc::new(Ruleset::empty(shape_of(4)).with_passing(passing)));
    for _ in 0..placed {
        let nth = rng.below(state.board().pairs());
        let placement = state.board().placements().nth(nth).unwrap();
        state.play(Move::Place(placement));
    }
    if state.may_pass() && rng.below(3) == 0 {
        state.play(Move::Pass);
    }
    state
}

/// A regression: r4c4=2 is worth -4 under `two-pass-end`, and was evaluated as -2.
fn regression(passing: Passing) -> GameState {
    let board: Puzzle = "31....1323......".parse().unwrap();
    GameState::new(Arc::new(Ruleset::new(board).with_passing(passing)))
}

fn shape_of(side: usize) -> BoxShape {
    BoxShape::of_side(side).unwrap()
}

/// The 4x4 game is solved from the first move on, and a search finds the same values.
#[test]
fn the_4x4_game_is_solved() {
    let rules = [(Passing::Forbidden, -9), (Passing::TwoPassEnd, 0), (Passing::NoDoublePass, 0)];
    let analyze_with = |state: &GameState, time| {
        let limits = Limits { time, ..Limits::NONE };
        let (clock, cancel) = (WallClock::new(), CancelFlag::new());
        let mut meter = Meter::new(limits, Counter::Expanded, &cancel, &clock).unwrap();
        analyze(state, &mut meter).unwrap()
    };
    let mut rng = Rng::from_seed(8);
    for (passing, value) in rules {
        let start = GameState::new(Arc::new(Ruleset::empty(shape_of(4)).with_passing(passing)));
        let known = analyze_with(&start, None);
        assert_eq!((known.value, known.exact, known.depth), (value, true, 16), "{passing}");
        // The line leads to the end of the game and gains the value.
        let (mut state, mut gained, mut sign) = (start, 0, 1);
        for &mv in &known.line {
            gained += sign * state.play(mv).points;
            sign = -sign;
        }
        assert!(state.outcome().is_some(), "{passing} {:?}", known.line);
        assert_eq!(gained, value, "{passing} {:?}", known.line);
        let positions = [6, 7, 7].map(|placed| small_position(passing, placed, &mut rng));
        let open = positions.into_iter().filter(|state| state.outcome().is_none());
        for state in open.chain([regression(passing)]) {
            let known = analyze_with(&state, None);
            // With any time limit, the position is searched.
            let searched = analyze_with(&state, Some(std::time::Duration::from_secs(1000)));
            assert!(known.nodes == 0 && known.exact && searched.nodes > 0 && searched.exact);
            assert_eq!(known.value, searched.value, "{passing}");
            assert_eq!(known.moves, searched.moves, "{passing}");
        }
    }
}

#[test]
fn limits_give_estimates_or_an_error() {
    let state = GameState::new(Arc::new(Ruleset::empty(BoxShape::NINE)));
    let analyze_with = |nodes| analyze(&state, &mut Meter::with_nodes(nodes, Counter::Expanded));
    assert!(analyze_with(10).is_err());
    let analysis = analyze_with(5000).unwrap();
    assert!(!analysis.exact && analysis.nodes <= 5000);
    assert_eq!(analysis.moves.len(), 730);
}

/// Boards with more than 128 live cells: the gain less that of the best reply, for every move.
#[test]
fn large_boards_are_estimated() {
    let shape = BoxShape::of_side(16).unwrap();
    let mut state = GameState::new(Arc::new(Ruleset::empty(shape)));
    let mut rng = Rng::from_seed(3);
    // Some houses are completed, and some cells have no candidates left.
    for _ in 0..100 {
        let nth = rng.below(state.board().pairs());
        let placement = state.board().placements().nth(nth).unwrap();
        state.play(Move::Place(placement));
    }
    let live = state.board().legal_by_cell().iter().filter(|legal| !legal.is_empty()).count();
    assert!(live > 128, "{live}");
    let analyze_with =
        |state: &GameState, nodes| analyze(state, &mut Meter::with_nodes(nodes, Counter::Expanded));
    let analysis = analyze_with(&state, 1_000_000).unwrap();
    assert!(!analysis.exact && analysis.depth == 2);
    assert_eq!(analysis.value, analysis.moves[0].value);
    assert!(analysis.moves.is_sorted_by_key(|found| -found.value));
    let mut legal = Vec::new();
    state.legal_moves(&mut legal);
    assert_eq!(analysis.moves.len(), legal.len());
    let mut replies = Vec::new();
    for found in &analysis.moves {
        assert!(legal.contains(&found.mv) && !found.exact);
        if found.mv == Move::Pass {
            continue;
        }
        let played = state.play(found.mv);
        state.legal_moves(&mut replies);
        let gains = replies.iter().filter(|&&mv| mv != Move::Pass).map(|&mv| {
            let reply = state.play(mv);
            state.undo(reply);
            reply.points
        });
        let best = gains.max().unwrap_or(0);
        state.undo(played);
        assert_eq!(found.value, played.points - best, "{found:?}");
    }
    // The line is legal, and its two moves gain the value.
    let margin = analysis.line.iter().fold((0, 1), |(margin, sign), &mv| {
        assert!(state.is_legal(mv));
        (margin + sign * state.play(mv).points, -sign)
    });
    assert_eq!((analysis.line.len(), margin.0), (2, analysis.value));
    // Smaller limits reduce the depth; too small ones are an error.
    let state = GameState::new(Arc::new(Ruleset::empty(shape)));
    assert_eq!(analyze_with(&state, 5000).unwrap().depth, 1);
    assert_eq!(analyze_with(&state, 9000).unwrap().depth, 2);
    let why = analyze_with(&state, 4000).unwrap_err().to_string();
    assert!(why.ends_with("give it more nodes or time"), "{why}");
}

#[test]
fn perfect_play_has_no_turning_points() {
    let rules = Arc::new(Ruleset::empty(BoxShape::of_side(4).unwrap()));
    let four = Digit::new(4).unwrap();
    let candidate = |cell| quadrille_core::Candidate { cell: Cell::new(cell), digit: four };
    let fixture = Fixture {
        rules,
        opening: [0, 6, 9].map(|cell| Move::Place(candidate(cell))).to_vec(),
        names: ["perfect4", "first-valid"].map(str::to_owned),
        game: 0,
        seed: 1,
    };
    let mut agents =
        ["perfect4", "first-valid"].map(|n| AgentName::parse(n).unwrap().build().unwrap());
    let cancel = CancelFlag::new();
    let record = play_game(&fixture, &mut agents, &NoClock, &cancel).unwrap();
    let found = |threads| {
        let (mut turns, mut plies) = (Vec::new(), Vec::new());
        let threads = NonZeroUsize::new(threads).unwrap();
        let (limits, cancel) = (Limits::nodes(100_000), CancelFlag::new());
        turning_points(&record, limits, &cancel, threads, &NoClock, &mut |ply, turn| {
            plies.push(ply);
            turns.extend(turn);
        })
        .unwrap();
        assert!(plies.into_iter().eq(1..=record.plies.len() as u32));
        turns
    };
    let turns = found(1);
    assert_eq!(found(3), turns);
    let own = |turn: &&quadrille_arena::TurningPoint| {
        turn.exact && turn.seat == quadrille_arena::Seat::First && turn.ply > 3
    };
    assert!(turns.iter().find(own).is_none(), "{turns:?}");
    assert!(turns.iter().any(|turn| turn.exact && turn.ply > 3), "first-valid errs");
}

#[test]
fn exact_values_are_those_of_the_analysis() {
    let exact = ExactValues::default();
    let shape = BoxShape::of_side(4).unwrap();
    let cancel = CancelFlag::new();
    for passing in Passing::ALL {
        let mut state = GameState::new(Arc::new(Ruleset::empty(shape).with_passing(passing)));
        while state.outcome().is_none() {
            let found = exact.moves(&state, &cancel).unwrap();
            if passing == Passing::Unlimited {
                assert_eq!(found, None);
                break;
            }
            let mut found = found.unwrap();
            found.sort_by_key(|value| (-value.value, value.mv));
            // An analysis of an earlier position takes long in a debug build.
            if state.ply() >= 4 {
                let analysis = analyze(&state, &mut Meter::unlimited()).unwrap();
                assert_eq!(found, analysis.moves, "{passing} at ply {}", state.ply());
            }
            // Not the best one, so that other positions are seen.
            state.play(found[found.len() / 2].mv);
        }
    }
    let nine = GameState::new(Arc::new(Ruleset::empty(BoxShape::NINE)));
    assert_eq!(exact.moves(&nine, &cancel), Ok(None));
}
