//! The rules: perft counts, undo, effects of moves, and ends of games.

use std::sync::Arc;

use proptest::prelude::*;
use quadrille_arena::{
    Board, Effect, GameState, Illegal, Move, Passing, Reason, Ruleset, Seat, perft,
};
use quadrille_core::{BoxShape, Cell, Edges, Grid, Puzzle, Rng};

fn empty(side: usize) -> Board {
    Board::new(&Ruleset::empty(BoxShape::of_side(side).unwrap()).board)
}

/// Returns rules on a board of a random shape with random edges.
fn random_rules(seed: u64) -> Ruleset {
    let shapes = [(2, 2), (2, 3), (3, 2), (1, 5), (2, 4), (3, 3), (2, 5)];
    let mut rng = Rng::from_seed(seed);
    let (rows, columns) = shapes[rng.below(shapes.len())];
    let shape = BoxShape::new(rows, columns).unwrap();
    let side = shape.side();
    let mut pairs = Vec::new();
    for cell in 0..shape.cells() {
        if cell % side + 1 < side && rng.below(8) == 0 {
            pairs.push((Cell::new(cell), Cell::new(cell + 1)));
        }
        if cell + side < shape.cells() && rng.below(8) == 0 {
            pairs.push((Cell::new(cell), Cell::new(cell + side)));
        }
    }
    let board = Puzzle::new(Grid::empty(shape), Edges::new(shape, pairs).unwrap()).unwrap();
    let mut rules = Ruleset::new(board).with_passing(Passing::ALL[rng.below(4)]);
    rules.illegal = Illegal::ALL[rng.below(Illegal::ALL.len())];
    rules.ply_cap = 60 + rng.below(200) as u32;
    rules
}

#[test]
fn perft_of_the_empty_boards() {
    let counts = |side, depth| perft(&mut empty(side), depth);
    assert_eq!([counts(4, 1), counts(4, 2), counts(4, 3)], [64, 3392, 146_688]);
    assert_eq!(counts(9, 1), 729);
    assert_eq!(counts(9, 2), 729 * 700);
    // A published count.
    assert_eq!(counts(9, 3), 342_802_044);
}

#[test]
fn perft_of_the_empty_4x4_to_depth_6() {
    assert_eq!(perft(&mut empty(4), 6), 2_985_431_040);
}

/// Counts placements by the rules alone, on a grid without bookkeeping.
fn plain_perft(puzzle: &Puzzle, grid: &mut Grid, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut sequences = 0;
    for cell in puzzle.geometry().cells() {
        for value in 1..=puzzle.shape().side() as u8 {
            if grid.get(cell).is_none() {
                grid.set(cell, quadrille_core::Digit::new(value));
                if Puzzle::new(grid.clone(), puzzle.edges().clone()).is_ok() {
                    sequences += plain_perft(puzzle, grid, depth - 1);
                }
                grid.set(cell, None);
            }
        }
    }
    sequences
}

#[test]
fn perft_agrees_with_the_rules_on_boards_with_edges() {
    for seed in 0..12 {
        let rules = random_rules(seed);
        let depth = if rules.side() <= 6 { 2 } else { 1 };
        let mut grid = rules.board.givens().clone();
        let plain = plain_perft(&rules.board, &mut grid, depth);
        assert_eq!(perft(&mut Board::new(&rules.board), depth), plain, "{:?}", rules.board);
    }
    let mut board = empty(4);
    let mut slow = 0;
    for placement in board.placements().collect::<Vec<_>>() {
        board.place(placement);
        slow += perft(&mut board, 3);
        board.undo();
    }
    assert_eq!(perft(&mut board, 4), slow);
}

/// Returns a random move, which is sometimes illegal.
fn some_move(state: &GameState, rng: &mut Rng) -> Move {
    let mut legal = Vec::new();
    state.legal_moves(&mut legal);
    let side = state.rules().side();
    match rng.below(20) {
        0 => Move::at(side, rng.below(side + 2) as i64, rng.below(side) as i64, 1),
        1 => Move::Pass,
        _ => *rng.pick(&legal).unwrap(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..Default::default() })]

    #[test]
    fn undo_after_play_is_the_identity(seed in any::<u64>()) {
        let rules = Arc::new(random_rules(seed));
        let mut rng = Rng::from_seed(seed ^ 1);
        let mut state = GameState::new(rules.clone());
        let mut past = Vec::new();
        while state.outcome().is_none() {
            let before = state.clone();
            let played = state.play(some_move(&state, &mut rng));
            past.push((before, played));
        }
        // The incremental board equals one built from its digits.
        let fresh = Puzzle::new(state.board().grid(), rules.board.edges().clone()).unwrap();
        prop_assert_eq!(state.board(), &Board::new(&fresh));
        for (before, played) in past.into_iter().rev() {
            state.undo(played);
            prop_assert_eq!(&state, &before);
        }
    }

    #[test]
    fn legal_digits_after_a_placement_are_predicted(seed in any::<u64>()) {
        let rules = random_rules(seed);
        let mut rng = Rng::from_seed(seed ^ 2);
        let mut board = Board::new(&rules.board);
        while board.pairs() > 0 {
            let all: Vec<_> = board.placements().collect();
            let placement = *rng.pick(&all).unwrap();
            let predicted = board.pairs_after(placement);
            let completes = board.completes(placement.cell);
            let legal: Vec<_> = board
                .geometry()
                .cells()
                .map(|cell| board.legal_after(placement, cell))
                .collect();
            prop_assert_eq!(board.place(placement), completes);
            prop_assert_eq!(board.pairs(), predicted);
            for (cell, legal) in board.geometry().cells().zip(legal) {
                if cell != placement.cell {
                    prop_assert_eq!(board.legal(cell), legal);
                }
            }
        }
    }
}

fn play_all(rules: Ruleset, moves: &[Move]) -> GameState {
    let mut state = GameState::new(Arc::new(rules));
    for &mv in moves {
        state.play(mv);
    }
    state
}

#[test]
fn passes_and_attempts_do_what_the_ruleset_says() {
    let four = || Ruleset::empty(BoxShape::of_side(4).unwrap());
    let illegal = Move::at(4, 9, 0, 1);
    let ended = |passing, moves: &[Move]| {
        let state = play_all(four().with_passing(passing), moves);
        (state.scores(), state.outcome().map(|o| (o.reason, o.winner)))
    };
    let pass = Move::Pass;
    assert_eq!(
        ended(Passing::TwoPassEnd, &[pass, pass]),
        ([-4, -4], Some((Reason::TwoPasses, None)))
    );
    assert_eq!(ended(Passing::Unlimited, &[pass, pass]), ([-4, -4], None));
    // There, what is no placement after a pass loses the game, since it would be a pass in disguise.
    let lost = Some((Reason::Forfeit, Some(Seat::First)));
    assert_eq!(ended(Passing::NoDoublePass, &[pass, pass]), ([-4, 0], lost));
    assert_eq!(ended(Passing::NoDoublePass, &[pass, illegal]), ([-4, 0], lost));
    assert_eq!(ended(Passing::NoDoublePass, &[illegal, pass]), ([-4, -4], None));
    // Unless the ruleset says otherwise: then it does not count as a pass.
    let mut lenient = four().with_passing(Passing::NoDoublePass);
    lenient.illegal = Illegal::PenaltyAlways;
    assert_eq!(play_all(lenient, &[pass, pass, pass]).scores(), [-8, -4]);
    assert_eq!(
        ended(Passing::Forbidden, &[pass]),
        ([0, 0], Some((Reason::Forfeit, Some(Seat::Second))))
    );
    // An illegal attempt between two passes.
    assert_eq!(ended(Passing::TwoPassEnd, &[pass, illegal, pass]), ([-8, -4], None));
    assert_eq!(
        ended(Passing::Forbidden, &[illegal]),
        ([0, 0], Some((Reason::Forfeit, Some(Seat::Second))))
    );
    let mut strict = four();
    strict.illegal = Illegal::Forfeit;
    let mut state = GameState::new(Arc::new(strict));
    assert_eq!(state.play(illegal).effect, Effect::Forfeited);
    assert_eq!(state.outcome().unwrap().winner, Some(Seat::Second));
    let mut short = four();
    short.ply_cap = 3;
    let state = play_all(short, &[Move::at(4, 0, 0, 4), pass, Move::at(4, 0, 1, 3)]);
    assert_eq!(state.outcome().map(|o| (o.reason, o.winner)), {
        Some((Reason::PlyCap, Some(Seat::First)))
    });
}

#[test]
fn completed_houses_pay_and_givens_do_not() {
    let shape = BoxShape::of_side(4).unwrap();
    let text: [u8; 16] = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 0];
    let board = Puzzle::try_from(Grid::from_digits(shape, &text).unwrap()).unwrap();
    let state = play_all(Ruleset::new(board), &[Move::at(4, 3, 3, 1)]);
    assert_eq!(state.scores(), [1 + 3 * 16, 0]);
    assert_eq!(state.outcome().unwrap().reason, Reason::Full);
    let full = Puzzle::try_from(state.board().grid()).unwrap();
    let outcome = GameState::new(Arc::new(Ruleset::new(full))).outcome().unwrap();
    assert_eq!((outcome.reason, outcome.winner), (Reason::Full, None));
}
