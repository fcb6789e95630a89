//! Perfect play never scores less than the value of the game, against any opponent.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use quadrille_arena::tournament::{Openings, Plan, Series, SeriesEnd};
use quadrille_arena::{AGENTS, AgentName, Build, GameState, Passing, Ruleset, analyze};
use quadrille_engine::{BoxShape, CancelFlag, Cell, Counter, Edges, Grid, Meter, NoClock, Puzzle};

#[test]
fn perfect_play_keeps_the_value_from_both_seats() {
    // Agents of one name share the solved game.
    let perfect = AgentName::parse("perfect4").unwrap();
    for (passing, value) in
        [(Passing::Forbidden, -9), (Passing::TwoPassEnd, 0), (Passing::NoDoublePass, 0)]
    {
        let rules = Ruleset::empty(BoxShape::of_side(4).unwrap()).with_passing(passing);
        for entry in AGENTS {
            if matches!(entry.build, Build::Terminal) {
                continue;
            }
            // Deterministic agents would repeat their two games; sampling agents are slow.
            let games = match entry.id {
                "random-valid" | "random-no-validation" => 1000,
                "mcts" => 10,
                _ => 2,
            };
            let mut rules = rules.clone();
            rules.clock.nodes_per_move = Some(5000);
            let names = [perfect.clone(), AgentName::parse(entry.id).unwrap()];
            let series = Series {
                rules: Arc::new(rules),
                agents: names.to_vec(),
                pairings: Plan::RoundRobin.pairings(2, games),
                openings: Openings::None,
                seed: 1,
            };
            let (clock, cancel) = (NoClock, CancelFlag::new());
            let end = series.play(2, &BTreeSet::new(), &clock, &cancel, &mut |record| {
                let result = record.result.unwrap();
                let [first, second] = result.final_scores;
                let own = series.pairings[record.header.game].players[0] == 0;
                let (margin, least) =
                    if own { (first - second, value) } else { (second - first, -value) };
                let won_by_forfeit = result.reason_for_end == "forfeit";
                assert!(
                    margin >= least || won_by_forfeit,
                    "{passing} {}: {margin} in {:?}",
                    entry.id,
                    record.header
                );
                ControlFlow::Continue(())
            });
            assert_eq!(end.unwrap(), SeriesEnd::Complete);
        }
    }
}

/// The board with givens and edges of the original report.
fn board_with_edges() -> Puzzle {
    let shape = BoxShape::of_side(4).unwrap();
    let givens = [0, 0, 3, 0, 0, 2, 0, 0, 2, 0, 0, 3, 4, 0, 2, 0];
    let pairs = [
        (1, 2),
        (2, 3),
        (4, 5),
        (5, 6),
        (4, 8),
        (5, 9),
        (7, 11),
        (8, 9),
        (10, 11),
        (12, 13),
        (13, 14),
        (14, 15),
    ];
    let pairs = pairs.map(|(a, b)| (Cell::new(a), Cell::new(b)));
    let edges = Edges::new(shape, pairs).unwrap();
    Puzzle::new(Grid::from_digits(shape, &givens).unwrap(), edges).unwrap()
}

#[test]
fn perfect_play_keeps_the_value_with_edges_and_givens() {
    for passing in [Passing::Forbidden, Passing::TwoPassEnd, Passing::NoDoublePass] {
        let rules = Arc::new(Ruleset::new(board_with_edges()).with_passing(passing));
        // The analysis finds the value with another search.
        let state = GameState::new(rules.clone());
        let mut meter = Meter::with_nodes(2_000_000, Counter::Expanded);
        let analysis = analyze(&state, &mut meter).unwrap();
        assert!(analysis.exact, "{passing}");
        for other in ["random-valid", "random-no-validation", "first-valid", "ia", "perfect4"] {
            let games = if other.starts_with("random") { 200 } else { 2 };
            let series = Series {
                rules: rules.clone(),
                agents: ["perfect4", other].map(|name| AgentName::parse(name).unwrap()).to_vec(),
                pairings: Plan::RoundRobin.pairings(2, games),
                openings: Openings::None,
                seed: 1,
            };
            let cancel = CancelFlag::new();
            let end = series.play(2, &BTreeSet::new(), &NoClock, &cancel, &mut |record| {
                let result = record.result.unwrap();
                let [first, second] = result.final_scores;
                let own = series.pairings[record.header.game].players[0] == 0;
                let sign = if own { 1 } else { -1 };
                let (margin, least) = (sign * (first - second), sign * analysis.value);
                let won_by_forfeit = result.reason_for_end == "forfeit";
                assert!(margin >= least || won_by_forfeit, "{passing} {other}: {margin} < {least}");
                ControlFlow::Continue(())
            });
            assert_eq!(end.unwrap(), SeriesEnd::Complete);
        }
    }
}
