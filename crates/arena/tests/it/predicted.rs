//! `strong` plans against opponents whose moves it can predict, and against no others.

use std::sync::Arc;

use quadrille_arena::tournament::Openings;
use quadrille_arena::{Agent, AgentName, GameState, Move, NewGame, Passing, Points, Ruleset, Seat};
use quadrille_core::{BoxShape, CancelFlag, Counter, Limits, Meter, NoClock};

/// Plays a game on the empty 9x9 from a random opening of 4 plies. Returns the moves and by how much
/// the first of the agents won, who has that seat.
fn play(agents: [&str; 2], seat: Seat, passing: Passing, opening: usize) -> (Vec<Move>, Points) {
    let rules = Arc::new(Ruleset::empty(BoxShape::NINE).with_passing(passing));
    let cancel = CancelFlag::new();
    let meter = || Meter::new(Limits::NONE, Counter::Expanded, &cancel, &NoClock).unwrap();
    let seats = [seat, seat.other()];
    let mut players: Vec<(Seat, Box<dyn Agent>)> = Vec::new();
    for (name, seat) in agents.into_iter().zip(seats) {
        let mut agent = AgentName::parse(name).unwrap().build().unwrap();
        let game = NewGame { rules: rules.clone(), seat, seed: 5 };
        agent.start(&game, &mut meter()).unwrap();
        players.push((seat, agent));
    }
    let mut state = GameState::new(rules.clone());
    let mut opening = Openings::Random(4).moves(&rules, 3, opening).into_iter();
    let mut moves = Vec::new();
    while state.outcome().is_none() {
        let mv = opening.next().unwrap_or_else(|| {
            let (_, agent) = players.iter_mut().find(|(at, _)| *at == state.seat()).unwrap();
            agent.choose(&state, &mut meter()).unwrap()
        });
        moves.push(mv);
        let played = state.play(mv);
        for (_, agent) in &mut players {
            agent.played(&state, &played);
        }
    }
    let scores = state.scores();
    (moves, scores[seat.index()] - scores[seat.other().index()])
}

#[test]
fn a_plan_wins_from_both_seats() {
    // In these openings the worse seat loses without it.
    for (opponent, nodes, openings) in [("alphabeta", 20_000, [1, 4]), ("ia", 100_000, [4, 8])] {
        for passing in [Passing::Forbidden, Passing::TwoPassEnd] {
            let strong = format!("strong:nodes={nodes}");
            let off = format!("{strong},predict=off");
            let mut without = Vec::new();
            for opening in openings {
                for seat in Seat::BOTH {
                    let (_, margin) = play([&strong, opponent], seat, passing, opening);
                    assert!(
                        margin > 0,
                        "{opponent}, {passing}, opening {opening}, {seat}: {margin}"
                    );
                    without.push(play([&off, opponent], seat, passing, opening).1);
                }
            }
            assert!(
                without.iter().any(|&margin| margin <= 0),
                "{opponent}, {passing}: {without:?}"
            );
        }
    }
}

#[test]
fn against_others_nothing_changes() {
    for opponent in ["random-valid", "ia:heuristics=off", "strong:nodes=2000"] {
        for seat in Seat::BOTH {
            let [on, off] = ["strong:nodes=5000", "strong:nodes=5000,predict=off"]
                .map(|strong| play([strong, opponent], seat, Passing::TwoPassEnd, 1));
            assert_eq!(on, off, "{opponent}, {seat}");
        }
    }
}
