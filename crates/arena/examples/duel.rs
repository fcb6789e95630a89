//! Plays a match on processor time, to measure strength on a machine that has other things to do:
//! `duel PASSING GAMES SEED AGENT AGENT [THREADS [SIDE [ELO0 ELO1]]]`, from random 4-ply openings.

mod clock;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use clock::ProcessorClock;
use quadrille_arena::game::GameRecord;
use quadrille_arena::tournament::{Openings, Plan, Series, Sprt, Standings};
use quadrille_arena::{AgentName, Passing, Points, Ruleset};
use quadrille_core::{BoxShape, CancelFlag};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [passing, games, seed, a, b, ..] = args.as_slice() else {
        eprintln!("usage: duel PASSING GAMES SEED AGENT AGENT [THREADS [SIDE [ELO0 ELO1]]]");
        std::process::exit(2);
    };
    let number = |index: usize, default: f64| {
        args.get(index).map_or(default, |text| text.parse().expect("a number"))
    };
    let side = number(6, 9.0) as usize;
    let shape = BoxShape::of_side(side).expect("a side with boxes");
    let passing = Passing::from_id(passing).expect("a pass rule");
    let names = [a, b].map(|name| AgentName::parse(name).unwrap_or_else(|e| panic!("{e}")));
    let series = Series {
        rules: Arc::new(Ruleset::empty(shape).with_passing(passing)),
        agents: names.to_vec(),
        pairings: Plan::RoundRobin.pairings(2, games.parse().expect("a number of games")),
        openings: Openings::Random(4),
        seed: seed.parse().expect("a seed"),
    };
    let bonus = series.rules.scoring().house();
    let mut gains = BTreeMap::<usize, Vec<[f64; 2]>>::new();
    let sprt = args.get(7).map(|_| Sprt { elo0: number(7, 0.0), elo1: number(8, 0.0) });
    let mut standings = Standings::new(2);
    let mut reasons = BTreeMap::<String, u32>::new();
    let threads = number(5, 1.0) as usize;
    let cancel = CancelFlag::new();
    let end = series.play(threads, &BTreeSet::new(), &ProcessorClock, &cancel, &mut |record| {
        let pairing = series.pairings[record.header.game];
        gains.entry(pairing.opening).or_default().push(gained(&record, pairing.players[0], bonus));
        standings.add(pairing.players, pairing.opening, &record);
        *reasons.entry(record.result.expect("complete").reason_for_end).or_default() += 1;
        match sprt.and_then(|test| standings.duel(0, 1).sprt(test).1) {
            Some(verdict) => {
                println!("{verdict:?}");
                ControlFlow::Break(())
            }
            None => ControlFlow::Continue(()),
        }
    });
    end.unwrap_or_else(|error| panic!("{error}"));
    let duel = standings.duel(0, 1);
    let (score, error) = duel.score_and_error().unwrap_or((f64::NAN, f64::NAN));
    println!(
        "{passing} {} - {}: {:?} score {:.1} % (se {:.1}) pairs {:?} margin {:+.1} (se {:.1})",
        names[0],
        names[1],
        duel.games,
        100.0 * score,
        100.0 * error,
        duel.pairs,
        duel.margin().unwrap_or(f64::NAN),
        duel.margin_error().unwrap_or(f64::NAN),
    );
    for (agent, name) in names.iter().enumerate() {
        let effort = standings.effort(agent);
        println!(
            "  {}: {} moves, {:.2} s, {:.1} ms a move, at most {:.1} ms, {:.2} Mnodes/s",
            name,
            effort.moves,
            effort.seconds,
            1e3 * effort.seconds / effort.moves as f64,
            1e3 * effort.seconds_max,
            effort.nodes as f64 / effort.seconds / 1e6,
        );
    }
    for (part, name) in ["points of digits", "houses"].iter().enumerate() {
        let pairs = gains
            .values()
            .map(|pair| pair.iter().map(|gained| gained[part]).sum::<f64>() / pair.len() as f64);
        let (mean, error) = mean_and_error(&pairs.collect::<Vec<f64>>());
        println!("  {name} more than the opponent: {mean:+.2} (se {error:.2}) a game");
    }
    println!("  {reasons:?}");
}

/// Returns how many points of digits and how many houses the first agent gained more than the
/// second, where `first` moved first. What houses pay would hide what digits do. The cost of passes
/// counts with the digits.
fn gained(record: &GameRecord, first: usize, bonus: Points) -> [f64; 2] {
    let mut gained = [0.0; 2];
    for ply in record.plies.iter().skip(4) {
        let sign = if (ply.player == 1) == (first == 0) { 1.0 } else { -1.0 };
        let houses = ply.points.max(0) / bonus;
        gained[0] += sign * f64::from(ply.points - bonus * houses);
        gained[1] += sign * f64::from(houses);
    }
    gained
}

fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0) / count).sqrt())
}
