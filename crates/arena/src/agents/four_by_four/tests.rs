//! Compares the search with slow and obvious ways to compute the same values.

use std::sync::Arc;

use quadrille_core::{BoxShape, CancelFlag, Candidate, Cell, Edges, Grid, Meter, Puzzle, Rng};

use super::SolvedGames;
use super::search::Searched;
use crate::agent::NODE;
use crate::agents::limits::MoveMeter;
use crate::agents::pass_value::Terms;
use crate::game::{GameState, Move, Passing, Ruleset};

const ENDING: [Passing; 3] = [Passing::Forbidden, Passing::TwoPassEnd, Passing::NoDoublePass];

fn shape() -> BoxShape {
    BoxShape::of_side(4).unwrap()
}

/// An empty board with that many edges.
fn board(edges: usize, rng: &mut Rng) -> Puzzle {
    let mut all: Vec<(Cell, Cell)> = (0..16)
        .flat_map(|cell| {
            [(cell % 4 < 3).then_some((cell, cell + 1)), (cell < 12).then_some((cell, cell + 4))]
        })
        .flatten()
        .map(|(a, b)| (Cell::new(a), Cell::new(b)))
        .collect();
    let pairs: Vec<_> = (0..edges).map(|_| all.swap_remove(rng.below(all.len()))).collect();
    Puzzle::new(Grid::empty(shape()), Edges::new(shape(), pairs).unwrap()).unwrap()
}

/// A game after that many random placements.
fn game(puzzle: Puzzle, passing: Passing, plies: usize, rng: &mut Rng) -> GameState {
    let mut state = GameState::new(Arc::new(Ruleset::new(puzzle).with_passing(passing)));
    for _ in 0..plies {
        let moves: Vec<Candidate> = state.board().placements().collect();
        if moves.is_empty() {
            break;
        }
        let placement = moves[rng.below(moves.len())];
        state.play(Move::Place(placement));
    }
    state
}

/// The margin that the mover still gains, by playing every game.
fn margin(state: &mut GameState) -> i32 {
    if state.outcome().is_some() {
        return 0;
    }
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    moves.into_iter().map(|mv| worth(state, mv)).max().expect("the game is not over")
}

fn worth(state: &mut GameState, mv: Move) -> i32 {
    let played = state.play(mv);
    let value = played.points - margin(state);
    state.undo(played);
    value
}

fn searched(state: &GameState, meter: &mut Meter<'_>) -> (Candidate, i32) {
    let rules = state.rules();
    let mut searched = Searched::new(rules.board.edges().pairs(), Terms::of(rules));
    searched.best(state.board(), &mut MoveMeter::new(meter)).unwrap()
}

#[test]
fn the_search_finds_what_playing_every_game_finds() {
    let mut rng = Rng::from_seed(4);
    let mut compared = 0;
    while compared < 150 {
        let edges = rng.below(25);
        let passing = ENDING[compared % 3];
        let puzzle = board(edges, &mut rng);
        let plies = 5 + rng.below(8);
        let mut state = game(puzzle, passing, plies, &mut rng);
        // Playing every game takes time: not too many of them. One with 13 pairs took 15 s.
        if state.outcome().is_some() || !(2..=12).contains(&state.board().pairs()) {
            continue;
        }
        let (best, value) = searched(&state, &mut Meter::unlimited());
        let values: Vec<(Candidate, i32)> = {
            let placements: Vec<Candidate> = state.board().placements().collect();
            placements.into_iter().map(|p| (p, worth(&mut state, Move::Place(p)))).collect()
        };
        let most = values.iter().map(|&(_, value)| value).max().unwrap();
        assert_eq!(value, most, "{passing} {state:?}");
        assert!(values.contains(&(best, most)), "{passing} {best:?} {state:?}");
        compared += 1;
    }
}

#[test]
fn the_search_agrees_with_the_table_without_edges() {
    for (index, passing) in ENDING.into_iter().enumerate() {
        let solved = SolvedGames::default();
        let mut rng = Rng::from_seed(index as u64);
        for round in 0..40 {
            let state = game(board(0, &mut rng), passing, round / 4, &mut rng);
            let (best, value) = searched(&state, &mut Meter::unlimited());
            let values = solved.values(&state, &CancelFlag::new()).unwrap().unwrap();
            assert_eq!(value, values.iter().map(|v| v.1).max().unwrap(), "{passing} {state:?}");
            assert!(values.contains(&(best, value)));
        }
    }
}

#[test]
fn the_first_move_on_an_empty_board_with_edges_takes_few_nodes() {
    let mut rng = Rng::from_seed(1);
    // The hardest first: about a second of processor time holds more than a million.
    for edges in [2, 3, 12] {
        let puzzle = board(edges, &mut rng);
        for passing in ENDING {
            let state = game(puzzle.clone(), passing, 0, &mut rng);
            let mut meter = Meter::unlimited();
            searched(&state, &mut meter);
            let nodes = meter.counters[NODE];
            assert!(nodes < 1_300_000, "{edges} {passing}: {nodes}");
        }
    }
}

#[test]
fn a_budget_that_ends_early_still_gives_a_legal_move() {
    let mut rng = Rng::from_seed(7);
    for nodes in [0, 1, 100, 5000] {
        let state = game(board(3, &mut rng), Passing::Forbidden, 0, &mut rng);
        let mut meter = Meter::with_nodes(nodes, NODE);
        let (best, _) = searched(&state, &mut meter);
        assert!(state.board().is_legal(best));
        assert!(meter.counters[NODE] <= nodes);
    }
}
