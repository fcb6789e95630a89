//! Compares analyses of many endgames with plain minimax, under all rules, illegal attempts included.

use std::sync::Arc;

use quadrille_arena::{Effect, GameState, Illegal, Move, Passing, Points, Ruleset, analyze};
use quadrille_core::{Meter, Rng};

use crate::analysis::{late_position, plain};

/// Returns the value of a position by plain minimax in which each player may also make that many
/// illegal attempts.
fn with_attempts(state: &mut GameState, attempts: [u32; 2]) -> Points {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    let seat = state.seat().index();
    if !moves.is_empty() && attempts[seat] > 0 {
        moves.push(Move::at(state.rules().side(), -1, 0, 1));
    }
    let mut best = None;
    for mv in moves {
        let played = state.play(mv);
        let mut left = attempts;
        left[seat] -= u32::from(played.effect == Effect::Penalized);
        if played.effect != Effect::Forfeited {
            let value = played.points - with_attempts(state, left);
            best = best.max(Some(value));
        }
        state.undo(played);
    }
    best.unwrap_or(0)
}

fn with_illegal(state: &GameState, illegal: Illegal) -> GameState {
    let rules = Ruleset { illegal, ..(**state.rules()).clone() };
    let mut other = GameState::new(Arc::new(rules));
    if state.after_pass() {
        other.play(Move::Pass);
    }
    other
}

/// Checks that many endgames under each pair of rules.
fn check(endgames: u32, seed: u64) {
    let mut rng = Rng::from_seed(seed);
    for passing in Passing::ALL {
        for illegal in Illegal::ALL {
            let mut checked = 0;
            while checked < endgames {
                let Some(state) = late_position(passing, &mut rng) else { continue };
                let mut state = with_illegal(&state, illegal);
                let analysis = analyze(&state, &mut Meter::unlimited()).unwrap();
                let is_exact = passing != Passing::Unlimited
                    && (passing, illegal) != (Passing::NoDoublePass, Illegal::PenaltyAlways);
                assert_eq!(analysis.exact, is_exact, "{passing} {illegal:?}");
                assert!(analysis.moves.iter().all(|value| value.exact == is_exact));
                checked += 1;
                if !is_exact {
                    continue;
                }
                let board = &state.rules().board.clone();
                assert_eq!(analysis.value, plain(&mut state), "{passing} {illegal:?} {board:?}");
                for found in &analysis.moves {
                    let played = state.play(found.mv);
                    let value = played.points - plain(&mut state);
                    state.undo(played);
                    assert_eq!(found.value, value, "{passing} {illegal:?} {found:?} {board:?}");
                }
                // Illegal attempts gain neither player anything.
                if state.board().pairs() <= 4 {
                    let value = with_attempts(&mut state, [1, 1]);
                    assert_eq!(analysis.value, value, "{passing} {illegal:?} {board:?}");
                    assert_eq!(value, with_attempts(&mut state, [2, 0]));
                    assert_eq!(value, with_attempts(&mut state, [0, 2]));
                }
            }
        }
    }
}

#[test]
fn analyses_of_endgames_agree_with_plain_minimax() {
    // 504 endgames.
    check(42, 1);
}

#[test]
#[ignore = "10 000 endgames, a minute"]
fn analyses_of_many_endgames_agree_with_plain_minimax() {
    check(834, 2);
}

/// A game that the ply cap may end has no exact value.
#[test]
fn values_near_the_ply_cap_are_not_exact() {
    let mut rng = Rng::from_seed(3);
    let state = loop {
        if let Some(state) = late_position(Passing::TwoPassEnd, &mut rng) {
            break with_illegal(&state, Illegal::Penalty);
        }
    };
    for (ply_cap, exact) in [(1, false), (3, false), (1000, true)] {
        let rules = Ruleset { ply_cap, ..(**state.rules()).clone() };
        let state = GameState::new(Arc::new(rules));
        assert_eq!(analyze(&state, &mut Meter::unlimited()).unwrap().exact, exact, "{ply_cap}");
    }
}
