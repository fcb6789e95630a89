//! Records that were changed after the games.

use std::sync::Arc;

use quadrille_arena::game::{GameRecord, GameResult, GameState, RecordError, RecordedGame};
use quadrille_arena::tournament::{Fixture, play_game};
use quadrille_arena::{AgentName, Move, Outcome, Reason, Ruleset, Seat};
use quadrille_engine::{BoxShape, CancelFlag, WallClock};

fn game() -> GameRecord {
    let fixture = Fixture {
        rules: Arc::new(Ruleset::empty(BoxShape::new(2, 2).unwrap())),
        opening: vec![Move::at(4, 3, 3, 1), Move::at(4, 0, 0, 2)],
        before: Vec::new(),
        names: ["ia", "first-valid"].map(str::to_owned),
        game: 0,
        seed: 1,
    };
    let mut agents = ["ia", "first-valid"].map(|n| AgentName::parse(n).unwrap().build().unwrap());
    play_game(&fixture, &mut agents, &WallClock::new(), &CancelFlag::new()).unwrap()
}

/// How many plies of a lost game are played.
const CUT: usize = 5;

/// The same game, which the second player lost after some plies.
fn lost(reason: Reason, why: &str) -> GameRecord {
    let mut record = game();
    record.plies.truncate(CUT);
    record.result = None;
    let state: GameState = record.replay(|_, _| {}).unwrap();
    let outcome = Outcome { scores: state.scores(), winner: Some(Seat::First), reason };
    let detail = Some(format!("player 2: {why}"));
    record.result = Some(GameResult::of(&record, outcome, state.board().empty(), detail));
    record
}

fn check(text: &str) -> Result<(), RecordError> {
    RecordedGame::read_all(text).and_then(|games| RecordedGame::check(&games))
}

/// The games of a record, without the cells of their moves.
fn placeless(text: &str) -> Vec<GameRecord> {
    let mut games = GameRecord::read_all(text).unwrap();
    for ply in games.iter_mut().flat_map(|game| &mut game.plies) {
        (ply.row, ply.col) = (None, None);
    }
    games
}

/// All digits but those of the header, which is compared with the match.
#[test]
fn no_digit_of_a_ply_or_a_result_can_change() {
    let games =
        [game(), lost(Reason::Time, "out of time"), lost(Reason::Forfeit, "no answer to `start`")];
    for record in games {
        let text = record.to_lines();
        assert_eq!(check(&text), Ok(()));
        let header = text.find('\n').unwrap();
        let is_cut_short = record.plies.len() == CUT;
        let mut flipped = 0;
        for (at, old) in text.bytes().enumerate().skip(header).filter(|(_, b)| b.is_ascii_digit()) {
            for new in (b'0'..=b'9').filter(|&new| new != old) {
                let mut bytes = text.clone().into_bytes();
                bytes[at] = new;
                let damaged = String::from_utf8(bytes).unwrap();
                // Of 17 digits of a sum of seconds, the last may not change its value.
                if GameRecord::read_all(&damaged).is_ok_and(|games| games == [record.clone()]) {
                    continue;
                }
                let line = 1 + text[..at].matches('\n').count();
                let Err(error) = check(&damaged) else {
                    // A move elsewhere, possible and worth as much, is a game with the same result.
                    assert!(is_cut_short && placeless(&damaged) == placeless(&text), "{damaged}");
                    continue;
                };
                // A wrong move may make a later one impossible, and wrong nodes a wrong sum.
                assert!(error.line >= line, "line {line}: {error}");
                flipped += 1;
            }
        }
        assert!(flipped > 1000, "{flipped}");
    }
}

#[test]
fn every_line_of_a_game_is_missed_and_has_its_place() {
    let record = game();
    let text = record.to_lines();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for at in 1..lines.len() - 1 {
        let mut fewer = lines.clone();
        fewer.remove(at);
        let error = check(&fewer.concat()).unwrap_err();
        assert_eq!(error.line, at + 1, "{error}");
        let advice = format!("; remove lines 1 to {}, and the game is played again", fewer.len());
        assert!(error.what.starts_with("game 0: ") && error.what.ends_with(&advice), "{error}");

        let mut twice = lines.clone();
        twice.insert(at, lines[at]);
        assert_eq!(check(&twice.concat()).unwrap_err().line, at + 2);

        if at + 2 < lines.len() {
            let mut swapped = lines.clone();
            swapped.swap(at, at + 1);
            assert_eq!(check(&swapped.concat()).unwrap_err().line, at + 1);
        }
    }
    // Without its end the game was interrupted, and is not counted.
    assert_eq!(check(&lines[..lines.len() - 1].concat()), Ok(()));
}

#[test]
fn a_game_is_recorded_once() {
    let record = game();
    let text = record.to_lines();
    let count = text.lines().count();
    let error = check(&format!("{text}\n{text}")).unwrap_err();
    assert_eq!(error.line, count + 2);
    let (first, last) = (count + 2, 2 * count + 1);
    let what =
        format!("game 0: recorded twice; remove lines 1 to {count} or lines {first} to {last}");
    assert_eq!(error.what, what);
    // An interrupted game that was played again is not.
    let header = text.lines().next().unwrap();
    assert_eq!(check(&format!("{header}\n{text}{header}\n")), Ok(()));
}

/// A pondered opening or a result for the wrong player would change the results of a match.
#[test]
fn nodes_of_openings_and_details_of_winners_are_refused() {
    let mut record = game();
    record.plies[0].nodes = 7;
    assert!(record.replay(|_, _| {}).is_err());
    let mut record = lost(Reason::Time, "out of time");
    record.result.as_mut().unwrap().winner = Some(2);
    let error = record.replay(|_, _| {}).unwrap_err().to_string();
    let what = r#"the result has detail "player 2: out of time", but its moves make it "player 1: out of time""#;
    assert_eq!(error, what);
    let mut record = game();
    record.result.as_mut().unwrap().detail = Some("player 2: resigned".to_owned());
    assert!(record.replay(|_, _| {}).is_err());
}
