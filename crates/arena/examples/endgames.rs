//! Measures how long exact endgames take: `endgames PASSING LIVE POSITIONS`. The positions, with that
//! many live cells, are from games of `alphabeta` against itself after random 4-ply openings.
//! `strong` solves each without limits.

mod clock;

use std::sync::Arc;

use clock::ProcessorClock;
use quadrille_arena::tournament::Openings;
use quadrille_arena::{AgentName, GameState, NewGame, Passing, Ruleset, Seat};
use quadrille_engine::{BoxShape, CancelFlag, Clock, Counter, Limits, Meter};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [passing, live, positions] = args.as_slice() else {
        eprintln!("usage: endgames PASSING LIVE POSITIONS");
        std::process::exit(2);
    };
    let passing = Passing::from_id(passing).expect("a pass rule");
    let live: usize = live.parse().expect("a number of cells");
    let positions: usize = positions.parse().expect("a number of positions");
    let rules = Arc::new(Ruleset::empty(BoxShape::NINE).with_passing(passing));
    let build = |name: &str| AgentName::parse(name).expect("a name").build().expect("an agent");
    let cancel = CancelFlag::new();
    let meter = || {
        Meter::new(Limits::NONE, Counter::Expanded, &cancel, &ProcessorClock)
            .expect("no time limit")
    };
    let mut times = Vec::new();
    let mut opening = 0;
    while times.len() < positions {
        let mut state = GameState::new(rules.clone());
        for mv in Openings::Random(4).moves(&rules, 5, opening) {
            state.play(mv);
        }
        opening += 1;
        let cells = |state: &GameState| {
            state.board().legal_by_cell().iter().filter(|legal| !legal.is_empty()).count()
        };
        let mut mover = build("alphabeta");
        while state.outcome().is_none() && cells(&state) > live {
            let mv = mover.choose(&state, &mut meter()).expect("a move");
            state.play(mv);
        }
        if state.outcome().is_some() || cells(&state) != live {
            continue;
        }
        let mut strong = build("strong:nodes=1000000000000");
        let game = NewGame { rules: rules.clone(), seat: Seat::First, seed: 1 };
        strong.start(&game, &mut meter()).expect("plays 9x9");
        let began = ProcessorClock.cpu();
        strong.choose(&state, &mut meter()).expect("a move");
        times.push((ProcessorClock.cpu() - began).as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{passing}, {live} live cells, {positions} positions: median {:.1} ms, nine of ten {:.1} ms, most {:.1} ms",
        at(0.5),
        at(0.9),
        at(1.0)
    );
}
