//! The referee: clocks, illegal attempts, losses without a move, and games that are resumed.

use std::sync::Arc;
use std::time::Duration;

use quadrille_arena::game::{GameRecord, MoveInfo};
use quadrille_arena::{
    Choice, ClockRule, Effect, Fixture, Forfeit, GameState, Illegal, Move, Passing, Points, Reason,
    Referee, Ruleset, Ruling, Seat, Turn,
};
use quadrille_core::{BoxShape, Grid, Limits, Rng};

const NOTHING: Duration = Duration::ZERO;

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

fn rules(passing: Passing, illegal: Illegal) -> Ruleset {
    let mut rules = Ruleset::empty(BoxShape::new(2, 2).unwrap()).with_passing(passing);
    rules.illegal = illegal;
    rules
}

fn referee(rules: Ruleset, opening: &[Move]) -> Referee {
    Referee::new(&Fixture {
        rules: Arc::new(rules),
        opening: opening.to_vec(),
        names: ["one", "two"].map(str::to_owned),
        game: 3,
        seed: 7,
    })
}

/// What a player does in a turn.
#[derive(Clone, Debug)]
enum Act {
    Play(Choice, Duration),
    Fail(Seat, Forfeit, Option<Duration>),
}

impl Act {
    fn random(state: &GameState, rng: &mut Rng) -> Self {
        let mut legal = Vec::new();
        state.legal_moves(&mut legal);
        let spent = Duration::from_nanos(rng.below_u64(1_600_000_001));
        let mv = match rng.below(40) {
            0 => {
                let loser = Seat::BOTH[rng.below(2)];
                let why = [Forfeit::Resigned, Forfeit::Failed("crashed".to_owned())];
                let spent = (loser == state.seat()).then_some(spent);
                return Self::Fail(loser, why[rng.below(2)].clone(), spent);
            }
            1 => Move::Nowhere { row: 9, column: 0, value: 1 },
            2 => Move::at(4, 0, 0, 1),
            3..=5 => Move::Pass,
            _ => rng.pick(&legal).copied().unwrap_or(Move::Pass),
        };
        let info = (rng.below(3) == 0).then(|| MoveInfo { score: Some(4), ..MoveInfo::default() });
        Self::Play(Choice { mv, nodes: rng.below_u64(1000), info }, spent)
    }

    fn on(self, referee: &mut Referee) -> Ruling {
        match self {
            Self::Play(choice, spent) => referee.play(choice, spent),
            Self::Fail(seat, why, spent) => referee.fail(seat, &why, spent),
        }
    }
}

/// Plays a random game. Returns what was done, and the referee before each of it and at the end.
fn random_game(seed: u64) -> (Vec<Act>, Vec<Referee>) {
    let mut rng = Rng::from_seed(seed);
    let illegal = Illegal::ALL[rng.below(3)];
    let mut rules = rules(Passing::ALL[rng.below(4)], illegal);
    rules.ply_cap = [9, 30][rng.below(2)];
    rules.clock = ClockRule {
        per_game: (rng.below(2) == 0).then_some(ms(5000)),
        increment: ms([0, 600][rng.below(2)]),
        per_move: (rng.below(2) == 0).then_some(ms(1500)),
        margin: ms([0, 90][rng.below(2)]),
        nodes_per_move: (rng.below(2) == 0).then_some(1000),
    };
    let opening = [Move::at(4, 0, 0, 1), Move::at(4, 3, 3, 2), Move::Pass];
    let opening = if rules.passing == Passing::Forbidden { &opening[..2] } else { &opening };
    let mut before = vec![referee(rules, &opening[..rng.below(opening.len() + 1)])];
    let mut acts = Vec::new();
    while let Turn::Move { .. } = before.last().unwrap().turn() {
        let mut referee = before.last().unwrap().clone();
        let act = Act::random(referee.state(), &mut rng);
        act.clone().on(&mut referee);
        acts.push(act);
        before.push(referee);
    }
    (acts, before)
}

/// Checks that two referees are in the same game, at the same point, with the same clocks.
fn assert_same(one: &Referee, other: &Referee) {
    assert_eq!(one.record(), other.record());
    assert_eq!(one.state(), other.state());
    assert_eq!(one.turn(), other.turn());
    assert_eq!(Seat::BOTH.map(|seat| one.time_left(seat)), Seat::BOTH.map(|s| other.time_left(s)));
}

#[test]
fn a_game_resumed_at_any_ply_is_the_uninterrupted_one() {
    for seed in 0..60 {
        let (acts, before) = random_game(seed);
        for (index, at) in before.iter().enumerate() {
            let text = at.record().to_lines();
            let read = GameRecord::read_all(&text).unwrap().remove(0);
            let mut resumed = Referee::resume(read).unwrap();
            assert_same(&resumed, at);
            for act in &acts[index..] {
                act.clone().on(&mut resumed);
            }
            assert_same(&resumed, before.last().unwrap());
        }
    }
}

#[test]
fn moves_taken_back_leave_the_game_before_them() {
    for seed in 0..60 {
        let (_, before) = random_game(seed);
        let end = before.last().unwrap();
        for at in before.iter().filter(|at| at.record().result.is_none()) {
            let mut referee = end.clone();
            referee.take_back(at.record().plies.len());
            assert_same(&referee, at);
        }
    }
}

/// The result follows from the lines of plies alone, by the definitions.
#[test]
fn records_equal_a_slow_replay() {
    let mut ends = std::collections::BTreeSet::new();
    for seed in 0..200 {
        let (acts, before) = random_game(seed);
        let end = before.last().unwrap();
        let (record, rules) = (end.record(), end.state().rules());
        let mut state = GameState::new(rules.clone());
        let mut scores: [Points; 2] = [0; 2];
        let (mut spent, mut moves) = ([NOTHING; 2], [0; 2]);
        let mut played = acts.iter();
        for (index, ply) in record.plies.iter().enumerate() {
            assert_eq!((ply.ply as usize, ply.player), (index + 1, state.seat().number()));
            let seat = state.seat().index();
            let legal = state.is_legal(ply.mv(4).unwrap());
            scores[seat] += state.play(ply.mv(4).unwrap()).points;
            assert_eq!([ply.score1, ply.score2], scores);
            assert_eq!(ply.illegal, !legal);
            if index < record.header.opening_plies {
                assert_eq!((ply.nodes, ply.seconds), (0, None));
                continue;
            }
            let Some(Act::Play(choice, took)) = played.next() else { panic!("{ply:?}") };
            assert_eq!((ply.nodes, &ply.info), (choice.nodes, &choice.info));
            assert_eq!(ply.seconds, Some(took.as_secs_f64()));
            assert!(*took <= most(&rules.clock, spent[seat], moves[seat]));
            spent[seat] += *took;
            moves[seat] += 1;
        }
        let result = record.result.as_ref().unwrap();
        ends.insert(result.reason_for_end.clone());
        assert_eq!(result.final_scores, scores);
        assert_eq!(record.replay(|_, _| {}).as_ref(), Ok(end.state()));
        // What is left is what ended the game without a ply.
        let mut loss = played.cloned();
        let (detail, lost_after) = match loss.next() {
            None => {
                assert!(state.outcome().is_some());
                let last = record.plies.last().map(|ply| ply.mv(4).unwrap().name(4).to_string());
                let is_forfeit = result.reason_for_end == "forfeit";
                (is_forfeit.then(|| format!("illegal move {}", last.unwrap())), None)
            }
            Some(act) => {
                let (seat, why, took) = match act {
                    Act::Play(_, took) => (state.seat(), "none".to_owned(), Some(took)),
                    Act::Fail(seat, why, took) => (seat, why.to_string(), took),
                };
                let index = seat.index();
                let is_late =
                    took.is_some_and(|took| took > most(&rules.clock, spent[index], moves[index]));
                let why = if is_late { "out of time" } else { &why };
                assert_eq!(result.reason_for_end, if is_late { "time" } else { "forfeit" });
                assert_eq!(result.winner, Some(seat.other().number()));
                (Some(format!("{seat}: {why}")), took.map(|took| took.as_secs_f64()))
            }
        };
        assert_eq!((&result.detail, result.lost_after_seconds), (&detail, lost_after));
        assert!(loss.next().is_none());
    }
    let all = ["forfeit", "full", "ply-cap", "stuck", "time", "two-passes"];
    assert_eq!(ends.iter().collect::<Vec<_>>(), all);
}

/// The longest time for a move that still counts.
fn most(clock: &ClockRule, spent: Duration, moves: u32) -> Duration {
    let left = |base: Duration| (base + clock.increment * moves).saturating_sub(spent);
    let game = clock.per_game.map_or(Duration::MAX, left);
    let time = game.min(clock.per_move.unwrap_or(Duration::MAX));
    if time == Duration::MAX { time } else { time + clock.margin }
}

#[test]
fn time_is_over_just_after_the_margin() {
    let mut rules = rules(Passing::TwoPassEnd, Illegal::Penalty);
    rules.clock = ClockRule {
        per_game: Some(ms(1000)),
        increment: ms(200),
        per_move: Some(ms(900)),
        margin: ms(50),
        nodes_per_move: Some(77),
    };
    let mut start = referee(rules, &[]);
    let limits = |ms_left| Limits { time: Some(ms(ms_left)), nodes: Some(77), ..Limits::NONE };
    assert_eq!(start.turn(), Turn::Move { seat: Seat::First, limits: limits(900) });
    // The whole time of a move, and of the margin.
    start.play(Move::at(4, 0, 0, 1).into(), ms(950));
    start.play(Move::at(4, 0, 1, 2).into(), ms(100));
    // 1000 ms and 200 ms for a move, without the 950 ms.
    assert_eq!(start.turn(), Turn::Move { seat: Seat::First, limits: limits(250) });
    assert_eq!(start.time_left(Seat::Second), Some(ms(900)));
    assert_eq!(start.deadline(), Some(ms(300)));
    let mv = Move::at(4, 0, 2, 3);
    let mut in_time = start.clone();
    assert!(!in_time.is_late(ms(300)));
    assert!(matches!(in_time.play(mv.into(), ms(300)), Ruling::Played(_)));
    // Nothing is left but what the move adds.
    assert_eq!(in_time.time_left(Seat::First), Some(ms(150)));

    let late = ms(300) + Duration::from_nanos(1);
    assert!(start.is_late(late));
    let mut others = [start.clone(), start.clone(), start.clone()];
    assert_eq!(others[0].play(mv.into(), late), Ruling::Lost);
    // Who fails or resigns too late has lost on time before.
    assert_eq!(others[1].fail(Seat::First, &Forfeit::Resigned, Some(late)), Ruling::Lost);
    // A player who notices itself that its time is over loses also within the margin.
    assert_eq!(others[2].fail(Seat::First, &Forfeit::Time, Some(ms(250))), Ruling::Lost);
    for (other, taken) in others.iter().zip([late, late, ms(250)]) {
        let result = other.record().result.as_ref().unwrap();
        assert_eq!((result.reason_for_end.as_str(), result.winner), ("time", Some(2)));
        assert_eq!(result.detail.as_deref(), Some("player 1: out of time"));
        assert_eq!(result.lost_after_seconds, Some(taken.as_secs_f64()));
        assert_eq!((result.plies, other.state().ply()), (2, 2));
        assert!(matches!(other.turn(), Turn::Over(end) if end.reason == Reason::Time));
    }
}

#[test]
fn illegal_attempts_do_what_the_rules_say() {
    let mut effects = Vec::new();
    for passing in Passing::ALL {
        for illegal in Illegal::ALL {
            for after_pass in [false, true] {
                let opening = if after_pass { &[Move::Pass][..] } else { &[] };
                if after_pass && !passing.allows(false) {
                    continue;
                }
                let mut referee = referee(rules(passing, illegal), opening);
                let mv = Move::at(4, 0, 4, 1);
                let ruling = referee.play(mv.into(), NOTHING);
                let Ruling::Played(played) = ruling else { panic!("{ruling:?}") };
                let lost = illegal == Illegal::Forfeit
                    || passing == Passing::Forbidden
                    || (passing, illegal, after_pass)
                        == (Passing::NoDoublePass, Illegal::Penalty, true);
                let ply = referee.record().plies.last().unwrap();
                assert!(ply.illegal && !ply.pass);
                let result = &referee.record().result;
                if lost {
                    let result = result.as_ref().unwrap();
                    assert_eq!((played.effect, played.points), (Effect::Forfeited, 0));
                    assert_eq!(result.winner, Some(played.seat.other().number()));
                    let detail = "illegal move row 0, column 4 (from 0), value 1";
                    assert_eq!(result.detail.as_deref(), Some(detail));
                } else {
                    assert_eq!((played.effect, played.points), (Effect::Penalized, -4));
                    assert_eq!(*result, None);
                    // It is no pass, so another pass ends nothing.
                    assert!(!referee.state().after_pass());
                }
                effects.push(played.effect);
            }
        }
    }
    assert!(effects.contains(&Effect::Penalized) && effects.contains(&Effect::Forfeited));
}

#[test]
fn a_resigned_game_is_over() {
    let mut first = referee(rules(Passing::TwoPassEnd, Illegal::Penalty), &[]);
    first.play(Move::at(4, 0, 0, 1).into(), ms(10));
    // The other player may resign too, who thinks of nothing.
    for (seat, spent) in [(Seat::Second, Some(ms(250))), (Seat::First, None)] {
        let mut referee = first.clone();
        assert_eq!(referee.fail(seat, &Forfeit::Resigned, spent), Ruling::Lost);
        let result = referee.record().result.clone().unwrap();
        assert_eq!((result.winner, result.plies), (Some(seat.other().number()), 1));
        assert_eq!(result.reason_for_end, "forfeit");
        assert_eq!(result.detail, Some(format!("{seat}: resigned")));
        assert_eq!(result.lost_after_seconds, spent.map(|spent| spent.as_secs_f64()));
        let Turn::Over(outcome) = referee.turn() else { panic!("the game is not over") };
        assert_eq!(outcome.winner, Some(seat.other()));
        assert_same(&Referee::resume(referee.record().clone()).unwrap(), &referee);
        referee.take_back(1);
        assert_same(&referee, &first);
    }
}

#[test]
fn records_that_break_the_rules_are_not_resumed() {
    let (_, before) = random_game(1);
    let record = before.last().unwrap().record();
    let mut wrong = record.clone();
    wrong.plies[0].points += 1;
    assert!(Referee::resume(wrong).is_err());
    let mut wrong = record.clone();
    wrong.plies.remove(0);
    assert!(Referee::resume(wrong).is_err());
    let mut wrong = record.clone();
    wrong.result.as_mut().unwrap().plies += 1;
    assert!(Referee::resume(wrong).is_err());
}

/// Of a writer that was killed before the last line.
#[test]
fn a_record_whose_last_ply_ends_the_game_gets_its_result() {
    let mut ended = 0;
    for seed in 0..60 {
        let (_, before) = random_game(seed);
        let whole = before.last().unwrap();
        let mut record = whole.record().clone();
        let result = record.result.take().unwrap();
        if result.lost_after_seconds.is_none() && !result.detail.iter().any(|d| d.contains(':')) {
            assert_same(&Referee::resume(record).unwrap(), whole);
            ended += 1;
        }
    }
    assert!(ended > 10);
}

#[test]
fn a_game_on_a_full_board_is_over_from_the_start() {
    let digits = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    let grid = Grid::from_digits(BoxShape::new(2, 2).unwrap(), &digits).unwrap();
    let referee = referee(Ruleset::new(grid.try_into().unwrap()), &[]);
    assert!(matches!(referee.turn(), Turn::Over(end) if end.reason == Reason::Full));
    assert_eq!(referee.record().result.as_ref().unwrap().reason_for_end, "full");
}
