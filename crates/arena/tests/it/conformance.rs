//! Tests every registered agent in the same way.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use quadrille_arena::game::{GameRecord, GameResult};
use quadrille_arena::tournament::{Openings, Plan, Series, SeriesEnd};
use quadrille_arena::{AGENTS, AgentName, Build, GameState, NewGame, Passing, Ruleset, Seat};
use quadrille_core::{
    BoxShape, CancelFlag, Cell, Counter, Edges, Grid, Limits, Meter, NoClock, Puzzle, WallClock,
};

fn rulesets() -> Vec<Ruleset> {
    let shape = |rows, columns| BoxShape::new(rows, columns).unwrap();
    let four = shape(2, 2);
    let pairs = [(0, 1), (5, 9), (14, 15)].map(|(a, b)| (Cell::new(a), Cell::new(b)));
    let edged = Puzzle::new(Grid::empty(four), Edges::new(four, pairs).unwrap()).unwrap();
    let mut rules = Vec::new();
    for passing in Passing::ALL {
        rules.push(Ruleset::empty(four).with_passing(passing));
        rules.push(Ruleset::new(edged.clone()).with_passing(passing));
        rules.push(Ruleset::empty(shape(2, 3)).with_passing(passing));
    }
    rules.push(Ruleset::empty(shape(1, 5)));
    rules.push(Ruleset::empty(shape(3, 3)));
    for rules in &mut rules {
        rules.ply_cap = 120;
        rules.clock.nodes_per_move = Some(300);
    }
    rules
}

fn series(rules: Ruleset, names: &[&str], games: usize) -> Series {
    let agents: Vec<AgentName> = names.iter().map(|name| AgentName::parse(name).unwrap()).collect();
    Series {
        rules: Arc::new(rules),
        pairings: Plan::RoundRobin.pairings(agents.len(), games),
        agents,
        openings: Openings::Random(2),
        seed: 11,
    }
}

fn play(series: &Series, threads: usize) -> Vec<GameRecord> {
    let mut records = Vec::new();
    let end = series.play(threads, &BTreeSet::new(), &NoClock, &CancelFlag::new(), &mut |record| {
        records.push(record);
        ControlFlow::Continue(())
    });
    assert_eq!(end.unwrap(), SeriesEnd::Complete);
    records
}

#[test]
fn agents_play_legally_within_their_limits_and_repeatably() {
    for rules in rulesets() {
        for entry in AGENTS {
            let name = AgentName::parse(entry.id).unwrap();
            if matches!(entry.build, Build::Terminal) || name.supports(&rules).is_err() {
                continue;
            }
            let series = series(rules.clone(), &[entry.id, "random-valid"], 4);
            let records = play(&series, 1);
            assert_eq!(records.len(), 4);
            for record in &records {
                let result = record.result.as_ref().unwrap();
                record.replay(|_, _| {}).unwrap();
                let own = 1 + u8::from(record.header.players[0] != entry.id);
                if entry.id != "random-no-validation" {
                    assert_eq!(result.detail, None, "{}", entry.id);
                    let illegal = record.plies.iter().find(|ply| ply.player == own && ply.illegal);
                    assert_eq!(illegal, None, "{} {}", entry.id, rules.passing);
                }
                let most = result.nodes_max[usize::from(own - 1)];
                assert!(most <= 300, "{} took {most} nodes", entry.id);
            }
            let again = play(&series, 3);
            assert_eq!(records, again, "{} with another number of threads", entry.id);
        }
    }
}

#[test]
fn ids_are_unique_and_texts_complete() {
    let mut ids: Vec<&str> = AGENTS.iter().map(|entry| entry.id).collect();
    // Scripts rely on these ids.
    let contract = [
        "random-no-validation",
        "random-valid",
        "first-valid",
        "minimax",
        "alphabeta",
        "ia",
        "strong",
        "mcts",
        "perfect4",
        "human",
    ];
    assert_eq!(ids, contract);
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), contract.len());
    for entry in AGENTS {
        assert!(!entry.title.is_empty() && entry.about.ends_with('.'), "{}", entry.id);
        assert!(entry.parameters.iter().all(|parameter| !parameter.help.is_empty()));
        assert_eq!(AgentName::parse(entry.id).unwrap().to_string(), entry.id);
    }
}

#[test]
fn strong_players_fill_the_last_cell() {
    let shape = BoxShape::of_side(6).unwrap();
    let mut digits: Vec<u8> =
        (0..36).map(|i| ((i / 6 * 3 + i / 12 + i % 6) % 6 + 1) as u8).collect();
    digits[17] = 0;
    let board = Puzzle::try_from(Grid::from_digits(shape, &digits).unwrap()).unwrap();
    for name in ["strong", "mcts", "minimax"] {
        let series = Series {
            openings: Openings::None,
            ..series(Ruleset::new(board.clone()), &[name, "ia"], 1)
        };
        let result = play(&series, 1).remove(0).result.unwrap();
        assert_eq!(result.reason_for_end, "full", "{name}");
        assert!(result.final_scores[0] > 3 * 36, "{name}");
    }
}

/// A server limits every move. Without a game clock that is a cap: an agent thinks as long as it
/// would in a match.
#[test]
fn a_limit_on_time_without_a_clock_is_no_time_to_think() {
    let state = GameState::new(Arc::new(Ruleset::empty(BoxShape::NINE)));
    let (clock, cancel) = (WallClock::new(), CancelFlag::new());
    for name in ["strong", "mcts"] {
        let nodes = |limits| {
            let mut meter = Meter::new(limits, Counter::Expanded, &cancel, &clock).unwrap();
            let mut agent = AgentName::parse(name).unwrap().build().unwrap();
            let new = NewGame { rules: state.rules().clone(), seat: Seat::First, seed: 1 };
            agent.start(&new, &mut meter).unwrap();
            agent.choose(&state, &mut meter).unwrap();
            meter.counters[Counter::Expanded]
        };
        let capped = Limits { time: Some(Duration::from_secs(20)), ..Limits::NONE };
        assert_eq!(nodes(capped), nodes(Limits::NONE), "{name}");
    }
}

#[test]
fn the_automata_are_distributed_as_the_originals() {
    let margins = |names: &[&str; 2], games: usize| {
        let rules = Ruleset::empty(BoxShape::NINE).with_passing(Passing::Unlimited);
        // Without openings and swapped seats: the first agent always moves first.
        let mut series = series(rules, names, 2 * games);
        series.openings = Openings::None;
        series.pairings.retain(|pairing| pairing.players == [0, 1]);
        let results: Vec<GameResult> =
            play(&series, 2).into_iter().filter_map(|record| record.result).collect();
        let count = results.len() as f64;
        let margin = |result: &GameResult| {
            let [a, b] = result.final_scores;
            f64::from(a - b)
        };
        let mean = results.iter().map(margin).sum::<f64>() / count;
        let square = results.iter().map(|r| (margin(r) - mean).powi(2)).sum::<f64>() / count;
        let plies = results.iter().map(|r| f64::from(r.plies)).sum::<f64>() / count;
        let lost = results.iter().map(|r| f64::from(r.final_scores[0])).sum::<f64>() / count;
        let won = results.iter().filter(|result| result.winner == Some(1)).count();
        (mean, square.sqrt(), plies, lost, won)
    };
    // Measured with the original: mean margin 543 (standard deviation 122), 98.6 plies.
    let (mean, deviation, plies, ..) = margins(&["random-valid", "random-no-validation"], 2000);
    assert!((mean - 543.0).abs() < 4.0 * 122.0 * (2.0 / 2000.0_f64).sqrt(), "{mean}");
    assert!((deviation - 122.0).abs() < 10.0, "{deviation}");
    assert!((plies - 98.6).abs() < 2.0, "{plies}");
    // 1934 of 2000 won, mean margin 176 (119).
    let (mean, deviation, _, _, won) = margins(&["first-valid", "random-valid"], 2000);
    assert!((mean - 176.0).abs() < 4.0 * 119.0 * (2.0 / 2000.0_f64).sqrt(), "{mean}");
    assert!((deviation - 119.0).abs() < 10.0, "{deviation}");
    assert!((won as f64 - 1934.0).abs() < 45.0, "{won}");
    // 661 plies, about -2480 each.
    let (_, _, plies, lost, _) = margins(&["random-no-validation", "random-no-validation"], 400);
    assert!((plies - 661.0).abs() < 25.0, "{plies}");
    assert!((lost + 2480.0).abs() < 120.0, "{lost}");
}
