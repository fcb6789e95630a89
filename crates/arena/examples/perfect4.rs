//! Measures `perfect4` and the 4x4 game:
//!
//! - `perfect4 positions`: counts the positions of the game by filled cells, and up to symmetry;
//! - `perfect4 values`: the value of the empty board by pass rule, completion bonus and pass cost;
//! - `perfect4 think BOARDS`: nodes and processor time of the first move on that many empty boards
//!   for each of 1 to 24 random edges, under the three pass rules that end a game;
//! - `perfect4 games GAMES [AGENT…]`: plays that many games against each other agent, without edges
//!   and from both seats, and counts those worse than the value of the game. There must be none.

mod clock;
mod positions;

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use clock::ProcessorClock;
use cpu_time::ThreadTime;
use quadrille_arena::tournament::{Openings, Plan, Series};
use quadrille_arena::{AgentName, GameState, NewGame, Passing, Points, Ruleset, Seat, analyze};
use quadrille_core::{BoxShape, CancelFlag, Cell, Counter, Edges, Grid, Meter, Puzzle, Rng};

/// The pass rules that end a game, with the value of the empty board for the first player.
const VALUES: [(Passing, i32); 3] =
    [(Passing::Forbidden, -9), (Passing::TwoPassEnd, 0), (Passing::NoDoublePass, 0)];

/// The other agents, with limits for those that have them.
const OTHERS: [&str; 8] = [
    "random-no-validation",
    "random-valid",
    "first-valid",
    "minimax",
    "alphabeta",
    "ia",
    "strong:ms=5",
    "mcts:nodes=1000",
];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |text: &String| text.parse::<usize>().ok();
    match (args.first().map(String::as_str), args.get(1).and_then(number)) {
        (Some("positions"), None) => print_positions(),
        (Some("values"), None) => print_values(),
        (Some("think"), Some(boards)) => think(boards),
        (Some("games"), Some(games)) => {
            let agents: Vec<&str> = args[2..].iter().map(String::as_str).collect();
            play(games, if agents.is_empty() { &OTHERS } else { &agents });
        }
        _ => {
            eprintln!(
                "usage: perfect4 positions | perfect4 values | perfect4 think BOARDS | perfect4 games GAMES [AGENT…]"
            );
            std::process::exit(2);
        }
    }
}

fn print_positions() {
    let (all, classes) = positions::count();
    println!("filled   positions  up to symmetry");
    for (filled, (all, classes)) in all.into_iter().zip(classes).enumerate() {
        println!("{filled:>6} {all:>11} {classes:>15}");
    }
    println!("   all {:>11} {:>15}", all.iter().sum::<u64>(), classes.iter().sum::<u64>());
}

fn print_values() {
    let value = |passing, bonus: Points, pass_cost: Points| {
        let empty = Ruleset::empty(BoxShape::of_side(4).expect("a side with boxes"));
        let rules = Ruleset { bonus, pass_cost, ..empty.with_passing(passing) };
        let analysis = analyze(&GameState::new(Arc::new(rules)), &mut Meter::unlimited());
        analysis.expect("no limits").value
    };
    println!("pass rule        bonus  pass cost  value for the first player");
    for bonus in [0, 4, 8, 16] {
        println!(
            "{:<16} {bonus:>5}  {:>9}  {:+}",
            "forbidden",
            "-",
            value(Passing::Forbidden, bonus, 4)
        );
    }
    for passing in [Passing::NoDoublePass, Passing::TwoPassEnd] {
        for pass_cost in [0, 4, 16, 32, 64, 80, 100] {
            let value = value(passing, 16, pass_cost);
            println!("{:<16} {:>5}  {pass_cost:>9}  {value:+}", passing.to_string(), 16);
        }
    }
}

fn think(boards: usize) {
    let shape = BoxShape::of_side(4).expect("a side with boxes");
    let mut rng = Rng::from_seed(1);
    println!("edges  largest nodes and milliseconds of a first move, by pass rule");
    for edges in 1..=24 {
        let mut worst = [(0, 0.0_f64); 3];
        for _ in 0..boards {
            let puzzle = board(shape, edges, &mut rng);
            for ((passing, _), worst) in VALUES.into_iter().zip(&mut worst) {
                let (nodes, milliseconds) = first_move(&puzzle, passing);
                *worst = (worst.0.max(nodes), worst.1.max(milliseconds));
            }
        }
        print!("{edges:>5}");
        for ((passing, _), (nodes, milliseconds)) in VALUES.into_iter().zip(worst) {
            print!("  {passing} {nodes:>7} {milliseconds:>4.0} ms");
        }
        println!();
    }
}

/// An empty board with that many random edges.
fn board(shape: BoxShape, edges: usize, rng: &mut Rng) -> Puzzle {
    let side = shape.side();
    let mut all = Vec::new();
    for cell in 0..shape.cells() {
        if cell % side + 1 < side {
            all.push((Cell::new(cell), Cell::new(cell + 1)));
        }
        if cell + side < shape.cells() {
            all.push((Cell::new(cell), Cell::new(cell + side)));
        }
    }
    let pairs: Vec<_> = (0..edges).map(|_| all.swap_remove(rng.below(all.len()))).collect();
    let edges = Edges::new(shape, pairs).expect("neighbors");
    Puzzle::new(Grid::empty(shape), edges).expect("an empty grid has no conflict")
}

fn first_move(puzzle: &Puzzle, passing: Passing) -> (u64, f64) {
    let rules = Arc::new(Ruleset::new(puzzle.clone()).with_passing(passing));
    let name = AgentName::parse("perfect4").expect("an agent");
    let mut agent = name.build().expect("it needs no terminal");
    let begun = ThreadTime::now();
    let mut meter = Meter::unlimited();
    let game = NewGame { rules: rules.clone(), seat: Seat::First, seed: 1 };
    agent.start(&game, &mut meter).expect("it plays 4x4");
    agent.choose(&GameState::new(rules), &mut meter).expect("a move");
    (meter.counters[Counter::Expanded], begun.elapsed().as_secs_f64() * 1e3)
}

fn play(games: usize, others: &[&str]) {
    let shape = BoxShape::of_side(4).expect("a side with boxes");
    let mut worse_at_all = 0;
    for (passing, value) in VALUES {
        for other in others {
            let names = ["perfect4", other]
                .map(|name| AgentName::parse(name).unwrap_or_else(|why| panic!("{why}")));
            let series = Series {
                rules: Arc::new(Ruleset::empty(shape).with_passing(passing)),
                agents: names.to_vec(),
                pairings: Plan::RoundRobin.pairings(2, games),
                openings: Openings::None,
                seed: 1,
            };
            // By seat: games, games worse than the value, the least margin.
            let mut tally = [(0, 0, i32::MAX); 2];
            let cancel = CancelFlag::new();
            let end = series.play(1, &BTreeSet::new(), &ProcessorClock, &cancel, &mut |record| {
                let result = record.result.expect("a complete game");
                let [first, second] = result.final_scores;
                let seat = usize::from(series.pairings[record.header.game].players[0] != 0);
                let (margin, least) = [(first - second, value), (second - first, -value)][seat];
                // An opponent that forfeits loses, whatever the score.
                let forfeit = result.reason_for_end == "forfeit";
                let own = &mut tally[seat];
                own.0 += 1;
                own.1 += u32::from(margin < least && !forfeit);
                own.2 = own.2.min(if forfeit { i32::MAX } else { margin });
                ControlFlow::Continue(())
            });
            end.unwrap_or_else(|error| panic!("{error}"));
            let margin = |least: i32| match least {
                i32::MAX => "-".to_owned(),
                least => format!("{least:+}"),
            };
            let [first, second] = tally;
            println!(
                "{passing} {other}: first {} games, {} worse than {value:+}, least margin {}; \
                 second {} games, {} worse than {:+}, least margin {}",
                first.0,
                first.1,
                margin(first.2),
                second.0,
                second.1,
                -value,
                margin(second.2),
            );
            worse_at_all += first.1 + second.1;
        }
    }
    println!("{worse_at_all} games worse than the value");
    std::process::exit(i32::from(worse_at_all > 0));
}
