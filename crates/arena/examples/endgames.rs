//! Measures how long exact endgames take: `endgames PASSING LIVE POSITIONS [ROWS COLUMNS]`. The
//! positions, with that many live cells, are from games of `alphabeta` against itself after random
//! 4-ply openings, on a board with boxes of 3x3 or of ROWS x COLUMNS. `strong` solves each without
//! limits.

mod clock;

use std::sync::Arc;

use clock::ProcessorClock;
use quadrille_arena::tournament::Openings;
use quadrille_arena::{AgentName, GameState, NewGame, Passing, Ruleset, Seat};
use quadrille_core::{BoxShape, CancelFlag, Clock, Counter, Limits, Meter};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (passing, live, positions, shape) = match args.as_slice() {
        [passing, live, positions] => (passing, live, positions, BoxShape::NINE),
        [passing, live, positions, rows, columns] => {
            let number = |text: &String| text.parse().expect("a number of rows or columns");
            let shape = BoxShape::new(number(rows), number(columns)).expect("a box shape");
            (passing, live, positions, shape)
        }
        _ => {
            eprintln!("usage: endgames PASSING LIVE POSITIONS [ROWS COLUMNS]");
            std::process::exit(2);
        }
    };
    let passing = Passing::from_id(passing).expect("a pass rule");
    let live: usize = live.parse().expect("a number of cells");
    let positions: usize = positions.parse().expect("a number of positions");
    let rules = Arc::new(Ruleset::empty(shape).with_passing(passing));
    let build = |name: &str| AgentName::parse(name).expect("a name").build().expect("an agent");
    let cancel = CancelFlag::new();
    let meter = || {
        Meter::new(Limits::NONE, Counter::Expanded, &cancel, &ProcessorClock)
            .expect("no time limit")
    };
    let mut times = Vec::new();
    let mut nodes = Vec::new();
    let mut empty = 0;
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
        strong.start(&game, &mut meter()).expect("plays all boards");
        let mut meter = meter();
        let began = ProcessorClock.cpu();
        strong.choose(&state, &mut meter).expect("a move");
        times.push((ProcessorClock.cpu() - began).as_secs_f64() * 1e3);
        nodes.push(meter.counters[Counter::Expanded]);
        empty += state.board().empty();
    }
    times.sort_by(f64::total_cmp);
    nodes.sort_unstable();
    let at = |share: f64| ((times.len() - 1) as f64 * share) as usize;
    let (half, most, all) = (at(0.5), at(0.9), at(1.0));
    println!(
        "{passing}, {live} live of {:.1} empty cells, {positions} positions: \
         median {:.1} ms and {} nodes, nine of ten {:.1} ms and {}, most {:.1} ms and {}",
        empty as f64 / times.len() as f64,
        times[half],
        nodes[half],
        times[most],
        nodes[most],
        times[all],
        nodes[all],
    );
}
