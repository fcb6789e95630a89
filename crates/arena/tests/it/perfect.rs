//! Perfect play never scores less than the value of the game, against any opponent.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use quadrille_arena::{
    AGENTS, Agent, AgentError, AgentName, Build, GameState, Illegal, Move, Passing, Ruleset,
    analyze,
};
use quadrille_arena::{
    Fixture,
    tournament::{Openings, Plan, Series, SeriesEnd, play_game},
};
use quadrille_core::{
    BoxShape, CancelFlag, Cell, Counter, Edges, Grid, Meter, NoClock, Puzzle, Rng,
};

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

/// docs/reference/solved-games.md has the totals.
#[test]
fn the_4x4_game_has_the_published_number_of_positions() {
    let (all, classes) = crate::positions::count();
    // With all cells filled, the 288 grids; with one, each digit in each cell.
    assert_eq!((all[0], all[1], all[16]), (1, 64, 288));
    assert_eq!((classes[0], classes[1], classes[16]), (1, 4, 6));
    assert_eq!(all.iter().sum::<u64>(), 61_556_225);
    assert_eq!(classes.iter().sum::<u64>(), 484_278);
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

/// A player that makes illegal attempts.
#[derive(Clone, Copy, Debug)]
enum Attempts {
    /// In every turn.
    Always,
    /// Instead of a placement whose analysis is worse than a pass.
    WhenPassingIsBetter,
    /// In half of its turns, and placements in the others.
    Sometimes,
}

impl Agent for Attempts {
    fn choose(&mut self, state: &GameState, _: &mut Meter<'_>) -> Result<Move, AgentError> {
        let mut rng = Rng::from_seed(u64::from(state.ply()));
        let attempt = Move::at(4, 9, 9, 1);
        let is_attempt = match self {
            Self::Always => true,
            Self::WhenPassingIsBetter => false,
            Self::Sometimes => rng.below(2) == 0,
        };
        if is_attempt {
            return Ok(attempt);
        }
        let analysis = analyze(state, &mut Meter::unlimited()).unwrap();
        let best = analysis.moves.iter().find(|value| value.mv != Move::Pass).unwrap();
        Ok(match self {
            Self::WhenPassingIsBetter if best.value < -state.rules().pass_cost / 2 => attempt,
            _ => best.mv,
        })
    }
}

/// Under every rule, illegal attempts take nothing from perfect play.
#[test]
fn illegal_attempts_gain_nothing_from_perfect_play() {
    let name = AgentName::parse("perfect4").unwrap();
    for passing in [Passing::Forbidden, Passing::TwoPassEnd, Passing::NoDoublePass] {
        for illegal in Illegal::ALL {
            // Both players may have the last move before the cap.
            for (opening, ply_cap) in [(0, 60), (1, 61), (2, 202)] {
                let mut rules = Ruleset::empty(BoxShape::of_side(4).unwrap());
                (rules.passing, rules.illegal, rules.ply_cap) = (passing, illegal, ply_cap);
                let rules = Arc::new(rules);
                if (passing, illegal) == (Passing::NoDoublePass, Illegal::PenaltyAlways) {
                    assert!(name.supports(&rules).is_err());
                    continue;
                }
                // Few empty cells, where passes matter.
                let opening = Openings::Random(7).moves(&rules, 6, opening);
                let mut start = GameState::new(rules.clone());
                for &mv in &opening {
                    start.play(mv);
                }
                let value = analyze(&start, &mut Meter::unlimited()).unwrap().value;
                let [first, second] = start.scores();
                let least = first - second + if start.seat().index() == 0 { value } else { -value };
                for bot in [Attempts::Always, Attempts::WhenPassingIsBetter, Attempts::Sometimes] {
                    for seat in 0..2 {
                        let fixture = Fixture {
                            rules: rules.clone(),
                            opening: opening.clone(),
                            names: ["a", "b"].map(str::to_owned),
                            game: 0,
                            seed: 1,
                        };
                        let mut agents: [Box<dyn Agent>; 2] = [Box::new(bot), Box::new(bot)];
                        agents[seat] = name.build().unwrap();
                        let record =
                            play_game(&fixture, &mut agents, &NoClock, &CancelFlag::new()).unwrap();
                        let result = record.result.unwrap();
                        let [first, second] = result.final_scores;
                        let won = result.winner == Some(seat as u8 + 1);
                        let sign = if seat == 0 { 1 } else { -1 };
                        assert!(
                            sign * (first - second) >= sign * least
                                || result.reason_for_end == "forfeit" && won,
                            "{passing} {illegal:?} {bot:?} against seat {seat}: {first} - {second}, \
                             {least} expected ({})",
                            result.reason_for_end
                        );
                    }
                }
            }
        }
    }
}
