//! `strong` gives up no points near the end of the game, where the exact values are known.

use std::sync::Arc;

use quadrille_arena::tournament::Openings;
use quadrille_arena::{AgentName, GameState, NewGame, Passing, Ruleset, Seat, analyze};
use quadrille_core::{BoxShape, CancelFlag, Counter, Limits, Meter, NoClock};

/// Returns how many cells still have a legal digit.
fn live(state: &GameState) -> usize {
    state.board().legal_by_cell().iter().filter(|legal| !legal.is_empty()).count()
}

/// Plays games on the empty 9x9 from random 4-ply openings: `alphabeta` for both until that many cells
/// are live, then `strong` with 100 000 nodes a move. Returns the number of decisions of `strong`
/// between at least two moves, and what those that lost points lost.
fn losses(passing: Passing, decisions: u32, most_live: usize, seed: u64) -> (u32, Vec<String>) {
    let rules = Arc::new(Ruleset::empty(BoxShape::NINE).with_passing(passing));
    let build = |name: &str| AgentName::parse(name).unwrap().build().unwrap();
    let cancel = CancelFlag::new();
    let meter = || Meter::new(Limits::NONE, Counter::Expanded, &cancel, &NoClock).unwrap();
    let (mut decided, mut lost) = (0, Vec::new());
    for opening in 0.. {
        let mut state = GameState::new(rules.clone());
        for mv in Openings::Random(4).moves(&rules, seed, opening) {
            state.play(mv);
        }
        let mut opener = build("alphabeta");
        while state.outcome().is_none() && live(&state) > most_live {
            let mv = opener.choose(&state, &mut meter()).unwrap();
            state.play(mv);
        }
        let mut strong = build("strong:nodes=100000");
        let game = NewGame { rules: rules.clone(), seat: Seat::First, seed: 1 };
        strong.start(&game, &mut meter()).unwrap();
        while state.outcome().is_none() {
            let mv = strong.choose(&state, &mut meter()).unwrap();
            let analysis = analyze(&state, &mut Meter::unlimited()).unwrap();
            assert!(analysis.exact);
            if analysis.moves.len() > 1 {
                let chosen = analysis.moves.iter().find(|value| value.mv == mv).unwrap();
                if chosen.value < analysis.value {
                    let loss = analysis.value - chosen.value;
                    lost.push(format!("{passing}, opening {opening}, ply {}: {loss}", state.ply()));
                }
                decided += 1;
                if decided == decisions {
                    return (decided, lost);
                }
            }
            state.play(mv);
        }
    }
    unreachable!("there is always another opening")
}

fn check(decisions: u32, most_live: usize, seed: u64) {
    for passing in [Passing::Forbidden, Passing::TwoPassEnd, Passing::NoDoublePass] {
        let (decided, lost) = losses(passing, decisions, most_live, seed);
        println!("{passing}: {decided} decisions, {} lost points", lost.len());
        assert!(lost.is_empty(), "{lost:#?}");
    }
}

#[test]
fn strong_loses_nothing_with_few_live_cells() {
    check(10, 8, 1);
}

#[test]
#[ignore = "1500 decisions with at most 18 live cells, minutes"]
fn strong_loses_nothing_with_18_live_cells_and_100_000_nodes() {
    check(500, 18, 2);
}
