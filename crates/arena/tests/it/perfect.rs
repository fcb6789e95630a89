//! Perfect play never does worse than the value of the game, whoever sits opposite.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use quadrille::{BoxShape, CancelFlag, NoClock};
use quadrille_arena::tournament::{Openings, Plan, Series};
use quadrille_arena::{AGENTS, AgentName, Build, Passing, Ruleset};

#[test]
fn perfect_play_keeps_the_value_from_both_seats() {
    for (passing, value) in
        [(Passing::Forbidden, -9), (Passing::TwoPassEnd, 0), (Passing::NoDoublePass, 0)]
    {
        let rules = Ruleset::empty(BoxShape::of_side(4).unwrap()).with_passing(passing);
        for entry in AGENTS {
            if matches!(entry.build, Build::Terminal) {
                continue;
            }
            // Those that draw no numbers play the same two games again; sampling is slow.
            let games = match entry.id {
                "random-valid" | "random-no-validation" => 1000,
                "mcts" => 10,
                _ => 2,
            };
            let mut rules = rules.clone();
            rules.clock.nodes_per_move = Some(5000);
            let names = ["perfect4", entry.id].map(|name| AgentName::parse(name).unwrap());
            let series = Series {
                rules: Arc::new(rules),
                agents: names.to_vec(),
                pairings: Plan::RoundRobin.pairings(2, games),
                openings: Openings::None,
                seed: 1,
            };
            let (clock, cancel) = (NoClock, CancelFlag::new());
            series.play(2, &BTreeSet::new(), &clock, &cancel, &mut |record| {
                let [first, second] = record.result.final_scores;
                let own = series.pairings[record.header.game].players[0] == 0;
                let (margin, least) =
                    if own { (first - second, value) } else { (second - first, -value) };
                let won_by_forfeit = record.result.reason_for_end == "forfeit";
                assert!(
                    margin >= least || won_by_forfeit,
                    "{passing} {}: {margin} in {:?}",
                    entry.id,
                    record.header
                );
                ControlFlow::Continue(())
            });
        }
    }
}
